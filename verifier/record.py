"""The events of a bundle, decoded, with the values that the viewer may know."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from domain.games import UnknownRules, rules_of
from domain.judge.beginning import check_board
from domain.judge.record_rules import is_allowed
from domain.kernel.deal import Opened, Revealed, is_by_hand
from domain.kernel.event import Event, Json, UnknownEvent
from domain.kernel.sentence import Sentence
from domain.kernel.stored import Hidden, from_data, hidden
from domain.table.events import TableOpened
from domain.tournaments.events import TournamentOpened
from verifier import form
from verifier.bundle import DEAL, FULL, TABLE, TOURNAMENT, Bundle, BundleEvent
from verifier.field_types import MOST_CARDS, LaterVersion, is_sealed, known, misfit
from verifier.form import Malformed, loads
from verifier.verdicts import Failure, NotYet


class Commitment(NamedTuple):
    """The stand-in of a secret in the body: its number of cards, and the hash."""

    cards: int
    sha256: bytes


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
    command: str
    commitments: dict[str, Commitment]
    leaves: dict[str, Hidden]
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
        _first(first, _OPENINGS[bundle.kind]),
        *(_decode(entry, at) for at, entry in enumerate(rest, start=2)),
    )
    _see_opening(bundle, decoded)
    _see_versions(decoded)
    return decoded


_OPENINGS: Final[Mapping[str, type[Event]]] = {
    DEAL: Opened,
    TABLE: TableOpened,
    TOURNAMENT: TournamentOpened,
}
"""The event that a record of each kind begins with."""


def _first(entry: BundleEvent, opening: type[Event]) -> Decoded:
    """The first event. Its version and rules decide whether the rest can be read here."""
    decoded = _decode(entry, 1, opening)
    opened = cast("Any", decoded.event)
    try:
        rules_of(opened.game, opened.rules)
    except UnknownRules:
        raise NotYet(_not_known(f"{opened.game}/{opened.rules}")) from None
    return decoded


def _see_versions(decoded: tuple[Decoded, ...]) -> None:
    """The version of the first event fixes the versions of all others."""
    first, *rest = decoded
    for each in rest:
        if not is_allowed(first.type, first.schema, each.type, each.schema):
            values = {
                "first": f"{first.type}@{first.schema}",
                "event": f"{each.type}@{each.schema}",
            }
            raise Failure(
                Sentence("finding-not-in-record", values),
                position=each.position,
                type=each.type,
                field="schema",
            )


def _see_opening(bundle: Bundle, decoded: tuple[Decoded, ...]) -> None:
    """The record has one opening, as its first event, and the header agrees with it."""
    kind = _OPENINGS[bundle.kind]
    opened = cast("Any", decoded[0].event)
    for at in decoded[1:]:
        if isinstance(at.event, kind):
            raise Failure(_begins_with(kind), position=at.position, type=at.type)
    stream = getattr(opened, bundle.kind)
    said = {"stream": str(bundle.stream), "game": bundle.game, "rules": bundle.rules}
    for name, value in {"stream": stream, "game": opened.game, "rules": opened.rules}.items():
        if said[name] != value:
            raise Failure(Sentence("finding-header"), position=1, type=kind.TYPE, field=name)
    seats = rules_of(opened.game, opened.rules).seats
    if bundle.kind == DEAL and opened.number < 1:
        raise Failure(Sentence("finding-first-is-one"), position=1, type=kind.TYPE, field="number")
    if opened.seats not in seats:
        raise Failure(Sentence("finding-no-such-table"), position=1, type=kind.TYPE, field="seats")
    if bundle.kind == DEAL and (found := check_board(opened)) is not None:
        raise Failure(found.detail, position=1, type=kind.TYPE, field=found.field)
    if bundle.seat is not None and bundle.seat >= opened.seats:
        raise Failure(Sentence("finding-no-such-seat"), field="view")
    whole = bundle.kind == DEAL and bundle.view == FULL and not is_by_hand(opened)
    if whole and not isinstance(decoded[-1].event, Revealed):
        detail = Sentence("finding-ends-with", {"event": Revealed.TYPE})
        raise Failure(detail, position=len(decoded), type=decoded[-1].type)


def _begins_with(opening: type[Event]) -> Sentence:
    return Sentence("finding-begins-with", {"event": opening.TYPE})


def _decode(entry: BundleEvent, position: int, opening: type[Event] | None = None) -> Decoded:
    """Decode an event; the first one must be the opening of its kind."""
    name, schema = None, 0
    try:
        actor, at, _, command, _, data, schema, name = _read_body(entry.body)
        if opening is not None and name != opening.TYPE:
            raise Failure(_begins_with(opening), position=position, type=name)
        cls = known(name, schema)
        commitments = _commitments(data)
        opened = _opened(data, entry) if entry.openings else data
        if (field := misfit(cls, schema, opened)) is not None:
            detail = Sentence("finding-value")
            raise Failure(detail, position=position, type=name, field=field)
        event = from_data(name, schema, opened)
    except Malformed as bad:
        raise Failure(bad.sentence, position=position, type=name) from None
    except UnknownEvent as unknown:
        sentence = _not_known(f"{name}@{schema}")
        if position == 1 and isinstance(unknown, LaterVersion):
            raise NotYet(sentence) from None
        raise Failure(sentence, position=position) from None
    leaves = {each.slot: each for each in hidden(event, schema)}
    return Decoded(position, name, actor, at, command, commitments, leaves, event, schema)


def _not_known(what: str) -> Sentence:
    """This release does not know an event, a version of it, or rules."""
    return Sentence("finding-not-known", {"what": what})


def _read_body(raw: bytes) -> tuple[Any, ...]:
    try:
        return _ENVELOPE(loads(raw))
    except Malformed as bad:
        raise bad.within("body") from None


def _commitments(data: dict[str, Any]) -> dict[str, Commitment]:
    """The commitments of an event, by slot: a field, or an item of a field that is a list."""
    found: dict[str, Commitment] = {}
    for key, value in data.items():
        kind = type(value)
        if kind is list and dict in map(type, value):
            for place, item in enumerate(value):
                if is_sealed(item):
                    slot = f"{key}/{place}"
                    found[slot] = form.read_at(f"body.data.{slot}", _COMMITMENT, item)
        elif kind is dict and is_sealed(value):
            found[key] = form.read_at(f"body.data.{key}", _COMMITMENT, value)
    return found


def _count(value: Json) -> int:
    if (count := form.whole(value)) > MOST_CARDS:
        raise Malformed(Sentence("finding-must-most", {"most": MOST_CARDS}))
    return count


def _opened(data: dict[str, Any], entry: BundleEvent) -> dict[str, Any]:
    """The data with the values of the openings in their slots, if it has these slots."""
    payloads = {each.slot: each.payload for each in entry.openings}
    keys = {slot.partition("/")[0] for slot in payloads}

    def value(slot: str, closed: Json) -> Json:
        payload = payloads.get(slot)
        return closed if payload is None else form.read_at(f"openings.{slot}", _secret, payload)

    opened = dict(data)
    for key, closed in data.items():
        if key not in keys:
            continue
        if type(closed) is list:
            opened[key] = [value(f"{key}/{place}", item) for place, item in enumerate(closed)]
        else:
            opened[key] = value(key, closed)
    return opened


def _secret(payload: bytes) -> Json:
    opened = loads(payload)
    items = opened if type(opened) is list else [opened]
    if dict in map(type, items):
        raise Malformed(Sentence("finding-secret-object"))
    return opened


def _data(value: Json) -> dict[str, Json]:
    if type(value) is not dict:
        raise Malformed(Sentence("finding-must-object"))
    return cast("dict[str, Json]", value)


_COMMITMENT: Final = form.objects(Commitment, {"count": _count, "sha256": form.hexadecimal(32)})
_ENVELOPE: Final = form.objects(
    lambda *values: values,
    {
        "actor": form.text,
        "at": form.whole,
        "cause": form.optional(form.text),
        "command": form.uuid,
        "correlation": form.optional(form.text),
        "data": _data,
        "schema": form.counted,
        "type": form.text,
    },
)
