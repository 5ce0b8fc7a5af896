"""Check that play followed the rules: moves, consequences, and the score."""

from typing import Any, cast

from domain.judge.beginning import check_table
from domain.kernel.deal import Revealed
from domain.kernel.finding import Finding
from domain.kernel.game import evolve, fold
from domain.kernel.leaving import Abandoned
from domain.kernel.moves import breaches
from domain.kernel.options import BadOption
from domain.kernel.sentence import Sentence
from verifier.case import Case
from verifier.clocks import see_times
from verifier.verdicts import Failure, Nothing, NotYet

STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Exceptions of the rules when they fold events that cannot happen at a table."""


def moves(case: Case) -> Sentence:
    """Every move was legal when it was made, as far as the view can show."""
    if not case.is_full:
        return _own_moves(case)
    found = case.finding
    if found is not None:
        if _is_move(case, found):
            raise _failure(case, found)
        raise NotYet(Sentence("finding-not-by-rules"))
    made = sum(event.MOVE is not None for event in case.events)
    return Sentence("finding-legal", {"moves": made, "rules": case.game.rules})


def consequences(case: Case) -> Sentence:
    """The events that the table recorded by itself are exactly those that the rules demand."""
    if not case.is_full and (found := check_table(case.game, case.opened)) is not None:
        raise _failure(case, found)
    _require_full(case)
    found = case.finding
    if found is not None and not _is_move(case, found) and not _is_score(case, found):
        raise _failure(case, found)
    if found is not None:
        raise NotYet(Sentence("finding-not-by-rules"))
    see_times(case)
    return Sentence("finding-follow")


def score(case: Case) -> Sentence:
    """The result is the one that the rules give."""
    _require_full(case)
    found = case.finding
    if found is not None:
        if _is_score(case, found):
            raise _failure(case, found)
        raise NotYet(Sentence("finding-not-by-rules"))
    outcome = case.outcome
    if outcome is None and isinstance(case.events[-1], Revealed | Abandoned):
        raise Nothing(Sentence("finding-not-played-out"))
    if outcome is None:
        last = case.decoded[-1]
        detail = Sentence("finding-ends-when-over")
        raise Failure(detail, position=last.position, type=last.type)
    return Sentence("finding-as-recorded", {"event": outcome.TYPE})


def _require_full(case: Case) -> None:
    if not case.is_full:
        raise NotYet(Sentence("finding-view-lacks-cards"))


def _is_move(case: Case, found: Finding) -> bool:
    """Whether the finding is about an illegal choice of a player."""
    return bool(found.clauses) and case.events[found.position - 1].MOVE is not None


def _is_score(case: Case, found: Finding) -> bool:
    """Whether the finding is about a score that differs from the rules."""
    game, events = case.game, case.events
    try:
        return game.outcome(fold(game, events[: found.position])) == events[found.position - 1]
    except STUMBLES:
        return False


def _failure(case: Case, found: Finding) -> Failure:
    decoded = case.decoded[found.position - 1]
    return Failure(
        found.detail,
        position=decoded.position,
        type=decoded.type,
        field=found.field,
        clauses=found.clauses,
    )


def _own_moves(case: Case) -> Sentence:
    """Judge the viewer's own moves: a move is judged on its player's own view."""
    game, seat, own = case.game, case.bundle.seat, 0
    decoded = None
    try:
        opened, *rest = case.decoded
        state = game.initial(cast("Any", opened.event))
        for decoded in rest:
            if decoded.event.MOVE is not None and cast("Any", decoded.event).seat == seat:
                own += 1
                if clauses := breaches(game, state, decoded.event):
                    detail = Sentence("finding-illegal", {"move": decoded.event.MOVE})
                    raise Failure(
                        detail, position=decoded.position, type=decoded.type, clauses=clauses
                    )
            state = evolve(game, state, decoded.event)
    except (BadOption, *STUMBLES):
        at = decoded or case.decoded[0]
        detail = Sentence("finding-impossible")
        raise Failure(detail, position=at.position, type=at.type) from None
    raise NotYet(Sentence("finding-own-legal", {"moves": own}))
