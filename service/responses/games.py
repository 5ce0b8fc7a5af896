"""Games and their rules."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from domain.kernel.event import Json
from domain.kernel.zones import Owner, Shape, Where
from service.responses.problems import RuleClauseJson


class OptionValuesJson(TypedDict):
    """The default and the allowed values of an option."""

    default: Json
    """The value if none is given."""
    values: NotRequired[list[Json]]
    """The allowed values; absent for a whole number."""
    minimum: NotRequired[int]
    """The least whole number allowed."""
    maximum: NotRequired[int]
    """The greatest one allowed."""
    per_seat: NotRequired[bool]
    """True where `default`, `minimum` and `maximum` are for each seat: with three seats a table has
    three times as much, and always a multiple of its seats."""


class OptionNamesJson(TypedDict):
    """The names of an option for people."""

    title: str
    """The name of the option for people."""
    value_titles: NotRequired[dict[str, str]]
    """The name of each allowed value for people."""


class GameOptionJson(OptionValuesJson, OptionNamesJson):
    """An option of a game: its default and its allowed values."""


class GameSummaryJson(TypedDict):
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
    options: dict[str, GameOptionJson]
    """The options of a table, by name."""
    bots: list[str]
    """The levels of its bots."""
    lesson: bool
    """Whether it has a lesson: `beginLesson` with its key."""
    move_names: dict[str, str]
    """The name of each type of move for people."""


class GameListJson(TypedDict):
    """All games."""

    games: list[GameSummaryJson]
    """The games."""
    play_now: bool
    """Whether people may play against bots on the page without a key."""


class BotLevelJson(TypedDict):
    """Bots of a level."""

    level: str
    """The `bot` of a seat in a request."""
    policy: str
    """The policy, as records name it, such as `medium/2@12000`."""


class GameBotsJson(TypedDict):
    """The bots of a game."""

    game: str
    levels: list[BotLevelJson]
    """The weakest first."""


class BotListJson(TypedDict):
    """The bots of all games."""

    bots: list[GameBotsJson]
    """Game by game."""


class ShownCardJson(TypedDict):
    """The card of a zone that all have seen."""

    at: list[str]
    """JSON pointers to it in `state` of a view, also when it has left the zone."""
    where: Where
    """`under`: it is the last card, face up; `beside`: it is somewhere among the cards."""


class ZoneJson(TypedDict):
    """A zone of a game's table. Every card of a view lies in exactly one of them."""

    zone: str
    """The name of the zone."""
    owner: Owner
    """The owner of each place in it: one seat, several seats together, or the table."""
    at: list[str]
    """Where `state` of a view has its cards: JSON pointers, with `*` for every item."""
    shape: Shape
    """How its cards lie: a fan in the `hand`; `laid` before the seat that laid them; `pairs` of an
    attack and what beat it; a `row`; a `deck` to draw from; a `heap`."""
    by: str | None
    """The member with the owners. It is beside the cards, or in an object around them; a view may
    lack it. Null where the number of an item is its owner, or there is none."""
    shown: ShownCardJson | None
    """Its card that all have seen; null where there is none."""
    tricks: list[str]
    """JSON pointers to the number of tricks in each of its places, if counted."""


class RoleOfGameJson(TypedDict):
    """A role of seats."""

    role: str
    """Its name; `words.roles` has it for people."""
    at: list[str]
    """JSON pointers to the seat, or the seats, with this role in `state`."""
    others: str | None
    """The role of the seats that have no role with the same `others`, as soon as some seat has
    one; or null."""


class CountingJson(TypedDict):
    """How the points of a series are read."""

    better: Literal["high", "low"]
    """Whether many points are good, or few."""
    until: Literal["points", "deals"]
    """The unit of `target`: the points of a side, or the deals of the series."""
    sentences: list[str]
    """The keys of those sentences of `explanations` that say what a deal brings: each has one of
    them. Empty: it is the first sentence."""
    next_deal: list[str]
    """The keys of its sentences about the next deal of a series."""


class TrumpsOfGameJson(TypedDict):
    """The trumps of a game."""

    owner: Owner
    """`seat` where each seat has trumps of its own, otherwise `table`."""
    at: list[str]
    """Where `state` of a view names the trumps: JSON pointers, with `*` for every item."""
    cards: dict[str, list[str]]
    """The trumps that each value there means, the highest first."""
    before: list[str]
    """The cards that are trumps in any case, the highest first."""


class WordsJson(TypedDict):
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


class SaidJson(TypedDict):
    """A move in a few words, as a bubble beside its seat."""

    words: str
    """Three words at most, such as *leads*."""
    tells: str | None
    """The field of the event that follows the words: a card or a value, or the number of its cards
    where it is a list. null: nothing follows."""
    tells_of: str | None
    """The type of the event whose last one has that field. null: the move has it."""
    strong: bool
    """Whether it is worth a second look at the table."""


class CardNameJson(TypedDict):
    """A card and its names for people."""

    code: str
    """The card everywhere in the API."""
    name: str
    """Its name."""
    index: str
    """Its rank and suit in two signs or three."""


class LanguageJson(TypedDict):
    """A language of texts for people."""

    tag: str
    """The tag for `Accept-Language` (RFC 5646)."""
    name: str
    """Its name in the language itself."""
    complete: bool
    """Whether it has every text; what it lacks is in English."""


class LanguageListJson(TypedDict):
    """The languages of texts for people."""

    languages: list[LanguageJson]
    """English first."""


class TricksOfGameJson(TypedDict):
    """How tricks (of Durak bouts) are counted: a move is of the one after the last that ended."""

    ends: list[str]
    """The types of the events that end one."""
    before: list[str]
    """The types of the moves that come before the first one, and belong to none."""


class GameJson(GameSummaryJson):
    """A game with its grammar and its rules."""

    options_schema: dict[str, Json]
    """A JSON Schema."""
    moves: dict[str, Json]
    """A JSON Schema: what a move may say."""
    clauses: list[RuleClauseJson]
    """The rules, clause by clause, with those that hold at every table."""
    cards: list[CardNameJson]
    """The pack, with the names of its cards in the language."""
    zones: list[ZoneJson]
    """Where cards lie: every card of a view lies in exactly one zone."""
    trumps: TrumpsOfGameJson | None
    """The trumps; null in a game without trumps."""
    roles: list[RoleOfGameJson]
    """The roles of seats, in the order in which a deal gives them."""
    best: list[str]
    """JSON pointers to the seat that holds the trick in `state`, if one does."""
    tricks: TricksOfGameJson | None
    """How its tricks are counted; null in a game without tricks."""
    said: dict[str, SaidJson]
    """What a seat has done, in a few words, by the type of the event of a move."""
    score: CountingJson
    """How the points of a series are read."""
    words: WordsJson
    """The names of zones, roles, fields, values and events for people."""
