"""Tasks may arrive twice, late, out of order, two at a time, or never: a series goes on."""

import multiprocessing
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any, cast
from uuid import UUID

import pytest

from events.store import Appended, EventStore
from service.context import House
from service.play.deal_stream import find_deal
from service.play.progress import open_next_deal, record_deal
from service.play.tables import TableWish, open_table
from tests.houses import Announced, Inbox, opened_house
from tests.workers.conftest import (
    HUMAN,
    afresh,
    asked,
    assert_sound,
    inbox,
    open_goat,
    owner,
    play_a_move,
    status,
    table,
)
from workers.sweep import sweep
from workers.turns import play_bots


def deliver(house: House, task: Announced) -> None:
    name, deal = task
    if name == "play_bots":
        play_bots(house, deal)
    else:
        record_deal(house, deal)


def test_a_series_ends_when_every_task_arrives_once(house: House) -> None:
    goat, chance = open_goat(house, target=12), Random(1)
    while table(house, goat).status == "playing":
        while inbox(house).waiting:
            deliver(house, inbox(house).waiting.pop(0))
        play_a_move(house, goat, chance)
    assert_sound(house, goat)


def test_tasks_may_arrive_twice_late_and_in_any_order(house: House) -> None:
    goat, chance = open_goat(house), Random(2)
    seen: list[Announced] = []
    while table(house, goat).status == "playing":
        seen += inbox(house).waiting
        inbox(house).waiting.clear()
        if seen:
            deliver(afresh(house), chance.choice(seen))  # perhaps one of long ago, again
            deliver(house, seen[-1])
        play_a_move(house, goat, chance)
    for task in seen:
        deliver(house, task)
    assert_sound(house, goat)


def test_a_series_ends_when_no_task_ever_arrives(house: House) -> None:
    goat, chance = open_goat(house), Random(3)
    for _ in range(1000):
        inbox(house).waiting.clear()
        sweep(house, overdue=0)
        play_a_move(house, goat, chance)
        if table(house, goat).status == "over":
            break
    assert sweep(house, overdue=0) == 0
    assert_sound(house, goat)


def test_the_sweep_leaves_alone_what_is_not_overdue(house: House) -> None:
    open_goat(house, persons=0)
    inbox(house).waiting.clear()
    assert sweep(house) == 0
    assert sweep(house, overdue=0) > 0


def test_two_workers_at_a_time_do_everything_once(database: str) -> None:
    with opened_house(database) as house:
        goat, chance = open_goat(house), Random(4)
        with ThreadPoolExecutor(4) as workers:
            while table(house, goat).status == "playing":
                tasks, inbox(house).waiting = inbox(house).waiting, []
                both = [
                    workers.submit(deliver, afresh(house), task) for task in tasks for _ in range(2)
                ]
                for one in both:
                    one.result()
                sweep(house, overdue=0)
                play_a_move(house, goat, chance)
        assert_sound(house, goat)


def test_two_openers_at_a_time_open_one_deal(house: House) -> None:
    goat = open_table(
        house, owner(house), TableWish(game="goat", name="yard", options={}), asked()
    ).table.id
    assert open_next_deal(house, goat) is None  # it waits for players
    full = open_goat(house, persons=4)
    with ThreadPoolExecutor(4) as openers:
        opened = set(openers.map(lambda _: open_next_deal(afresh(house), full), range(8)))
    assert opened == {UUID(table(house, full).deals[0].deal)}


DEATHS = 4


class Deadly(Inbox):
    """Announces nothing: the process dies between the append and the announcement."""

    def play_bots(self, deal: UUID, *, version: int) -> None:
        _die()

    def record_deal(self, deal: UUID) -> None:
        _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_while_working(url: str, goat: UUID) -> None:
    """Run in a process of its own: go on with the series until the first announcement kills it."""
    with opened_house(url) as house:
        deadly = replace(house, tasks=Deadly())
        chance = Random(os.getpid())
        while table(deadly, goat).status == "playing":
            play_bots(deadly, UUID(table(deadly, goat).deals[-1].deal))
            play_a_move(deadly, goat, chance)


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_worker_killed_between_append_and_announcement_loses_nothing(database: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    with opened_house(database) as house:
        goat, chance = open_goat(house), Random(5)
        for _ in range(DEATHS):
            worker = spawn.Process(target=_die_while_working, args=(database, goat))
            worker.start()
            worker.join(30)
            assert worker.exitcode == -signal.SIGKILL
            assert sweep(house, overdue=0) > 0
        while table(house, goat).status != "over":
            play_a_move(house, goat, chance)
            sweep(house, overdue=0)
        assert_sound(house, goat)


def test_a_deal_that_is_on_is_not_recorded(house: House) -> None:
    goat = open_goat(house, persons=4)
    deal = UUID(table(house, goat).deals[0].deal)
    record_deal(house, deal)
    record_deal(house, UUID(int=7))  # and one that is not there is nothing to do
    assert table(house, goat).status == "playing"
    assert find_deal(house, deal).outcome is None


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_bot_that_could_move_out_of_turn_is_asked_once(house: House) -> None:
    """Its chance is lost work too, until it has been asked: then the deal waits for the person."""
    for _ in range(1_000):
        deal = find_deal(house, UUID(table(house, open_goat(house)).deals[0].deal))
        if deal.game.to_act(deal.state) == HUMAN and status(house, deal.id) == "bots":
            break
    else:
        pytest.fail("no bot was dealt a molodka")
    play_bots(house, deal.id)
    after = find_deal(house, deal.id)
    assert after.version > deal.version or status(house, deal.id) == "persons"
    assert play_bots(house, deal.id) == 0


class Fails(Exception):
    """Stands for the death of a process at this line."""


class DiesAtTheTable:
    """A store whose process dies before a table hears of its next deal."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, stream: UUID, **given: Any) -> Appended:
        if given["kind"] == "table" and given["expected"] > 0:
            raise Fails
        return self._store.append(stream, **given)


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_deal_that_its_table_knows_not_is_played_and_recorded(house: House) -> None:
    dying = replace(house, store=cast("EventStore", DiesAtTheTable(house.store)))
    with pytest.raises(Fails):
        open_goat(dying, persons=0)
    (lost,) = house.store.find(kind="deal", statuses=["bots"], limit=2)
    play_bots(house, lost.id)
    with pytest.raises(Fails):
        record_deal(dying, lost.id)
    assert status(house, lost.id) == "over", "not recorded before the table says so"
    while sweep(house, overdue=0):
        inbox(house).waiting.clear()
    (goat,) = house.store.find(kind="table", statuses=["over"], limit=2)
    assert_sound(house, goat.id)
    assert UUID(table(house, goat.id).deals[0].deal) == lost.id
