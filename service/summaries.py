"""Data that the store keeps of tables and tournaments, for lists and for finding work.

Status and summary follow from the fold, and are never the truth.
"""

from collections.abc import Mapping
from typing import Any, Final

from domain.games import GAMES
from domain.kernel.clock import SECOND
from domain.kernel.event import Json, to_json
from domain.table.events import SeriesEnded, TableOpened
from domain.table.guests import INVITATION
from domain.table.next_deal import pause_until, waiting_since
from domain.table.series import Table
from domain.tournaments.draws import is_decided
from domain.tournaments.formats import TWO
from domain.tournaments.tournament import Tournament
from service.responses.players import notes_json, player_json
from service.responses.shared import SeriesResultJson, SideResultJson

UNTIL: Final = "until"
"""In a summary, in µs since the epoch: the deadline of the current turn of a deal, or the end of
the pause before the next deal of a table. A table whose clock is ahead has 0, so that the sweep
always looks at it; one whose series is over, until its last board is revealed.
"""
SINCE: Final = "since"
"""In a summary: when the wait began that ends then."""

COVERED: Final = "covered"
"""In the summary of a table of boards: whether some are still to come, or to be revealed."""


def table_summary(table: Table) -> tuple[str, dict[str, Json]]:
    """The status of a table, and its summary: with all that its owner has noted.

    In a pause the next deal is due at its end.
    """
    opened, until = table.opened, pause_until(table)
    status = table.status if until is None else "due"
    refs = {each.ref for each in table.persons.values()}
    refs |= {each.ref for each in table.guests.of(INVITATION)}
    return status, {
        UNTIL: 0 if _is_looked_at(table) else until,
        SINCE: waiting_since(table),
        "name": opened.name,
        **notes_json(opened, owner=True),
        "game": opened.game,
        "target": table.target,
        "owner": opened.owner,
        "refs": sorted(ref for ref in refs if ref is not None),
        "visibility": opened.visibility,
        "spectators": opened.spectators,
        "views_after": opened.views_after,
        "test": opened.test,
        "hints": opened.hints,
        "watch_delay": opened.watch_delay,
        "branch_of": to_json(table.branch),
        "rematch_of": table.rematch_of,
        "result": table.ended and series_result(opened, table.ended),
        "seats": [
            None if player is None else player_json(player, owner=True) for player in table.players
        ],
        **(_boards(table) if table.boards else {}),
    }


def _is_looked_at(table: Table) -> bool:
    return table.is_covered if table.is_finished else bool(table.clock_ahead)


def _boards(table: Table) -> dict[str, Json]:
    """How far a table is with the boards of its round; to others it is listed when uncovered."""
    return {
        COVERED: table.is_covered,
        "tournament": None if table.drawn is None else table.drawn.tournament,
        "ended": table.boards if table.is_finished else sum(not line.on for line in table.deals),
        "revealed": sum(line.revealed for line in table.deals),
    }


def series_result(opened: TableOpened, ended: SeriesEnded) -> SeriesResultJson:
    """The result of a series, as a league counts it: totals and places, by the game's tally."""
    sides = GAMES[opened.game].sides(opened.seats)
    lines: list[SideResultJson] = [
        {"seats": [*seats], "points": points, "rank": rank}
        for seats, points, rank in zip(sides, ended.points, ended.ranks, strict=True)
    ]
    return {"winner": ended.winner, "sides": lines}


def is_for_everybody(*, visibility: str, views_after: str | None) -> bool:
    """Whether callers without a credential may see a table, by its terms.

    Args:
        visibility: Its visibility.
        views_after: The viewers who may see its finished deals in full; None at older tables.
    """
    return visibility == "public" and views_after == "all"


def is_listed_for_everybody(summary: Mapping[str, Any]) -> bool:
    """The same, by the summary of the table."""
    return is_for_everybody(
        visibility=summary["visibility"], views_after=summary.get("views_after")
    )


def tournament_summary(after: Tournament) -> tuple[str, dict[str, Json]]:
    """The status of a tournament, and its summary: with all that its owner has noted."""
    opened = after.opened
    persons = (each for player in after.players for each in player.persons)
    refs = {each.ref for each in persons if each.ref is not None}
    return after.status, {
        UNTIL: due_at(after),
        SINCE: tournament_waiting_since(after),
        "name": opened.name,
        "game": opened.game,
        "format": opened.format,
        "owner": opened.owner,
        "refs": sorted(refs),
        **notes_json(opened, owner=True),
        "visibility": opened.visibility,
        "test": opened.test,
        "players": len(after.players),
        "round": len(after.rounds),
        "rounds": opened.rounds,
    }


def tournament_waiting_since(after: Tournament) -> int | None:
    """When the wait began whose end is `due_at`; None: that is no wait, or a time by the plan."""
    last = after.rounds[-1] if after.rounds else None
    if after.closed is not None or last is None:
        return None
    if last.drawn is None:
        return last.called_at
    if not last.is_done:
        return last.drawn_at
    return None if after.next_round <= len(after.starts) else last.done_at


def due_at(after: Tournament) -> int | None:
    """When the clock has something to do, in µs since the epoch; None: not before an event."""
    opened, last = after.opened, after.rounds[-1] if after.rounds else None
    if after.closed is not None:  # boards are revealed also after the end
        return 0 if after.is_covered else None
    if last is None:
        return next_call_at(after)
    if last.drawn is None:
        return last.called_at + (opened.reveal_seconds * SECOND if after.owing else 0)
    if not last.is_done:
        limit = opened.round_seconds
        return None if limit is None else last.drawn_at + limit * SECOND
    return last.done_at if is_decided(after) else next_call_at(after)


def next_call_at(after: Tournament) -> int | None:
    """When the clock calls the next round (C20), which may be past; None: it does not."""
    here = [each for each in after.contestants if after.stays(each)]
    is_waiting = after.status in ("open", "break") and after.paused is None
    if not is_waiting or len(here) < TWO or is_decided(after):
        return None
    if after.next_round <= len(after.starts):
        return after.starts[after.next_round - 1]
    pause = after.opened.break_seconds
    return after.rounds[-1].done_at + pause * SECOND if after.rounds and pause is not None else None
