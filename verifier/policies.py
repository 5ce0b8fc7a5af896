"""Check that bots followed their policies: recompute each move from what its seat saw."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import bots
from bots.actor import Actor
from domain.judge.deal_rules import difference
from domain.kernel.chance import words
from domain.kernel.deal import Shuffled, bot_seed, is_by_hand
from domain.kernel.event import Seat
from domain.kernel.moves import legal_moves
from domain.kernel.shown_deal import ShownDeal
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
    known = {actor: _known(case, actor) for actor in {turn.actor for turn in turns}}
    reasons = [_irreproducible(case, turn, known[turn.actor]) for turn in turns]
    if not case.is_full:
        raise NotYet("the view has not all cards")
    if is_by_hand(case.opened):
        raise ByHand("laid by hand: the chances of its bots are not in the record")
    again = [turn for turn, reason in zip(turns, reasons, strict=True) if reason is None]
    _see_made_again(case, again)
    if case.finding is not None:
        raise NotYet("the record is not by the rules up to here")
    if first := next(filter(None, reasons), None):
        raise NotYet(first)
    labels = ", ".join(sorted({turn.actor.label for turn in turns}))
    return f"{len(turns)} moves of bots are what {labels} makes of what their seats saw"


# --- Which policies they are ----------------------------------------------------------------------


def _irreproducible(case: Case, turn: Turn, known: Actor | None) -> str | None:
    """Why a move cannot be recomputed, if the record itself shows that it is old; otherwise None.

    The actor's own label does not count as a reason, because a forger could write it.

    Args:
        case: The record.
        turn: The move.
        known: The label of its policy in this release.

    Raises:
        Failure: the move cannot be recomputed, although it should be possible.
    """
    actor = turn.actor
    if known is None:
        missing = f"{actor.label} of {case.game.key} is not known here"
    elif actor.budget is None:
        missing = f"the seed of {actor.label} was not in the record"
    elif actor.budget != known.budget:
        raise _at(turn.decoded, f"the policy is {known.label}")
    else:
        return None
    if case.decoded[0].schema > BEFORE_BUDGETS:
        raise _at(turn.decoded, missing)
    return f"event {turn.decoded.position}: {missing}"


def _known(case: Case, actor: Actor) -> Actor | None:
    """The policy's label in this release; None if deals opened like this have another version."""
    try:
        known = bots.actor(case.game, actor.policy, seat=actor.seat, opened=case.decoded[0].schema)
    except KeyError:
        return None
    return known if known.version == actor.version else None


# --- What they should have done -------------------------------------------------------------------


class _Seat(NamedTuple):
    """A bot's seat: what it was shown, and the seed of its random choices."""

    deal: ShownDeal
    seed: bytes | None


def _seat(case: Case, seat: Seat) -> _Seat:
    shuffled = next((each for each in case.events if isinstance(each, Shuffled)), None)
    return _Seat(ShownDeal(case.game, case.opened, seat), bot_seed(case.opened, shuffled, seat))


def _see_made_again(case: Case, turns: Sequence[Turn]) -> None:
    """Recompute bot moves, as far as the record follows the rules.

    Raises:
        Failure: A policy moves otherwise.
    """
    end = len(case.events) if case.finding is None else case.finding.position - 1
    seats: dict[Seat, _Seat] = {}
    for decoded, actor in turns:
        if decoded.position > end:
            return
        if actor.seat not in seats:
            seats[actor.seat] = _seat(case, actor.seat)
        _see_move(case, decoded, actor, seats[actor.seat])


def _see_move(case: Case, decoded: Decoded, actor: Actor, own: _Seat) -> None:
    """Recompute a move from what the bot's seat saw."""
    game, seat, level = case.game, actor.seat, actor.policy
    own.deal.follow(case.events, to=decoded.position - 1)
    shown, view = own.deal.shown, own.deal.view
    if own.seed is None:
        raise NotYet("the seed that its chances follow from is not in the record")
    legal = legal_moves(game, view, seat)
    opened = case.decoded[0].schema
    due = bots.choose(
        game,
        level,
        seat=seat,
        shown=shown,
        view=view,
        legal=legal,
        seed=own.seed,
        opened=opened,
    ).move
    if due == decoded.event:
        return
    field = None if due is None else difference(due, decoded.event)
    raise _at(decoded, f"{actor.label} makes another move: {words(due) or 'it waits'}", field)


def _at(decoded: Decoded, detail: str, field: str | None = _ACTOR) -> Failure:
    return Failure(detail, position=decoded.position, type=decoded.type, field=field)
