"""The answers that a player needs, as types. They are plain dictionaries, and may have more.

What is a game's own (moves, states, events, scores) is described in the contract, `openapi.yaml`.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Json: TypeAlias = Any
Move: TypeAlias = dict[str, Any]
"""``{"type": "lead", "cards": ["7C"]}``: what a game calls a move, with what belongs to it."""
Event: TypeAlias = dict[str, Any]
"""``type``, ``position`` and what happened; a card that the reader may not know is None."""
Claim: TypeAlias = Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
"""What a dispute is about; the contract says what each means."""
Status: TypeAlias = Literal["open", "playing", "over", "closed"]


class BrokenClause(TypedDict):
    """A rule that a refused move breaks."""

    id: str
    text: str
    url: str


class Wrong(TypedDict):
    """A part of a request that is wrong: in its body, its query, or its headers."""

    detail: str
    pointer: NotRequired[str]
    parameter: NotRequired[str]
    header: NotRequired[str]


class Me(TypedDict):
    """Whose the credential is."""

    kind: Literal["key", "seat", "auditor", "watcher"]
    name: str
    id: NotRequired[str]
    created_at: NotRequired[str]
    scopes: NotRequired[list[str]]
    table: NotRequired[str]
    seat: NotRequired[int]
    auditor: NotRequired[int]
    watcher: NotRequired[int]


class SeatLine(TypedDict):
    """Who sits on a seat."""

    seat: int
    name: str | None
    bot: str | None
    kind: Literal["person", "bot"] | None


class SidedSeat(SeatLine):
    """Who sits on a seat, and for which side."""

    side: int
    commits: bool
    key: str | None


class TableLine(TypedDict):
    """A table in the lobby. `branch_of` is of whatever it goes on from, or None."""

    id: str
    name: str
    game: str
    target: int
    visibility: Literal["public", "private"]
    spectators: bool
    status: Status
    created_at: str
    seats: list[SeatLine]
    branch_of: Json
    rematch_of: str | None


class DealReference(TypedDict):
    """A deal of a series."""

    id: str
    number: int


class NextDeal(DealReference):
    """The deal that will be opened next, and the seats whose commitments it waits for."""

    waiting: list[int]


class TableShown(TypedDict):
    """A table, with the deal that is on and the one that is next."""

    id: str
    name: str
    game: str
    target: int
    visibility: Literal["public", "private"]
    spectators: bool
    status: Status
    created_at: str
    branch_of: Json
    rematch_of: str | None
    rematch: str | None
    rules: str
    options: dict[str, Any]
    version: int
    head: str
    seats: list[SidedSeat]
    deal: DealReference | None
    next_deal: NextDeal | None
    reveal_seconds: int
    turn_limit: int | None
    time_bank: int
    abandon: Literal["bot", "forfeit"]
    stand_in: str
    test: bool


class SeatGiven(TypedDict):
    """A seat's token: it comes once, and is all that it takes to play."""

    seat: int
    token: str


class TableOpened(TypedDict):
    """A table, and the tokens of the seats that were named."""

    table: TableShown
    tokens: list[SeatGiven]


class SeatTaken(SeatGiven):
    """A seat that was taken."""

    table: TableShown


class LegalMove(TypedDict):
    """A move that the caller may make now; `early` ones end a deal before it is played out."""

    move: Move
    clause: str | None
    early: bool


class SeedShown(TypedDict):
    """What a seat has published of its seed."""

    seat: int
    commitment: str
    seed: str | None


class Receipt(TypedDict):
    """The service's signature that a move was accepted, or a deal opened: keep it."""

    deal: str
    position: int
    head: str
    at: int
    key: str
    signature: str


class Fairness(TypedDict):
    """Who takes part in the shuffle, and whose seeds it still waits for."""

    commitment: str
    seats: list[SeedShown]
    waiting: list[int]
    guarantee: str
    receipt: Receipt | None


class ClockShown(TypedDict):
    """How much time the seats have, in seconds, and until when a turn runs."""

    turn: int
    banks: list[float]
    seat: int | None
    until: str | None


class AbandonedShown(TypedDict):
    """Why a deal was not played out, and whose fault it is."""

    seats: list[int]
    reason: Literal["time", "left", "resigned", "closed"]


class DealShown(TypedDict):
    """A deal as an observer saw it at a position."""

    id: str
    table: str
    number: int
    game: str
    rules: str
    view: str
    at: int
    head: str
    version: int
    status: Literal["playing", "over"]
    explained: list[str]
    voided: list[int]
    abandoned: AbandonedShown | None
    fairness: Fairness
    to_act: int | None
    bots: list[str | None]
    away: list[int]
    clock: ClockShown | None
    state: Json
    legal_moves: list[LegalMove]


class Played(TypedDict):
    """What a move has brought about, as its player saw it."""

    deal: str
    version: int
    events: list[Event]
    receipt: Receipt


class SideShown(TypedDict):
    """A side of a series and its points."""

    seats: list[int]
    points: int


class DealCounted(TypedDict):
    """What a deal of a series counted."""

    number: int
    deal: str
    result: dict[str, Any] | None
    explained: list[str]
    counted: list[int]
    points: list[int]
    voided: list[int]
    abandoned: AbandonedShown | None


class SeriesShown(TypedDict):
    """A series: its deals, and where every side stands. `ranks` is empty while it is on."""

    table: str
    game: str
    target: int
    status: Status
    version: int
    sides: list[SideShown]
    deals: list[DealCounted]
    score: Json
    ledger: list[int]
    adjustments: list[Json]
    winner: int | None
    voids: int
    forfeited: list[int]
    ranks: list[int]
    titles: list[str]
    branch_of: Json


class AnswerShown(TypedDict):
    """What a seat answered to a dispute."""

    seat: int
    text: str
    answered_at: str


class RulingShown(TypedDict):
    """How a dispute was ruled."""

    ruling: Literal["upheld", "dismissed"]
    adjustment: list[int]
    text: str
    auditor: int
    ruled_at: str


class DisputeShown(TypedDict):
    """A dispute of a deal. `ruling` is None while it is open."""

    deal: str
    dispute: int
    seat: int
    at: int
    claim: Claim
    text: str
    opened_at: str
    answers: list[AnswerShown]
    ruling: RulingShown | None


class WatcherGiven(TypedDict):
    """A watcher's token: it comes once. `by` is the seat that admitted the watcher."""

    watcher: int
    name: str
    by: int | None
    until: str
    token: str


class TableEvent(TypedDict):
    """Something that happened at a table."""

    position: int
    type: str
    schema: int
    at: str
    actor: str
    data: dict[str, Any]


class Notice(TypedDict):
    """Something that is new for the caller: his turn, or a deal that is over."""

    position: int
    type: str
    at: str
    table: str
    deal: NotRequired[str]
    number: NotRequired[int]
    voided: NotRequired[bool]
    abandoned: NotRequired[bool]
    why: NotRequired[Literal["time", "left"]]
    rematch: NotRequired[str]
    seat: NotRequired[int]
    version: NotRequired[int]
    dispute: NotRequired[int]
    winner: NotRequired[int | None]
