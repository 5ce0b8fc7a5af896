"""Deals: opened and played."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from domain.fairness.shuffle import SEED_BYTES
from domain.games import GAMES, rules_of
from domain.judge.deal_rules import play_on
from domain.judge.facts import CannotFollow
from domain.kernel.deal import Opened, SeedRevealed, Terms, commit, shuffled
from domain.kernel.event import Clause, Event, Json, Seat
from domain.kernel.game import (
    DEAL_OVER,
    NOT_A_MOVE,
    NOT_IN_THIS_PHASE,
    NOT_YOUR_TURN,
    breaches,
    start,
)
from domain.kernel.leaving import SeatTakenOver
from domain.kernel.moves import NotAMove, parse_move
from domain.kernel.progress import Progress
from service.commands import Command
from service.context import Context, now
from service.play.clocks import is_too_soon, require_nobody_late
from service.play.deal_stream import in_deal, open_stream, recorded_time
from service.play.signatures import sign_in_deal
from service.problems import Code, Problem
from service.streams import Deal, Decision, Done, cannot_follow

# --- Opening ------------------------------------------------------------------------------------


def open_deal(
    context: Context, terms: Terms, command: Command, *, first: Sequence[Event] = ()
) -> None:
    """Open a deal on these terms, unless it is open; deal it unless seats add seeds.

    The server's seed is drawn here, committed to in the first event, and shown in the last.

    Args:
        context: The service.
        terms: The terms of the deal.
        command: The command.
        first: The events right after the opening: its clock, and absent players.
    """
    opened = commit(terms, seed=secrets.token_bytes(SEED_BYTES))
    dealt = () if opened.adding else deal_out(opened, ())
    open_stream(context, (opened, *first, *dealt), command=command)


def deal_out(opened: Opened, shown: Sequence[SeedRevealed]) -> tuple[Event, ...]:
    """The shuffle of a deal once all seeds are there, and all events up to the first choice."""
    assert opened.seed is not None, "only the full record can be dealt on"
    game, seed = rules_of(opened.game, opened.rules), bytes.fromhex(opened.seed)
    lots = game.lots(opened.seats)
    order = shuffled(opened, pack=game.pack, lots=lots, seed=seed, shown=shown)
    (_, *events), _ = start(game, opened, order)
    return tuple(events)


# --- Playing ------------------------------------------------------------------------------------


def play_move(
    context: Context,
    deal: UUID,
    seat: Seat,
    move: Json,
    *,
    command: Command,
    expected: int | None = None,
) -> Done[Deal]:
    """Make a move and append it with its consequences.

    Args:
        context: The service.
        deal: The deal.
        seat: The seat that moves.
        move: The move as the API represents it.
        command: The command; the same again gives the first result.
        expected: The version that the player has seen. None: the move applies to the deal as it is.

    Raises:
        Problem: ``not-found``, ``invalid`` (T5), ``stale-version``, ``illegal-move`` and its kin,
            ``signature-needed``, ``signature-refused``, ``time-over``, ``away``,
            ``idempotency-key-reused``. Nothing has changed, except that a turn may have ended at
            its deadline.
    """

    def judged(on: Deal) -> Decision:
        require_nobody_late(context, on, at := now())
        _require_present(on, seat)
        if expected not in (None, on.version):
            raise _stale(on.version)
        return _move(on, seat, move, command, at=at)

    return in_deal(context, deal, command, judged)


def play_bot(
    context: Context, before: Deal, seat: Seat, move: Json, *, command: Command
) -> Done[Deal]:
    """Make the move of a bot, if the full deal is still as it was read.

    Raises:
        Problem: ``stale-version`` where the deal has gone on, or the clock forbids a move now. The
            latter can be where a clock was put back after the bot had chosen its move.
    """

    def judged(on: Deal) -> Decision:
        require_nobody_late(context, on, at := now())
        if on.version != before.version or is_too_soon(on, seat, at):
            raise _stale(on.version)
        return _move(on, seat, move, command, at=at)

    return in_deal(context, before.id, command, judged)


def _move(deal: Deal, seat: Seat, move: Json, command: Command, *, at: int) -> Decision:
    """A move, with its signature if its seat signs, and its consequences."""
    progress = deal.folded
    _require_cards(progress)
    at = recorded_time(deal, at)
    try:
        proposed = parse_move(progress.game, seat, move)
        made: tuple[Event, ...] = (proposed,)
        if command.signature is not None or any(progress.opened.keys):
            made = sign_in_deal(deal, made, command)
        if clauses := breaches(progress.game, deal.view(seat), proposed):
            raise _refused(proposed, clauses)
        return Decision(*play_on(progress, made, actor=command.actor, at=at), at)
    except NotAMove as bad:
        code = Code.ILLEGAL_MOVE if _is_a_move_elsewhere(seat, move) else Code.INVALID
        pointer = f"/move{bad.pointer}"
        raise Problem(code, bad.detail, pointer=pointer, clauses=(NOT_A_MOVE,)) from None
    except CannotFollow as cannot:
        raise cannot_follow(deal.id, cannot) from None


def _require_cards(deal: Progress) -> None:
    """Refuse any move in a deal that was not dealt, or was abandoned."""
    if deal.ended is not None:
        how = "abandoned" if deal.voided is None else "voided"
        raise Problem(Code.DEAL_OVER, f"The deal was {how}.", clauses=(DEAL_OVER,))
    if deal.shuffled is None:
        detail = "The cards are not dealt yet: seats have yet to show their seeds."
        raise Problem(Code.ILLEGAL_MOVE, detail, clauses=(NOT_IN_THIS_PHASE,))


def _require_present(deal: Deal, seat: Seat) -> None:
    """Refuse a move of a player who has left, or whose time is over, until they are back."""
    progress = deal.folded
    if progress.bots[seat] == progress.opened.bots[seat] and progress.ended is None:
        return
    end = progress.abandoned
    if end is not None and end.reason == "time" and seat in end.seats:
        raise Problem(Code.TIME_OVER, "Your time was over: the deal has ended.", clauses=("L2",))
    if progress.is_over or not deal.is_away(seat):
        return
    detail = "A bot plays for you since {}. Come back with POST …/return to move again."
    reason = next(
        each.reason
        for each in reversed(deal.events)
        if isinstance(each, SeatTakenOver) and each.seat == seat
    )
    if reason == "time":
        raise Problem(Code.TIME_OVER, detail.format("your time was over"), clauses=("L2",))
    raise Problem(Code.AWAY, detail.format("you left"), clauses=("L3",))


def _is_a_move_elsewhere(seat: Seat, move: Json) -> bool:
    """Whether another game has such a move; then it is well-formed, and this deal decides."""
    for game in GAMES.values():
        with suppress(NotAMove):
            parse_move(game, seat, move)
            return True
    return False


def _refused(move: Event, clauses: tuple[Clause, ...]) -> Problem:
    if DEAL_OVER in clauses:
        return Problem(Code.DEAL_OVER, "The deal is over.", clauses=clauses)
    if clauses == (NOT_YOUR_TURN,):
        return Problem(Code.NOT_YOUR_TURN, "It is not your turn.", clauses=clauses)
    detail = f"The rules refuse this {move.MOVE}; see clauses."
    return Problem(Code.ILLEGAL_MOVE, detail, clauses=clauses)


def _stale(version: int) -> Problem:
    detail = f"The deal is at version {version}; read what you have missed and decide again."
    return Problem(Code.STALE_VERSION, detail, more={"version": version})
