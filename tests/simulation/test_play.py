"""Play, while messages are lost, doubled or late, and processes die."""

from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any
from uuid import UUID

import psycopg

from domain.kernel.clock import SECOND
from domain.kernel.leaving import TimeOver
from fairdeal_client import Client, Problem
from service.commands import Command
from service.tables.creation import NewSeat, NewTable, open_table
from tests.contexts import Inbox
from tests.memory.store import Streams
from tests.seeding import commitment_of, seed_of
from tests.simulation.schedules import Place, opened, scenario
from tests.simulation.world import World
from workers.turns import play_bots

TURN = 10
"""Seconds."""
SOON = 25.0
"""Seconds in which play goes on after the last fault, though a clock may be a minute wrong."""


def of_bots(world: World) -> Place:
    """A table at which a bot has to move."""
    return opened(world, seats=[{"bot": "easy"}] * 4, target=12)


def over(world: World) -> Place:
    """A table whose first deal is over, and counts not yet."""
    place = of_bots(world)
    play_bots(world.context(world.runtime, tasks=Inbox()), UUID(place.deal))
    return place


def unknown(world: World) -> Place:
    """A table that does not know of its first deal, as the process that opened it has died.

    The bots have played the deal to its end.
    """
    context, key, appends = world.context(world.runtime, tasks=Inbox()), world.key(), count(1)
    owner = context.credentials.key(key)
    assert owner is not None

    def die(operation: str, moment: str) -> None:
        if (operation, moment) == ("MemoryStore.append", "begin") and next(appends) == 3:
            raise psycopg.OperationalError("it has died")

    world.memory.step = die
    new = NewTable(game="goat", name="yard", options={}, target=12, seats=[NewSeat(bot="easy")] * 4)
    with suppress(psycopg.OperationalError):
        open_table(context, owner, new, Command(world.runtime.uuid(), f"key:{owner.id}"))
    [table, deal] = world.memory.tables(Streams).streams
    play_bots(context, deal)
    return Place(key, str(table), str(deal), {})


def timed(world: World) -> Place:
    """A table of persons whose turns have a time limit."""
    return opened(world, turn_limit=TURN)


def of_four(world: World) -> Place:
    """A table of four persons, at which nothing happens by itself."""
    return opened(world)


def of_persons(world: World) -> Place:
    """A table of persons and two bots."""
    return opened(world, seats=[{"name": "Ann"}, {"bot": "easy"}, {"name": "Cid"}, {"bot": "easy"}])


def adding(world: World) -> Place:
    """A table of two seats that add seeds to the shuffle, before its first deal."""
    seats = [{"name": name, "commits": True} for name in ("Ann", "Bob")]
    return opened(world, game="durak", seats=seats)


# --- What clients do ------------------------------------------------------------------------------


def move(client: Client, deal: str, key: str | None = None) -> Any:
    """Make the first move that is legal, on the deal as it was shown; None if there is none."""
    shown = client.deal(deal)
    if not shown["legal_moves"]:
        return None
    chosen, version = shown["legal_moves"][0]["move"], shown["version"]
    return client.move(deal, chosen, expected_version=version, idempotency_key=key)


def play(world: World, place: Place, moves: int) -> None:
    """Make some moves, each in the name of the person whose turn it is."""
    for _ in range(moves):
        move(world.client(place.tokens[seat_on_turn(world, place)]), place.deal)


def move_late(world: World, client: Client, deal: str) -> None:
    """Make a move about when the turn ends."""
    world.runtime.sleep(world.chance.uniform(0, 2 * TURN))
    with suppress(Problem):  # the turn is over, or has changed meanwhile
        move(client, deal)


def seat_on_turn(world: World, place: Place) -> int:
    """The seat that has to move."""
    deal = world.deal(place.deal)
    seat = deal.game.to_act(deal.state)
    assert seat is not None
    return seat


# --- Scenarios ------------------------------------------------------------------------------------


@scenario(of_bots)
def test_a_bots_turn(world: World, place: Place) -> None:
    """The bots play on, whatever is lost, and make one move a turn."""
    before = world.version(place.deal)
    world.worker()
    world.worker()
    world.run(lambda: world.version(place.deal) >= before + 5, within=SOON)


@scenario(over)
def test_scoring(world: World, place: Place) -> None:
    """A deal counts in its series once, and the next one is opened once."""
    world.worker()
    world.worker()
    world.run(lambda: len(world.table(place.table).deals) >= 2)
    first, second, *_ = world.table(place.table).deals
    assert first.deal == place.deal
    assert first.outcome is not None
    assert second.number == 2
    assert [UUID(each.deal) for each in (first, second)] == [*world.laws.deals][:2]


@scenario(unknown)
def test_scoring_of_a_deal_that_its_table_does_not_know(world: World, place: Place) -> None:
    """It counts as any other one."""
    world.worker()
    world.worker()
    world.run(lambda: len(world.table(place.table).deals) >= 2)
    assert world.table(place.table).deals[0].deal == place.deal


@scenario(timed)
def test_deadlines(world: World, place: Place) -> None:
    """A turn ends by a move or at its deadline, and never by both."""
    world.worker()
    world.worker()
    world.web()
    for token in place.tokens.values():
        world.act(partial(move_late, world, world.client(token), place.deal))
    before = world.version(place.deal)
    world.run(lambda: world.version(place.deal) >= before + 5)
    overs = [
        (record.at, event)
        for record, event in world.records(place.deal)
        if isinstance(event, TimeOver)
    ]
    assert all(at >= event.until for at, event in overs)
    assert all(event.until - event.since >= TURN * SECOND for _, event in overs)


@scenario(adding)
def test_seeds(world: World, place: Place) -> None:
    """A deal is dealt with the seeds of all seats, or voided for want of one."""
    world.worker()
    world.web()
    world.web()
    shows = world.chance.random() < 0.8

    def is_settled() -> bool:
        deals = [*world.laws.deals.values()]
        was_voided = world.table(place.table).next_number > len(deals) + 1
        return was_voided or any(each.shuffled is not None or each.is_over for each in deals)

    def add(seat: int) -> None:
        client = world.client(place.tokens[seat])
        while not is_settled():
            table = client.table(place.table)
            following, on = table["next_deal"], table["deal"]
            with suppress(Problem):  # it is too late, or was done before
                if following is not None and seat in following["waiting"]:
                    commitment = commitment_of(following["id"], seat)
                    client.commit(place.table, seat, following["id"], commitment)
                if on is not None and (shows or seat == 0):
                    client.show_seed(on["id"], bytes.fromhex(seed_of(on["id"], seat)))
            world.runtime.sleep(3)

    for seat in place.tokens:
        world.act(partial(add, seat))
    world.run(is_settled)


@scenario(of_persons)
def test_leaving_and_return(world: World, place: Place) -> None:
    """A player is there or away, whatever is repeated, and a bot plays while they are away."""
    world.worker()
    world.web()
    world.web()

    def go_and_come(seat: int) -> None:
        client = world.client(place.tokens[seat])
        for act in (client.leave, client.come_back):
            with suppress(Problem):  # the deal is over
                act(place.deal)
            world.runtime.sleep(world.chance.uniform(0, 5))

    for seat in place.tokens:
        world.act(partial(go_and_come, seat))
    world.run()
    deal = world.deal(place.deal)
    assert deal.is_over or not deal.absent


@scenario(of_persons)
def test_a_repeated_request_at_two_processes(world: World, place: Place) -> None:
    """A request that two processes get, at a time or again, takes effect once."""
    world.worker()
    world.web()
    world.web()
    answers = list[Any]()
    while (seat := seat_on_turn(world, place)) not in place.tokens:
        play_bots(world.context(world.runtime, tasks=Inbox()), UUID(place.deal))
    client = world.client(place.tokens[seat])

    def send() -> None:
        answers.append(client.move(place.deal, first, idempotency_key="once"))

    first = world.legal(place.deal, seat)[0]
    for _ in range(3):
        world.act(send)
    world.run()
    assert answers
    assert all(each == answers[0] for each in answers)
