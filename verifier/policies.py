"""Check that bots and hints followed their policies: recompute each move from what its seat saw."""

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

import bots
from bots.actor import Actor, read
from domain.judge.deal_rules import difference
from domain.kernel.chance import parse_words, words
from domain.kernel.deal import Shuffled, bot_seed, is_by_hand
from domain.kernel.event import Event, Seat
from domain.kernel.hints import HintGiven
from domain.kernel.moves import legal_moves
from domain.kernel.sentence import Sentence
from domain.kernel.shown_deal import ShownDeal
from verifier.actors import bot_turns
from verifier.case import Case
from verifier.record import Decoded
from verifier.verdicts import ByHand, Failure, Nothing, NotYet

_ACTOR: Final = "actor"
BEFORE_BUDGETS: Final = 2
"""The last schema of ``deal.opened`` from the time before bots named budgets."""


class PolicyMove(NamedTuple):
    """A move that a policy is said to have chosen: a bot's own, or the move of a hint.

    Attributes:
        decoded: The event that says so.
        actor: The policy, with its seat.
        move: The move; None where the view does not show it.
    """

    decoded: Decoded
    actor: Actor
    move: Event | None


def moves(case: Case) -> Sentence:
    """Every bot move is the move of its policy."""
    try:
        turns = bot_turns(case)
    except Failure as failure:
        raise NotYet(Sentence("finding-actor-not-allowed")) from failure
    if not turns:
        raise Nothing(Sentence("finding-no-bot-moved"))
    labels = _recomputed(case, [PolicyMove(*turn, turn.decoded.event) for turn in turns])
    return Sentence("finding-bot-moves", {"moves": len(turns), "policies": labels})


def hints(case: Case) -> Sentence:
    """Every hint is the move of its policy (H5)."""
    given = [each for each in case.decoded if isinstance(each.event, HintGiven)]
    if not given:
        raise Nothing(Sentence("finding-no-hint"))
    labels = _recomputed(case, [_hinted(case, each) for each in given])
    return Sentence("finding-hints", {"hints": len(given), "policies": labels})


def _hinted(case: Case, decoded: Decoded) -> PolicyMove:
    hint = cast("HintGiven", decoded.event)
    try:
        actor = read(f"bot:{hint.seat}:{hint.policy}")
    except ValueError:
        raise _at(decoded, Sentence("finding-no-policy-named"), "policy") from None
    return PolicyMove(decoded, actor, parse_words(case.game, hint.seat, hint.move or ""))


def _recomputed(case: Case, choices: Sequence[PolicyMove]) -> str:
    """The labels of the policies, where all choices are theirs."""
    known = {actor: _known(case, actor) for actor in {each.actor for each in choices}}
    reasons = [_irreproducible(case, each, known[each.actor]) for each in choices]
    if not case.is_full:
        raise NotYet(Sentence("finding-view-lacks-cards"))
    if is_by_hand(case.opened):
        raise ByHand(Sentence("finding-bots-by-hand"))
    again = [each for each, reason in zip(choices, reasons, strict=True) if reason is None]
    try:
        _see_made_again(case, again)
    except ModuleNotFoundError:  # in the wheel of the verifier, without its extra
        raise NotYet(Sentence("finding-core-missing")) from None
    if case.finding is not None:
        raise NotYet(Sentence("finding-not-by-rules"))
    if first := next(filter(None, reasons), None):
        raise NotYet(first)
    return ", ".join(sorted({each.actor.label for each in choices}))


# --- Which policies they are ----------------------------------------------------------------------


def _irreproducible(case: Case, choice: PolicyMove, known: Actor | None) -> Sentence | None:
    """Why a move cannot be recomputed, if the record itself shows that it is old; otherwise None.

    The actor's own label does not count as a reason, because a forger could write it.

    Args:
        case: The record.
        choice: The move.
        known: The label of its policy in this release.

    Raises:
        Failure: the move cannot be recomputed, although it should be possible.
    """
    decoded, actor, _ = choice
    if known is None:
        missing = Sentence("finding-policy-unknown", {"policy": actor.label, "game": case.game.key})
    elif actor.budget is None:
        missing = Sentence("finding-seed-not-recorded", {"policy": actor.label})
    elif actor.budget != known.budget:
        raise _at(decoded, Sentence("finding-policy-is", {"policy": known.label}))
    else:
        return None
    if case.decoded[0].schema > BEFORE_BUDGETS:
        raise _at(decoded, missing)
    return Sentence("finding-at-event", {"event": decoded.position, "why": missing})


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


def _see_made_again(case: Case, choices: Sequence[PolicyMove]) -> None:
    """Recompute moves, as far as the record follows the rules.

    Raises:
        Failure: A policy moves otherwise.
    """
    end = len(case.events) if case.finding is None else case.finding.position - 1
    seats: dict[Seat, _Seat] = {}
    for choice in choices:
        seat = choice.actor.seat
        if choice.decoded.position > end:
            return
        if seat not in seats:
            seats[seat] = _seat(case, seat)
        _see_move(case, choice, seats[seat])


def _see_move(case: Case, choice: PolicyMove, own: _Seat) -> None:
    """Recompute a move from what its seat saw."""
    decoded, actor, move = choice
    game, seat, level = case.game, actor.seat, actor.policy
    own.deal.follow(case.events, to=decoded.position - 1)
    shown, view = own.deal.shown, own.deal.view
    if own.seed is None:
        raise NotYet(Sentence("finding-chance-not-recorded"))
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
    if due == move:
        return
    field = None if due is None else difference(due, decoded.event)
    field = "move" if isinstance(decoded.event, HintGiven) else field
    waits = Sentence("finding-waits", {"policy": actor.label})
    values = {"policy": actor.label, "move": words(due)}
    raise _at(decoded, Sentence("finding-other-move", values) if due else waits, field)


def _at(decoded: Decoded, detail: Sentence, field: str | None = _ACTOR) -> Failure:
    return Failure(detail, position=decoded.position, type=decoded.type, field=field)
