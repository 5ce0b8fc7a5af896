"""Lists of tables, deals and tournaments: filters, results, visibility and pages."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

from domain.games import rules_of
from domain.kernel.deal import Opened
from domain.kernel.decided import winners
from domain.kernel.event import Event, Seat
from domain.kernel.sentence import Sentence
from domain.kernel.stored import from_data
from events.listings import PUBLIC_PARTY, Listing
from events.store import Cursor
from service import ids
from service.access.credentials import Anonymous, ApiKey
from service.context import Context
from service.lists.listings import STATUSES_LISTED, note_party, own_ref_party, ref_party
from service.problems import Code, Problem
from service.streams import DEALS, TABLES, TOURNAMENTS
from service.summaries import is_listed_for_everybody
from service.tables.sight import may_see, takes_part, watch_delay

Result: TypeAlias = Literal["won", "lost", "even"]
"""How a deal came out for a seat; ``even``: no side came off better."""
RESULTS = get_args(Result)


class DealResult(NamedTuple):
    """How a deal came out.

    Attributes:
        won_by: The seats that came off best; none: all sides did equally.
        declarer: The seat that played alone, where the game has one.
        contract: The declared contract; None: there was none.
    """

    won_by: tuple[Seat, ...]
    declarer: Seat | None
    contract: str | None

    def of(self, seat: Seat) -> Result:
        """How it came out for a seat."""
        return "even" if not self.won_by else "won" if seat in self.won_by else "lost"

    def declared_by(self, seat: Seat) -> str | None:
        """The contract that a seat had declared; None: there was none."""
        return self.contract if seat == self.declarer else None


def result_of(row: Listing) -> DealResult | None:
    """How a deal came out; None: no side scored, or not yet."""
    if row.status != "over" or row.ending is None:
        return None
    opened, outcome = event_of(row.opening), event_of(row.ending)
    assert isinstance(opened, Opened), "a deal begins with it"
    won_by = winners(rules_of(opened.game, opened.rules), opened, outcome)
    said: Any = outcome
    return DealResult(won_by, getattr(said, "declarer", None), getattr(said, "contract", None))


def event_of(body: Mapping[str, Any]) -> Event:
    """The event of a row."""
    return from_data(body["type"], body["schema"], body["data"])


def seats_of(row: Listing, *, ref: str | None, player: str | None) -> Iterator[Seat]:
    """The seats of people at a table, with a reference and a name if these are given."""
    for seat, sitting in enumerate(row.of_table["seats"]):
        if sitting is None or sitting["bot"]:
            continue
        is_named = player is None or sitting["name"].casefold() == player.casefold()
        if is_named and ref in (None, sitting.get("ref")):
            yield seat


BATCHES: Final = 5
"""Batches of rows read for one page. If most rows are left out, the page stays short."""
LATEST: Final = 253_402_300_799_000_000
"""The end of the year 9999, in microseconds."""

Browsing: TypeAlias = ApiKey | Anonymous
"""The callers who may read lists."""


class Wanted(NamedTuple):
    """A filter of tables, deals or tournaments; None and False: no filter.

    Attributes:
        mine: Only what the caller owns.
        ref: Only own rows at which a person has this reference.
        own_ref: Only own rows with this reference of their own.
        metadata: Only own rows with this name and value in their metadata.
        table: Only this table.
        game: Only this game.
        status: Only this status.
        since: Only what was opened then or later, in µs since the epoch.
        until: Only what was opened before, in µs since the epoch.
        open: Tables that wait for players (True), or all others (False).
        free: Tables with a seat that anybody may take (True), or all others (False).
        player: Only tables at which a person has this name.
        contract: Only deals in which that person had declared this; without one, any person.
        result: Only deals that came out like this for that person.
    """

    mine: bool = False
    ref: str | None = None
    own_ref: str | None = None
    metadata: tuple[str, str] | None = None
    table: UUID | None = None
    game: str | None = None
    status: str | None = None
    since: int | None = None
    until: int | None = None
    open: bool | None = None
    free: bool | None = None
    player: str | None = None
    contract: str | None = None
    result: Result | None = None


class ListPage(NamedTuple):
    """A page of a list, and the cursor of the next one."""

    rows: tuple[Listing, ...]
    next: str | None


def find_tables(
    context: Context, principal: Browsing, wanted: Wanted, *, cursor: str | None, limit: int
) -> ListPage:
    """The tables visible to the caller, the newest first."""
    return _page(context, principal, wanted, kind=TABLES.kind, cursor=cursor, limit=limit)


def find_deals(
    context: Context, principal: Browsing, wanted: Wanted, *, cursor: str | None, limit: int
) -> ListPage:
    """The deals of tables that are visible to the caller, the newest first."""
    return _page(context, principal, wanted, kind=DEALS.kind, cursor=cursor, limit=limit)


def find_tournaments(
    context: Context, principal: Browsing, wanted: Wanted, *, cursor: str | None, limit: int
) -> ListPage:
    """The tournaments of the caller and all that are public, the newest first."""
    return _page(context, principal, wanted, kind=TOURNAMENTS.kind, cursor=cursor, limit=limit)


def cursor_of(secret: bytes, row: Listing) -> str:
    """The cursor of what follows a row."""
    return written_cursor(secret, row.cursor)


def _page(
    context: Context,
    principal: Browsing,
    wanted: Wanted,
    *,
    kind: str,
    cursor: str | None,
    limit: int,
) -> ListPage:
    parties, statuses = _parties(context, principal, wanted), _statuses(wanted, kind)
    if not (parties and statuses):
        return ListPage((), None)
    found: list[Listing] = []
    after = None if cursor is None else read_cursor(context.secret, cursor)
    for _ in range(BATCHES):
        rows = context.listings.find(
            kind=kind,
            parties=parties,
            statuses=statuses,
            limit=limit + 1,
            after=after,
            since=wanted.since or 0,
            until=wanted.until,
        )
        for row in rows[:limit]:
            after = row.cursor
            if is_wanted(row, principal, wanted) and _may_be_listed(context, row, principal):
                found.append(row)
            if len(found) == limit:
                break
        if not rows or after == rows[-1].cursor:
            return ListPage(tuple(found), None)
        if len(found) == limit:
            break
    return ListPage(tuple(found), after and written_cursor(context.secret, after))


def parties_of(who: Browsing) -> tuple[UUID, ...]:
    """The parties whose tables a caller may find."""
    return (PUBLIC_PARTY,) if isinstance(who, Anonymous) else (*who.owners, PUBLIC_PARTY)


def owns_row(row: Listing, who: Browsing) -> bool:
    """Whether the caller acts for the owner of the table of a row."""
    return isinstance(who, ApiKey) and who.acts_for(row.of_table["owner"])


def _parties(context: Context, principal: Browsing, wanted: Wanted) -> Collection[UUID]:
    """The parties whose lists have all that is wanted and visible, as few as there can be.

    Raises:
        Problem: ``unauthenticated``, if the filter is about the tables of an owner.
    """
    noted = _noted(wanted)
    if isinstance(principal, Anonymous):
        if wanted.mine or noted is not None:
            raise Problem(Code.UNAUTHENTICATED, Sentence("credential-missing"))
    elif noted is not None:
        return [noted(owner) for owner in principal.owners]
    if wanted.table is not None:
        stream = context.streams.table(wanted.table)
        if stream is None or not may_see(stream.state, principal):
            return ()
        is_late = stream.state.is_covered or watch_delay(stream, principal)
        return () if is_late else (wanted.table,)
    return [each for each in parties_of(principal) if not (wanted.mine and each == PUBLIC_PARTY)]


def _noted(wanted: Wanted) -> Callable[[UUID], UUID] | None:
    """The party of an owner by what is noted, the rarest first; None: nothing noted is wanted."""
    if wanted.own_ref is not None:
        return partial(own_ref_party, ref=wanted.own_ref)
    if wanted.ref is not None:
        return partial(ref_party, ref=wanted.ref)
    if wanted.metadata is not None:
        name, value = wanted.metadata
        return partial(note_party, name=name, value=value)
    return None


def _statuses(wanted: Wanted, kind: str) -> tuple[str, ...]:
    return tuple(
        each
        for each in STATUSES_LISTED[kind]
        if wanted.status in (None, each)
        and wanted.open in (None, each == "open")
        and (not wanted.free or each == "open")
    )


def _may_be_listed(context: Context, row: Listing, principal: Browsing) -> bool:
    """Whether the caller may find a row in lists.

    Test tables are for their own parties, and tables for members for API keys.
    """
    about = row.of_table
    if row.kind == TOURNAMENTS.kind:  # its parties are all who may find it
        return True
    if isinstance(principal, Anonymous):
        return is_listed_for_everybody(about) and not about.get("test")
    if row.kind != TABLES.kind or not about.get("test") or owns_row(row, principal):
        return True
    return _is_member(context, row, principal)


def _is_member(context: Context, row: Listing, principal: Browsing) -> bool:
    stream = context.streams.table(row.table)
    return stream is not None and takes_part(stream.state, principal)


def is_wanted(row: Listing, principal: Browsing, wanted: Wanted) -> bool:
    """Whether a row fits a filter, apart from its status and its times."""
    about = row.of_table
    return (
        wanted.game in (None, about["game"])
        and wanted.table in (None, row.table)
        and (not wanted.mine or owns_row(row, principal))
        and wanted.free in (None, _is_free(row))
        and (_noted(wanted) is None or owns_row(row, principal))
        and _has_notes(about, wanted)
        and _came_out(row, wanted)
    )


def _came_out(row: Listing, wanted: Wanted) -> bool:
    """Whether a deal came out as it is wanted, for a person who is meant."""
    if wanted.player is None and wanted.contract is None and wanted.result is None:
        return True
    seats = seats_of(row, ref=wanted.ref, player=wanted.player)
    if wanted.contract is None and wanted.result is None:
        return any(True for _ in seats)
    came = result_of(row)
    return came is not None and any(
        wanted.contract in (None, came.declared_by(seat)) and wanted.result in (None, came.of(seat))
        for seat in seats
    )


def _has_notes(about: Mapping[str, Any], wanted: Wanted) -> bool:
    """Whether the summary of a table has what is wanted of its owner's notes."""
    if wanted.metadata is not None:
        name, value = wanted.metadata
        if (about.get("metadata") or {}).get(name) != value:
            return False
    if wanted.ref is not None and wanted.ref not in about.get("refs", ()):
        return False
    return wanted.own_ref in (None, about.get("ref"))


def _is_free(row: Listing) -> bool:
    """Whether a table has a seat that anybody may take; the seats of a rematch are reserved."""
    return row.status == "open" and not row.of_table.get("rematch_of")


def written_cursor(secret: bytes, cursor: Cursor) -> str:
    """An encrypted cursor, since it may belong to a table that the caller cannot see."""
    opened_at, stream = cursor
    raw = opened_at.to_bytes(8, "big") + stream.bytes
    return urlsafe_b64encode(ids.veiled(secret, raw)).decode()


def read_cursor(secret: bytes, cursor: str) -> Cursor:
    """The decrypted cursor; any 44 characters give some cursor."""
    raw = ids.unveiled(secret, urlsafe_b64decode(cursor))
    return min(int.from_bytes(raw[:8], "big"), LATEST), UUID(bytes=raw[8:])
