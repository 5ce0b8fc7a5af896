"""Games as JSON: options, bots, moves and cards with their names; and the bots' levels."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, Literal, get_args, get_origin

from bots import actor, is_available, levels
from domain.kernel.deal import OF_ANY_GAME
from domain.kernel.event import Event, event_classes
from domain.kernel.game import Game
from domain.kernel.options import Option, options_of
from domain.kernel.sentence import Sentence
from formats.position import Names
from languages.catalogue import Language
from service.problems import Code, Problem
from service.responses.games import (
    BotLevelJson,
    CardNameJson,
    GameBotsJson,
    GameSummaryJson,
    OptionNamesJson,
    OptionValuesJson,
    SaidJson,
    WordsJson,
)


def require_level(game: Game[Any], level: str, *, pointer: str | None = None) -> None:
    """Refuse a level that the game has not, or that this machine would play slowly.

    Raises:
        Problem: ``invalid``, ``level-not-available``.
    """
    if level not in levels(game):
        offered = Sentence("levels", {"levels": list(levels(game))})
        raise Problem(Code.INVALID, offered, pointer=pointer)
    if not is_available(game, level):
        missing = Sentence("level-not-available", {"level": level})
        raise Problem(Code.LEVEL_NOT_AVAILABLE, missing, pointer=pointer)


def game_line(game: Game[Any], language: Language) -> GameSummaryJson:
    """A game in the list of games, with its names in the language."""
    return {
        "key": game.key,
        "title": title(game, language),
        "rules": game.version,
        "seats": list(game.seats),
        "target": game.target,
        "options": {
            option.name: {**_option(option), **_option_names(game, option, language)}
            for option in options_of(game.options)
        },
        "move_names": _move_names(game, language),
        "bots": list(levels(game)),
        "lesson": game.lesson is not None,
    }


def title(game: Game[Any], language: Language) -> str:
    """The name of a game for people."""
    return language.find(game.key) or game.title


def bots_line(game: Game[Any]) -> GameBotsJson:
    """The bots of a game: their levels, and the policy that plays at each."""
    lines: list[BotLevelJson] = [
        {"level": level, "policy": actor(game, level, seat=0).label} for level in levels(game)
    ]
    return {"game": game.key, "levels": lines}


def _option(option: Option) -> OptionValuesJson:
    if option.values:
        return {"default": option.default, "values": list(option.values)}
    numbers: OptionValuesJson = {
        "default": option.default,
        "minimum": option.low,
        "maximum": option.high,
    }
    return {**numbers, "per_seat": True} if option.per_seat else numbers


def _option_names(game: Game[Any], option: Option, language: Language) -> OptionNamesJson:
    """The name of an option for people, and its values."""
    key = f"{game.key}-option-{option.name}"
    title: OptionNamesJson = {"title": language.find(key) or _plain(option.name)}
    values = (str(value).lower() for value in option.values)
    names = {value: language.find(key, attribute=value) or _plain(value) for value in values}
    return {**title, "value_titles": names} if names else title


def _move_names(game: Game[Any], language: Language) -> dict[str, str]:
    """The name of each type of move for people."""
    moves = [str(kind.MOVE) for kind in game.moves]
    return {each: language.find(f"{game.key}-move-{each}") or _plain(each) for each in moves}


def words(game: Game[Any], language: Language) -> WordsJson:
    """The names for people of a game's zones, roles and events, and of the parts of moves."""
    given = {each.name: each.kind for kind in game.moves for each in kind.GIVEN}
    zones = {
        each.zone: _named(game.key, f"zone-{each.zone}", language) for each in game.layout.zones
    }
    return {
        "zones": dict[str, str](zones),
        "roles": {each: _named(game.key, f"role-{each}", language) for each in _roles(game)},
        "fields": {name: _named(game.key, f"field-{name}", language) for name in given},
        "values": {
            name: {value: _value(game, name, value, language) for value in get_args(kind)}
            for name, kind in given.items()
            if get_origin(kind) is Literal
        },
        "events": {each.TYPE: _event_name(game, each, language) for each in _events(game)},
    }


def names(game: Game[Any], players: Sequence[str], language: Language) -> Names:
    """The names at a table, with these players seat by seat."""
    named = words(game, language)
    values = {value: name for each in named["values"].values() for value, name in each.items()}
    return Names(players, named["zones"], named["roles"], values)


def said(game: Game[Any], language: Language) -> dict[str, SaidJson]:
    """The short words for each move, and what stands behind them, by the type of its event."""
    return {
        kind.TYPE: {
            "words": language.find(f"{game.key}-said-{kind.MOVE}") or _plain(str(kind.MOVE)),
            "tells": kind.TELLS,
            "tells_of": kind.TELLS_OF,
            "strong": kind.STRONG,
        }
        for kind in game.moves
    }


def _roles(game: Game[Any]) -> Iterator[str]:
    """The roles of its seats, and the roles of all other seats."""
    for each in game.layout.roles:
        yield each.role
        if each.others is not None:
            yield each.others


def _events(game: Game[Any]) -> list[type[Event]]:
    """The events of a deal of the game."""
    found = [
        each for each in event_classes() if each.TYPE.startswith((*OF_ANY_GAME, f"{game.key}."))
    ]
    return sorted(found, key=attrgetter("TYPE"))


def _event_name(game: Game[Any], event: type[Event], language: Language) -> str:
    """The name of an event for people; that of a move is the name of the move."""
    if event.MOVE is not None:
        return language.find(f"{game.key}-move-{event.MOVE}") or _plain(event.MOVE)
    owner, name = event.TYPE.split(".")
    return _named(owner, f"event-{name}", language)


def _value(game: Game[Any], field: str, value: str, language: Language) -> str:
    """The name of a value of a field for people."""
    found = language.find(f"{game.key}-field-{field}", attribute=value)
    return found or _plain(value)


def _named(owner: str, key: str, language: Language) -> str:
    """The game's own name for people, else the one of all games."""
    found = language.find(f"{owner}-{key}") or language.find(key)
    return found or _plain(key.partition("-")[2])


def _plain(name: str) -> str:
    """A name of the API as words, for a game that no language names."""
    return name.replace("_", " ")


def cards_json(game: Game[Any], language: Language) -> list[CardNameJson]:
    """The cards of a game's pack: the code of each, its name and its index in the language."""
    return [
        {
            "code": card,
            "name": language.card(card, case="long"),
            "index": language.card(card, case="index"),
        }
        for card in game.pack
    ]
