"""Pauses in the record of a table: a next deal before its time, and readiness that nobody said."""

from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, cast

import orjson

from domain.table.events import DealOpened, DealRecorded, SeatCommitted, SeatReady, TableActSigned
from events.canonical import canonical
from tests.verifier.entries import Entry
from tests.verifier.making import Step, signed_by_players
from tests.verifier.mutations import rechained
from tests.verifier.series import a_series, table_bundle
from verifier.bundle import Bundle

PAUSE: Final = 30
SECOND: Final = 1_000_000


@cache
def plain(key: str, seats: int) -> tuple[Step, ...]:
    """A series at a table with a pause, without signatures: nobody says that they are ready."""
    first, *rest = (
        (actor, tuple(each for each in events if not isinstance(each, TableActSigned)))
        for actor, events in a_series(key, seats).table
    )
    actor, (opened, *taken) = first
    return ((actor, (replace(cast("Any", opened), pause_seconds=PAUSE), *taken)), *rest)


def paused(key: str, seats: int, *, silent: int | None = None) -> list[Step]:
    """The series where all are ready before each next deal, but for one seat."""
    steps = list[Step]()
    for actor, events in plain(key, seats):
        if isinstance(events[0], DealOpened) and events[0].number > 1:
            number = events[0].number
            steps += [said(seat, number) for seat in range(seats) if seat != silent]
        steps.append((actor, events))
    return steps


def said(seat: int, number: int, actor: str | None = None) -> Step:
    return actor or f"seat:{seat}", (SeatReady(seat, number),)


def series(key: str, seats: int, silent: int | None = None) -> Bundle:
    return bundle_of(paused(key, seats, silent=silent))


def bundle_of(steps: list[Step]) -> Bundle:
    return table_bundle(signed_by_players(steps))


def positions(steps: list[Step], kind: type) -> list[int]:
    """The commands that begin with an event of a kind."""
    return [at for at, (_, events) in enumerate(steps) if isinstance(events[0], kind)]


def with_step(step: Step, *, after: int = 0, kind: type = SeatReady) -> Bundle:
    """The series with one more command, at or after the first readiness, or another command."""
    steps = paused("durak", 2)
    first = positions(steps, SeatReady)[0]
    at = first if kind is SeatReady else positions(steps[:first], kind)[-1]
    return bundle_of([*steps[: at + after], step, *steps[at + after :]])


def without_a_pause() -> Bundle:
    steps = [*a_series("durak", 2).table]
    at = positions(steps, DealOpened)[-1]
    return bundle_of([*steps[:at], said(1, 3), *steps[at:]])


def waited(time: int) -> Bundle:
    """A second deal that is opened so long after the first one, while a seat is not ready."""
    steps = paused("durak", 2, silent=1)
    bundle = table_bundle(steps[: positions(steps, DealOpened)[1] + 1])
    ended = max(at for at, each in enumerate(bundle.events) if b"table.deal_recorded" in each.body)
    since = orjson.loads(bundle.events[ended].body)["at"]
    last = orjson.loads(bundle.events[-1].body)
    altered = bundle.events[-1]._replace(body=canonical({**last, "at": since + time}))
    return rechained(bundle, [*bundle.events[:-1], altered])


def older(*, ready: bool) -> Bundle:
    """A table of version 5 that has a pause nevertheless, with readiness or up to its first event.

    That version had no decks: they are no secret of its first event.
    """
    steps = paused("durak", 2)
    bundle = bundle_of(steps[: positions(steps, SeatReady)[-1] + 1])
    envelope = orjson.loads(bundle.events[0].body)
    envelope["schema"] = 5
    for name in (
        "pause_seconds",
        "bot_delay_ms",
        "hints",
        "decks",
        "phrases",
        "watch_delay",
        "fixed_auditors",
    ):
        del envelope["data"][name]
    first = bundle.events[0]._replace(body=canonical(envelope))
    return rechained(bundle, [first, *bundle.events[1:]] if ready else [first])


def said_by_the_server() -> Bundle:
    """Which is for absent players alone, as the record of the deal shows."""
    steps = [each for each in paused("durak", 2) if each != said(1, 2)]
    recorded = positions(steps, DealRecorded)[0]
    actor, events = steps[recorded]
    steps[recorded] = actor, (*events, SeatReady(1, 2))
    return bundle_of(steps)


def with_a_commitment() -> Bundle:
    """Readiness within the command of a commitment."""
    steps = paused("durak", 2)
    at = positions(steps[: positions(steps, SeatReady)[0]], SeatCommitted)[-1]
    actor, (event,) = steps[at]
    return bundle_of([*steps[:at], (actor, (event, SeatReady(1, 2))), *steps[at + 1 :]])


def unsigned() -> Bundle:
    steps = [
        (actor, events[:1] if isinstance(events[0], SeatReady) else events)
        for actor, events in signed_by_players(paused("durak", 2))
    ]
    return table_bundle(steps)


def deals(key: str = "durak", seats: int = 2) -> dict[str, Any]:
    return {"others": a_series(key, seats).cases()}


PAUSED: Final = (("durak", 2), ("goat", 4))

ENTRIES: Final = {
    **{
        f"all are ready at {key}": Entry(
            partial(series, key, seats), held=partial(deals, key, seats)
        )
        for key, seats in PAUSED
    },
    **{
        f"seat {silent} of {key} is not ready": Entry(partial(series, key, seats, silent))
        for key, seats in PAUSED
        for silent in range(seats)
    },
    "a moment too early": Entry(partial(waited, PAUSE * SECOND - 1)),
    "when the pause is over": Entry(partial(waited, PAUSE * SECOND)),
    "ready for a later deal": Entry(partial(with_step, said(0, 3))),
    "ready for an earlier deal": Entry(partial(with_step, said(0, 1))),
    "seat 2 is ready": Entry(partial(with_step, said(2, 2))),
    "seat -1 is ready": Entry(partial(with_step, said(-1, 2))),
    "ready twice": Entry(partial(with_step, said(0, 2), after=1)),
    "ready before the first deal": Entry(partial(with_step, said(0, 1), kind=DealOpened)),
    "ready during a deal": Entry(partial(with_step, said(0, 2), kind=DealOpened, after=1)),
    "ready where there is no pause": Entry(without_a_pause),
    "ready at an older table": Entry(partial(older, ready=True)),
    "an older table": Entry(partial(older, ready=False)),
    "ready by the server": Entry(said_by_the_server),
    "ready by the server, and present": Entry(said_by_the_server, held=deals),
    "ready with a commitment": Entry(with_a_commitment),
    "ready, unsigned": Entry(unsigned),
}
