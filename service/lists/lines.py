"""The lines of lists, from the projection alone: as JSON, as a sheet (CSV, RFC 4180), counted."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any, Final, cast
from unicodedata import normalize

from domain.games import rules_of
from domain.kernel.deal import Opened, Voided
from domain.kernel.event import Event
from domain.kernel.leaving import Abandoned
from domain.tournaments.events import Format
from domain.tournaments.tournament import TournamentStatus
from events.listings import Listing
from languages.catalogue import Language
from service.access.credentials import ApiKey
from service.context import Context
from service.deals.representation import explained
from service.lists.queries import (
    DealResult,
    Wanted,
    event_of,
    find_deals,
    owns_row,
    result_of,
    seats_of,
)
from service.responses.deals import (
    DealResultJson,
    DealSeatJson,
    DealSummaryJson,
    ListedDealStatus,
    StatisticsJson,
    StatisticsLineJson,
)
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


COLUMNS: Final = (
    *("deal", "table", "table_name", "number", "game", "status", "opened_at", "finished_at"),
    *("seat", "name", "ref", "contract", "result"),
)
MOST: Final = 1_000
"""The most deals that one answer counts."""
_PAGE: Final = 100
_FORMULAS: Final = re.compile(r"[\t\r\n]|[\s\u200b-\u200f\ufeff]*[=+\-@\u2212]")
"""The beginnings of formulas in programs for sheets, which may skip what is before the sign."""


def header() -> bytes:
    """The first line of a sheet."""
    return written([COLUMNS])


def sheet_lines(row: Listing, wanted: Wanted, *, owns: bool) -> bytes:
    """The lines of a deal: one for each person who is meant."""
    return written(_cells(row, wanted, owns=owns))


def _cells(row: Listing, wanted: Wanted, *, owns: bool) -> Iterator[list[Any]]:
    came = result_of(row)
    opened: Any = row.opening["data"]
    about = [
        *(row.id, row.table, row.of_table["name"], opened["number"], opened["game"], row.status),
        timestamp(row.opened_at),
        "" if row.finished_at is None else timestamp(row.finished_at),
    ]
    for seat in seats_of(row, ref=wanted.ref, player=wanted.player):
        sitting = row.of_table["seats"][seat]
        ref = sitting.get("ref") if owns else None
        ended = ("", "") if came is None else (came.declared_by(seat) or "", came.of(seat))
        yield [*about, seat, sitting["name"], ref or "", *ended]


def written(lines: Iterable[Iterable[Any]]) -> bytes:
    """The lines of a sheet."""
    file = StringIO()
    csv.writer(file).writerows([_safe(each) for each in line] for line in lines)
    return file.getvalue().encode()


def _safe(cell: object) -> str:
    """A cell that no program takes for a formula: names are chosen by players."""
    text = str(cell)
    begins = isinstance(cell, str) and _FORMULAS.match(normalize("NFKC", text))
    return f"'{text}" if begins else text


def statistics(
    context: Context, who: ApiKey, wanted: Wanted, *, cursor: str | None, limit: int
) -> StatisticsJson:
    """The results of the people at the caller's tables, by game and by what they declared."""
    counts: Counter[tuple[str | None, str, str, str | None, str]] = Counter()
    deals = 0
    for left in range(limit, 0, -_PAGE):
        page = find_deals(context, who, wanted, cursor=cursor, limit=min(_PAGE, left))
        for row in page.rows:
            if owns_row(row, who) and (came := result_of(row)) is not None:
                deals += 1
                counts.update(_counted(row, came, wanted))
        cursor = page.next
        if cursor is None:
            break
    lines: dict[tuple[str | None, str, str, str | None], StatisticsLineJson] = {}
    for (ref, name, game, contract, result), count in counts.items():
        line = lines.setdefault((ref, name, game, contract), _nothing(ref, name, game, contract))
        line["deals"] += count
        line[cast("Any", result)] += count  # type: ignore[literal-required]
    ordered = sorted(lines.values(), key=_order)
    return {"deals": deals, "people": ordered, "next": cursor}


def _counted(
    row: Listing, came: DealResult, wanted: Wanted
) -> Iterator[tuple[str | None, str, str, str | None, str]]:
    for seat in seats_of(row, ref=wanted.ref, player=wanted.player):
        sitting, game = row.of_table["seats"][seat], row.of_table["game"]
        contract = came.declared_by(seat)
        yield sitting.get("ref"), sitting["name"], game, contract, came.of(seat)


def _nothing(ref: str | None, name: str, game: str, contract: str | None) -> StatisticsLineJson:
    about: Any = {"ref": ref, "name": name, "game": game, "contract": contract}
    counts: Any = {"deals": 0, "won": 0, "lost": 0, "even": 0}
    return cast("StatisticsLineJson", {**about, **counts})


def _order(line: StatisticsLineJson) -> tuple[str, str, str, str]:
    return line["ref"] or "", line["name"], line["game"], line["contract"] or ""
