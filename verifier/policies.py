"""Check that bots followed their policies: recompute each move from what its seat saw."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import bots
from bots.actor import Actor
from domain.judge.check import difference
from domain.kernel.chance import words
from domain.kernel.deal import Shuffled, bot_seed, is_by_hand
from domain.kernel.event import redact
from domain.kernel.game import evolve, legal_moves
from verifier.actors import Turn, bot_turns
from verifier.case import Case
from verifier.record import Decoded
from verifier.verdicts import ByHand, Failure, Nothing, NotYet

_ACTOR: Final = "actor"
BEFORE_BUDGETS: Final = 2
"""The last schema of ``deal.opened`` from the time before bots named budgets."""


def moves(case: Case) -> str:
    """Every bot move is the move of its policy."""
    try:
        turns = bot_turns(case)
    except Failure as failure:
        raise NotYet("an actor is not allowed") from failure
    if not turns:
        raise Nothing("no bot has moved")
    reasons = [missing for turn in turns for missing in _irreproducible(case, turn)]
    if not case.is_full:
        raise NotYet("the view has not all cards")
    if is_by_hand(case.opened):
        raise ByHand("laid by hand: the chances of its bots are not in the record")
    _see_made_again(case, turns)
    if case.finding is not None:
        raise NotYet("the record is not by the rules up to here")
    if reasons:
        raise NotYet(reasons[0])
    labels = ", ".join(sorted({turn.actor.label for turn in turns}))
    return f"{len(turns)} moves of bots are what {labels} makes of what their seats saw"


# --- Which policies they are ----------------------------------------------------------------------


def _irreproducible(case: Case, turn: Turn) -> Iterator[str]:
    """Why a move cannot be recomputed, if the record itself shows that it is old; otherwise None.

    The actor's own label does not count as a reason, because a forger could write it.

    Raises:
        Failure: the move cannot be recomputed, although it should be possible.
    """
    actor, known = turn.actor, _known(case, turn.actor)
    if known is None:
        missing = f"{actor.label} of {case.game.key} is not known here"
    elif actor.budget is None:
        missing = f"the seed of {actor.label} was not in the record"
    elif actor.budget != known.budget:
        raise _at(turn.decoded, f"the policy is {known.label}")
    else:
        return
    if case.decoded[0].schema > BEFORE_BUDGETS:
        raise _at(turn.decoded, missing)
    yield f"event {turn.decoded.position}: {missing}"


def _known(case: Case, actor: Actor) -> Actor | None:
    """The policy's label in this release; None if deals opened like this have another version."""
    game, level = case.game, actor.policy
    if level not in bots.levels(game):
        return None
    known = bots.actor(game, level, seat=actor.seat, opened=case.decoded[0].schema)
    return known if known.version == actor.version else None


# --- What they should have done -------------------------------------------------------------------


def _see_made_again(case: Case, turns: Sequence[Turn]) -> None:
    """Recompute the bot moves that can be recomputed, as far as the record follows the rules.

    Raises:
        Failure: A policy moves otherwise.
    """
    events = case.decoded if case.finding is None else case.decoded[: case.finding.position - 1]
    if not events:
        return
    known = [turn for turn in turns if not [*_irreproducible(case, turn)]]
    actors = {turn.decoded.position: turn.actor for turn in known}

    seats = {actor.seat for actor in actors.values()}
    views = {seat: case.game.initial(redact(case.opened, seat)) for seat in seats}
    for decoded in events[1:]:
        if (actor := actors.get(decoded.position)) is not None:
            _see_move(case, decoded, actor, views[actor.seat])
        for seat, view in views.items():
            views[seat] = evolve(case.game, view, redact(decoded.event, seat))


def _see_move(case: Case, decoded: Decoded, actor: Actor, view: Any) -> None:
    """Recompute a move from what the bot's seat saw."""
    game, seat, level = case.game, actor.seat, actor.policy
    shuffled = next((each for each in case.events if isinstance(each, Shuffled)), None)
    seed = bot_seed(case.opened, shuffled, seat)
    if seed is None:
        raise NotYet("the seed that its chances follow from is not in the record")
    legal = legal_moves(game, view, seat)
    opened = case.decoded[0].schema
    due = bots.choose(game, level, seat=seat, view=view, legal=legal, seed=seed, opened=opened)
    if due == decoded.event:
        return
    field = None if due is None else difference(due, decoded.event)
    raise _at(decoded, f"{actor.label} makes another move: {words(due) or 'it waits'}", field)


def _at(decoded: Decoded, detail: str, field: str | None = _ACTOR) -> Failure:
    return Failure(detail, position=decoded.position, type=decoded.type, field=field)
