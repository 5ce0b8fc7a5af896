"""A bot's move waits until it is due: it blocks nothing, and is not lost with a process."""

import re
from dataclasses import replace
from functools import partial
from typing import Any, cast
from uuid import UUID

import pytest
from structlog.testing import capture_logs

import bots
from domain.games import GAMES
from domain.judge.record_rules import FIRST_FIXED
from domain.kernel.progress import Progress
from events.postgres import PostgresStore
from service.context import Context
from service.deals import streams
from service.deals.streams import GRAIN, find_deal
from service.seats import leaving
from service.streams import Deal
from tests.contexts import opened_context
from tests.serving import ROOT
from tests.simulation.runtime import BEGAN, RUNTIME
from tests.simulation.tables import (
    OWNER,
    SECOND,
    assert_proved,
    at_table,
    context_in_memory,
    move,
    on,
    opened,
    turn,
)
from tests.simulation.waiting import until
from tests.workers.conftest import Queue, afresh, command, inbox, open_goat, status
from workers import turns
from workers.due import (
    STEP,
    BotTurn,
    DecidedMove,
    Moves,
    Timer,
    WaitingMove,
    delay,
    due,
    next_multiple,
)
from workers.sweep import sweep
from workers.turns import end_turn, make_move, play_bots

pytestmark = pytest.mark.usefixtures("stopped")
SEATS = 4
DELAY = 50_000
"""In µs: that of Goat's bots."""
GUIDE = ROOT / "docs" / "api.md"
MANY = 10_000
HOUR = 3600 * SECOND


@pytest.fixture
def context() -> Context:
    return context_in_memory()


def of_bots(context: Context, **fields: Any) -> UUID:
    """A table with bots only, one of which must move."""
    return opened(context, bots=range(SEATS), turn_limit=None, **fields)


def a_move_of(version: int) -> WaitingMove:
    return WaitingMove(UUID(int=version), version, cast("BotTurn", None))


# --- When ---------------------------------------------------------------------------------------


def test_every_move_is_recorded_one_delay_after_the_event_before_it(context: Context) -> None:
    table, queue = of_bots(context), Queue()
    deal = on(context, table).id
    while play_bots(context, deal, queue):
        [(at, waiting)] = queue.waiting
        before = find_deal(context, deal)
        assert at == before.records[-1].at + DELAY
        RUNTIME.pass_until(at)
        make_move(context, waiting)
        queue.waiting.clear()
        after = find_deal(context, deal)
        assert after.records[before.version].at == at
        follows = "record_deal" if after.over else "play_bots"
        assert (follows, deal) in inbox(context).waiting
        inbox(context).waiting.clear()
        RUNTIME.pass_time(0.012)
        if after.version > 30:
            break
    leaving.close_table(context, OWNER, table, command())
    assert_proved(context, table)


@pytest.mark.parametrize(
    "case",
    [
        (0, 1, 1),
        (DELAY // 2, 1, 1),
        (DELAY // 2 + 1, 1, 2),
        (0, DELAY, 1),
        (0, DELAY + 1, 2),
        (3 * DELAY, 1, 4),
        (0, 7 * DELAY, 7),
    ],
)
def test_a_late_move_is_recorded_at_the_next_multiple(
    case: tuple[int, int, int], context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each case: when the bot is asked, how long it thinks, and after how many delays it moves."""
    after, thinks, expected = case
    deal, queue = on(context, of_bots(context)).id, Queue()
    since, before = find_deal(context, deal).records[-1].at, turns.next_turn

    def slowly(*given: Any) -> Any:
        RUNTIME.pass_time(thinks / SECOND)
        return before(*given)

    monkeypatch.setattr(turns, "next_turn", slowly)
    RUNTIME.pass_until(since + after)
    play_bots(context, deal, queue)
    [(at, _)] = queue.waiting
    assert at - since == expected * DELAY


def test_a_slower_machine_multiplies_the_delay(context: Context) -> None:
    deal, queue = on(context, of_bots(context)).id, Queue(factor=3)
    play_bots(context, deal, queue)
    assert queue.waiting[0][0] - find_deal(context, deal).records[-1].at == 3 * DELAY


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_delay_follows_from_the_bots_alone_and_covers_twice_their_worst_case(game: Any) -> None:
    for level in bots.levels(game):
        levels = (level, None)
        deal = cast("Deal", _At(game, levels))
        most = bots.most_positions(game, level)
        assert delay(deal) % STEP == 0
        worst = most // 10 if bots.uses_core(game, level) else 4 * most
        assert delay(deal) >= 2 * worst
        assert delay(deal, factor=2) == 2 * delay(deal)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_guide_has_the_delays(game: Any) -> None:
    row = re.search(
        rf"^\| {game.title} \|((?: (?:\d+ )?\|)+)", GUIDE.read_text("utf-8"), re.MULTILINE
    )
    assert row is not None
    deals = [cast("Deal", _At(game, (level, None))) for level in bots.levels(game)]
    written = [int(each) for each in row[1].split("|") if each.strip()]
    assert written == [delay(each) // 1_000 for each in deals]


class _At:
    """The parts of a deal that its delay depends on."""

    def __init__(self, game: Any, levels: tuple[str | None, ...]) -> None:
        self.game, self.bots = game, levels


def test_multiples_are_counted_from_the_first() -> None:
    assert [next_multiple(100, 10, at=at) for at in (0, 100, 101, 110, 111)] == [
        *(100, 100, 110, 110, 120)
    ]


def test_a_stand_in_is_due_one_delay_after_it_has_waited(context: Context) -> None:
    table = opened(context, bots=(1, 2, 3))
    while turn(context, table) != 0:
        play_bots(context, on(context, table).id)
    RUNTIME.pass_time(10)
    end_turn(context, on(context, table).id)
    deal = on(context, table)
    assert deal.clock is not None
    assert deal.clock.stands_in
    ends = deal.clock.until
    assert ends is not None
    assert due(deal, DELAY, at=ends) == ends + DELAY
    queue = Queue()
    RUNTIME.pass_until(ends)
    end_turn(context, deal.id, queue)
    if not queue.waiting:  # no work out of turn
        play_bots(context, deal.id, queue)
    assert queue.waiting[0][0] == ends + delay(deal)


def test_at_a_test_table_bots_move_at_once(context: Context) -> None:
    queue = Queue()
    table = of_bots(context, test=True)
    assert play_bots(context, on(context, table).id, queue) > 1
    assert queue.waiting == []


def test_bots_do_not_wait_until_the_clock_of_another_machine_comes_true(context: Context) -> None:
    table, queue = of_bots(context), Queue()
    deal = on(context, table).id
    ahead = find_deal(context, deal).records[-1].at
    RUNTIME.set_clock(-3600)
    play_bots(context, deal, queue)
    [(at, waiting)] = queue.waiting
    assert at == RUNTIME.now() + DELAY
    RUNTIME.pass_until(at)
    make_move(context, waiting)
    assert find_deal(context, deal).records[-1].at == ahead + DELAY, "times never go back"
    leaving.close_table(context, OWNER, table, command())
    assert_proved(context, table)


def test_a_delay_of_a_test_table_begins_now_if_its_last_event_is_of_the_future(
    context: Context,
) -> None:
    table, queue = of_bots(context, test=True, bot_delay_ms=700), Queue()
    RUNTIME.set_clock(-3600)
    play_bots(context, on(context, table).id, queue)
    [(at, _)] = queue.waiting
    assert at == RUNTIME.now() + 700_000


# --- Events in the meantime -----------------------------------------------------------------------


def test_a_move_is_made_only_on_what_its_bot_has_seen(context: Context) -> None:
    table, queue = opened(context, bots=(1, 2, 3), turn_limit=None), Queue()
    if turn(context, table) == 0:
        move(context, table, 0)
    deal = on(context, table).id
    play_bots(context, deal, queue)
    [(at, waiting)] = queue.waiting
    leaving.leave_deal(context, deal, 0, command("seat:0"))
    version = find_deal(context, deal).version
    RUNTIME.pass_until(at)
    make_move(context, waiting)
    assert find_deal(context, deal).version == version
    play_bots(context, deal, queue)
    assert queue.waiting[-1][1].version == version


def test_the_move_of_a_process_that_died_is_decided_again_and_made_once(context: Context) -> None:
    deal, lost, other = on(context, of_bots(context)).id, Queue(), Queue()
    play_bots(context, deal, lost)
    [(_, decided)] = lost.waiting
    assert status(context, deal) == "bots"
    RUNTIME.pass_time(4)
    sweep(afresh(context), later=other)
    [(at, again)] = other.waiting
    assert again == decided
    RUNTIME.pass_until(at)
    for each in (again, decided, again):
        make_move(afresh(context), each)
    assert find_deal(context, deal).version > decided.version
    moves = [each for each in find_deal(context, deal).records if each.actor.startswith("bot:")]
    assert len({each.command_id for each in moves}) == 1


# --- Waiting blocks nothing -----------------------------------------------------------------------


@pytest.mark.costly
def test_thousands_of_waiting_moves_hold_no_thread_of_their_own() -> None:
    before = {*RUNTIME.scheduler.tasks}
    timer = Timer(RUNTIME)
    moves = Moves(timer, lambda _: None)
    late = RUNTIME.now() + HOUR
    for number in range(MANY):
        moves.add(late + number, a_move_of(number))
        moves.add(late, a_move_of(number))
    assert len(timer) == MANY, "a deal's version has only one move"
    names = sorted(each.name for each in {*RUNTIME.scheduler.tasks} - before)
    assert names == ["due", "due_0", "due_1"]
    assert set(timer.drain()) == {DecidedMove(UUID(int=number), number) for number in range(MANY)}
    assert len(timer) == 0


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_waiting_move_holds_no_connection_and_is_made_when_due(database: str) -> None:
    with opened_context(database) as context:
        timer = Timer(RUNTIME)
        moves = Moves(timer, partial(make_move, context), factor=20)
        deals = list[UUID]()
        for _ in range(10):
            deals.append(_deal_of(context, open_goat(context, persons=0)))
            play_bots(context, deals[-1], moves)
        assert len(timer) == len(deals)
        stats = cast("PostgresStore", context.store).pool.get_stats()
        assert stats["pool_available"] == stats["pool_size"]
        versions = {deal: find_deal(context, deal).version for deal in deals}
        until(lambda: all(find_deal(context, deal).version > versions[deal] for deal in deals))
        for deal in deals:
            found = find_deal(context, deal)
            records, due_after = found.records, delay(found, factor=20)
            waited = records[versions[deal]].at - records[versions[deal] - 1].at
            assert waited >= due_after


def _deal_of(context: Context, table: UUID) -> UUID:
    return UUID(at_table(context, table).deals[0].deal)


def test_a_move_that_fails_keeps_no_other_from_its_time() -> None:
    made: list[int] = []

    def fails(move: WaitingMove) -> None:
        if move.version == 1:
            raise ZeroDivisionError
        made.append(move.version)

    timer = Timer(RUNTIME)
    moves = Moves(timer, fails)
    at = RUNTIME.now()
    with capture_logs() as logged:
        for version in (3, 2, 1):
            moves.add(at + version * 20_000, a_move_of(version))
        until(lambda: sorted(made) == [2, 3] and logged)
    [line] = logged
    assert (line["event"], line["key"]) == ("job.failed", str(DecidedMove(UUID(int=1), 1)))
    assert len(timer) == 0


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_timer_is_on_time_though_the_clock_was_wrong(jump: int) -> None:
    made: list[float] = []
    timer = Timer(RUNTIME)
    with RUNTIME.ahead(jump / SECOND):
        timer.add(RUNTIME.now() + 60_000, 1, lambda: made.append(RUNTIME.monotonic()))
    began = RUNTIME.monotonic()
    until(lambda: made)
    assert made == [pytest.approx(began + 0.06)]


def test_a_sweep_corrects_a_move_for_which_the_clock_was_set_while_its_bot_thought() -> None:
    """It would wait for an hour, and the sweep finds the deal some seconds later."""
    made: list[str] = []
    timer = Timer(RUNTIME)
    times = ("wrong", HOUR), ("again", HOUR), ("right", 20_000), ("same", 21_000)
    for name, later in times:
        timer.add(RUNTIME.now() + later, 1, partial(made.append, name))
    until(lambda: made == ["right"])
    assert len(timer) == 1, "the wrong one, which finds another version"
    timer.add(RUNTIME.now() + 20_000, 1, partial(made.append, "next"))
    until(lambda: made == ["right", "next"])
    assert timer.drain() == []


# --- Times in a deal ----------------------------------------------------------------------------


def test_times_in_a_deal_are_rounded_down_and_never_go_back(context: Context) -> None:
    table = opened(context)
    for _ in range(12):
        RUNTIME.pass_time(0.003777)
        move(context, table, turn(context, table))
    RUNTIME.set_clock(-1)  # another process, whose clock is behind
    move(context, table, turn(context, table))
    times = [record.at for record in on(context, table).records]
    assert times == sorted(times)
    assert {at % GRAIN for at in times} == {0}
    assert times[-1] > BEGAN
    assert_proved(context, table)


def test_a_deal_of_an_older_release_keeps_its_finer_times(context: Context) -> None:
    table = opened(context)
    deal = on(context, table)
    older: Progress = deal.progress._replace(first_version=FIRST_FIXED - 1)
    after = streams.recorded_time(replace(deal, folded=older), RUNTIME.now() + 3_777)
    assert after == RUNTIME.now() + 3_777
    assert streams.recorded_time(deal, RUNTIME.now() + 13_777) == RUNTIME.now() + GRAIN
