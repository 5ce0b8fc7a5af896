"""Moves: a player's or a bot's, judged on the deal as it is, with the words of each refusal."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from domain.games import GAMES
from domain.judge.deal_rules import play_on
from domain.judge.record_rules import CannotFollow
from domain.kernel.event import Clause, Event, Json, Seat
from domain.kernel.game import DEAL_OVER, NOT_IN_HAND, NOT_IN_THIS_PHASE, NOT_YOUR_TURN, Game
from domain.kernel.leaving import SeatTakenOver
from domain.kernel.moves import NotAMove, breaches, parse_move
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence
from service.clocks.deadlines import is_too_soon, require_nobody_late
from service.clocks.table_time import deal_time
from service.commands import Command
from service.context import PlayContext
from service.deals.signatures import sign_in_deal
from service.deals.streams import in_deal, recorded_time
from service.problems import Code, Problem
from service.streams import Deal, Done, Effect, cannot_follow


def play_move(
    context: PlayContext,
    deal: UUID,
    seat: Seat,
    move: Json,
    *,
    command: Command,
    expected: int | None = None,
    ahead: int = 0,
) -> Done[Deal]:
    """Make a move and append it with its consequences.

    Args:
        context: The service.
        deal: The deal.
        seat: The seat that moves.
        move: The move as the API represents it.
        command: The command; the same again gives the first result.
        expected: The version that the player has seen. None: the move applies to the deal as it is.
        ahead: How far ahead the clock of the table is, in µs.

    Raises:
        Problem: ``not-found``, ``invalid`` (T5), ``stale-version``, ``illegal-move`` and its kin,
            ``signature-needed``, ``signature-refused``, ``time-over``, ``away``,
            ``idempotency-key-reused``. Nothing has changed, except that a turn may have ended at
            its deadline.
    """

    def judged(on: Deal) -> Effect:
        at = context.runtime.now() + ahead
        if on.records[-1].at > at or context.streams.times_ahead:  # otherwise it is the same
            at = deal_time(context, on, ahead=ahead)
        if on.folded.clock is not None:
            require_nobody_late(context, on, at)
        _require_timely(on, seat, expected)
        return _move(on, seat, move, command, at=at)

    return in_deal(context, deal, command, judged)


def judge_move(
    context: PlayContext, deal: UUID, seat: Seat, move: Json, *, expected: int | None = None
) -> None:
    """Judge a move as the rules would, from the view of its seat, and append nothing.

    Signatures and the time of a turn are not looked at.

    Raises:
        Problem: As `play_move`, for a move that the rules would refuse.
    """
    seen = context.streams.deal(deal, viewer=seat)
    if seen is None:
        raise context.streams.absent("deal", deal)
    _require_timely(seen, seat, expected)
    _require_in_play(seen.folded)
    game = seen.folded.game
    _require_legal(game, seen.state, _parsed(game, seat, move))


def _require_timely(on: Deal, seat: Seat, expected: int | None) -> None:
    """Refuse a move of an absent player, and one that was chosen on another version."""
    progress = on.folded
    if progress.ended is not None or progress.bots[seat] != progress.opened.bots[seat]:
        _require_present(on, seat)
    if expected not in (None, on.version):
        raise _stale(on.version)


def play_bot(
    context: PlayContext, before: Deal, seat: Seat, move: Json, *, command: Command
) -> Done[Deal]:
    """Make the move of a bot, if the full deal is still as it was read.

    Raises:
        Problem: ``stale-version`` where the deal has gone on, or the clock forbids a move now. The
            latter can be where a clock was put back after the bot had chosen its move.
    """

    def judged(on: Deal) -> Effect:
        require_nobody_late(context, on, at := deal_time(context, on))
        if on.version != before.version or is_too_soon(on, seat, at):
            raise _stale(on.version)
        return _move(on, seat, move, command, at=at)

    return in_deal(context, before.id, command, judged)


def _move(deal: Deal, seat: Seat, move: Json, command: Command, *, at: int) -> Effect:
    """A move, with its signature if its seat signs, and its consequences."""
    progress = deal.folded
    _require_in_play(progress)
    at = recorded_time(deal, at)
    try:
        proposed = _parsed(progress.game, seat, move)
        made: tuple[Event, ...] = (proposed,)
        if command.signature is not None or any(progress.opened.keys):
            made = sign_in_deal(deal, made, command)
        _require_legal(progress.game, deal.view(seat), proposed)
        return Effect(*play_on(progress, made, actor=command.actor, at=at), at)
    except CannotFollow as cannot:
        raise cannot_follow(deal.id, cannot) from None


def _parsed(game: Game[Any], seat: Seat, move: Json) -> Event:
    """The event that a move proposes."""
    try:
        return parse_move(game, seat, move)
    except NotAMove as bad:
        of_this_game = NOT_IN_HAND in bad.clauses
        is_well_formed = not of_this_game and _is_a_move_elsewhere(seat, move)
        code = Code.ILLEGAL_MOVE if is_well_formed else Code.INVALID
        pointer = f"/move{bad.pointer}"
        raise Problem(code, bad.detail, pointer=pointer, clauses=bad.clauses) from None


def _require_legal(game: Game[Any], seen: Any, proposed: Event) -> None:
    """Refuse a move with every clause that it breaks, from the view of its seat."""
    if clauses := breaches(game, seen, proposed):
        raise _refused(proposed, clauses)


def _require_in_play(deal: Progress) -> None:
    """Refuse any move in a deal that was not dealt, or was abandoned."""
    if deal.ended is not None:
        how = "abandoned" if deal.voided is None else "voided"
        raise Problem(Code.DEAL_OVER, Sentence(f"deal-was-{how}"), clauses=(DEAL_OVER,))
    if deal.shuffled is None:
        not_dealt = Sentence("cards-not-dealt")
        raise Problem(Code.ILLEGAL_MOVE, not_dealt, clauses=(NOT_IN_THIS_PHASE,))


def _require_present(deal: Deal, seat: Seat) -> None:
    """Refuse a move of a player who has left, or whose time is over, until they are back."""
    progress = deal.folded
    end = progress.abandoned
    if end is not None and end.reason == "time" and seat in end.seats:
        raise Problem(Code.TIME_OVER, Sentence("time-was-over"), clauses=("L2",))
    if progress.is_played or not deal.is_away(seat):
        return
    reason = next(
        each.reason
        for each in reversed(deal.events)
        if isinstance(each, SeatTakenOver) and each.seat == seat
    )
    if reason == "time":
        raise Problem(Code.TIME_OVER, Sentence("bot-plays-time"), clauses=("L2",))
    raise Problem(Code.AWAY, Sentence("bot-plays-left"), clauses=("L3",))


def _is_a_move_elsewhere(seat: Seat, move: Json) -> bool:
    """Whether another game has such a move; then it is well-formed, and this deal decides."""
    for game in GAMES.values():
        with suppress(NotAMove):
            parse_move(game, seat, move)
            return True
    return False


def _refused(move: Event, clauses: tuple[Clause, ...]) -> Problem:
    if DEAL_OVER in clauses:
        return Problem(Code.DEAL_OVER, Sentence("deal-is-over"), clauses=clauses)
    if clauses == (NOT_YOUR_TURN,):
        return Problem(Code.NOT_YOUR_TURN, Sentence("not-your-turn"), clauses=clauses)
    refused = Sentence("rules-refuse", {"move": move.MOVE})
    return Problem(Code.ILLEGAL_MOVE, refused, clauses=clauses)


def _stale(version: int) -> Problem:
    changed = Sentence("deal-changed", {"version": version})
    return Problem(Code.STALE_VERSION, changed, more={"version": version})
