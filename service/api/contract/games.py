"""JSON Schemas of a game: its moves, options, events and state.

They are derived from the types in the game's record, so a new game brings its part of the contract.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from bots import levels
from domain.games import GAMES
from domain.kernel.cards import Card
from domain.kernel.deal import OF_ANY_GAME
from domain.kernel.event import Digest, Event, Id, Key, Signature, event_classes
from domain.kernel.game import Game
from domain.kernel.history import History
from domain.kernel.options import Option, options_of
from service.api.contract.compact import MEANS, NAMED
from service.api.contract.response_schemas import meaning
from service.tables.representation import OPTIONS

JsonSchema: TypeAlias = dict[str, Any]

CARD: Final[JsonSchema] = {"$ref": "#/components/schemas/Card"}
_NAME: Final = attrgetter("name")
_BOUNDS: Final = ((min, "minimum"), (max, "maximum"))
_OF_PERSONS: Final = ("commits", "key", "kind", "ref", "metadata")
"""The fields of a seat that only a person or an external bot has."""
_SIMPLE: Final[dict[Any, JsonSchema]] = {
    Id: {"type": "string", "format": "uuid"},
    Digest: {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    Key: {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    Signature: {"type": "string", "pattern": "^[0-9a-f]{128}$"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    NoneType: {"type": "null"},
    History: {"type": "array", "items": {"type": "string"}},
}


# --- Moves and options: input ---------------------------------------------------------------------


def move_schema(game: Game[Any]) -> JsonSchema:
    """The moves of a game in the API."""
    return {"description": f"A move of {game.title}.", "oneOf": [*moves_of(game).values()]}


def moves_of(game: Game[Any]) -> dict[str, JsonSchema]:
    """The schema of each move of a game, by its `type`."""
    return {str(kind.MOVE): _move(game, kind) for kind in game.moves}


def _move(game: Game[Any], kind: type[Event]) -> JsonSchema:
    said = list(kind.GIVEN)
    return {
        "type": "object",
        "description": f"{_first_line(kind)} Granted by {kind.CLAUSE}.",
        "properties": {
            "type": constant(str(kind.MOVE)),
            **{name: _described(_said(game, hint), kind, name) for name, hint, _ in said},
        },
        "required": ["type", *(name for name, _, required in said if required)],
        "additionalProperties": False,
    }


def constant(value: str) -> JsonSchema:
    """A word that is always the same, with its type, which generators of clients need."""
    return {"type": "string", "const": value}


def _said(game: Game[Any], hint: Any) -> JsonSchema:
    """The values that a player may send in a field; null is never one of them."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if hint is Card:
        size = len(game.pack)
        means = f"A card of a pack of {size}: rank and suit; T is the ten, such as `TC`."
        return {"type": "string", "enum": [*game.pack], NAMED: f"CardOf{size}", MEANS: means}
    if get_origin(hint) is tuple:
        item = next(_said(game, each) for each in get_args(hint))
        return {"type": "array", "items": item, "minItems": 1, "maxItems": len(game.pack)}
    return of_type(hint)


def options_schema(game: Game[Any], *seats: int) -> JsonSchema:
    """The options of tables with these numbers of seats, including the target of a series."""
    about = _table(game, seats[0]) if len(seats) == 1 else game.title
    return {
        "description": f"The options of {about}.",
        "type": "object",
        "properties": {
            option.name: _described(_any_size(option, seats), game.options, option.name)
            for option in options_of(game.options)
        },
        "additionalProperties": False,
    }


def _any_size(option: Option, seats: Sequence[int]) -> JsonSchema:
    """The values of an option at tables of some sizes: the widest bounds, if they differ."""
    sizes = [_option(option.at(each)) for each in seats]
    if all(each == sizes[0] for each in sizes):
        return sizes[0]
    low, high = (each([size[bound] for size in sizes]) for each, bound in _BOUNDS)
    return {"type": "integer", "minimum": low, "maximum": high}


def options_of_any_table(game: Game[Any]) -> JsonSchema:
    """The options of a game, by the number of seats."""
    if len(game.seats) == 1:
        return options_schema(game, game.seats[0])
    return {
        "description": f"The options of {game.title}.",
        "anyOf": [options_schema(game, seats) for seats in game.seats],
    }


def _option(option: Option) -> JsonSchema:
    if option.values:
        return {**_one_of(option.values), "default": option.default}
    multiple = {} if option.step == 1 else {"multipleOf": option.step}
    return {
        "type": "integer",
        "minimum": option.low,
        "maximum": option.high,
        **multiple,
        "default": option.default,
    }


def _one_of(values: Iterable[Any]) -> JsonSchema:
    """An enumeration with its type, which client generators need first."""
    known = [*values]
    [kind] = {type(each) for each in known}
    return {"type": {bool: "boolean", int: "integer", str: "string"}[kind], "enum": known}


def _table(game: Game[Any], seats: int) -> str:
    return game.title if len(game.seats) == 1 else f"{game.title} at a table of {seats}"


def table_request_schema(game: Game[Any], shape: JsonSchema) -> JsonSchema:
    """The request for a new table of a game.

    Args:
        game: The game.
        shape: The part that is the same for all games.
    """
    target = next(each for each in options_of(game.options) if each.name == game.target)
    return {
        **shape,
        **_by_size(game, target),
        "description": f"A new table of {game.title}.",
        "properties": {
            **dict.fromkeys(("game", "name", "options", "target")),  # these are read first
            **shape["properties"],
            "game": {**constant(game.key), "description": "The game, by its key."},
            "options": {"$ref": f"#/components/schemas/{part(game)}Options"},
            "target": {
                **_any_size(target, game.seats),
                "description": f"The end of the series; the same as `options.{target.name}`.",
            },
            "stand_in": {**shape["properties"]["stand_in"], "enum": list(levels(game))},
            "seats": {
                **shape["properties"]["seats"],
                "minItems": 0,
                "maxItems": game.seats[-1],
                "items": {"$ref": f"#/components/schemas/{seat_request_name(game)}"},
                "description": "The first seats, in their order; the others stay free.",
            },
        },
        "required": shape["required"],
        "additionalProperties": False,
        "not": {  # given in one place or the other
            "required": ["target", "options"],
            "properties": {"options": {"required": [game.target]}},
        },
    }


def _by_size(game: Game[Any], target: Option) -> JsonSchema:
    """The conditions on options that depend on the number of seats, which the last seat decides.

    Readers that know no conditions, such as generators of clients, see the widest bounds.
    """
    assert [*game.seats] == [*range(game.seats[0], game.seats[-1] + 1)], "each size has its seats"
    least, *more = (_of_size(game, target, each) for each in game.seats)
    schema = least
    for seats, then in zip(game.seats[1:], more, strict=True):
        named = {"required": ["seats"], "properties": {"seats": {"minItems": seats}}}
        schema = {"if": named, "then": then, "else": schema}
    return schema if more else {}


def _of_size(game: Game[Any], target: Option, seats: int) -> JsonSchema:
    """The bounds of the options that differ from those of other sizes."""
    options = {
        option.name: _option(option.at(seats))
        for option in options_of(game.options)
        if _option(option.at(seats)) != _any_size(option, game.seats)
    }
    both = {"options": {"properties": options}, "target": _option(target.at(seats))}
    return {"properties": both}


def seat_request_schema(games: Iterable[Game[Any]], shape: JsonSchema) -> JsonSchema:
    """The request for a seat of one of these games: a person or a bot, not both."""
    by_number = sorted(games, key=lambda game: len(levels(game)), reverse=True)
    known = {level: None for game in by_number for level in levels(game)}
    bot = {**shape["properties"]["bot"], "enum": list(known)}
    properties = {**shape["properties"], "bot": bot}
    return {
        **shape,
        "properties": properties,
        "not": {"required": ["name", "bot"]},
        "dependentRequired": {each: ["name"] for each in _OF_PERSONS},
        "additionalProperties": False,
    }


def seat_request_name(game: Game[Any]) -> str:
    """The component of a seat request; a game has its own if it lacks some bots."""
    every = {level for each in GAMES.values() for level in levels(each)}
    return "SeatRequest" if {*levels(game)} == every else f"{part(game)}SeatRequest"


# --- Events and states: output --------------------------------------------------------------------


def events_of(game: Game[Any]) -> Iterator[type[Event]]:
    """Every event that a deal of a game can have."""
    prefixes = (*OF_ANY_GAME, f"{game.key}.")
    return (kind for kind in event_classes() if kind.TYPE.startswith(prefixes))


def event_schema(kind: type[Event]) -> JsonSchema:
    """An event in the API: the envelope, and the data of its type."""
    data = of_fields(kind, kind.KINDS)
    return {
        "description": _first_line(kind),
        "allOf": [{"$ref": "#/components/schemas/AnyEvent"}],
        "properties": {
            "type": constant(kind.TYPE),
            "data": {**data, NAMED: f"{event_name(kind)}Data", MEANS: f"Of `{kind.TYPE}`."},
        },
    }


def event_name(kind: type[Event]) -> str:
    """The component of an event's schema."""
    return "".join(word.capitalize() for word in kind.TYPE.replace(".", "_").split("_"))


def state_schema(game: Game[Any]) -> JsonSchema:
    """The state of a deal, as an observer sees it."""
    schema = of_type(get_type_hints(game.initial)["return"])
    return {
        **schema,
        "description": f"A deal of {game.title}: the fold of what the observer was shown.",
    }


def score_schema(game: Game[Any]) -> JsonSchema:
    """The standings of a series."""
    kind = get_type_hints(game.opening_score)["return"]
    hints = get_type_hints(kind)
    return {
        **of_fields(kind, {name: hint for name, hint in hints.items() if name != OPTIONS}),
        "description": f"What a series of {game.title} stands at after its last deal.",
    }


def of_fields(kind: type[Any], hints: Mapping[str, Any]) -> JsonSchema:
    """An object of these fields of a class."""
    return {
        "type": "object",
        "properties": {name: _described(of_type(hint), kind, name) for name, hint in hints.items()},
        "required": list(hints),
    }


def of_type(hint: Any) -> JsonSchema:  # noqa: PLR0911 - one case for each kind of type
    """The schema of what `to_json` makes of a type."""
    if hint is Card:
        return CARD
    if hint in _SIMPLE:
        return dict(_SIMPLE[hint])
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _one_of(args)
    if origin in (Union, UnionType):
        return _one_of_types(args)
    if origin is tuple:
        return _of_tuple(args)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        schema = of_fields(cast("type[Any]", hint), {name: hints[name] for name in _names(hint)})
        is_event = isinstance(hint, type) and issubclass(hint, Event)
        kind = cast("Any", hint)
        means = f"Of `{kind.TYPE}`." if is_event else _first_line(kind)
        return {**schema, NAMED: _record_name(hint), MEANS: means}
    return {"type": "string"} if _is_text(hint) else {"type": "object"}


def _record_name(kind: Any) -> str:
    """The component of a record; one of a game's own is prefixed with the game's name."""
    if isinstance(kind, type) and issubclass(kind, Event):
        return f"{event_name(kind)}Data"
    owners = (part(game) for game in GAMES.values() if f".{game.key}." in kind.__module__)
    return f"{next(owners, '')}{kind.__name__}"


def _one_of_types(args: tuple[Any, ...]) -> JsonSchema:
    every = [of_type(each) for each in args]
    match every:
        case [{"type": str(kind), "enum": list(values)}, {"type": "null"}]:
            return {"type": [kind, "null"], "enum": [*values, None]}
        case [{"type": str(kind), **more}, {"type": "null"}] if kind != "object":
            return {"type": [kind, "null"], **more}
        case _:
            return {"anyOf": every}


def _of_tuple(args: tuple[Any, ...]) -> JsonSchema:
    if args[-1] is Ellipsis:
        return {"type": "array", "items": of_type(args[0])}
    return {
        "type": "array",
        "prefixItems": [of_type(each) for each in args],
        "minItems": len(args),
        "maxItems": len(args),
    }


def _described(schema: JsonSchema, kind: type[Any], name: str) -> JsonSchema:
    """The schema of a field, with its description."""
    said = meaning(kind, name)
    return schema if said is None else {**schema, "description": said}


def _names(kind: Any) -> Iterable[str]:
    """The fields of a named tuple or of a dataclass."""
    return kind._fields if hasattr(kind, "_fields") else map(_NAME, fields(kind))


def _is_text(hint: Any) -> bool:
    return hint is str or getattr(hint, "__supertype__", None) is str


def _first_line(kind: type[Any]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def part(game: Game[Any]) -> str:
    """The prefix of a game's components."""
    return "".join(word.capitalize() for word in game.key.split("_"))
