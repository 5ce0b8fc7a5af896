"""Analyses of finished deals: requested once, made by workers in small steps."""

import time
from itertools import islice
from typing import Final
from uuid import UUID

import bots
from bots import core
from bots.analysis import label, moves_of, reviews
from domain.games import GAMES
from domain.kernel.policy import Policy
from domain.kernel.sentence import Sentence
from service.access.credentials import Principal
from service.context import Context, PlayContext
from service.offline.analysis import review_json
from service.play.deals import find_deal
from service.play.visibility import see_finished_deal
from service.problems import Code, Problem
from service.proof.analysis_store import Analysis
from service.streams import Deal

STEP: Final = 0.1
"""A task begins no other move after so many seconds, so that moves of bots need not wait long."""
LOST: Final = 10.0
"""An analysis that has not advanced for so many seconds was lost."""


def request(context: Context, principal: Principal, deal: UUID) -> Analysis:
    """Have a finished deal analysed, unless there is an analysis; returns it.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``, ``deal-on``, ``deal-voided``,
            ``deal-abandoned``, ``level-not-available``.
    """
    source = see_finished_deal(context, principal, deal)
    policy = _judge(source)
    if policy is None or (policy.core and not core.is_available()):
        raise Problem(Code.LEVEL_NOT_AVAILABLE, Sentence("no-judge"))
    analysis = context.analyses.begin(deal, label(policy), moves=len(moves_of(source.events)))
    if not analysis.is_done:
        context.tasks.analyse(deal)
    return analysis


def find(context: Context, principal: Principal, deal: UUID) -> Analysis:
    """The analysis of a finished deal, as far as it was made.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``, ``deal-on``, ``deal-voided``,
            ``deal-abandoned``.
    """
    source = see_finished_deal(context, principal, deal)
    policy = _judge(source)
    method = None if policy is None else label(policy)
    found = context.analyses.find(deal, method or "")
    moves = len(moves_of(source.events))
    return found or Analysis(deal, method, moves, 0, is_requested=False)


def advance(context: PlayContext, deal: UUID, *, seconds: float = STEP) -> int:
    """Review the next moves of a deal, one at least, and announce the rest.

    It is safe to run twice, late, or concurrently: who is second adds nothing.

    Returns:
        The number of moves that were reviewed.
    """
    source = find_deal(context, deal)
    policy = _judge(source)
    before = policy and context.analyses.find(deal, label(policy))
    if policy is None or not before or before.method != label(policy) or before.is_done:
        return 0
    end, made = time.monotonic() + seconds, list[object]()
    count = 0
    for review in reviews(source.game, source.events, policy, after=before.done):
        count += 1
        if review is not None:
            made.append(review_json(review))
        if time.monotonic() > end:
            break
    done = before.done + count
    if context.analyses.advance(before, done=done, reviews=made) and done < before.moves:
        context.tasks.analyse(deal)
    return count


def resume(context: PlayContext, *, seconds: float = LOST, limit: int = 100) -> int:
    """Announce the analyses that were lost; returns how many there are."""
    judges = [judge for game in GAMES.values() if (judge := bots.judge(game))]
    lost = context.analyses.unfinished({label(judge) for judge in judges}, seconds=seconds)
    for deal in islice(lost, limit):
        context.tasks.analyse(deal)
    return len(lost)


def _judge(deal: Deal) -> Policy | None:
    return bots.judge(deal.game)
