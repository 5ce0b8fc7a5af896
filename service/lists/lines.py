"""The JSON of tables, deals and tournaments in lists, from the projection alone."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from domain.games import rules_of
from domain.kernel.deal import Opened, Voided
from domain.kernel.event import Event
from domain.kernel.leaving import Abandoned
from domain.tournaments.events import Format
from domain.tournaments.tournament import TournamentStatus
from events.listings import Listing
from languages.catalogue import Language
from service.deals.representation import explained
from service.lists.queries import event_of, result_of
from service.responses.deals import DealResultJson, DealSeatJson, DealSummaryJson, ListedDealStatus
from service.responses.players import NO_NOTES, NOBODY
from service.responses.shared import (
    ExplainedJson,
    NotedJson,
    PlayerJson,
    SeatSummaryJson,
    TableStatus,
)
from service.responses.tables import TableSummaryJson
from service.responses.tournaments import TournamentSummaryJson
from service.timestamps import times_json, timestamp


def table_line(row: Listing, *, owns: bool) -> TableSummaryJson:
    """A table in a list, for its owner or for others."""
    if owns not in row.lines:
        row.lines[owns] = _table_line(row, owns=owns)
    line: TableSummaryJson = row.lines[owns]
    return line


def _table_line(row: Listing, *, owns: bool) -> TableSummaryJson:
    about = row.of_table
    return {
        "id": str(row.id),
        "name": about["name"],
        **(_notes(about) if owns else NO_NOTES),
        "game": about["game"],
        "target": about["target"],
        "visibility": about["visibility"],
        "spectators": about["spectators"],
        "hints": about.get("hints", False),
        "status": cast("TableStatus", row.status),
        "created_at": timestamp(row.opened_at),
        **times_json(row.opened_at, row.started_at, row.finished_at),
        "seats": seats_line(row, owns=owns),
        "branch_of": about.get("branch_of"),
        "rematch_of": about.get("rematch_of"),
        "result": about.get("result"),
    }


def tournament_line(row: Listing, *, owns: bool) -> TournamentSummaryJson:
    """A tournament in a list, for its owner or for others."""
    about = row.summary
    return {
        "id": str(row.id),
        "name": about["name"],
        **(_notes(about) if owns else NO_NOTES),
        "game": about["game"],
        "format": cast("Format", about["format"]),
        "status": cast("TournamentStatus", row.status),
        "visibility": about["visibility"],
        "test": about["test"],
        "rounds": about["rounds"],
        "round": about["round"],
        "players": about["players"],
        "opened_at": timestamp(row.opened_at),
    }


def seats_line(row: Listing, *, owns: bool) -> list[SeatSummaryJson]:
    """The seats of a table in a list, for its owner or for others."""
    return [
        {"seat": seat, **(_sitting(player, owns=owns) if player else NOBODY)}
        for seat, player in enumerate(row.of_table["seats"])
    ]


def deal_line(row: Listing, *, owns: bool, language: Language) -> DealSummaryJson:
    """A deal in a list, for the owner of its table or for others."""
    opened, end = event_of(row.opening), None if row.ending is None else event_of(row.ending)
    assert isinstance(opened, Opened), "a deal begins with it"
    return {
        "id": str(row.id),
        "table": str(row.table),
        "number": opened.number,
        "game": opened.game,
        "status": cast("ListedDealStatus", row.status),
        **times_json(row.opened_at, row.started_at, row.finished_at),
        "seats": _deal_seats(opened, seats_line(row, owns=owns)),
        **_explained(opened, end, language),
        **_result(row),
    }


def _deal_seats(opened: Opened, seats: Iterable[SeatSummaryJson]) -> list[DealSeatJson]:
    """The seats of a deal, each with the side that it plays for."""
    sides = rules_of(opened.game, opened.rules).sides(opened.seats)
    of_seats = {seat: side for side, of_side in enumerate(sides) for seat in of_side}
    return [{**each, "side": of_seats[each["seat"]]} for each in seats]


def _result(row: Listing) -> DealResultJson:
    came = result_of(row)
    if came is None:
        return {"won_by": [], "declarer": None, "contract": None}
    return {"won_by": [*came.won_by], "declarer": came.declarer, "contract": came.contract}


def _explained(opened: Opened, end: Event | None, language: Language) -> ExplainedJson:
    """How a deal ended, by the event that ended it."""
    abandoned = end if isinstance(end, Abandoned) else None
    voided = end.seats if isinstance(end, Voided) else ()
    outcome = None if abandoned or voided else end
    game = rules_of(opened.game, opened.rules)
    is_board = opened.board is not None
    return explained(game, outcome, voided, abandoned, board=is_board, language=language)


def _sitting(player: dict[str, Any], *, owns: bool) -> PlayerJson:
    """A player as shown in lists. Older summaries lack the kind, or the owner's notes."""
    kind = "bot" if player["bot"] else "person"
    return {
        "name": player["name"],
        "bot": player["bot"],
        "kind": player.get("kind", kind),
        "erased": player.get("erased", False),
        **(_notes(player) if owns else NO_NOTES),
    }


def _notes(about: Mapping[str, Any]) -> NotedJson:
    return {"ref": about.get("ref"), "metadata": about.get("metadata")}
