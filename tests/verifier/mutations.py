"""Alterations of bundles: their bits, the order of events, openings and signatures.

A mutation gets a whole bundle, and returns an altered one with the evidence that a reader holds.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import orjson

from domain.games import GAMES
from events.canonical import canonical
from events.chain import genesis, link
from tests.verifier.making import (
    KEY,
    OTHER_KEY,
    Step,
    bundled,
    deal,
    kept,
    place,
    played,
    played_by_bots,
    signed,
)
from verifier.bundle import Bundle, BundleEvent, write

FORM: Final = frozenset({"unreadable", "form"})
SIGNED: Final = frozenset({"receipts", "log"})


class Mutant(NamedTuple):
    """An altered bundle.

    Attributes:
        kind: the kind of alteration.
        raw: the file.
        found_by: the checks of which one must fail, or ``unreadable``; empty: it may be left open.
        held: what its reader holds besides.
        position: the event that a failure must name, if it is a single one.
    """

    kind: str
    raw: bytes
    found_by: frozenset[str]
    held: Mapping[str, Any] = MappingProxyType({})
    position: int | None = None


class Whole(NamedTuple):
    """An unaltered bundle, and the commands of its record."""

    key: str
    seats: int
    number: int

    @property
    def bundle(self) -> Bundle:
        return _whole(*self)

    @property
    def steps(self) -> list[Step]:
        return _steps(*self)

    @property
    def steps_of_bots(self) -> list[Step]:
        """The commands of another deal at such a table, in which bots play with a person."""
        return _steps_of_bots(*self)


@cache
def _steps(key: str, seats: int, number: int) -> list[Step]:
    return played(GAMES[key], seats=seats, number=number)


@cache
def _steps_of_bots(key: str, seats: int, number: int) -> list[Step]:
    return played_by_bots(key, seats, number)


@cache
def _whole(key: str, seats: int, number: int) -> Bundle:
    return bundled(deal(key, seats, number))


Mutation = Callable[[Whole, Random], Mutant | None]


# --- Bits ---------------------------------------------------------------------------------------


def flipped(raw: bytes, chance: Random) -> bytes:
    """One bit flipped."""
    at = chance.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :]


def any_bit(whole: Whole, chance: Random) -> Mutant:
    checks = frozenset({"form", "chain", "openings", *SIGNED, "unreadable"})
    return Mutant("any_bit", flipped(write(whole.bundle), chance), checks)


def with_entry(bundle: Bundle, at: int, **changes: Any) -> Bundle:
    entry = bundle.events[at]._replace(**changes)
    return bundle._replace(events=(*bundle.events[:at], entry, *bundle.events[at + 1 :]))


def bit_of_a_body(whole: Whole, chance: Random) -> Mutant | None:
    """A bit of a body that stays text; it may or may not stay JSON."""
    bundle, at = whole.bundle, chance.randrange(len(whole.bundle.events))
    body = flipped(bundle.events[at].body, chance)
    try:
        raw = write(with_entry(bundle, at, body=body))
    except UnicodeDecodeError:
        return None
    return Mutant("bit_of_a_body", raw, frozenset({"chain"}), position=at + 1)


def bit_of_a_hash(whole: Whole, chance: Random) -> Mutant:
    bundle, at = whole.bundle, chance.randrange(len(whole.bundle.events))
    altered = with_entry(bundle, at, hash=flipped(bundle.events[at].hash, chance))
    return Mutant("bit_of_a_hash", write(altered), frozenset({"chain"}), position=at + 1)


def bit_of_the_head(whole: Whole, chance: Random) -> Mutant:
    altered = whole.bundle._replace(head=flipped(whole.bundle.head, chance))
    return Mutant("bit_of_the_head", write(altered), frozenset({"chain"}))


def bit_of_an_opening(whole: Whole, chance: Random) -> Mutant | None:
    bundle = whole.bundle
    at = chance.choice([at for at, each in enumerate(bundle.events) if each.openings])
    openings = list(bundle.events[at].openings)
    place = chance.randrange(len(openings))
    name = chance.choice(("salt", "payload"))
    changed: Any = flipped(getattr(openings[place], name), chance)
    openings[place] = openings[place]._replace(**{name: changed})
    try:
        raw = write(with_entry(bundle, at, openings=tuple(openings)))
    except UnicodeDecodeError:
        return None
    return Mutant("bit_of_an_opening", raw, FORM | {"openings"}, position=at + 1)


def bit_of_a_receipt(whole: Whole, chance: Random) -> Mutant:
    bundle = whole.bundle
    receipts = list(bundle.receipts)
    at = chance.randrange(len(receipts))
    one, name = receipts[at], chance.choice(("deal", "position", "head", "at", "key", "signature"))
    value = getattr(one, name)
    changed: Any
    if isinstance(value, bytes):
        changed = flipped(value, chance)
    elif isinstance(value, UUID):
        changed = UUID(bytes=flipped(value.bytes, chance))
    else:
        changed = value ^ 1 << chance.randrange(32)
    receipts[at] = one._replace(**{name: changed})
    raw = write(bundle._replace(receipts=tuple(receipts)))
    found_by = frozenset({"receipts", "form"})
    return Mutant("bit_of_a_receipt", raw, found_by)


def bit_of_the_log(whole: Whole, chance: Random) -> Mutant | None:
    bundle, log_place = whole.bundle, whole.bundle.log
    assert log_place is not None
    name = chance.choice(("version", "position", "path", "checkpoint"))
    changed: Any = None
    value: Any = getattr(log_place, name)
    if name == "path":
        at = chance.randrange(len(value))
        changed = (*value[:at], flipped(value[at], chance), *value[at + 1 :])
    elif name == "checkpoint":
        try:
            changed = flipped(value.encode(), chance).decode()
        except UnicodeDecodeError:
            return None
    else:
        changed = value ^ 1 << chance.randrange(16)
    raw = write(bundle._replace(log=log_place._replace(**{name: changed})))
    return Mutant("bit_of_the_log", raw, frozenset({"log"}))


# --- Events -------------------------------------------------------------------------------------


def drop(events: tuple[BundleEvent, ...], chance: Random) -> tuple[BundleEvent, ...]:
    at = chance.randrange(len(events))
    return events[:at] + events[at + 1 :]


def insert(events: tuple[BundleEvent, ...], chance: Random) -> tuple[BundleEvent, ...]:
    at = chance.randrange(len(events))
    return (*events[:at], chance.choice(events), *events[at:])


def swap(events: tuple[BundleEvent, ...], chance: Random) -> tuple[BundleEvent, ...]:
    one, other = chance.sample(range(len(events)), 2)
    altered = list(events)
    altered[one], altered[other] = altered[other], altered[one]
    return tuple(altered)


def truncate(events: tuple[BundleEvent, ...], chance: Random) -> tuple[BundleEvent, ...]:
    return events[: chance.randrange(1, len(events))]


def out_of_order(whole: Whole, chance: Random) -> Mutant | None:
    """Events dropped, inserted, swapped or cut off, without any other change."""
    alter = chance.choice((drop, insert, swap, truncate))
    events = alter(whole.bundle.events, chance)
    if events == whole.bundle.events:
        return None
    raw = write(whole.bundle._replace(events=events))
    return Mutant(alter.__name__, raw, frozenset({"chain"}))


def out_of_order_with_another_chain(whole: Whole, chance: Random) -> Mutant | None:
    """The same with new hashes: only a reader who has seen the record before can notice."""
    alter = chance.choice((drop, insert, swap, truncate))
    events = alter(whole.bundle.events, chance)
    if [each.body for each in events] == [each.body for each in whole.bundle.events]:
        return None
    raw = write(rechained(whole.bundle, events))
    return Mutant(f"{alter.__name__} and chain anew", raw, SIGNED)


def out_of_order_and_stripped(whole: Whole, chance: Random) -> Mutant | None:
    """The same without receipts and log in the bundle: the reader's own evidence shows it."""
    last, log_place = whole.bundle.receipts[-1], whole.bundle.log
    assert log_place is not None
    alter = chance.choice((drop, insert, swap, truncate))
    events = alter(whole.bundle.events, chance)
    seen = [each.body for each in whole.bundle.events[: last.position]]
    if [each.body for each in events[: last.position]] == seen:
        return None
    raw = write(rechained(whole.bundle, events)._replace(receipts=(), log=None))
    held, found_by = chance.choice(
        [({"receipts": (last,)}, "receipts"), ({"checkpoints": (log_place.checkpoint,)}, "log")]
    )
    kind = f"{alter.__name__} and nothing signed"
    return Mutant(kind, raw, frozenset({found_by}), cast("Any", held))


def out_of_order_after_the_log(whole: Whole, chance: Random) -> Mutant | None:
    """An alteration after the last logged event; the log and all receipts are unchanged."""
    bundle, last = whole.bundle, whole.bundle.receipts[-1]
    version = chance.randrange(1, min(last.position, len(bundle.events) - 1))
    alter = chance.choice((drop, insert, swap, truncate))
    rest = alter(bundle.events[version:], chance)
    if [e.body for e in rest[: last.position - version]] == [
        e.body for e in bundle.events[version : last.position]
    ]:
        return None
    before = bundle._replace(events=bundle.events[:version], head=bundle.events[version - 1].hash)
    receipts = tuple(each for each in bundle.receipts if each.position <= version)
    forged = rechained(bundle, (*before.events, *rest))
    raw = write(forged._replace(receipts=receipts, log=place(before)))
    kind = f"{alter.__name__} after the log"
    return Mutant(kind, raw, frozenset({"receipts"}), cast("Any", {"receipts": (last,)}))


def rechained(bundle: Bundle, events: Sequence[BundleEvent]) -> Bundle:
    head, made = genesis(bundle.stream), []
    for entry in events:
        head = link(head, entry.body)
        made.append(entry._replace(hash=head))
    return bundle._replace(events=tuple(made), head=head)


# --- Openings -----------------------------------------------------------------------------------


def openings_lost(whole: Whole, chance: Random) -> Mutant:
    bundle = whole.bundle
    at = chance.choice([at for at, each in enumerate(bundle.events) if each.openings])
    openings = bundle.events[at].openings
    lost = chance.choice(openings)
    rest = tuple(each for each in openings if each != lost)
    raw = write(with_entry(bundle, at, openings=rest))
    return Mutant("openings_lost", raw, frozenset({"openings"}), position=at + 1)


def openings_moved(whole: Whole, chance: Random) -> Mutant:
    """The openings of two secrets exchanged."""
    bundle = whole.bundle
    every = [(at, n) for at, each in enumerate(bundle.events) for n in range(len(each.openings))]
    (at, n), (other, m) = chance.sample(every, 2)
    openings = list(bundle.events[at].openings)
    openings[n] = bundle.events[other].openings[m]._replace(slot=openings[n].slot)
    raw = write(with_entry(bundle, at, openings=tuple(openings)))
    return Mutant("openings_moved", raw, frozenset({"form", "openings"}), position=at + 1)


# --- Signed by another key ------------------------------------------------------------------------


def resigned(whole: Whole, chance: Random) -> Mutant:
    """Every receipt, and the checkpoint, signed by a key that the bundle does not name."""
    receipts = signed(deal(*whole), OTHER_KEY)
    log_place = place(whole.bundle, OTHER_KEY)
    forged = whole.bundle._replace(receipts=receipts)
    if chance.random() < 0.5:
        return Mutant("resigned", write(forged), frozenset({"receipts"}))
    return Mutant("resigned", write(whole.bundle._replace(log=log_place)), frozenset({"log"}))


def resigned_and_named(whole: Whole, chance: Random) -> Mutant:
    """The bundle names the other key too: a reader with any evidence of the true one can notice."""
    bundle, log_place = whole.bundle, whole.bundle.log
    assert log_place is not None
    forged = bundle._replace(
        receipts=signed(deal(*whole), OTHER_KEY),
        log=place(bundle, OTHER_KEY),
        key=str(OTHER_KEY.verifier),
    )
    held, found_by = chance.choice(
        [
            ({"receipts": (chance.choice(bundle.receipts),)}, frozenset({"receipts"})),
            ({"checkpoints": (log_place.checkpoint,)}, frozenset({"log"})),
            ({"key": KEY.verifier}, SIGNED),
        ]
    )
    return Mutant("resigned_and_named", write(forged), found_by, cast("Any", held))


def unsigned(steps: Sequence[Step]) -> bytes:
    return write(bundled(kept(steps), receipts=False, logged=False))


def a_false_count(whole: Whole, chance: Random) -> Mutant | None:
    """A commitment with a wrong number of cards, and new hashes."""
    bundle = bundled(deal(*whole), receipts=False, logged=False)
    at = chance.choice([at for at, each in enumerate(bundle.events) if each.openings])
    envelope = orjson.loads(bundle.events[at].body)
    slot = chance.choice(bundle.events[at].openings).slot
    key, _, item = slot.partition("/")
    holder = envelope["data"][key]
    (holder[int(item)] if item else holder)["count"] += 1
    altered = with_entry(bundle, at, body=canonical(envelope))
    raw = write(rechained(altered, altered.events))
    return Mutant("a_false_count", raw, frozenset({"openings"}), position=at + 1)
