"""The list of tables."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from domain.kernel.event import Id, Json
from events.store import Cursor, Stream
from service import ids
from service.access.credentials import ApiKey
from service.context import Context
from service.play.queries import NO_NOTES, NOBODY, shown_status
from service.streams import TABLES
from service.timestamps import timestamp

STATUSES: Final = ("open", "committing", "due", "playing", "over", "closed")
BATCHES: Final = 5
"""Batches of rows read for one page. If most rows are hidden, the page stays short."""
_LATEST: Final = 253_402_300_799_000_000
"""The end of the year 9999, in microseconds."""


class Wanted(NamedTuple):
    """A filter of tables."""

    game: str | None = None
    status: str | None = None
    open: bool | None = None


class Page(NamedTuple):
    """A page of tables, and the cursor of the next one."""

    rows: tuple[Stream, ...]
    next: str | None


def find_tables(
    context: Context, principal: ApiKey, wanted: Wanted, *, cursor: str | None, limit: int
) -> Page:
    """The tables visible to the caller, the newest first."""
    found: list[Stream] = []
    after = None if cursor is None else _read(context.secret, cursor)
    for row, last in _rows(context, _statuses(wanted), after=after, limit=limit):
        after = row.cursor
        if _is_wanted(row, principal, wanted):
            found.append(row)
        if last:
            return Page(tuple(found), None)
        if len(found) == limit:
            break
    return Page(tuple(found), after and _written(context.secret, after))


def _rows(
    context: Context, statuses: Collection[str], *, after: Cursor | None, limit: int
) -> Iterator[tuple[Stream, bool]]:
    """Rows, each with whether it is the last of all."""
    for _ in range(BATCHES):
        rows = context.store.find(
            kind=TABLES.kind, statuses=statuses, limit=limit + 1, after=after, newest_first=True
        )
        for row in rows[:limit]:
            after = row.cursor
            yield row, row is rows[-1]
        if len(rows) <= limit:
            return


def _statuses(wanted: Wanted) -> tuple[str, ...]:
    return tuple(
        each
        for each in STATUSES
        if wanted.status in (None, shown_status(each)) and wanted.open in (None, each == "open")
    )


def _is_wanted(row: Stream, principal: ApiKey, wanted: Wanted) -> bool:
    about = row.summary
    seen = about["visibility"] == "public" or about["owner"] == principal.owner
    return seen and wanted.game in (None, about["game"])


def _written(secret: bytes, cursor: Cursor) -> str:
    """An encrypted cursor, since it may belong to a table that the caller cannot see."""
    opened_at, table = cursor
    raw = opened_at.to_bytes(8, "big") + table.bytes
    return urlsafe_b64encode(ids.veiled(secret, raw)).decode()


def _read(secret: bytes, cursor: str) -> Cursor:
    """The decrypted cursor; any 44 characters give some cursor."""
    raw = ids.unveiled(secret, urlsafe_b64decode(cursor))
    return min(int.from_bytes(raw[:8], "big"), _LATEST), UUID(bytes=raw[8:])


# --- Lines ----------------------------------------------------------------------------------------


def table_line(row: Stream, *, owner: Id) -> dict[str, Json]:
    """A table in the lobby, for an owner of tables."""
    about = cast("dict[str, Any]", row.summary)
    owns = about["owner"] == owner
    return {
        "id": str(row.id),
        "name": about["name"],
        **(_notes(about) if owns else NO_NOTES),
        "game": about["game"],
        "target": about["target"],
        "visibility": about["visibility"],
        "spectators": about["spectators"],
        "status": shown_status(row.status),
        "created_at": timestamp(row.opened_at),
        "seats": [
            {"seat": seat, **(_sitting(player, owns=owns) if player else NOBODY)}
            for seat, player in enumerate(about["seats"])
        ],
        "branch_of": about.get("branch_of"),
        "rematch_of": about.get("rematch_of"),
    }


def _sitting(player: dict[str, Any], *, owns: bool) -> dict[str, Json]:
    """A player as shown in lists. Older summaries lack the kind, or the owner's notes."""
    kind = "bot" if player["bot"] else "person"
    return {
        "name": player["name"],
        "bot": player["bot"],
        "kind": player.get("kind", kind),
        "erased": player.get("erased", False),
        **(_notes(player) if owns else NO_NOTES),
    }


def _notes(about: dict[str, Any]) -> dict[str, Json]:
    return {name: about.get(name) for name in NO_NOTES}
