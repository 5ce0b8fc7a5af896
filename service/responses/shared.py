"""Parts of several answers: seats, sources of branches, points of rulings, receipts, proofs."""

from typing import Annotated, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from domain.kernel.event import Json
from domain.table.events import Kind
from service.responses.base import Hash, Id, Time
from service.responses.problems import SentenceJson


class ReceiptJson(TypedDict):
    """The receipt that the service signs for a move. Keep it: it is not kept here.

    Ed25519 over LP("fairdeal/1/receipt") ‖ u32 4 ‖ LP(deal) ‖ LP(u32 position) ‖ LP(head) ‖
    LP(u64 at); numbers are big-endian, and LP(x) is u32 length ‖ x.
    """

    deal: Id
    position: int
    """The last event of the move, with what followed from it."""
    head: str
    """The chain's head after it, in hex."""
    at: int
    """When, in µs since the epoch, UTC."""
    key: str
    """The id of the key, in hex; see /log/key."""
    signature: str
    """64 bytes in hex."""


class LogEntryJson(TypedDict):
    """The entry of an event in the log."""

    stream: Id
    """The deal or table."""
    version: int
    """The position of the event in it."""
    hash: str
    """The chain's head after the event, in hex."""


class InclusionJson(TypedDict):
    """A proof that an event is in the log."""

    log: str
    """The name of the log."""
    size: int
    """How many entries it has."""
    position: int
    """Where the event's entry is, from 0."""
    entry: LogEntryJson
    leaf: str
    """The hash of the entry's leaf, in hex."""
    path: list[Hash]
    """From the leaf to the root (RFC 6962, section 2.1.1), in hex."""


_OlderSize = TypedDict("_OlderSize", {"from": Annotated[int, "The older size."]})
_FirstLeaf = TypedDict("_FirstLeaf", {"from": Annotated[int, "The position of the first of them."]})


class ConsistencyJson(_OlderSize):
    """A proof that a log begins with an older state of itself."""

    log: str
    """The name of the log."""
    to: int
    """The newer size."""
    proof: list[Hash]
    """In hex; empty where there is nothing to prove."""
    root: NotRequired[Hash]
    """The root of the log of the older size, if it was asked for."""


class LogLeavesJson(_FirstLeaf):
    """A page of leaves, all of them under the last checkpoint."""

    log: str
    """The name of the log."""
    leaves: list[Hash]
    """Their hashes, in hex."""


class EndedLogJson(TypedDict):
    """A log that has ended."""

    log: str
    """Its name."""
    size: int
    """How many entries it has."""
    checkpoint: str
    """Its last checkpoint that the service has, as a note."""


class LogBreakJson(TypedDict):
    """The end of a log, and the beginning of another one with all stored events."""

    log: str
    """The name of the log that began."""
    at: Time
    """When."""
    reason: str
    """Why, in the words of the operator."""
    ended: EndedLogJson
    published: str | None
    """A larger checkpoint of the ended log that had been published, if one is known: the entries
    after `ended` are lost."""
    statement: str
    """A note about all of this, signed by the key of the log that began."""


class LogBreakListJson(TypedDict):
    """All breaks of the log, in order."""

    breaks: list[LogBreakJson]
    """Empty for most services."""


WaitKind: TypeAlias = Literal[
    "players", "seeds", "ready", "next_deal", "deal", "move", "bots", "nothing"
]
"""``players``: free seats. ``seeds``: commitments, or seeds. ``ready``: persons, or the end of the
pause. ``next_deal``: it is being opened.
``deal``: the deal that is on, which says more. ``move``: a person. ``bots``: a bot. ``nothing``:
nothing will happen by itself."""
TableStatus: TypeAlias = Literal["open", "playing", "over", "closed"]
DealStatus: TypeAlias = Literal["playing", "over"]


class TimesJson(TypedDict):
    """When a table or a deal was opened, began and ended."""

    opened_at: Time
    """When it was opened."""
    started_at: Time | None
    """When the last seat was taken; of a deal: when the pack was shuffled. Null before."""
    finished_at: Time | None
    """When it was over, or closed. Null before."""


class RematchOfJson(TypedDict):
    """Whether a table is a rematch."""

    rematch_of: Id | None
    """The table whose players alone sit down at this one, to play again."""


class RematchedJson(TypedDict):
    """Whether a table has a rematch."""

    rematch: Id | None
    """The table at which the same players play again, once it is opened."""


class BranchOfJson(TypedDict):
    """The deal that a table goes on from. A branch counts nowhere but for itself."""

    deal: Id
    at: int
    """The last event that stayed as it was."""
    cards: Literal["true", "resample"]
    """Whether the cards that a seat had not seen by then were dealt anew."""
    from_seat: int | None
    """The seat of `resample`."""


class SideResultJson(TypedDict):
    """The result of a side in a series that is over, as played."""

    seats: list[int]
    """The seats of the side."""
    points: int
    """The total of the side; a ruling may add to its ledger."""
    rank: int
    """The place, 1 is the best; equal where it is shared."""


class SeriesResultJson(TypedDict):
    """The result of a series that is over, as played."""

    winner: int | None
    """The side that won; null: it is shared."""
    sides: list[SideResultJson]
    """The sides, each with its total and its place."""


class AdjustmentJson(TypedDict):
    """The points that a ruling gave each side in the ledger, or took."""

    deal: Id
    dispute: int
    """The number of the dispute, within the deal."""
    points: list[int]
    """The points of each side; negative: lost."""


class NotedJson(TypedDict):
    """The owner's notes."""

    ref: str | None
    """The owner's own id of it; null for others, and once it is erased."""
    metadata: dict[str, Json] | None
    """The owner's own notes; null for others, and once they are erased."""


class RefsJson(TypedDict):
    """The owner's own ids of a table and its players."""

    table: str | None
    seats: list[str | None]
    """Of each seat, in order."""


class PlayerJson(NotedJson):
    """The player on a seat."""

    name: str | None
    """The player's name, or a pseudonym once it is erased; null for a free seat."""
    erased: bool
    """Whether the name is erased, and a pseudonym is shown."""
    bot: str | None
    """The level of a bot."""
    kind: Kind | None
    """The kind of player. A `bot` without a level is external: it plays over this API."""


class SeatSummaryJson(PlayerJson):
    """A seat; free where it has neither name nor bot."""

    seat: int


class SeatJson(SeatSummaryJson):
    """A seat, with the side that it plays for."""

    side: int
    """The side, from 0; those who win together are one side."""
    commits: bool
    """Whether it adds a seed of its own to every deal."""
    left_out: bool
    """Whether deals do not wait for its seed: it was late, and none was opened with one since."""
    key: str | None
    """The key that it signs with (F7), if any."""


class AbandonmentJson(TypedDict):
    """Why a deal was not played out."""

    seats: list[int]
    """The seats at fault, whose side has lost; none: it was closed."""
    reason: Literal["time", "left", "resigned", "closed"]
    """Why: the time was over, a player left or resigned, the table was closed."""


class ExplainedJson(TypedDict):
    """How a deal ended, in words."""

    explained: list[str]
    """How it ended, in sentences with clauses; empty while it is on."""
    explanations: list[SentenceJson]
    """The sentences of `explained`, each with its key and values."""


class EndJson(ExplainedJson):
    """How a deal ended, and who kept it from being played out."""

    voided: list[int]
    """The seats that voided it, so that no side scores (F4); empty if it was not."""
    abandoned: AbandonmentJson | None
    """Why it was not played out, so that no side scores (L4-L6); null where it was."""


class ClockJson(TypedDict):
    """How much time the seats have. Seconds are counted from the times in the record."""

    turn: int
    """The seconds for each turn."""
    banks: list[float]
    """The seconds in the bank of each seat when this turn began."""
    seat: int | None
    """The seat whose time runs, if any. It is in `away` if no player is at the table: the bot that
    stands in lets the time pass before it moves (L3)."""
    until: Time | None
    """The deadline: a move at that moment is late. Of a seat in `away`: before that moment the bot
    that stands in does not move, and a player who comes back moves."""


class SeatSeedJson(TypedDict):
    """The part of a seat in the shuffle."""

    seat: int
    commitment: str
    """The commitment of the seat."""
    seed: str | None
    """Null until it is shown."""


class FairnessJson(TypedDict):
    """The seeds and commitments of a deal's shuffle."""

    commitment: str
    """The server's, to its own seed."""
    seats: list[SeatSeedJson]
    """The seats that add seeds."""
    waiting: list[int]
    """The seats that have yet to show their seeds before the cards are dealt."""
    receipt: ReceiptJson | None
    """For the opening, with the server's commitment, while a seed is waited for. Keep it, and show
    no seed without it (F3): it proves which commitment there was before."""
    guarantee: str
    """The guarantee that follows from it, in words."""
    guarantee_explained: SentenceJson


class WaitingForJson(TypedDict):
    """The reason why nothing is happening: who or what is waited for."""

    kind: WaitKind
    """`players`: free seats. `seeds`: commitments or seeds. `next_deal`: it is being opened.
    `deal`: the deal that is on, which says more. `move`: a person. `bots`: a bot. `nothing`:
    nothing will happen by itself. There may be more kinds later."""
    seats: list[int]
    """The seats that are waited for."""
    until: Time | None
    """The deadline, if there is one."""
