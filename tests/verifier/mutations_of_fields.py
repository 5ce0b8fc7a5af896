"""Events with altered fields, one by one, in every view; all hashes are recomputed."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final, cast
from uuid import UUID

import orjson

from events.canonical import NotCanonical, canonical
from events.chain import commitment
from events.record import PUBLIC
from tests.verifier.making import bundled, kept
from tests.verifier.mutations import FORM, SIGNED, Mutant, Whole, rechained
from tests.verifier.older import in_old_form
from verifier.bundle import Bundle, BundleEvent, BundleOpening, write

Json = Any
ODD: Final[tuple[Json, ...]] = (
    *(None, True, -1, 0, 1, 7, 2**31, 2**53 - 1, "", "x", "0" * 64, "7C", "??", [], {}, [[]]),
    *([None], {"count": 1}, {"count": 3, "sha256": "0" * 64}, "deal.revealed", "goat", "seat:0"),
)
FIELDS: Final = ("seat", "count", "__proto__", "constructor", "key", "number", "version", "deck")


def bundle_of(whole: Whole, chance: Random) -> Bundle:
    """The bundle of one of its viewers."""
    view = chance.choice(("full", "full", PUBLIC, *range(whole.seats)))
    return whole.bundle if view == "full" else _of_view(whole, view)


@cache
def _of_view(whole: Whole, viewer: Any) -> Bundle:
    view = viewer if isinstance(viewer, str) else f"seat:{viewer}"
    return bundled(kept(whole.steps, viewer=viewer), view=view)


def other_value(value: Json, chance: Random) -> Json:  # noqa: PLR0911 - by kind
    """A value close to this one, or any other."""
    if chance.random() < 0.2:
        return chance.choice(ODD)
    match value:
        case bool() | None:
            return chance.choice((not value, 0, "x"))
        case int():
            return value + chance.choice((-1, 1, -2, 2, 4, -value, -2 * value, 10**6))
        case str() if value:
            at = chance.randrange(len(value))
            return value[:at] + chance.choice("0189abcfCSHD67JQ") + value[at + 1 :]
        case [_, *_]:
            items: list[Json] = value
            at, other = (chance.randrange(len(items)) for _ in range(2))
            swapped = [*items]
            swapped[at], swapped[other] = items[other], items[at]
            changed = [*items[:at], other_value(items[at], chance), *items[at + 1 :]]
            less, more = items[:at] + items[at + 1 :], [*items, items[at]]
            return chance.choice((swapped, changed, changed, changed, less, more))
        case dict() if value:
            name = chance.choice(sorted(value))
            return {**value, name: other_value(value[name], chance)}
        case _:
            return chance.choice(ODD)


Change = Callable[[BundleEvent, dict[str, Json], Random], BundleEvent | None]
"""Alters the envelope of an event in place; gives the entry with openings to fit, or None."""


def with_changed_event(bundle: Bundle, change: Change, chance: Random, kind: str) -> Mutant | None:
    """The bundle with one event changed, without matching receipts and log."""
    at = chance.choice((0, 0, *range(len(bundle.events))))
    entry = bundle.events[at]
    envelope = orjson.loads(entry.body)
    try:
        changed = change(entry, envelope, chance)
        body = canonical(envelope)
    except NotCanonical:
        return None
    if changed is None or (body, changed.openings) == (entry.body, entry.openings):
        return None
    events = (*bundle.events[:at], changed._replace(body=body), *bundle.events[at + 1 :])
    return Mutant(kind, write(rechained(bundle, events)), FORM | SIGNED | {"openings"})


def a_field(entry: BundleEvent, envelope: dict[str, Json], chance: Random) -> BundleEvent | None:
    """A field holds another value."""
    data = envelope["data"]
    if not data:
        return None
    name = chance.choice(sorted(data))
    data[name] = other_value(data[name], chance)
    return entry


def a_field_more_or_less(
    entry: BundleEvent, envelope: dict[str, Json], chance: Random
) -> BundleEvent | None:
    data = envelope["data"]
    if data and chance.random() < 0.5:
        del data[chance.choice(sorted(data))]
    else:
        data[chance.choice(FIELDS)] = chance.choice(ODD)
    return entry


def an_envelope(
    entry: BundleEvent, envelope: dict[str, Json], chance: Random
) -> BundleEvent | None:
    """Another type, version, actor, time or command."""
    name = chance.choice(sorted(envelope))
    match name:
        case "schema":
            envelope[name] = chance.choice((0, 1, 2, 3, 4, 5, 2**32))
        case "at":
            envelope[name] += chance.choice((-(10**9), 10**9, 1, -1, -envelope[name]))
        case "actor":
            actors = ("system", "seat:0", "seat:1", "key:x", "bot:0:easy/1", "seat:٣")
            envelope[name] = chance.choice(actors)
        case "command":
            envelope[name] = str(UUID(int=chance.randrange(3)))
        case "type":
            types = ("deal.opened", "deal.revealed", "deal.act_signed", "durak.beaten", "goat.led")
            envelope[name] = chance.choice(types)
        case _:
            envelope[name] = other_value(envelope[name], chance)
    return entry


def a_secret(entry: BundleEvent, envelope: dict[str, Json], chance: Random) -> BundleEvent | None:
    """Another value under a matching commitment, with the right number of cards."""
    if not entry.openings:
        return None
    at = chance.randrange(len(entry.openings))
    slot, salt, payload = entry.openings[at]
    value = other_value(orjson.loads(payload), chance)
    key, _, item = slot.partition("/")
    opening = BundleOpening(slot, salt, canonical(value))
    is_cards = isinstance(value, list) and key != "lots"
    sealed = {
        "count": len(value) if is_cards else 1,
        "sha256": commitment(salt, opening.payload).hex(),
    }
    _put(envelope["data"], key, item, sealed)
    openings = (*entry.openings[:at], opening, *entry.openings[at + 1 :])
    return entry._replace(openings=openings)


def unsealed(entry: BundleEvent, envelope: dict[str, Json], chance: Random) -> BundleEvent | None:
    """A secret in plain text, with or without its former opening."""
    if not entry.openings:
        return None
    at = chance.randrange(len(entry.openings))
    slot, _, payload = entry.openings[at]
    key, _, item = slot.partition("/")
    _put(envelope["data"], key, item, orjson.loads(payload))
    kept_too = chance.random() < 0.3
    rest = (*entry.openings[:at], *entry.openings[at + 1 :])
    return entry if kept_too else entry._replace(openings=rest)


def sealed(entry: BundleEvent, envelope: dict[str, Json], chance: Random) -> BundleEvent | None:
    """A public value replaced by a secret, opened for the viewer."""
    data = envelope["data"]
    names = [name for name, value in data.items() if type(value) is not dict]
    if not names:
        return None
    name = chance.choice(sorted(names))
    salt, payload = chance.randbytes(32), canonical(data[name])
    count = len(data[name]) if isinstance(data[name], list) else 1
    data[name] = {"count": count, "sha256": commitment(salt, payload).hex()}
    if chance.random() < 0.3:
        return entry
    openings = sorted((*entry.openings, BundleOpening(name, salt, payload)))
    return entry._replace(openings=tuple(openings))


def _put(data: dict[str, Json], key: str, item: str, value: Json) -> None:
    holder: Any = data
    place: Any = key
    if item:
        holder, place = data[key], int(item)
    holder[place] = value


def opened_for_another(whole: Whole, chance: Random) -> Mutant | None:
    """A viewer's bundle with an opening that is not for that viewer."""
    view: Any = chance.choice((PUBLIC, *range(whole.seats)))
    bundle = _of_view(whole, view)
    more = [
        (at, each)
        for at, (entry, full) in enumerate(zip(bundle.events, whole.bundle.events, strict=True))
        for each in full.openings
        if each not in entry.openings and each.slot not in ("seed", "deck", "lots")
    ]
    if not more:
        return None
    at, opening = chance.choice(more)
    entry = bundle.events[at]
    entry = entry._replace(openings=tuple(sorted((*entry.openings, opening))))
    forged = bundle._replace(events=(*bundle.events[:at], entry, *bundle.events[at + 1 :]))
    return Mutant("opened_for_another", write(forged), frozenset({"openings"}), position=at + 1)


def an_older_version(whole: Whole, chance: Random) -> Mutant:
    """Older versions of the first event and of others, so that the record gets more exemptions."""
    bundle = bundle_of(whole, chance)
    first, other = chance.choice((1, 2, 3)), chance.choice((None, "deal.clock_set"))

    def older(envelope: dict[str, Json]) -> None:
        if envelope["type"] == "deal.opened":
            envelope["schema"] = first
            for name in ("commitments", "keys")[: 3 - first] if chance.random() < 0.5 else ():
                envelope["data"].pop(name)
        if envelope["type"] == other:
            envelope["schema"] = 1

    return Mutant("an_older_version", write(in_old_form(bundle, older)), FORM | SIGNED)


def a_bundle_that_says_otherwise(whole: Whole, chance: Random) -> Mutant | None:
    """Parts beside its events altered: kind, view, game, proofs, or a key."""
    bundle = bundle_of(whole, chance)
    said = orjson.loads(write(bundle))
    name = chance.choice(sorted(said.keys() - {"events"}))
    match name:
        case "view":
            said[name] = chance.choice(("full", "public", "seat:0", "seat:1", "seat:9", "seat:01"))
        case "receipts" if said[name]:
            at = chance.randrange(len(said[name]))
            ways: list[Any] = [said[name][at:], said[name][::-1], [*said[name], said[name][at]]]
            said[name] = chance.choice(ways)
        case "log" if said[name]:
            more = [said["head"]] * chance.choice((1, 65))
            said[name]["path"] = chance.choice((said[name]["path"] + more, said[name]["path"][1:]))
        case _:
            said[name] = other_value(said[name], chance)
    try:
        raw = canonical(said)
    except NotCanonical:
        return None
    return Mutant("a_bundle_that_says_otherwise", raw, frozenset())


def a_note(whole: Whole, chance: Random) -> Mutant:
    """A checkpoint with more lines, or more signatures, than a note has."""
    bundle, log_place = whole.bundle, whole.bundle.log
    assert log_place is not None
    text, _, line = log_place.checkpoint.rpartition("\n\n")
    notes = (
        f"{text}\n\n{line * chance.choice((2, 16, 17))}",
        f"{text}\n\n— other {'A' * 92}\n{line}",
        f"{text}\n\n{line}— x\n",
        f"{'x' * 17_000}{text}\n\n{line}",
        f"{text}\nmore\n\n{line}",
    )
    place = log_place._replace(checkpoint=chance.choice(notes))
    return Mutant("a_note", write(bundle._replace(log=place)), frozenset())


def _mutation(change: Change) -> Callable[[Whole, Random], Mutant | None]:
    name = cast("Any", change).__name__
    return lambda whole, chance: with_changed_event(bundle_of(whole, chance), change, chance, name)


CHANGES: Final = (
    *(a_field, a_field, a_field_more_or_less, an_envelope, an_envelope, a_secret, a_secret),
    *(unsealed, sealed),
)
OF_FIELDS: Final = (
    *map(_mutation, CHANGES),
    *(opened_for_another, an_older_version, a_bundle_that_says_otherwise, a_note),
)
