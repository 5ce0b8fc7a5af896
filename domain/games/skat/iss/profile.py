"""How that server settles a deal, where it is not as our rules do.

A declarer who resigns, leaves or has no time left keeps what he took, and wins if that is enough;
while no trick is complete there is no schneider or schwarz against him. If both defenders resign,
or one is gone, all that is left is the declarer's. A game whose announced schwarz can not be
reached any more ends there, as it stands. Who is gone before a game was declared pays a penalty;
both defenders, if it was one of them after the auction.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from domain.event import Seat
from domain.games.skat.cards import ALL_POINTS, NULL
from domain.games.skat.iss.result import NOBODY, Result, bid_word, missed, of_verdict
from domain.games.skat.iss.server import ServerTable
from domain.games.skat.model import HAND, PLAYERS, Ending, Settled, Step
from domain.games.skat.phases import Contracting, Over, Playing
from domain.games.skat.scoring import Taken, Verdict, appraise, taken_by

_ANNOUNCED: Final[tuple[Step, ...]] = ("schneider_announced", "schwarz_announced")


class Settling(NamedTuple):
    """What a record comes to."""

    due: Result
    incomparable: str = ""
    """Why nothing can be said of that."""
    older: Result | None = None
    """What the server made of it when it left the missed steps of a lost game out of its value."""


def settle(table: ServerTable) -> Settling:
    """What a record of the server comes to: by the rules where it was played to its end."""
    settling = _settle(table)
    older = None if settling.older is None else _with_ends(settling.older, table)
    return settling._replace(due=_with_ends(settling.due, table), older=older)


def _with_ends(result: Result, table: ServerTable) -> Result:
    """Who was gone, and whether somebody resigned."""
    resigned = table.stopped and table.left == table.timed_out == NOBODY
    return result._replace(l=table.left, to=table.timed_out, r=int(resigned))


def _settle(table: ServerTable) -> Settling:
    match table.state.phase:
        case Over(settled):
            return _by_rules(settled)
        case Playing() as play if table.stopped:
            return _stopped(table, play)
        case Playing() as play:
            return _early(table, play)
        case _ if table.stopped:
            return Settling(_penalty(table))
        case _:
            why = "it stops before anything is played, and nothing says why"
            return Settling(Result("passed"), why)


def _by_rules(settled: Settled) -> Settling:
    if settled.declarer is None:
        return Settling(Result("passed"))
    taken = Taken((settled.points, 0), (settled.tricks, 0))
    return _settling(settled, taken, declarer=settled.declarer, bid=settled.bid)


# --- Stopped before its time --------------------------------------------------------------------


def _penalty(table: ServerTable) -> Result:
    gone, phase = max(table.left, table.timed_out), table.state.phase
    if not isinstance(phase, Contracting):
        return _paid(Result("penalty"), {gone})
    others = set(table.state.players) - {phase.declarer}
    payers = {gone} if gone == phase.declarer else others
    return _paid(Result("penalty", d=phase.declarer), payers)


def _paid(result: Result, payers: Collection[Seat]) -> Result:
    first, second, third = (int(player in payers) for player in range(PLAYERS))
    return result._replace(p0=first, p1=second, p2=third)


def _stopped(table: ServerTable, play: Playing) -> Settling:
    taken = _taken(table, play)
    in_null = play.contract.kind == NULL
    if play.declarer in (*table.resigned, table.timed_out, table.left):
        if in_null or not sum(taken.tricks):
            return _appraised(table, play, taken, ending="conceded")
        taken = _with_rest_to_defenders(taken)
    elif not in_null:
        taken = _with_rest_to_declarer(taken)
    return _appraised(table, play, taken)


def _early(table: ServerTable, play: Playing) -> Settling:
    taken = _taken(table, play)
    settling = _appraised(table, play, taken)
    if play.contract.schwarz and taken.tricks[1]:
        return settling
    alone = "; one defender alone has resigned" if table.resigned else ""
    why = f"the play stops after {sum(taken.tricks)} tricks, and nothing says why{alone}"
    return settling._replace(incomparable=why)


def _taken(table: ServerTable, play: Playing) -> Taken:
    return taken_by(play, table.state.hands, table.state.skat, claimed=False)


def _with_rest_to_defenders(taken: Taken) -> Taken:
    (points, _), (tricks, _) = taken
    return Taken((points, ALL_POINTS - points), (tricks, HAND - tricks))


def _with_rest_to_declarer(taken: Taken) -> Taken:
    (_, points), (_, tricks) = taken
    return Taken((ALL_POINTS - points, points), (HAND - tricks, tricks))


# --- Values -------------------------------------------------------------------------------------


def _appraised(
    table: ServerTable, play: Playing, taken: Taken, *, ending: Ending = "played_out"
) -> Settling:
    twelve = (*play.held, *table.state.skat)
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
