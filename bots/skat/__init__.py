"""Stronger bots of Skat: sampled worlds, searched with all cards known.

The search is `bots/core/skat.c`. Where the core cannot run, its twin gives the same answers, but
slowly.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, cast

from bots import words
from bots.skat import bidding, contract, question
from bots.skat.estimates import ODDS, ODDS_1, Odds
from bots.skat.search import decide
from domain.games.skat import bot
from domain.games.skat.bot import null, play
from domain.games.skat.bot.mind import Mind
from domain.games.skat.cards import NULL
from domain.games.skat.model import Played
from domain.games.skat.phases import Bidding, Contracting, State
from domain.kernel.event import Event
from domain.kernel.policy import FRESH, HARD, TAUGHT, Decision, Numbers, Policy, Sight

HARD_POSITIONS: Final = 1_000_000

_answered: Final = partial(bot.choose, strict=True)
"""How `medium` answers: requests of the declarer."""


def choose(sight: Sight, numbers: Numbers) -> Decision:
    """The best card in sampled worlds; bids and contracts by rule."""
    return _choose(sight, numbers, ODDS)


def choose_1(sight: Sight, numbers: Numbers) -> Decision:
    """The choice of `hard/1`: it takes its odds for higher, and searches contracts."""
    return _choose(sight, numbers, ODDS_1)


def _choose(sight: Sight, numbers: Numbers, odds: Odds) -> Decision:
    state = cast("State", sight.view)
    if sight.may_wait:
        return Decision(None)
    match state.phase:
        case Bidding():
            return bidding.choose(sight, state, odds)
        case Contracting():
            return _contract(sight, state, numbers, odds)
        case _:
            return card(sight, state, numbers)


def _contract(sight: Sight, state: State, numbers: Numbers, odds: Odds) -> Decision:
    if not cast("Contracting", state.phase).picked_up:
        return bidding.picks_up(sight, state, odds)
    choices = contract.choices(sight, state, odds)
    if len(choices) == 1 or odds != ODDS_1:
        return Decision(choices[0].move)
    given = question.on_contracts(sight, [each.words for each in choices], seed=_seed(numbers))
    moves = {at: each.move for at, each in enumerate(choices)}
    return words.decision(decide(given), moves)._replace(values=())


def card(sight: Sight, state: State, numbers: Numbers, *, trumps_laid: bool = False) -> Decision:
    """The best card.

    Args:
        sight: The knowledge of the seat.
        state: The same as a state.
        numbers: For the chance.
        trumps_laid: Whether the declarer may have laid trumps into the skat.
    """
    moves = [move for move in sight.legal if isinstance(move, Played)]
    if not moves:
        return Decision(_answered(sight, numbers))
    if len(moves) == 1:
        return Decision(moves[0])
    mind = Mind(sight.seat, state)
    value = null.value if mind.kind == NULL else play.value
    moves.sort(key=lambda move: -value(move.card, mind))
    seed = _seed(numbers)
    given = question.on_cards(sight, moves, seed=seed, trumps_laid=trumps_laid)
    return decision(moves, decide(given))


def decision(moves: Sequence[Played], answer: Sequence[int]) -> Decision:
    """The decision about a card in the words of an answer."""
    by_number: dict[int, Event | None] = {question.NUMBER[move.card]: move for move in moves}
    found = words.decision(answer, by_number)
    return found if found.worlds else found._replace(values=())


def _seed(numbers: Numbers) -> int:
    return next(numbers) << 32 | next(numbers)


POLICIES: Final = (
    Policy(HARD, 1, choose_1, budget=HARD_POSITIONS, since=FRESH, core=True),
    Policy(HARD, 2, choose, budget=HARD_POSITIONS, since=TAUGHT, core=True),
)
