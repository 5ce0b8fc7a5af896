"""Events of a table's own stream. Names and notes of people are behind commitments."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from domain.kernel.event import (
    ALL_ERASABLE,
    EVERYONE,
    OWNER,
    Digest,
    Event,
    Id,
    Json,
    Key,
    Seat,
    Signature,
    Text,
    event,
    seen_by,
)
from domain.kernel.game import ranks_of
from domain.kernel.leaving import End
from domain.kernel.stored import added, upcaster
from domain.table.fields import ALL, Term
from domain.table.phrases import When

REVEAL_SECONDS: Final = 60
"""The time of F4, where a table sets no other."""
STAND_IN: Final = Text("medium")
"""The default level of the bot that replaces a player who has left."""

Kind: TypeAlias = Literal["person", "bot"]
"""The kind of player, as declared when the seat was taken."""


Pairs: TypeAlias = tuple[tuple[Text, ...], ...]
"""Metadata of the owner: names and values, in the order of the names."""


@event("table.opened", version=7, hides_from=5)
class TableOpened(Event):
    """A table was opened. Its terms are fixed here for the whole series."""

    table: Annotated[Id, ALL]
    owner: Id
    """The API key that opened it."""
    name: Annotated[Text, ALL]
    game: Annotated[Text, ALL]
    rules: Annotated[Text, ALL]
    options: Annotated[Mapping[str, Json], ALL] = seen_by(EVERYONE)
    seats: Annotated[int, ALL]
    visibility: Annotated[
        Literal["public", "private"],
        Term(
            "Of a `private` table only its owner and its players know. Default: the "
            "`default_visibility` of the API key.",
            "Of a `private` table only its owner and its players know.",
        ),
    ]
    """Whether others than its owner and its players find it."""
    spectators: Annotated[bool, Term("Whether others may watch a deal that is on.", default=True)]
    """Whether others may watch a deal that is on, as the public sees it."""
    reveal_seconds: Annotated[
        int,
        Term(
            "How long the table waits for the commitment of a seat, and for its seed; then the "
            "deal is voided (F4).",
            "How long it waits for a commitment, or for a seed.",
            low=1,
        ),
    ] = REVEAL_SECONDS
    """How long the table waits for a seat's commitment, and for its seed (F4)."""
    turn_limit: Annotated[
        int | None,
        Term(
            "The seconds that a seat has for each turn (L1). Null: no clock.",
            "The seconds for a turn; null: no clock.",
            low=1,
        ),
    ] = None
    """The seconds that a seat has for each turn (L1); None: there is no clock."""
    time_bank: Annotated[
        int,
        Term(
            "The seconds that a seat has besides, in all turns of a deal together. Without "
            "`turn_limit` there is no clock, and they count for nothing.",
            "The seconds that a seat has besides, in each deal.",
        ),
    ] = 0
    """The seconds that a seat has besides, in each deal."""
    abandon: Annotated[
        Literal["bot", "forfeit"],
        Term(
            "The consequence when a player leaves, or their time is over: a bot plays for them "
            "until they come back (L3), or their side has lost the series (L4).",
            "The consequence when a player leaves, or their time is over.",
        ),
    ] = "bot"
    """The consequence when a player leaves: a bot takes over, or the series is forfeited."""
    stand_in: Annotated[
        Text, Term("The level of the bot that plays for a player who has left.")
    ] = STAND_IN
    """The level of that bot."""
    test: Annotated[
        bool,
        Term(
            "Whether the table is a test, for ever: it may have `decks`, a `bot_delay_ms` and a "
            "moved clock, and its results prove nothing. Default: whether the API key is a test "
            "key. A test key opens no other tables.",
            "Whether the table is a test: its results prove nothing.",
            settled=True,
        ),
    ] = False
    """Whether the table is a test: its results prove nothing."""
    bot_delay_ms: Annotated[
        int,
        Term(
            "How long after the last event a bot moves, in milliseconds; 0: at once. Only for a "
            "test. The bots of other tables move at due times.",
            "How long after the last event a bot of a test moves, in milliseconds.",
            high=60_000,
        ),
    ] = 0
    """How long after the last event a bot of a test table moves, in milliseconds."""
    views_after: Annotated[
        Literal["members", "all"],
        Term(
            "The callers who see every seat's view once a deal is over. `all`: everybody who may "
            "see the table. `members`: of these, the holders of a key or a seat, but no watcher.",
            "The callers who see every seat's view once a deal is over.",
        ),
    ] = "all"
    """The callers who see every seat's view once a deal is over."""
    pause_seconds: Annotated[
        int,
        Term(
            "The longest pause between two deals. The next deal is opened when every person is "
            "ready, or when this time has passed since the last deal counted. 0: at once.",
            "The longest pause between two deals, which ends when every person is ready.",
        ),
    ] = 0
    """How long the next deal waits for players who are not ready; 0: not at all."""
    hints: Annotated[
        bool,
        Term(
            "Whether players may ask for hints in their turns (H1). All viewers see who was given "
            "one.",
            "Whether players may ask for hints in their turns.",
        ),
    ] = False
    """Whether players may ask for hints in their turns (H1)."""
    phrases: Annotated[
        When,
        Term(
            "When people at the table may say phrases of the fixed list to each other. Default: "
            "`between_deals` in a game with partners, who could signal with them, and otherwise "
            "`always`.",
            "When people at the table may say phrases to each other.",
            settled=True,
        ),
    ] = "off"
    """When people at the table may say phrases of the fixed list (`domain.table.phrases`)."""
    watch_delay: Annotated[
        int,
        Term(
            "The seconds by which watchers are behind: they see the table and its deals as they "
            "were then. Members and auditors see them as they are.",
            "The seconds by which watchers are behind.",
            high=600,
        ),
    ] = 0
    """The seconds by which watchers are behind; 0: they see the table as it is."""
    fixed_auditors: Annotated[
        bool,
        Term(
            "Whether only auditors who were admitted before the first deal may rule disputes. So "
            "all players know them before they play.",
            "Whether only auditors who were admitted before the first deal may rule disputes.",
        ),
    ] = False
    """Whether only auditors who were admitted before the first deal may rule disputes."""
    ref: Annotated[Text | None, OWNER] = None
    """The owner's own id of the table."""
    metadata: Annotated[Pairs | None, OWNER] = None
    """The owner's own notes on the table."""
    decks: Annotated[tuple[Text, ...] | None, OWNER] = None
    """The given decks of the first deals of a test table: the cards, with spaces between them."""


added("table.opened", 1, {"reveal_seconds": REVEAL_SECONDS})
added(
    "table.opened",
    2,
    {"turn_limit": None, "time_bank": 0, "abandon": "bot", "stand_in": STAND_IN},
)
added("table.opened", 3, {"test": False})
"""Version 4 fixes the versions of other events, and its acts are signed."""
added("table.opened", 4, {"views_after": "members", "ref": None, "metadata": None})
added(
    "table.opened",
    5,
    {
        "pause_seconds": 0,
        "bot_delay_ms": 0,
        "hints": False,
        "phrases": "off",
        "decks": None,
        "watch_delay": 0,
        "fixed_auditors": False,
    },
)
added("table.opened", 6, {})
"""Version 7 has the same data. It fixes another version of `table.drawn`."""


@event("table.branched")
class TableBranched(Event):
    """The table was opened to play on from an event of a finished deal. It is so for ever."""

    deal: Annotated[Id, ALL]
    at: Annotated[int, ALL]
    """The event that was the last to stay as it was."""
    cards: Annotated[Literal["true", "resample"], ALL]
    """Whether they lie as they lay, or those that a seat had not seen are dealt anew."""
    from_seat: Annotated[Seat | None, ALL]
    """The seat of `resample`; None: the cards are the true ones."""


@event("table.rematched", version=2)
class TableRematched(Event):
    """The table was opened to play again by the terms of another one, whose series is over.

    Every person who sat there has a reserved seat, one to the right of the old one unless they want
    the same seats. The first deal therefore moves on to the next person, as it does from deal to
    deal.
    """

    of: Annotated[Id, ALL]
    """The other one."""
    moved: Annotated[int, ALL] = 1
    """By how many seats to the right all players have moved; 0: they have the same seats."""


added("table.rematched", 1, {"moved": 1})


@event("table.drawn", version=2)
class TableDrawn(Event):
    """The table was opened for a round of a tournament, whose record says who sits where."""

    tournament: Annotated[Id, ALL]
    round: Annotated[int, ALL]
    number: Annotated[int, ALL]
    """The number of the table in the round."""
    boards: Annotated[int, ALL] = 0
    """The boards that its series consists of; 0: its deals have cards of their own (C22)."""
    seeds: Annotated[Digest | None, ALL] = None
    """The digest of the players' seeds, which all boards of the round follow from (C23)."""


added("table.drawn", 1, {"boards": 0, "seeds": None})


@event("table.seat_taken", version=5, hides_from=5)
class SeatTaken(Event):
    """A player sits down."""

    seat: Annotated[Seat, ALL]
    name: Annotated[Text | None, ALL_ERASABLE]
    """The name of a person, until it is erased; the level of a bot."""
    bot: Annotated[Text | None, ALL]
    """The level of a bot of the house; None: the holder of the seat's token plays."""
    holder: Id | None
    """The API key that took the seat."""
    token: Digest | None
    """The hash of the token that opens the seat to its player."""
    commits: Annotated[bool, ALL] = False
    """Whether the player adds a seed to every deal (F1)."""
    key: Annotated[Key | None, ALL] = None
    """The key that the player signs moves and acts with (F7); None: the player signs nothing."""
    kind: Annotated[Kind, ALL] = "person"
    """A bot without a level is one that plays over the API: an external bot."""
    ref: Annotated[Text | None, OWNER] = None
    """The owner's own id of the player."""
    metadata: Annotated[Pairs | None, OWNER] = None
    """The owner's own notes on the player."""


added("table.seat_taken", 1, {"commits": False})
added("table.seat_taken", 2, {"key": None})


@upcaster("table.seat_taken", version=3, adds=["kind"])
def _kindless(data: dict[str, Json]) -> dict[str, Json]:
    """Every player who was not a bot of the service was treated as a person."""
    return {**data, "kind": "person" if data["bot"] is None else "bot"}


added("table.seat_taken", 4, {"ref": None, "metadata": None})


@event("table.person_erased")
class PersonErased(Event):
    """The name of a person, their `ref` and `metadata` were erased.

    The openings of the commitments are deleted with this event. A name that an older version of
    `table.seat_taken` has in its hashed bytes is no longer shown.
    """

    seat: Annotated[Seat, ALL]
    taken: Annotated[int, ALL]
    """The `table.seat_taken` of the person, by its position."""


@event("table.seat_token_issued")
class SeatTokenIssued(Event):
    """A taken seat gets another token; the one before it ends."""

    seat: Annotated[Seat, ALL]
    token: Digest
    """The hash of the token that opens the seat to its player from now on."""


@event("table.seat_committed")
class SeatCommitted(Event):
    """A seat commits to its seed for the next deal (F2)."""

    seat: Annotated[Seat, ALL]
    number: Annotated[int, ALL]
    deal: Annotated[Id, ALL]
    commitment: Annotated[Digest, ALL]


@event("table.seat_ready")
class SeatReady(Event):
    """A seat is ready for the next deal: its player says so, or has left and a bot plays."""

    seat: Annotated[Seat, ALL]
    number: Annotated[int, ALL]
    """The number of the next deal."""


@event("table.seat_left")
class SeatLeft(Event):
    """A player leaves before the start."""

    seat: Annotated[Seat, ALL]


@event("table.closed", version=2)
class TableClosed(Event):
    """The table was closed: there is no result (L6)."""

    reason: Annotated[Literal["owner", "idle"], ALL] = "owner"
    """``owner``: its owner closed it; ``idle``: the service did, as nothing had happened there."""


added("table.closed", 1, {"reason": "owner"})


MOST_AHEAD: Final = 366 * 86_400
"""How far ahead the clock of a test table can be, in seconds."""


@event("table.clock_moved")
class ClockMoved(Event):
    """The owner of a test table moved its clock forward. It stays ahead by the sum of all moves.

    This event and all later ones of the table and of its deals have times by the moved clock.
    """

    seconds: Annotated[int, ALL]
    """How far forward, from 1."""


@event("table.deal_opened")
class DealOpened(Event):
    """A deal of the series has begun, in a separate stream."""

    number: Annotated[int, ALL]
    deal: Annotated[Id, ALL]


@event("table.deal_voided", version=2)
class DealVoided(Event):
    """There is no deal: these seats failed to commit, or to show their seeds (F4)."""

    number: Annotated[int, ALL]
    deal: Annotated[Id, ALL]
    seats: Annotated[tuple[Seat, ...], ALL]
    version: Annotated[int | None, ALL] = None
    """The deal's last event, and the hash of its record up to there. None where it was never
    opened because a commitment was missing: such a deal has no stream.
    """
    head: Annotated[Digest | None, ALL] = None


added("table.deal_voided", 1, {"version": None, "head": None})


@event("table.deal_abandoned", version=2)
class DealAbandoned(Event):
    """The deal that was on will not be played out: the series is forfeited, or closed (L4-L6)."""

    number: Annotated[int, ALL]
    deal: Annotated[Id, ALL]
    seats: Annotated[tuple[Seat, ...], ALL]
    """The seats at fault; none where the table is closed."""
    reason: Annotated[End, ALL]
    version: Annotated[int | None, ALL] = None
    """The deal's last event, and the hash of its record up to there."""
    head: Annotated[Digest | None, ALL] = None


added("table.deal_abandoned", 1, {"version": None, "head": None})


@event("table.deal_recorded")
class DealRecorded(Event):
    """A finished deal counts in the series."""

    number: Annotated[int, ALL]
    deal: Annotated[Id, ALL]
    version: Annotated[int, ALL]
    """The deal's last event, and the hash of its record up to there."""
    head: Annotated[Digest, ALL]
    result: Annotated[Mapping[str, Json], ALL] = seen_by(EVERYONE)
    """The event that settled the deal: type, schema and data."""


@event("table.deal_revealed")
class DealRevealed(Event):
    """The deal of a board was revealed, as every table of the round has ended it (C25)."""

    number: Annotated[int, ALL]
    deal: Annotated[Id, ALL]
    version: Annotated[int, ALL]
    """The deal's last event, and the hash of its record up to there."""
    head: Annotated[Digest, ALL]


@event("table.series_ended", version=2)
class SeriesEnded(Event):
    """The target is reached, or a seat has forfeited the series (F5, L4, L5)."""

    winner: Annotated[int | None, ALL]
    """The side that won; None: the first place is shared."""
    ranks: Annotated[tuple[int, ...], ALL]
    """The place of each side, 1 is the best, equal where shared."""
    points: Annotated[tuple[int, ...], ALL]
    titles: Annotated[tuple[Text, ...], ALL]


@upcaster("table.series_ended", version=1, adds=["ranks"])
def _ranked(data: dict[str, Json]) -> dict[str, Json]:
    """One side had won, and every other one lost."""
    ranks = ranks_of(data["winner"], sides=len(data["points"]))
    return {**data, "ranks": list(ranks)}


@event("table.rematch_opened")
class RematchOpened(Event):
    """A new table exists at which the players of this one play again."""

    table: Annotated[Id, ALL]


@event("table.act_signed")
class TableActSigned(Event):
    """The player has signed the act directly before this, such as a commitment (F7)."""

    seat: Annotated[Seat, ALL]
    signature: Annotated[Signature, ALL]
    """By the seat's key, over the act and the record of the table up to the event before it."""
