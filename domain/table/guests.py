"""Guests of a table: auditors, watchers, readers and the invited, each with an expiring token.

A guest has one scope. An auditor judges the disputes of the table. A watcher sees what the public
sees. A reader sees finished deals in full. An invitation takes one seat, once. The events belong
to the table's own stream; only a seat taken by an invitation changes the play.
"""

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, cast

from domain.kernel.event import OWNER, Digest, Event, Id, Seat, Text, event
from domain.table.events import Pairs, SeatTaken
from domain.table.fields import PARTIES

GuestScope: TypeAlias = Literal["auditor", "watcher", "reader", "invitation"]
AUDITOR: Final[GuestScope] = "auditor"
WATCHER: Final[GuestScope] = "watcher"
READER: Final[GuestScope] = "reader"
INVITATION: Final[GuestScope] = "invitation"

State: TypeAlias = Literal["open", "used", "withdrawn", "expired"]
"""The state of an invitation."""


@event("table.auditor_admitted")
class AuditorAdmitted(Event):
    """The table's owner admits an auditor to judge its disputes, until a moment."""

    auditor: Annotated[int, PARTIES]
    """1 for the table's first."""
    name: Annotated[Text, PARTIES]
    token: Digest
    """The hash of the token that opens the evidence to the auditor."""
    until: Annotated[int, PARTIES]
    """In µs since the epoch, UTC."""


@event("table.auditor_dismissed")
class AuditorDismissed(Event):
    """An auditor's token ends before its time."""

    auditor: Annotated[int, PARTIES]


@event("table.watcher_admitted")
class WatcherAdmitted(Event):
    """The table's owner, or a seat, admits a watcher, until a moment."""

    watcher: Annotated[int, PARTIES]
    """1 for the table's first."""
    name: Annotated[Text, PARTIES]
    by: Annotated[Seat | None, PARTIES]
    """None: the owner."""
    token: Digest
    """The hash of the token that opens the table to the watcher."""
    until: Annotated[int, PARTIES]
    """In µs since the epoch, UTC."""


@event("table.watcher_dismissed")
class WatcherDismissed(Event):
    """A watcher's token ends before its time."""

    watcher: Annotated[int, PARTIES]


@event("table.reader_admitted")
class ReaderAdmitted(Event):
    """The table's owner, or a seat, admits a reader of finished deals, until a moment."""

    reader: Annotated[int, PARTIES]
    """1 for the table's first."""
    name: Annotated[Text, PARTIES]
    by: Annotated[Seat | None, PARTIES]
    """None: the owner."""
    deal: Annotated[Id | None, PARTIES]
    """The only deal that the reader may read; None: every deal of the table."""
    token: Digest
    """The hash of the token that opens the deals to the reader."""
    until: Annotated[int, PARTIES]
    """In µs since the epoch, UTC."""


@event("table.reader_dismissed")
class ReaderDismissed(Event):
    """A reader's token ends before its time."""

    reader: Annotated[int, PARTIES]


@event("table.invited")
class Invited(Event):
    """The table's owner invites a person to take a seat, until a moment."""

    invitation: Annotated[int, PARTIES]
    """1 for the table's first."""
    seat: Annotated[Seat | None, PARTIES]
    """None: any free seat."""
    name: Annotated[Text | None, OWNER]
    """The owner's label."""
    token: Digest
    """The hash of the token that takes the seat."""
    until: Annotated[int, PARTIES]
    """In µs since the epoch, UTC."""
    ref: Annotated[Text | None, OWNER] = None
    """The owner's own id of the person, which the seat gets."""
    metadata: Annotated[Pairs | None, OWNER] = None
    """The owner's own notes on the person, which the seat gets."""


@event("table.invitation_withdrawn")
class InvitationWithdrawn(Event):
    """An invitation ends before its time. Its label and the notes in it are erased."""

    invitation: Annotated[int, PARTIES]
    invited: Annotated[int, PARTIES]
    """The `table.invited`, by its position."""


GuestAdmitted: TypeAlias = AuditorAdmitted | WatcherAdmitted | ReaderAdmitted | Invited
GuestDismissed: TypeAlias = (
    AuditorDismissed | WatcherDismissed | ReaderDismissed | InvitationWithdrawn
)
GuestEvent: TypeAlias = GuestAdmitted | GuestDismissed

ADMITTED: Final[Mapping[GuestScope, type[GuestAdmitted]]] = {
    AUDITOR: AuditorAdmitted,
    WATCHER: WatcherAdmitted,
    READER: ReaderAdmitted,
    INVITATION: Invited,
}
"""The event that admits a guest of each scope. The field with the name of the scope has the number.
"""
DISMISSED: Final[Mapping[GuestScope, type[GuestDismissed]]] = {
    AUDITOR: AuditorDismissed,
    WATCHER: WatcherDismissed,
    READER: ReaderDismissed,
    INVITATION: InvitationWithdrawn,
}
"""The event that ends the token of a guest of each scope."""
_SCOPES: Final[Mapping[type[Event], GuestScope]] = {
    kind: scope for kinds in (ADMITTED, DISMISSED) for scope, kind in kinds.items()
}


class Guest(NamedTuple):
    """A guest, current or former."""

    name: Text | None
    """None: the label of an invitation, erased."""
    token: Digest
    until: int
    by: Seat | None = None
    """The seat that admitted the guest; None: the owner."""
    dismissed: bool = False
    deal: Id | None = None
    """The only deal that a reader may read; None: all."""
    seat: Seat | None = None
    """The seat of an invitation; None: any free one."""
    ref: Text | None = None
    metadata: Pairs | None = None
    invited: int = 0
    """The position of the event that admitted the guest."""
    used: Seat | None = None
    """The seat that was taken by an invitation."""
    taken: int = 0
    """The position of the event by which it was taken."""
    early: bool = False
    """Whether the guest was admitted before the first deal."""

    def is_valid(self, now: int) -> bool:
        """Whether the guest's token is valid at a moment, in µs since the epoch."""
        return not self.dismissed and now < self.until

    def is_open(self, now: int) -> bool:
        """Whether a seat can be taken by an invitation at a moment."""
        return self.state(now) == "open"

    def state(self, now: int) -> State:
        """The state of an invitation at a moment."""
        if self.used is not None:
            return "used"
        if self.dismissed:
            return "withdrawn"
        return "open" if now < self.until else "expired"

    def erased(self) -> "Guest":
        """The invitation without its label and the notes in it."""
        return self._replace(name=None, ref=None, metadata=None)


_TAKEN_OVER: Final = frozenset({"name", "token", "until", "by", "deal", "seat", "ref", "metadata"})
"""The fields of a guest that the event which admits them has, where it has them."""


class Guests(NamedTuple):
    """All guests that a table ever had."""

    by_scope: Mapping[GuestScope, tuple[Guest, ...]] = {}
    """The guests of each scope that has any; number 1 is the first."""

    def of(self, scope: GuestScope) -> tuple[Guest, ...]:
        """The guests with a scope; number 1 is the first."""
        return self.by_scope.get(scope, ())

    def find(self, scope: GuestScope, number: int) -> Guest | None:
        """The guest of this number, where there is one."""
        known = self.of(scope)
        return known[number - 1] if 0 < number <= len(known) else None

    def having(self, scope: GuestScope, number: int, guest: Guest) -> "Guests":
        """The guests with another value for the one of this number, or with one more."""
        known = self.of(scope)
        return Guests({**self.by_scope, scope: (*known[: number - 1], guest, *known[number:])})


def place_of(event: GuestEvent) -> tuple[GuestScope, int]:
    """The scope and the number of the guest that an event is about."""
    scope = _SCOPES[type(event)]
    return scope, getattr(event, scope)


def guest_of(event: GuestAdmitted, *, at: int = 0, early: bool = False) -> Guest:
    """The guest whom an event at a position admits."""
    fields: dict[str, Any] = {
        name: getattr(event, name) for name in _TAKEN_OVER if name in event.KINDS
    }
    return Guest(**fields, invited=at if isinstance(event, Invited) else 0, early=early)


def may_follow(
    guests: Guests,
    event: GuestEvent,
    *,
    seats: int,
    free: Collection[Seat] = (),
    deals: Collection[Id] = (),
) -> bool:
    """Whether this can have happened next.

    Args:
        guests: The guests admitted so far.
        event: The event to check.
        seats: The number of seats at the table.
        free: The seats that a person can take.
        deals: The deals of the table.
    """
    scope, number = place_of(event)
    if not isinstance(event, GuestAdmitted):
        guest = guests.find(scope, number)
        if guest is None or guest.dismissed or guest.used is not None:
            return False
        return not isinstance(event, InvitationWithdrawn) or event.invited == guest.invited
    guest = guest_of(event)
    if isinstance(event, Invited) and not (free if event.seat is None else event.seat in free):
        return False
    fits = guest.by is None or guest.by in range(seats)
    knows = guest.deal is None or guest.deal in deals
    return number == len(guests.of(scope)) + 1 and fits and knows


def evolved(guests: Guests, event: GuestEvent, *, at: int = 0, early: bool = False) -> Guests:
    """The guests after an event at a position, perhaps before the first deal (`early`)."""
    scope, number = place_of(event)
    if isinstance(event, GuestAdmitted):
        return guests.having(scope, number, guest_of(event, at=at, early=early))
    guest = guests.of(scope)[number - 1]._replace(dismissed=True)
    return guests.having(scope, number, guest.erased() if scope == INVITATION else guest)


# --- Seats taken by invitation ------------------------------------------------------------------

_INVITED: Final = re.compile(f"{INVITATION}:([1-9][0-9]{{0,4}})")


def invitation_of(actor: str) -> int | None:
    """The number of the invitation that an actor is; None: it is none."""
    number = _INVITED.fullmatch(actor)
    return None if number is None else int(number[1])


def may_sit_down(guests: Guests, event: SeatTaken, actor: str, at: int) -> bool:
    """Whether an actor may take a seat at a moment, as far as invitations decide it.

    A seat that is taken by invitation is held by no API key.
    """
    if not actor.startswith(f"{INVITATION}:"):
        return True
    guest = guests.find(INVITATION, invitation_of(actor) or 0)
    if guest is None or not guest.is_open(at) or guest.seat not in (None, event.seat):
        return False
    return event.bot is None and event.holder is None


def used(guests: Guests, event: SeatTaken, *, actor: str, at: int) -> Guests:
    """The guests after a seat was taken by an event at a position."""
    number = invitation_of(actor)
    guest = None if number is None else guests.find(INVITATION, number)
    if guest is None:
        return guests
    taken = guest._replace(used=event.seat, taken=at)
    return guests.having(INVITATION, cast("int", number), taken)


def without_person(guests: Guests, taken: int) -> Guests:
    """The guests without the notes of the invitation by which an erased person sat down."""
    for number, guest in enumerate(guests.of(INVITATION), start=1):
        if guest.taken == taken:
            return guests.having(INVITATION, number, guest.erased())
    return guests
