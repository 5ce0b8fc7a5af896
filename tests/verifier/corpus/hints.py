"""Hints: each is the move of the policy that it names (H5)."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any, Final, cast
from uuid import UUID

import bots
from domain.games import GAMES
from domain.kernel.chance import words
from domain.kernel.deal import Opened, Shuffled, bot_seed
from domain.kernel.event import Event, Id, Seat, Text, redact
from domain.kernel.game import Game
from domain.kernel.hints import HintGiven
from domain.kernel.moves import legal_moves
from domain.kernel.progress import progress_at
from events.record import PUBLIC
from tests.laws.play import Run, by_kind, lasting, seat_of, terms
from tests.verifier.entries import Entry
from tests.verifier.making import TABLES, Step, begun, bundled, ended, kept
from tests.verifier.older import in_old_form
from verifier.bundle import Bundle

MOST: Final = 6
"""Hints of a deal."""


def choice(run: Run, seat: Seat, shown: Iterable[Event], seed: bytes, level: str) -> Event:
    """The move that a policy makes of what a seat was shown."""
    legal, view = legal_moves(run.game, run.views[seat], seat), run.views[seat]
    wanted: dict[str, Any] = {"seat": seat, "view": view, "legal": legal, "seed": seed}
    move = bots.choose(run.game, level, shown=[redact(e, seat) for e in shown], **wanted).move
    assert move is not None
    return move


@cache
def steps_with_hints(key: str, seats: int, level: str = "medium") -> list[Step]:
    """A deal of persons at a table with hints; some of them ask for one before they move."""
    game, chance = GAMES[key], Random(5)
    deal = Id(str(UUID(int=5 << 96 | seats << 8, version=4)))
    on = terms(game, {}, seats=seats)._replace(deal=deal, hints=True)
    steps = begun(game, on, seed=chance.randbytes(32), seeds={})
    events = [event for _, made in steps for event in made]
    opened, shuffled = cast("Opened", events[0]), progress_at(game, events).shuffled
    run, given = Run(game, opened, cast("Shuffled", shuffled)), 0
    while not run.over:
        turn = game.to_act(run.state)
        if turn is not None and given < MOST and chance.random() < 1 / 3:
            seed = cast("bytes", bot_seed(opened, shuffled, turn))
            move = choice(run, turn, events, seed, level)
            label = bots.actor(game, level, seat=turn).label
            hint = HintGiven(turn, Text(label), Text(words(move)))
            steps.append(("system", (hint,)))
            events.append(hint)
            given += 1
        move = by_kind(chance, lasting(run.kinds()))
        steps.append((f"seat:{seat_of(move)}", run.make(move)))
        events += steps[-1][1]
    assert given == MOST
    return ended(steps)


def all_words(game: Game[Any], events: list[Event], seat: Seat) -> Iterable[str]:
    return map(words, legal_moves(game, progress_at(game, events).state, seat))


def honest(key: str, seats: int, level: str) -> Bundle:
    return bundled(kept(steps_with_hints(key, seats, level)))


def first_changed(steps: list[Step], **changes: Any) -> Bundle:
    """The deal with another first hint."""
    at = next(n for n, (_, events) in enumerate(steps) if isinstance(events[0], HintGiven))
    hint = replace(cast("HintGiven", steps[at][1][0]), **changes)
    return bundled(kept([*steps[:at], ("system", (hint,)), *steps[at + 1 :]]))


def changed(**changes: Any) -> Bundle:
    return first_changed(steps_with_hints("goat", 4), **changes)


def another_move(key: str, seats: int) -> Bundle:
    """The first hint of which there was another legal move, with that."""
    steps = steps_with_hints(key, seats)
    events = [event for _, made in steps for event in made]
    at, other = next(
        (at, other)
        for at, event in enumerate(events)
        if isinstance(event, HintGiven)
        for other in all_words(GAMES[key], events[:at], event.seat)
        if other != event.move
    )
    forged = replace(cast("Any", events[at]), move=Text(other))
    return bundled(kept([(who, (forged,) if e[0] is events[at] else e) for who, e in steps]))


def seen_by(viewer: Any) -> Bundle:
    view = viewer if viewer == PUBLIC else f"seat:{viewer}"
    return bundled(kept(steps_with_hints("goat", 4), viewer=viewer), view=view, receipts=False)


def without_the_seed() -> Bundle:
    (actor, (opened, *rest)), *others = steps_with_hints("goat", 4)
    first = replace(cast("Opened", opened), seed=None)
    return bundled(kept([(actor, (first, *rest)), *others]), receipts=False)


def without_hints() -> Bundle:
    steps = steps_with_hints("goat", 4)
    return bundled(kept([each for each in steps if not isinstance(each[1][0], HintGiven)]))


def by_the_seats() -> Bundle:
    made = [
        (f"seat:{seat_of(events[0])}" if isinstance(events[0], HintGiven) else who, events)
        for who, events in steps_with_hints("goat", 4)
    ]
    return bundled(kept(made))


def of_an_older_release() -> Bundle:
    return in_old_form(bundled(kept(steps_with_hints("goat", 4)), logged=False, receipts=False))


POLICIES: Final = (
    *("medium", "medium/1@12000 ", "medium/9@12000", "perfect/1@0", "easy/2", "easy/2@7"),
)

ENTRIES: Final = {
    **{
        f"{level} at {key} with {seats}": Entry(partial(honest, key, seats, level))
        for key, seats in TABLES
        for level in ("easy", "medium")
    },
    **{
        f"another move at {key} with {seats}": Entry(partial(another_move, key, seats))
        for key, seats in TABLES
    },
    **{f"by '{name}'": Entry(partial(changed, policy=Text(name))) for name in POLICIES},
    "an illegal move": Entry(partial(changed, move=Text("{}"))),
    "for the public": Entry(partial(seen_by, PUBLIC)),
    "for a seat": Entry(partial(seen_by, 2)),
    "without the seed": Entry(without_the_seed),
    "no hints": Entry(without_hints),
    "by the seats": Entry(by_the_seats),
    "in an older form": Entry(of_an_older_release),
}
