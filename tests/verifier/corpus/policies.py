"""Bots: permitted actors, and moves by the bot's policy."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any, Final, cast
from unittest.mock import patch

import orjson

import bots
from domain.games import GAMES
from domain.kernel.branch import begun_as, played_again
from domain.kernel.deal import Opened
from domain.kernel.event import Event, Text
from domain.kernel.game import view
from domain.kernel.moves import legal_moves
from events.canonical import canonical
from events.record import PUBLIC
from tests.laws.play import Run, by_kind, lasting, seat_of, terms
from tests.verifier.by_bots import dealt_to_bots
from tests.verifier.entries import Entry
from tests.verifier.making import KEY, TABLES, Step, bundled, kept, played_by_bots
from tests.verifier.mutations import rechained
from tests.verifier.mutations_of_play import first_move
from tests.verifier.older import in_old_form
from verifier.bundle import Bundle

SEATS: Final = 4


@cache
def steps_of(key: str, seats: int, number: int = 1) -> list[Step]:
    return played_by_bots(key, seats, number)


def with_actors(bundle: Bundle, name: Callable[[str], str]) -> Bundle:
    """The bundle with other names of actors, and new hashes."""
    entries = []
    for entry in bundle.events:
        envelope = orjson.loads(entry.body)
        envelope["actor"] = name(envelope["actor"])
        entries.append(entry._replace(body=canonical(envelope)))
    return rechained(bundle, entries)


def goat(view: str = "full", viewer: Any = "full") -> Bundle:
    """Seat 0 adds no seed; on seats 1 and 3 sits easy, on seat 2 medium."""
    return bundled(kept(steps_of("goat", SEATS, 2), viewer=viewer), view=view, receipts=False)


def unlogged(bundle: Bundle) -> Bundle:
    return bundle._replace(log=None)


def renamed(old: str, new: str, *, view: str = "full", viewer: Any = "full") -> Bundle:
    """The deal of Goat with this in place of some actor."""
    return with_actors(unlogged(goat(view, viewer)), lambda actor: actor.replace(old, new))


# --- Their moves ----------------------------------------------------------------------------------


def honest(key: str, seats: int, number: int) -> Bundle:
    return bundled(kept(steps_of(key, seats, number)))


def of_a_level(key: str, level: str) -> Bundle:
    game = GAMES[key]
    return dealt_to_bots(game, [level, *[None] * (game.seats[0] - 1)], 1)


def another_move(key: str, seats: int) -> Bundle:
    """The first move of a bot for which there is another legal one, with that."""
    game, steps = GAMES[key], steps_of(key, seats)
    for at, (actor, (move, *_)) in enumerate(steps):
        before = [event for _, events in steps[:at] for event in events]
        seat = seat_of(move) if move.MOVE is not None else 0
        legal = legal_moves(game, view(game, before, seat), seat) if seat else ()
        other = next((each for each in legal if each != move and not each.EARLY), None)
        if actor.startswith("bot:") and other is not None:
            break
    made = [(who, events[0]) for who, events in steps[first_move(steps) : at]]
    return bundled(kept(played_by_bots(key, seats, first=[*made, (actor, cast("Event", other))])))


def a_move_in_place_of_waiting() -> Bundle:
    """A bot of Skat gives up out of turn, which it never does."""
    game, steps = GAMES["skat"], steps_of("skat", 3, 2)
    for at in range(first_move(steps), len(steps)):
        before = [event for _, events in steps[:at] for event in events]
        turn = game.to_act(view(game, before, "full"))
        for seat in {1, 2} - {turn}:
            for move in legal_moves(game, view(game, before, seat), seat):
                actor = next(who for who, _ in steps if who.startswith(f"bot:{seat}:"))
                made = [(who, events[0]) for who, events in steps[first_move(steps) : at]]
                return bundled(kept(played_by_bots("skat", 3, 2, first=[*made, (actor, move)])))
    raise AssertionError("no seat can give up")


# --- Their identity -------------------------------------------------------------------------------

NAMES: Final = {
    "on another seat": ("bot:1:", "bot:2:"),
    "of another level": ("bot:1:easy", "bot:1:medium"),
    "without a policy": ("bot:1:easy/2@0", "bot:1:easy"),
    "with a zero before the seat": ("bot:1:easy/2@0", "bot:01:easy/2@0"),
    "named as the person": ("bot:1:easy/2@0", "seat:1"),
    "for a person": ("seat:0", "bot:0:easy/2@0"),
    "for the server": ("system", "bot:0:easy/2@0"),
    "with a budget": ("easy/2@0", "easy/2@1"),
}


def a_consequence_by_the_server() -> Bundle:
    bundle = unlogged(goat())
    last = bundle.events[-1]
    envelope = {**orjson.loads(last.body), "actor": "system"}
    return rechained(bundle, [*bundle.events[:-1], last._replace(body=canonical(envelope))])


def older(bundle: Bundle, schema: int) -> Bundle:
    """The bundle with its first event in the form of an earlier schema."""
    envelope = orjson.loads(bundle.events[0].body)
    envelope["schema"] = schema
    later = ("hints", "test", "tournament", "round", "seeds")
    gone = (*later, *{2: ("keys",), 1: ("keys", "commitments")}.get(schema, ()))
    envelope["data"] = {key: each for key, each in envelope["data"].items() if key not in gone}
    first = bundle.events[0]._replace(body=canonical(envelope))
    return rechained(bundle, [first, *bundle.events[1:]])


def irreproducible(name: str, schema: int) -> Bundle:
    return older(renamed("easy/2@0", name), schema)


def opened_otherwise(**changes: Any) -> list[Step]:
    (actor, (opened, *rest)), *others = steps_of("goat", SEATS)
    return [(actor, (replace(cast("Any", opened), **changes), *rest)), *others]


def of_an_unknown_level() -> Bundle:
    levels = cast("Opened", steps_of("goat", SEATS)[0][1][0]).bots
    first, *others = opened_otherwise(bots=tuple(each and Text("perfect") for each in levels))
    named = [(who.replace("easy", "perfect").replace("medium", "perfect"), e) for who, e in others]
    return bundled(kept([first, *named]), receipts=False, logged=False)


def of_skat(name: str, *, before: bool) -> Bundle:
    """A deal of Skat whose bots have this name, optionally in an older form.

    So it is impossible to choose between two policies once the cards are known.
    """
    with patch.object(bots.steps, "POLICIES", {}):  # medium/2 makes the moves of medium/1
        steps = played_by_bots("skat", 3, levels=("medium", "medium"))
    bundle = unlogged(bundled(kept(steps), receipts=False))

    def rename(envelope: dict[str, Any]) -> None:
        envelope["actor"] = envelope["actor"].replace("medium/2", name)

    if before:
        return in_old_form(bundle, rename)
    return with_actors(bundle, lambda actor: actor.replace("medium/2", name))


# --- Other missing evidence -----------------------------------------------------------------------


def without_the_seed() -> Bundle:
    (actor, (opened, *rest)), *others = steps_of("goat", SEATS, 2)
    first = replace(cast("Opened", opened), seed=None)
    return bundled(kept([(actor, (first, *rest)), *others]), receipts=False)


def without_a_move() -> Bundle:
    steps = steps_of("goat", SEATS)
    return bundled(kept([*steps[:-3], *steps[-2:]]))


@cache
def branch(key: str, seats: int) -> list[Step]:
    """A branch of a deal of bots, with the same seats, played out at random."""
    game, source = GAMES[key], steps_of(key, seats)
    events = [event for _, each in source for event in each]
    was = cast("Opened", events[0])
    on = terms(game, was.options, seats=seats)._replace(bots=was.bots)
    made = played_again(game, events, at=len(events) // 2, opened=begun_as(was, on))
    opened, shuffled, *follow = made.events
    run, chance = Run(game, cast("Any", opened), cast("Any", shuffled)), Random(1)
    for event in follow:
        if event.MOVE is not None:
            run.make(event)
    steps: list[Step] = [("system", made.events)]
    while not run.over:
        move = by_kind(chance, lasting(run.kinds()))
        seat = seat_of(move)
        level = was.bots[seat]
        actor = str(bots.actor(game, level, seat=seat)) if level else f"seat:{seat}"
        steps.append((actor, run.make(move)))
    return steps


def of_a_branch(key: str, seats: int) -> Bundle:
    return bundled(kept(branch(key, seats)))


def of_a_branch_by_a_person(key: str, seats: int) -> Bundle:
    bundle = unlogged(of_a_branch(key, seats))
    return with_actors(bundle, lambda who: who.replace("bot:1", "seat:1"))


def of_a_branch_that_is_cut_off() -> Bundle:
    return bundled(kept(branch("goat", SEATS)[:-1]), receipts=False, logged=False)


VIEWS: Final = {"public": ("public", PUBLIC), "a seat": ("seat:2", 2)}

ENTRIES: Final = {
    **{
        f"deal {number} of {key} with {seats}": Entry(partial(honest, key, seats, number))
        for key, seats in TABLES
        for number in (1, 2)
    },
    **{
        f"{level} at {key}": Entry(partial(of_a_level, key, level))
        for key, level in (("goat", "expert"), ("goat", "hard"), ("durak", "hard"))
    },
    **{
        f"another move at {key} with {seats}": Entry(partial(another_move, key, seats))
        for key, seats in TABLES
    },
    "a move in place of waiting": Entry(a_move_in_place_of_waiting),
    **{f"a bot {name}": Entry(partial(renamed, *names)) for name, names in NAMES.items()},
    "a consequence by the server": Entry(a_consequence_by_the_server),
    **{
        f"irreproducible as {name}, schema {schema}": Entry(partial(irreproducible, name, schema))
        for name, schemas in (("easy/1", (1, 2)), ("easy/9@0", (1, 2, 3)))
        for schema in schemas
    },
    "of an unknown level": Entry(of_an_unknown_level),
    "medium/1 before": Entry(partial(of_skat, "medium/1", before=True)),
    "medium/2 before": Entry(partial(of_skat, "medium/2", before=True)),
    "medium/1 now": Entry(partial(of_skat, "medium/1", before=False)),
    **{
        f"for {name}": Entry(lambda view=view: unlogged(goat(*view)))  # type: ignore[misc]
        for name, view in VIEWS.items()
    },
    **{
        f"for {name}, of another level": Entry(
            partial(renamed, "bot:1:easy", "bot:1:medium", view=view, viewer=viewer)
        )
        for name, (view, viewer) in VIEWS.items()
    },
    "without the seed": Entry(without_the_seed),
    "without a move": Entry(without_a_move),
    "a dealer from elsewhere": Entry(lambda: bundled(kept(opened_otherwise(dealer=9)))),
    **{
        f"a branch of {key} with {seats}": Entry(
            partial(of_a_branch, key, seats), lambda: {"key": KEY.verifier}
        )
        for key, seats in TABLES
    },
    **{
        f"a branch of {key} with {seats}, by a person": Entry(
            partial(of_a_branch_by_a_person, key, seats)
        )
        for key, seats in TABLES
    },
    "a branch that is cut off": Entry(of_a_branch_that_is_cut_off),
    "no bot has moved": Entry(
        lambda: bundled(kept(steps_of("goat", SEATS)[:1], viewer=PUBLIC), view="public")
    ),
}
