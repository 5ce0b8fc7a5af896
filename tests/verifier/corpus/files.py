"""Files of another form than a bundle has, and events and secrets of another form."""

import json
from functools import partial
from itertools import pairwise
from typing import Any, Final

from domain.kernel.cards import Card
from domain.kernel.deal import Shuffled
from events.canonical import canonical
from tests.verifier.corpus.checks import changed, place_in_log, steps, unsigned, whole
from tests.verifier.entries import Entry
from tests.verifier.making import KEY, bundled, deal, place
from tests.verifier.mutations import rechained, with_entry
from verifier.bundle import Bundle, write

REPLACED: Final = {
    "another kind": (b'"kind":"deal"', b'"kind":"hand"'),
    "a seat with a zero": (b'"view":"full"', b'"view":"seat:01"'),
    "more in its log": (b'"log":{', b'"log":{"more":1,'),
    "a number as a receipt": (b'"receipts":[', b'"receipts":[1,'),
    "a key more": (b'"receipts":[', b'"receipts":{},"x":['),
    "a version below 0": (b'"version":', b'"version":-'),
    "another key": (b'"key":"', b'"key":"x'),
    "another id": (b'"stream":"0', b'"stream":"G'),
    "a space": (b'{"events"', b'{ "events"'),
}
"""The replacement in the text of a bundle, and the place that is named."""
NAMES: Final = ("constructor", "__proto__", "hasOwnProperty", "toString")
"""Names that every object has in JavaScript."""


def replaced(old: bytes, new: bytes) -> bytes:
    raw = write(whole())
    assert old in raw
    return raw.replace(old, new, 1)


def same_opening_twice() -> Bundle:
    at = next(at for at, entry in enumerate(whole().events) if len(entry.openings) > 1)
    return with_entry(whole(), at, openings=(whole().events[at].openings[0],) * 2)


def with_log(**changes: Any) -> Bundle:
    return whole()._replace(log=place_in_log()._replace(**changes))


def with_receipts(*order: int) -> Bundle:
    return whole()._replace(receipts=tuple(whole().receipts[at] for at in order))


def with_signatures(times: int, name: str = KEY.name) -> Bundle:
    """The bundle with more signatures under its checkpoint, by this name."""
    note = place(whole()).checkpoint
    line = note.rpartition("\n\n")[2]
    return with_log(checkpoint=note + line.replace(KEY.name, name) * times)


def two_cards_in_one() -> Bundle:
    every = [event for _, events in steps() for event in events]
    first, second, *rest = next(each.deck for each in every if isinstance(each, Shuffled))
    return unsigned(changed(Shuffled, deck=(Card(f"{first},{second}"), *rest)))


def deep() -> Bundle:
    """A signature that is a list in a list in a list…"""
    signed = bundled(deal("goat", 4, 3))
    at, entry = next(
        (at, move)
        for at, (move, by) in enumerate(pairwise(signed.events))
        if move.openings and b"deal.move_signed" in by.body
    )
    nested = entry.openings[0]._replace(payload=b"[" * 255 + b"]" * 255)
    return with_entry(signed, at, openings=(nested,))


def named(name: str, *, field: bool) -> Bundle:
    """An event with this type, or with a field of this name."""
    bundle = bundled(deal("durak", 2), receipts=False, logged=False)
    envelope = json.loads(bundle.events[5].body)
    if field:
        envelope["data"][name] = {"count": 1, "sha256": "0" * 64}
    else:
        envelope["type"] = name
    altered = with_entry(bundle, 5, body=canonical(envelope))
    return rechained(altered, altered.events)


ENTRIES: Final = {
    **{name: Entry(partial(replaced, old, new)) for name, (old, new) in REPLACED.items()},
    **{f"a type {name}": Entry(partial(named, name, field=False)) for name in NAMES},
    **{f"a field {name}": Entry(partial(named, name, field=True)) for name in NAMES},
    "no events": Entry(lambda: whole()._replace(events=())),
    "an opening twice": Entry(same_opening_twice),
    "a version of 33 bits": Entry(lambda: with_log(version=1 << 32)),
    "a path of 65 hashes": Entry(lambda: with_log(path=(bytes(32),) * 65)),
    "a receipt twice": Entry(lambda: with_receipts(0, 0)),
    "receipts in another order": Entry(lambda: with_receipts(1, 0)),
    "17 signatures too many": Entry(lambda: with_signatures(17)),
    "2,000 signatures": Entry(lambda: with_signatures(2_000)),
    "16 signatures": Entry(
        lambda: with_signatures(15, "somebody.else"), held=lambda: {"key": KEY.verifier}
    ),
    "two cards in one": Entry(two_cards_in_one),
    "nested deep": Entry(deep),
    "no JSON": Entry(lambda: b"{"),
    "no bundle": Entry(lambda: b"{}"),
}
