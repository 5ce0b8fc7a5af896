"""Tournaments, while messages are lost, doubled or late, and processes die."""

from typing import Any
from uuid import UUID

from domain.tournaments.tournament import Tournament
from service.tables.progress import record_deal
from service.tournaments.progress import advance_tournament
from tests.contexts import Inbox
from tests.simulation.schedules import Place, scenario
from tests.simulation.world import World
from workers.turns import play_bots

EVENING: dict[str, Any] = {
    "game": "durak",
    "name": "Club evening",
    "format": "swiss",
    "target": 1,
    "rounds": 2,
    "break_seconds": 0,
}


def called(world: World) -> Place:
    """A tournament of four bots whose first round is called."""
    world.web()
    key, made = world.key(), list[Any]()
    client = world.client(key)

    def open_and_call() -> None:
        made.append(client.ask("POST", "/v1/tournaments", body=EVENING))
        path = f"/v1/tournaments/{made[0]['id']}"
        for _ in range(4):
            client.ask("POST", f"{path}/players", body={"bot": "easy"})
        client.ask("POST", f"{path}/rounds", body={})

    world.act(open_and_call)
    world.run()
    return Place(key, made[0]["id"], "", {})


def played(world: World) -> Place:
    """The same tournament when the tables of its round are over, and no result is recorded."""
    place = called(world)
    context, id_ = world.context(world.runtime, tasks=Inbox()), UUID(place.table)
    while advance_tournament(context, id_):
        pass
    for table in tournament(world, place).rounds[0].tables:
        while not (state := world.table(str(table.table))).is_finished:
            deal = UUID(state.deals[-1].deal)
            if not play_bots(context, deal):
                record_deal(context, deal)
    return place


def tournament(world: World, place: Place) -> Tournament:
    """The tournament, as it is recorded."""
    return world.laws.tournaments[UUID(place.table)]


def opened(world: World, place: Place, number: int) -> bool:
    """Whether every table of a round is opened."""
    rounds = tournament(world, place).rounds
    return len(rounds) >= number and bool(
        rounds[number - 1].tables and all(each.table for each in rounds[number - 1].tables)
    )


@scenario(called)
def test_a_round(world: World, place: Place) -> None:
    """A round is drawn once, and each of its tables is opened once."""
    world.worker()
    world.worker()
    world.run(lambda: opened(world, place, 1))
    drawn = [table.drawn for table in world.laws.tables.values()]
    assert len(set(drawn)) == len(drawn), "a table was opened twice"
    assert len({each.table for each in tournament(world, place).rounds[0].tables}) == 2


@scenario(played)
def test_results(world: World, place: Place) -> None:
    """Each table counts once, and the next round is called, drawn and opened once."""
    world.worker()
    world.worker()
    world.run(lambda: opened(world, place, 2))
    first, second = tournament(world, place).rounds
    assert all(each.result is not None for each in first.tables)
    assert {each.table for each in first.tables}.isdisjoint(each.table for each in second.tables)
