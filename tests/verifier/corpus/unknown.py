"""Unknown things are left open: a later release, or another game. Known events have their form."""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from events.canonical import canonical
from tests.verifier.entries import Entry
from tests.verifier.making import KEY, bundled, deal
from tests.verifier.mutations import rechained, with_entry
from tests.verifier.series import a_series, table_bundle
from verifier.bundle import Bundle
from verifier.case import Case

Change = Callable[[dict[str, Any]], object]
NOT_KNOWN: Final = "not known here"


@cache
def whole() -> Bundle:
    return bundled(deal("durak", 2), receipts=False, logged=False)


def table() -> Bundle:
    return table_bundle(a_series("durak", 2).table)


def in_another_game(bundle: Bundle) -> Bundle:
    """An honest record of an unknown game; it differs only in the name of the game."""
    old, new = bundle.game.encode(), b"whist"
    events = [each._replace(body=each.body.replace(old, new)) for each in bundle.events]
    return rechained(bundle, events)._replace(game="whist")


def with_envelope(bundle: Bundle, at: int, change: Change) -> Bundle:
    envelope = json.loads(bundle.events[at].body)
    change(envelope)
    altered = with_entry(bundle, at, body=canonical(envelope))
    return rechained(altered, altered.events)


def newer(bundle: Bundle) -> Bundle:
    return with_envelope(bundle, 0, lambda each: each.update(schema=each["schema"] + 1))


def another_event() -> Bundle:
    return with_envelope(whole(), 7, lambda each: each.update(type="durak.shuffled_again"))


def place(name: str) -> int:
    return next(at for at, each in enumerate(whole().events) if name.encode() in each.body)


def attacked(change: Change) -> Bundle:
    """Another attack."""
    return with_envelope(whole(), place("durak.attacked"), lambda each: change(each["data"]))


def hands_open() -> Bundle:
    at = place("durak.dealt")
    hands = [json.loads(each.payload) for each in whole().events[at].openings]
    opened = with_entry(whole(), at, openings=())
    return with_envelope(opened, at, lambda each: each["data"].update(hands=hands))


def hand_of_fewer() -> Bundle:
    def fewer(envelope: dict[str, Any]) -> None:
        envelope["data"]["hands"][0]["count"] -= 1

    return with_envelope(whole(), place("durak.dealt"), fewer)


def with_receipts(*, contradicted: bool) -> Bundle:
    """A record of a later release: its chain can be checked, not the times of its events."""
    newer_one = newer(whole())
    first, *rest = bundled(deal("durak", 2)).receipts
    good = first._replace(head=Case(newer_one).heads[first.position - 1]).by(KEY)
    return newer_one._replace(receipts=(good, rest[-1]) if contradicted else (good,))


ENTRIES: Final = {
    "a game": Entry(lambda: in_another_game(whole())),
    "the table of a game": Entry(lambda: in_another_game(table())),
    "a version of a record": Entry(lambda: newer(whole())),
    "a version of a table": Entry(lambda: newer(table())),
    "an event": Entry(another_event),
    "a receipt of a later release": Entry(partial(with_receipts, contradicted=False)),
    "a receipt of a later release that fails": Entry(partial(with_receipts, contradicted=True)),
    "a field more": Entry(lambda: attacked(lambda data: data.update(more=1))),
    "no card": Entry(lambda: attacked(lambda data: data.update(card="ZZ"))),
    "no seat": Entry(lambda: attacked(lambda data: data.update(seat="0"))),
    "no fields": Entry(lambda: attacked(lambda data: data.clear())),
    "hands that stand open": Entry(hands_open),
    "a hand of another number": Entry(hand_of_fewer),
}
