"""Deal transcripts: one deal in one line of JSON, without any randomness left.

A line names the deck in the order in which it is dealt, the results of the lots, and the players'
choices; the rest follows by the rules. It may also name moves that must be refused, and the result
to expect. `read` parses a line, `write` makes one from the record of a deal, and
`offline.replay` executes it.
"""

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final, NamedTuple, cast, get_args

from domain.fairness.shuffle import Lot
from domain.games import GAMES
from domain.kernel.cards import Card, Cards
from domain.kernel.deal import NO_DIGEST, NO_ID, Opened, Shuffled, Terms, by_hand
from domain.kernel.event import Clause, Event, Json, Seat, to_json
from domain.kernel.game import Game
from domain.kernel.leaving import Abandoned, End
from domain.kernel.moves import say
from domain.kernel.options import BadOption, parse_options
from domain.kernel.progress import progress_at
from languages.catalogue import IN_ENGLISH

NESTED: Final = 32
"""The greatest nesting depth of a transcript; junk may be nested deeper."""


class NotATranscript(ValueError):
    """The line is not a transcript, so it cannot be executed."""


class RefusedMove(NamedTuple):
    """A move that must be refused after a number of moves."""

    at: int
    """Its place in the list."""
    after: int
    said: Mapping[str, Json]
    """The move with its seat."""
    clause: Clause | None


class Transcript(NamedTuple):
    """A deal as read from a line."""

    id: str
    game: Game[Any]
    opened: Opened
    shuffled: Shuffled
    moves: tuple[tuple[Seat, Json], ...]
    refused: tuple[RefusedMove, ...]
    expect: Mapping[str, Json]
    abandoned: Abandoned | None = None
    """Its end, if it was abandoned after these moves."""


# --- Reading ------------------------------------------------------------------------------------


def read(line: str | bytes) -> Transcript:
    """Parse a line.

    Raises:
        Fault: it is not a transcript; the message says what is wrong.
    """
    raw = _object(_json(line), "a transcript")
    name = _need(raw, "id", str)
    game = _game(raw)
    seats = _seats(game, raw)
    game, options = game.fitting(_options(game, raw, seats))
    terms = Terms(
        deal=NO_ID,
        table=NO_ID,
        number=1,
        game=game.key,
        rules=game.version,
        options=options,
        seats=seats,
        dealer=_seat(_need(raw, "dealer", int), seats, "dealer"),
        leader=None if raw.get("leader") is None else _seat(raw["leader"], seats, "leader"),
        bots=(None,) * seats,
    )
    lots = tuple(_lot(lot, raw) for lot in game.lots(seats))
    moves = _need(raw, "moves", list)
    return Transcript(
        id=name,
        game=game,
        opened=by_hand(terms),
        shuffled=Shuffled(NO_DIGEST, NO_DIGEST, deck=_deck(game, raw), lots=lots),
        moves=tuple(_move(move, seats, f"moves[{at}]") for at, move in enumerate(moves)),
        refused=tuple(
            _refused(at, each, len(moves)) for at, each in enumerate(_optional(raw, "refused", []))
        ),
        expect=_optional(raw, "expect", {}),
        abandoned=_abandoned(raw["abandoned"], seats) if "abandoned" in raw else None,
    )


def _json(line: str | bytes) -> Json:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8-sig")
        value = json.loads(text, parse_float=_number, parse_constant=_number)
    except UnicodeDecodeError as error:
        raise NotATranscript(f"not UTF-8: {error.reason} at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise NotATranscript(f"not JSON: {error}") from None
    if _is_deeper(value, NESTED):
        raise NotATranscript(f"nested more than {NESTED} deep")
    return value


def _number(digits: str) -> float:
    if not isfinite(value := float(digits)):
        raise ValueError(f"{digits} is no number")
    return value


def _is_deeper(value: Json, levels: int) -> bool:
    level = [value]
    for _ in range(levels):
        level = [
            item
            for each in level
            if isinstance(each, list | dict)
            for item in (each.values() if isinstance(each, dict) else each)
        ]
    return bool(level)


def _object(value: Json, what: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise NotATranscript(f"{what} must be an object")
    return cast("dict[str, Json]", value)


_KINDS: Final[dict[type, str]] = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    dict: "an object",
}


def _need(raw: Mapping[str, Json], name: str, kind: type) -> Any:
    if name not in raw:
        raise NotATranscript(f"{name} is missing")
    if type(raw[name]) is not kind:
        raise NotATranscript(f"{name} must be {_KINDS[kind]}")
    return raw[name]


def _optional(raw: Mapping[str, Json], name: str, default: Any) -> Any:
    return _need(raw, name, type(default)) if name in raw else default


def _game(raw: Mapping[str, Json]) -> Game[Any]:
    key = _need(raw, "game", str)
    if key not in GAMES:
        raise NotATranscript(f"game must be one of {', '.join(GAMES)}")
    return GAMES[key]


def _seats(game: Game[Any], raw: Mapping[str, Json]) -> int:
    seats = _optional(raw, "seats", _seats_named(game, raw))
    if seats not in game.seats:
        raise NotATranscript(f"seats must be one of {', '.join(map(str, game.seats))}")
    return cast("int", seats)


def _seats_named(game: Game[Any], raw: Mapping[str, Json]) -> int:
    """The smallest table that has every named seat; if none has, the largest."""
    named = [raw.get("dealer"), raw.get("leader"), *_movers(_need(raw, "moves", list))]
    tried = _movers(_optional(raw, "refused", []))
    named += [seat for seat in tried if is_seat(seat, game.seats[-1])]
    least = 1 + max((seat for seat in named if type(seat) is int), default=0)
    return next((count for count in game.seats if count >= least), game.seats[-1])


def _movers(moves: list[Json]) -> list[Json]:
    return [move.get("seat") for move in moves if isinstance(move, dict)]


def _options(game: Game[Any], raw: Mapping[str, Json], seats: int) -> Mapping[str, Json]:
    options = _optional(raw, "options", {})
    try:
        parse_options(game.options, options, seats=seats)
    except BadOption as bad:
        raise NotATranscript(f"options.{IN_ENGLISH.text(bad.detail)}") from None
    return cast("Mapping[str, Json]", options)


def _deck(game: Game[Any], raw: Mapping[str, Json]) -> Cards:
    deck = _need(raw, "deck", list)
    for at, card in enumerate(deck):
        if not isinstance(card, str) or card not in game.pack:
            raise NotATranscript(f"deck[{at}] is no card of the pack")
        if card in deck[:at]:
            raise NotATranscript(f"deck[{at}] is a second {card}")
    if len(deck) != len(game.pack):
        raise NotATranscript(
            f"deck must be the {len(game.pack)} cards of the pack, not {len(deck)}"
        )
    return tuple(map(Card, deck))


def lot_name(lot: Lot) -> str:
    """The name of a lot in a transcript: the end of its label."""
    return lot.label.rpartition("/")[2]


def _lot(lot: Lot, raw: Mapping[str, Json]) -> int:
    name = lot_name(lot)
    value = _need(raw, name, int)
    if not 0 <= value < lot.below:
        raise NotATranscript(f"{name} must be from 0 to {lot.below - 1}")
    return cast("int", value)


def is_seat(value: Json, seats: int) -> bool:
    """Whether a JSON value is a seat of a table with a number of seats."""
    return type(value) is int and 0 <= value < seats


def _seat(value: Json, seats: int, what: str) -> Seat:
    if not is_seat(value, seats):
        raise NotATranscript(f"{what} must be a seat from 0 to {seats - 1}")
    return cast("Seat", value)


def _move(value: Json, seats: int, what: str) -> tuple[Seat, Json]:
    """The seat and the fields of a move; whether it is legal, only the rules decide."""
    said = dict(_object(value, what))
    if "seat" not in said:
        raise NotATranscript(f"{what}.seat is missing")
    return _seat(said.pop("seat"), seats, f"{what}.seat"), said


def _refused(at: int, value: Json, moves: int) -> RefusedMove:
    what = f"refused[{at}]"
    said = dict(_object(value, what))
    after, clause = said.pop("after", None), said.pop("clause", None)
    if type(after) is not int or not 0 <= after <= moves:
        raise NotATranscript(f"{what}.after must be from 0 to {moves}, the number of moves")
    if clause is not None and not isinstance(clause, str):
        raise NotATranscript(f"{what}.clause must be a text")
    return RefusedMove(at, after, said, clause)


def _abandoned(value: Json, seats: int) -> Abandoned:
    said = _object(value, "abandoned")
    reason = _need(said, "reason", str)
    if reason not in get_args(End):
        raise NotATranscript(f"abandoned.reason must be one of {', '.join(get_args(End))}")
    fault = _need(said, "seats", list)
    return Abandoned(tuple(_seat(seat, seats, "abandoned.seats") for seat in fault), reason)


# --- Writing ------------------------------------------------------------------------------------


def write(game: Game[Any], events: Sequence[Event], *, name: str = "") -> dict[str, Json]:
    """The transcript of a deal, as far as it went; `replay` finds no difference in it.

    Args:
        game: The rules that it was played by.
        events: Its full events from the first on, with deck and lots.
        name: The transcript's id; by default the deal's own.
    """
    deal = progress_at(game, events)
    opened, shuffled, state = deal.opened, deal.shuffled, deal.state
    assert shuffled is not None, "a deal that was not dealt has no transcript"
    lots = zip(map(lot_name, game.lots(opened.seats)), shuffled.lots or (), strict=True)
    written: dict[str, Json] = {
        "id": name or opened.deal,
        "game": game.key,
        "options": dict(opened.options),
        "deck": list(shuffled.deck),
        **dict(lots),
        "moves": [_said(event) for event in events if event.MOVE is not None],
        "expect": {"over": game.outcome(state) is not None, **game.report(state)},
    }
    if opened.test:
        written["test"] = True
    if deal.abandoned is not None:
        written["abandoned"] = to_json(deal.abandoned)
    if opened.dealer is not None:
        written["dealer"] = opened.dealer
    if opened.leader is not None:
        written["leader"] = opened.leader
    if opened.seats != game.seats[0]:
        written["seats"] = opened.seats
    return written


def _said(move: Event) -> dict[str, Json]:
    return {"seat": cast("Any", move).seat, **say(move)}
