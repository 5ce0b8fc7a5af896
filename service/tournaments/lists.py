"""Lists of tournaments: those of the caller, or all that are public."""

from itertools import islice
from typing import Final, NamedTuple, cast, get_args

from domain.tournaments.events import Format
from domain.tournaments.tournament import TournamentStatus
from events.store import StreamDescription
from service.access.credentials import Anonymous
from service.context import Context
from service.lists.queries import Browsing, read_cursor, written_cursor
from service.responses.tournaments import TournamentSummaryJson
from service.streams import TOURNAMENTS
from service.timestamps import timestamp

STATUSES: Final[tuple[TournamentStatus, ...]] = get_args(TournamentStatus)
BATCHES: Final = 5
"""Batches of rows read for one page. If most rows are left out, the page stays short."""


class TournamentPage(NamedTuple):
    """A page of a list, and the cursor of the next one."""

    tournaments: list[TournamentSummaryJson]
    next: str | None


def find_tournaments(
    context: Context, who: Browsing, *, status: str | None, cursor: str | None, limit: int
) -> TournamentPage:
    """The tournaments that the caller owns, and those that are public; the newest first."""
    after = None if cursor is None else read_cursor(context.secret, cursor)
    found, rows = list[TournamentSummaryJson](), list[StreamDescription]()
    for _ in range(BATCHES):
        rows = context.store.find(
            kind=TOURNAMENTS.kind,
            statuses=STATUSES if status is None else (status,),
            limit=limit,
            after=after,
            newest_first=True,
        )
        listed = (row for row in rows if _is_listed(row, who))
        for row in islice(listed, limit - len(found)):
            found.append(_summary_json(row))
            after = row.cursor
        if len(found) < limit and rows:
            after = rows[-1].cursor
        if len(rows) < limit or len(found) == limit:
            break
    is_end = len(rows) < limit and (not rows or after == rows[-1].cursor)
    following = None if is_end or after is None else written_cursor(context.secret, after)
    return TournamentPage(found, following)


def _is_listed(row: StreamDescription, who: Browsing) -> bool:
    about = row.summary
    if not isinstance(who, Anonymous) and who.acts_for(about["owner"]):
        return True
    return about["visibility"] == "public" and not about["test"]


def _summary_json(row: StreamDescription) -> TournamentSummaryJson:
    about = row.summary
    return {
        "id": str(row.id),
        "name": about["name"],
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
