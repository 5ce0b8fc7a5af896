"""Tasks may arrive twice, late, out of order, two at a time, or never: a series goes on."""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any, cast
from uuid import UUID

import pytest

from bots import core
from domain.table.events import TableBranched
from events.store import Appended, EventStore
from service.context import Context
from service.deals.streams import find_deal
from service.problems import Problem
from service.proof.bundles import bundle_deal
from service.repository import StreamRepository
from service.tables.branches import NewBranch, open_branch
from service.tables.creation import NewSeat, NewTable, open_table
from service.tables.progress import open_next_deal, record_deal
from tests.contexts import Announced, Inbox, opened_context
from tests.simulation.runtime import RUNTIME
from tests.workers.conftest import (
    HUMAN,
    afresh,
    assert_sound,
    command,
    inbox,
    open_goat,
    owner,
    play_a_move,
    status,
    table,
)
from verifier.bundle import read, write
from verifier.case import Case
from verifier.verdicts import FAILS, HAND, HOLDS, Verdict
from verifier.verify import verify
from workers.sweep import sweep
from workers.turns import play_bots


def deliver(context: Context, task: Announced) -> None:
    name, deal = task
    if name == "play_bots":
        play_bots(context, deal)
    else:
        record_deal(context, deal)


def test_a_series_ends_when_every_task_arrives_once(context: Context) -> None:
    goat, chance = open_goat(context, target=12), Random(1)
    while table(context, goat).status == "playing":
        while inbox(context).waiting:
            deliver(context, inbox(context).waiting.pop(0))
        play_a_move(context, goat, chance)
    assert_sound(context, goat)


def test_tasks_may_arrive_twice_late_and_in_any_order(context: Context) -> None:
    goat, chance = open_goat(context), Random(2)
    seen: list[Announced] = []
    while table(context, goat).status == "playing":
        seen += inbox(context).waiting
        inbox(context).waiting.clear()
        if seen:
            deliver(afresh(context), chance.choice(seen))  # sometimes an old one again
            deliver(context, seen[-1])
        play_a_move(context, goat, chance)
    for task in seen:
        deliver(context, task)
    assert_sound(context, goat)


def test_a_series_ends_when_no_task_ever_arrives(context: Context) -> None:
    goat, chance = open_goat(context), Random(3)
    for _ in range(1000):
        inbox(context).waiting.clear()
        sweep(context, overdue=0)
        play_a_move(context, goat, chance)
        if table(context, goat).status == "over":
            break
    assert sweep(context, overdue=0) == 0
    assert_sound(context, goat)


def test_the_sweep_leaves_alone_what_is_not_overdue(context: Context) -> None:
    open_goat(context, persons=0)
    inbox(context).waiting.clear()
    assert sweep(context) == 0
    assert sweep(context, overdue=0) > 0


def test_the_sweep_takes_work_whose_age_a_wrong_clock_hides(context: Context) -> None:
    open_goat(context, persons=0)
    inbox(context).waiting.clear()
    with RUNTIME.ahead(-3600):
        assert sweep(context) > 0


def test_two_workers_at_a_time_do_everything_once(database: str) -> None:
    with opened_context(database) as context:
        goat, chance = open_goat(context), Random(4)
        with ThreadPoolExecutor(4) as workers:
            while table(context, goat).status == "playing":
                tasks, inbox(context).waiting = inbox(context).waiting, []
                both = [
                    workers.submit(deliver, afresh(context), task)
                    for task in tasks
                    for _ in range(2)
                ]
                for one in both:
                    one.result()
                sweep(context, overdue=0)
                play_a_move(context, goat, chance)
        assert_sound(context, goat)


def test_two_openers_at_a_time_open_one_deal(context: Context) -> None:
    goat = open_table(
        context, owner(context), NewTable(game="goat", name="yard", options={}), command()
    ).table.id
    assert open_next_deal(context, goat) is None  # it waits for players
    full = open_goat(context, persons=4)
    with ThreadPoolExecutor(4) as openers:
        opened = set(openers.map(lambda _: open_next_deal(afresh(context), full), range(8)))
    assert opened == {UUID(table(context, full).deals[0].deal)}


DEATHS = 4


class Fails(Exception):
    """Simulates the death of a process at this line."""


class Deadly(Inbox):
    """Announces nothing: the process dies between the append and the announcement."""

    def play_bots(
        self, deal: UUID, *, version: int, levels: Collection[str | None], owner: str
    ) -> None:
        raise Fails

    def record_deal(self, deal: UUID, *, owner: str) -> None:
        raise Fails


def play_on(context: Context, goat: UUID, chance: Random) -> None:
    while table(context, goat).status == "playing":
        play_bots(context, UUID(table(context, goat).deals[-1].deal))
        play_a_move(context, goat, chance)


def test_a_worker_that_dies_between_append_and_announcement_loses_nothing(
    context: Context,
) -> None:
    goat, chance = open_goat(context, target=12), Random(5)  # four deaths end no such series
    for _ in range(DEATHS):
        deadly = replace(afresh(context), tasks=Deadly())
        with pytest.raises(Fails):
            play_on(deadly, goat, chance)
        assert sweep(context, overdue=0) > 0
    while table(context, goat).status != "over":
        play_a_move(context, goat, chance)
        sweep(context, overdue=0)
    assert_sound(context, goat)


def test_a_deal_that_is_on_is_not_recorded(context: Context) -> None:
    goat = open_goat(context, persons=4)
    deal = UUID(table(context, goat).deals[0].deal)
    record_deal(context, deal)
    record_deal(context, UUID(int=7))  # a deal that does not exist causes no work
    assert table(context, goat).status == "playing"
    assert find_deal(context, deal).outcome is None


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_bot_that_could_move_out_of_turn_is_asked_once(context: Context) -> None:
    """Its chance to move is lost work, too, until it has been asked: then the deal waits for the
    person.
    """
    for _ in range(1_000):
        deal = find_deal(context, UUID(table(context, open_goat(context)).deals[0].deal))
        if deal.game.to_act(deal.state) == HUMAN and status(context, deal.id) == "bots":
            break
    else:
        pytest.fail("no bot was dealt a molodka")
    play_bots(context, deal.id)
    after = find_deal(context, deal.id)
    assert after.version > deal.version or status(context, deal.id) == "persons"
    assert play_bots(context, deal.id) == 0


class DiesAtTheTable:
    """A store whose process dies before the next deal is recorded at its table."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, stream: UUID, **given: Any) -> Appended:
        if given["kind"] == "table" and given["expected"] > 0:
            raise Fails
        return self._store.append(stream, **given)


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_deal_that_its_table_knows_not_is_played_and_recorded(context: Context) -> None:
    store = cast("EventStore", DiesAtTheTable(context.store))
    dying = replace(context, store=store, streams=StreamRepository(store, RUNTIME))
    with pytest.raises(Fails):
        open_goat(dying, persons=0)
    (lost,) = context.store.find(kind="deal", statuses=["bots"], limit=2)
    play_bots(context, lost.id)
    with pytest.raises(Fails):
        record_deal(dying, lost.id)
    assert status(context, lost.id) == "over", "not recorded before the table's own record"
    while sweep(context, overdue=0):
        inbox(context).waiting.clear()
    (goat,) = context.store.find(kind="table", statuses=["over"], limit=2)
    assert_sound(context, goat.id)
    assert UUID(table(context, goat.id).deals[0].deal) == lost.id


def played(context: Context, goat: UUID) -> list[UUID]:
    """The deals of a table, once its series is over."""
    chance = Random(5)
    while table(context, goat).status == "playing":
        sweep(context, overdue=0)
        play_a_move(context, goat, chance)
    return [UUID(line.deal) for line in table(context, goat).deals]


def said(context: Context, deal: UUID) -> dict[str, Verdict]:
    bundle = bundle_deal(context, owner(context), deal, wanted=None, receipts=True, size=None)
    return {each.check: each for each in verify(Case(read(write(bundle))))}


def test_the_moves_of_bots_are_verified_from_the_bundle(context: Context) -> None:
    for deal in played(context, open_goat(context, target=2)):
        verdicts = said(context, deal)
        assert FAILS not in {each.status for each in verdicts.values()}, verdicts
        assert verdicts["bots"].status == HOLDS
        assert "easy/2@0, medium/3@5000" in verdicts["bots"].detail


def test_in_a_branch_the_moves_of_the_source_are_no_bots(context: Context) -> None:
    source = played(context, open_goat(context, target=2))[0]
    fields = NewBranch(at=10, cards="true", from_seat=0)
    made = open_branch(context, owner(context), source, fields, command()).table
    assert isinstance(context.streams.table(made.id).events[1], TableBranched)  # type: ignore[union-attr]
    (deal,) = played(context, made.id)
    assert any(record.actor.startswith("bot:") for record in find_deal(context, deal).records)
    verdicts = said(context, deal)
    assert FAILS not in {each.status for each in verdicts.values()}, verdicts
    assert verdicts["bots"].status == HAND
    assert "laid by hand" in verdicts["bots"].detail


def test_a_bot_that_needs_the_core_waits_for_a_worker_that_has_it(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [NewSeat(name="Ann"), NewSeat(bot="hard")]
    fields = NewTable(game="durak", name="yard", options={}, target=1, seats=seats)
    made = open_table(context, owner(context), fields, command()).table
    (line,) = made.state.deals
    deal, chance = UUID(line.deal), Random(1)
    while find_deal(context, deal).game.to_act(find_deal(context, deal).state) == 0:
        play_a_move(context, made.id, chance)
    version = find_deal(context, deal).version
    monkeypatch.setattr(core, "is_available", lambda: False)
    with pytest.raises(Problem, match="level-not-available"):
        play_bots(context, deal)
    assert find_deal(context, deal).version == version
    monkeypatch.undo()
    assert play_bots(context, deal) > 0
