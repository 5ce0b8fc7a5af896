"""Visibility: the views of a deal that a caller may have."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from domain.kernel.event import FULL, PUBLIC, Seat, Viewer
from domain.kernel.sentence import Sentence
from events.archives import place_of
from service.access.credentials import (
    Anonymous,
    ApiKey,
    EntryHolder,
    GuestHolder,
    Principal,
    SeatHolder,
    is_auditor,
    is_reader,
)
from service.clocks.table_time import as_of
from service.context import Context
from service.problems import Code, Problem, archived, not_found
from service.streams import DEALS, TOURNAMENTS, Deal, Stream, TableStream
from service.tables.sight import may_see, sits, takes_part, watch_delay, watch_table
from service.tournaments.events import find_tournament

_SEAT: Final = "seat:"


def viewer_name(viewer: Viewer) -> str:
    """The name of a viewer in the API: ``seat:2``, ``public`` or ``full``."""
    return viewer if isinstance(viewer, str) else f"{_SEAT}{viewer}"


def parse_viewer(name: str) -> Viewer:
    """The viewer with a well-formed name."""
    if name == PUBLIC:
        return PUBLIC
    return FULL if name == FULL else int(name.removeprefix(_SEAT))


def own_seat(principal: Principal) -> Seat | None:
    """The caller's own viewer: the seat of a seat token."""
    return principal.seat if isinstance(principal, SeatHolder) else None


def see_deal(
    context: Context, principal: Principal, deal: UUID, *, wanted: Viewer | None = None
) -> Deal:
    """A deal as a viewer sees it, if the caller may have that view.

    During the deal, only its holder has a seat's view. Afterwards everyone has it who may know of
    the table, but watchers only where the table's terms say so (`views_after`). Readers and
    auditors have no view before. Another seat's record is not even read before authorization.
    Watchers see the deal with the table's delay (`watch_delay`).

    Args:
        context: The service.
        principal: The caller.
        deal: The deal.
        wanted: The viewer. None: the caller's own, or the public if the caller has none.

    Raises:
        Problem: ``not-found``, ``archived``, ``view-not-allowed``.
    """
    own = own_seat(principal)
    viewer = wanted if wanted is not None else PUBLIC if own is None else own
    table, public = _find(context, principal, deal)
    if own is not None and viewer == own:
        return _read(context, principal, deal, own)
    behind = watch_delay(table, principal)
    public = _uncovered(public, table, principal)
    public = _as_of(context, public or _read(context, principal, deal, PUBLIC), behind)
    if is_reader(principal) or is_auditor(principal):
        public = _finished_for_guest(table, principal, public)
    if viewer != PUBLIC and not may_see_views(table, principal):
        raise Problem(Code.VIEW_NOT_ALLOWED, Sentence("watcher-public-only"))
    if not public.over:
        _require_public(table, principal, viewer)
    if viewer == PUBLIC:
        return public
    if viewer != FULL and viewer >= public.opened.seats:
        raise not_found("seat")
    return _as_of(context, _read(context, principal, deal, viewer), behind)


def _uncovered(public: Deal | None, table: TableStream, principal: Principal) -> Deal | None:
    """A deal, unless it is a board that is not revealed, and the caller does not sit there (C26).

    Raises:
        Problem: ``not-found``.
    """
    is_covered = public is not None and public.opened.board is not None and not public.over
    if is_covered and not sits(table, principal):
        raise not_found("deal")
    return public


def _as_of(context: Context, deal: Deal, behind: int) -> Deal:
    """A deal as it was so many µs ago.

    Raises:
        Problem: ``not-found``: it was not there.
    """
    seen = as_of(context, deal, behind)
    if seen is None:
        raise not_found("deal")
    return seen


def _finished_for_guest(table: TableStream, who: GuestHolder, public: Deal) -> Deal:
    """A deal, if it is over and one that the reader or auditor may read.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``.
    """
    _require_guest_of(table, who, public.id)
    if not public.over:
        why = "auditor-after-deal" if is_auditor(who) else "reader-after-deal"
        raise Problem(Code.VIEW_NOT_ALLOWED, Sentence(why))
    return public


def _require_guest_of(table: TableStream, who: GuestHolder, deal: UUID) -> None:
    """Check that a reader or auditor may read this deal of the table.

    Raises:
        Problem: ``not-found``.
    """
    guest = table.state.guests.find(who.scope, who.number)
    if guest is None or guest.deal not in (None, str(deal)):
        raise not_found("deal")


def may_see_views(table: TableStream, principal: Principal) -> bool:
    """Whether the caller may see the views of the seats once a deal of the table is over."""
    is_party = isinstance(principal, ApiKey | SeatHolder | EntryHolder) or is_auditor(principal)
    return is_party or table.opened.views_after == "all"


def see_finished_deal(context: Context, principal: Principal, deal: UUID) -> Deal:
    """A finished deal in full, if the caller may know of it.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``, ``deal-on``, ``deal-voided``,
            ``deal-abandoned``.
    """
    require_finished(see_deal(context, principal, deal))
    return see_deal(context, principal, deal, wanted=FULL)


def see_audited(context: Context, auditor: GuestHolder, deal: UUID, *, wanted: Viewer) -> Deal:
    """A deal that is over, of an auditor's table, as a viewer saw it.

    Raises:
        Problem: ``not-found``, ``deal-on``.
    """
    find_audited(context, auditor, deal)
    public = _read(context, auditor, deal, PUBLIC)
    if not public.over:
        raise Problem(Code.DEAL_ON, Sentence("auditor-after-deal"))
    if not isinstance(wanted, str) and wanted >= public.opened.seats:
        raise not_found("seat")
    return _read(context, auditor, deal, wanted)


def find_audited(context: Context, auditor: GuestHolder, deal: UUID) -> TableStream:
    """The table of an auditor, if the deal is one of its deals.

    Raises:
        Problem: ``not-found``.
    """
    stream = context.streams.table(auditor.table)
    if stream is None:
        raise not_found("deal")
    require_deal(stream, deal)
    return stream


def require_deal(stream: TableStream, deal: UUID) -> None:
    """Check that a deal is one of a table's deals.

    Raises:
        Problem: ``not-found``.
    """
    if not any(line.deal == str(deal) for line in stream.state.deals):
        raise not_found("deal")


def audited_table(context: Context, auditor: GuestHolder, table: UUID) -> TableStream:
    """A table, if it is the auditor's.

    Raises:
        Problem: ``not-found``.
    """
    stream = context.streams.table(table) if table == auditor.table else None
    if stream is None:
        raise not_found("table")
    return stream


def require_finished(deal: Deal) -> None:
    """Whether a deal was dealt, and is over.

    Raises:
        Problem: ``deal-on``, ``deal-voided``, ``deal-abandoned`` before a card was dealt.
    """
    if deal.progress.voided is not None:
        raise Problem(Code.DEAL_VOIDED, Sentence("voided-before-dealt"))
    if deal.progress.is_off:
        raise Problem(Code.DEAL_ABANDONED, Sentence("abandoned-before-dealt"))
    if not deal.over:
        raise Problem(Code.DEAL_ON, Sentence("all-cards-after-deal"))


def see_stream(context: Context, principal: Principal, stream: UUID) -> int | None:
    """Check that the caller may have any view of a deal, a table or a tournament.

    Returns:
        The last position that they see; None: there is no limit.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``.
    """
    row = context.store.head(stream)
    if row is not None and place_of(row.summary) is not None:
        _table_of_archived(context, principal, stream, row.summary)
        return None
    try:
        if row is not None and row.kind == DEALS.kind:
            seen: Stream[Any] = see_deal(context, principal, stream)
        elif row is not None and row.kind == TOURNAMENTS.kind:
            seen = find_tournament(context, principal, stream)
        else:
            seen = watch_table(context, principal, stream)
    except Problem as problem:
        # what is there and not shown yet is refused as what is not there
        raise not_found("event") if problem.code is Code.NOT_FOUND else problem from None
    return seen.version if seen.behind or seen.covered is not None else None


def _find(context: Context, principal: Principal, deal: UUID) -> tuple[TableStream, Deal | None]:
    """The deal's table, and the deal itself if it had to be read for that."""
    if isinstance(principal, SeatHolder):
        own = context.streams.table_with(principal.table, deal)
        if own is None:
            raise not_found("deal")
        return own, None
    public = context.streams.deal(deal, viewer=PUBLIC)
    if public is None:
        _refuse_archived(context, principal, deal)
    table = None if public is None else _table_of(context, principal, public)
    if table is None or not may_see(table.state, principal):
        raise not_found("deal")
    return table, public


def _table_of(context: Context, principal: Principal, public: Deal) -> TableStream | None:
    """The table of a deal; what strangers may see of a deal that is over follows from its terms."""
    table, is_stranger = UUID(public.opened.table), isinstance(principal, Anonymous)
    read = context.streams.opened_table if is_stranger and public.over else context.streams.table
    return read(table)


def _refuse_archived(context: Context, principal: Principal, deal: UUID) -> None:
    """Say where a deal is archived, to callers who may have the views of its seats.

    Raises:
        Problem: ``archived``; ``not-found`` if the caller may not know of it.
    """
    summary = context.streams.archived_deal(deal)
    place = None if summary is None else place_of(summary)
    if summary is not None and place is not None:
        table = _table_of_archived(context, principal, deal, summary)
        raise archived(place, at=context.archive if may_see_views(table, principal) else "")


def _table_of_archived(
    context: Context, principal: Principal, deal: UUID, summary: Mapping[str, Any]
) -> TableStream:
    """The table of an archived deal, if the caller may know of the deal.

    Raises:
        Problem: ``not-found``.
    """
    table = context.streams.table(UUID(summary["table"]))
    if table is None or not may_see(table.state, principal):
        raise not_found("deal")
    if is_reader(principal) or is_auditor(principal):
        _require_guest_of(table, principal, deal)
    return table


def _read(context: Context, principal: Principal, deal: UUID, viewer: Viewer) -> Deal:
    read = context.streams.deal(deal, viewer=viewer)
    if read is None:
        _refuse_archived(context, principal, deal)
        raise not_found("deal")
    return read


def _require_public(table: TableStream, principal: Principal, viewer: Viewer) -> None:
    """Whether the caller may watch a deal in play, as the public."""
    if viewer != PUBLIC:
        raise Problem(
            Code.VIEW_NOT_ALLOWED,
            Sentence("view-of-that-seat" if viewer != FULL else "view-full-refused"),
        )
    if not table.opened.spectators and not takes_part(table.state, principal):
        raise Problem(Code.VIEW_NOT_ALLOWED, Sentence("no-spectators-while-on"))
