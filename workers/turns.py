"""Bots at the table: each sees what its seat sees, and answers with one of its legal moves.

Each move waits for its due time (`workers.due`); at test tables, for the delay of the table.
"""

from uuid import UUID

import structlog

import bots
from domain.kernel.event import Seat
from domain.kernel.moves import say
from service import ids
from service.clocks.deadlines import end_late_turn, is_too_soon, table_of
from service.clocks.table_time import deal_ahead, deal_time
from service.commands import Command
from service.context import PlayContext
from service.deals.hints import choose
from service.deals.moves import play_bot
from service.deals.streams import announce, announce_deadline, bots_wait, find_deal, owner_of
from service.problems import Code, Problem
from service.streams import Deal
from workers.due import (
    MILLISECOND,
    BotTurn,
    MoveQueue,
    WaitingMove,
    delay,
    due,
    next_multiple,
    waited_since,
)

log = structlog.get_logger()


def play_bots(context: PlayContext, deal: UUID, later: MoveQueue | None = None) -> int:
    """Let the bots of a deal think about the next move, which is made when it is due.

    Without delay they play on until the deal waits for a person or is over. A stand-in bot that has
    to wait counts as a person (L3).

    It is safe to run twice, late, or concurrently: a move is made on the version that it was
    decided for, or not at all.

    Args:
        context: The service.
        deal: The deal.
        later: The queue of moves until they are due; None: there is no delay.

    Returns:
        The number of moves that were made, or decided to be made later.
    """
    made = 0
    on = find_deal(context, deal)
    if on.progress.shuffled is None:
        return 0
    if (
        later is not None
        and not on.played
        and any(on.bots)
        and (step := step_of(context, on, later))
    ):
        return _decide_for_later(context, on, later, step)
    while (turn := next_turn(context, on)) is not None:
        if (after := _play(context, on, turn)) is not None:
            made += 1
        # another player moved meanwhile: the bot thinks again
        on = after or find_deal(context, deal)
    if not on.played:
        _wait_for_person(context, on)
    elif made:
        announce(context, on)
    return made


def step_of(context: PlayContext, on: Deal, later: MoveQueue) -> int:
    """The delay of the bots of a deal in play, in µs; 0: they move at once."""
    table = table_of(context, on)
    if table.test:
        return table.bot_delay_ms * MILLISECOND
    return delay(on, factor=later.factor) if later.factor else 0


def _decide_for_later(context: PlayContext, on: Deal, later: MoveQueue, step: int) -> int:
    """Let the bots of a deal in play decide on the next move, and have it made when it is due.

    At a test table it is due exactly one delay after the last event, or at once if that is past.

    Returns:
        How many moves were decided.
    """
    ahead, now = deal_ahead(context, on), context.runtime.now
    is_test = table_of(context, on).test
    begun = now() + ahead
    at = waited_since(on, at=begun) + step if is_test else due(on, step, at=begun)
    turn = next_turn(context, on)
    if turn is None:
        _wait_for_person(context, on)
        return 0
    waiting = WaitingMove(on.id, on.version, turn, owner_of(context, UUID(on.opened.table)))
    if is_test and at <= now() + ahead:
        make_move(context, waiting)  # a move that waits for its old due time finds another version
        return 1
    if (late := now() + ahead - at) > 0:
        log.warning("bots.late", deal=str(on.id), level=turn.actor.policy, late_ms=late // 1000)
        at = next_multiple(at, step, at=at + late)
    later.add(at - ahead, waiting)
    return 1


def make_move(context: PlayContext, move: WaitingMove) -> None:
    """Make a due move, if the deal is as it was when its bot decided."""
    on = find_deal(context, move.deal)
    if on.version == move.version:
        announce(context, _play(context, on, move.turn) or find_deal(context, move.deal))


def _wait_for_person(context: PlayContext, on: Deal) -> None:
    bots_wait(context, on)
    announce_deadline(context, on)


def end_turn(context: PlayContext, deal: UUID, later: MoveQueue | None = None) -> bool:
    """Handle the end of a turn, if its deadline has passed.

    The turn of a player ends. A stand-in bot that has waited for its player moves.

    Returns:
        Whether there was something to do.
    """
    clock = find_deal(context, deal).clock
    if clock is not None and clock.stands_in:
        return play_bots(context, deal, later) > 0
    return end_late_turn(context, deal)


def _play(context: PlayContext, on: Deal, turn: BotTurn) -> Deal | None:
    """The deal after a bot's move; None where the deal has gone on since the bot decided."""
    seat, version = turn.actor.seat, on.version
    id_ = ids.command_id(context.secret, "bot", str(on.id), str(version), str(seat))
    command = Command(id_, str(turn.actor))
    try:
        return play_bot(context, on, seat, say(turn.move), command=command).stream
    except Problem as problem:
        if problem.code is not Code.STALE_VERSION:
            raise
        return None


def next_turn(context: PlayContext, on: Deal) -> BotTurn | None:
    """The move of the first bot that wants one: bots out of turn come before the one in turn.

    A stand-in bot that still has to wait for its player is skipped.
    """
    if on.played:
        return None
    turn = on.game.to_act(on.state)
    first = 0 if turn is None else turn
    count = on.opened.seats
    waiting = [(first + step) % count for step in range(1, count + 1)]
    at = deal_time(context, on)
    bots_to_ask = [seat for seat in waiting if on.bots[seat] and not is_too_soon(on, seat, at)]
    decided = (_decide(context, on, seat) for seat in bots_to_ask)
    return next((each for each in decided if each is not None), None)


def _decide(context: PlayContext, on: Deal, seat: Seat) -> BotTurn | None:
    level = on.bots[seat]
    assert level is not None, "a bot sits here"
    move = choose(context, on, seat, level).move
    if move is None:
        return None
    opened = on.progress.first_version
    return BotTurn(move, bots.actor(on.game, level, seat=seat, opened=opened))
