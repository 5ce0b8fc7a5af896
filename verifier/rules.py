"""Check that play followed the rules: moves, consequences, and the score."""

from typing import Any, cast

from domain.judge.beginning import check_table
from domain.kernel.deal import Revealed
from domain.kernel.finding import Finding
from domain.kernel.game import evolve, fold
from domain.kernel.leaving import Abandoned
from domain.kernel.moves import breaches
from domain.kernel.options import BadOption
from verifier.case import Case
from verifier.clocks import see_times
from verifier.verdicts import Failure, Nothing, NotYet

STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Exceptions of the rules when they fold events that cannot happen at a table."""


def moves(case: Case) -> str:
    """Every move was legal when it was made, as far as the view can show."""
    if not case.is_full:
        return _own_moves(case)
    found = case.finding
    if found is not None:
        if _is_move(case, found):
            raise _failure(case, found)
        raise NotYet("the record is not by the rules up to here")
    made = sum(event.MOVE is not None for event in case.events)
    return f"{made} were legal when they were made, by {case.game.rules}"


def consequences(case: Case) -> str:
    """The events that the table recorded by itself are exactly those that the rules demand."""
    if not case.is_full and (found := check_table(case.game, case.opened)) is not None:
        raise _failure(case, found)
    _require_full(case)
    found = case.finding
    if found is not None and not _is_move(case, found) and not _is_score(case, found):
        raise _failure(case, found)
    if found is not None:
        raise NotYet("the record is not by the rules up to here")
    see_times(case)
    return "all follow from the moves"


def score(case: Case) -> str:
    """The result is the one that the rules give."""
    _require_full(case)
    found = case.finding
    if found is not None:
        if _is_score(case, found):
            raise _failure(case, found)
        raise NotYet("the record is not by the rules up to here")
    outcome = case.outcome
    if outcome is None and isinstance(case.events[-1], Revealed | Abandoned):
        raise Nothing("the deal was not played out: nothing is scored")
    if outcome is None:
        last = case.decoded[-1]
        detail = "a full record ends when the deal is over"
        raise Failure(detail, position=last.position, type=last.type)
    return f"{outcome.TYPE} is as recorded"


def _require_full(case: Case) -> None:
    if not case.is_full:
        raise NotYet("the view has not all cards")


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


def _own_moves(case: Case) -> str:
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
                    detail = f"{decoded.event.MOVE} was not legal"
                    raise Failure(
                        detail, position=decoded.position, type=decoded.type, clauses=clauses
                    )
            state = evolve(game, state, decoded.event)
    except (BadOption, *STUMBLES):
        at = decoded or case.decoded[0]
        detail = "this cannot have happened here"
        raise Failure(detail, position=at.position, type=at.type) from None
    raise NotYet(f"{own} of the reader's own were legal; the others need their players' cards")
