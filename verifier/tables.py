"""Generate the tables of games, events and actors for verifiers in other languages.

`javascript` is ``verifier/tables.mjs``, and `appendix` is the end of ``docs/evidence-format.md``.
``make tables`` writes both; a test checks that they agree with the code.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import bots
from bots import core
from bots.actor import Actor
from domain import games
from domain.games import VERSIONS
from domain.judge import record_rules
from domain.judge.record_rules import Giver
from domain.kernel.cards import SUIT_OF
from domain.kernel.event import Audience, Event, event_classes
from domain.kernel.game import Game
from domain.kernel.options import Option, options_of
from domain.kernel.stored import COMPUTED, added_to
from domain.table import series
from domain.tournaments import tournament
from verifier import summary
from verifier.field_types import kind_of

PREFIX: Final = "fairdeal/1/"
"""The prefix of the labels of all lots."""

_OPENED: Final = 2
"""The number of levels of a value that have a line for each entry, unless they are short."""
_SHORT: Final = 78

DECLARING: Final = (games, series, tournament)
"""The modules that load all events of deals, tables and tournaments."""

_HEAD: Final = """\
// Tables of games, events and the actors allowed for them. Generated from the Python code by
// `make tables`. Anything not listed here is unknown to the verifier, so its checks stay open.
"""


def javascript() -> str:
    """The tables as a JavaScript module."""
    values = {
        "CARDS": " ".join(SUIT_OF),
        "CORE": sha256(core.MODULE.read_bytes()).hexdigest(),
        "GAMES": {name: _game(game) for name, game in VERSIONS.items()},
        "EVENTS": {cls.TYPE: event_form(cls) for cls in _known()},
        "VERSIONS": {
            first: {version: dict(others) for version, others in by_version.items()}
            for first, by_version in record_rules.VERSIONS.items()
        },
        "ADDED": dict(record_rules.ADDED),
        "FIRST_FIXED": record_rules.FIRST_FIXED,
        "IN_DEAL": list(map(_giver, record_rules.IN_DEAL)),
        "AT_TABLE": list(map(_giver, record_rules.AT_TABLE)),
        "AT_TOURNAMENT": list(map(_giver, record_rules.AT_TOURNAMENT)),
        "FIRST": list(record_rules.FIRST),
        "LATER": [each._asdict() for each in record_rules.LATER],
        "SUMMARY": {
            "shown": {key: list(checks) for key, checks in summary.SHOWN.items()},
            "rests": {key: [check, list(but)] for key, (check, but) in summary.RESTS.items()},
            "unchecked": dict(summary.UNCHECKED),
            "counted": {key: [*found] for key, found in summary.COUNTED.items()},
            "always": summary.ALWAYS,
            "cannot": summary.CANNOT,
        },
    }
    return _HEAD + "".join(
        f"\nexport const {name} = {_written(value)};\n" for name, value in values.items()
    )


def _known() -> Iterator[type[Event]]:
    """Every event of this project, in a fixed order."""
    known = (cls for cls in event_classes() if cls.__module__.startswith("domain."))
    return iter(sorted(known, key=lambda cls: cls.TYPE))


def _game(game: Game[Any]) -> dict[str, Any]:
    return {
        "pack": " ".join(game.pack),
        "lots": {
            seats: [[lot.label.removeprefix(PREFIX), lot.below] for lot in game.lots(seats)]
            for seats in game.seats
        },
        "sides": {seats: game.sides(seats) for seats in game.seats},
        "better": game.counting.better,
        "deals": game.target if game.counting.until == "deals" else None,
        "options": {each.name: _option(each) for each in options_of(game.options)},
        "bots": [
            [Actor(0, each.name, each.version, each.budget).label, each.since]
            for each in bots.policies(game)
        ],
    }


def _option(option: Option) -> dict[str, Any]:
    if option.values:
        return {"values": option.values}
    return {"low": option.low, "high": option.high, "perSeat": option.per_seat}


def event_form(cls: type[Event]) -> dict[str, Any]:
    """The form of an event, for verifiers in other languages."""
    return {
        "version": cls.VERSION,
        "fields": {name: kind_of(hint) for name, hint in cls.KINDS.items()},
        **_optional(
            move=cls.MOVE,
            hidden={each.name: _audience(each.audience) for each in cls.HIDDEN},
            hidesFrom=cls.HIDES_FROM if cls.HIDES_FROM > 1 else None,
            added={
                version + 1: {
                    name: None if value is COMPUTED else value
                    for name, value in added_to(cls.TYPE, version=version).items()
                }
                for version in range(1, cls.VERSION)
            },
        ),
    }


def _optional(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _audience(audience: Audience | str) -> str:
    return audience if isinstance(audience, str) else audience.value


def _giver(giver: Giver) -> dict[str, Any]:
    return {"event": giver.event, "names": giver.names, **_optional(where=dict(giver.where))}


def _written(value: Any, depth: int = 0) -> str:
    """A value as JSON, with each entry of the outer levels on a line of its own."""
    if isinstance(value, dict | list) and depth < _OPENED and not _is_short(value):
        inner, outer = "  " * (depth + 1), "  " * depth
        opening, closing = "{}" if isinstance(value, dict) else "[]"
        items = (
            [f"{json.dumps(str(key))}: {_written(item, depth + 1)}" for key, item in value.items()]
            if isinstance(value, dict)
            else [_written(item, depth + 1) for item in value]
        )
        lines = "".join(f"{inner}{item},\n" for item in items)
        return f"{opening}\n{lines}{outer}{closing}"
    return json.dumps(value)


def _is_short(value: Any) -> bool:
    return len(json.dumps(value)) < _SHORT


# --- The appendix of the evidence format ----------------------------------------------------------

BEGINS: Final = "<!-- tables: written by `make tables` -->\n"
ENDS: Final = "<!-- end of tables -->\n"
_AUDIENCES: Final = {
    "nobody": "nobody",
    "each": "item n for seat n",
    "all_erasable": "every reader, erasable",
    "owner": "the owner, erasable",
}


def appendix() -> str:
    """The tables of the evidence format, with the marks around them."""
    games = (
        (
            f"`{game.rules}`",
            f"`{' '.join(game.pack)}`",
            "; ".join(f"{seats}: {_lots(game, seats)}" for seats in game.seats),
        )
        for game in VERSIONS.values()
    )
    events = (
        (
            f"`{cls.TYPE}`",
            str(cls.VERSION) + _since(cls),
            f"`{cls.MOVE}`" if cls.MOVE else "",
            ", ".join(f"`{name}` {_kind(kind_of(hint))}" for name, hint in cls.KINDS.items()),
            "; ".join(
                f"`{name}`: {_AUDIENCES.get(_audience(to), f'the seat in `{to}`')}"
                + (f", from {cls.HIDES_FROM} on" if cls.HIDES_FROM > 1 else "")
                for name, to, _ in cls.HIDDEN
            ),
        )
        for cls in _known()
    )
    return "\n".join(
        (
            BEGINS,
            *_rows(("game", "pack", "lots by number of seats: name and b"), games),
            "",
            *_rows(("event", "version", "move", "fields", "hidden from others than"), events),
            "",
            ENDS,
        )
    )


def _lots(game: Game[Any], seats: int) -> str:
    return ", ".join(f"`{lot.label.removeprefix(PREFIX)}` {lot.below}" for lot in game.lots(seats))


def _since(cls: type[Event]) -> str:
    """Which fields an older version lacks, and since which version an event exists."""
    said = [
        f"{', '.join(f'`{name}`' for name in names)} from {version + 1} on"
        for version in range(1, cls.VERSION)
        if (names := added_to(cls.TYPE, version=version))
    ]
    since = record_rules.ADDED.get(cls.TYPE, 0)
    said += [
        f"{by_type.get(cls.TYPE, 1)} where the stream begins with version {first}"
        for opening, by_first in record_rules.VERSIONS.items()
        for first, by_type in by_first.items()
        if _is_later(cls, opening) and by_type.get(cls.TYPE, 1) < cls.VERSION and first >= since
    ]
    if since:
        said.append(f"in streams that begin with version {since}")
    return f" ({'; '.join(said)})" if said else ""


def _is_later(cls: type[Event], opening: str) -> bool:
    """Whether an event stands in streams that begin with another one, after it."""
    return opening != cls.TYPE and _area(cls.TYPE) == _area(opening)


def _area(name: str) -> str:
    """The kind of streams in which an event stands."""
    first = name.partition(".")[0]
    return first if first in ("table", "tournament") else "deal"


def _kind(kind: str) -> str:
    return kind.replace("|", " / ")


def _rows(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    every = [*heads]
    yield f"| {' | '.join(every)} |"
    yield "|" + "---|" * len(every)
    for row in rows:
        yield f"| {' | '.join(row)} |"
