"""Clocks: no turn ends before its deadline, and a late player is late for all readers."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any
from uuid import UUID

import pytest

from bots import actor
from domain.kernel.deal import Revealed, SeedRevealed
from domain.kernel.event import Digest
from domain.kernel.leaving import Abandoned, SeatTakenOver, TimeOver
from domain.table.events import DealAbandoned, SeriesEnded
from service.access.credentials import SeatHolder
from service.clocks.deadlines import end_late_turn
from service.clocks.table_time import deal_time
from service.context import Context
from service.deals.moves import play_move
from service.deals.streams import announce, find_deal
from service.problems import Code, Problem
from service.seats import leaving
from service.tables.progress import record_deal
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    OWNER,
    Racing,
    assert_proved,
    at_table,
    commit,
    context_in_memory,
    move,
    moves_of,
    on,
    opened,
    refused,
    show,
    turn,
    types,
)
from tests.workers.conftest import afresh, command, inbox, status
from workers import turns
from workers.due import BotTurn
from workers.sweep import sweep
from workers.turns import play_bots

pytestmark = pytest.mark.usefixtures("stopped")
GAMES = (("goat", 4), ("durak", 2), ("svoi_kozyri", 2), ("skat", 4))
every_game = pytest.mark.parametrize(("game", "seats"), GAMES)


@pytest.fixture
def context() -> Context:
    return context_in_memory()


@every_game
def test_a_turn_ends_at_its_deadline_and_not_before(
    game: str, seats: int, context: Context
) -> None:
    table = opened(context, game=game, seats=seats, time_bank=5)
    seat, deal = turn(context, table), on(context, table)
    until = deal.clock and deal.clock.until
    assert until == RUNTIME.now() + 15_000_000
    RUNTIME.pass_until(until - 1)
    assert sweep(context, overdue=0) == 0
    assert not end_late_turn(context, deal.id)
    RUNTIME.pass_until(until)
    assert end_late_turn(context, deal.id)
    assert not end_late_turn(context, deal.id)
    after = on(context, table)
    over = TimeOver(seat, until - 15_000_000, until)
    assert after.events[-2:] == (over, SeatTakenOver(seat, "medium", "time"))  # type: ignore[arg-type]
    assert [record.at for record in after.records[-2:]] == [until, until]
    assert status(context, deal.id) == "bots"
    assert play_bots(context, deal.id) >= 1
    assert types(on(context, table))[-1] != "deal.seat_taken_over"
    assert_proved(context, table)


def test_the_first_process_ends_the_turn_and_a_late_move_is_refused(context: Context) -> None:
    table = opened(context)
    seat, deal = turn(context, table), on(context, table)
    fields = moves_of(deal, seat)[0]
    RUNTIME.pass_time(10)
    late = refused(Code.TIME_OVER, play_move, context, deal.id, seat, fields, command=command())
    assert late.clauses == ("L2",)
    assert types(on(context, table))[-2:] == ["deal.time_over", "deal.seat_taken_over"]
    version = on(context, table).version
    refused(
        Code.TIME_OVER,
        play_move,
        context,
        deal.id,
        seat,
        fields,
        command=command(),
        expected=version - 2,
    )
    assert on(context, table).version == version
    assert ("play_bots", deal.id) in inbox(context).waiting
    assert not end_late_turn(context, deal.id)


def test_a_move_out_of_turn_comes_after_the_deadline_that_has_passed(context: Context) -> None:
    table = opened(context)
    seat, deal = turn(context, table), on(context, table)
    RUNTIME.pass_time(11)
    other = (seat + 1) % 4
    fields = {"type": "lead", "cards": ["7C"]}
    with pytest.raises(Problem) as problem:
        play_move(context, deal.id, other, fields, command=command(f"seat:{other}"))
    assert problem.value.code in {Code.ILLEGAL_MOVE, Code.NOT_YOUR_TURN}
    assert types(on(context, table))[-2:] == ["deal.time_over", "deal.seat_taken_over"]


def test_time_beyond_the_limit_comes_out_of_the_bank(context: Context) -> None:
    table = opened(context, game="durak", seats=2, time_bank=5)
    first = turn(context, table)
    RUNTIME.pass_time(9)
    move(context, table, first)
    assert (now := on(context, table).clock) is not None
    assert now.banks == (5_000_000, 5_000_000)
    second = turn(context, table)
    assert second != first
    RUNTIME.pass_time(12)
    move(context, table, second)
    assert (now := on(context, table).clock) is not None
    assert now.banks[second] == 3_000_000
    assert now.banks[first] == 5_000_000


def test_the_clock_is_the_same_in_every_view_and_format(context: Context) -> None:
    table, chance = opened(context, time_bank=60), Random(3)
    for _ in range(30):
        deal = on(context, table)
        if deal.over:
            break
        RUNTIME.pass_time(chance.randrange(1, 14))
        move(context, table, turn(context, table))
    deal = on(context, table)
    for viewer in (0, 3, "public", "full"):
        for streams in (context.streams, afresh(context).streams):
            read = streams.deal(deal.id, viewer=viewer)
            assert read is not None
            assert read.clock == deal.clock


def test_the_player_comes_back_and_plays_himself(context: Context) -> None:
    table = opened(context)
    seat = turn(context, table)
    RUNTIME.pass_time(10)
    sweep(context)
    deal = on(context, table)
    assert deal.bots[seat] == "medium"
    assert deal.clock is not None and deal.clock.seat is None  # noqa: PT018
    return_ = command(f"seat:{seat}")
    late = refused(Code.TIME_OVER, leaving.come_back, context, deal.id, seat, return_)
    assert (late.clauses, late.more) == (("L3",), {"version": deal.version})
    RUNTIME.pass_time(1)
    assert play_bots(context, deal.id) == 1, "the bot moves in the turn that its player has used up"
    back = leaving.come_back(context, deal.id, seat, return_)
    assert back.stream.bots == (None,) * 4
    assert back.stream.clock is not None
    assert back.stream.clock.until == RUNTIME.now() + 10_000_000
    assert leaving.come_back(context, deal.id, seat, return_).replayed
    assert (
        leaving.come_back(context, deal.id, seat, command(f"seat:{seat}")).records == back.records
    )
    assert status(context, deal.id) == "timed"
    for _ in range(4):
        move(context, table, turn(context, table))
    assert_proved(context, table)


def test_a_turn_that_is_left_goes_on(context: Context) -> None:
    table = opened(context)
    seat, deal = turn(context, table), on(context, table)
    by = f"seat:{seat}"
    RUNTIME.pass_time(9)
    leaving.leave_deal(context, deal.id, seat, command(by))
    back = leaving.come_back(context, deal.id, seat, command(by))
    assert back.stream.clock is not None
    assert back.stream.clock.until == RUNTIME.now() + 1_000_000
    again = refused(Code.NOT_ALLOWED, leaving.leave_deal, context, deal.id, seat, command(by))
    assert again.clauses == ("L3",)
    RUNTIME.pass_time(1)
    version = back.stream.version
    for _ in range(5):
        refused(Code.TIME_OVER, leaving.come_back, context, deal.id, seat, command(by))
        RUNTIME.pass_time(0.1)
    assert on(context, table).version == version + 2, "the time is over, and a bot plays"
    play_bots(context, deal.id)
    assert not leaving.come_back(context, deal.id, seat, command(by)).replayed
    refused(Code.NOT_ALLOWED, leaving.leave_deal, context, deal.id, seat, command(by))
    move(context, table, turn(context, table))
    assert not leaving.leave_deal(context, deal.id, seat, command(by)).replayed
    assert_proved(context, table)


@pytest.mark.parametrize("act", [leaving.leave_deal, leaving.resign])
def test_leaving_after_a_deadline_is_recorded_after_it(
    act: Callable[..., Any], racing: Racing
) -> None:
    """The act was judged in time, but another append came first and the time passed."""
    context = context_in_memory(racing)
    table = opened(context)
    seat, deal = turn(context, table), on(context, table)
    RUNTIME.pass_time(9.999999)

    def somebody_else() -> None:
        other = (seat + 1) % 4
        leaving.leave_deal(afresh(context), deal.id, other, command(f"seat:{other}"))
        RUNTIME.pass_time(0.000001)

    racing.between = somebody_else
    with suppress(Problem):  # resigning may come after a bot has taken over
        act(context, deal.id, seat, command(f"seat:{seat}"))
    assert types(on(context, table))[-2:] == ["deal.time_over", "deal.seat_taken_over"]
    assert_proved(context, table)


@pytest.mark.parametrize("act", [leaving.leave_deal, leaving.resign])
def test_who_goes_in_time_is_recorded_by_the_time_that_it_was_judged_by(
    act: Callable[..., Any], racing: Racing
) -> None:
    context = context_in_memory(racing)
    table = opened(context)
    seat, deal = turn(context, table), on(context, table)
    RUNTIME.pass_time(9.999999)
    racing.between = lambda: RUNTIME.pass_time(1)
    act(context, deal.id, seat, command(f"seat:{seat}"))
    assert "deal.time_over" not in types(on(context, table))
    assert_proved(context, table)


def test_a_table_is_closed_by_the_time_that_it_is_recorded_with(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(context)
    RUNTIME.pass_time(9.999999)

    def look(context: Context, deal: Any) -> int:
        at = deal_time(context, deal)
        RUNTIME.pass_time(0.000001)
        return at

    monkeypatch.setattr(leaving, "deal_time", look)
    leaving.close_table(context, OWNER, table, command())
    ended = types(on(context, table))
    assert ended[-2:] == ["deal.abandoned", "deal.revealed"]
    assert "deal.time_over" not in ended
    assert_proved(context, table)


def test_a_present_player_cannot_return(context: Context) -> None:
    table = opened(context, bots=(1,))
    for seat in range(4):
        refused(
            Code.NOT_ALLOWED, leaving.come_back, context, on(context, table).id, seat, command()
        )


def test_a_player_who_leaves_is_away_in_the_deals_that_follow(context: Context) -> None:
    table = opened(context, bots=(0, 1, 2), options={"loss_target": 12}, turn_limit=None)
    deal = on(context, table)
    first = leaving.leave_deal(context, deal.id, 3, command("seat:3"))
    assert first.stream.events[-1] == SeatTakenOver(3, "medium", "left")  # type: ignore[arg-type]
    again = leaving.leave_deal(context, deal.id, 3, command("seat:3"))
    assert (again.replayed, again.records) == (True, first.records)
    refused(Code.AWAY, play_move, context, deal.id, 3, {"type": "lead"}, command=command())
    refused(Code.AWAY, leaving.resign, context, deal.id, 3, command())
    play_bots(context, deal.id)
    refused(Code.DEAL_OVER, leaving.come_back, context, deal.id, 3, command())
    record_deal(context, deal.id)
    following = on(context, table)
    assert following.opened.number == 2
    assert following.events[1] == SeatTakenOver(3, "medium", "away")  # type: ignore[arg-type]
    leaving.come_back(context, following.id, 3, command("seat:3"))
    while not on(context, table).over:
        play_bots(context, following.id)
        if not on(context, table).over:
            move(context, table, 3)
    record_deal(context, following.id)
    assert on(context, table).bots[3] is None
    assert_proved(context, table)


@every_game
def test_without_stand_ins_the_series_is_forfeited(game: str, seats: int, context: Context) -> None:
    table = opened(context, game=game, seats=seats, abandon="forfeit")
    seat, deal = turn(context, table), on(context, table)
    fields = moves_of(deal, seat)[0]
    RUNTIME.pass_time(10)
    refused(Code.TIME_OVER, play_move, context, deal.id, seat, fields, command=command())
    ended = on(context, table)
    assert [type(each) for each in ended.events[-3:]] == [TimeOver, Abandoned, Revealed]
    assert status(context, deal.id) == "over"
    assert at_table(context, table).status == "playing", (
        "the process that noticed it died before announcing it"
    )
    assert sweep(context, overdue=0) == 1
    state = at_table(context, table)
    assert state.status == "over"
    assert state.forfeited == (seat,)
    assert state.ended is not None
    sides = state.game.sides(seats)
    mine = next(at for at, side in enumerate(sides) if seat in side)
    assert state.ended.ranks[mine] == len(sides)
    assert [rank for at, rank in enumerate(state.ended.ranks) if at != mine] == [1] * (
        len(sides) - 1
    )
    version, head = ended.version, Digest(ended.head.hex())
    due = DealAbandoned(1, deal.opened.deal, (seat,), "time", version, head)
    assert state.deals[-1].abandoned == due
    assert sweep(context, overdue=0) == 0
    for other in range(seats):
        refused(
            Code.TIME_OVER if other == seat else Code.DEAL_OVER,
            play_move, context, deal.id, other, fields, command=command(),
        )  # fmt: skip
        refused(Code.DEAL_OVER, leaving.resign, context, deal.id, other, command())
    assert_proved(context, table)


def test_leaving_without_stand_ins(context: Context) -> None:
    table = opened(context, abandon="forfeit", turn_limit=None)
    deal, leave = on(context, table), command("seat:2")
    done = leaving.leave_deal(context, deal.id, 2, leave)
    assert done.stream.abandoned == Abandoned((2,), "left")
    assert leaving.leave_deal(context, deal.id, 2, leave).replayed
    assert ("record_deal", deal.id) in inbox(context).waiting
    record_deal(context, deal.id)
    state = at_table(context, table)
    assert state.ended == SeriesEnded(1, (2, 1), (0, 0), ("", ""))  # type: ignore[arg-type]
    assert_proved(context, table)


def test_a_side_resigns_when_all_its_persons_have(context: Context) -> None:
    table = opened(context)
    deal = on(context, table)
    one = leaving.resign(context, deal.id, 0, command("seat:0"))
    assert one.stream.abandoned is None
    assert leaving.resign(context, deal.id, 0, command("seat:0")).records == one.records
    leaving.resign(context, deal.id, 1, command("seat:1"))
    both = leaving.resign(context, deal.id, 2, command("seat:2"))
    assert both.stream.abandoned == Abandoned((0, 2), "resigned")
    record_deal(context, deal.id)
    assert at_table(context, table).forfeited == (0, 2)
    assert_proved(context, table)


def test_a_resigned_player_may_resign_again_once_the_partner_has_left(context: Context) -> None:
    table = opened(context)
    deal = on(context, table)
    leaving.resign(context, deal.id, 1, command("seat:1"))
    leaving.leave_deal(context, deal.id, 3, command("seat:3"))
    last = leaving.resign(context, deal.id, 1, command("seat:1"))
    assert last.stream.abandoned == Abandoned((1, 3), "resigned")
    assert [type(each) for each in last.stream.events[-3:]] == [SeatTakenOver, Abandoned, Revealed]
    record_deal(context, deal.id)
    assert_proved(context, table)


# --- Closing ------------------------------------------------------------------------------------


def test_a_table_is_closed_whatever_it_waits_for(context: Context) -> None:
    table = opened(context)
    deal = on(context, table)
    for _ in range(2):
        leaving.close_table(context, OWNER, table, command())
    assert at_table(context, table).status == "closed"
    assert find_deal(context, deal.id).events[-2] == Abandoned((), "closed")
    assert status(context, deal.id) == "recorded"
    assert at_table(context, table).forfeited == ()
    assert_proved(context, table)
    refused(Code.DEAL_OVER, leaving.leave_deal, context, deal.id, 0, command("seat:0"))
    with pytest.raises(Problem):
        leaving.close_table(context, SeatHolder(table, 1), table, command())


def test_a_series_that_is_over_is_not_closed(context: Context) -> None:
    table = opened(context, abandon="forfeit")
    leaving.leave_deal(context, on(context, table).id, 0, command("seat:0"))
    refused(Code.SERIES_OVER, leaving.close_table, context, OWNER, table, command())
    assert at_table(context, table).status == "over"


# --- Seeds --------------------------------------------------------------------------------------


def adding(context: Context, **fields: Any) -> UUID:
    """A table at which seat 0 adds seeds."""
    return opened(context, commits=(0,), **fields)


def test_no_clock_runs_before_the_cards_are_dealt(context: Context) -> None:
    table = adding(context, reveal_seconds=3600)
    deal = commit(context, table, 0)
    RUNTIME.pass_time(100)
    assert sweep(context, overdue=0) == 0
    leaving.leave_deal(context, deal, 1, command("seat:1"))
    assert status(context, deal) == "seeds"
    show(context, table, 0, deal)
    dealt = on(context, table)
    assert isinstance(dealt.events[3], SeedRevealed)
    assert dealt.progress.shuffled is not None
    assert dealt.clock is not None
    assert dealt.bots == (None, "medium", None, None)
    assert dealt.clock.until is None or dealt.clock.since == RUNTIME.now()
    assert_proved(context, table)


def test_a_deal_is_abandoned_before_its_seeds_are_shown(context: Context) -> None:
    table = adding(context)
    deal = commit(context, table, 0)
    leaving.resign(context, deal, 0, command("seat:0"))
    leaving.resign(context, deal, 2, command("seat:2"))
    ended = find_deal(context, deal)
    assert (ended.over, ended.progress.is_off, ended.progress.shuffled is not None) == (
        True,
        True,
        False,
    )
    refused(Code.DEAL_ABANDONED, show, context, table, 0, deal)
    RUNTIME.pass_time(100)
    sweep(context, overdue=0)
    assert at_table(context, table).status == "over"
    assert_proved(context, table)


def test_a_table_that_waits_for_commitments_is_closed(context: Context) -> None:
    table = adding(context)
    assert at_table(context, table).status == "committing"
    leaving.close_table(context, OWNER, table, command())
    assert at_table(context, table).status == "closed"
    assert_proved(context, table)


# --- Races, and lost tasks ------------------------------------------------------------------------


@pytest.fixture
def racing() -> Racing:
    return Racing()


def test_a_move_in_time_wins_over_the_end_of_its_turn(racing: Racing) -> None:
    """Its command was judged before the deadline, and is recorded first."""
    context = context_in_memory(racing)
    table = opened(context)
    seat, deal = turn(context, table), on(context, table)
    RUNTIME.pass_time(10)

    def moves() -> None:
        with RUNTIME.ahead(-0.000001):
            move(afresh(context), table, seat)

    racing.between = moves
    assert not end_late_turn(context, deal.id) or "deal.time_over" not in types(on(context, table))
    assert "deal.time_over" not in types(on(context, table))
    assert_proved(context, table)


@pytest.mark.parametrize("seen", [False, True])
def test_a_move_that_was_judged_in_time_may_come_too_late(
    seen: bool,  # noqa: FBT001
    racing: Racing,
) -> None:
    """Another process has recorded the end of the turn before the move is recorded."""
    context = context_in_memory(racing)
    table = opened(context)
    seat, deal = turn(context, table), on(context, table)
    RUNTIME.pass_time(9.999999)

    def ends() -> None:
        RUNTIME.pass_time(0.000001)
        assert end_late_turn(afresh(context), deal.id)

    racing.between = ends
    expected = deal.version if seen else None
    refused(Code.TIME_OVER, move, context, table, seat, expected=expected)
    assert types(on(context, table)).count("deal.time_over") == 1
    assert_proved(context, table)


def test_a_bot_that_thought_beyond_a_deadline_thinks_again(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(context, bots=(0, 2))
    if turn(context, table) in (0, 2):
        play_bots(context, on(context, table).id)
    before = turns.next_turn

    def slowly(*given: Any) -> Any:
        chosen = before(*given)
        monkeypatch.setattr(turns, "next_turn", before)
        RUNTIME.pass_time(100)
        deal = on(context, table)
        return chosen or BotTurn(deal.events[-1], actor(deal.game, "easy", seat=0))

    monkeypatch.setattr(turns, "next_turn", slowly)
    play_bots(context, on(context, table).id)
    assert "deal.time_over" in types(on(context, table))
    assert_proved(context, table)


def test_two_leave_at_once_and_one_deal_is_abandoned(racing: Racing) -> None:
    context = context_in_memory(racing)
    table = opened(context, abandon="forfeit")
    deal = on(context, table)
    racing.between = lambda: leaving.leave_deal(afresh(context), deal.id, 1, command("seat:1"))
    refused(Code.DEAL_OVER, leaving.leave_deal, context, deal.id, 0, command("seat:0"))
    racing.between = None
    assert find_deal(context, deal.id).abandoned == Abandoned((1,), "left")


def test_closing_while_the_table_is_closed_and_the_deal_ends(racing: Racing) -> None:
    context = context_in_memory(racing)
    table = opened(context, abandon="forfeit")
    deal = on(context, table)
    racing.between = lambda: leaving.leave_deal(afresh(context), deal.id, 1, command("seat:1"))
    refused(Code.SERIES_OVER, leaving.close_table, context, OWNER, table, command())
    assert at_table(context, table).status == "over"
    open_one = opened(context, seats=4, bots=())
    racing.between = lambda: leaving.close_table(afresh(context), OWNER, open_one, command())
    leaving.close_table(context, OWNER, open_one, command())
    assert at_table(context, open_one).status == "closed"
    assert_proved(context, open_one)


def test_deadlines_are_announced_soon_before_they_come(context: Context) -> None:
    table = opened(context, turn_limit=100)
    deal = on(context, table)
    assert ("end_turn", deal.id) not in inbox(context).waiting
    sweep(context, overdue=0)
    assert inbox(context).waiting == []
    RUNTIME.pass_time(90)
    sweep(context, overdue=0)
    assert inbox(context).waiting == [("end_turn", deal.id)]
    quick = opened(context, turn_limit=5)
    assert ("end_turn", on(context, quick).id) in inbox(context).waiting
    announce(context, on(context, quick))


# --- Whatever happens ---------------------------------------------------------------------------


@pytest.mark.costly
@every_game
@pytest.mark.parametrize("number", range(4))
def test_the_record_verifies_under_any_schedule(
    game: str, seats: int, number: int, context: Context
) -> None:
    """Moves, timeouts, leaving, returning, resigning, in any order; tasks come late or never."""
    chance = Random(number)
    abandon = "bot" if number < 3 else "forfeit"
    table = opened(
        context, game=game, seats=seats, time_bank=3, abandon=abandon, bots=(0,) * (number % 2)
    )
    for _ in range(120):
        state = at_table(context, table)
        if state.status != "playing":
            break
        deal = on(context, table)
        _act_once(context, deal.id, chance)
        if on(context, table).over:
            sweep(context, overdue=0)
    assert_proved(context, table)
    if at_table(context, table).status == "playing":
        with suppress(Problem):  # an overdue event may end the series just before
            leaving.close_table(context, OWNER, table, command())
        assert at_table(context, table).status != "playing"
        assert_proved(context, table)


def _act_once(context: Context, deal: UUID, chance: Random) -> None:
    now = find_deal(context, deal)
    persons = [seat for seat, bot in enumerate(now.opened.bots) if bot is None]
    seat = chance.choice(persons)
    acts: list[Callable[[], object]] = [
        lambda: RUNTIME.pass_time(chance.random() * 6),
        lambda: sweep(context),
        lambda: play_bots(context, deal) if chance.random() < 0.2 else None,
        lambda: leaving.come_back(context, deal, seat, command(f"seat:{seat}")),
        lambda: leaving.leave_deal(context, deal, seat, command(f"seat:{seat}")),
        lambda: leaving.resign(context, deal, seat, command(f"seat:{seat}")),
    ]
    act = chance.choices(acts, (5, 2, 3, 2, 0.3, 0.2))[0]
    fields = [(mover, each) for mover in persons for each in moves_of(now, mover)]
    if fields and chance.random() < 0.6:
        mover, said = chance.choice(fields)
        by = command(f"seat:{mover}")
        act = lambda: play_move(afresh(context), deal, mover, said, command=by)  # noqa: E731
    with suppress(Problem):
        act()
