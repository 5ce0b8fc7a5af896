"""Settlement by the server's rules, where they differ from ours.

A declarer who resigns, leaves or has no time left keeps the points taken so far, and wins if they
suffice. While no trick is complete there is no schneider or schwarz against the declarer. If both
defenders resign, or one is gone, the declarer gets all remaining cards. A game whose announced
schneider, schwarz or ouvert can no longer be made ends with that trick, and is lost. A player who
is gone before a game was named pays a penalty. After the auction both defenders pay it if one of
them is gone. A game that was named counts, even if nothing was discarded: the server then knows no
cards of the declarer but the two of the skat.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from domain.games.skat.cards import ALL_POINTS, NULL
from domain.games.skat.model import HAND, PLAYERS, Ending, Settled, Step
from domain.games.skat.phases import Contracting, Over, Playing
from domain.games.skat.scoring import (
    GameVerdict,
    PointsTaken,
    appraise,
    taken_by,
    with_rest_to_declarer,
)
from domain.kernel.cards import Cards
from domain.kernel.event import Seat
from formats.iss.result import NOBODY, IssResult, bid_word, missed, of_verdict
from formats.iss.server import ServerRerun

_ANNOUNCED: Final[tuple[Step, ...]] = ("schneider_announced", "schwarz_announced")


class Settling(NamedTuple):
    """The settlement of a record."""

    due: IssResult
    incomparable: str = ""
    """The reason why the settlement cannot be compared with the recorded result."""
    older: IssResult | None = None
    """The server's result if it left the missed steps of a lost game out of its value."""
    ending: tuple[str, ...] = ()
    """How the server ended and settled it; empty where the rules did."""


class _Standing(NamedTuple):
    """How a game stands that was not played to its end."""

    play: Playing
    skat: Cards
    """The two cards that count for the declarer besides the tricks."""
    taken: PointsTaken


def settle(rerun: ServerRerun) -> Settling:
    """The settlement of a record of the server: by the rules where it was played to its end."""
    settling = _settle(rerun)
    older = None if settling.older is None else _with_ends(settling.older, rerun)
    due = _with_ends(settling.due, rerun)
    by_rules = bool(settling.incomparable) or rerun.over
    return settling._replace(due=due, older=older, ending=() if by_rules else _ending(rerun, due))


def _ending(rerun: ServerRerun, due: IssResult) -> tuple[str, ...]:
    """How a game ended that was not played to its end, and how the server settles it."""
    standing = _standing(rerun)
    missed = f"the announced {rerun.missed} can no longer be made"
    how = () if rerun.stopped else (missed,)
    if standing is None:
        paying = [str(player) for player in range(PLAYERS) if (due.p0, due.p1, due.p2)[player]]
        seats = " and ".join(paying)
        return *how, f"no game was named; a penalty by the server's rules: seat {seats}"
    kind, taken = standing.play.contract.kind, f"{due.p} points in {due.t} tricks"
    return (
        *how,
        f"settled by the server's rules: seat {due.d}, {kind}, {due.result} {due.v:+}, {taken}",
    )


def _with_ends(result: IssResult, rerun: ServerRerun) -> IssResult:
    """The players who were gone, and whether one of them resigned."""
    resigned = rerun.stopped and rerun.left == rerun.timed_out == NOBODY
    return result._replace(l=rerun.left, to=rerun.timed_out, r=int(resigned))


def _settle(rerun: ServerRerun) -> Settling:
    phase, standing = rerun.state.phase, _standing(rerun)
    if isinstance(phase, Over):
        return _by_rules(phase.settled)
    if rerun.stopped:
        return Settling(_penalty(rerun)) if standing is None else _stopped(rerun, standing)
    if standing is None or isinstance(phase, Contracting):
        why = "it stops before anything is played, and nothing says why"
        return Settling(IssResult("passed"), why)
    if rerun.missed:
        return _appraised(standing, _with_rest_to_defenders(standing.taken))
    alone = "; one defender alone has resigned" if rerun.resigned else ""
    count = sum(standing.taken.tricks)
    why = f"the play stops after {count} tricks, and nothing says why{alone}"
    return Settling(IssResult("passed"), why)


def _standing(rerun: ServerRerun) -> _Standing | None:
    """How the game stands that was named; None: none was named."""
    state = rerun.state
    match state.phase:
        case Playing() as play:
            skat = state.skat
        case Contracting() as phase if rerun.declaring is not None:
            contract, skat = rerun.declaring.says, state.hands[phase.declarer][HAND:]
            play = Playing(phase.declarer, phase.bid, contract, held=(), leader=state.players[0])
        case _:
            return None
    return _Standing(play, skat, taken_by(play, state.hands, skat, claimed=False))


def _by_rules(settled: Settled) -> Settling:
    if settled.declarer is None:
        return Settling(IssResult("passed"))
    taken = PointsTaken((settled.points, 0), (settled.tricks, 0))
    return _settling(settled, taken, declarer=settled.declarer, bid=settled.bid)


# --- Stopped before its time --------------------------------------------------------------------


def _penalty(rerun: ServerRerun) -> IssResult:
    gone, phase = max(rerun.left, rerun.timed_out), rerun.state.phase
    if not isinstance(phase, Contracting):
        return _paid(IssResult("penalty"), {gone})
    others = set(rerun.state.players) - {phase.declarer}
    payers = {gone} if gone == phase.declarer else others
    return _paid(IssResult("penalty", d=phase.declarer), payers)


def _paid(result: IssResult, payers: Collection[Seat]) -> IssResult:
    first, second, third = (int(player in payers) for player in range(PLAYERS))
    return result._replace(p0=first, p1=second, p2=third)


def _stopped(rerun: ServerRerun, standing: _Standing) -> Settling:
    play, taken = standing.play, standing.taken
    in_null = play.contract.kind == NULL
    if play.declarer in (*rerun.resigned, rerun.timed_out, rerun.left):
        if in_null or not sum(taken.tricks):
            return _appraised(standing, taken, ending="conceded")
        taken = _with_rest_to_defenders(taken)
    elif not in_null:
        taken = with_rest_to_declarer(taken)
    return _appraised(standing, taken)


def _with_rest_to_defenders(taken: PointsTaken) -> PointsTaken:
    (points, _), (tricks, _) = taken
    return PointsTaken((points, ALL_POINTS - points), (tricks, HAND - tricks))


# --- Values -------------------------------------------------------------------------------------


def _appraised(
    standing: _Standing, taken: PointsTaken, *, ending: Ending = "played_out"
) -> Settling:
    play = standing.play
    twelve = (*play.held, *standing.skat)
    verdict = appraise(play.contract, twelve, bid=play.bid, taken=taken, ending=ending)
    return _settling(verdict, taken, declarer=play.declarer, bid=play.bid)


def _settling(
    verdict: GameVerdict | Settled, taken: PointsTaken, *, declarer: Seat, bid: int
) -> Settling:
    points, tricks = taken.points[0], taken.tricks[0]
    due = of_verdict(verdict, declarer=declarer, points=points, tricks=tricks)
    announced = sum(step in verdict.steps for step in _ANNOUNCED)
    if not announced or not missed(verdict):
        return Settling(due)
    worth = verdict.base * (abs(verdict.matadors) + len(verdict.steps) - announced)
    entered = max(worth, verdict.base * -(-bid // verdict.base))
    older = due._replace(v=-2 * entered, bid=bid_word(overbid=worth < bid))
    return Settling(due, older=older)
