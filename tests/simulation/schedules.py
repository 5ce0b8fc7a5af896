"""Scenarios: what a test lets happen in very many schedules, each of which its number repeats."""

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from tests.sampling import cases
from tests.simulation.world import World

SCHEDULES = int(os.environ.get("SCHEDULES", cases(sample=200, full=10_000)))

Prepare = Callable[[World], "Place"]
Happen = Callable[[World, "Place"], object]


class Place(NamedTuple):
    """The beginning of a scenario.

    Attributes:
        key: the API key of the owner.
        table: a table.
        deal: its deal; empty: there is none yet.
        tokens: of the persons, by their seats.
    """

    key: str
    table: str
    deal: str
    tokens: dict[int, str]


Test = Callable[[pytest.FixtureRequest], None]
_PREPARE: dict[Test, Prepare] = {}


def scenario(prepare: Prepare, *, length: int = 1) -> Callable[[Happen], Test]:
    """Make a test that runs a scenario in all schedules, or in the one of `--schedule`.

    Args:
        prepare: brings about the beginning, in a world without faults; it is done once.
        length: how many times as long as others it takes: it has so many times fewer schedules.
    """

    def decorate(happen: Happen) -> Test:
        def test(request: pytest.FixtureRequest) -> None:
            seed, only = request.config.option.seed, request.config.option.schedule
            before, place = prepared(test, request)
            schedules = max(1, SCHEDULES // length)
            for number in range(schedules) if only is None else [only]:
                world = World(f"{seed}/{happen.__name__}/{number}", before)
                try:
                    with capture_logs([with_error]) as logged:  # to write them takes long
                        happen(world, place)
                    for each in logged:
                        if (failed := each.get("failure")) is not None:
                            world.faults.expect(failed)
                except Exception as error:
                    again = f"--seed {seed} --schedule {number}"
                    error.add_note(f"to repeat it: pytest {request.node.nodeid} {again}")
                    raise

        test.__name__ = happen.__name__
        _PREPARE[test] = prepare
        test.__doc__ = happen.__doc__
        return test

    return decorate


def with_error(_logger: object, _method: str, entry: EventDict) -> EventDict:
    """Add the error that work has failed with: the sweep goes on after it."""
    return {**entry, "failure": sys.exc_info()[1]} if entry.get("exc_info") else entry


def prepared(test: Test, request: pytest.FixtureRequest) -> tuple[bytes, Place]:
    """The beginning of a scenario: the database, and the place."""
    return _prepared(_PREPARE[test], request.config.option.seed)


@cache
def _prepared(prepare: Prepare, seed: str) -> tuple[bytes, Place]:
    world = World(f"{seed}/{prepare.__name__}", faults=False)
    place = prepare(world)
    return world.memory.dumped(), place


def opened(world: World, **fields: Any) -> Place:
    """A table of Goat, which a client has opened; `fields` are those of the request."""
    world.web()
    key, made = world.key(), list[Any]()
    client = world.client(key)
    seats = [{"name": f"P{seat}"} for seat in range(4)]
    body = {"game": "goat", "name": "yard", "seats": seats, **fields}
    world.act(lambda: made.append(client.open_table(**body)))
    world.run()
    table, tokens = made[0]["table"], {each["seat"]: each["token"] for each in made[0]["tokens"]}
    return Place(key, table["id"], table["deal"]["id"] if table["deal"] else "", tokens)
