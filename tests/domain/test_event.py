"""Events: visibility of fields, checks at import, and storing and reading back."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass
from typing import Any, Literal, NamedTuple, Optional, cast

import pytest

from domain.kernel.cards import UNKNOWN, Card, Cards, Hands, Suit
from domain.kernel.event import (
    EACH,
    EVERYONE,
    FULL,
    NOBODY,
    PUBLIC,
    Digest,
    Event,
    Id,
    Seat,
    Secrecy,
    Text,
    UndeclaredAudience,
    UnknownEvent,
    Viewer,
    event,
    event_class,
    event_classes,
    redact,
    seen_by,
    to_data,
    to_json,
)
from domain.kernel.stored import from_data, upcaster
from tests.domain.positions import cards


@event("test.everything", move="play", clause="T0")
class Everything(Event):
    """An event with a field of every kind."""

    seat: Seat
    open: Cards = seen_by(EVERYONE)
    mine: Cards = seen_by("seat")
    hands: Hands = seen_by(EACH)
    deck: Cards = seen_by(NOBODY)
    one: Card = seen_by("seat")
    shown: Card = seen_by(EVERYONE)
    lots: tuple[int, ...] | None = seen_by(NOBODY)
    maybe: Card | None = seen_by(NOBODY)
    numbers: tuple[int, ...] = ()
    suit: Suit = "H"


WHOLE = Everything(
    seat=1,
    open=cards("6C 7C"),
    mine=cards("8C 9C"),
    hands=(cards("6S"), cards("7S 8S")),
    deck=cards("6D 7D"),
    one=Card("AH"),
    shown=Card("KH"),
    lots=(4, 2),
    maybe=Card("QH"),
    numbers=(1, 2),
)
FOR_1 = Everything(
    seat=1,
    open=cards("6C 7C"),
    mine=cards("8C 9C"),
    hands=((UNKNOWN,), cards("7S 8S")),
    deck=(UNKNOWN, UNKNOWN),
    one=Card("AH"),
    shown=Card("KH"),
    lots=None,
    maybe=None,
    numbers=(1, 2),
)
FOR_0 = Everything(
    seat=1,
    open=cards("6C 7C"),
    mine=(UNKNOWN, UNKNOWN),
    hands=(cards("6S"), (UNKNOWN, UNKNOWN)),
    deck=(UNKNOWN, UNKNOWN),
    one=UNKNOWN,
    shown=Card("KH"),
    lots=None,
    maybe=None,
    numbers=(1, 2),
)


# --- Checks at import -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hint",
    [
        Card,
        Cards,
        Hands,
        str,
        list[int],
        list[str],
        dict[str, int],
        Mapping[str, int],
        Any,
        object,
        Card | None,
        Optional[str],  # noqa: UP045 - the other spelling
        tuple[str, ...],
        tuple[int, Card],
        tuple[tuple[Card, ...], ...],
        frozenset[int],
        bytes,
        float,
        tuple,
        Literal["7C", "none"],
        set[Seat],
    ],
    ids=str,
)
def test_a_field_that_may_hold_a_card_and_does_not_say_who_sees_it(hint: Any) -> None:
    with pytest.raises(UndeclaredAudience, match=r"test\.leak\.field may hold a card"):
        event("test.leak")(type("Leak", (Event,), {"__annotations__": {"field": hint}}))
    with pytest.raises(UnknownEvent):
        event_class("test.leak")


@pytest.mark.parametrize(
    "hint",
    [int, bool, Suit, Id, Digest, Text, int | None, tuple[int, ...], Literal["a", 1], None],
    ids=str,
)
def test_a_field_that_cannot_hold_a_card(hint: Any) -> None:
    name = f"test.open.{hint}"
    made: type[Event] = event(name)(type("Open", (Event,), {"__annotations__": {"field": hint}}))
    assert made.HIDDEN == ()
    assert event_class(name) is made


@pytest.mark.parametrize("audience", ["saet", "suit", ""])
def test_an_audience_that_is_no_seat(audience: str) -> None:
    body = {
        "__annotations__": {"seat": Seat, "suit": Suit, "field": Cards},
        "field": seen_by(audience),
    }
    with pytest.raises(UndeclaredAudience, match="is not the field of a seat"):
        event("test.nobody")(type("Nobody", (Event,), body))


@pytest.mark.parametrize(
    ("hint", "audience"),
    [(Cards, EACH), (Card, EACH), (Hands, EVERYONE), (Hands, NOBODY), (Hands, "seat")],
)
def test_hands_and_only_hands_are_for_each_seat(hint: Any, audience: Any) -> None:
    body = {"__annotations__": {"seat": Seat, "field": hint}, "field": seen_by(audience)}
    with pytest.raises(UndeclaredAudience, match="EACH is for hands only"):
        event("test.each")(type("Each", (Event,), body))


class Pair(NamedTuple):
    """A record that holds cards."""

    attack: Card
    beat: Card | None = None


@dataclass(frozen=True)
class Heap:
    """Another one."""

    cards: Cards


@pytest.mark.parametrize("audience", [EVERYONE, NOBODY, "seat"])
@pytest.mark.parametrize(
    "hint",
    [
        Hands | None,
        Cards | None,
        tuple[Hands, ...],
        tuple[Seat, Cards],
        dict[Seat, Cards],
        list[Card],
        Mapping[str, Card],
        Pair,
        tuple[Pair, ...],
        Heap,
    ],
    ids=str,
)
def test_cards_in_a_shape_that_cannot_be_redacted(hint: Any, audience: Any) -> None:
    body = {"__annotations__": {"seat": Seat, "field": hint}, "field": seen_by(audience)}
    with pytest.raises(UndeclaredAudience, match=r"test\.shape\.field: declare cards as Card"):
        event("test.shape")(type("Shape", (Event,), body))


def test_the_audiences_of_a_class_are_what_its_fields_declare() -> None:
    assert {
        **dict.fromkeys(("open", "shown"), EVERYONE),
        **dict.fromkeys(("mine", "one"), "seat"),
        **dict.fromkeys(("deck", "lots", "maybe"), NOBODY),
        "hands": EACH,
    } == Everything.AUDIENCES


def test_no_two_events_share_a_name() -> None:
    with pytest.raises(TypeError, match=r"two events are named test\.everything"):
        event("test.everything")(type("Again", (Event,), {"__annotations__": {"seat": Seat}}))
    assert event_class("test.everything") is Everything


def test_an_event_is_a_frozen_value_with_a_stored_name() -> None:
    assert (Everything.TYPE, Everything.VERSION) == ("test.everything", 1)
    assert (Everything.MOVE, Everything.CLAUSE) == ("play", "T0")
    assert Everything in set(event_classes())
    with pytest.raises(FrozenInstanceError):
        WHOLE.seat = 2  # type: ignore[misc]
    assert hash(WHOLE) == hash(redact(WHOLE, FULL))


def test_kinds_are_those_of_the_fields() -> None:
    assert list(Everything.KINDS) == [
        *("seat", "open", "mine", "hands", "deck", "one"),
        *("shown", "lots", "maybe", "numbers", "suit"),
    ]


# --- Redaction ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viewer", "seen"), [(FULL, WHOLE), (1, FOR_1), (0, FOR_0), (7, None), (PUBLIC, None)]
)
def test_redact(viewer: Viewer, seen: Event | None) -> None:
    if seen is None:
        assert redact(WHOLE, viewer).hands == ((UNKNOWN,), (UNKNOWN, UNKNOWN))
        assert redact(WHOLE, viewer).mine == (UNKNOWN, UNKNOWN)
    else:
        assert redact(WHOLE, viewer) == seen


@pytest.mark.parametrize("viewer", [FULL, PUBLIC, 0, 1])
def test_redacting_twice_is_redacting_once(viewer: Viewer) -> None:
    assert redact(redact(WHOLE, viewer), viewer) == redact(WHOLE, viewer)


def test_an_event_without_secrets_is_itself() -> None:
    plain: type[Event] = event("test.plain")(
        type("Plain", (Event,), {"__annotations__": {"seat": Seat}})
    )
    one = cast("Any", plain)(3)
    assert redact(one, PUBLIC) is one


# --- JSON ---------------------------------------------------------------------------------------


def test_to_json() -> None:
    assert to_json(FOR_0) == {
        "seat": 1,
        "open": ["6C", "7C"],
        "mine": [None, None],
        "hands": [["6S"], [None, None]],
        "deck": [None, None],
        "one": None,
        "shown": "KH",
        "lots": None,
        "maybe": None,
        "numbers": [1, 2],
        "suit": "H",
    }


def test_to_json_of_a_record_is_an_object() -> None:
    assert to_json(Secrecy("cards", "seat", UNKNOWN)) == {
        "name": "cards",
        "audience": "seat",
        "kind": None,
    }


def _closed(value: Any, seat: int, count: int) -> dict[str, Any]:
    return {"value": value, "seat": seat, "count": count}


def test_to_data_seals_every_secret_for_its_seat() -> None:
    data = to_data(WHOLE, seal=_closed)
    assert data["mine"] == {"value": ["8C", "9C"], "seat": 1, "count": 2}
    assert data["hands"] == [
        {"value": ["6S"], "seat": 0, "count": 1},
        {"value": ["7S", "8S"], "seat": 1, "count": 2},
    ]
    assert data["deck"] == {"value": ["6D", "7D"], "seat": -1, "count": 2}
    assert data["one"] == {"value": "AH", "seat": 1, "count": 1}
    assert data["lots"] == {"value": [4, 2], "seat": -1, "count": 1}
    assert data["open"] == ["6C", "7C"]


def test_from_data_without_openings_is_what_the_public_sees() -> None:
    data = to_data(WHOLE, seal=lambda _value, _seat, count: {"count": count, "sha256": "00"})
    assert from_data("test.everything", 1, data) == redact(WHOLE, PUBLIC)


def test_from_data_with_all_openings_is_the_event() -> None:
    data = to_data(WHOLE, seal=lambda value, _seat, _count: value)
    assert from_data("test.everything", 1, data) == WHOLE


def test_from_data_reads_null_cards() -> None:
    assert from_data("test.everything", 1, to_json(FOR_0)) == FOR_0


def _data(**other: Any) -> dict[str, Any]:
    return {**to_json(WHOLE), **other}


@pytest.mark.parametrize(
    "data",
    [
        {},
        _data(more=1),
        {name: value for name, value in _data().items() if name != "seat"},
        {name: value for name, value in _data().items() if name != "deck"},
        _data(deck=None),
        _data(deck={}),
        _data(deck="6D"),
        _data(hands=7),
        _data(hands=[7]),
    ],
)
def test_from_data_of_another_shape(data: dict[str, Any]) -> None:
    with pytest.raises(UnknownEvent, match=r"the data of test\.everything do not fit"):
        from_data("test.everything", 1, data)


def test_unknown_names_and_schemas() -> None:
    with pytest.raises(UnknownEvent, match=r"no event is named 'test\.never'"):
        from_data("test.never", 1, {})
    with pytest.raises(UnknownEvent, match="is known up to schema 1, not 2"):
        from_data("test.everything", 2, _data())


# --- Upcasters ----------------------------------------------------------------------------------


@event("test.renamed", version=3)
class Renamed(Event):
    """A field was called ``who`` in its first schema; its second had no cards."""

    seat: Seat
    cards: Cards = seen_by("seat")


@upcaster("test.renamed", version=1)
def _who_is_seat(data: dict[str, Any]) -> dict[str, Any]:
    return {"seat": data["who"]}


@upcaster("test.renamed", version=2)
def _no_cards(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "cards": []}


def test_upcasters_bring_old_data_to_todays_schema() -> None:
    assert from_data("test.renamed", 1, {"who": 2}) == Renamed(2, ())
    assert from_data("test.renamed", 2, {"seat": 2}) == Renamed(2, ())
    assert from_data("test.renamed", 3, {"seat": 2, "cards": {"count": 1}}) == Renamed(
        2, (UNKNOWN,)
    )


def test_upcasting_leaves_what_was_read_as_it_was() -> None:
    data = {"who": 2}
    from_data("test.renamed", 1, data)
    assert data == {"who": 2}


def test_a_schema_without_a_way_to_the_next() -> None:
    with pytest.raises(UnknownEvent, match=r"no way from schema 0 of test\.renamed to the next"):
        from_data("test.renamed", 0, {"who": 2})
