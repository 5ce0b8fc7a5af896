"""Single events that are altered; all hashes fit.

Random mutants hit these only once in thousands: an opening is lost, a commitment stands where none
may stand, or the first event is of another type, version or game.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

import orjson

from domain.games import GAMES
from domain.kernel.deal import Opened
from domain.kernel.event import Event
from domain.kernel.leaving import Abandoned
from domain.table.events import SeatLeft
from events.canonical import canonical
from events.chain import commitment
from tests.verifier.entries import Entry
from tests.verifier.making import Step, bundled, kept, played
from tests.verifier.mutations import rechained
from tests.verifier.series import a_series, table_bundle
from tests.verifier.signing import KEYED
from verifier.bundle import Bundle, BundleOpening

Json = Any
Change = Callable[[dict[str, Json], dict[str, BundleOpening]], None]
"""Alters the envelope of an event and its openings, by slot, in place."""
Target = tuple[Callable[[], Bundle], str]
"""A bundle, and the type of its event that is altered."""

SALT: Final = bytes(32)
SEALED: Final[Json] = {"count": 3, "sha256": "0" * 64}
NO_UUID: Final = "00000000-0000-0000-0000-000000000000"


def altered(target: Target, change: Change) -> Bundle:
    """The bundle with its first event of this type altered, without receipts and log."""
    whole, name = target[0](), target[1]
    bodies = [orjson.loads(each.body) for each in whole.events]
    at = next(n for n, body in enumerate(bodies) if body["type"] == name)
    openings = {each.slot: each for each in whole.events[at].openings}
    change(bodies[at], openings)
    rest = tuple(openings[slot] for slot in sorted(openings))
    event = whole.events[at]._replace(body=canonical(bodies[at]), openings=rest)
    events = (*whole.events[:at], event, *whole.events[at + 1 :])
    return rechained(whole, events)._replace(receipts=(), log=None)


# --- Bundles ------------------------------------------------------------------------------------


@cache
def full() -> Bundle:
    """A deal of Durak in which both seats add seeds."""
    return bundled(kept(played(GAMES["durak"], seats=2, number=1)))


@cache
def public() -> Bundle:
    """The same for everyone."""
    steps = played(GAMES["durak"], seats=2, number=1)
    return bundled(kept(steps, viewer="public"), view="public")


@cache
def of_a_seat() -> Bundle:
    """The same for the player of seat 0."""
    return bundled(kept(played(GAMES["durak"], seats=2, number=1), viewer=0), view="seat:0")


@cache
def begun() -> Bundle:
    """Its beginning, up to the shuffle: the server's seed is not shown yet."""
    whole = public()
    end = 1 + next(n for n, each in enumerate(whole.events) if b'"deal.shuffled"' in each.body)
    return rechained(whole, whole.events[:end])


@cache
def four() -> Bundle:
    """A deal of Skat at a table of four, in which two seats add seeds."""
    return bundled(kept(played(GAMES["skat"], seats=4, number=1)))


@cache
def keyed() -> Bundle:
    """A deal of Durak in which one seat has a key."""
    return bundled(kept(played(GAMES["durak"], seats=2, number=KEYED)))


@cache
def table() -> Bundle:
    return table_bundle(a_series("durak", 2).table)


def abandoned_for_nobody() -> Bundle:
    """Seat 0, which has a key, abandons the deal without a signature and without being named."""
    steps = [*played(GAMES["durak"], seats=2, number=KEYED)]
    steps.insert(-1, ("seat:0", (Abandoned((), "left"),)))
    return bundled(kept(steps))


def left_by_another() -> Bundle:
    """A seat with a key makes the player of another seat leave, without a signature."""
    steps = [*a_series("durak", 2).table]
    at = next(n for n, (_, events) in enumerate(steps) if _takes_a_seat(events))
    gone: Step = ("seat:0", (SeatLeft(1),))
    return table_bundle([*steps[: at + 1], gone, *steps[at + 1 :]])


def _takes_a_seat(events: tuple[Event, ...]) -> bool:
    return any(each.TYPE == "table.seat_taken" for each in events)


OPENING: Final[Target] = (full, "deal.opened")
LATER: Final = Opened.VERSION + 1
SHUFFLE: Final[Target] = (full, "deal.shuffled")
HANDS: Final[Target] = (full, "durak.dealt")
PUBLIC_SHUFFLE: Final[Target] = (public, "deal.shuffled")
PUBLIC_HANDS: Final[Target] = (public, "durak.dealt")
OWN_HAND: Final[Target] = (of_a_seat, "durak.dealt")
EARLY_SHUFFLE: Final[Target] = (begun, "deal.shuffled")
OPENING_OF_FOUR: Final[Target] = (four, "deal.opened")
KEYED_OPENING: Final[Target] = (keyed, "deal.opened")
SIGNATURE: Final[Target] = (keyed, "deal.move_signed")
ABANDONED: Final[Target] = (abandoned_for_nobody, "deal.opened")
TABLE: Final[Target] = (table, "table.opened")
LEFT: Final[Target] = (left_by_another, "table.opened")


# --- Changes ------------------------------------------------------------------------------------


def nothing(_: dict[str, Json], __: dict[str, BundleOpening]) -> None:
    """Leave the event as it is: the bundle is altered already."""


def body(**fields: Json) -> Change:
    return lambda envelope, _: envelope.update(fields)


def put(**fields: Json) -> Change:
    return lambda envelope, _: envelope["data"].update(fields)


def gone(name: str) -> Change:
    return lambda envelope, _: envelope["data"].pop(name)


def lost(*slots: str) -> Change:
    def change(_: dict[str, Json], openings: dict[str, BundleOpening]) -> None:
        for slot in slots:
            del openings[slot]

    return change


def item(name: str, at: int, value: Json) -> Change:
    return lambda envelope, _: envelope["data"][name].__setitem__(at, value)


def count(name: str, number: int) -> Change:
    return lambda envelope, _: envelope["data"][name].update(count=number)


def sealed(name: str, value: Json, *, cards: int = 1) -> Change:
    """Another value behind a commitment that fits, and its opening."""

    def change(envelope: dict[str, Json], openings: dict[str, BundleOpening]) -> None:
        payload = canonical(value)
        made = {"count": cards, "sha256": commitment(SALT, payload).hex()}
        envelope["data"][name] = made
        openings[name] = BundleOpening(name, SALT, payload)

    return change


def also(slot: str, payload: bytes) -> Change:
    return lambda _, openings: openings.update({slot: BundleOpening(slot, SALT, payload)})


def changes(*all_of: Change) -> Change:
    def change(envelope: dict[str, Json], openings: dict[str, BundleOpening]) -> None:
        for each in all_of:
            each(envelope, openings)

    return change


def with_deck(alter: Callable[[list[Json]], list[Json]]) -> Change:
    """Another deck behind a commitment that fits."""

    def change(envelope: dict[str, Json], openings: dict[str, BundleOpening]) -> None:
        deck = alter(orjson.loads(openings["deck"].payload))
        sealed("deck", deck, cards=len(deck))(envelope, openings)

    return change


def with_other_lots(envelope: dict[str, Json], openings: dict[str, BundleOpening]) -> None:
    (lot,) = orjson.loads(openings["lots"].payload)
    sealed("lots", [1 - lot])(envelope, openings)


# --- The table ----------------------------------------------------------------------------------

ALTERED: Final = {
    "a deal begins with a move": (OPENING, body(type="durak.beaten")),
    "a deal begins with its end": (OPENING, body(type="deal.revealed")),
    "a deal begins as a table": (OPENING, body(type="table.opened", schema=5)),
    "a table begins with a signature": (TABLE, body(type="deal.act_signed")),
    "a later version": (OPENING, body(schema=LATER)),
    "a later version with other secrets": (
        OPENING,
        changes(body(schema=LATER), also("seed", b"{ }")),
    ),
    "a later version at no time": (OPENING, body(schema=LATER, at=-1)),
    "rules that are no text": (OPENING, put(rules=[])),
    "rules of a table that are no text": (TABLE, put(rules=[])),
    "no game": (OPENING, gone("game")),
    "an unknown game": (OPENING, put(game="goaS")),
    "an unknown game of a table": (TABLE, put(game="goaS")),
    "unknown rules": (TABLE, put(rules="2")),
    "an unknown game of another deal": (OPENING, put(game="x", deal=NO_UUID)),
    "an unknown game of no deal": (OPENING, put(game="x", deal="x")),
    "a game that is sealed": (OPENING, sealed("game", "durak")),
    "a seed of 1000 cards": (OPENING, count("seed", 1000)),
    "a signature of 1000 cards": (SIGNATURE, count("signature", 1000)),
    "options as a commitment of 5000": (OPENING, put(options={**SEALED, "count": 5000})),
    "options as a commitment": (OPENING, put(options=SEALED)),
    "a seed behind its own text": (OPENING, put(seed="x")),
    "a deck behind its own text": (SHUFFLE, put(deck="x")),
    "a deck behind a list": (SHUFFLE, put(deck=[])),
    "a deck with a commitment in it": (SHUFFLE, with_deck(lambda deck: [SEALED, *deck[1:]])),
    "a dealer that is sealed": (OPENING, put(dealer=SEALED)),
    "an item that is sealed": (OPENING, item("commitments", 0, SEALED)),
    "a turn limit that is sealed": (TABLE, put(turn_limit=SEALED)),
    "a public card that is sealed": (HANDS, put(shown=SEALED)),
    "hands as one secret": (PUBLIC_HANDS, put(hands=SEALED)),
    "no hands": (PUBLIC_HANDS, put(hands=[])),
    "a hand less than seats": (OPENING_OF_FOUR, put(seats=3)),
    "keys of fewer seats": (KEYED_OPENING, put(keys=[None])),
    "lots lost": (SHUFFLE, lost("lots")),
    "a deck lost": (SHUFFLE, lost("deck")),
    "an own hand lost": (OWN_HAND, lost("hands/0")),
    "no lots": (SHUFFLE, sealed("lots", None)),
    "other lots, a deck lost": (SHUFFLE, changes(with_other_lots, lost("deck"))),
    "another deck, lots lost": (SHUFFLE, changes(with_deck(sorted), lost("lots"))),
    "a card less": (SHUFFLE, with_deck(lambda deck: [None, *deck[1:]])),
    "no card": (SHUFFLE, with_deck(lambda deck: [None for _ in deck])),
    "a deck of another size": (PUBLIC_SHUFFLE, count("deck", 35)),
    "a deck of another size, no seed yet": (EARLY_SHUFFLE, count("deck", 35)),
    "another T, no seed yet": (EARLY_SHUFFLE, put(transcript="1" * 64)),
    "another root, no seed yet": (EARLY_SHUFFLE, put(root="1" * 64)),
    "abandoned for nobody": (ABANDONED, nothing),
    "left by another": (LEFT, nothing),
}
ENTRIES: Final = {
    name: Entry(partial(altered, target, change)) for name, (target, change) in ALTERED.items()
}
