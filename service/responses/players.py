"""Persons: players, guests, invitations, phrases, the queue, ratings, and erasures."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from typing_extensions import TypedDict

from domain.table.events import TableOpened
from domain.table.guests import State
from domain.table.phrases import Phrase
from domain.table.players import Player, metadata_json
from domain.tournaments.events import TournamentOpened
from service.responses.base import Id, Time
from service.responses.shared import NotedJson, PlayerJson, RefsJson

NO_NOTES: Final[NotedJson] = {"ref": None, "metadata": None}
"""The owner's notes on a table or player, for others."""
NOBODY: Final[PlayerJson] = {"name": None, "bot": None, "kind": None, "erased": False, **NO_NOTES}
"""A free seat."""


def player_json(player: Player | None, *, owner: bool) -> PlayerJson:
    """A player as lists and tables show them to the owner of the table, or to others."""
    if player is None:
        return NOBODY
    return {
        "name": player.name,
        "bot": player.bot,
        "kind": player.kind,
        "erased": player.erased,
        **notes_json(player, owner=owner),
    }


def notes_json(noted: Player | TableOpened | TournamentOpened, *, owner: bool) -> NotedJson:
    """The owner's notes on a player, a table or a tournament; null for others."""
    if not owner:
        return NO_NOTES
    return {"ref": noted.ref, "metadata": metadata_json(noted.metadata)}


def refs_json(opened: TableOpened, players: Iterable[Player | None]) -> RefsJson | None:
    """The owner's ids of a table and of its players, seat by seat; None: there are none."""
    seats = [None if player is None else player.ref for player in players]
    return {"table": opened.ref, "seats": [*seats]} if any((opened.ref, *seats)) else None


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


RematchSeats: TypeAlias = Literal["next", "same"]
"""Whether all players sit one seat to the right of the old one, or on the same seats."""


class PhraseTextJson(TypedDict):
    """A phrase that people can say."""

    phrase: Phrase
    """Its key."""
    text: str
    """Its text for people."""


class PhraseListJson(TypedDict):
    """The phrases that people can say."""

    phrases: list[PhraseTextJson]
    """In a fixed order."""


class PhraseJson(TypedDict):
    """A phrase as a seat has said it."""

    number: int
    """At the table, growing."""
    seat: int
    """The seat that said it."""
    phrase: Phrase
    """Its key."""
    at: Time
    """When it was said."""


class AgreementJson(TypedDict):
    """A rematch, and who has agreed to it."""

    table: Id
    """The new table."""
    seats: RematchSeats
    """Whether all players keep their seats or take the next ones."""
    agreed: list[int]
    """The seats of this table whose players sit at the new one."""


class PeopleJson(TypedDict):
    """The people at a table."""

    present: list[int]
    """The seats whose players have a stream with `people` open."""
    phrases: list[PhraseJson]
    """The last phrases, ten at most, the oldest of them first."""
    rematch: AgreementJson | None
    """After the series; null until a player wants a rematch."""


class ReportJson(TypedDict):
    """A report of a phrase, with the phrases before it."""

    table: Id
    number: int
    """The number of the phrase."""
    seat: int
    """The seat that reports it."""
    at: Time
    """When it was reported."""
    phrases: list[PhraseJson]
    """The reported phrase is the last; phrases of persons who are erased are missing."""


class ReportListJson(TypedDict):
    """Reports of phrases."""

    reports: list[ReportJson]
    """The newest first."""


QueueState: TypeAlias = Literal["waiting", "seated", "left"]


class QueuePlaceJson(TypedDict):
    """A place in the queue, or the seat that came of it."""

    state: QueueState
    """Whether the person waits, has a seat, or is not in the queue."""
    ahead: int
    """How many people who want the same have come before."""
    missing: int
    """How many people are missing for the table."""
    bots_in: int | None
    """Seconds until bots fill the table; null: they do not."""
    table: Id | None
    """The table; null: none yet."""
    seat: int | None
    """The seat."""
    token: str | None
    """The token of the seat, `seat_…`."""


class RatedBotJson(TypedDict):
    """A bot of the house; another version is another player."""

    level: str
    """Its level."""
    version: int
    """The version of its policy."""


class RatingJson(TypedDict):
    """The rating of a player in a game."""

    game: str
    ref: str | None
    """Your own id of the person; null: a bot."""
    bot: RatedBotJson | None
    """Null: a person."""
    rating: float
    """The most likely strength: 25 before the first series."""
    uncertainty: float
    """Its standard deviation: the strength is within twice of it in 19 of 20 cases."""
    series: int
    """How many series count."""
    changed_at: Time
    """When the last of them was over."""


class RatingListJson(TypedDict):
    """Ratings, the best first."""

    ratings: list[RatingJson]
    """The ratings of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class ErasureJson(TypedDict):
    """The erased data."""

    persons: int
    """How many times the user had sat down at these tables."""
    tables: int
    """The number of tables."""
    more: bool
    """Whether there are more tables or tournaments: send the request again."""
