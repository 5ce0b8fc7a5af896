"""The events of a bundle, decoded, with the values that the viewer may know."""

from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from domain.games import UnknownRules, rules_of
from domain.judge.record_rules import is_allowed
from domain.kernel.deal import Opened, Revealed, is_by_hand
from domain.kernel.event import Event, Json, Seat, UnknownEvent
from domain.kernel.stored import from_data, older_data
from domain.table.events import TableOpened
from verifier import form
from verifier.bundle import DEAL, FULL, Bundle, Entry
from verifier.field_types import MOST_CARDS, LaterVersion, is_sealed, known, misfit
from verifier.form import Malformed, loads, objects
from verifier.verdicts import Failure, NotYet


class Leaf(NamedTuple):
    """The event's requirements on a commitment: its audience, and its number of cards."""

    audience: Seat
    cards: int


class Decoded(NamedTuple):
    """An event of the record, as the viewer may know it.

    Attributes:
        position: its place, from 1.
        type: its stored name.
        actor: who gave the command.
        at: when, in µs since the epoch.
        command: the command that it is an effect of.
        commitments: what stands in the body for each secret, by slot.
        leaves: what must stand there, by slot.
        event: the event; values that the viewer may not know are unknown.
        schema: the version of its type that it was written in.
    """

    position: int
    type: str
    actor: str
    at: int
    command: UUID
    commitments: dict[str, tuple[int, bytes]]
    leaves: dict[str, Leaf]
    event: Event
    schema: int


def decode_all(bundle: Bundle) -> tuple[Decoded, ...]:
    """Decode every event of a bundle.

    Raises:
        Failure: an event does not have the right form.
        NotYet: the record is of a later release, or of a game that is not known here.
    """
    first, *rest = bundle.events
    decoded = (
        _first(first, _opening_of(bundle)),
        *(_decode(entry, at) for at, entry in enumerate(rest, start=2)),
    )
    _see_opening(bundle, decoded)
    _see_versions(decoded)
    return decoded


def _opening_of(bundle: Bundle) -> type[Event]:
    """The event that a record of this kind begins with."""
    return Opened if bundle.kind == DEAL else TableOpened


def _first(entry: Entry, opening: type[Event]) -> Decoded:
    """The first event. Its version and rules decide whether the rest can be read here."""
    try:
        decoded = _decode(entry, 1, opening)
        opened = cast("Any", decoded.event)
        rules_of(opened.game, opened.rules)
    except (LaterVersion, UnknownRules) as unknown:
        raise NotYet(str(unknown)) from None
    return decoded


def _see_versions(decoded: tuple[Decoded, ...]) -> None:
    """The version of the first event fixes the versions of all others."""
    first, *rest = decoded
    for each in rest:
        if not is_allowed(first.type, first.schema, each.type, each.schema):
            raise Failure(
                f"a record that begins with {first.type}@{first.schema} does not hold "
                f"{each.type}@{each.schema}",
                position=each.position,
                type=each.type,
                field="schema",
            )


def _see_opening(bundle: Bundle, decoded: tuple[Decoded, ...]) -> None:
    """The record has one opening, as its first event, and the header agrees with it."""
    kind = _opening_of(bundle)
    opened = cast("Any", decoded[0].event)
    for at in decoded[1:]:
        if isinstance(at.event, kind):
            raise Failure(_begins_with(kind), position=at.position, type=at.type)
    stream = opened.deal if bundle.kind == DEAL else opened.table
    said = {"stream": str(bundle.stream), "game": bundle.game, "rules": bundle.rules}
    for name, value in {"stream": stream, "game": opened.game, "rules": opened.rules}.items():
        if said[name] != value:
            raise Failure("the bundle says otherwise", position=1, type=kind.TYPE, field=name)
    seats = rules_of(opened.game, opened.rules).seats
    if bundle.kind == DEAL and opened.number < 1:
        raise Failure("the first deal is number 1", position=1, type=kind.TYPE, field="number")
    if opened.seats not in seats:
        raise Failure("there is no such table", position=1, type=kind.TYPE, field="seats")
    if bundle.seat is not None and bundle.seat >= opened.seats:
        raise Failure("there is no such seat", field="view")
    whole = bundle.kind == DEAL and bundle.view == FULL and not is_by_hand(opened)
    if whole and not isinstance(decoded[-1].event, Revealed):
        detail = f"a full record ends with {Revealed.TYPE}"
        raise Failure(detail, position=len(decoded), type=decoded[-1].type)


def _begins_with(opening: type[Event]) -> str:
    return f"a record begins with {opening.TYPE}, and once"


def _decode(entry: Entry, position: int, opening: type[Event] | None = None) -> Decoded:
    """Decode an event; the first one must be the opening of its kind."""
    name = None
    try:
        envelope = objects(loads(entry.body, "body"), "body", _ENVELOPE)
        name, schema, data = envelope["type"], envelope["schema"], envelope["data"]
        if opening is not None and name != opening.TYPE:
            raise Failure(_begins_with(opening), position=position, type=name)
        cls = known(name, schema)
        commitments = dict(_commitments(data))
        opened = _opened(data, entry)
        if (field := misfit(cls, schema, opened)) is not None:
            detail = "the value is not allowed, or it is missing"
            raise Failure(detail, position=position, type=name, field=field)
        event = from_data(name, schema, opened)
    except Malformed as bad:
        raise Failure(str(bad), position=position, type=name) from None
    except UnknownEvent as unknown:
        if position == 1 and isinstance(unknown, LaterVersion):
            raise
        raise Failure(str(unknown), position=position) from None
    decoded = (position, name, envelope["actor"], envelope["at"], envelope["command"])
    return Decoded(*decoded, commitments, _leaves(event, schema), event, schema)


def _commitments(data: dict[str, Json]) -> list[tuple[str, tuple[int, bytes]]]:
    return [
        (slot, _commitment(value, f"body.data.{slot}"))
        for slot, value in _slots(data)
        if is_sealed(value)
    ]


def _slots(data: dict[str, Any]) -> list[tuple[str, Any]]:
    """Every slot where a secret can stand: the fields, and the items of list fields."""
    return [
        each
        for key, value in data.items()
        for each in (
            [(f"{key}/{place}", item) for place, item in enumerate(value)]
            if type(value) is list
            else [(key, value)]
        )
    ]


def _commitment(value: Json, where: str) -> tuple[int, bytes]:
    said = objects(value, where, {"count": _count, "sha256": form.hexadecimal(32)})
    return said["count"], said["sha256"]


def _count(value: Json, where: str) -> int:
    if (count := form.whole(value, where)) > MOST_CARDS:
        raise Malformed(where, f"must be at most {MOST_CARDS}")
    return count


def _opened(data: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """The data with the values of the openings in their slots, if it has these slots."""
    values = {each.slot: each for each in entry.openings}

    def value(slot: str, closed: Json) -> Json:
        if slot not in values:
            return closed
        where = f"openings.{slot}"
        opened = loads(values[slot].payload, where)
        items = opened if type(opened) is list else [opened]
        if any(type(each) is dict for each in items):
            raise Malformed(where, "no secret is an object, or a list with one")
        return opened

    return {
        key: [value(f"{key}/{place}", item) for place, item in enumerate(closed)]
        if type(closed) is list
        else value(key, closed)
        for key, closed in data.items()
    }


def _leaves(event: Event, schema: int) -> dict[str, Leaf]:
    sealed = older_data(event, schema, seal=lambda _, audience, count: Leaf(audience, count))
    return {slot: leaf for slot, leaf in _slots(sealed) if isinstance(leaf, Leaf)}


def _data(value: Json, where: str) -> dict[str, Json]:
    if type(value) is not dict:
        raise Malformed(where, "must be an object")
    return cast("dict[str, Json]", value)


_ENVELOPE: Final[dict[str, form.Parser[Any]]] = {
    "actor": form.text,
    "at": form.whole,
    "cause": form.optional(form.text),
    "command": form.identifier,
    "correlation": form.optional(form.text),
    "data": _data,
    "schema": form.counted,
    "type": form.text,
}
