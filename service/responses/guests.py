"""Guests and invitations of a table."""

from typing_extensions import TypedDict

from domain.table.guests import State
from service.responses.base import Id, Time
from service.responses.shared import NotedJson


class GuestSummaryJson(TypedDict):
    """The fields of every guest."""

    name: str
    """The name of the guest."""
    until: Time
    """When the token ends."""


class GuestJson(GuestSummaryJson):
    """A guest, as the table's owner and its players see them."""

    dismissed: bool
    """Whether the token was ended before its time."""


class NewGuestJson(GuestSummaryJson):
    """A new guest, with the token. The token is shown once."""

    token: str
    """`audit_…`, `view_…` or `read_…`."""


class AuditorJson(GuestJson):
    """An auditor of a table."""

    auditor: int
    """1 for the table's first."""
    appointed_by: Id
    """The API key that appointed them."""
    owner_seats: list[int]
    """The seats that keys of the table's owner took, or issued tokens of again: such an owner is a
    party."""
    may_rule: bool
    """Whether they may rule: at a table of `fixed_auditors` only those admitted before it began."""


class NewAuditorJson(NewGuestJson):
    """A new auditor, with the token. Keep it: it is not kept here."""

    auditor: int
    """1 for the table's first."""


class AuditorListJson(TypedDict):
    """All auditors that the table ever had."""

    auditors: list[AuditorJson]
    """The first one first."""


class WatcherJson(GuestJson):
    """A watcher of a table."""

    watcher: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""


class NewWatcherJson(NewGuestJson):
    """A new watcher, with the token. Keep it: it is not kept here."""

    watcher: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""


class WatcherListJson(TypedDict):
    """All watchers that the table ever had."""

    watchers: list[WatcherJson]
    """The first one first."""


class ReaderJson(GuestJson):
    """A reader of finished deals of a table."""

    reader: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""
    deal: Id | None
    """The only deal that the reader may read; null: every deal of the table."""


class NewReaderJson(NewGuestJson):
    """A new reader, with the token. Keep it: it is not kept here."""

    reader: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""
    deal: Id | None
    """The only deal that the reader may read; null: every deal of the table."""


class ReaderListJson(TypedDict):
    """All readers that the table ever had."""

    readers: list[ReaderJson]
    """The first one first."""


class InvitationJson(NotedJson):
    """An invitation to a table."""

    invitation: int
    """1 for the table's first."""
    seat: int | None
    """The seat; null: any free seat."""
    name: str | None
    """The owner's label; null: erased, with the person or on withdrawal."""
    until: Time
    """When it expires."""
    state: State
    """Whether a seat can be taken with it, was taken, or can no longer be."""
    taken: int | None
    """The seat that was taken with it."""


class NewInvitationJson(InvitationJson):
    """A new invitation, with the token. Keep it: it is not kept here."""

    token: str
    """`invite_…`."""


class InvitationListJson(TypedDict):
    """All invitations that the table ever had."""

    invitations: list[InvitationJson]
    """The first one first."""
