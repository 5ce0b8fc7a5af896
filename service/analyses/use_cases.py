"""Analyses of finished deals: requested once, made by workers in small steps, shown as JSON."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from uuid import UUID

import bots
from bots.analysis import Alternative, Review, label, moves_of, reviews
from domain.games import GAMES, rules_of
from domain.judge.deal_rules import play_record
from domain.kernel.event import Event, Json
from domain.kernel.game import Game
from domain.kernel.moves import say
from domain.kernel.sentence import Sentence
from formats.text_transcript import words_of_move
from service.access.credentials import (
    ApiKey,
    EntryHolder,
    Principal,
    SeatHolder,
    account_owner,
    require_not_house,
)
from service.analyses.store import Analysis
from service.context import Context, PlayContext
from service.deals.streams import find_deal
from service.deals.visibility import see_finished_deal
from service.problems import Code, Problem
from service.responses.deals import AlternativeJson, ReviewJson
from service.tables.creation import OWN_PART
from service.tables.sight import find_table
from service.tournaments.events import find_tournament
from verifier.bundle import LONGEST, Bundle, Unreadable, read
from verifier.exports import (
    IncompleteDeal,
    begins_as_export,
    bundle_of,
    events_of,
    lines,
    opened,
    read_line,
)
from verifier.form import Malformed

WAITS: Final = "wait"


class FinishedDeal(NamedTuple):
    """A deal to analyse."""

    id: str
    game: Game[Any]
    events: tuple[Event, ...]


def deals_in(file: Any, *, name: str) -> Iterator[FinishedDeal | str]:
    """Every deal of a file: of a bundle, an export or an archive. A text says why there is none.

    Args:
        file: The binary file.
        name: Its name, for the texts.

    Raises:
        Unreadable: The file is none of these, or damaged.
        Malformed: It is a bundle, but its form is wrong.
    """
    buffered = opened(file)
    if not begins_as_export(buffered):
        bundle = read(buffered.read(LONGEST + 1))
        try:
            yield _deal(bundle)
        except (IncompleteDeal, Malformed) as fault:
            yield f"{name}: {fault}"
        return
    for number, line in enumerate(lines(buffered), start=1):
        try:
            yield _deal(bundle_of(read_line(line)))
        except (IncompleteDeal, Unreadable, Malformed) as fault:
            yield f"{name}:{number}: {fault}"


def _deal(bundle: Bundle) -> FinishedDeal:
    """The deal of a bundle.

    Raises:
        IncompleteDeal: It has not the full record of a deal that was dealt, by the rules.
    """
    events = events_of(bundle)
    game = rules_of(bundle.game, bundle.rules)
    finding, _ = play_record(game, events)
    if finding is not None:
        raise IncompleteDeal(f"event {finding.position} is against the rules")
    return FinishedDeal(str(bundle.stream), game, events)


# --- Reviews ------------------------------------------------------------------------------------


def review_json(review: Review) -> ReviewJson:
    """A review, as the API gives it."""
    return {
        "at": review.position,
        "seat": review.seat,
        "verdict": review.verdict.value,
        "loss": review.loss,
        "open_loss": review.open_loss,
        "played": _alternative_json(review.played),
        "best": _alternative_json(review.best),
        "alternatives": [_alternative_json(each) for each in review.alternatives],
        "worlds": review.worlds,
        "cut": review.cut,
    }


def _alternative_json(alternative: Alternative) -> AlternativeJson:
    values: AlternativeJson = {"value": alternative.value, "open": alternative.open}
    return values if alternative.move is None else {"move": say(alternative.move), **values}


def line_of(review: Review) -> str:
    """A review for people."""
    losses = f"{_percent(review.loss)}  {_percent(review.open_loss)}"
    better = "" if review.best == review.played else _words(review.best.move)
    played = _words(review.played.move)
    verdict = review.verdict.value
    return f"{review.position:5}  {review.seat:4}  {verdict:10}  {losses}  {played:24}  {better}"


HEADING: Final = "event  seat  verdict     loss   open  played                    best"


def _percent(value: int) -> str:
    return f"{value / 10:4.1f}%" if value else "    -"


def _words(move: Event | None) -> str:
    return WAITS if move is None else words_of_move(move)


STEP: Final = 0.1
"""A task begins no other move after so many seconds, so that moves of bots need not wait long."""
MOST: Final = 50
"""The most analyses of an owner that wait or are made; tokens leave a part to the owner."""


def request(context: Context, principal: Principal, deal: UUID) -> Analysis:
    """Request the analysis of a finished deal; returns it as far as it was made.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``, ``deal-on``, ``deal-voided``,
            ``deal-abandoned``, ``level-not-available``, ``queue-full``; ``not-allowed`` at a table
            of the house.
    """
    source = see_finished_deal(context, principal, deal)
    policy = bots.judge(source.game)
    if policy is None:
        raise Problem(Code.LEVEL_NOT_AVAILABLE, Sentence("no-judge"))
    method, moves = label(policy), len(moves_of(source.events))
    owner, most = _owner(context, principal)
    context.analyses.begin(
        deal, method, moves=moves, owner=owner, most=most, methods=_methods(method)
    )
    start(context)
    found = context.analyses.find(deal, method, _methods(method))
    if found is None or found.status == "failed" or found.method != method:
        full = Sentence("too-many-analyses", {"limit": most})
        raise Problem(Code.QUEUE_FULL, full, more={"limit": most})
    return found


def _owner(context: Context, principal: Principal) -> tuple[UUID, int]:
    """The owner on whom an analysis counts, and how many analyses the caller may add to."""
    if isinstance(principal, ApiKey):
        return UUID(principal.owner), MOST
    of_tokens = MOST - MOST // OWN_PART
    if isinstance(principal, EntryHolder):
        tournament = find_tournament(context, principal, principal.tournament)
        return UUID(tournament.opened.owner), of_tokens
    assert isinstance(principal, SeatHolder), "the operation takes no others"
    table = find_table(context, principal, principal.table)
    require_not_house(table.opened.owner)
    return UUID(account_owner(principal, table.state, table.opened.owner)), of_tokens


def _methods(*more: str) -> set[str]:
    """The methods of the analyses that workers make."""
    judges = (bots.judge(game) for game in GAMES.values())
    return {label(judge) for judge in judges if judge} | {*more}


def find(context: Context, principal: Principal, deal: UUID) -> Analysis:
    """The analysis of a finished deal, as far as it was made.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``, ``deal-on``, ``deal-voided``,
            ``deal-abandoned``.
    """
    source = see_finished_deal(context, principal, deal)
    policy = bots.judge(source.game)
    method = None if policy is None else label(policy)
    found = context.analyses.find(deal, method, _methods())
    return found or Analysis(deal, method, len(moves_of(source.events)), 0, is_requested=False)


def start(context: PlayContext) -> int:
    """Announce analyses that wait or were lost, a few at a time; returns how many."""
    started = context.analyses.start(_methods())
    for deal in started:
        context.tasks.analyse(deal)
    return len(started)


def advance(context: PlayContext, deal: UUID, *, seconds: float = STEP) -> int:
    """Review the next moves of a deal, one at least, and announce what comes next.

    It is safe to run twice, late, or concurrently: who is second adds nothing.

    Returns:
        The number of moves that were reviewed.
    """
    source = find_deal(context, deal)
    policy = bots.judge(source.game)
    if policy is None:
        return 0
    before = context.analyses.done(deal, label(policy))
    if before is None:
        return 0
    end, made, count = context.runtime.monotonic() + seconds, list[Json](), 0
    for review in reviews(source.game, source.events, policy, after=before):
        count += 1
        if review is not None:
            made.append(review_json(review))
        if context.runtime.monotonic() >= end:
            break
    done = before + count
    added = context.analyses.advance(deal, label(policy), before=before, done=done, reviews=made)
    if added and done < len(moves_of(source.events)):
        context.tasks.analyse(deal)
    elif added:
        start(context)
    return count
