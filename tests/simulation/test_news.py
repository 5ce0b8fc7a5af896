"""News by webhooks and streams, while connections break and processes die."""

from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

from service.webhooks.notices import Notice, of_deal, of_table
from tests.memory.store import Translog
from tests.simulation.schedules import Place, opened, scenario
from tests.simulation.test_play import SOON, move, of_four, play
from tests.simulation.world import World

KINDS = ["table.started", "turn.started", "deal.finished"]
MOVES = 3


def hooked(world: World) -> Place:
    """A table of persons whose owner has a webhook."""
    place = opened(world, game="durak", seats=[{"name": "Ann"}, {}])
    client, made = world.client(place.key), list[Any]()
    world.act(lambda: made.append(client.add_webhook("https://receiver.example/", events=KINDS)))
    world.run()
    assert made
    return place


def news(world: World) -> list[Notice]:
    """All news in the log that webhooks were asked for."""
    streams, found = world.context(world.runtime).streams, list[Notice]()
    for position, entry in enumerate(world.memory.tables(Translog).entries, 1):
        table = streams.table(entry.stream)
        if table is not None:
            notice = of_table(table, entry.version, position=position)
        else:
            deal = streams.deal(entry.stream, viewer="public")
            assert deal is not None
            table = streams.table(UUID(deal.opened.table))
            assert table is not None
            owner = UUID(table.opened.owner)
            notice = of_deal(deal, entry.version, table=table, position=position, owner=owner)
        if notice is not None and notice.kind in KINDS:
            found.append(notice)
    return found


@scenario(hooked)
def test_webhooks(world: World, place: Place) -> None:
    """All news arrives, that of a table in its order, and under one id however often it comes."""
    play_and_deliver(world, place)
    first: dict[UUID, Any] = {}
    for each in world.received:
        assert first.setdefault(each.id, each).payload == each.payload
    assert [each.payload for each in first.values()] == [each.payload for each in news(world)]


@scenario(hooked)
def test_webhooks_while_all_is_slow(world: World, place: Place) -> None:
    """News is sent once if nothing is late by more than a lease lasts."""
    world.faults.kinds, world.faults.most, world.faults.longest = ("late",), 20, 3.0
    play_and_deliver(world, place)
    assert [each.payload for each in world.received] == [each.payload for each in news(world)]


def play_and_deliver(world: World, place: Place) -> None:
    """Play some moves, until all news of them has arrived."""
    world.web()
    world.sequencer()
    world.deliverer()
    world.deliverer()

    expected: dict[int, int] = {}
    """The number of news for each length of the log."""

    def take_turns() -> None:
        owner = world.client(place.key)
        token = owner.take_seat(place.table, 1, "Bob", commits=False)["token"]
        deal = owner.table(place.table)["deal"]
        assert deal is not None
        clients = [world.client(each) for each in (place.tokens[0], token)]
        for number in range(MOVES):
            move(clients[number % 2], deal["id"])

    def is_delivered() -> bool:
        translog = world.memory.tables(Translog)
        logged = len(translog.entries)
        if logged != sum(world.laws.versions.values()):
            return False
        if logged not in expected:
            expected[logged] = len(news(world))
        return len({each.id for each in world.received}) == expected[logged]

    world.act(take_turns)
    world.run(is_delivered, within=SOON)


@scenario(of_four)
def test_streams_that_are_cut(world: World, place: Place) -> None:
    """A reader has each event once and in order, from whichever process, and as it is recorded."""
    world.web()
    world.web()
    readers: list[list[dict[str, Any]]] = [[], []]
    until = world.version(place.deal) + 4

    def read(into: list[dict[str, Any]]) -> None:
        with closing(world.client(place.key).events(place.deal)) as events:
            into.extend(islice(events, until))

    for each in readers:
        world.act(partial(read, each))
    world.act(partial(play, world, place, 4))
    world.run(within=SOON)
    for each in readers:
        assert [event["position"] for event in each] == list(range(1, until + 1))
    assert readers[0] == readers[1]
    types = [record.type for record, _ in world.records(place.deal)]
    assert [event["type"] for event in readers[0]] == types[:until]
