"""The requests and answers of the contract, as types. They are plain dictionaries.

Answers may have more fields than these one day. Written by `make shapes` from the contract.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Json: TypeAlias = Any


Event: TypeAlias = dict[str, Any]
"""An event: the envelope is the same for all, `data` depends on the type."""


Move: TypeAlias = dict[str, Any]
"""A move, in the words of the game."""


State: TypeAlias = Any
"""The state of the deal, in the form of the game."""


Score: TypeAlias = Any
"""The score of a series after its last deal, as `game` counts."""


class Abandonment(TypedDict):
    """Why a deal was not played out."""

    seats: list[int]
    """The seats at fault, whose side has lost; none: it was closed."""
    reason: Literal["time", "left", "resigned", "closed"]
    """Why: the time was over, a player left or resigned, the table was closed."""


class Adjustment(TypedDict):
    """The points that a ruling gave each side in the ledger, or took."""

    deal: str
    """The id of the deal."""
    dispute: int
    """The number of the dispute, within the deal."""
    points: list[int]
    """The points of each side; negative: lost."""


class AdmitAuditorRequest(TypedDict):
    """A request for an auditor, who may judge the disputes of a table."""

    name: str
    """The name of the auditor."""
    expires_in: NotRequired[int]
    """In seconds. The service may end the token sooner: see `until`."""


class AdmitReaderRequest(TypedDict):
    """A request for a reader, who may read finished deals of a table in full."""

    name: str
    """The name of the reader."""
    expires_in: NotRequired[int]
    """In seconds. The service may end the token sooner: see `until`."""
    deal: NotRequired[str | None]
    """The only deal that the reader may read; null: every deal of the table."""
    signature: NotRequired[str]
    """Over `{"type": "admit_reader", "name": …, "deal": …}` and the table's `version` and
    `head`.
    """


class AdmitWatcherRequest(TypedDict):
    """A request for a watcher, who may watch a table."""

    name: str
    """The name of the watcher."""
    expires_in: NotRequired[int]
    """In seconds. The service may end the token sooner: see `until`."""
    signature: NotRequired[str]
    """Over `{"type": "admit_watcher", "name": …}` and the table's `version` and `head`."""


class Agreement(TypedDict):
    """A rematch, and who has agreed to it."""

    table: str
    """The new table."""
    seats: Literal["next", "same"]
    """Whether all players keep their seats or take the next ones."""
    agreed: list[int]
    """The seats of this table whose players sit at the new one."""


class Following(TypedDict):
    """The suit that a card has to follow, in a game where suit must be followed."""

    led: str | None
    """The suit that was led, or `trump`; null: the card leads."""
    lacking: bool
    """Whether the hand has none of it, so that any card may be played."""


class Aim(TypedDict):
    """The cards, the suit or the bid that the moves of a type are about."""

    beats: list[str]
    """The cards that they have to beat."""
    takes: list[str]
    """The cards that they bring to the hand of their seat, as far as these lie there now."""
    follows: Following | None
    """The suit that their card has to follow; null: the game has no such rule."""
    holds: int | None
    """The bid that they hold; null: they hold none."""


class EventOfSeat(TypedDict):
    """An event as a seat was shown it."""

    seat: int
    """The seat."""
    event: Event


class Refs(TypedDict):
    """The owner's own ids of a table and its players."""

    table: str | None
    """The id of the table."""
    seats: list[str | None]
    """Of each seat, in order."""


class LoggedEvent(TypedDict):
    """An event of a table or of a deal, as the caller is shown it."""

    position: int
    """In the log of all events, from 1."""
    type: str
    """The type of the event."""
    table: str
    """The id of the table."""
    deal: str | None
    """Null for an event of the table itself."""
    event: dict[str, Any]
    """As in the events of its deal or table; its `position` is the one there."""
    seats: list[EventOfSeat]
    """As the seats that an API key holds see it, where that is more."""
    refs: NotRequired[Refs]
    """For the owner, where there is a `ref`."""


class AllEventsPage(TypedDict):
    """A page of the events of all tables of the caller, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[LoggedEvent]
    """The events, the oldest first."""


class Alternative(TypedDict):
    """A legal move and its values, from 0, the worst result of a deal, to 1000, the best."""

    move: NotRequired[Move]
    """The move. Absent: to wait."""
    value: int
    """As far as its player could know."""
    open: int
    """With the cards of all players open."""


class Review(TypedDict):
    """The review of a move whose player had a choice."""

    at: int
    """The position of the move's event."""
    seat: int
    """The seat that made it."""
    verdict: Literal["best", "inaccuracy", "blunder", "unlucky"]
    """`inaccuracy`: another move was better by 20 or more, `blunder`: by 100 or more, as far as
    the player could know. `unlucky`: none was; with all cards open, one was.
    """
    loss: int
    """Its loss against the move with the highest `value`."""
    open_loss: int
    """The same of `open`."""
    played: Alternative
    """The move that was made."""
    best: Alternative
    """The choice of the bot."""
    alternatives: list[Alternative]
    """Every legal move, by falling `value`."""
    worlds: int
    """How many ways to deal the unseen cards were looked at."""
    cut: bool
    """Whether the budget ended a search before it was complete."""


class Analysis(TypedDict):
    """The analysis of a finished deal, as far as it was made."""

    deal: str
    """The deal."""
    method: str | None
    """The bot that values the moves, with its version and the most positions that it searches,
    such as `hard/1@45000000`. Null: no bot here can judge moves of this game.
    """
    status: Literal["none", "running", "done", "failed"]
    """`none` until a caller has requested it; `done` when every move was reviewed; `failed` when
    it was tried in vain: request it again.
    """
    place: int | None
    """The place in the queue: how many analyses are made before this one. 0: it is being made.
    Owners take turns, so another one may still come before it. Null: it does not wait.
    """
    moves: int
    """The number of moves of the deal."""
    done: int
    """How many of them were reviewed."""
    reviews: list[Review]
    """The reviews of those whose player had a choice, in their order; none until it is done."""


class AnswerDisputeRequest(TypedDict):
    """The answer of a seat to a dispute."""

    text: str
    """The answer."""
    signature: NotRequired[str]
    """Over `{"type": "answer", "deal": …, "dispute": …, "text": …}` and the table's `version`
    and `head`.
    """


class ApiKey(TypedDict):
    """An API key; its secret is never shown again."""

    id: str
    """The key."""
    name: str
    """The name of the key."""
    scopes: list[Literal["read", "tables", "play", "disputes", "webhooks", "keys"]]
    """The scopes of the key."""
    created_at: str
    """When it was made."""
    default_visibility: Literal["public", "private"]
    """The visibility of its tables, where a request does not name one."""
    test: bool
    """Whether it is a test key: all its tables are tests, it is a stranger at all others, and
    the keys that it makes are test keys.
    """
    made_by: str | None
    """The key that made it; null: the operator."""


class ApiKeyList(TypedDict):
    """The key that asks, and all keys that come from it, the oldest first."""

    keys: list[ApiKey]
    """The keys that are valid."""


class Appeal(TypedDict):
    """The appeal of a ruling.

    It stands until another auditor has ruled.
    """

    seat: int
    """The seat that appeals."""
    owner_may_act: bool
    """Whether the owner of the table may have written it: see `DisputeJson`."""
    text: str
    """The reason, in the words of the seat."""
    appealed_at: str
    """When it was appealed."""


class AppealRulingRequest(TypedDict):
    """The appeal of the first ruling on a dispute."""

    text: str
    """The reason for the appeal."""
    signature: NotRequired[str]
    """Over `{"type": "appeal", "deal": …, "dispute": …, "text": …}` and the table's `version`
    and `head`.
    """


class DecidedAt(TypedDict):
    """The event after which no play could change the result of the deal.

    The result is the score, without the next dealer and leader. A move that ends the deal
    early, by giving up or by agreement, is no play as long as there are other moves.
    """

    at: int
    """The event; the shuffle, if no play could."""
    exact: bool
    """False: there or earlier; the search reached its limit."""


class LegalMove(TypedDict):
    """A move that may be made now."""

    move: Move
    clause: str | None
    """The clause that grants it."""
    early: bool
    """Whether it would end the deal early: by giving up, or by agreement."""


class SeatChoices(TypedDict):
    """The choices of a seat."""

    seat: int
    """The seat, from 0."""
    legal_moves: list[LegalMove]
    """Every move that it could make."""


class Sentence(TypedDict):
    """A sentence for people, with what a program needs to say it in other words."""

    clause: str | None
    """The clause of the rules that it is by."""
    key: str
    """The name of the sentence: the same in every language."""
    values: dict[str, Any]
    """The values that the sentence names."""
    text: str
    """The sentence in the language of the answer."""


class Decision(TypedDict):
    """A move, what its seat saw before it, and what each seat could have done."""

    at: int
    """The event."""
    move_at: int | None
    """The move that it is or follows from; null: it came before all moves."""
    seat: int | None
    """The seat that made the move."""
    move: Move | None
    """The move that was made."""
    trick: int | None
    """The number of its trick, of Durak of its bout; null: it belongs to none."""
    explanation: Sentence | None
    """Why the rules allowed it, with all cards open."""
    state: State | None
    """The state before the move, with trick and hand, as its seat saw it."""
    seats: list[SeatChoices]
    """The choices of every seat."""


class Finding(TypedDict):
    """An event that disagrees with the rules."""

    position: int
    """The event."""
    clauses: list[str]
    """The clauses that it offends."""
    detail: str
    """The fault in the event, in English."""
    key: str
    """The key of `detail`."""
    values: dict[str, Any]
    """The values that it names."""
    field: str | None
    """The field of the event that it shows in, where there is one."""


class MoveTiming(TypedDict):
    """When a move was made."""

    position: int
    """The event of the move."""
    seat: int
    """The seat, from 0."""
    at: str
    """When it was recorded."""
    took_us: int
    """Microseconds since what happened before it."""


class SeatSummary(TypedDict):
    """A seat; free where it has neither name nor bot."""

    ref: str | None
    """The owner's own id of it; null for others, and once it is erased."""
    metadata: dict[str, Any] | None
    """The owner's own notes; null for others, and once they are erased."""
    name: str | None
    """The player's name, or a pseudonym once it is erased; null for a free seat."""
    erased: bool
    """Whether the name is erased, and a pseudonym is shown."""
    bot: str | None
    """The level of a bot."""
    kind: Literal["person", "bot"] | None
    """The kind of player. A `bot` without a level is external: it plays over this API."""
    seat: int
    """The seat, from 0."""


class SeatView(TypedDict):
    """The record as a seat was shown it while the deal was on."""

    seat: int
    """The seat, from 0."""
    events: list[Event]
    """The events, with null for what it did not know."""


class Audit(TypedDict):
    """The evidence of a finished deal."""

    deal: str
    """The id of the deal."""
    table: str
    """The id of the table."""
    number: int
    """1 for the first deal of the series."""
    game: str
    """The game, by its key."""
    rules: str
    """The version of the game's rules, fixed for ever."""
    version: int
    """The position of the last event."""
    head: str
    """The hash of the record up to there."""
    deck: Literal["seed", "hand"]
    """Whether the deck follows from a seed; the deck of a branch does not."""
    parties: list[SeatSummary]
    """The player of each seat."""
    events: list[Event]
    """The full record."""
    views: list[SeatView]
    """The masked record of each party."""
    choices: list[Decision]
    """At every event that is disputed, and at the one that was asked for."""
    timing: list[MoveTiming]
    """Of every move."""
    findings: list[Finding]
    """The faults found when the deal was played again under the rules."""
    decided: DecidedAt | None
    """Where the deal was decided; null: it was abandoned and came to nothing."""


class Auditor(TypedDict):
    """An auditor of a table."""

    name: str
    """The name of the guest."""
    until: str
    """When the token ends."""
    dismissed: bool
    """Whether the token was ended before its time."""
    auditor: int
    """1 for the table's first."""
    appointed_by: str
    """The API key that appointed them."""
    owner_seats: list[int]
    """The seats that keys of the table's owner took, or issued tokens of again: such an owner is
    a party.
    """
    may_rule: bool
    """Whether they may rule: at a table of `fixed_auditors` only those admitted before it began."""


class AuditorList(TypedDict):
    """All auditors that the table ever had."""

    auditors: list[Auditor]
    """The first one first."""


class BeginLessonRequest(TypedDict):
    """A request for a lesson."""

    name: str
    """The name of the learner at the table."""


class BoardResult(TypedDict):
    """How a table played a board."""

    number: int
    """The number of the table in the round."""
    table: str | None
    """The table."""
    players: list[int]
    """Its players by seats; 0 is a bot of the house."""
    points: list[int] | None
    """By seats; null: it was closed before it had played the board."""
    deal: str | None
    """The deal in which it was played, with its replay and its analysis; null with `points`."""
    compared: list[int] | None
    """By seats, what counts by C27, in hundredths of a point; null: nothing is compared."""


class PlayOfBoard(TypedDict):
    """The play of a board at a table."""

    number: int
    """The number of the table in the round."""
    deal: str
    """The deal, which can be replayed."""


class Parted(TypedDict):
    """Where some tables parted in the play of a board."""

    moves: int
    """The first moves that all of them have made alike."""
    tables: list[PlayOfBoard]
    """The tables, as they were asked for."""


class Board(TypedDict):
    """A board of a tournament that is revealed: the results of all tables side by side."""

    round: int
    """The round, from 1."""
    board: int
    """The number of the board in its round, from 1."""
    seed: str
    """The operator's seed of the board."""
    results: list[BoardResult]
    """By tables, in order."""
    parted: Parted | None
    """Where the tables of the query parted; null: none were named."""


class BotLevel(TypedDict):
    """Bots of a level."""

    level: str
    """The `bot` of a seat in a request."""
    policy: str
    """The policy, as records name it, such as `medium/2@12000`."""


class GameBots(TypedDict):
    """The bots of a game."""

    game: str
    """The game, by its key."""
    levels: list[BotLevel]
    """The weakest first."""


class BotList(TypedDict):
    """The bots of all games."""

    bots: list[GameBots]
    """Game by game."""


class BranchOf(TypedDict):
    """The deal that a table goes on from.

    A branch counts nowhere but for itself.
    """

    deal: str
    """The id of the deal."""
    at: int
    """The last event that stayed as it was."""
    cards: Literal["true", "resample"]
    """Whether the cards that a seat had not seen by then were dealt anew."""
    from_seat: int | None
    """The seat of `resample`."""


class CallRoundRequest(TypedDict):
    """A request for the next round."""

    tables: NotRequired[list[list[int]] | None]
    """In the format `fixed`: the numbers of the players of each table, by seats; 0 is a bot."""


Card: TypeAlias = str | None
"""Rank and suit; T is the ten, such as `TC`. Null: unknown to the observer."""


class CardName(TypedDict):
    """A card and its names for people."""

    code: str
    """The card everywhere in the API."""
    name: str
    """Its name."""
    index: str
    """Its rank and suit in two signs or three."""


class CardOpening(TypedDict):
    """The proof of a card: its leaf is `H(0x00 ‖ u32 position ‖ salt ‖ card)`."""

    position: int
    """In the pack, from 0."""
    card: Card
    salt: str
    """The salt of the leaf, in hex."""
    path: list[str]
    """From leaf to root (RFC 6962, 2.1.1)."""


class CardOpenings(TypedDict):
    """The proofs of the cards that an observer may have proved."""

    deal: str
    """The id of the deal."""
    view: str
    """The view in which it is seen."""
    root: str | None
    """Of the tree over the salted cards."""
    size: int
    """How many cards the pack has."""
    openings: list[CardOpening]
    """One for each card, in the order of the pack."""


class CardPoints(TypedDict):
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


class FieldValues(TypedDict):
    """The values that fit for a field of a move: `cards` or `values`."""

    cards: NotRequired[list[str]]
    """The cards; no card is in a move twice."""
    values: NotRequired[list[Any]]
    """The values of a field without cards."""
    least: NotRequired[int]
    """The fewest cards, where the field is a list of them."""
    most: NotRequired[int]
    """The most cards, where the field is a list of them."""


class Choice(TypedDict):
    """Moves of a type: each takes one of its values for each field, in any combination.

    All choices together stand for exactly the legal moves.
    """

    type: str
    """The type of the moves."""
    clause: str | None
    """The clause that grants them."""
    early: bool
    """As of a legal move."""
    fields: dict[str, FieldValues]
    """The values that fit, by the field of the move."""


class Clock(TypedDict):
    """How much time the seats have.

    Seconds are counted from the times in the record.
    """

    turn: int
    """The seconds for each turn."""
    banks: list[float]
    """The seconds in the bank of each seat when this turn began."""
    seat: int | None
    """The seat whose time runs, if any. It is in `away` if no player is at the table: the bot
    that stands in lets the time pass before it moves (L3).
    """
    until: str | None
    """The deadline: a move at that moment is late. Of a seat in `away`: before that moment the
    bot that stands in does not move, and a player who comes back moves.
    """


class CommitSeedRequest(TypedDict):
    """A commitment to the seed of a seat."""

    deal: str
    """The id of the table's next deal: `next_deal`."""
    commitment: str
    """`TH("fairdeal/1/commit", deal, "P", u32 seat, seed)` of the recipe, in hex."""
    signature: NotRequired[str]
    """Over `{"type": "commit", "deal": …, "commitment": …}` and the table's `version` and
    `head`.
    """


Consistency = TypedDict(
    "Consistency",
    {"from": int, "log": str, "to": int, "proof": list[str], "root": NotRequired[str]},
)
"""A proof that a log begins with an older state of itself."""


class CorrectScoreRequest(TypedDict):
    """A correction of a score."""

    round: int
    """The round that it belongs to."""
    player: int
    """The first player of the contestant."""
    points: int
    """The points added to the score, by `mean` and `median` in hundredths (C27)."""
    reason: str
    """The reason, shown to all readers."""


class Counting(TypedDict):
    """How the points of a series are read."""

    better: Literal["high", "low"]
    """Whether many points are good, or few."""
    until: Literal["points", "deals"]
    """The unit of `target`: the points of a side, or the deals of the series."""
    sentences: list[str]
    """The keys of those sentences of `explanations` that say what a deal brings: each has one of
    them. Empty: it is the first sentence.
    """
    next_deal: list[str]
    """The keys of its sentences about the next deal of a series."""


class SeatRequest(TypedDict):
    """The player of a seat of a new table: a person or a bot; an empty seat stays free."""

    name: NotRequired[str]
    """A person or an external bot, who gets a seat token."""
    bot: NotRequired[Literal["easy", "casual", "medium", "hard"]]
    """The level of a bot."""
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1)."""
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), as long
    as its player keeps it. A point of the prime-order group, in its one encoding.
    """
    kind: NotRequired[Literal["person", "bot"]]
    """The kind of player, which others are shown. A `bot` is an external one: it plays over the
    API with the seat's token like a person.
    """
    ref: NotRequired[str]
    """Your own id of the player. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the player. No other caller is shown them; they can be erased."""


class CreateBranchRequest(TypedDict):
    """A branch of a finished deal: its first event, its cards and its players."""

    at: int
    """The last event that stays as it was."""
    deal: Literal["true", "resample"]
    """`true`: the cards as they lay. `resample`: the cards that `from_seat` had not seen by then
    are dealt anew, so that it would have seen the same.
    """
    from_seat: NotRequired[int]
    """The seat whose view counts. Default: the token's own seat; with an API key the seat that
    was to act.
    """
    seats: NotRequired[list[SeatRequest]]
    """The players of the first seats, in their order; bots play on the others. Default: a person
    on `from_seat`, bots on all others.
    """


class CreateKeyRequest(TypedDict):
    """The name and the scopes of a new key."""

    name: str
    """The name of the key."""
    scopes: NotRequired[list[Literal["read", "tables", "play", "disputes", "webhooks", "keys"]]]
    """`read`: read tables, deals and the log. `tables`: open and close tables and branches,
    admit watchers. `play`: take seats, get their tokens, and leave seats. `disputes`: read
    evidence and disputes, admit auditors. `webhooks`: add, change and delete webhooks.
    `keys`: make, rotate and revoke keys that may do no more. Default: all scopes of the key
    that asks.
    """
    default_visibility: NotRequired[Literal["public", "private"]]
    """The visibility of its tables, where a request does not name one."""
    test: NotRequired[bool]
    """Whether it is a test key: all its tables are tests, it is a stranger at all others, and
    the keys that it makes are test keys.
    """


class DurakOptions(TypedDict):
    """The options of Durak."""

    both_out: NotRequired[Literal["first_empty", "draw"]]
    """The result if both hands come to their end with one bout (D10)."""
    any_trump_beats: NotRequired[Literal[False, True]]
    """Whether any trump beats any card, a higher trump too (D6)."""
    throw_in_after_take: NotRequired[Literal[False, True]]
    """Whether the attacker may add cards after a take (D7)."""
    points_to_win: NotRequired[int]
    """The points that win the match (D11)."""


class DurakSeatRequest(TypedDict):
    """The player of a seat of a new table: a person or a bot; an empty seat stays free."""

    name: NotRequired[str]
    """A person or an external bot, who gets a seat token."""
    bot: NotRequired[Literal["easy", "medium", "hard"]]
    """The level of a bot."""
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1)."""
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), as long
    as its player keeps it. A point of the prime-order group, in its one encoding.
    """
    kind: NotRequired[Literal["person", "bot"]]
    """The kind of player, which others are shown. A `bot` is an external one: it plays over the
    API with the seat's token like a person.
    """
    ref: NotRequired[str]
    """Your own id of the player. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the player. No other caller is shown them; they can be erased."""


class DurakTableRequest(TypedDict):
    """A new table of Durak."""

    game: Literal["durak"]
    """The game, by its key."""
    name: str
    """The name of the table."""
    options: NotRequired[DurakOptions]
    target: NotRequired[int]
    """The end of the series; the same as `options.points_to_win`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know. Default: the
    `default_visibility` of the API key.
    """
    spectators: NotRequired[bool]
    """Whether others may watch a deal that is on."""
    reveal_seconds: NotRequired[int]
    """How long the table waits for the commitment of a seat, and for its seed; then the deal is
    voided (F4).
    """
    turn_limit: NotRequired[int | None]
    """The seconds that a seat has for each turn (L1). Null: no clock."""
    time_bank: NotRequired[int]
    """The seconds that a seat has besides, in all turns of a deal together. Without `turn_limit`
    there is no clock, and they count for nothing.
    """
    abandon: NotRequired[Literal["bot", "forfeit"]]
    """The consequence when a player leaves, or their time is over: a bot plays for them until
    they come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium", "hard"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: it may have `decks`, a `bot_delay_ms` and a moved
    clock, and its results prove nothing. Default: whether the API key is a test key. A test
    key opens no other tables.
    """
    bot_delay_ms: NotRequired[int]
    """How long after the last event a bot moves, in milliseconds; 0: at once. Only for a test.
    The bots of other tables move at due times.
    """
    views_after: NotRequired[Literal["members", "all"]]
    """The callers who see every seat's view once a deal is over. `all`: everybody who may see
    the table. `members`: of these, the holders of a key or a seat, but no watcher.
    """
    pause_seconds: NotRequired[int]
    """The longest pause between two deals. The next deal is opened when every person is ready,
    or when this time has passed since the last deal counted. 0: at once.
    """
    hints: NotRequired[bool]
    """Whether players may ask for hints in their turns (H1). All viewers see who was given one."""
    phrases: NotRequired[Literal["off", "between_deals", "always"]]
    """When people at the table may say phrases of the fixed list to each other. Default:
    `between_deals` in a game with partners, who could signal with them, and otherwise
    `always`.
    """
    watch_delay: NotRequired[int]
    """The seconds by which watchers are behind: they see the table and its deals as they were
    then. Members and auditors see them as they are.
    """
    fixed_auditors: NotRequired[bool]
    """Whether only auditors who were admitted before the first deal may rule disputes. So all
    players know them before they play.
    """
    seats: NotRequired[list[DurakSeatRequest]]
    """The first seats, in their order; the others stay free."""
    ref: NotRequired[str]
    """Your own id of the table. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the table. No other caller is shown them; they can be erased."""
    decks: NotRequired[list[list[str]]]
    """Only for a test: the given decks of its first deals, each the exact order of the pack.
    Such a deal has no seeds, and every lot falls on 0. Only the owner sees them.
    """


class GoatOptions(TypedDict):
    """The options of Goat."""

    trump_card: NotRequired[Literal["hidden", "bottom"]]
    """Whether the trump card lies hidden in the stock, or face up under it (G6)."""
    molodka: NotRequired[Literal["before_own_play", "on_turn", "off"]]
    """When a molodka may be pulled (G13)."""
    eggs: NotRequired[Literal["none", "double_next", "two_each"]]
    """The cost of a deal of 60:60 (G18)."""
    loss_target: NotRequired[int]
    """The loss points with which a side has lost the series (G19)."""


class GoatSeatRequest(TypedDict):
    """The player of a seat of a new table: a person or a bot; an empty seat stays free."""

    name: NotRequired[str]
    """A person or an external bot, who gets a seat token."""
    bot: NotRequired[Literal["easy", "medium", "hard"]]
    """The level of a bot."""
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1)."""
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), as long
    as its player keeps it. A point of the prime-order group, in its one encoding.
    """
    kind: NotRequired[Literal["person", "bot"]]
    """The kind of player, which others are shown. A `bot` is an external one: it plays over the
    API with the seat's token like a person.
    """
    ref: NotRequired[str]
    """Your own id of the player. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the player. No other caller is shown them; they can be erased."""


class GoatTableRequest(TypedDict):
    """A new table of Goat."""

    game: Literal["goat"]
    """The game, by its key."""
    name: str
    """The name of the table."""
    options: NotRequired[GoatOptions]
    target: NotRequired[int]
    """The end of the series; the same as `options.loss_target`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know. Default: the
    `default_visibility` of the API key.
    """
    spectators: NotRequired[bool]
    """Whether others may watch a deal that is on."""
    reveal_seconds: NotRequired[int]
    """How long the table waits for the commitment of a seat, and for its seed; then the deal is
    voided (F4).
    """
    turn_limit: NotRequired[int | None]
    """The seconds that a seat has for each turn (L1). Null: no clock."""
    time_bank: NotRequired[int]
    """The seconds that a seat has besides, in all turns of a deal together. Without `turn_limit`
    there is no clock, and they count for nothing.
    """
    abandon: NotRequired[Literal["bot", "forfeit"]]
    """The consequence when a player leaves, or their time is over: a bot plays for them until
    they come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium", "hard"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: it may have `decks`, a `bot_delay_ms` and a moved
    clock, and its results prove nothing. Default: whether the API key is a test key. A test
    key opens no other tables.
    """
    bot_delay_ms: NotRequired[int]
    """How long after the last event a bot moves, in milliseconds; 0: at once. Only for a test.
    The bots of other tables move at due times.
    """
    views_after: NotRequired[Literal["members", "all"]]
    """The callers who see every seat's view once a deal is over. `all`: everybody who may see
    the table. `members`: of these, the holders of a key or a seat, but no watcher.
    """
    pause_seconds: NotRequired[int]
    """The longest pause between two deals. The next deal is opened when every person is ready,
    or when this time has passed since the last deal counted. 0: at once.
    """
    hints: NotRequired[bool]
    """Whether players may ask for hints in their turns (H1). All viewers see who was given one."""
    phrases: NotRequired[Literal["off", "between_deals", "always"]]
    """When people at the table may say phrases of the fixed list to each other. Default:
    `between_deals` in a game with partners, who could signal with them, and otherwise
    `always`.
    """
    watch_delay: NotRequired[int]
    """The seconds by which watchers are behind: they see the table and its deals as they were
    then. Members and auditors see them as they are.
    """
    fixed_auditors: NotRequired[bool]
    """Whether only auditors who were admitted before the first deal may rule disputes. So all
    players know them before they play.
    """
    seats: NotRequired[list[GoatSeatRequest]]
    """The first seats, in their order; the others stay free."""
    ref: NotRequired[str]
    """Your own id of the table. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the table. No other caller is shown them; they can be erased."""
    decks: NotRequired[list[list[str]]]
    """Only for a test: the given decks of its first deals, each the exact order of the pack.
    Such a deal has no seeds, and every lot falls on 0. Only the owner sees them.
    """


class SkatOptions(TypedDict):
    """The options of Skat."""

    all_pass: NotRequired[Literal["next_deal", "redeal"]]
    """The result if all pass: a deal of the list, or none (K8)."""
    deals: NotRequired[int]
    """How many deals the list has (K31)."""
    scoring: NotRequired[Literal["seeger_fabian", "classic", "bierlachs"]]
    """How the list counts (K32)."""
    limit: NotRequired[int]
    """The lost points with which a Bierlachs ends (K32)."""
    claims: NotRequired[Literal["exact", "order"]]
    """Whether exact play judges a claim, or play goes on with open cards (K30)."""


class SkatSeatRequest(TypedDict):
    """The player of a seat of a new table: a person or a bot; an empty seat stays free."""

    name: NotRequired[str]
    """A person or an external bot, who gets a seat token."""
    bot: NotRequired[Literal["easy", "medium", "hard"]]
    """The level of a bot."""
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1)."""
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), as long
    as its player keeps it. A point of the prime-order group, in its one encoding.
    """
    kind: NotRequired[Literal["person", "bot"]]
    """The kind of player, which others are shown. A `bot` is an external one: it plays over the
    API with the seat's token like a person.
    """
    ref: NotRequired[str]
    """Your own id of the player. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the player. No other caller is shown them; they can be erased."""


class SkatTableRequest(TypedDict):
    """A new table of Skat."""

    game: Literal["skat"]
    """The game, by its key."""
    name: str
    """The name of the table."""
    options: NotRequired[SkatOptions]
    target: NotRequired[int]
    """The end of the series; the same as `options.deals`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know. Default: the
    `default_visibility` of the API key.
    """
    spectators: NotRequired[bool]
    """Whether others may watch a deal that is on."""
    reveal_seconds: NotRequired[int]
    """How long the table waits for the commitment of a seat, and for its seed; then the deal is
    voided (F4).
    """
    turn_limit: NotRequired[int | None]
    """The seconds that a seat has for each turn (L1). Null: no clock."""
    time_bank: NotRequired[int]
    """The seconds that a seat has besides, in all turns of a deal together. Without `turn_limit`
    there is no clock, and they count for nothing.
    """
    abandon: NotRequired[Literal["bot", "forfeit"]]
    """The consequence when a player leaves, or their time is over: a bot plays for them until
    they come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium", "hard"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: it may have `decks`, a `bot_delay_ms` and a moved
    clock, and its results prove nothing. Default: whether the API key is a test key. A test
    key opens no other tables.
    """
    bot_delay_ms: NotRequired[int]
    """How long after the last event a bot moves, in milliseconds; 0: at once. Only for a test.
    The bots of other tables move at due times.
    """
    views_after: NotRequired[Literal["members", "all"]]
    """The callers who see every seat's view once a deal is over. `all`: everybody who may see
    the table. `members`: of these, the holders of a key or a seat, but no watcher.
    """
    pause_seconds: NotRequired[int]
    """The longest pause between two deals. The next deal is opened when every person is ready,
    or when this time has passed since the last deal counted. 0: at once.
    """
    hints: NotRequired[bool]
    """Whether players may ask for hints in their turns (H1). All viewers see who was given one."""
    phrases: NotRequired[Literal["off", "between_deals", "always"]]
    """When people at the table may say phrases of the fixed list to each other. Default:
    `between_deals` in a game with partners, who could signal with them, and otherwise
    `always`.
    """
    watch_delay: NotRequired[int]
    """The seconds by which watchers are behind: they see the table and its deals as they were
    then. Members and auditors see them as they are.
    """
    fixed_auditors: NotRequired[bool]
    """Whether only auditors who were admitted before the first deal may rule disputes. So all
    players know them before they play.
    """
    seats: NotRequired[list[SkatSeatRequest]]
    """The first seats, in their order; the others stay free."""
    ref: NotRequired[str]
    """Your own id of the table. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the table. No other caller is shown them; they can be erased."""
    decks: NotRequired[list[list[str]]]
    """Only for a test: the given decks of its first deals, each the exact order of the pack.
    Such a deal has no seeds, and every lot falls on 0. Only the owner sees them.
    """


class SvoiKozyriOptions(TypedDict):
    """The options of Svoi Kozyri."""

    deal: NotRequired[Literal["random", "mirrored"]]
    """How the pack is dealt; mirrored, both have equal cards (S3)."""
    voluntary_take: NotRequired[Literal[False, True]]
    """Whether a player who could beat may take (S5)."""
    max_plies: NotRequired[int]
    """The number of moves with which the deal is drawn (S12)."""
    wins: NotRequired[int]
    """The won deals that win the match (S13)."""


class SvoiKozyriTableRequest(TypedDict):
    """A new table of Svoi Kozyri."""

    game: Literal["svoi_kozyri"]
    """The game, by its key."""
    name: str
    """The name of the table."""
    options: NotRequired[SvoiKozyriOptions]
    target: NotRequired[int]
    """The end of the series; the same as `options.wins`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know. Default: the
    `default_visibility` of the API key.
    """
    spectators: NotRequired[bool]
    """Whether others may watch a deal that is on."""
    reveal_seconds: NotRequired[int]
    """How long the table waits for the commitment of a seat, and for its seed; then the deal is
    voided (F4).
    """
    turn_limit: NotRequired[int | None]
    """The seconds that a seat has for each turn (L1). Null: no clock."""
    time_bank: NotRequired[int]
    """The seconds that a seat has besides, in all turns of a deal together. Without `turn_limit`
    there is no clock, and they count for nothing.
    """
    abandon: NotRequired[Literal["bot", "forfeit"]]
    """The consequence when a player leaves, or their time is over: a bot plays for them until
    they come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "casual", "medium", "hard"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: it may have `decks`, a `bot_delay_ms` and a moved
    clock, and its results prove nothing. Default: whether the API key is a test key. A test
    key opens no other tables.
    """
    bot_delay_ms: NotRequired[int]
    """How long after the last event a bot moves, in milliseconds; 0: at once. Only for a test.
    The bots of other tables move at due times.
    """
    views_after: NotRequired[Literal["members", "all"]]
    """The callers who see every seat's view once a deal is over. `all`: everybody who may see
    the table. `members`: of these, the holders of a key or a seat, but no watcher.
    """
    pause_seconds: NotRequired[int]
    """The longest pause between two deals. The next deal is opened when every person is ready,
    or when this time has passed since the last deal counted. 0: at once.
    """
    hints: NotRequired[bool]
    """Whether players may ask for hints in their turns (H1). All viewers see who was given one."""
    phrases: NotRequired[Literal["off", "between_deals", "always"]]
    """When people at the table may say phrases of the fixed list to each other. Default:
    `between_deals` in a game with partners, who could signal with them, and otherwise
    `always`.
    """
    watch_delay: NotRequired[int]
    """The seconds by which watchers are behind: they see the table and its deals as they were
    then. Members and auditors see them as they are.
    """
    fixed_auditors: NotRequired[bool]
    """Whether only auditors who were admitted before the first deal may rule disputes. So all
    players know them before they play.
    """
    seats: NotRequired[list[SeatRequest]]
    """The first seats, in their order; the others stay free."""
    ref: NotRequired[str]
    """Your own id of the table. No other caller is shown it, and it can be erased."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the table. No other caller is shown them; they can be erased."""
    decks: NotRequired[list[list[str]]]
    """Only for a test: the given decks of its first deals, each the exact order of the pack.
    Such a deal has no seeds, and every lot falls on 0. Only the owner sees them.
    """


CreateTableRequest: TypeAlias = (
    GoatTableRequest | DurakTableRequest | SvoiKozyriTableRequest | SkatTableRequest
)
"""A request for a new table."""


class CreateWebhookRequest(TypedDict):
    """An address that gets the news of the API key's tables."""

    url: str
    """https, a name on the internet, port 443 or 8443. It must lead to addresses of the internet
    at every delivery. A service may allow networks of its own, and in them http, addresses
    and any port.
    """
    events: NotRequired[
        list[
            Literal[
                "seat.taken",
                "seat.left",
                "seat.returned",
                "seat.resigned",
                "table.started",
                "table.closed",
                "table.rematched",
                "turn.started",
                "deal.finished",
                "series.finished",
                "dispute.opened",
                "dispute.answered",
                "dispute.withdrawn",
                "dispute.ruled",
                "dispute.appealed",
                "person.erased",
                "tournament.round_drawn",
                "tournament.table_opened",
                "tournament.standings_changed",
                "tournament.closed",
            ]
        ]
    ]
    """The kinds of news that it gets."""


class SeriesDeal(TypedDict):
    """A deal of a series; without a result while it is on, voided or abandoned."""

    explained: list[str]
    """How it ended, in sentences with clauses; empty while it is on."""
    explanations: list[Sentence]
    """The sentences of `explained`, each with its key and values."""
    voided: list[int]
    """The seats that voided it, so that no side scores (F4); empty if it was not."""
    abandoned: Abandonment | None
    """Why it was not played out, so that no side scores (L4-L6); null where it was."""
    number: int
    """1 for the first deal of the series."""
    deal: str
    """It was never opened where it was voided for want of a commitment."""
    result: dict[str, Any] | None
    """The result in the form of the game."""
    counted: list[int]
    """The points of each side for it."""
    points: list[int]
    """The score of each side after it."""
    hints: list[int] | None
    """How many hints each seat was given. Null while the deal is on, and where its record does
    not hold.
    """
    fault: Sentence | None
    """Why its record does not hold, by a comparison with the log. Null: none has found a fault."""


class Side(TypedDict):
    """A side of a series."""

    seats: list[int]
    """The seats of the side."""
    points: int
    """The score of the side, as the game counts."""


class Series(TypedDict):
    """The series of a table."""

    opened_at: str
    """When it was opened."""
    started_at: str | None
    """When the last seat was taken; of a deal: when the pack was shuffled. Null before."""
    finished_at: str | None
    """When it was over, or closed. Null before."""
    table: str
    """The id of the table."""
    refs: Refs | None
    """Null for all but the owner, and where there is no `ref`."""
    game: str
    """The game, by its key."""
    target: int
    """The target that ends the series."""
    status: Literal["open", "playing", "over", "closed"]
    """`open` while seats are free, then `playing` and `over`; `closed`: it never began."""
    version: int
    """The position of the last event of the table."""
    sides: list[Side]
    """The sides, in order."""
    deals: list[SeriesDeal]
    """The deals, the first one first."""
    score: Score
    ledger: list[int]
    """The points of the sides, with the rulings on disputes."""
    adjustments: list[Adjustment]
    """The rulings in the ledger, besides the points as played."""
    winner: int | None
    """The side that won; null too where the first place is shared."""
    voids: int
    """How many of its deals were voided, by any seat (F4)."""
    forfeited: list[int]
    """The seats that have forfeited the series (F5, L4, L5)."""
    ranks: list[int]
    """The place of each side, equal where shared; empty while the series is on."""
    titles: list[str]
    """The title of each side for it, or empty."""
    titles_explained: list[Sentence | None]
    """`titles` as sentences; null for a side without a title."""
    branch_of: BranchOf | None
    """Null where a series is played."""


class DealReference(TypedDict):
    """A deal of a series."""

    id: str
    """The id of the deal."""
    number: int
    """1 for the first deal of the series."""


class NextDeal(DealReference):
    """The deal that comes next, known ahead, for seats to commit to."""

    waiting: list[int]
    """The seats whose commitments are still missing: it is opened with them."""
    may_commit: list[int]
    """The seats that may commit to it now. It does not wait for those that are not in `waiting`."""


class RoundOfTable(TypedDict):
    """The round of a tournament in which a table is played."""

    id: str
    """The tournament."""
    round: int
    """The number of the round."""
    number: int
    """The number of the table in the round."""


class Seat(SeatSummary):
    """A seat, with the side that it plays for."""

    side: int
    """The side, from 0; those who win together are one side."""
    commits: bool
    """Whether it adds a seed of its own to every deal."""
    left_out: bool
    """Whether deals do not wait for its seed: it was late, and none was opened with one since."""
    key: str | None
    """The key that it signs with (F7), if any."""


class SideResult(TypedDict):
    """The result of a side in a series that is over, as played."""

    seats: list[int]
    """The seats of the side."""
    points: int
    """The total of the side; a ruling may add to its ledger."""
    rank: int
    """The place, 1 is the best; equal where it is shared."""


class SeriesResult(TypedDict):
    """The result of a series that is over, as played."""

    winner: int | None
    """The side that won; null: it is shared."""
    sides: list[SideResult]
    """The sides, each with its total and its place."""


class WaitingFor(TypedDict):
    """The reason why nothing is happening: who or what is waited for."""

    kind: Literal["players", "seeds", "ready", "next_deal", "deal", "move", "bots", "nothing"]
    """`players`: free seats. `seeds`: commitments or seeds. `next_deal`: it is being opened.
    `deal`: the deal that is on, which says more. `move`: a person. `bots`: a bot. `nothing`:
    nothing will happen by itself. There may be more kinds later.
    """
    seats: list[int]
    """The seats that are waited for."""
    until: str | None
    """The deadline, if there is one."""


class Table(TypedDict):
    """A table."""

    rematch_of: str | None
    """The table whose players alone sit down at this one, to play again."""
    ref: str | None
    """The owner's own id of it; null for others, and once it is erased."""
    metadata: dict[str, Any] | None
    """The owner's own notes; null for others, and once they are erased."""
    opened_at: str
    """When it was opened."""
    started_at: str | None
    """When the last seat was taken; of a deal: when the pack was shuffled. Null before."""
    finished_at: str | None
    """When it was over, or closed. Null before."""
    id: str
    """The table."""
    name: str
    """The name of the table."""
    game: str
    """The game, by its key."""
    target: int
    """The target that ends the series."""
    status: Literal["open", "playing", "over", "closed"]
    """`open` while seats are free, then `playing` and `over`; `closed`: it never began."""
    created_at: str
    """`opened_at`."""
    branch_of: BranchOf | None
    """Null where a series is played."""
    result: SeriesResult | None
    """Null before the end; in lists also of series that ended before release 0.3."""
    visibility: Literal["public", "private"]
    """Of a `private` table only its owner and its players know."""
    spectators: bool
    """Whether others may watch a deal that is on."""
    reveal_seconds: int
    """How long it waits for a commitment, or for a seed."""
    turn_limit: int | None
    """The seconds for a turn; null: no clock."""
    time_bank: int
    """The seconds that a seat has besides, in each deal."""
    abandon: Literal["bot", "forfeit"]
    """The consequence when a player leaves, or their time is over."""
    stand_in: str
    """The level of the bot that plays for a player who has left."""
    test: bool
    """Whether the table is a test: its results prove nothing."""
    bot_delay_ms: int
    """How long after the last event a bot of a test moves, in milliseconds."""
    views_after: Literal["members", "all"]
    """The callers who see every seat's view once a deal is over."""
    pause_seconds: int
    """The longest pause between two deals, which ends when every person is ready."""
    hints: bool
    """Whether players may ask for hints in their turns."""
    phrases: Literal["off", "between_deals", "always"]
    """When people at the table may say phrases to each other."""
    watch_delay: int
    """The seconds by which watchers are behind."""
    fixed_auditors: bool
    """Whether only auditors who were admitted before the first deal may rule disputes."""
    rematch: str | None
    """The table at which the same players play again, once it is opened."""
    tournament: RoundOfTable | None
    """Null at a table of its own."""
    seats: list[Seat]
    """Every seat, in order."""
    rules: str
    """The rules version, fixed for ever."""
    options: dict[str, Any]
    """The options of the game, all of them."""
    version: int
    """The position of the last event of the table."""
    head: str
    """The hash of the record up to there: what a seat signs its acts with (F7)."""
    deal: DealReference | None
    """The deal that is on."""
    next_deal: NextDeal | None
    """Null once there is none."""
    waiting_for: WaitingFor
    disputes_waiting: int | None
    """The number of its disputes that wait for a ruling; null for all but members and auditors."""
    now: str | None
    """The time of the service; null in the answer to a command, and after the series."""


class Expanded(TypedDict):
    """Other resources, in the answer with a deal."""

    table: NotRequired[Table]
    """The table of the deal."""
    series: NotRequired[Series]
    """The series of the table."""
    events: NotRequired[list[Event]]
    """The events up to `at`; of a long deal the first ones, as on a page."""


class Receipt(TypedDict):
    """The receipt that the service signs for a move.

    Keep it: it is not kept here. Ed25519 over LP("fairdeal/1/receipt") ‖ u32 4 ‖ LP(deal) ‖
    LP(u32 position) ‖ LP(head) ‖ LP(u64 at); numbers are big-endian, and LP(x) is u32 length
    ‖ x.
    """

    deal: str
    """The id of the deal."""
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


class SeatSeed(TypedDict):
    """The part of a seat in the shuffle."""

    seat: int
    """The seat, from 0."""
    commitment: str
    """The commitment of the seat."""
    seed: str | None
    """Null until it is shown."""


class Fairness(TypedDict):
    """The seeds and commitments of a deal's shuffle."""

    commitment: str
    """The server's, to its own seed."""
    seats: list[SeatSeed]
    """The seats that add seeds."""
    waiting: list[int]
    """The seats that have yet to show their seeds before the cards are dealt."""
    receipt: Receipt | None
    """For the opening, with the server's commitment, while a seed is waited for. Keep it, and
    show no seed without it (F3): it proves which commitment there was before.
    """
    guarantee: str
    """The guarantee that follows from it, in words."""
    guarantee_explained: Sentence


class Hint(TypedDict):
    """A hint for a move."""

    seat: int
    """The seat that asked for it."""
    policy: str
    """The policy that decided, with its version and budget."""
    move: Move | None
    """The move. Null for other viewers while the deal is on."""
    reason: Sentence | None
    """What is true of the move for the seat to see. Null in all views but that of the seat."""


class LaidCards(TypedDict):
    """Cards of a trick, and the seat that laid them."""

    seat: int | None
    """The seat, from 0."""
    cards: list[Card]
    """The cards, null where they lie hidden."""


class LastTrick(TypedDict):
    """A trick that has left the table; of Durak a bout, of Svoi Kozyri what was taken."""

    number: int
    """1 for the first trick of the deal."""
    position: int
    """The position of its last event."""
    laid: list[LaidCards]
    """Its cards, in the order in which they lay."""
    taker: int | None
    """The seat that took the cards; null where they went out of play."""


class Deal(TypedDict):
    """A deal as an observer saw it.

    Cards that it did not know are null.
    """

    opened_at: str
    """When it was opened."""
    started_at: str | None
    """When the last seat was taken; of a deal: when the pack was shuffled. Null before."""
    finished_at: str | None
    """When it was over, or closed. Null before."""
    explained: list[str]
    """How the deal ended, in sentences; those that a clause decides name it in brackets. Empty
    while the deal is on, and where `at` lies before its end.
    """
    explanations: list[Sentence]
    """The sentences of `explained`, each with its key and values."""
    voided: list[int]
    """The seats that voided it, so that no side scores (F4); empty if it was not."""
    abandoned: Abandonment | None
    """Why it was not played out, so that no side scores (L4-L6); null where it was."""
    hints: list[int]
    """How many hints each seat was given in the deal."""
    hint: Hint | None
    """The hint that was given since the last move (H4)."""
    id: str
    """The deal."""
    table: str
    """The id of the table."""
    number: int
    """1 for the first deal of the series."""
    game: str
    """The game, by its key."""
    rules: str
    """The version of the game's rules, fixed for ever."""
    view: str
    """The view."""
    at: int
    """The position of the last event in it."""
    head: str
    """The chain head after the event at `at`: the same in every view. A signed move signs it."""
    version: int
    """The position of the deal's last."""
    status: Literal["playing", "over"]
    """Where the deal stands; `over` too where it was voided."""
    won_by: list[int]
    """The seats that come off best; empty while the deal is on, and where all do equally."""
    card_points: CardPoints | None
    """The card points that decided the deal; null while it is on, and where none did."""
    played_for: list[Sentence]
    """The bid, the value of the game and the like, in few words, as the view knows them."""
    fairness: Fairness
    to_act: int | None
    """The seat that the table waits for."""
    bots: list[str | None]
    """The level of the bot that plays on each seat, perhaps for a while."""
    away: list[int]
    """The seats of persons who have left: bots play for them (L3)."""
    clock: Clock | None
    """Null where no time is counted, and where `at` is not the last event."""
    waiting_for: WaitingFor
    now: str | None
    """The time of the service when this was made; null where nothing more happens."""
    state: State
    trick: int | None
    """The number of the trick of the last move, of Durak its bout. Null before the first one."""
    last_trick: LastTrick | None
    """The last trick that has left the table."""
    legal_moves: list[LegalMove]
    """Every move that the seat of the view may make now, also out of its turn. None while it is
    in `away`: its player comes back first, by POST to `return`. Once the deal is over: every
    move that it could make then. Empty where `legal` leaves the list out.
    """
    choices: list[Choice] | None
    """The same moves in a compact form: the values that fit for each field. Null unless `legal`
    asks for it.
    """
    aims: dict[str, Aim]
    """The cards on the table that moves are about, by the types of moves. Empty where the seat
    of the view has no moves.
    """
    expanded: NotRequired[Expanded]
    """What `expand` asks for; absent otherwise."""


class DealSeat(TypedDict):
    """A seat of a deal, in a list."""

    ref: str | None
    """The owner's reference of the player; null for all others."""
    metadata: dict[str, Any] | None
    """The owner's own notes; null for others, and once they are erased."""
    name: str | None
    """The player's name, or a pseudonym once it is erased; null for a free seat."""
    erased: bool
    """Whether the name is erased, and a pseudonym is shown."""
    bot: str | None
    """The level of a bot."""
    kind: Literal["person", "bot"] | None
    """The kind of player. A `bot` without a level is external: it plays over this API."""
    seat: int
    """The seat, from 0."""
    side: int
    """The side, from 0, as `explained` names it."""


class DealSummary(TypedDict):
    """A deal in a list."""

    opened_at: str
    """When it was opened."""
    started_at: str | None
    """When the last seat was taken; of a deal: when the pack was shuffled. Null before."""
    finished_at: str | None
    """When it was over, or closed. Null before."""
    explained: list[str]
    """How it ended, in sentences with clauses; empty while it is on."""
    explanations: list[Sentence]
    """The sentences of `explained`, each with its key and values."""
    won_by: list[int]
    """The seats that came off best; empty where no side scored, or all came off equally."""
    declarer: int | None
    """The seat that played alone, where the game has one."""
    contract: str | None
    """The contract of the declarer."""
    id: str
    """The deal."""
    table: str
    """The id of the table."""
    number: int
    """1 for the first deal of the series."""
    game: str
    """The game, by its key."""
    status: Literal["seeds", "playing", "over", "voided", "abandoned"]
    """`seeds`: it waits for seeds. `voided` and `abandoned`: no side scores."""
    seats: list[DealSeat]
    """Every seat, in order."""


class DealList(TypedDict):
    """A page of deals, the newest first."""

    deals: list[DealSummary]
    """The deals of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class DeliveryAttempt(TypedDict):
    """A try to deliver."""

    at: str
    """When it began."""
    outcome: Literal[
        "delivered",
        "gone",
        "redirected",
        "rejected",
        "failed",
        "timeout",
        "unreachable",
        "insecure",
        "garbled",
        "no_address",
    ]
    """`delivered` 2xx, `gone` 410, `redirected` 3xx, `failed` 5xx, `rejected` any other status.
    `timeout`: no answer in time. `unreachable`: no connection. `insecure`: no TLS certificate
    that holds. `garbled`: no HTTP. `no_address`: the name leads to no address that may be
    connected to.
    """
    status: int | None
    """The HTTP status."""
    milliseconds: int
    """How long it took."""


class Delivery(TypedDict):
    """A delivery, with its last tries."""

    id: str
    """The header `webhook-id`, in every try."""
    type: Literal[
        "seat.taken",
        "seat.left",
        "seat.returned",
        "seat.resigned",
        "table.started",
        "table.closed",
        "table.rematched",
        "turn.started",
        "deal.finished",
        "series.finished",
        "dispute.opened",
        "dispute.answered",
        "dispute.withdrawn",
        "dispute.ruled",
        "dispute.appealed",
        "person.erased",
        "tournament.round_drawn",
        "tournament.table_opened",
        "tournament.standings_changed",
        "tournament.closed",
        "webhook.test",
    ]
    """The kind of news."""
    position: int
    """Of the event in the log; 0 for a test."""
    status: Literal["waiting", "delivered", "dead"]
    """`dead`: it is not tried again, unless a redelivery is asked for."""
    created_at: str
    """When it was noted."""
    next_at: str | None
    """When it is tried next."""
    payload: dict[str, Any]
    """The body that is sent."""
    tries: list[DeliveryAttempt]
    """Its last tries, in their order."""


class DeliveryList(TypedDict):
    """A page of deliveries, the newest first.

    They are kept for thirty days.
    """

    deliveries: list[Delivery]
    """The deliveries of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class DisputeAnswer(TypedDict):
    """The answer of a seat to a dispute."""

    seat: int
    """The seat that answered."""
    owner_may_act: bool
    """Whether the owner of the table may have written it: see `DisputeJson`."""
    text: str
    """The answer, in the words of the seat."""
    answered_at: str
    """When it was answered."""


class Ruling(TypedDict):
    """The ruling on a dispute."""

    ruling: Literal["upheld", "dismissed"]
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
    appointed_by: str
    """The API key that appointed the auditor."""
    of_party: bool
    """Whether a party appointed the auditor: the owner, who may act for seats of the table."""
    ruled_at: str
    """When it was ruled."""


class Dispute(TypedDict):
    """A dispute."""

    deal: str
    """The id of the deal."""
    number: int
    """The number of the deal in its series."""
    dispute: int
    """1 for the deal's first."""
    status: Literal["open", "withdrawn", "ruled", "appealed"]
    """`open` and `appealed` wait for a ruling; `withdrawn` and `ruled` do not."""
    seat: int
    """The seat that disputes."""
    owner_may_act: bool
    """Whether the owner of the table may have written this: an API key of the owner took the
    seat, or issued its token again before.
    """
    at: int
    """The event that is disputed."""
    claim: Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
    """The kind of claim; see `openDispute`."""
    text: str
    """The reason, in the words of the seat."""
    opened_at: str
    """When it was opened."""
    answers: list[DisputeAnswer]
    """The answers of seats, the oldest first."""
    withdrawn_at: str | None
    """When its seat withdrew it; null: it did not."""
    ruling: Ruling | None
    """The ruling in force; null: there is none."""
    appeal: Appeal | None
    """The appeal of the first ruling; null: there is none."""
    overturned: Ruling | None
    """The first ruling, where there is another one on the appeal."""


class DisputeList(TypedDict):
    """The disputes of a deal, the oldest first."""

    deal: str
    """The id of the deal."""
    disputes: list[Dispute]
    """The disputes."""


class ListedDispute(Dispute):
    """A dispute in a list of several tables."""

    table: str
    """The id of the table."""


class DisputePage(TypedDict):
    """A page of disputes, the newest first."""

    disputes: list[ListedDispute]
    """The disputes of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class EndedLog(TypedDict):
    """A log that has ended."""

    log: str
    """Its name."""
    size: int
    """How many entries it has."""
    checkpoint: str
    """Its last checkpoint that the service has, as a note."""


class OwnSeat(TypedDict):
    """The seat of a player in the round that is on."""

    table: str
    """The id of the table."""
    seat: int
    """The seat, from 0."""
    token: str
    """The token of the seat."""


class Entry(TypedDict):
    """A player of a tournament, as they see themselves."""

    tournament: str
    """The tournament."""
    player: int
    """Their number, from 1."""
    name: str
    """Their name."""
    round: int
    """The last round that was called; 0: none."""
    status: Literal["open", "drawing", "playing", "break", "over", "closed"]
    owes_seed: bool
    """Whether the round that is called waits for their seed."""
    seat: OwnSeat | None
    """Null while no round is on in which they have a seat."""


class Erasure(TypedDict):
    """The erased data."""

    persons: int
    """How many times the user had sat down at these tables."""
    tables: int
    """The number of tables."""
    more: bool
    """Whether there are more tables or tournaments: send the request again."""


class ErasureRequest(TypedDict):
    """The user whose names are erased."""

    ref: str
    """The `ref` of the user's seats."""


class EventPage(TypedDict):
    """A page of events, as an observer was shown them.

    Their positions have no gaps.
    """

    deal: str
    """The id of the deal."""
    view: str
    """The view in which it is seen."""
    version: int
    """The position of the deal's last."""
    head: str
    """The chain head after the page's last event, or the deal's where it is empty: the same in
    every view. A signed move signs it.
    """
    status: Literal["playing", "over"]
    """Where the deal stands; `over` too where it was voided."""
    events: list[Event]
    """The events, in the order of their positions."""
    now: str
    """The time of the service."""
    views: NotRequired[list[Deal]]
    """With `views`: the deal after each command whose last event is on the page."""


class FieldError(TypedDict):
    """One thing that is wrong, and where: one of `pointer`, `parameter` and `header`."""

    pointer: NotRequired[str]
    """A JSON pointer into the body (RFC 6901)."""
    parameter: NotRequired[str]
    """A parameter of the query."""
    header: NotRequired[str]
    """A header of the request."""
    detail: str
    """The fault, for people."""
    key: str
    """The name of the sentence: the same in every language."""
    values: dict[str, Any]
    """The values that the sentence names."""


class Frame(TypedDict):
    """An event, and how it changes the deal."""

    event: Event
    patch: dict[str, Any]
    """A JSON merge patch; a field that it removes is null from there on."""
    explanation: NotRequired[Sentence]
    """With `explanations`, of a move: why the rules allowed it."""


class Frames(TypedDict):
    """A deal after an event, and how each event after that one changes it."""

    deal: str
    """The id of the deal."""
    view: str
    """The view in which it is seen."""
    version: int
    """The position of the deal's last."""
    first: Deal
    """The deal, as GET shows it."""
    frames: list[Frame]
    """The frames, in order."""
    next: int | None
    """`after` of the next answer; null where this one has the last event."""


class GameOption(TypedDict):
    """An option of a game: its default and its allowed values."""

    default: Any
    """The value if none is given."""
    values: NotRequired[list[Any]]
    """The allowed values; absent for a whole number."""
    minimum: NotRequired[int]
    """The least whole number allowed."""
    maximum: NotRequired[int]
    """The greatest one allowed."""
    per_seat: NotRequired[bool]
    """True where `default`, `minimum` and `maximum` are for each seat: with three seats a table
    has three times as much, and always a multiple of its seats.
    """
    title: str
    """The name of the option for people."""
    value_titles: NotRequired[dict[str, str]]
    """The name of each allowed value for people."""


class GameSummary(TypedDict):
    """A game that can be played."""

    key: str
    """The name of the game in the API."""
    title: str
    """The name of the game for people."""
    rules: str
    """The version of its rules."""
    seats: list[int]
    """How many may sit."""
    target: str
    """The option that `target` of a table sets."""
    options: dict[str, GameOption]
    """The options of a table, by name."""
    bots: list[str]
    """The levels of its bots."""
    lesson: bool
    """Whether it has a lesson: `beginLesson` with its key."""
    move_names: dict[str, str]
    """The name of each type of move for people."""


class RoleOfGame(TypedDict):
    """A role of seats."""

    role: str
    """Its name; `words.roles` has it for people."""
    at: list[str]
    """JSON pointers to the seat, or the seats, with this role in `state`."""
    others: str | None
    """The role of the seats that have no role with the same `others`, as soon as some seat has
    one; or null.
    """


class RuleClause(TypedDict):
    """A clause of the rules."""

    id: str
    """The number of the clause."""
    title: str
    """Its subject in a few words."""
    text: str
    """The words of the clause."""
    url: str
    """Where people read it."""


class Said(TypedDict):
    """A move in a few words, as a bubble beside its seat."""

    words: str
    """Three words at most, such as *leads*."""
    tells: str | None
    """The field of the event that follows the words: a card or a value, or the number of its
    cards where it is a list. null: nothing follows.
    """
    tells_of: str | None
    """The type of the event whose last one has that field. null: the move has it."""
    strong: bool
    """Whether it is worth a second look at the table."""


class TricksOfGame(TypedDict):
    """How tricks (of Durak bouts) are counted: a move is of the one after the last that ended."""

    ends: list[str]
    """The types of the events that end one."""
    before: list[str]
    """The types of the moves that come before the first one, and belong to none."""


class TrumpsOfGame(TypedDict):
    """The trumps of a game."""

    owner: Literal["seat", "side", "table"]
    """`seat` where each seat has trumps of its own, otherwise `table`."""
    at: list[str]
    """Where `state` of a view names the trumps: JSON pointers, with `*` for every item."""
    cards: dict[str, list[str]]
    """The trumps that each value there means, the highest first."""
    before: list[str]
    """The cards that are trumps in any case, the highest first."""


class Words(TypedDict):
    """The words of a game for people, in the language of the answer."""

    zones: dict[str, str]
    """The name of each zone."""
    roles: dict[str, str]
    """The name of each role."""
    fields: dict[str, str]
    """The name of each field of a move."""
    values: dict[str, dict[str, str]]
    """The names of the values of a field that takes a few texts, by the field."""
    events: dict[str, str]
    """The name of each type of event; that of a move is the name of the move."""


class ShownCard(TypedDict):
    """The card of a zone that all have seen."""

    at: list[str]
    """JSON pointers to it in `state` of a view, also when it has left the zone."""
    where: Literal["under", "beside"]
    """`under`: it is the last card, face up; `beside`: it is somewhere among the cards."""


class Zone(TypedDict):
    """A zone of a game's table.

    Every card of a view lies in exactly one of them.
    """

    zone: str
    """The name of the zone."""
    owner: Literal["seat", "side", "table"]
    """The owner of each place in it: one seat, several seats together, or the table."""
    at: list[str]
    """Where `state` of a view has its cards: JSON pointers, with `*` for every item."""
    shape: Literal["hand", "laid", "pairs", "row", "deck", "heap"]
    """How its cards lie: a fan in the `hand`; `laid` before the seat that laid them; `pairs` of
    an attack and what beat it; a `row`; a `deck` to draw from; a `heap`.
    """
    by: str | None
    """The member with the owners. It is beside the cards, or in an object around them; a view
    may lack it. Null where the number of an item is its owner, or there is none.
    """
    shown: ShownCard | None
    """Its card that all have seen; null where there is none."""
    tricks: list[str]
    """JSON pointers to the number of tricks in each of its places, if counted."""


class Game(GameSummary):
    """A game with its grammar and its rules."""

    options_schema: dict[str, Any]
    """A JSON Schema."""
    moves: dict[str, Any]
    """A JSON Schema: what a move may say."""
    clauses: list[RuleClause]
    """The rules, clause by clause, with those that hold at every table."""
    cards: list[CardName]
    """The pack, with the names of its cards in the language."""
    zones: list[Zone]
    """Where cards lie: every card of a view lies in exactly one zone."""
    trumps: TrumpsOfGame | None
    """The trumps; null in a game without trumps."""
    roles: list[RoleOfGame]
    """The roles of seats, in the order in which a deal gives them."""
    best: list[str]
    """JSON pointers to the seat that holds the trick in `state`, if one does."""
    tricks: TricksOfGame | None
    """How its tricks are counted; null in a game without tricks."""
    said: dict[str, Said]
    """What a seat has done, in a few words, by the type of the event of a move."""
    score: Counting
    """How the points of a series are read."""
    words: Words
    """The names of zones, roles, fields, values and events for people."""


class GameList(TypedDict):
    """All games."""

    games: list[GameSummary]
    """The games."""
    play_now: bool
    """Whether people may play against bots on the page without a key."""


class Health(TypedDict):
    """The health of the service."""

    status: str
    """`ok`."""


class Heartbeat(TypedDict):
    """The last sign of life of a kind of process."""

    age_seconds: float
    """How long ago it last did its work."""
    fault: str | None
    """Why it refuses to go on; else null."""


class HintResult(TypedDict):
    """A hint that was given to a seat, as its player was shown it."""

    deal: str
    """The id of the deal."""
    version: int
    """The position of the last event."""
    events: list[Event]
    """What was asked for, and what followed from it."""
    receipt: Receipt
    """The proof that it is on record. Keep it."""
    hint: Hint


class LogEntry(TypedDict):
    """The entry of an event in the log."""

    stream: str
    """The deal or table."""
    version: int
    """The position of the event in it."""
    hash: str
    """The chain's head after the event, in hex."""


class Inclusion(TypedDict):
    """A proof that an event is in the log."""

    log: str
    """The name of the log."""
    size: int
    """How many entries it has."""
    position: int
    """Where the event's entry is, from 0."""
    entry: LogEntry
    leaf: str
    """The hash of the entry's leaf, in hex."""
    path: list[str]
    """From the leaf to the root (RFC 6962, section 2.1.1), in hex."""


class Invitation(TypedDict):
    """An invitation to a table."""

    ref: str | None
    """The owner's own id of it; null for others, and once it is erased."""
    metadata: dict[str, Any] | None
    """The owner's own notes; null for others, and once they are erased."""
    invitation: int
    """1 for the table's first."""
    seat: int | None
    """The seat; null: any free seat."""
    name: str | None
    """The owner's label; null: erased, with the person or on withdrawal."""
    until: str
    """When it expires."""
    state: Literal["open", "used", "withdrawn", "expired"]
    """Whether a seat can be taken with it, was taken, or can no longer be."""
    taken: int | None
    """The seat that was taken with it."""


class InvitationList(TypedDict):
    """All invitations that the table ever had."""

    invitations: list[Invitation]
    """The first one first."""


class InviteRequest(TypedDict):
    """A request for an invitation, with which a person takes a seat."""

    seat: NotRequired[int | None]
    """The seat; null: any free seat."""
    name: str
    """Your own label. The person is not shown it."""
    expires_in: NotRequired[int]
    """In seconds. The service may end the token sooner: see `until`."""
    ref: NotRequired[str]
    """Your own id of the person, which the seat gets."""
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the person, which the seat gets."""


class JoinTournamentRequest(TypedDict):
    """A request to join a tournament, or to enter a player."""

    name: NotRequired[str]
    """The name of a person."""
    bot: NotRequired[str]
    """The level of a bot of the house."""
    partner: NotRequired[int]
    """The number of the player with whom they form a pair (C3)."""
    team: NotRequired[str]
    """The name of their team."""
    commitment: NotRequired[str]
    """To a chain of seeds for the draws (C6), in hex. The seed of the last round is chosen. The
    one before each is `TH("fairdeal/1/commit", tournament, "P", u32 round, seed)` of the
    recipe, and the commitment stands before the seed of round 1.
    """
    ref: NotRequired[str]
    """The owner's own id of the player."""


class JoinedTournament(TypedDict):
    """A player who has joined."""

    player: int
    """Their number, from 1."""
    token: str | None
    """`entry_…`, which shows their seat of each round; it comes this once. Null: a bot."""


class Language(TypedDict):
    """A language of texts for people."""

    tag: str
    """The tag for `Accept-Language` (RFC 5646)."""
    name: str
    """Its name in the language itself."""
    complete: bool
    """Whether it has every text; what it lacks is in English."""


class LanguageList(TypedDict):
    """The languages of texts for people."""

    languages: list[Language]
    """English first."""


class LeaveDealRequest(TypedDict):
    """The signature of leaving a deal."""

    signature: NotRequired[str]
    """Over `{"type": "leave"}` and the deal's `version` and `head`."""


class LessonStep(TypedDict):
    """A step of a lesson."""

    number: int
    """Its number in the lesson, from 1."""
    key: str
    """The name of its text in all languages."""
    text: str
    """Its text in the language of the answer."""
    clause: str | None
    """The clause that it is about."""
    move: Move | None
    """The move that the learner is asked to make. Null: there is none."""
    otherwise: str | None
    """The answer to another legal move, before it is made."""


class Lesson(TypedDict):
    """The steps of a lesson for the learner now."""

    lesson: str | None
    """The lesson, by the key of its game. Null: the seat takes none here."""
    at: int
    """The last event of the deal until now."""
    of: int
    """How many steps the lesson has."""
    left: bool
    """Whether the learner has made another move than the lesson asked for."""
    steps: list[LessonStep]
    """The steps for now; only the last one may ask for a move."""


class TableSummary(TypedDict):
    """A table in the lobby."""

    rematch_of: str | None
    """The table whose players alone sit down at this one, to play again."""
    ref: str | None
    """The owner's own id of it; null for others, and once it is erased."""
    metadata: dict[str, Any] | None
    """The owner's own notes; null for others, and once they are erased."""
    opened_at: str
    """When it was opened."""
    started_at: str | None
    """When the last seat was taken; of a deal: when the pack was shuffled. Null before."""
    finished_at: str | None
    """When it was over, or closed. Null before."""
    id: str
    """The table."""
    name: str
    """The name of the table."""
    game: str
    """The game, by its key."""
    target: int
    """The target that ends the series."""
    status: Literal["open", "playing", "over", "closed"]
    """`open` while seats are free, then `playing` and `over`; `closed`: it never began."""
    created_at: str
    """`opened_at`."""
    branch_of: BranchOf | None
    """Null where a series is played."""
    result: SeriesResult | None
    """Null before the end; in lists also of series that ended before release 0.3."""
    visibility: Literal["public", "private"]
    """A `private` table is known only to its owner and its players."""
    spectators: bool
    """Whether others may watch a deal that is on."""
    hints: bool
    """Whether players may ask for hints in their turns."""
    seats: list[SeatSummary]
    """Every seat, in order."""


class LobbyChange(TypedDict):
    """A change of a table in the lobby."""

    position: int
    """In the log of all events, from 1."""
    type: Literal["table.listed", "table.gone"]
    """`table.listed`: as `line` shows it. `table.gone`: it no longer fits."""
    table: str
    """The id of the table."""
    line: TableSummary | None
    """As in the list of tables; null for a table that is gone."""


class LobbyPage(TypedDict):
    """A page of changes of the lobby, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[LobbyChange]
    """The oldest first."""


class LogBreak(TypedDict):
    """The end of a log, and the beginning of another one with all stored events."""

    log: str
    """The name of the log that began."""
    at: str
    """When."""
    reason: str
    """Why, in the words of the operator."""
    ended: EndedLog
    published: str | None
    """A larger checkpoint of the ended log that had been published, if one is known: the entries
    after `ended` are lost.
    """
    statement: str
    """A note about all of this, signed by the key of the log that began."""


class LogBreakList(TypedDict):
    """All breaks of the log, in order."""

    breaks: list[LogBreak]
    """Empty for most services."""


LogLeaves = TypedDict("LogLeaves", {"from": int, "log": str, "leaves": list[str]})
"""A page of leaves, all of them under the last checkpoint."""


class LogStatus(TypedDict):
    """The status of the log."""

    size: int | None
    """How many entries are signed."""
    waiting: int
    """An upper bound of the appends that are not logged yet."""
    behind_seconds: float
    """How long the first of them has waited."""
    broken_streams: int
    """How many streams are not logged because they are damaged."""


class Me(TypedDict):
    """The caller."""

    kind: Literal["key", "seat", "auditor", "watcher", "reader", "invitation", "entry"]
    """The kind of credential."""
    name: str
    """The name of the key, the player, the guest, or of the table invited to."""
    id: NotRequired[str]
    """Of an API key."""
    created_at: NotRequired[str]
    """When an API key was made."""
    scopes: NotRequired[list[str]]
    """Of an API key: its scopes."""
    test: NotRequired[bool]
    """Of an API key: whether all its tables are tests."""
    table: NotRequired[str]
    """Of a seat or a guest."""
    seat: NotRequired[int]
    """Of a seat, or of an invitation to one or that took it."""
    auditor: NotRequired[int]
    """Of an auditor."""
    watcher: NotRequired[int]
    """Of a watcher."""
    reader: NotRequired[int]
    """Of a reader."""
    deal: NotRequired[str]
    """Of a reader of one deal."""
    invitation: NotRequired[int]
    """Of an invitation."""
    state: NotRequired[Literal["open", "used"]]
    """Of an invitation."""
    tournament: NotRequired[str]
    """Of a player of a tournament."""
    player: NotRequired[int]
    """Of a player of a tournament: their number."""


class MoveClockRequest(TypedDict):
    """How far the clock of a test table is moved."""

    forward_seconds: int
    """How far forward; 366 days in all."""


class MoveOfDeal(TypedDict):
    """A move of a deal."""

    deal: str
    """The id of the deal."""
    view: str
    """The view in which it is seen."""
    number: int
    """1 for the first move of the deal."""
    seat: int
    """The seat that moved."""
    clause: str | None
    """The clause that grants such moves."""
    at: str
    """When it was recorded."""
    event: Event
    """The event of the move, with null for what the viewer may not know."""
    trick: int | None
    """The number of its trick, of Durak of its bout; null: it belongs to none."""
    explanation: Sentence
    """Why the rules allowed it, as far as the viewer knows: what was led, or lay unbeaten.
    `values` have the type of moves `of` that the hand decides, how many of its cards were
    `allowed` for it (`any`, `some`, `only` one, `none`, or `unknown`), and these `cards`,
    where the viewer may see the hand.
    """


class MoveRequest(TypedDict):
    """A move."""

    move: Move
    """The move, one of those that the deal has as `legal_moves`."""
    expected_version: NotRequired[int]
    """The version of the deal that the move was chosen on; at any other one it is refused.
    Absent: the move applies to the deal as it is.
    """
    signature: NotRequired[str]
    """Over the move in its complete form and the deal's `version` and `head`."""
    dry_run: NotRequired[bool]
    """Whether the move is judged only, and not made."""


class MoveResult(TypedDict):
    """A move that was made: it and all that followed from it, as its player was shown it."""

    deal: str
    """The id of the deal."""
    version: int
    """The position of the last event."""
    events: list[Event]
    """What was asked for, and what followed from it."""
    receipt: Receipt
    """The proof that it is on record. Keep it."""
    view: NotRequired[Deal]
    """With `Prefer: return=representation`: the deal as it is now."""


class MovedClock(TypedDict):
    """The clock of a test table as it was moved."""

    table: str
    """The id of the table."""
    version: int
    """Of the table, with this event."""
    now: str
    """The time at the table then."""
    ahead_seconds: int
    """How far the clock is ahead of the service's in all."""


class NewApiKey(ApiKey):
    """A new API key, with its secret.

    Keep it: it is not kept here.
    """

    key: str
    """The secret, `key_…`."""


class NewAuditor(TypedDict):
    """A new auditor, with the token.

    Keep it: it is not kept here.
    """

    name: str
    """The name of the guest."""
    until: str
    """When the token ends."""
    token: str
    """`audit_…`, `view_…` or `read_…`."""
    auditor: int
    """1 for the table's first."""


class SeatToken(TypedDict):
    """A seat taken for a person, with its token.

    Keep it: it is not kept here.
    """

    seat: int
    """The seat, from 0."""
    token: str
    """The credential. Keep it: it is not kept here."""


class NewTable(TypedDict):
    """A new table, with the seat tokens of the persons who sit there."""

    table: Table
    tokens: list[SeatToken]
    """The tokens of the persons, by seat; they come this once."""


class NewHouseTable(NewTable):
    """A new table of the house, with the token of the person who opened it."""

    invitation: str | None
    """`invite_…`, for a friend; it comes this once. Null: all seats are taken."""


class NewInvitation(Invitation):
    """A new invitation, with the token.

    Keep it: it is not kept here.
    """

    token: str
    """`invite_…`."""


class NewReader(TypedDict):
    """A new reader, with the token.

    Keep it: it is not kept here.
    """

    name: str
    """The name of the guest."""
    until: str
    """When the token ends."""
    token: str
    """`audit_…`, `view_…` or `read_…`."""
    reader: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""
    deal: str | None
    """The only deal that the reader may read; null: every deal of the table."""


class NewWatcher(TypedDict):
    """A new watcher, with the token.

    Keep it: it is not kept here.
    """

    name: str
    """The name of the guest."""
    until: str
    """When the token ends."""
    token: str
    """`audit_…`, `view_…` or `read_…`."""
    watcher: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""


class Webhook(TypedDict):
    """A webhook."""

    id: str
    """The webhook."""
    url: str
    """The address that gets the news."""
    events: list[
        Literal[
            "seat.taken",
            "seat.left",
            "seat.returned",
            "seat.resigned",
            "table.started",
            "table.closed",
            "table.rematched",
            "turn.started",
            "deal.finished",
            "series.finished",
            "dispute.opened",
            "dispute.answered",
            "dispute.withdrawn",
            "dispute.ruled",
            "dispute.appealed",
            "person.erased",
            "tournament.round_drawn",
            "tournament.table_opened",
            "tournament.standings_changed",
            "tournament.closed",
        ]
    ]
    """The kinds of news that it gets."""
    enabled: bool
    """Whether it gets news."""
    reason: Literal["by_owner", "gone", "failing", "key_revoked"] | None
    """Why it is not enabled. `by_owner`: its owner has disabled it. `gone`: its receiver has
    answered 410 Gone. `failing`: nothing could be delivered for days. `key_revoked`: the key
    that added it was revoked, so it cannot be enabled again. null: it is enabled.
    """
    failing_since: str | None
    """The first failure since something was delivered, if any."""
    created_at: str
    """When it was added."""
    made_by: str
    """The key that added it; when the key is revoked, it gets no news."""
    public_key: str
    """`whpk_…`: the key of the Ed25519 signatures (`v1a`) of this webhook."""


class NewWebhook(Webhook):
    """A new webhook, with the secret that it shares with its receiver.

    Keep it: it comes once.
    """

    secret: str
    """`whsec_…`: the key of the HMAC signatures (`v1`) of this webhook."""


class Notice(TypedDict):
    """A notice for the caller: what has happened, and where to read about it."""

    deal: NotRequired[str]
    """With `turn`, `deal` and `dispute`; with `seat` where a deal is on."""
    number: NotRequired[int]
    """With `deal`: its number in the series."""
    voided: NotRequired[bool]
    """With `deal.finished`: whether it was voided."""
    abandoned: NotRequired[bool]
    """With `deal.finished`: whether it was abandoned."""
    seat: NotRequired[int]
    """With `turn`: whose it is. With `seat`: which was taken, left, and so on."""
    why: NotRequired[Literal["time", "left"]]
    """With `seat.left` where a deal is on: why a bot plays there."""
    rematch: NotRequired[str]
    """With `table.rematched`: the new table."""
    version: NotRequired[int]
    """With `turn`: the version at which the deal waits."""
    dispute: NotRequired[int]
    """With `dispute`: its number in the deal."""
    winner: NotRequired[int | None]
    """With `series.finished`: the side; null: it is shared."""
    sides: NotRequired[list[SideResult]]
    """With `series.finished`: the sides, each with its total and its place."""
    refs: NotRequired[Refs]
    """For the owner, where there is a `ref`."""
    position: int
    """In the log of all events, from 1."""
    type: Literal[
        "seat.taken",
        "seat.left",
        "seat.returned",
        "seat.resigned",
        "table.started",
        "table.closed",
        "table.rematched",
        "turn.started",
        "deal.finished",
        "series.finished",
        "dispute.opened",
        "dispute.answered",
        "dispute.withdrawn",
        "dispute.ruled",
        "dispute.appealed",
        "person.erased",
    ]
    """The kind of news: `table.started` when the last seat was taken, `deal.finished` when the
    deal counts in its series.
    """
    at: str
    """When it happened."""
    table: str
    """The id of the table."""


class NoticePage(TypedDict):
    """A page of what is new, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[Notice]
    """The notices, the oldest first."""


class OpenDisputeRequest(TypedDict):
    """A claim that something is wrong, and where."""

    at: NotRequired[int]
    """The event that is disputed, by its position in the deal."""
    move: NotRequired[int]
    """Instead of `at`: the move that is disputed, by its number in the transcript, from 0. A
    signature has the position of its event as `at`.
    """
    claim: Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
    """`deal`: the cards or their shuffle. `legality`: a move, or what followed, against the
    rules. `score`: the result of the deal. `authorship`: a move that its seat did not make.
    `knowledge`: a player knew hidden cards. `delay`: the play was held up.
    """
    text: str
    """The reason for the claim."""
    signature: NotRequired[str]
    """Over `{"type": "dispute", "deal": …, "at": …, "claim": …, "text": …}` and the table's
    `version` and `head`.
    """


class TournamentTablesRequest(TypedDict):
    """The terms of every table of a tournament."""

    spectators: NotRequired[bool]
    """Whether others may watch a deal that is on."""
    reveal_seconds: NotRequired[int]
    """How long the table waits for the commitment of a seat, and for its seed; then the deal is
    voided (F4).
    """
    turn_limit: NotRequired[int | None]
    """The seconds that a seat has for each turn (L1). Null: no clock."""
    time_bank: NotRequired[int]
    """The seconds that a seat has besides, in all turns of a deal together. Without `turn_limit`
    there is no clock, and they count for nothing.
    """
    abandon: NotRequired[Literal["bot", "forfeit"]]
    """The consequence when a player leaves, or their time is over: a bot plays for them until
    they come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[str]
    """The level of the bot that plays for a player who has left."""
    views_after: NotRequired[Literal["members", "all"]]
    """The callers who see every seat's view once a deal is over. `all`: everybody who may see
    the table. `members`: of these, the holders of a key or a seat, but no watcher.
    """
    pause_seconds: NotRequired[int]
    """The longest pause between two deals. The next deal is opened when every person is ready,
    or when this time has passed since the last deal counted. 0: at once.
    """
    hints: NotRequired[bool]
    """Whether players may ask for hints in their turns (H1). All viewers see who was given one."""
    phrases: NotRequired[Literal["off", "between_deals", "always"]]
    """When people at the table may say phrases of the fixed list to each other. Default:
    `between_deals` in a game with partners, who could signal with them, and otherwise
    `always`.
    """
    watch_delay: NotRequired[int]
    """The seconds by which watchers are behind: they see the table and its deals as they were
    then. Members and auditors see them as they are.
    """


class OpenTournamentRequest(TypedDict):
    """A request for a new tournament."""

    game: str
    """The game, by its key."""
    name: str
    """The name of the tournament."""
    format: Literal["fixed", "lot", "by_standings", "round_robin", "swiss", "knock_out"]
    """How players are seated in each round (C9 to C14)."""
    options: NotRequired[dict[str, Any]]
    """The options of the game that differ from their defaults."""
    seats: NotRequired[int | None]
    """The seats of a full table; null: the fewest of the game."""
    target: NotRequired[int | None]
    """The score or number of deals that ends the series of a table."""
    rounds: NotRequired[int | None]
    """The most rounds. Null: as many as `most` players need in a `round_robin` or a `knock_out`,
    otherwise three. A `round_robin` is over when all have met (C12).
    """
    scoring: NotRequired[Literal["points", "matchpoints", "mean", "median"] | None]
    """The scoring of a table (C17), or the comparison of boards (C27). Null: `points` where the
    series counts deals, otherwise `matchpoints`.
    """
    boards: NotRequired[int]
    """The boards of each round, which all its tables play: a series of so many deals with the
    same cards everywhere (C22). 0: each table has cards of its own.
    """
    most: NotRequired[int]
    """The most players (C2)."""
    joining: NotRequired[Literal["owner", "anyone"]]
    """Whether the owner enters all players, or anyone with the link joins."""
    visibility: NotRequired[Literal["public", "private"] | None]
    """Of the tournament and of its tables. Default: the visibility of the API key."""
    fill: NotRequired[str | None]
    """The level of the bots that take free places; null: byes (C8)."""
    reveal_seconds: NotRequired[int]
    """How long a call waits for seeds (C6)."""
    break_seconds: NotRequired[int | None]
    """The break before the next round; null: the director calls each (C20)."""
    starts: NotRequired[list[str]]
    """When the clock calls the first rounds, in order (C20): within a year, not in the past."""
    round_seconds: NotRequired[int | None]
    """The time of a round; null: no limit (C16)."""
    test: NotRequired[bool | None]
    """Whether all tables are tests."""
    table_terms: NotRequired[TournamentTablesRequest]
    """The terms of every table."""
    ref: NotRequired[str | None]
    """Your own id of the tournament."""
    metadata: NotRequired[dict[str, str] | None]
    """Your own notes on the tournament."""


class OwnDelivery(TypedDict):
    """A delivery that a webhook would get."""

    position: int
    """In the log of all events, from 1."""
    id: str
    """The `webhook-id`: the same whenever it is read."""
    type: Literal[
        "seat.taken",
        "seat.left",
        "seat.returned",
        "seat.resigned",
        "table.started",
        "table.closed",
        "table.rematched",
        "turn.started",
        "deal.finished",
        "series.finished",
        "dispute.opened",
        "dispute.answered",
        "dispute.withdrawn",
        "dispute.ruled",
        "dispute.appealed",
        "person.erased",
        "tournament.round_drawn",
        "tournament.table_opened",
        "tournament.standings_changed",
        "tournament.closed",
    ]
    """The kind of news."""
    payload: dict[str, Any]
    """The body of the request."""


class OwnDeliveriesPage(TypedDict):
    """A page of deliveries that a webhook would get, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[OwnDelivery]
    """The oldest first."""


class PauseTournamentRequest(TypedDict):
    """The reason of a pause."""

    reason: str
    """The reason, shown to all readers."""


class Phrase(TypedDict):
    """A phrase as a seat has said it."""

    number: int
    """At the table, growing."""
    seat: int
    """The seat that said it."""
    phrase: Literal[
        "hello",
        "good_luck",
        "well_played",
        "good_game",
        "thank_you",
        "you_are_welcome",
        "sorry",
        "one_moment",
        "hurry_please",
        "my_mistake",
        "another_game",
        "goodbye",
        "bravo",
        "laughter",
        "wow",
        "oh_no",
        "hmm",
        "phew",
    ]
    """Its key."""
    at: str
    """When it was said."""


class People(TypedDict):
    """The people at a table."""

    present: list[int]
    """The seats whose players have a stream with `people` open."""
    phrases: list[Phrase]
    """The last phrases, ten at most, the oldest of them first."""
    rematch: Agreement | None
    """After the series; null until a player wants a rematch."""


class PhraseText(TypedDict):
    """A phrase that people can say."""

    phrase: Literal[
        "hello",
        "good_luck",
        "well_played",
        "good_game",
        "thank_you",
        "you_are_welcome",
        "sorry",
        "one_moment",
        "hurry_please",
        "my_mistake",
        "another_game",
        "goodbye",
        "bravo",
        "laughter",
        "wow",
        "oh_no",
        "hmm",
        "phew",
    ]
    """Its key."""
    text: str
    """Its text for people."""


class PhraseList(TypedDict):
    """The phrases that people can say."""

    phrases: list[PhraseText]
    """In a fixed order."""


class PhraseRequest(TypedDict):
    """What a person says."""

    phrase: Literal[
        "hello",
        "good_luck",
        "well_played",
        "good_game",
        "thank_you",
        "you_are_welcome",
        "sorry",
        "one_moment",
        "hurry_please",
        "my_mistake",
        "another_game",
        "goodbye",
        "bravo",
        "laughter",
        "wow",
        "oh_no",
        "hmm",
        "phew",
    ]
    """Its key."""


class PlayNowRequest(TypedDict):
    """A request for a game at once, against bots or with a friend."""

    game: str
    """The game, by its key."""
    name: str
    """The name of the player at the table."""
    target: NotRequired[int]
    """The score or number of deals that ends the series. Default: the game's."""
    level: str
    """The level of the bots."""
    friend: NotRequired[bool]
    """Whether the seat opposite stays free, for a friend who is sent the link."""


class PlayerSeedRequest(TypedDict):
    """The seed of a player."""

    seed: str
    """The seed of the round."""


Problem = TypedDict(
    "Problem",
    {
        "violated-policies": NotRequired[list[str]],
        "type": str,
        "title": str,
        "status": int,
        "detail": str,
        "key": str,
        "values": dict[str, Any],
        "code": str,
        "errors": NotRequired[list[FieldError]],
        "clauses": NotRequired[list[RuleClause]],
        "version": NotRequired[int],
        "missed": NotRequired[str],
        "scope": NotRequired[str],
        "limit": NotRequired[int],
        "end": NotRequired[int],
        "archive": NotRequired[str],
        "sha256": NotRequired[str],
    },
)
"""A problem (RFC 9457). Nothing has changed."""


class ProblemType(TypedDict):
    """A kind of problem."""

    code: str
    """The kind of problem, for programs."""
    type: str
    """The `type` of such a problem."""
    status: int
    """The HTTP status."""
    title: str
    """The kind, in fixed words."""
    cause: str
    """The cause of the problem."""
    cure: str
    """The remedy for the caller."""
    example: dict[str, Any]
    """An answer of this kind."""


class ProblemTypeList(TypedDict):
    """All kinds of problems."""

    problems: list[ProblemType]
    """The kinds of problems."""


class QueuePlace(TypedDict):
    """A place in the queue, or the seat that came of it."""

    state: Literal["waiting", "seated", "left"]
    """Whether the person waits, has a seat, or is not in the queue."""
    ahead: int
    """How many people who want the same have come before."""
    missing: int
    """How many people are missing for the table."""
    bots_in: int | None
    """Seconds until bots fill the table; null: they do not."""
    table: str | None
    """The table; null: none yet."""
    seat: int | None
    """The seat."""
    token: str | None
    """The token of the seat, `seat_…`."""


class QueueRequest(TypedDict):
    """A request to wait for others, or to wait on."""

    game: str
    """The game, by its key."""
    name: str
    """The name of the player at the table."""
    target: NotRequired[int]
    """The score or number of deals that ends the series. Default: the game's."""
    place: str
    """The secret of the place, which the page makes: `wait_` and 32 random bytes."""
    bots: NotRequired[str | None]
    """The level of the bots that may fill the table; null: none may."""


class QueueSecretRequest(TypedDict):
    """A request about a place in the queue."""

    place: str
    """The secret of the place, which the page makes: `wait_` and 32 random bytes."""


class RatedBot(TypedDict):
    """A bot of the house; another version is another player."""

    level: str
    """Its level."""
    version: int
    """The version of its policy."""


class Rating(TypedDict):
    """The rating of a player in a game."""

    game: str
    """The game, by its key."""
    ref: str | None
    """Your own id of the person; null: a bot."""
    bot: RatedBot | None
    """Null: a person."""
    rating: float
    """The most likely strength: 25 before the first series."""
    uncertainty: float
    """Its standard deviation: the strength is within twice of it in 19 of 20 cases."""
    series: int
    """How many series count."""
    changed_at: str
    """When the last of them was over."""


class RatingList(TypedDict):
    """Ratings, the best first."""

    ratings: list[Rating]
    """The ratings of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class Reader(TypedDict):
    """A reader of finished deals of a table."""

    name: str
    """The name of the guest."""
    until: str
    """When the token ends."""
    dismissed: bool
    """Whether the token was ended before its time."""
    reader: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""
    deal: str | None
    """The only deal that the reader may read; null: every deal of the table."""


class ReaderList(TypedDict):
    """All readers that the table ever had."""

    readers: list[Reader]
    """The first one first."""


class Readiness(Health):
    """Whether requests can be served.

    The log and the heartbeats do not decide that.
    """

    log: LogStatus
    heartbeats: dict[str, Heartbeat]
    """Of each kind that has ever run; `witness`: its file has the last checkpoint."""


class ReadyRequest(TypedDict):
    """The deal that a player is ready for."""

    number: int
    """The number of the table's next deal: `next_deal`."""
    signature: NotRequired[str]
    """Over `{"type": "ready", "number": …}` and the table's `version` and `head`."""


class Redelivery(TypedDict):
    """A delivery that was requested: a test, or a delivery that is made once more."""

    webhook: str
    """The webhook."""
    delivery: str
    """The delivery."""


class RematchRequest(TypedDict):
    """The seats of a rematch; seed and key of a person's seat there."""

    seats: NotRequired[Literal["next", "same"]]
    """`next`: all players sit one seat to the right of the old one; with two players they
    exchange seats. `same`: they keep their seats. The first request decides. Default: the
    seats of the rematch, or `next`.
    """
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1). Default: as
    before.
    """
    commitment: NotRequired[str]
    """To the seed for the rematch's first deal, `next_deal`. Its id is known once the rematch is
    opened.
    """
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), as long
    as its player keeps it. A point of the prime-order group, in its one encoding. An earlier
    key no longer counts.
    """
    signature: NotRequired[str]
    """Over `{"type": "commit", "deal": …, "commitment": …}` and the table's `version` and
    `head`.
    """


class Report(TypedDict):
    """A report of a phrase, with the phrases before it."""

    table: str
    """The id of the table."""
    number: int
    """The number of the phrase."""
    seat: int
    """The seat that reports it."""
    at: str
    """When it was reported."""
    phrases: list[Phrase]
    """The reported phrase is the last; phrases of persons who are erased are missing."""


class ReportList(TypedDict):
    """Reports of phrases."""

    reports: list[Report]
    """The newest first."""


class ResignRequest(TypedDict):
    """The signature of a resignation."""

    signature: NotRequired[str]
    """Over `{"type": "resign"}` and the deal's `version` and `head`."""


class ReturnToDealRequest(TypedDict):
    """The signature of a return to a deal."""

    signature: NotRequired[str]
    """Over `{"type": "return"}` and the deal's `version` and `head`."""


class RevealedBoard(TypedDict):
    """A board that is revealed."""

    board: int
    """Its number in the round, from 1."""
    seed: str
    """The operator's seed of the board, which the commitment was made to."""


class RotateKeyRequest(TypedDict):
    """The grace of the old secret when a key gets a new one."""

    grace_seconds: NotRequired[int]
    """How long the old secret stays valid, so that it can be replaced everywhere. The service
    may end it sooner: see `former_until`. With 0, the old secret cannot fetch a lost answer
    again.
    """


class RotatedApiKey(NewApiKey):
    """A key with its new secret."""

    former_until: str
    """The latest time at which the old secret ends."""


class TableOfRound(TypedDict):
    """A table of a round; lists are by seats."""

    number: int
    """Its number in the round."""
    table: str | None
    """Null until it is opened."""
    players: list[int]
    """The numbers of the players; 0 is a bot of the house."""
    points: list[int] | None
    """Null until the table is over."""
    ranks: list[int] | None
    """1 is the best; null until the table is over."""


class Round(TypedDict):
    """A round of a tournament."""

    round: int
    """Its number, from 1."""
    called_at: str
    """From then on no player joins it."""
    drawn_at: str | None
    """Null while seeds are missing."""
    seed: str | None
    """The operator's seed of the round, which the commitment was made to."""
    ends_at: str | None
    """When its time is over; null: it has no limit."""
    tables: list[TableOfRound]
    """Its tables, in order."""
    byes: list[int]
    """The players without a table."""
    absent: list[int]
    """The players whose seeds were missing."""
    finished: int
    """How many of its tables are over."""
    boards: list[RevealedBoard]
    """Its boards that are revealed, in their order (C25)."""


class RuleDisputeRequest(TypedDict):
    """The ruling on a dispute."""

    ruling: Literal["upheld", "dismissed"]
    """Whether the dispute is upheld."""
    adjustment: NotRequired[list[int]]
    """The points that each side gets in the ledger, or loses. Empty: none, for example if the
    claim is dismissed.
    """
    text: str
    """Why."""


class ScoreLine(TypedDict):
    """A line of a score."""

    round: int
    """The round that it belongs to."""
    kind: Literal["table", "bye", "correction"]
    """The origin of the points."""
    points: int
    """The points added to the score."""
    table: int | None
    """The number of the table in the round."""
    reason: str | None
    """Of a correction."""
    boards: list[int]
    """The points of each board that was revealed, where boards make the score (C27)."""


class ShowSeedRequest(TypedDict):
    """The seed of a seat."""

    seed: str
    """The 32 bytes that open the commitment."""
    next_commitment: NotRequired[str]
    """The commitment to the deal after this one."""
    signature: NotRequired[str]
    """Over `{"type": "commit", "deal": …, "commitment": …}` and the table's `version` and
    `head`.
    """


class Standing(TypedDict):
    """A line of the standings."""

    rank: int
    """1 is the best; equal where nothing but the lot decides."""
    players: list[int]
    """The players of the contestant."""
    points: int
    """The score."""
    opponents: int
    """The sum of the opponents' scores, which orders equal scores of a `swiss`."""
    won: int
    """The deals that they have won."""
    lost: int
    """The deals that they have lost."""
    withdrawn: bool
    """Whether they are seated in no later round."""
    lines: list[ScoreLine]
    """The parts of the score."""


class StatisticsLine(TypedDict):
    """The results of a person at a game."""

    ref: str | None
    """The owner's reference of the player."""
    name: str
    """The name of the person at the tables."""
    game: str
    """The game, by its key."""
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


class Statistics(TypedDict):
    """The results of the people at the caller's tables."""

    deals: int
    """How many finished deals are counted in this answer."""
    people: list[StatisticsLine]
    """A line for each person, game and declared contract."""
    next: str | None
    """The cursor of the next answer, whose numbers are to be added; null: these are all deals."""


class SubstitutePlayerRequest(TypedDict):
    """A request to seat another person for a player."""

    name: str
    """The name of the substitute."""
    reason: str
    """The reason, shown to all readers."""
    commitment: NotRequired[str]
    """To a seed for the draws, as of a player who joins."""
    ref: NotRequired[str]
    """The owner's own id of the substitute."""


class TableEvent(TypedDict):
    """An event of a table."""

    position: int
    """At the table, from 1."""
    type: str
    """The type of the event."""
    schema: int
    """The version of the form of `data`."""
    at: str
    """When it was recorded."""
    command: int
    """The position of the first event of its command: events of one command share it."""
    actor: str
    """The actor: `key`, `seat:2`, `auditor:1`, `system`; without a number, where the caller may
    not know it.
    """
    data: dict[str, Any]
    """By the type. A value that the caller may not see is null."""


class TableEventPage(TypedDict):
    """A page of the events of a table.

    Their positions have no gaps.
    """

    table: str
    """The id of the table."""
    version: int
    """The position of the table's last."""
    status: Literal["open", "playing", "over", "closed"]
    """The status of the table; `over` and `closed` end its series."""
    now: str
    """The time of the service."""
    events: list[TableEvent]
    """The events, in the order of their positions."""


class TableList(TypedDict):
    """A page of tables, the newest first."""

    position: int
    """In the log: the changes of the lobby after it are not missing here."""
    tables: list[TableSummary]
    """The tables of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class TakeSeatRequest(TypedDict):
    """The player who sits down."""

    name: str
    """The name of the player at the table."""
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1)."""
    commitment: NotRequired[str]
    """To the seed for the table's first deal, `next_deal`. It implies `commits`."""
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), as long
    as its player keeps it. A point of the prime-order group, in its one encoding.
    """
    kind: NotRequired[Literal["person", "bot"]]
    """The kind of player, which others are shown. A `bot` is an external one: it plays over the
    API with the seat's token like a person.
    """
    ref: NotRequired[str]
    """Your own id of the player. No other caller is shown it, and it can be erased. Only for the
    owner of the table.
    """
    metadata: NotRequired[dict[str, str]]
    """Your own notes on the player. No other caller is shown them; they can be erased. Only for
    the owner of the table.
    """
    signature: NotRequired[str]
    """Over `{"type": "commit", "deal": …, "commitment": …}` and the table's `version` and
    `head`.
    """


class TakenSeat(SeatToken):
    """A seat taken, and the table after it."""

    table: Table


class TournamentPlayer(TypedDict):
    """A player of a tournament."""

    player: int
    """Their number, from 1."""
    name: str
    """Or a pseudonym, once it is erased."""
    bot: str | None
    """The level of a bot of the house."""
    partner: int | None
    """The number of the first player of their pair; null for that one, and in games without."""
    team: str | None
    """The name of their team."""
    held_by_owner: bool
    """Whether the owner entered the person, and so may have the tokens of their seats."""
    committed: bool
    """Whether they add a seed to the draws (C6)."""
    withdrawn: bool
    """Whether they are seated in no later round (C4)."""
    ref: str | None
    """Null for all but the owner."""


class Tournament(TypedDict):
    """A tournament: its terms, players, rounds and standings."""

    ref: str | None
    """The owner's own id of it; null for others, and once it is erased."""
    metadata: dict[str, Any] | None
    """The owner's own notes; null for others, and once they are erased."""
    id: str
    """The tournament."""
    name: str
    """The name of the tournament."""
    game: str
    """The game, by its key."""
    format: Literal["fixed", "lot", "by_standings", "round_robin", "swiss", "knock_out"]
    """How players are seated in each round (C9 to C14)."""
    status: Literal["open", "drawing", "playing", "break", "over", "closed"]
    """`open` before the first round, `drawing` while seeds are missing, `playing`, `break`
    between rounds; `over`, or `closed` by the director.
    """
    visibility: Literal["public", "private"]
    test: bool
    """Whether all its tables are tests."""
    rounds: int
    """The most rounds."""
    rules: str
    """The version of the game's rules, fixed for ever."""
    options: dict[str, Any]
    seats: int
    """The seats of a full table."""
    pairs: bool
    """Whether the contestants are pairs (C1)."""
    scoring: Literal["points", "matchpoints", "mean", "median"]
    """The scoring of a table (C17); scores by `mean` and `median` are in hundredths (C27)."""
    boards: int
    """The boards of each round; 0: each table has cards of its own (C22)."""
    board_commitments: list[str]
    """The operator's commitment to the seed of each board, round by round."""
    most: int
    """The most players."""
    joining: Literal["owner", "anyone"]
    """The rule for joining (C2)."""
    fill: str | None
    """The level of the bots that take free places; null: byes."""
    reveal_seconds: int
    """How long a call waits for seeds."""
    break_seconds: int | None
    """The break before the next round; null: the director calls each."""
    starts: list[str]
    """When the clock calls the first rounds."""
    round_seconds: int | None
    """The time of a round; null: it has no limit."""
    table_terms: dict[str, Any]
    """The terms of every table."""
    commitments: list[str]
    """The operator's commitment to the seed of each round."""
    version: int
    """The position of its last event."""
    head: str
    """The hash of the record up to there."""
    opened_at: str
    """When it was opened."""
    now: str | None
    """The time of the service; null in the answer to a command."""
    paused: str | None
    """The reason of a pause; null: it is not paused."""
    next_round_at: str | None
    """When the clock calls the next round; past, if it waits for a worker. Null: it does not."""
    waiting_for: list[int]
    """The players whose seeds are missing."""
    director: bool
    """Whether the caller directs it."""
    players: list[TournamentPlayer]
    """All players, in the order of joining."""
    played: list[Round]
    """The rounds that were called."""
    standings: list[Standing]
    """The contestants, the best first."""


class TournamentEvent(TypedDict):
    """An event of a tournament.

    Fields that the caller may not see are null.
    """

    position: int
    """Its place in the record of the deal: from 1, without gaps."""
    type: str
    """The type of the event."""
    schema: int
    """The version of the form of `data`."""
    at: str
    """When it was recorded."""
    command: int
    """The position of the first event of its command: events of one command share it."""
    actor: str
    """The actor: `seat:2`; `bot:2:medium/2@12000`, a bot with version and budget of its policy;
    `key:…`; `system`.
    """
    data: Any
    """The details of the event, as the observer was shown them."""


class TournamentEventPage(TypedDict):
    """Events of a tournament after a position."""

    tournament: str
    """The tournament."""
    version: int
    """The position of its last event."""
    status: Literal["open", "drawing", "playing", "break", "over", "closed"]
    now: str
    """The time of the service."""
    events: list[TournamentEvent]
    """The events, in order."""


class TournamentSummary(TypedDict):
    """A tournament in a list."""

    ref: str | None
    """The owner's own id of it; null for others, and once it is erased."""
    metadata: dict[str, Any] | None
    """The owner's own notes; null for others, and once they are erased."""
    id: str
    """The tournament."""
    name: str
    """The name of the tournament."""
    game: str
    """The game, by its key."""
    format: Literal["fixed", "lot", "by_standings", "round_robin", "swiss", "knock_out"]
    """How players are seated in each round (C9 to C14)."""
    status: Literal["open", "drawing", "playing", "break", "over", "closed"]
    """`open` before the first round, `drawing` while seeds are missing, `playing`, `break`
    between rounds; `over`, or `closed` by the director.
    """
    visibility: Literal["public", "private"]
    test: bool
    """Whether all its tables are tests."""
    rounds: int
    """The most rounds."""
    round: int
    """The last round that was called; 0: none."""
    players: int
    """How many players have joined."""
    opened_at: str
    """When it was opened."""


class TournamentList(TypedDict):
    """Tournaments that the caller sees, the newest first."""

    tournaments: list[TournamentSummary]
    """The tournaments of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class UpdateWebhookRequest(TypedDict):
    """Changes to a webhook."""

    events: NotRequired[
        list[
            Literal[
                "seat.taken",
                "seat.left",
                "seat.returned",
                "seat.resigned",
                "table.started",
                "table.closed",
                "table.rematched",
                "turn.started",
                "deal.finished",
                "series.finished",
                "dispute.opened",
                "dispute.answered",
                "dispute.withdrawn",
                "dispute.ruled",
                "dispute.appealed",
                "person.erased",
                "tournament.round_drawn",
                "tournament.table_opened",
                "tournament.standings_changed",
                "tournament.closed",
            ]
        ]
    ]
    """The kinds of news that it gets."""
    enabled: NotRequired[bool]
    """`false`: nothing is delivered, and waiting deliveries are given up. `true`: it gets the
    news from now on.
    """


class Watcher(TypedDict):
    """A watcher of a table."""

    name: str
    """The name of the guest."""
    until: str
    """When the token ends."""
    dismissed: bool
    """Whether the token was ended before its time."""
    watcher: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the guest; null: the owner."""


class WatcherList(TypedDict):
    """All watchers that the table ever had."""

    watchers: list[Watcher]
    """The first one first."""


class WebhookList(TypedDict):
    """The webhooks of an API key, the oldest first."""

    webhooks: list[Webhook]
    """The webhooks."""


class WithdrawDisputeRequest(TypedDict):
    """The withdrawal of a dispute."""

    signature: NotRequired[str]
    """Over `{"type": "withdraw", "deal": …, "dispute": …}` and the table's `version` and `head`."""


class Withdrawal(TypedDict):
    """The withdrawal of a dispute by its seat."""

    seat: int
    """The seat that had opened the dispute."""
    withdrawn_at: str
    """When it was withdrawn."""


Claim: TypeAlias = Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]


Status: TypeAlias = Literal["open", "playing", "over", "closed"]
