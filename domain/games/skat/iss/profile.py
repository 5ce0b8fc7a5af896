"""Settlement by the server's rules, where they differ from ours.

A declarer who resigns, leaves or has no time left keeps the points taken so far, and wins if they
suffice. While no trick is complete there is no schneider or schwarz against the declarer. If both
defenders resign, or one is gone, the declarer gets all remaining cards. A game whose announced
schwarz can no longer be reached ends there, as it stands. A player who is gone before a game was
declared pays a penalty. After the auction both defenders pay it if one of them is gone.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from domain.games.skat.cards import ALL_POINTS, NULL
from domain.games.skat.iss.result import NOBODY, Result, bid_word, missed, of_verdict
from domain.games.skat.iss.server import ServerRerun
from domain.games.skat.model import HAND, PLAYERS, Ending, Settled, Step
from domain.games.skat.phases import Contracting, Over, Playing
from domain.games.skat.scoring import Taken, Verdict, appraise, taken_by, with_rest_to_declarer
from domain.kernel.event import Seat

_ANNOUNCED: Final[tuple[Step, ...]] = ("schneider_announced", "schwarz_announced")


class Settling(NamedTuple):
    """The settlement of a record."""

    due: Result
    incomparable: str = ""
    """The reason why the settlement cannot be compared with the recorded result."""
    older: Result | None = None
    """The server's result if it left the missed steps of a lost game out of its value."""


def settle(rerun: ServerRerun) -> Settling:
    """The settlement of a record of the server: by the rules where it was played to its end."""
    settling = _settle(rerun)
    older = None if settling.older is None else _with_ends(settling.older, rerun)
    return settling._replace(due=_with_ends(settling.due, rerun), older=older)


def _with_ends(result: Result, rerun: ServerRerun) -> Result:
    """The players who were gone, and whether one of them resigned."""
    resigned = rerun.stopped and rerun.left == rerun.timed_out == NOBODY
    return result._replace(l=rerun.left, to=rerun.timed_out, r=int(resigned))


def _settle(rerun: ServerRerun) -> Settling:
    match rerun.state.phase:
        case Over(settled):
            return _by_rules(settled)
        case Playing() as play if rerun.stopped:
            return _stopped(rerun, play)
        case Playing() as play:
            return _early(rerun, play)
        case _ if rerun.stopped:
            return Settling(_penalty(rerun))
        case _:
            why = "it stops before anything is played, and nothing says why"
            return Settling(Result("passed"), why)


def _by_rules(settled: Settled) -> Settling:
    if settled.declarer is None:
        return Settling(Result("passed"))
    taken = Taken((settled.points, 0), (settled.tricks, 0))
    return _settling(settled, taken, declarer=settled.declarer, bid=settled.bid)


# --- Stopped before its time --------------------------------------------------------------------


def _penalty(rerun: ServerRerun) -> Result:
    gone, phase = max(rerun.left, rerun.timed_out), rerun.state.phase
    if not isinstance(phase, Contracting):
        return _paid(Result("penalty"), {gone})
    others = set(rerun.state.players) - {phase.declarer}
    payers = {gone} if gone == phase.declarer else others
    return _paid(Result("penalty", d=phase.declarer), payers)


def _paid(result: Result, payers: Collection[Seat]) -> Result:
    first, second, third = (int(player in payers) for player in range(PLAYERS))
    return result._replace(p0=first, p1=second, p2=third)


def _stopped(rerun: ServerRerun, play: Playing) -> Settling:
    taken = _taken(rerun, play)
    in_null = play.contract.kind == NULL
    if play.declarer in (*rerun.resigned, rerun.timed_out, rerun.left):
        if in_null or not sum(taken.tricks):
            return _appraised(rerun, play, taken, ending="conceded")
        taken = _with_rest_to_defenders(taken)
    elif not in_null:
        taken = with_rest_to_declarer(taken)
    return _appraised(rerun, play, taken)


def _early(rerun: ServerRerun, play: Playing) -> Settling:
    taken = _taken(rerun, play)
    settling = _appraised(rerun, play, taken)
    if play.contract.schwarz and taken.tricks[1]:
        return settling
    alone = "; one defender alone has resigned" if rerun.resigned else ""
    why = f"the play stops after {sum(taken.tricks)} tricks, and nothing says why{alone}"
    return settling._replace(incomparable=why)


def _taken(rerun: ServerRerun, play: Playing) -> Taken:
    return taken_by(play, rerun.state.hands, rerun.state.skat, claimed=False)


def _with_rest_to_defenders(taken: Taken) -> Taken:
    (points, _), (tricks, _) = taken
    return Taken((points, ALL_POINTS - points), (tricks, HAND - tricks))


# --- Values -------------------------------------------------------------------------------------


def _appraised(
    rerun: ServerRerun, play: Playing, taken: Taken, *, ending: Ending = "played_out"
) -> Settling:
    twelve = (*play.held, *rerun.state.skat)
    verdict = appraise(play.contract, twelve, bid=play.bid, taken=taken, ending=ending)
    return _settling(verdict, taken, declarer=play.declarer, bid=play.bid)


def _settling(verdict: Verdict | Settled, taken: Taken, *, declarer: Seat, bid: int) -> Settling:
    points, tricks = taken.points[0], taken.tricks[0]
    due = of_verdict(verdict, declarer=declarer, points=points, tricks=tricks)
    announced = sum(step in verdict.steps for step in _ANNOUNCED)
    if not announced or not missed(verdict):
        return Settling(due)
    worth = verdict.base * (abs(verdict.matadors) + len(verdict.steps) - announced)
    entered = max(worth, verdict.base * -(-bid // verdict.base))
    older = due._replace(v=-2 * entered, bid=bid_word(overbid=worth < bid))
    return Settling(due, older=older)
