"""Disputes, and the evidence of a deal."""

from typing import Literal

from typing_extensions import TypedDict

from domain.kernel.event import Json
from domain.table.disputes import Claim, DisputeStatus, Ruling
from service.responses.base import EventJson, Id, MoveJson, StateJson, Time
from service.responses.deals import LegalMoveJson
from service.responses.problems import SentenceJson
from service.responses.shared import SeatSummaryJson


class RulingJson(TypedDict):
    """The ruling on a dispute."""

    ruling: Ruling
    """Whether the dispute was upheld."""
    adjustment: list[int]
    """The points of each side in the ledger."""
    ledger: list[int]
    """The ledger with this ruling, as it was then."""
    text: str
    """Why it was ruled so."""
    auditor: int
    """The number of the auditor who ruled."""
    name: str
    """The name of the auditor, as the owner of the table gave it."""
    appointed_by: Id
    """The API key that appointed the auditor."""
    of_party: bool
    """Whether a party appointed the auditor: the owner, who may act for seats of the table."""
    ruled_at: Time
    """When it was ruled."""


class DisputeAnswerJson(TypedDict):
    """The answer of a seat to a dispute."""

    seat: int
    """The seat that answered."""
    owner_may_act: bool
    """Whether the owner of the table may have written it: see `DisputeJson`."""
    text: str
    """The answer, in the words of the seat."""
    answered_at: Time
    """When it was answered."""


class AppealJson(TypedDict):
    """The appeal of a ruling. It stands until another auditor has ruled."""

    seat: int
    """The seat that appeals."""
    owner_may_act: bool
    """Whether the owner of the table may have written it: see `DisputeJson`."""
    text: str
    """The reason, in the words of the seat."""
    appealed_at: Time
    """When it was appealed."""


class WithdrawalJson(TypedDict):
    """The withdrawal of a dispute by its seat."""

    seat: int
    """The seat that had opened the dispute."""
    withdrawn_at: Time
    """When it was withdrawn."""


class DisputeJson(TypedDict):
    """A dispute."""

    deal: Id
    number: int
    """The number of the deal in its series."""
    dispute: int
    """1 for the deal's first."""
    status: DisputeStatus
    """`open` and `appealed` wait for a ruling; `withdrawn` and `ruled` do not."""
    seat: int
    """The seat that disputes."""
    owner_may_act: bool
    """Whether the owner of the table may have written this: an API key of the owner took the seat,
    or issued its token again before."""
    at: int
    """The event that is disputed."""
    claim: Claim
    """The kind of claim; see `openDispute`."""
    text: str
    """The reason, in the words of the seat."""
    opened_at: Time
    """When it was opened."""
    answers: list[DisputeAnswerJson]
    """The answers of seats, the oldest first."""
    withdrawn_at: Time | None
    """When its seat withdrew it; null: it did not."""
    ruling: RulingJson | None
    """The ruling in force; null: there is none."""
    appeal: AppealJson | None
    """The appeal of the first ruling; null: there is none."""
    overturned: RulingJson | None
    """The first ruling, where there is another one on the appeal."""


class DisputeListJson(TypedDict):
    """The disputes of a deal, the oldest first."""

    deal: Id
    disputes: list[DisputeJson]
    """The disputes."""


class ListedDisputeJson(DisputeJson):
    """A dispute in a list of several tables."""

    table: Id


class DisputePageJson(TypedDict):
    """A page of disputes, the newest first."""

    disputes: list[ListedDisputeJson]
    """The disputes of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class SeatViewJson(TypedDict):
    """The record as a seat was shown it while the deal was on."""

    seat: int
    events: list[EventJson]
    """The events, with null for what it did not know."""


class SeatChoicesJson(TypedDict):
    """The choices of a seat."""

    seat: int
    legal_moves: list[LegalMoveJson]
    """Every move that it could make."""


class DecisionJson(TypedDict):
    """A move, what its seat saw before it, and what each seat could have done."""

    at: int
    """The event."""
    move_at: int | None
    """The move that it is or follows from; null: it came before all moves."""
    seat: int | None
    """The seat that made the move."""
    move: MoveJson | None
    """The move that was made."""
    trick: int | None
    """The number of its trick, of Durak of its bout; null: it belongs to none."""
    explanation: SentenceJson | None
    """Why the rules allowed it, with all cards open."""
    state: StateJson | None
    """The state before the move, with trick and hand, as its seat saw it."""
    seats: list[SeatChoicesJson]
    """The choices of every seat."""


class MoveTimingJson(TypedDict):
    """When a move was made."""

    position: int
    """The event of the move."""
    seat: int
    at: Time
    """When it was recorded."""
    took_us: int
    """Microseconds since what happened before it."""


class FindingJson(TypedDict):
    """An event that disagrees with the rules."""

    position: int
    """The event."""
    clauses: list[str]
    """The clauses that it offends."""
    detail: str
    """The fault in the event, in English."""
    key: str
    """The key of `detail`."""
    values: dict[str, Json]
    """The values that it names."""
    field: str | None
    """The field of the event that it shows in, where there is one."""


class DecidedAtJson(TypedDict):
    """The event after which no play could change the result of the deal.

    The result is the score, without the next dealer and leader. A move that ends the deal early, by
    giving up or by agreement, is no play as long as there are other moves.
    """

    at: int
    """The event; the shuffle, if no play could."""
    exact: bool
    """False: there or earlier; the search reached its limit."""


class AuditJson(TypedDict):
    """The evidence of a finished deal."""

    deal: Id
    table: Id
    number: int
    game: str
    rules: str
    version: int
    """The position of the last event."""
    head: str
    """The hash of the record up to there."""
    deck: Literal["seed", "hand"]
    """Whether the deck follows from a seed; the deck of a branch does not."""
    parties: list[SeatSummaryJson]
    """The player of each seat."""
    events: list[EventJson]
    """The full record."""
    views: list[SeatViewJson]
    """The masked record of each party."""
    choices: list[DecisionJson]
    """At every event that is disputed, and at the one that was asked for."""
    timing: list[MoveTimingJson]
    """Of every move."""
    findings: list[FindingJson]
    """The faults found when the deal was played again under the rules."""
    decided: DecidedAtJson | None
    """Where the deal was decided; null: it was abandoned and came to nothing."""
