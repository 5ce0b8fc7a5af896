"""Hints: the move that the strongest bot of this machine would make, for a player who asks."""

from uuid import UUID

import bots
from bots.actor import Actor
from domain.judge.hints import refusing_clause
from domain.kernel.chance import words
from domain.kernel.event import Seat, Text
from domain.kernel.hints import HintGiven
from domain.kernel.sentence import Sentence
from service.clocks.deadlines import require_nobody_late
from service.clocks.table_time import deal_time
from service.commands import SYSTEM, Command
from service.context import PlayContext
from service.deals.choosing import choose
from service.deals.streams import announce, decision, given_before, in_deal
from service.problems import Code, Problem
from service.streams import Deal, Done, Effect


def give_hint(context: PlayContext, deal: UUID, seat: Seat, command: Command) -> Done[Deal]:
    """Give a seat a hint for its turn, and record it (H1-H5).

    Until the next move the same hint is the answer again.

    Raises:
        Problem: ``not-found``, ``hints-not-allowed``, ``deal-over``, ``away``, ``not-allowed`` for
            a player who has resigned, ``not-your-turn``, ``idempotency-key-reused``.
    """

    def decide(on: Deal) -> Effect | None:
        require_nobody_late(context, on, deal_time(context, on))
        clause = refusing_clause(on.progress, seat)
        if clause == "H4":
            return None
        if clause is not None:
            raise _refused(on, seat, clause)
        hint = _hint(context, on, seat)
        # after the search, so that the times of the event and of its arrival do not show how long
        require_nobody_late(context, on, at := deal_time(context, on))
        return decision(on, (hint,), command, at=at)

    command = command._replace(actor=SYSTEM)
    done = in_deal(context, deal, command, decide)
    if not done.replayed:
        announce(context, done.stream)
    if done.records:
        return done
    given = done.stream.progress.hint
    assert given is not None, "otherwise a hint was given now, or refused"
    return given_before(done.stream, given)


def _hint(context: PlayContext, on: Deal, seat: Seat) -> HintGiven:
    policy = _strongest(on, seat)
    chosen = choose(context, on, seat, policy.policy)
    return HintGiven(seat, Text(policy.label), Text(words(chosen.move)))


def _strongest(on: Deal, seat: Seat) -> Actor:
    """The policy of the strongest level that this machine can play such a deal at."""
    levels = (each for each in reversed(bots.levels(on.game)) if bots.is_available(on.game, each))
    return next(policy for level in levels if (policy := _policy(on, seat, level)) is not None)


def _policy(on: Deal, seat: Seat, level: str) -> Actor | None:
    """The policy of a level; None: deals opened like this one have no such level."""
    try:
        return bots.actor(on.game, level, seat=seat, opened=on.progress.first_version)
    except KeyError:
        return None


def _refused(on: Deal, seat: Seat, clause: str) -> Problem:
    if clause == "H1":
        return Problem(Code.HINTS_NOT_ALLOWED, Sentence("no-hints-here"), clauses=(clause,))
    if on.played:
        return Problem(Code.DEAL_OVER, Sentence("deal-is-over"), clauses=("T3",))
    if on.is_away(seat):
        return Problem(Code.AWAY, Sentence("come-back-first"), clauses=(clause,))
    if clause == "H2":
        return Problem(Code.NOT_ALLOWED, Sentence("no-hint-resigned"), clauses=(clause,))
    return Problem(Code.NOT_YOUR_TURN, Sentence("not-your-turn"), clauses=(clause,))
