"""Deals as a sheet (CSV, RFC 4180), and counted: a line for each person at each deal."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any, Final, cast

from events.listings import Listing
from service.access.credentials import ApiKey
from service.context import Context
from service.lists.queries import DealResult, Wanted, find_deals, owns_row, result_of, seats_of
from service.responses.deals import StatisticsJson, StatisticsLineJson
from service.timestamps import timestamp

COLUMNS: Final = (
    *("deal", "table", "table_name", "number", "game", "status", "opened_at", "finished_at"),
    *("seat", "name", "ref", "contract", "result"),
)
MOST: Final = 1_000
"""The most deals that one answer counts."""
_PAGE: Final = 100
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of formulas in programs for sheets."""


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
    return f"'{text}" if text.startswith(_FORMULAS) else text


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
