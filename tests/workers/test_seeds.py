"""Seeds of seats: late, twice, by two at a time, or never: a series goes on, or is forfeited."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any, cast
from uuid import UUID

import pytest

from domain.judge.deal_rules import check
from domain.kernel.deal import Revealed, SeedRevealed, Voided
from domain.kernel.event import Digest, Text
from domain.table.guests import WatcherAdmitted
from events.store import Appended, EventStore
from service.access.credentials import SeatHolder
from service.context import Context
from service.play import seeds
from service.play.deals import announce, find_deal
from service.play.progress import at_table, deal_of
from service.play.tables import NewSeat, NewTable, open_table
from service.problems import Code, Problem
from service.repository import StreamRepository
from service.streams import Deal, Done
from tests.seeding import commitment_of, seed_of
from tests.simulation.runtime import RUNTIME
from tests.workers.conftest import (
    afresh,
    assert_sound,
    command,
    inbox,
    owner,
    play_a_move,
    status,
    table,
)
from workers.sweep import sweep
from workers.turns import play_bots

BOTH = (0, 2)
"""The seats of the tests that add seeds."""
LATER = 61


def open_adding(context: Context, *, seats: tuple[int, ...] = BOTH, target: int = 4) -> UUID:
    """A table of Goat at which these seats add seeds, with bots on the others."""
    new_seats = [
        NewSeat(name=f"P{seat}", commits=True) if seat in seats else NewSeat(bot="easy")
        for seat in range(4)
    ]
    fields = NewTable(game="goat", name="yard", options={}, target=target, seats=new_seats)
    return open_table(context, owner(context), fields, command()).table.id


def next_deal(context: Context, goat: UUID) -> UUID:
    stream = context.streams.table(goat)
    assert stream is not None
    return deal_of(context, stream, stream.state.next_number)


def commit(context: Context, goat: UUID, seat: int) -> None:
    deal = next_deal(context, goat)
    seeds.commit_seed(
        context,
        SeatHolder(goat, seat),
        goat,
        seat,
        deal=deal,
        commitment=commitment_of(deal, seat),
        command=command(f"seat:{seat}"),
    )


def on(context: Context, goat: UUID) -> UUID:
    return UUID(table(context, goat).deals[-1].deal)


def show(context: Context, goat: UUID, seat: int, *, ahead: bool = True) -> Done[Deal]:
    deal = on(context, goat)
    following = commitment_of(next_deal(context, goat), seat)
    shown = seeds.reveal_seed(
        context,
        SeatHolder(goat, seat),
        deal,
        seed=seed_of(deal, seat),
        next_commitment=following if ahead else None,
        command=command(f"seat:{seat}"),
    )
    announce(context, shown.stream)
    return shown


def opened(context: Context, **fields: Any) -> UUID:
    """A table whose first deal waits for seeds."""
    goat = open_adding(context, **fields)
    for seat in table(context, goat).adding:
        commit(context, goat, seat)
    return goat


def refused(code: Code, act: Callable[..., object], *given: Any, **more: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        act(*given, **more)
    assert caught.value.code == code
    return caught.value


def test_a_series_with_seeds_ends_and_is_sound(context: Context) -> None:
    goat, chance = opened(context), Random(1)
    while table(context, goat).status == "playing":
        for seat in find_deal(context, on(context, goat)).progress.owing:
            show(context, goat, seat)
        sweep(context, overdue=0)
        while find_deal(context, on(context, goat)).outcome is None:
            for seat in BOTH:
                play_a_move(context, goat, chance, seat)
            play_bots(context, on(context, goat))
        sweep(context, overdue=0)
    assert_sound(context, goat)
    for line in table(context, goat).deals:
        deal = find_deal(context, UUID(line.deal))
        assert deal.opened.adding == BOTH
        assert {each.seat for each in deal.progress.shown} == set(BOTH)


def test_the_deal_opens_with_the_last_commitment_and_is_dealt_with_the_last_seed(
    context: Context,
) -> None:
    goat = open_adding(context)
    assert table(context, goat).status == "committing"
    commit(context, goat, 0)
    commit(context, goat, 0)
    assert table(context, goat).owing == (2,)
    expected = next_deal(context, goat)
    commit(context, goat, 2)
    deal = find_deal(context, on(context, goat))
    assert (deal.id, deal.version, status(context, deal.id)) == (expected, 1, "seeds")
    assert play_bots(context, deal.id) == 0, "no seat plays before the cards are dealt"
    assert status(context, deal.id) == "seeds"
    assert inbox(context).waiting == []
    show(context, goat, 2)
    assert status(context, deal.id) == "seeds"
    last = show(context, goat, 0)
    kinds = [record.type for record in last.records]
    assert kinds == ["deal.seed_revealed", "deal.shuffled", "goat.dealt"]
    assert status(context, deal.id) == "bots"
    assert check(last.stream.game, last.stream.events) == ()


def test_refused_moves(context: Context) -> None:
    goat = open_adding(context)
    deal, mine = next_deal(context, goat), SeatHolder(goat, 0)

    def commits(seat: int, *, to: UUID, of: UUID | None = None, by: SeatHolder = mine) -> None:
        seeds.commit_seed(
            context,
            by,
            goat,
            seat,
            deal=to,
            commitment=commitment_of(of or to, seat),
            command=command(f"seat:{seat}"),
        )

    refused(Code.NOT_NEXT_DEAL, commits, 0, to=UUID(int=7))
    refused(Code.NOT_ALLOWED, commits, 2, to=deal)
    bot = refused(Code.NOT_ALLOWED, commits, 1, to=deal, by=SeatHolder(goat, 1))
    assert bot.clauses == ("F1",)
    commits(0, to=deal)
    assert refused(Code.ALREADY_COMMITTED, commits, 0, to=deal, of=goat).clauses == ("F2",)
    commit(context, goat, 2)
    commits(0, to=deal)  # however late
    assert refused(Code.ALREADY_COMMITTED, commits, 0, to=deal, of=goat).clauses == ("F2",)

    def shows(seed: str) -> None:
        seeds.reveal_seed(context, mine, deal, seed=seed, command=command(mine.actor))

    before = context.store.versions([goat, deal])
    assert refused(Code.SEED_REFUSED, shows, "00" * 32).clauses == ("F3",)
    assert refused(Code.SEED_REFUSED, shows, seed_of(deal, 2)).clauses == ("F3",)
    assert context.store.versions([goat, deal]) == before


def test_a_seed_is_shown_once_however_often_it_is_sent(context: Context) -> None:
    goat = opened(context)
    first = show(context, goat, 0)
    assert not first.replayed
    show(context, goat, 2)
    again = show(context, goat, 0)
    assert again.replayed
    assert [r.version for r in again.records] == [r.version for r in first.records] == [2]


def test_two_at_a_time_commit_and_show_once(context: Context) -> None:
    goat = open_adding(context, seats=(0, 1, 2, 3))
    with ThreadPoolExecutor(4) as seats:
        list(seats.map(lambda n: commit_or_late(afresh(context), goat, n % 4), range(12)))
        deal = on(context, goat)
        list(seats.map(lambda n: show(afresh(context), goat, n % 4), range(12)))
    record = find_deal(context, deal)
    assert len(record.progress.shown) == 4
    assert record.progress.shuffled is not None
    assert check(record.game, record.events) == ()
    assert table(context, goat).owing == ()


def commit_or_late(context: Context, goat: UUID, seat: int) -> None:
    """The second attempt may find that the deal has begun, and commit to the next one."""
    commit(context, goat, seat)


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


def test_all_commitments_exist_but_the_deal_is_not_opened(context: Context) -> None:
    goat = open_adding(context)
    commit(context, goat, 0)
    with pytest.raises(Fails):
        commit(dying(context, "deal"), goat, 2)
    assert table(context, goat).status == "due"
    sweep(context, overdue=0)
    assert status(context, on(context, goat)) == "seeds"


def test_a_commitment_that_came_before_its_seed_does_no_harm(context: Context) -> None:
    goat = opened(context)
    with pytest.raises(Fails):
        show(dying(context, "deal"), goat, 0)
    assert table(context, goat).owing == (2,)
    show(context, goat, 0)
    show(context, goat, 2)
    assert find_deal(context, on(context, goat)).progress.shuffled is not None


def test_a_seat_that_does_not_show_its_seed_voids_the_deal(context: Context) -> None:
    goat = opened(context)
    show(context, goat, 0)
    assert sweep(context, overdue=0) == 0, "there is time"
    RUNTIME.pass_time(LATER)
    deal = on(context, goat)
    assert seeds.void_late_deal(context, deal)
    record = find_deal(context, deal)
    assert check(record.game, record.events) == ()
    assert record.over
    assert [type(event) for event in record.events[1:]] == [SeedRevealed, Voided, Revealed]
    assert record.progress.voided == Voided((2,))
    assert status(context, deal) == "recorded"
    at = table(context, goat)
    assert (at.status, at.next_number, at.owing) == ("committing", 2, (2,))
    assert [(line.deal, line.voided) for line in at.deals] == [(str(deal), (2,))]
    late = refused(Code.DEAL_VOIDED, show_late, context, goat, deal)
    assert late.clauses == ("F4",)


def show_late(context: Context, goat: UUID, deal: UUID) -> None:
    seeds.reveal_seed(
        context, SeatHolder(goat, 2), deal, seed=seed_of(deal, 2), command=command("seat:2")
    )


def test_a_seat_that_does_not_commit_voids_deals_until_it_has_forfeited(context: Context) -> None:
    goat = open_adding(context)
    for number in (1, 2, 3):
        commit(context, goat, 0)
        RUNTIME.pass_time(LATER)
        assert sweep(context, overdue=0) == 1
        assert table(context, goat).deals[-1].voided == (2,)
        assert len(table(context, goat).deals) == number
    at = table(context, goat)
    assert (at.status, at.forfeited) == ("over", (2,))
    assert at.ended is not None
    assert at.ended.ranks == (2, 1)
    assert sweep(context, overdue=0) == 0
    deal = next_deal(context, goat)
    refused(Code.NOT_NEXT_DEAL, commit, context, goat, 0)
    assert context.store.head(deal) is None


def test_the_next_request_records_the_void(context: Context) -> None:
    goat = opened(context)
    deal = on(context, goat)
    RUNTIME.pass_time(LATER)
    with pytest.raises(Fails):
        seeds.void_late_deal(dying(context, "table"), deal)
    assert status(context, deal) == "over"
    assert table(context, goat).status == "playing"
    sweep(context, overdue=0)
    assert table(context, goat).deals[0].voided == BOTH
    assert status(context, deal) == "recorded"


def test_a_seed_and_the_sweep_race(context: Context) -> None:
    """The first one counts, and the record is valid either way."""
    RUNTIME.pass_time(LATER)
    ended = set[str]()
    for _ in range(12):
        goat = opened(context)
        show(context, goat, 0, ahead=False)
        with ThreadPoolExecutor(2) as both:
            voided = both.submit(seeds.void_late_deal, afresh(context), on(context, goat))
            shown = both.submit(show, afresh(context), goat, 2, ahead=False)
            failed = shown.exception()
            assert failed is None or getattr(failed, "code", None) == Code.DEAL_VOIDED
            did = voided.result()
        assert did == (failed is not None)
        record = find_deal(context, UUID(table(context, goat).deals[0].deal))
        assert check(record.game, record.events) == ()
        assert (record.progress.shuffled is not None) != did
        ended.add("voided" if did else "dealt")
    assert ended


def test_f4_other_players_do_not_extend_the_time_to_commit(context: Context) -> None:
    goat = open_adding(context)
    before = context.streams.table(goat)
    assert before is not None
    assert before.state.status == "committing"
    token = Digest("ab" * 32)
    later = RUNTIME.now() + LATER * 1_000_000
    watcher = WatcherAdmitted(1, Text("Screen"), None, token, until=later)
    at_table(context, goat, command(), lambda _: (watcher,), at=later)
    stream = context.streams.table(goat)
    assert stream is not None
    assert seeds.deadline(stream) == seeds.deadline(before)


def test_two_sweeps_at_a_time_void_once(context: Context) -> None:
    goat = open_adding(context)
    RUNTIME.pass_time(LATER)
    with ThreadPoolExecutor(4) as sweeps:
        did = list(sweeps.map(lambda _: seeds.void_late_table(afresh(context), goat), range(4)))
    assert any(did)
    assert all(line.voided == BOTH for line in table(context, goat).deals)
    lines = table(context, goat).deals
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert len(lines) <= sum(did)
