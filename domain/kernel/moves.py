"""Words and moves: translation between the API or transcripts and the events that are proposed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, Literal, cast, get_args, get_origin

from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.event import Event, Json, Seat, to_json
from domain.kernel.game import Game


class NotAMove(ValueError):
    """Words that are no move of the game (T5), with the JSON pointer to what is wrong."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer or '/'}: {detail}")
        self.pointer = pointer
        self.detail = detail


def move_fields(kind: type[Event]) -> Iterator[tuple[str, Any, bool]]:
    """The fields that a player gives with a move: name, type, and whether it is required."""
    for each in fields(cast("Any", kind)):
        if each.name != "seat":
            yield each.name, kind.KINDS[each.name], each.default is MISSING


def parse_move(game: Game[Any], seat: Seat, raw: Json) -> Event:
    """Parse a move of the API or of a transcript into the event that it proposes.

    Args:
        game: The rules.
        seat: The seat that moves.
        raw: A JSON object: ``{"type": "beat", "cards": ["TH", "AC"]}``.

    Raises:
        NotAMove: It is not a move at all (T5); its cards, though, need not be cards of the pack.
    """
    if not isinstance(raw, Mapping):
        raise NotAMove("", "a move is an object with a type")
    said = dict(cast("Mapping[str, Json]", raw))
    name = said.pop("type", None)
    kind = next((kind for kind in game.moves if name == kind.MOVE), None)
    if kind is None:
        names = ", ".join(str(kind.MOVE) for kind in game.moves)
        raise NotAMove("/type", f"must be one of {names}")
    values: dict[str, Any] = {"seat": seat}
    for field, hint, required in move_fields(kind):
        if field in said:
            values[field] = _parse(said.pop(field), hint, f"/{field}", most=len(game.pack))
        elif required:
            raise NotAMove(f"/{field}", f"{name} needs {field}")
    if said:
        raise NotAMove(_pointer(str(next(iter(said)))), f"{name} has no such field")
    return cast("Callable[..., Event]", kind)(**values).meant()


def _pointer(field: str) -> str:
    """A JSON pointer (RFC 6901) to a field of any name, fit to be sent back."""
    sendable = field.encode(errors="replace").decode()
    return "/" + sendable.replace("~", "~0").replace("/", "~1")


def _parse(value: Json, hint: Any, pointer: str, *, most: int) -> Any:
    if hint == Cards:
        if not isinstance(value, list):
            raise NotAMove(pointer, "must be a list of cards")
        if len(value) > most:
            raise NotAMove(pointer, f"has more cards than the pack, which has {most}")
        return tuple(
            _parse(card, Card, f"{pointer}/{at}", most=most) for at, card in enumerate(value)
        )
    if hint is Card or Card in get_args(hint):
        if not isinstance(value, str) or value == UNKNOWN:
            raise NotAMove(pointer, "must be a card code such as TH")
        return value
    if get_origin(hint) is Literal:
        if not any(type(value) is type(one) and value == one for one in get_args(hint)):
            raise NotAMove(pointer, f"must be one of {', '.join(map(str, get_args(hint)))}")
        return value
    if type(value) is not hint:
        raise NotAMove(
            pointer, "must be true or false" if hint is bool else "must be a whole number"
        )
    return value


def say(move: Event) -> dict[str, Json]:
    """A move in the words of the API: what `parse_move` reads."""
    said: dict[str, Json] = {"type": move.MOVE}
    for name, _, required in move_fields(type(move)):
        value = to_json(getattr(move, name))
        if required or value is not None:
            said[name] = value
    return said
