"""The requests and answers of the contract, as types. They are plain dictionaries.

Answers may have more fields than these one day. Written by `make shapes` from the contract.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Json: TypeAlias = Any


Event: TypeAlias = dict[str, Any]
"""What happened: the envelope is the same for all, `data` is of its type."""


Move: TypeAlias = dict[str, Any]
"""What a player may do, in the game's words."""


State: TypeAlias = Any
"""How the deal stands, as the game has it."""


Score: TypeAlias = Any
"""What a series stands at after its last deal: as `game` counts."""


class Abandonment(TypedDict):
    """Why a deal was not played out."""

    seats: list[int]
    """Whose fault it is, so that their side has lost; none: it was closed."""
    reason: Literal["time", "left", "resigned", "closed"]
    """Why: the time was over, a player left or resigned, the table was closed."""


class Adjustment(TypedDict):
    """What a ruling gave each side in the ledger, or took."""

    deal: str
    """The id of the deal."""
    dispute: int
    """The number of the dispute, within the deal."""
    points: list[int]
    """What each side got; minus: lost."""


class AdmitAuditorRequest(TypedDict):
    """Who may judge the disputes of a table, and for how long."""

    name: str
    """What the auditor is called."""
    expires_in: NotRequired[int]
    """In seconds. The service may end the token sooner: see `until`."""


class AdmitWatcherRequest(TypedDict):
    """Who may watch a table, and for how long."""

    name: str
    """What the watcher is called."""
    expires_in: NotRequired[int]
    """In seconds. The service may end the token sooner: see `until`."""
    signature: NotRequired[str]
    """Over `{"type": "admit_watcher", "name": …}` and the table's `version` and `head`."""


class AnswerDisputeRequest(TypedDict):
    """What a seat answers to a dispute."""

    text: str
    """The answer."""
    signature: NotRequired[str]
    """Over `{"type": "answer", "deal": …, "dispute": …, "text": …}` and the table's `version`
    and `head`.
    """


class ApiKey(TypedDict):
    """An API key; its secret is shown to nobody again."""

    id: str
    """The key."""
    name: str
    """What the key is called."""
    scopes: list[Literal["read", "tables", "play", "disputes", "webhooks", "keys"]]
    """What it may do."""
    created_at: str
    """When it was made."""
    made_by: str | None
    """The key that made it; null: who runs the service."""


class ApiKeyList(TypedDict):
    """The key that asks, and all that come from it, the oldest first."""

    keys: list[ApiKey]
    """The keys that are valid."""


class DecidedAt(TypedDict):
    """After which event no play could change what the deal came to.

    What it came to is the score that it makes, but for who deals and leads next. Moves that
    end a deal early, by giving up or by agreement, are no play wherever there are others.
    """

    at: int
    """The event; the shuffle, if no play could."""
    exact: bool
    """False: there or before it; there was more to look at than allowed."""


class LegalMove(TypedDict):
    """A move that may be made now."""

    move: Move
    clause: str | None
    """The clause that grants it."""
    early: bool
    """Whether it would end the deal early: by giving up, or by agreement."""


class SeatChoices(TypedDict):
    """What a seat could do."""

    seat: int
    """The seat, from 0."""
    legal_moves: list[LegalMove]
    """Every move that it could make."""


class Decision(TypedDict):
    """What each seat could do, as it saw the deal, before the move that led to an event."""

    at: int
    """The event."""
    move_at: int | None
    """The move that it is or follows from; null: it came before all moves."""
    seat: int | None
    """Who made that move."""
    seats: list[SeatChoices]
    """What every seat could do."""


class Finding(TypedDict):
    """Something in the record that the rules do not bear out."""

    position: int
    """The event."""
    clauses: list[str]
    """The clauses that it offends."""
    detail: str
    """What is wrong with it."""
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

    seat: int
    """The seat, from 0."""
    name: str | None
    """What the player is called; null where nobody sits, or a bot of the house."""
    bot: str | None
    """The level of a bot."""
    kind: Literal["person", "bot"] | None
    """What plays there. A `bot` without a level is an external one: it plays over this API."""


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
    """Whether the deck follows from a seed; that of a branch does not."""
    parties: list[SeatSummary]
    """Who sat on each seat."""
    events: list[Event]
    """The full record."""
    views: list[SeatView]
    """The masked record of each party."""
    choices: list[Decision]
    """At every event that is disputed, and at the one that was asked for."""
    timing: list[MoveTiming]
    """Of every move."""
    findings: list[Finding]
    """What the rules do not bear out, played through again; empty: nothing."""
    decided: DecidedAt | None
    """Where the deal was decided; null: it was abandoned and came to nothing."""


class Auditor(TypedDict):
    """An auditor of a table."""

    name: str
    """What the guest is called."""
    until: str
    """When the token ends."""
    dismissed: bool
    """Whether the token was ended before its time."""
    auditor: int
    """1 for the table's first."""


class AuditorList(TypedDict):
    """All auditors that the table ever had."""

    auditors: list[Auditor]
    """The first one first."""


class BotLevel(TypedDict):
    """Bots of a level."""

    level: str
    """What a table asks for: `bot` of a seat."""
    policy: str
    """What plays there, as records name it, such as `medium/2@12000`."""


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
    """Whether those that a seat had not seen by then were dealt anew."""
    from_seat: int | None
    """That seat."""


Card: TypeAlias = str | None
"""Rank and suit, such as `TH`; null: not known to the observer."""


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
    """Through whose eyes it is seen."""
    root: str | None
    """Of the tree over the salted cards."""
    size: int
    """How many cards the pack has."""
    openings: list[CardOpening]
    """One for each card, in the order of the pack."""


class Clock(TypedDict):
    """How much time the seats have.

    Seconds are counted from the times in the record.
    """

    turn: int
    """The seconds for each turn."""
    banks: list[float]
    """The seconds that each seat had left besides when this turn began."""
    seat: int | None
    """The seat whose time runs; null: nobody's. One of `away`, where no player is at the table:
    the bot that stands in lets the time pass before it moves (L3).
    """
    until: str | None
    """The deadline: a move at that moment is late. Of a seat in `away`: before that moment the
    bot that stands in does not move, and who comes back moves himself.
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


Consistency = TypedDict("Consistency", {"log": str, "from": int, "to": int, "proof": list[str]})
"""That a log begins with what it was before."""


class SeatRequest(TypedDict):
    """Who is to sit on a seat of a new table: a person, a bot, or (empty) nobody yet."""

    name: NotRequired[str]
    """A person or an external bot, who gets a seat token."""
    bot: NotRequired[Literal["easy", "medium"]]
    """The level of a bot."""
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1)."""
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), for as
    long as its player has it. A point of the prime-order group, in its one encoding.
    """
    kind: NotRequired[Literal["person", "bot"]]
    """What the player is: others are shown it. A `bot` is an external one, which plays over the
    API with the seat's token like a person.
    """


class CreateBranchRequest(TypedDict):
    """From where a finished deal is played on, with which cards, by whom."""

    at: int
    """The last event that stays as it was."""
    deal: Literal["true", "resample"]
    """`true`: the cards as they lay. `resample`: those that `from_seat` had not seen by then
    dealt anew, so that it would have seen the same.
    """
    from_seat: NotRequired[int]
    """From whose side it is played. Default: the token's own seat; with an API key the seat that
    was to act.
    """
    seats: NotRequired[list[SeatRequest]]
    """Who plays on the first seats, in their order; bots play on the others. Default: a person
    on `from_seat`, bots on all others.
    """


class CreateKeyRequest(TypedDict):
    """What a new key is to be called, and what it may do."""

    name: str
    """What the key is called."""
    scopes: NotRequired[list[Literal["read", "tables", "play", "disputes", "webhooks", "keys"]]]
    """`read`: read tables, deals and the log; `tables`: open and close tables and branches,
    admit watchers; `play`: have the tokens of seats, take seats and leave them; `disputes`:
    read evidence and disputes, admit auditors; `webhooks`: be told what happens by webhooks,
    and rule them; `keys`: make, rotate and revoke keys that may do no more. Default: all that
    the key has which asks.
    """


class DurakOptions(TypedDict):
    """The options of Durak."""

    both_out: NotRequired[Literal["first_empty", "draw"]]
    """What it is if both hands come to their end with one bout (D10)."""
    any_trump_beats: NotRequired[Literal[False, True]]
    """Whether any trump beats any card, a higher trump too (D6)."""
    throw_in_after_take: NotRequired[Literal[False, True]]
    """Whether the attacker may add cards after a take (D7)."""
    points_to_win: NotRequired[int]
    """With so many points the match is won (D11)."""


class DurakTableRequest(TypedDict):
    """A new table of Durak."""

    game: Literal["durak"]
    """The game, by its key."""
    name: str
    """What the table is called."""
    options: NotRequired[DurakOptions]
    target: NotRequired[int]
    """What ends the series; the same as `options.points_to_win`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know."""
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
    """What follows where a player leaves, or their time is over: a bot plays for them until they
    come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: its bots move at once, and not at due times. How
    long they think can then tell of their cards, so its results say nothing.
    """
    seats: NotRequired[list[SeatRequest]]
    """The first seats, in their order; the others stay free."""


class GoatOptions(TypedDict):
    """The options of Goat."""

    trump_card: NotRequired[Literal["hidden", "bottom"]]
    """Whether the trump card lies hidden in the stock, or face up under it (G6)."""
    molodka: NotRequired[Literal["before_own_play", "on_turn", "off"]]
    """When a molodka may be pulled (G13)."""
    eggs: NotRequired[Literal["none", "double_next", "two_each"]]
    """What a deal of 60:60 costs (G18)."""
    loss_target: NotRequired[int]
    """With so many loss points a side has lost the series (G19)."""


class GoatTableRequest(TypedDict):
    """A new table of Goat."""

    game: Literal["goat"]
    """The game, by its key."""
    name: str
    """What the table is called."""
    options: NotRequired[GoatOptions]
    target: NotRequired[int]
    """What ends the series; the same as `options.loss_target`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know."""
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
    """What follows where a player leaves, or their time is over: a bot plays for them until they
    come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: its bots move at once, and not at due times. How
    long they think can then tell of their cards, so its results say nothing.
    """
    seats: NotRequired[list[SeatRequest]]
    """The first seats, in their order; the others stay free."""


class SkatOptionsOf3(TypedDict):
    """The options of Skat at a table of 3."""

    all_pass: NotRequired[Literal["next_deal", "redeal"]]
    """What it is if all pass: a deal of the list, or none (K8)."""
    deals: NotRequired[int]
    """How many deals the list has (K31)."""
    scoring: NotRequired[Literal["seeger_fabian", "classic", "bierlachs"]]
    """How the list counts (K32)."""
    limit: NotRequired[int]
    """With so many points lost a Bierlachs ends (K32)."""


class SkatTableRequestOf3(TypedDict):
    """A new table of Skat at a table of 3."""

    game: Literal["skat"]
    """The game, by its key."""
    name: str
    """What the table is called."""
    options: NotRequired[SkatOptionsOf3]
    target: NotRequired[int]
    """What ends the series; the same as `options.deals`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know."""
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
    """What follows where a player leaves, or their time is over: a bot plays for them until they
    come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: its bots move at once, and not at due times. How
    long they think can then tell of their cards, so its results say nothing.
    """
    seats: NotRequired[list[SeatRequest]]
    """The first seats, in their order; the others stay free."""


class SkatOptionsOf4(TypedDict):
    """The options of Skat at a table of 4."""

    all_pass: NotRequired[Literal["next_deal", "redeal"]]
    """What it is if all pass: a deal of the list, or none (K8)."""
    deals: NotRequired[int]
    """How many deals the list has (K31)."""
    scoring: NotRequired[Literal["seeger_fabian", "classic", "bierlachs"]]
    """How the list counts (K32)."""
    limit: NotRequired[int]
    """With so many points lost a Bierlachs ends (K32)."""


class SkatTableRequestOf4(TypedDict):
    """A new table of Skat at a table of 4."""

    game: Literal["skat"]
    """The game, by its key."""
    name: str
    """What the table is called."""
    options: NotRequired[SkatOptionsOf4]
    target: NotRequired[int]
    """What ends the series; the same as `options.deals`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know."""
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
    """What follows where a player leaves, or their time is over: a bot plays for them until they
    come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: its bots move at once, and not at due times. How
    long they think can then tell of their cards, so its results say nothing.
    """
    seats: list[SeatRequest]
    """The first seats, in their order; the others stay free."""


class SvoiKozyriOptions(TypedDict):
    """The options of Svoi Kozyri."""

    deal: NotRequired[Literal["random", "mirrored"]]
    """How the pack is dealt; mirrored, both have equal cards (S3)."""
    voluntary_take: NotRequired[Literal[False, True]]
    """Whether one who could beat may take (S5)."""
    max_plies: NotRequired[int]
    """With so many moves the deal is drawn (S12)."""
    wins: NotRequired[int]
    """With so many deals won the match is won (S13)."""


class SvoiKozyriTableRequest(TypedDict):
    """A new table of Svoi Kozyri."""

    game: Literal["svoi_kozyri"]
    """The game, by its key."""
    name: str
    """What the table is called."""
    options: NotRequired[SvoiKozyriOptions]
    target: NotRequired[int]
    """What ends the series; the same as `options.wins`."""
    visibility: NotRequired[Literal["public", "private"]]
    """Of a `private` table only its owner and its players know."""
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
    """What follows where a player leaves, or their time is over: a bot plays for them until they
    come back (L3), or their side has lost the series (L4).
    """
    stand_in: NotRequired[Literal["easy", "medium"]]
    """The level of the bot that plays for a player who has left."""
    test: NotRequired[bool]
    """Whether the table is a test, for ever: its bots move at once, and not at due times. How
    long they think can then tell of their cards, so its results say nothing.
    """
    seats: NotRequired[list[SeatRequest]]
    """The first seats, in their order; the others stay free."""


CreateTableRequest: TypeAlias = (
    GoatTableRequest
    | DurakTableRequest
    | SvoiKozyriTableRequest
    | SkatTableRequestOf3
    | SkatTableRequestOf4
)
"""What somebody asks of a new table."""


class CreateWebhookRequest(TypedDict):
    """An address that is to be told what happens at the tables of the API key."""

    url: str
    """https, a name on the internet, port 443 or 8443. It has to lead to addresses of the
    internet, whenever something is delivered. A service may allow networks of its own, and in
    them http, addresses and any port.
    """
    events: NotRequired[
        list[
            Literal[
                "table.started",
                "turn.started",
                "deal.finished",
                "series.finished",
                "dispute.opened",
                "dispute.ruled",
            ]
        ]
    ]
    """What it is told."""


class Receipt(TypedDict):
    """What the service signs for a move.

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
    """What the seat committed to."""
    seed: str | None
    """Null until it is shown."""


class Fairness(TypedDict):
    """What the shuffle of a deal rests on."""

    commitment: str
    """The server's, to its own seed."""
    seats: list[SeatSeed]
    """The seats that add seeds."""
    waiting: list[int]
    """The seats that have yet to show their seeds: then the cards are dealt."""
    receipt: Receipt | None
    """For the opening, with the server's commitment, while a seed is waited for. Keep it, and
    show no seed without it (F3): it proves which commitment there was before.
    """
    guarantee: str
    """What follows from it, in words."""


class Deal(TypedDict):
    """A deal as an observer saw it.

    Cards that he did not know are null.
    """

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
    """Through whose eyes."""
    at: int
    """The position of the last event in it."""
    head: str
    """The chain head after the event at `at`: the same in every view. Who signs a move signs it."""
    version: int
    """The position of the deal's last."""
    status: Literal["playing", "over"]
    """Where the deal stands; `over` too where it was voided."""
    explained: list[str]
    """How the deal ended, in sentences; those that a clause decides name it in brackets. Empty
    while the deal is on, and where `at` lies before its end.
    """
    voided: list[int]
    """The seats that voided it, so that nobody scores (F4); empty if it was not."""
    abandoned: Abandonment | None
    """Why it was not played out, so that nobody scores (L4-L6); null where it was."""
    fairness: Fairness
    to_act: int | None
    """The seat that the table waits for."""
    bots: list[str | None]
    """The level of the bot that plays on each seat, for a while perhaps."""
    away: list[int]
    """The seats of persons who have left: bots play for them (L3)."""
    clock: Clock | None
    """Null where no time is counted, and where `at` is not the last event."""
    state: State
    legal_moves: list[LegalMove]
    """Every move that the caller's seat may make now, also out of its turn. None while it is in
    `away`: its player comes back first, by POST to `return`.
    """


class DealReference(TypedDict):
    """A deal of a series."""

    id: str
    """The id of the deal."""
    number: int
    """1 for the first deal of the series."""


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
        "table.started",
        "turn.started",
        "deal.finished",
        "series.finished",
        "dispute.opened",
        "dispute.ruled",
    ]
    """The kind of news."""
    position: int
    """Of the event in the log."""
    status: Literal["waiting", "delivered", "dead"]
    """`dead`: it is not tried again, unless a redelivery is asked for."""
    created_at: str
    """When it was noted."""
    next_at: str | None
    """When it is tried next."""
    payload: dict[str, Any]
    """What is sent."""
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
    """What a seat answered to a dispute."""

    seat: int
    """The seat that answered."""
    text: str
    """The answer, in the words of the seat."""
    answered_at: str
    """When it was answered."""


class Ruling(TypedDict):
    """How a dispute was ruled."""

    ruling: Literal["upheld", "dismissed"]
    """Whether the dispute was upheld."""
    adjustment: list[int]
    """What each side got in the ledger."""
    text: str
    """Why it was ruled so."""
    auditor: int
    """The number of the auditor who ruled."""
    ruled_at: str
    """When it was ruled."""


class Dispute(TypedDict):
    """A dispute."""

    deal: str
    """The id of the deal."""
    dispute: int
    """1 for the deal's first."""
    seat: int
    """Who disputes."""
    at: int
    """The event that is disputed."""
    claim: Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
    """Of what kind the claim is; see `openDispute`."""
    text: str
    """What was wrong, in the words of the seat."""
    opened_at: str
    """When it was opened."""
    answers: list[DisputeAnswer]
    """What seats answered, the oldest first."""
    ruling: Ruling | None
    """How it was ruled; null while it is open."""


class DisputeList(TypedDict):
    """The disputes of a deal, the oldest first."""

    deal: str
    """The id of the deal."""
    disputes: list[Dispute]
    """The disputes."""


class EventPage(TypedDict):
    """A page of events, as an observer was shown them.

    Their positions have no gaps.
    """

    deal: str
    """The id of the deal."""
    view: str
    """Through whose eyes it is seen."""
    version: int
    """The position of the deal's last."""
    head: str
    """The chain head after the page's last event, or the deal's where it is empty: the same in
    every view. Who signs a move signs it.
    """
    status: Literal["playing", "over"]
    """Where the deal stands; `over` too where it was voided."""
    events: list[Event]
    """The events, in the order of their positions."""


class FieldError(TypedDict):
    """One thing that is wrong, and where: one of `pointer`, `parameter` and `header`."""

    pointer: NotRequired[str]
    """A JSON pointer into the body (RFC 6901)."""
    parameter: NotRequired[str]
    """A parameter of the query."""
    header: NotRequired[str]
    """A header of the request."""
    detail: str
    """What is wrong there, for people."""


class GameOption(TypedDict):
    """An option of a game: its default and what it may be."""

    default: Any
    """What it is where nothing is said."""
    values: NotRequired[list[Any]]
    """What it may be; absent of a whole number."""
    minimum: NotRequired[int]
    """The least that a whole number may be."""
    maximum: NotRequired[int]
    """The most that it may be."""
    per_seat: NotRequired[bool]
    """True where `default`, `minimum` and `maximum` are for each seat: with three seats a table
    has three times as much, and always a multiple of its seats.
    """


class GameSummary(TypedDict):
    """A game that can be played."""

    key: str
    """What the API calls the game."""
    title: str
    """What people call it."""
    rules: str
    """The version of its rules."""
    seats: list[int]
    """How many may sit."""
    target: str
    """The option that a table's target is."""
    options: dict[str, GameOption]
    """What a table can be set to, by the name of the option."""
    bots: list[str]
    """The levels of its bots."""


class RuleClause(TypedDict):
    """A clause of the rules."""

    id: str
    """The number of the clause."""
    text: str
    """The words of the clause."""
    url: str
    """Where people read it."""


class TrumpsOfGame(TypedDict):
    """What is trump in a game."""

    owner: Literal["seat", "side", "table"]
    """`seat` where each seat has trumps of its own, otherwise `table`."""
    at: list[str]
    """Where `state` of a view says what is trump: JSON pointers, with `*` for every item."""
    cards: dict[str, list[str]]
    """The trumps that each value there means, the highest first."""


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


class Game(GameSummary):
    """A game with its grammar and its rules."""

    options_schema: dict[str, Any]
    """A JSON Schema."""
    moves: dict[str, Any]
    """A JSON Schema: what a move may say."""
    clauses: list[RuleClause]
    """The rules, clause by clause, with those that hold at every table."""
    zones: list[Zone]
    """Where cards lie: every card of a view lies in exactly one zone."""
    trumps: TrumpsOfGame | None
    """The trumps; null in a game without trumps."""


class GameList(TypedDict):
    """All games."""

    games: list[GameSummary]
    """The games."""


class Health(TypedDict):
    """How the service is."""

    status: str
    """`ok`."""


class LogEntry(TypedDict):
    """What the log says of an event."""

    stream: str
    """The deal or table."""
    version: int
    """The position of the event in it."""
    hash: str
    """The chain's head after the event, in hex."""


class Inclusion(TypedDict):
    """That an event is in the log."""

    log: str
    """What the log is called."""
    size: int
    """How many entries it has."""
    position: int
    """Where the event's entry is, from 0."""
    entry: LogEntry
    leaf: str
    """The hash of the entry's leaf, in hex."""
    path: list[str]
    """From the leaf to the root (RFC 6962, section 2.1.1), in hex."""


class LeaveDealRequest(TypedDict):
    """What comes with leaving a deal."""

    signature: NotRequired[str]
    """Over `{"type": "leave"}` and the deal's `version` and `head`."""


LogLeaves = TypedDict("LogLeaves", {"log": str, "from": int, "leaves": list[str]})
"""A page of leaves, all of them under the last checkpoint."""


class LogStatus(TypedDict):
    """How the log stands."""

    size: int | None
    """How many entries are signed."""
    waiting: int
    """How many appends are not logged yet; so many at most."""
    behind_seconds: float
    """How long the first of them has waited."""
    broken_streams: int
    """How many streams are not logged, as they do not hold."""


class Me(TypedDict):
    """Who calls."""

    kind: Literal["key", "seat", "auditor", "watcher"]
    """Of what kind the credential is."""
    name: str
    """What the key, the player, the auditor or the watcher is called."""
    id: NotRequired[str]
    """Of an API key."""
    created_at: NotRequired[str]
    """When an API key was made."""
    scopes: NotRequired[list[str]]
    """Of an API key: what it may do."""
    table: NotRequired[str]
    """Of a seat, an auditor or a watcher."""
    seat: NotRequired[int]
    """Of a seat."""
    auditor: NotRequired[int]
    """Of an auditor."""
    watcher: NotRequired[int]
    """Of a watcher."""


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


class MoveResult(TypedDict):
    """A move that was made: it and all that followed from it, as its player was shown it."""

    deal: str
    """The id of the deal."""
    version: int
    """The position of the last of them."""
    events: list[Event]
    """The move, and what followed from it."""
    receipt: Receipt
    """What proves that the move was accepted. Keep it."""


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
    """What the guest is called."""
    until: str
    """When the token ends."""
    token: str
    """`audit_…` or `view_…`."""
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


class NextDeal(DealReference):
    """The deal that comes next, known ahead, for seats to commit to."""

    waiting: list[int]
    """The seats whose commitments are still missing: it is opened with them."""


class Seat(SeatSummary):
    """A seat, with the side that it plays for."""

    side: int
    """The side, from 0; those who win together are one side."""
    commits: bool
    """Whether it adds a seed of its own to every deal."""
    key: str | None
    """What it signs with (F7), if it does."""


class Table(TypedDict):
    """A table."""

    rematch: str | None
    """The table at which those who sat here play again, once it is opened."""
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
    """What follows where a player leaves, or their time is over."""
    stand_in: str
    """The level of the bot that plays for a player who has left."""
    test: bool
    """Whether the table is a test: its bots move at once."""
    rematch_of: str | None
    """The table whose players alone sit down at this one, to play again."""
    id: str
    """The table."""
    name: str
    """What the table is called."""
    game: str
    """The game, by its key."""
    target: int
    """What ends the series."""
    status: Literal["open", "playing", "over", "closed"]
    """`open` while seats are free, then `playing` and `over`; `closed`: it never began."""
    created_at: str
    """When it was opened."""
    seats: list[Seat]
    """Every seat, in order."""
    branch_of: BranchOf | None
    """Null where a series is played."""
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


class NewTable(TypedDict):
    """A new table, with the seat tokens of the persons who sit there."""

    table: Table
    tokens: list[SeatToken]
    """The tokens of the persons, by seat; they come this once."""


class NewWatcher(TypedDict):
    """A new watcher, with the token.

    Keep it: it is not kept here.
    """

    name: str
    """What the guest is called."""
    until: str
    """When the token ends."""
    token: str
    """`audit_…` or `view_…`."""
    watcher: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the watcher; null: the owner."""


class Webhook(TypedDict):
    """A webhook."""

    id: str
    """The webhook."""
    url: str
    """The address that is told."""
    events: list[
        Literal[
            "table.started",
            "turn.started",
            "deal.finished",
            "series.finished",
            "dispute.opened",
            "dispute.ruled",
        ]
    ]
    """What it is told."""
    enabled: bool
    """Whether it is told anything."""
    reason: Literal["by_owner", "gone", "failing", "key_revoked"] | None
    """Why it is not enabled: `by_owner`: its owner has disabled it; `gone`: its receiver has
    answered 410 Gone; `failing`: nothing could be delivered for days; `key_revoked`: the key
    that added it was revoked, so it can not be enabled again. null: it is.
    """
    failing_since: str | None
    """The first failure since something was delivered, if any."""
    created_at: str
    """When it was added."""
    made_by: str
    """The key that added it: when that is revoked, it is told nothing."""
    public_key: str
    """`whpk_…`: what checks the Ed25519 signatures (`v1a`) of this webhook."""


class NewWebhook(Webhook):
    """A new webhook, with the secret that it shares with its receiver.

    Keep it: it comes once.
    """

    secret: str
    """`whsec_…`: what checks the HMAC signatures (`v1`) of this webhook."""


class Notice(TypedDict):
    """Something that is new for the caller: what has happened, and where to read of it."""

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
        "dispute.ruled",
    ]
    """What has happened: `table.started` where the last seat was taken, `deal.finished` where
    the deal counts in its series.
    """
    at: str
    """When it happened."""
    table: str
    """The id of the table."""
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
    """With `seat.left` where a deal is on: why a bot plays for him."""
    rematch: NotRequired[str]
    """With `table.rematched`: the new table."""
    version: NotRequired[int]
    """With `turn`: the version at which the deal waits."""
    dispute: NotRequired[int]
    """With `dispute`: its number in the deal."""
    winner: NotRequired[int | None]
    """With `series.finished`: the side; null: it is shared."""


class NoticePage(TypedDict):
    """A page of what is new, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[Notice]
    """What is new, the oldest first."""


class OpenDisputeRequest(TypedDict):
    """What is said to be wrong, and where."""

    at: int
    """The event that is disputed, by its position in the deal."""
    claim: Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
    """`deal`: the cards or their shuffle. `legality`: a move, or what followed, against the
    rules. `score`: what the deal came to. `authorship`: a move that its seat did not make.
    `knowledge`: somebody knew what he could not. `delay`: the play was held up.
    """
    text: str
    """What was wrong."""
    signature: NotRequired[str]
    """Over `{"type": "dispute", "deal": …, "at": …, "claim": …, "text": …}` and the table's
    `version` and `head`.
    """


Problem = TypedDict(
    "Problem",
    {
        "type": str,
        "title": str,
        "status": int,
        "detail": str,
        "code": str,
        "errors": NotRequired[list[FieldError]],
        "clauses": NotRequired[list[RuleClause]],
        "version": NotRequired[int],
        "missed": NotRequired[str],
        "scope": NotRequired[str],
        "limit": NotRequired[int],
        "violated-policies": NotRequired[list[str]],
    },
)
"""What went wrong (RFC 9457). Nothing has changed."""


class ProblemType(TypedDict):
    """A kind of problem."""

    code: str
    """What programs call it."""
    type: str
    """The `type` of such a problem."""
    status: int
    """The HTTP status."""
    title: str
    """The kind, in words that stay the same."""
    cause: str
    """Why a request is answered so."""
    cure: str
    """What the caller can do."""
    example: dict[str, Any]
    """An answer of this kind."""


class ProblemTypeList(TypedDict):
    """All kinds of problems."""

    problems: list[ProblemType]
    """The kinds of problems."""


class Readiness(Health):
    """Whether requests can be served, and how the log stands: that alone turns nobody away."""

    log: LogStatus


class Redelivery(TypedDict):
    """That something is delivered once more."""

    webhook: str
    """The webhook."""
    delivery: str
    """The delivery, as it was."""


class RematchRequest(TypedDict):
    """What a person brings to his seat in a rematch."""

    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1). Default: as
    before.
    """
    commitment: NotRequired[str]
    """To the seed for the rematch's first deal, of which the id is known once somebody has asked
    for the rematch: `next_deal`.
    """
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), for as
    long as its player has it. A point of the prime-order group, in its one encoding. One of
    before does not count any more.
    """
    signature: NotRequired[str]
    """Over `{"type": "commit", "deal": …, "commitment": …}` and the table's `version` and
    `head`.
    """


class ResignRequest(TypedDict):
    """What comes with a resignation."""

    signature: NotRequired[str]
    """Over `{"type": "resign"}` and the deal's `version` and `head`."""


class ReturnToDealRequest(TypedDict):
    """What comes with a return to a deal."""

    signature: NotRequired[str]
    """Over `{"type": "return"}` and the deal's `version` and `head`."""


class RotateKeyRequest(TypedDict):
    """How the secret of a key is replaced."""

    grace_seconds: NotRequired[int]
    """For how long what the key was known by before still opens, so that it can be replaced
    everywhere. The service may end it sooner: see `former_until`. With 0 an answer that is
    lost can not be had again with it.
    """


class RotatedApiKey(NewApiKey):
    """A key with its new secret."""

    former_until: str
    """When what it was known by before has ended, at the latest."""


class RuleDisputeRequest(TypedDict):
    """How a dispute is ruled."""

    ruling: Literal["upheld", "dismissed"]
    """Whether the dispute is upheld."""
    adjustment: NotRequired[list[int]]
    """What each side gets in the ledger, or loses; empty: nothing, as with a claim that is
    dismissed.
    """
    text: str
    """Why."""


class SeriesDeal(TypedDict):
    """A deal of a series; without a result while it is on, voided or abandoned."""

    number: int
    """1 for the first deal of the series."""
    deal: str
    """It was never opened where it was voided for want of a commitment."""
    result: dict[str, Any] | None
    """What settled the deal, as the game has it."""
    explained: list[str]
    """How it ended, in sentences with clauses."""
    counted: list[int]
    """What each side got for it."""
    points: list[int]
    """What each side stood at after it."""
    voided: list[int]
    """The seats that voided it, so that nobody scores (F4); empty if it was not."""
    abandoned: Abandonment | None
    """Why it was not played out, so that nobody scores (L4-L6); null where it was."""


class Side(TypedDict):
    """A side of a series."""

    seats: list[int]
    """The seats of the side."""
    points: int
    """What the side stands at, as the game counts."""


class Series(TypedDict):
    """The series of a table."""

    table: str
    """The id of the table."""
    game: str
    """The game, by its key."""
    target: int
    """What ends the series."""
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
    """The points of the sides with what was ruled in disputes."""
    adjustments: list[Adjustment]
    """The rulings that the ledger has besides the points as played."""
    winner: int | None
    """The side that won; null too where the first place is shared."""
    voids: int
    """How many of its deals were voided, by whomever (F4)."""
    forfeited: list[int]
    """The seats that have forfeited the series (F5, L4, L5)."""
    ranks: list[int]
    """The place of each side, equal where shared; empty while the series is on."""
    titles: list[str]
    """What each side is called for it, or empty."""
    branch_of: BranchOf | None
    """Null where a series is played."""


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


class TableEvent(TypedDict):
    """Something that happened at a table."""

    position: int
    """At the table, from 1."""
    type: str
    """What has happened."""
    schema: int
    """The version of what `data` has."""
    at: str
    """When it happened."""
    actor: str
    """Who did it: `key`, `seat:2`, `auditor:1`, `system`."""
    data: dict[str, Any]
    """By the type. What is not for the caller is null."""


class TableEventPage(TypedDict):
    """A page of the events of a table.

    Their positions have no gaps.
    """

    table: str
    """The id of the table."""
    version: int
    """The position of the table's last."""
    status: Literal["open", "playing", "over", "closed"]
    """Where the table stands; over or closed, its series goes on no more."""
    events: list[TableEvent]
    """The events, in the order of their positions."""


class TableSummary(TypedDict):
    """A table in the lobby."""

    rematch_of: str | None
    """The table whose players alone sit down at this one, to play again."""
    id: str
    """The table."""
    name: str
    """What the table is called."""
    game: str
    """The game, by its key."""
    target: int
    """What ends the series."""
    visibility: Literal["public", "private"]
    """Of a `private` table only its owner and its players know."""
    spectators: bool
    """Whether others may watch a deal that is on."""
    status: Literal["open", "playing", "over", "closed"]
    """`open` while seats are free, then `playing` and `over`; `closed`: it never began."""
    created_at: str
    """When it was opened."""
    seats: list[SeatSummary]
    """Every seat, in order."""
    branch_of: BranchOf | None
    """Null where a series is played."""


class TableList(TypedDict):
    """A page of tables, the newest first."""

    tables: list[TableSummary]
    """The tables of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class TakeSeatRequest(TypedDict):
    """Who sits down."""

    name: str
    """What the player is called at the table."""
    commits: NotRequired[bool]
    """Whether the seat adds a seed of its own to the shuffle of every deal (F1)."""
    commitment: NotRequired[str]
    """To the seed for the table's first deal, `next_deal`. With it, he commits."""
    key: NotRequired[str]
    """The Ed25519 public key that all moves and acts of the seat are signed with (F7), for as
    long as its player has it. A point of the prime-order group, in its one encoding.
    """
    kind: NotRequired[Literal["person", "bot"]]
    """What the player is: others are shown it. A `bot` is an external one, which plays over the
    API with the seat's token like a person.
    """
    signature: NotRequired[str]
    """Over `{"type": "commit", "deal": …, "commitment": …}` and the table's `version` and
    `head`.
    """


class TakenSeat(SeatToken):
    """A seat taken, and the table after it."""

    table: Table


class UpdateWebhookRequest(TypedDict):
    """What is to be otherwise with a webhook."""

    events: NotRequired[
        list[
            Literal[
                "table.started",
                "turn.started",
                "deal.finished",
                "series.finished",
                "dispute.opened",
                "dispute.ruled",
            ]
        ]
    ]
    """What it is told."""
    enabled: NotRequired[bool]
    """`false`: nothing is delivered, and what was still to be is given up. `true`: it is told
    again what happens from now on.
    """


class Watcher(TypedDict):
    """A watcher of a table."""

    name: str
    """What the guest is called."""
    until: str
    """When the token ends."""
    dismissed: bool
    """Whether the token was ended before its time."""
    watcher: int
    """1 for the table's first."""
    by: int | None
    """The seat that admitted the watcher; null: the owner."""


class WatcherList(TypedDict):
    """All watchers that the table ever had."""

    watchers: list[Watcher]
    """The first one first."""


class WebhookList(TypedDict):
    """The webhooks of an API key, the oldest first."""

    webhooks: list[Webhook]
    """The webhooks."""


Claim: TypeAlias = Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]


Status: TypeAlias = Literal["open", "playing", "over", "closed"]
