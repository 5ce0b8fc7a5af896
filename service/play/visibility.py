"""Who may look at what: at a deal, and through whose eyes."""

from typing import Final
from uuid import UUID

from domain.kernel.event import FULL, PUBLIC, Observer, Seat
from service.access.credentials import Auditor, Caller, Onlooker, SeatHolder, Watcher
from service.context import House
from service.play.deal_stream import DEAL
from service.play.tables import find_table, may_see, takes_part
from service.problems import Code, Problem, not_found
from service.streams import Deal, TableStream

_SEAT: Final = "seat:"


def observer_name(observer: Observer) -> str:
    """How the API names who looks: ``seat:2``, ``public`` or ``full``."""
    return observer if isinstance(observer, str) else f"{_SEAT}{observer}"


def read_observer(name: str) -> Observer:
    """Who looks, from a name that is well formed."""
    if name == PUBLIC:
        return PUBLIC
    return FULL if name == FULL else int(name.removeprefix(_SEAT))


def own_seat(caller: Onlooker) -> Seat | None:
    """The seat whose eyes are the caller's own."""
    return caller.seat if isinstance(caller, SeatHolder) else None


def see_deal(house: House, caller: Onlooker, deal: UUID, *, wanted: Observer | None = None) -> Deal:
    """A deal as an observer has it, if the caller may see it so.

    While the deal is on, a seat is seen by its own holder alone; afterwards by all who may know of
    the table. What another seat knows is not even read before that is settled.

    Args:
        house: The service.
        caller: Who asks.
        deal: The deal.
        wanted: Through whose eyes. None: the caller's own, or the public's where he has none.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``.
    """
    own = own_seat(caller)
    observer = wanted if wanted is not None else PUBLIC if own is None else own
    table, public = _find(house, caller, deal)
    if own is not None and observer == own:
        return _read(house, deal, own)
    if isinstance(caller, Watcher) and observer != PUBLIC:
        raise Problem(Code.VIEW_NOT_ALLOWED, "A watcher sees what the public sees.")
    public = public or _read(house, deal, PUBLIC)
    if not public.over:
        _require_public(table, caller, observer)
    if observer == PUBLIC:
        return public
    if observer != FULL and observer >= public.opened.seats:
        raise not_found("seat")
    return _read(house, deal, observer)


def see_finished_deal(house: House, caller: Caller, deal: UUID) -> Deal:
    """A finished deal in full, if the caller may know of it.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``, ``deal-on``, ``deal-voided``,
            ``deal-abandoned``.
    """
    require_finished(see_deal(house, caller, deal))
    return see_deal(house, caller, deal, wanted=FULL)


def see_audited(house: House, auditor: Auditor, deal: UUID, *, wanted: Observer) -> Deal:
    """A deal that is over, of an auditor's table, as an observer had it.

    Raises:
        Problem: ``not-found``, ``deal-on``.
    """
    find_audited(house, auditor, deal)
    public = _read(house, deal, PUBLIC)
    if not public.over:
        raise Problem(Code.DEAL_ON, "An auditor reads what is over.")
    if not isinstance(wanted, str) and wanted >= public.opened.seats:
        raise not_found("seat")
    return _read(house, deal, wanted)


def find_audited(house: House, auditor: Auditor, deal: UUID) -> TableStream:
    """The table of an auditor, if the deal is one of its deals.

    Raises:
        Problem: ``not-found``.
    """
    stream = house.journal.table(auditor.table)
    if stream is None or all(line.deal != str(deal) for line in stream.state.deals):
        raise not_found("deal")
    return stream


def audited_table(house: House, auditor: Auditor, table: UUID) -> TableStream:
    """A table, if it is the auditor's.

    Raises:
        Problem: ``not-found``.
    """
    stream = house.journal.table(table) if table == auditor.table else None
    if stream is None:
        raise not_found("table")
    return stream


def require_finished(deal: Deal) -> None:
    """Whether a deal was dealt, and is over.

    Raises:
        Problem: ``deal-on``, ``deal-voided``, ``deal-abandoned`` before a card was dealt.
    """
    if deal.begun.voided is not None:
        raise Problem(Code.DEAL_VOIDED, "The deal was voided before a card was dealt.")
    if deal.begun.is_off:
        raise Problem(Code.DEAL_ABANDONED, "The deal was abandoned before a card was dealt.")
    if not deal.over:
        raise Problem(Code.DEAL_ON, "That has all the cards: it is there after the deal.")


def see_stream(house: House, caller: Caller, stream: UUID) -> None:
    """See that the caller may see a deal or a table, through whosever eyes.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``.
    """
    row = house.store.head(stream)
    if row is not None and row.kind == DEAL:
        see_deal(house, caller, stream)
    else:
        find_table(house, caller, stream)


def find_own_table(house: House, caller: SeatHolder, deal: UUID) -> TableStream:
    """The table of a seat's holder, if the deal is one of its deals.

    It was read when the caller was let in; who knows of a deal asks after the table told of it.

    Raises:
        Problem: ``not-found``.
    """
    journal = house.journal
    table = journal.remembered_table(caller.table) or journal.table(caller.table)
    if table is None or all(line.deal != str(deal) for line in table.state.deals):
        raise not_found("deal")
    return table


def _find(house: House, caller: Onlooker, deal: UUID) -> tuple[TableStream, Deal | None]:
    """The deal's table, and the deal itself where it had to be read on the way."""
    if isinstance(caller, SeatHolder):
        return find_own_table(house, caller, deal), None
    public = house.journal.deal(deal, observer=PUBLIC)
    table = None if public is None else house.journal.table(UUID(public.opened.table))
    if table is None or not may_see(table.state, caller):
        raise not_found("deal")
    return table, public


def _read(house: House, deal: UUID, observer: Observer) -> Deal:
    read = house.journal.deal(deal, observer=observer)
    if read is None:
        raise not_found("deal")
    return read


def _require_public(table: TableStream, caller: Onlooker, observer: Observer) -> None:
    """Whether the caller may watch a deal that is on, as the public."""
    if observer != PUBLIC:
        raise Problem(
            Code.VIEW_NOT_ALLOWED,
            "While the deal is on, this view is for the holder of that seat alone."
            if observer != FULL
            else "While the deal is on, nobody sees all of it.",
        )
    if not table.opened.spectators and not takes_part(table.state, caller):
        raise Problem(Code.VIEW_NOT_ALLOWED, "This table lets nobody watch while a deal is on.")
