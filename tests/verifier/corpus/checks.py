"""Each check with one fault: the failing check, and its message."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, cast
from uuid import UUID

import orjson

from domain.fairness import tree
from domain.games import GAMES
from domain.kernel.deal import Opened, Revealed, SeedRevealed, Shuffled
from domain.kernel.event import Event
from events.canonical import canonical
from events.translog.notes import Checkpoint, SigningKey
from events.translog.receipts import Receipt
from tests.verifier.entries import Entry
from tests.verifier.making import KEY, NOW, Step, bundled, deal, kept, place, played
from tests.verifier.mutations import rechained, with_entry
from tests.verifier.series import a_series, table_bundle
from verifier.bundle import Bundle, BundleOpening, LogPlace, write

GAME: Final = GAMES["goat"]
SEATS: Final = 4
SEATS_ADDING: Final = 3
"""Seats 0, 1 and 3 add seeds."""


@cache
def steps() -> list[Step]:
    return played(GAME, seats=SEATS, number=1)


@cache
def whole() -> Bundle:
    return bundled(deal("goat", SEATS))


def place_in_log() -> LogPlace:
    return cast("LogPlace", whole().log)


def unsigned(some: list[Step], *, view: str = "full", viewer: Any = "full") -> Bundle:
    return bundled(kept(some, viewer=viewer), view=view, receipts=False, logged=False)


def changed(kind: type[Event], **values: Any) -> list[Step]:
    """The deal with other values in the first event of a kind, its chain anew."""
    done = False
    altered: list[Step] = []
    for actor, events in steps():
        made: list[Event] = []
        for event in events:
            if isinstance(event, kind) and not done:
                made.append(replace(cast("Any", event), **values))
                done = True
            else:
                made.append(event)
        altered.append((actor, tuple(made)))
    return altered


def reordered(order: Callable[[list[Event]], list[Event]]) -> list[Step]:
    """The deal's events in another order, each appended separately."""
    events = [event for _, each in steps() for event in each]
    return [("system", (event,)) for event in order(events)]


def late(events: list[Event]) -> list[Event]:
    """The last seat's seed after the shuffle."""
    at = SEATS_ADDING
    return [*events[:at], events[at + 1], events[at], *events[at + 2 :]]


def early(events: list[Event]) -> list[Event]:
    return [*events[:5], events[-1], *events[5:]]


OTHER_LOG: Final = SigningKey("another.example/log", KEY.seed)


def origin(note: str) -> str:
    """The checkpoint with the name of another log, signed by the key of this one."""
    return KEY.sign(note.partition("\n\n")[0].replace(KEY.name, OTHER_LOG.name) + "\n")


def opened_too_little() -> Bundle:
    """The deck of a full view stays sealed."""
    at, entry = next((at, each) for at, each in enumerate(whole().events) if each.openings)
    return with_entry(whole(), at, openings=entry.openings[1:])


def opened_too_much() -> Bundle:
    """A seat's bundle with the hand of another seat in it, as it was committed to."""
    mine = unsigned(steps()[:5], view="seat:2", viewer=2)
    full = unsigned(steps()[:5])
    at = next(at for at, entry in enumerate(mine.events) if len(entry.openings) == 1)
    return with_entry(mine, at, openings=full.events[at].openings[:3])


def without(field: str) -> Bundle:
    """The first event of a table without one of the fields that could be taken as empty."""
    table = table_bundle(a_series("goat", SEATS).table)
    envelope = orjson.loads(table.events[0].body)
    del envelope["data"][field]
    altered = with_entry(table, 0, body=canonical(envelope))
    return rechained(altered, altered.events)


def seed_opened_early() -> Bundle:
    """A seat's bundle with the server's seed in it, as it was committed to."""
    mine = unsigned(steps()[:5], view="seat:2", viewer=2)
    return with_entry(mine, 0, openings=unsigned(steps()[:5]).events[0].openings)


def miscounted() -> Bundle:
    """The lots, which no seat may see yet, recorded as if they were three cards."""
    mine = unsigned(steps()[:5], view="seat:2", viewer=2)
    at = next(at for at, entry in enumerate(mine.events) if b'"lots":{"count":1' in entry.body)
    body = mine.events[at].body.replace(b'"lots":{"count":1', b'"lots":{"count":3')
    altered = with_entry(mine, at, body=body)
    return rechained(altered, altered.events)


def in_no_slot() -> Bundle:
    at = next(at for at, entry in enumerate(whole().events) if entry.openings)
    extra = BundleOpening("zz", bytes(32), b"1")
    return with_entry(whole(), at, openings=(*whole().events[at].openings, extra))


def standing_open() -> Bundle:
    entry = whole().events[0]
    seed = entry.openings[0].payload
    body = entry.body
    start = body.index(b'"seed":{') + len(b'"seed":')
    end = body.index(b"}", start) + 1
    altered = with_entry(whole(), 0, body=body[:start] + seed + body[end:], openings=())
    return rechained(altered, altered.events)._replace(receipts=(), log=None)


def hidden_where_nothing_is() -> Bundle:
    entry = whole().events[0]
    body = entry.body.replace(
        b'"options":{}', b'"options":{"count":1,"sha256":"%s"}' % (b"ab" * 32)
    )
    altered = with_entry(whole(), 0, body=body)
    return rechained(altered, altered.events)._replace(receipts=(), log=None)


def no_head() -> Bundle:
    return whole()._replace(head=bytes(32))


def signed_as(**values: Any) -> Receipt:
    return whole().receipts[0]._replace(**values).by(KEY)


def in_another_log() -> Bundle:
    leaf = tree.leaf_hash(b"another entry")
    note = KEY.sign(Checkpoint(KEY.name, 1, tree.root([leaf])).text)
    return whole()._replace(log=LogPlace(len(whole().events), 0, (), note))


def unnamed() -> Bundle:
    return whole()._replace(key=None)


def of_another_clock() -> Bundle:
    """Two events written by processes whose clocks are behind."""
    bundle = unsigned(steps())
    for at, late in ((8, 40), (12, 7)):
        envelope = orjson.loads(bundle.events[at].body)
        before = orjson.loads(bundle.events[at - 1].body)["at"]
        body = canonical({**envelope, "at": before - late})
        bundle = with_entry(bundle, at, body=body)
    return rechained(bundle, bundle.events)


def another_time() -> Bundle:
    """The last event a moment later than the others of its command."""
    bundle = unsigned(steps())
    last = len(bundle.events) - 1
    envelope = orjson.loads(bundle.events[last].body)
    later = with_entry(bundle, last, body=canonical({**envelope, "at": envelope["at"] + 1}))
    return rechained(later, later.events)


def seeds_reversed() -> Bundle:
    """The last seat shows its seed first: T has them by their seats."""
    first, *shown = [*steps()[: SEATS_ADDING + 1]]
    rest = shown[-1][1][1:]
    made = [(actor, events[:1]) for actor, events in reversed(shown)]
    (actor, events) = made[-1]
    return unsigned([first, *made[:-1], (actor, (*events, *rest)), *steps()[SEATS_ADDING + 1 :]])


def own_move(*, twice: bool) -> Bundle:
    """The view of the seat that moves first, up to its move, which may be made again."""
    at = SEATS_ADDING + 1
    actor, (move, *_) = steps()[at]
    seat = int(actor.removeprefix("seat:"))
    made = [*steps()[: at + 1], *([(actor, (move,))] if twice else [])]
    return unsigned(made, view=f"seat:{seat}", viewer=seat)


def with_last(*events: Event) -> Bundle:
    """The deal with other events after the last trick and before the server's seed."""
    (actor, (*rest, _, revealed)) = steps()[-1]
    return unsigned([*steps()[:-1], (actor, (*rest, *events, revealed))])


def of_eggs() -> Bundle:
    return with_last(replace(cast("Any", steps()[-1][1][-2]), eggs=True))


def of_a_finished_deal(viewer: Any, some: list[Step] | None = None) -> Bundle:
    view = viewer if isinstance(viewer, str) else f"seat:{viewer}"
    return unsigned(some or steps(), view=view, viewer=viewer)


def hands_swapped() -> Bundle:
    hands = next(
        cast("Any", e).hands for _, each in steps() for e in each if e.TYPE == "goat.dealt"
    )
    kind = next(type(e) for _, each in steps() for e in each if e.TYPE == "goat.dealt")
    return of_a_finished_deal(1, changed(kind, hands=tuple(reversed(hands))))


def in_part() -> Bundle:
    """The record, of which the log holds the first event alone."""
    first = whole()._replace(events=whole().events[:1], head=whole().events[0].hash)
    return whole()._replace(log=place(first))


def printed() -> bytes:
    """The file as a program writes it that indents JSON, and has another order of keys."""
    return json.dumps(dict(reversed(orjson.loads(write(whole())).items())), indent=2).encode()


def printed_with(old: bytes, new: bytes) -> bytes:
    raw = printed()
    assert old in raw
    return raw.replace(old, new, 1)


ENTRIES: Final[dict[str, Entry]] = {
    "rewritten": Entry(printed),
    "rewritten with a key twice": Entry(lambda: printed_with(b"{", b'{"key": null,')),
    "rewritten with a fraction": Entry(
        lambda: printed_with(b'"position": 1,', b'"position": 1.0,')
    ),
    "rewritten with a zero below zero": Entry(
        lambda: printed_with(b'"position": 1,', b'"position": -0,')
    ),
    "another game": Entry(lambda: whole()._replace(game="durak")),
    "another stream": Entry(lambda: whole()._replace(stream=UUID(int=1))),
    "a table that is none": Entry(lambda: unsigned(changed(Opened, seats=7))),
    "no such seat": Entry(lambda: unsigned(steps()[:4], view="seat:9")),
    "cut short": Entry(lambda: unsigned(steps()[:9])),
    "begun twice": Entry(lambda: unsigned([steps()[0], steps()[0]], view="public")),
    "a field less": Entry(lambda: without("turn_limit")),
    "another head": Entry(no_head),
    "too little opened": Entry(opened_too_little),
    "too much opened": Entry(opened_too_much),
    "opened early": Entry(seed_opened_early),
    "miscounted": Entry(miscounted),
    "no seed": Entry(lambda: unsigned(changed(Opened, seed=None))),
    "no such slot": Entry(in_no_slot),
    "standing open": Entry(standing_open),
    "hidden": Entry(hidden_where_nothing_is),
    "uncommitted": Entry(lambda: unsigned(changed(SeedRevealed, seat=2))),
    "twice": Entry(lambda: unsigned(changed(SeedRevealed, seat=1))),
    "late": Entry(lambda: unsigned(reordered(late))),
    "missing": Entry(lambda: unsigned(reordered(lambda events: events[:1] + events[2:]))),
    "early": Entry(lambda: unsigned(reordered(early), view="public")),
    "a seat's seed": Entry(lambda: unsigned(changed(SeedRevealed, seed="ab" * 32))),
    "the server's seed": Entry(lambda: unsigned(changed(Revealed, seed="ab" * 32))),
    "two seeds": Entry(lambda: unsigned(changed(Opened, seed="ab" * 32))),
    "T": Entry(lambda: unsigned(changed(Shuffled, transcript="ab" * 32))),
    "the pack": Entry(lambda: unsigned(changed(Shuffled, deck=GAME.pack))),
    "the lots": Entry(lambda: unsigned(changed(Shuffled, lots=(19, 0)))),
    "the root": Entry(lambda: unsigned(changed(Shuffled, root="ab" * 32))),
    "no key": Entry(unnamed),
    "no key for the log": Entry(unnamed),
    "another key": Entry(whole, held=lambda: {"key": OTHER_LOG.verifier}),
    "a receipt for another deal": Entry(
        whole, held=lambda: {"receipts": (signed_as(deal=UUID(int=1)),)}
    ),
    "a receipt after the end": Entry(whole, held=lambda: {"receipts": (signed_as(position=999),)}),
    "a receipt for nothing": Entry(whole, held=lambda: {"receipts": (signed_as(position=0),)}),
    "a receipt of another head": Entry(
        whole, held=lambda: {"receipts": (signed_as(head=bytes(32)),)}
    ),
    "a receipt of another time": Entry(whole, held=lambda: {"receipts": (signed_as(at=NOW - 1),)}),
    "not in the log": Entry(in_another_log),
    "nowhere in the log": Entry(lambda: whole()._replace(log=place_in_log()._replace(version=0))),
    "no place to compare": Entry(
        lambda: whole()._replace(log=None),
        held=lambda: {"checkpoints": (place_in_log().checkpoint,)},
    ),
    "two contents": Entry(
        whole, held=lambda: {"checkpoints": (KEY.sign(Checkpoint(KEY.name, 6, bytes(32)).text),)}
    ),
    "of another log": Entry(
        lambda: whole()._replace(
            log=place_in_log()._replace(checkpoint=origin(place_in_log().checkpoint))
        )
    ),
    "a dealer from elsewhere": Entry(
        lambda: unsigned(changed(Opened, dealer=9), view="public", viewer="public")
    ),
    "voided": Entry(lambda: unsigned(a_series("goat", SEATS).deals[1])),
    "a checkpoint of another size": Entry(
        whole, held=lambda: {"checkpoints": (place(whole(), others=9).checkpoint,)}
    ),
    "in the log in part": Entry(in_part),
    "another clock": Entry(of_another_clock),
    "an event at another time than its command": Entry(another_time),
    "seeds in another order": Entry(seeds_reversed),
    "an own move": Entry(partial(own_move, twice=False)),
    "an own move twice": Entry(partial(own_move, twice=True)),
    "a stray event": Entry(lambda: of_a_finished_deal("public", [steps()[0], *steps()[6:]])),
    "a score that is cut off": Entry(with_last),
    "another score": Entry(of_eggs),
    "a sealed pack": Entry(lambda: of_a_finished_deal(1)),
    "a sealed pack in public": Entry(lambda: of_a_finished_deal("public")),
    "hands that are swapped": Entry(hands_swapped),
    "a table that the rules do not know": Entry(
        lambda: of_a_finished_deal("public", changed(Opened, options={"no such": 1}))
    ),
}
