"""Deals: views, events, moves, proofs, lists, replays within other sites, analyses."""

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from domain.kernel.event import Json
from service.responses.base import CardJson, EventJson, Id, MoveJson, StateJson, Thousandths, Time
from service.responses.problems import SentenceJson
from service.responses.shared import (
    ClockJson,
    DealStatus,
    EndJson,
    ExplainedJson,
    FairnessJson,
    ReceiptJson,
    SeatSummaryJson,
    TimesJson,
    WaitingForJson,
)
from service.responses.tables import SeriesJson, TableJson


class LaidCardsJson(TypedDict):
    """Cards of a trick, and the seat that laid them."""

    seat: int | None
    cards: list[CardJson]
    """The cards, null where they lie hidden."""


class LastTrickJson(TypedDict):
    """A trick that has left the table; of Durak a bout, of Svoi Kozyri what was taken."""

    number: int
    """1 for the first trick of the deal."""
    position: int
    """The position of its last event."""
    laid: list[LaidCardsJson]
    """Its cards, in the order in which they lay."""
    taker: int | None
    """The seat that took the cards; null where they went out of play."""


class FieldValuesJson(TypedDict):
    """The values that fit for a field of a move: `cards` or `values`."""

    cards: NotRequired[list[str]]
    """The cards; no card is in a move twice."""
    values: NotRequired[list[Json]]
    """The values of a field without cards."""
    least: NotRequired[int]
    """The fewest cards, where the field is a list of them."""
    most: NotRequired[int]
    """The most cards, where the field is a list of them."""


class ChoiceJson(TypedDict):
    """Moves of a type: each takes one of its values for each field, in any combination.

    All choices together stand for exactly the legal moves.
    """

    type: str
    """The type of the moves."""
    clause: str | None
    """The clause that grants them."""
    early: bool
    """As of a legal move."""
    fields: dict[str, FieldValuesJson]
    """The values that fit, by the field of the move."""


class FollowingJson(TypedDict):
    """The suit that a card has to follow, in a game where suit must be followed."""

    led: str | None
    """The suit that was led, or `trump`; null: the card leads."""
    lacking: bool
    """Whether the hand has none of it, so that any card may be played."""


class AimJson(TypedDict):
    """The cards, the suit or the bid that the moves of a type are about."""

    beats: list[str]
    """The cards that they have to beat."""
    takes: list[str]
    """The cards that they bring to the hand of their seat, as far as these lie there now."""
    follows: FollowingJson | None
    """The suit that their card has to follow; null: the game has no such rule."""
    holds: int | None
    """The bid that they hold; null: they hold none."""


class HintJson(TypedDict):
    """A hint for a move."""

    seat: int
    """The seat that asked for it."""
    policy: str
    """The policy that decided, with its version and budget."""
    move: MoveJson | None
    """The move. Null for other viewers while the deal is on."""
    reason: SentenceJson | None
    """What is true of the move for the seat to see. Null in all views but that of the seat."""


class HintsJson(TypedDict):
    """The hints of a deal."""

    hints: list[int]
    """How many hints each seat was given in the deal."""
    hint: HintJson | None
    """The hint that was given since the last move (H4)."""


class LessonStepJson(TypedDict):
    """A step of a lesson."""

    number: int
    """Its number in the lesson, from 1."""
    key: str
    """The name of its text in all languages."""
    text: str
    """Its text in the language of the answer."""
    clause: str | None
    """The clause that it is about."""
    move: MoveJson | None
    """The move that the learner is asked to make. Null: there is none."""
    otherwise: str | None
    """The answer to another legal move, before it is made."""


class LessonJson(TypedDict):
    """The steps of a lesson for the learner now."""

    lesson: str | None
    """The lesson, by the key of its game. Null: the seat takes none here."""
    at: int
    """The last event of the deal until now."""
    of: int
    """How many steps the lesson has."""
    left: bool
    """Whether the learner has made another move than the lesson asked for."""
    steps: list[LessonStepJson]
    """The steps for now; only the last one may ask for a move."""


class LegalMoveJson(TypedDict):
    """A move that may be made now."""

    move: MoveJson
    clause: str | None
    """The clause that grants it."""
    early: bool
    """Whether it would end the deal early: by giving up, or by agreement."""


class ExpandedJson(TypedDict):
    """Other resources, in the answer with a deal."""

    table: NotRequired[TableJson]
    """The table of the deal."""
    series: NotRequired[SeriesJson]
    """The series of the table."""
    events: NotRequired[list[EventJson]]
    """The events up to `at`; of a long deal the first ones, as on a page."""


class CardPointsJson(TypedDict):
    """The card points that decided a deal."""

    seats: list[int]
    """The seats that took them together."""
    others: list[int]
    """The seats that played against them, and took the rest."""
    points: int
    """The points that they took."""
    least: int
    """The fewest with which they win."""
    all: int
    """The points of the whole pack."""
    tricks: list[int]
    """How many tricks `seats` took, and how many the others."""


class DealJson(TimesJson, EndJson, HintsJson):
    """A deal as an observer saw it. Cards that it did not know are null."""

    id: Id
    """The deal."""
    table: Id
    number: int
    """1 for the first deal of the series."""
    game: str
    rules: str
    view: str
    """The view."""
    at: int
    """The position of the last event in it."""
    head: str
    """The chain head after the event at `at`: the same in every view. A signed move signs it."""
    version: int
    """The position of the deal's last."""
    status: DealStatus
    """Where the deal stands; `over` too where it was voided."""
    explained: list[str]
    """How the deal ended, in sentences; those that a clause decides name it in brackets. Empty
    while the deal is on, and where `at` lies before its end."""
    won_by: list[int]
    """The seats that come off best; empty while the deal is on, and where all do equally."""
    card_points: CardPointsJson | None
    """The card points that decided the deal; null while it is on, and where none did."""
    played_for: list[SentenceJson]
    """The bid, the value of the game and the like, in few words, as the view knows them."""
    fairness: FairnessJson
    to_act: int | None
    """The seat that the table waits for."""
    bots: list[str | None]
    """The level of the bot that plays on each seat, perhaps for a while."""
    away: list[int]
    """The seats of persons who have left: bots play for them (L3)."""
    clock: ClockJson | None
    """Null where no time is counted, and where `at` is not the last event."""
    waiting_for: WaitingForJson
    now: Time | None
    """The time of the service when this was made; null where nothing more happens."""
    state: StateJson
    trick: int | None
    """The number of the trick of the last move, of Durak its bout. Null before the first one."""
    last_trick: LastTrickJson | None
    """The last trick that has left the table."""
    legal_moves: list[LegalMoveJson]
    """Every move that the seat of the view may make now, also out of its turn. None while it is in
    `away`: its player comes back first, by POST to `return`. Once the deal is over: every move that
    it could make then. Empty where `legal` leaves the list out."""
    choices: list[ChoiceJson] | None
    """The same moves in a compact form: the values that fit for each field. Null unless `legal`
    asks for it."""
    aims: dict[str, AimJson]
    """The cards on the table that moves are about, by the types of moves. Empty where the seat of
    the view has no moves."""
    expanded: NotRequired[ExpandedJson]
    """What `expand` asks for; absent otherwise."""


class FrameJson(TypedDict):
    """An event, and how it changes the deal."""

    event: EventJson
    patch: dict[str, Json]
    """A JSON merge patch; a field that it removes is null from there on."""
    explanation: NotRequired[SentenceJson]
    """With `explanations`, of a move: why the rules allowed it."""


class FramesJson(TypedDict):
    """A deal after an event, and how each event after that one changes it."""

    deal: Id
    view: str
    version: int
    """The position of the deal's last."""
    first: DealJson
    """The deal, as GET shows it."""
    frames: list[FrameJson]
    """The frames, in order."""
    next: int | None
    """`after` of the next answer; null where this one has the last event."""


class MoveOfDealJson(TypedDict):
    """A move of a deal."""

    deal: Id
    view: str
    number: int
    """1 for the first move of the deal."""
    seat: int
    """The seat that moved."""
    clause: str | None
    """The clause that grants such moves."""
    at: Time
    """When it was recorded."""
    event: EventJson
    """The event of the move, with null for what the viewer may not know."""
    trick: int | None
    """The number of its trick, of Durak of its bout; null: it belongs to none."""
    explanation: SentenceJson
    """Why the rules allowed it, as far as the viewer knows: what was led, or lay unbeaten. `values`
    have the type of moves `of` that the hand decides, how many of its cards were `allowed` for it
    (`any`, `some`, `only` one, `none`, or `unknown`), and these `cards`, where the viewer may see
    the hand."""


class EventPageJson(TypedDict):
    """A page of events, as an observer was shown them. Their positions have no gaps."""

    deal: Id
    view: str
    version: int
    """The position of the deal's last."""
    head: str
    """The chain head after the page's last event, or the deal's where it is empty: the same in
    every view. A signed move signs it."""
    status: DealStatus
    """Where the deal stands; `over` too where it was voided."""
    events: list[EventJson]
    """The events, in the order of their positions."""
    now: Time
    """The time of the service."""
    views: NotRequired[list[DealJson]]
    """With `views`: the deal after each command whose last event is on the page."""


class RecordedJson(TypedDict):
    """The events of a command, as its player was shown them."""

    deal: Id
    version: int
    """The position of the last event."""
    events: list[EventJson]
    """What was asked for, and what followed from it."""
    receipt: ReceiptJson
    """The proof that it is on record. Keep it."""


class MoveResultJson(RecordedJson):
    """A move that was made: it and all that followed from it, as its player was shown it."""

    view: NotRequired[DealJson]
    """With `Prefer: return=representation`: the deal as it is now."""


class HintResultJson(RecordedJson):
    """A hint that was given to a seat, as its player was shown it."""

    hint: HintJson


class CardOpeningJson(TypedDict):
    """The proof of a card: its leaf is `H(0x00 ‖ u32 position ‖ salt ‖ card)`."""

    position: int
    """In the pack, from 0."""
    card: CardJson
    salt: str
    """The salt of the leaf, in hex."""
    path: list[str]
    """From leaf to root (RFC 6962, 2.1.1)."""


class CardOpeningsJson(TypedDict):
    """The proofs of the cards that an observer may have proved."""

    deal: Id
    view: str
    root: str | None
    """Of the tree over the salted cards."""
    size: int
    """How many cards the pack has."""
    openings: list[CardOpeningJson]
    """One for each card, in the order of the pack."""


ListedDealStatus: TypeAlias = Literal["seeds", "playing", "over", "voided", "abandoned"]
"""The statuses of a deal, in lists."""


class DealSeatJson(SeatSummaryJson):
    """A seat of a deal, in a list."""

    side: int
    """The side, from 0, as `explained` names it."""
    ref: str | None
    """The owner's reference of the player; null for all others."""


class DealResultJson(TypedDict):
    """How a deal came out, in a list."""

    won_by: list[int]
    """The seats that came off best; empty where no side scored, or all came off equally."""
    declarer: int | None
    """The seat that played alone, where the game has one."""
    contract: str | None
    """The contract of the declarer."""


class DealSummaryJson(TimesJson, ExplainedJson, DealResultJson):
    """A deal in a list."""

    id: Id
    """The deal."""
    table: Id
    number: int
    """1 for the first deal of the series."""
    game: str
    status: ListedDealStatus
    """`seeds`: it waits for seeds. `voided` and `abandoned`: no side scores."""
    seats: list[DealSeatJson]
    """Every seat, in order."""


class DealListJson(TypedDict):
    """A page of deals, the newest first."""

    deals: list[DealSummaryJson]
    """The deals of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class StatisticsLineJson(TypedDict):
    """The results of a person at a game."""

    ref: str | None
    """The owner's reference of the player."""
    name: str
    """The name of the person at the tables."""
    game: str
    contract: str | None
    """The contract that the person had declared; null: there was none in these deals."""
    deals: int
    """The deals of the person that are counted in this line."""
    won: int
    """The deals in which the side of the person came off best."""
    lost: int
    """The deals in which another side did."""
    even: int
    """The deals in which all sides came off equally."""


class StatisticsJson(TypedDict):
    """The results of the people at the caller's tables."""

    deals: int
    """How many finished deals are counted in this answer."""
    people: list[StatisticsLineJson]
    """A line for each person, game and declared contract."""
    next: str | None
    """The cursor of the next answer, whose numbers are to be added; null: these are all deals."""


class OembedJson(TypedDict):
    """A replay as oEmbed 1.0 describes it."""

    type: Literal["rich"]
    version: Literal["1.0"]
    provider_name: str
    provider_url: str
    title: str
    html: str
    """The code of a frame."""
    width: int
    height: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int
    cache_age: int
    """For how many seconds it may be kept."""


AnalysisStatus: TypeAlias = Literal["none", "running", "done", "failed"]


class AlternativeJson(TypedDict):
    """A legal move and its values, from 0, the worst result of a deal, to 1000, the best."""

    move: NotRequired[MoveJson]
    """The move. Absent: to wait."""
    value: Thousandths
    """As far as its player could know."""
    open: Thousandths
    """With the cards of all players open."""


class ReviewJson(TypedDict):
    """The review of a move whose player had a choice."""

    at: int
    """The position of the move's event."""
    seat: int
    """The seat that made it."""
    verdict: Literal["best", "inaccuracy", "blunder", "unlucky"]
    """`inaccuracy`: another move was better by 20 or more, `blunder`: by 100 or more, as far as the
    player could know. `unlucky`: none was; with all cards open, one was."""
    loss: int
    """Its loss against the move with the highest `value`."""
    open_loss: int
    """The same of `open`."""
    played: AlternativeJson
    """The move that was made."""
    best: AlternativeJson
    """The choice of the bot."""
    alternatives: list[AlternativeJson]
    """Every legal move, by falling `value`."""
    worlds: int
    """How many ways to deal the unseen cards were looked at."""
    cut: bool
    """Whether the budget ended a search before it was complete."""


class AnalysisJson(TypedDict):
    """The analysis of a finished deal, as far as it was made."""

    deal: Id
    """The deal."""
    method: str | None
    """The bot that values the moves, with its version and the most positions that it searches, such
    as `hard/1@45000000`. Null: no bot here can judge moves of this game."""
    status: AnalysisStatus
    """`none` until a caller has requested it; `done` when every move was reviewed; `failed` when it
    was tried in vain: request it again."""
    place: int | None
    """The place in the queue: how many analyses are made before this one. 0: it is being made.
    Owners take turns, so another one may still come before it. Null: it does not wait."""
    moves: int
    """The number of moves of the deal."""
    done: int
    """How many of them were reviewed."""
    reviews: list[ReviewJson]
    """The reviews of those whose player had a choice, in their order; none until it is done."""
