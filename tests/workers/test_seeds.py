"""Seeds of seats: late, twice, by two at a time, or never: a series goes on, or is forfeited."""

from dataclasses import replace
from random import Random
from typing import Any, cast
from uuid import UUID

import pytest

from domain.judge.deal_rules import check
from domain.kernel.clock import SECOND
from domain.kernel.deal import Revealed, SeedRevealed, Voided
from domain.kernel.event import Digest, Text
from domain.table.guests import WatcherAdmitted
from events.store import Appended, EventStore
from service.access.credentials import SeatHolder
from service.context import Context
from service.deals import seeds
from service.deals.streams import announce, find_deal
from service.problems import Code
from service.repository import StreamRepository
from service.streams import Deal, Done
from service.tables.progress import at_table as append
from tests.seeding import commitment_of, seed_of
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    at_table,
    commit,
    context_in_memory,
    next_deal,
    on,
    record_of,
    refused,
    show,
)
from tests.simulation.tables import opened as table_with
from tests.workers.conftest import afresh, assert_sound, command, inbox, play_a_move, status
from workers.sweep import sweep
from workers.turns import play_bots

BOTH = (0, 2)
"""The seats of the tests that add seeds."""
LATER = 61


@pytest.fixture
def context() -> Context:
    return context_in_memory()


@pytest.fixture
def goat(context: Context) -> UUID:
    """A table of Goat at which two seats add seeds, with bots on the others."""
    return table_with(context, commits=BOTH, bots=(1, 3), turn_limit=None, target=4)


@pytest.fixture
def waiting(context: Context, goat: UUID) -> UUID:
    """The same, where the first deal waits for seeds."""
    for seat in BOTH:
        commit(context, goat, seat)
    return goat


def show_both(context: Context, goat: UUID, seat: int, **more: Any) -> Done[Deal]:
    """Show a seed with the commitment to the next one."""
    following = commitment_of(next_deal(context, goat), seat)
    deal = on(context, goat).id
    shown = show(context, goat, seat, deal, **{"next_commitment": following, **more})
    announce(context, shown.stream)
    return shown


def test_a_series_with_seeds_ends_and_is_sound(context: Context, waiting: UUID) -> None:
    chance = Random(1)
    while at_table(context, waiting).status == "playing":
        for seat in on(context, waiting).progress.owing:
            show_both(context, waiting, seat)
        sweep(context, overdue=0)
        while on(context, waiting).outcome is None:
            for seat in BOTH:
                play_a_move(context, waiting, chance, seat)
            play_bots(context, on(context, waiting).id)
        sweep(context, overdue=0)
    assert_sound(context, waiting)
    for line in at_table(context, waiting).deals:
        deal = find_deal(context, UUID(line.deal))
        assert deal.opened.adding == BOTH
        assert {each.seat for each in deal.progress.shown} == set(BOTH)


def test_the_deal_opens_with_the_last_commitment_and_is_dealt_with_the_last_seed(
    context: Context, goat: UUID
) -> None:
    assert at_table(context, goat).status == "committing"
    commit(context, goat, 0)
    commit(context, goat, 0)
    assert at_table(context, goat).owing == (2,)
    expected = commit(context, goat, 2)
    deal = on(context, goat)
    assert (deal.id, deal.version, status(context, deal.id)) == (expected, 1, "seeds")
    assert play_bots(context, deal.id) == 0, "no seat plays before the cards are dealt"
    assert status(context, deal.id) == "seeds"
    assert inbox(context).waiting == []
    show_both(context, goat, 2)
    assert status(context, deal.id) == "seeds"
    last = show_both(context, goat, 0)
    kinds = [record.type for record in last.records]
    assert kinds == ["deal.seed_revealed", "deal.shuffled", "goat.dealt"]
    assert status(context, deal.id) == "bots"
    assert check(last.stream.game, last.stream.events) == ()


def test_refused_moves(context: Context, goat: UUID) -> None:
    deal, other = next_deal(context, goat), commitment_of(goat, 0)
    refused(Code.NOT_NEXT_DEAL, commit, context, goat, 0, deal=UUID(int=7))
    refused(Code.NOT_ALLOWED, commit, context, goat, 2, by=SeatHolder(goat, 0))
    assert refused(Code.NOT_ALLOWED, commit, context, goat, 1).clauses == ("F1",)
    commit(context, goat, 0)
    for _ in range(2):
        again = refused(
            Code.ALREADY_COMMITTED, commit, context, goat, 0, deal=deal, commitment=other
        )
        assert again.clauses == ("F2",)
        commit(context, goat, 2, deal=deal)
        commit(context, goat, 0, deal=deal)  # however late
    before = context.store.versions([goat, deal])
    for seed in ("00" * 32, seed_of(deal, 2)):
        wrong = refused(Code.SEED_REFUSED, show, context, goat, 0, deal, seed=seed)
        assert wrong.clauses == ("F3",)
    assert context.store.versions([goat, deal]) == before


def test_a_seed_is_shown_once_however_often_it_is_sent(context: Context, waiting: UUID) -> None:
    first = show_both(context, waiting, 0)
    assert not first.replayed
    show_both(context, waiting, 2)
    again = show_both(context, waiting, 0)
    assert again.replayed
    assert [r.version for r in again.records] == [r.version for r in first.records] == [2]


def test_two_at_a_time_commit_and_show_once(context: Context) -> None:
    """A second commitment may find that the deal has begun, and be for the next one."""
    goat = table_with(context, commits=range(4), turn_limit=None)
    with RUNTIME.executor(4, name="seats") as seats:
        list(seats.map(lambda n: commit(afresh(context), goat, n % 4), range(12)))
        deal = on(context, goat).id
        list(seats.map(lambda n: show_both(afresh(context), goat, n % 4), range(12)))
    record = find_deal(context, deal)
    assert len(record.progress.shown) == 4
    assert record.progress.shuffled is not None
    assert check(record.game, record.events) == ()
    assert at_table(context, goat).owing == ()


class Fails(Exception):
    """Simulates the death of a process at this line."""


class DiesBefore:
    """A store whose process dies before it appends to a kind of stream."""

    def __init__(self, store: EventStore, kind: str) -> None:
        self._store, self._kind = store, kind

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, stream: UUID, **given: Any) -> Appended:
        if given["kind"] == self._kind:
            raise Fails
        return self._store.append(stream, **given)


def dying(context: Context, kind: str) -> Context:
    store = cast("EventStore", DiesBefore(context.store, kind))
    return replace(context, store=store, streams=StreamRepository(store, RUNTIME))


def test_all_commitments_exist_but_the_deal_is_not_opened(context: Context, goat: UUID) -> None:
    commit(context, goat, 0)
    with pytest.raises(Fails):
        commit(dying(context, "deal"), goat, 2)
    assert at_table(context, goat).status == "due"
    sweep(context, overdue=0)
    assert status(context, on(context, goat).id) == "seeds"


def test_a_commitment_that_came_before_its_seed_does_no_harm(
    context: Context, waiting: UUID
) -> None:
    with pytest.raises(Fails):
        show_both(dying(context, "deal"), waiting, 0)
    assert at_table(context, waiting).owing == (2,)
    show_both(context, waiting, 0)
    show_both(context, waiting, 2)
    assert on(context, waiting).progress.shuffled is not None


def test_a_seat_that_does_not_show_its_seed_voids_the_deal(context: Context, waiting: UUID) -> None:
    show_both(context, waiting, 0)
    assert sweep(context, overdue=0) == 0, "there is time"
    RUNTIME.pass_time(LATER)
    deal = on(context, waiting).id
    assert seeds.void_late_deal(context, deal)
    record = find_deal(context, deal)
    assert check(record.game, record.events) == ()
    assert record.over
    assert [type(event) for event in record.events[1:]] == [SeedRevealed, Voided, Revealed]
    assert record.progress.voided == Voided((2,))
    assert status(context, deal) == "recorded"
    at = at_table(context, waiting)
    assert (at.status, at.adding, at.left_out) == ("playing", (0,), frozenset({2}))
    assert [(line.deal, line.voided) for line in at.deals[:1]] == [(str(deal), (2,))]
    assert refused(Code.DEAL_VOIDED, show, context, waiting, 2, deal).clauses == ("F4",)


@pytest.mark.parametrize("of_a_deal", [True, False])
def test_the_time_for_seeds_is_over_at_the_deadline_and_not_before(
    context: Context, goat: UUID, *, of_a_deal: bool
) -> None:
    """To show them, and to commit to them."""
    for seat in BOTH if of_a_deal else ():
        commit(context, goat, seat)
    with RUNTIME.stopped():
        since = on(context, goat).records[0].at if of_a_deal else None
        left = seeds.deadline(record_of(context, goat), since=since) - RUNTIME.now()
        for pause, voided in ((left - 1_000, 0), (1_000, 1)):
            RUNTIME.pass_time(pause / SECOND)
            assert sweep(context, overdue=0) == voided
    assert at_table(context, goat).deals[0].voided == BOTH


def test_a_seat_that_commits_and_voids_deals_has_forfeited_with_the_third(
    context: Context, goat: UUID
) -> None:
    """The first deal is voided for its commitment, the others for its seed."""
    commit(context, goat, 0)
    RUNTIME.pass_time(LATER)
    assert sweep(context, overdue=0) == 1
    for number in (2, 3):
        assert [line.voided for line in at_table(context, goat).deals] == [(2,)] * (number - 1)
        commit(context, goat, 2)
        show(context, goat, 0, commit(context, goat, 0))
        RUNTIME.pass_time(LATER)
        assert sweep(context, overdue=0) == 1
    at = at_table(context, goat)
    assert (at.status, at.forfeited) == ("over", (2,))
    assert at.ended is not None
    assert at.ended.ranks == (2, 1)
    assert sweep(context, overdue=0) == 0
    deal = next_deal(context, goat)
    refused(Code.NOT_NEXT_DEAL, commit, context, goat, 0)
    assert context.store.head(deal) is None


def test_the_next_request_records_the_void(context: Context, waiting: UUID) -> None:
    deal = on(context, waiting).id
    RUNTIME.pass_time(LATER)
    with pytest.raises(Fails):
        seeds.void_late_deal(dying(context, "table"), deal)
    assert status(context, deal) == "over"
    assert at_table(context, waiting).status == "playing"
    sweep(context, overdue=0)
    assert at_table(context, waiting).deals[0].voided == BOTH
    assert status(context, deal) == "recorded"


def test_f4_other_players_do_not_extend_the_time_to_commit(context: Context, goat: UUID) -> None:
    before = record_of(context, goat)
    assert before.state.status == "committing"
    later = RUNTIME.now() + LATER * 1_000_000
    watcher = WatcherAdmitted(1, Text("Screen"), None, Digest("ab" * 32), until=later)
    append(context, goat, command(), lambda _: (watcher,), at=later)
    assert seeds.deadline(record_of(context, goat)) == seeds.deadline(before)


def test_a_commitment_that_comes_before_the_sweep_decides_counts(
    context: Context, goat: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process ends before it opens the deal, so that the table still waits."""
    commit(context, goat, 0)
    RUNTIME.pass_time(LATER)

    def after_commitment(*given: Any, **more: Any) -> Any:
        monkeypatch.undo()
        with pytest.raises(Fails):
            commit(dying(context, "deal"), goat, 2)
        return append(*given, **more)

    monkeypatch.setattr(seeds, "at_table", after_commitment)
    assert not seeds.void_late_table(afresh(context), goat)
    assert (at_table(context, goat).status, at_table(context, goat).deals) == ("due", ())
    sweep(context, overdue=0)
    assert on(context, goat).opened.adding == BOTH


@pytest.mark.parametrize("attempt", range(12))
def test_a_seed_and_the_sweep_race(context: Context, waiting: UUID, attempt: int) -> None:
    """The first one counts, and the record is valid either way."""
    show(context, waiting, 0, deal := on(context, waiting).id)
    RUNTIME.pass_time(LATER - 1 - attempt % 2 / 2)
    with RUNTIME.executor(2, name="race") as both:
        shown = both.submit(show, afresh(context), waiting, 2, deal)
        RUNTIME.pass_time(1 + attempt % 3 / 2)
        voided = both.submit(seeds.void_late_deal, afresh(context), deal)
        failed = shown.exception()
        assert failed is None or getattr(failed, "code", None) == Code.DEAL_VOIDED
        did = voided.result()
    assert did == (failed is not None)
    record = find_deal(context, deal)
    assert check(record.game, record.events) == ()
    assert (record.progress.shuffled is not None) != did


def test_two_sweeps_at_a_time_void_once(context: Context, goat: UUID) -> None:
    RUNTIME.pass_time(LATER)
    with RUNTIME.executor(4, name="sweeps") as sweeps:
        did = list(sweeps.map(lambda _: seeds.void_late_table(afresh(context), goat), range(4)))
    assert any(did)
    lines = at_table(context, goat).deals
    assert all(line.voided == BOTH for line in lines)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert len(lines) <= sum(did)
