"""The queue, while messages are lost, doubled or late, and processes die."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from fairdeal_client import Client, Problem
from service.access.credentials import HOUSE
from tests.memory.queue import Queue
from tests.simulation.schedules import Place, scenario
from tests.simulation.world import World

PEOPLE = 5
OFTEN = 6.0
"""Seconds between two requests of a page."""


def empty(world: World) -> Place:
    """An installation at which nobody plays."""
    return Place(world.key(), "", "", {})


def law(world: World) -> None:
    """No person is at two tables, and no seat is given twice, to anybody."""
    tables = [table for table in world.laws.tables.values() if table.opened.owner == HOUSE.owner]
    seated = [(table.opened.table, player) for table in tables for player in table.players]
    names = Counter(player.name for _, player in seated if player and player.bot is None)
    assert not names or max(names.values()) == 1, names
    rows = [row.place for row in world.memory.tables(Queue).rows.values()]
    given = [(row.match, row.seat) for row in rows if row.match is not None]
    assert len(given) == len({*given}), given


def asks(client: Client, path: str, method: str, **body: Any) -> Any:
    """The answer to a person's page; None: there are too many tables or places for now."""
    with suppress(Problem):
        return client.ask(method, path, body=body)


@scenario(empty)
def test_queue(world: World, place: Place) -> None:  # noqa: ARG001
    """Everybody who stays gets one seat of their own, or waits; who has left has none."""
    world.web()
    world.web()
    seats: dict[str, Any] = {}
    left: set[str] = set()

    def person(number: int) -> None:
        name, client = f"N{number}", world.page()
        secret = f"wait_{str(number) * 43}"
        gives_up = world.chance.random() < 0.3
        for _ in range(world.chance.randrange(1, 4) if gives_up else 1_000):
            found = asks(
                client, "/v1/queue", "PUT", place=secret, game="durak", name=name, bots="easy"
            )
            law(world)
            if found and found["state"] == "seated":
                seats[name] = found
                return
            world.runtime.sleep(world.chance.uniform(0, 2 * OFTEN))
        found = asks(client, "/v1/queue/leaving", "POST", place=secret)
        if found["state"] == "seated":
            seats[name] = found
        else:
            left.add(name)

    for number in range(PEOPLE):
        world.act(partial(person, number))
    world.run()
    law(world)
    assert seats.keys() | left == {f"N{number}" for number in range(PEOPLE)}
    assert len({each["token"] for each in seats.values()}) == len(seats)
    for name, each in seats.items():
        player = world.table(each["table"]).players[each["seat"]]
        assert player is not None
        assert (player.name, player.bot) == (name, None)
    at_tables = {player.name for player in players(world) if player.bot is None}
    assert at_tables <= seats.keys()


def players(world: World) -> Iterator[Any]:
    """All who have a seat."""
    for table in world.laws.tables.values():
        yield from (each for each in table.players if each is not None)
