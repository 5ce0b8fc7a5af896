"""Stronger bots of Durak: exact endgames, and sampled worlds before the stock is empty.

The search is `bots/core/durak.c`. Where the core cannot run, its twin gives the same answers, but
slowly.
"""

from collections.abc import Iterable
from typing import Final, cast

from bots import core, words
from bots.durak import twin
from domain.games.durak import bot
from domain.games.durak.model import (
    Attacked,
    Beaten,
    DoneSaid,
    Move,
    State,
    TakeAnnounced,
    other,
)
from domain.games.durak.rules import RANK, on_table, unbeaten
from domain.kernel.cards import PACK_36, UNKNOWN, Card
from domain.kernel.chance import pick
from domain.kernel.event import Event
from domain.kernel.policy import FRESH, HARD, MEDIUM, Decision, Numbers, Policy, Sight

HARD_POSITIONS: Final = 100_000
MEDIUM_POSITIONS: Final = 2_000
ADDED: Final = 8
"""The price of the dearest card, an ace, that `medium` adds to a bout while there is a stock."""

_SUITS: Final = "CDHS"
_NUMBER: Final[dict[Card, int]] = {c: 4 * RANK[c] + _SUITS.index(c[1]) for c in PACK_36}


def hard(sight: Sight, numbers: Numbers) -> Decision:
    """The move with the highest value; among equals, the cheapest card."""
    if len(sight.legal) == 1:
        return Decision(sight.legal[0])
    return _searched(sight, numbers)


def medium(sight: Sight, numbers: Numbers) -> Decision:
    """Exact where the stock is empty and the budget is enough; otherwise the cheapest card."""
    if len(sight.legal) == 1:
        return Decision(sight.legal[0])
    state = cast("State", sight.view)
    if state.stock:
        return Decision(by_rule(sight, numbers))
    found = _searched(sight, numbers)
    return found._replace(move=by_rule(sight, numbers)) if found.cut else found


def by_rule(sight: Sight, numbers: Numbers) -> Event:
    """Attack, add or answer with the cheapest card that will do; among equals, any."""
    state = cast("State", sight.view)
    moves = cast("tuple[Move, ...]", sight.legal)
    playing = [move for move in moves if isinstance(move, Attacked | Beaten)]
    saying = [move for move in moves if not isinstance(move, Attacked | Beaten)]
    least = min((bot.price(move, state) for move in playing), default=0)
    cheapest = [move for move in playing if bot.price(move, state) == least]
    if saying and not (cheapest and _pays(cheapest[0], state)):
        return cast("Event", pick(saying, numbers))
    return cast("Event", pick(cheapest, numbers))


def _pays(move: Attacked | Beaten, state: State) -> bool:
    if isinstance(move, Beaten):
        return bot.pays(move, state)
    return not state.stock or bot.price(move, state) <= ADDED


# --- The core ---------------------------------------------------------------------------------


def _searched(sight: Sight, numbers: Numbers) -> Decision:
    given = question(sight, seed=next(numbers) << 32 | next(numbers))
    answer = core.run("durak", given) if core.is_available() else twin.decide(given)
    return decision(sight, answer)


def question(sight: Sight, *, seed: int) -> list[int]:
    """The words of the question: the rules, the bout, the cards, the seed and the budget."""
    state = cast("State", sight.view)
    seat, options, attack = sight.seat, state.options, unbeaten(state)
    known = [[card for card in hand if card != UNKNOWN] for hand in state.hands]
    seen = {*known[0], *known[1], *on_table(state)}
    seen |= {each.card for each in sight.shown if isinstance(each, Attacked | Beaten)}
    shown = cast("Card", state.shown)
    if state.stock:
        seen.add(shown)
    return [
        _SUITS.index(cast("str", state.trump)),
        options.any_trump_beats,
        options.both_out == "draw",
        options.throw_in_after_take,
        seat,
        cast("int", state.attacker),
        state.taking,
        len(state.table),
        sum(pair.beat is not None for pair in state.table),
        twin.NONE if attack is None else _NUMBER[attack],
        _set(on_table(state)),
        len(state.stock),
        _NUMBER[shown],
        state.hands[other(seat)].count(UNKNOWN),
        *map(_set, known),
        _set(card for card in PACK_36 if card not in seen),
        seed,
        sight.budget,
    ]


def decision(sight: Sight, answer: tuple[int, ...]) -> Decision:
    """The decision in the words of an answer."""
    moves = {_code(cast("Move", move)): move for move in sight.legal}
    return words.decision(answer, moves)


def _set(cards: Iterable[Card]) -> int:
    return sum(1 << _NUMBER[card] for card in cards)


def _code(move: Move) -> int:
    match move:
        case TakeAnnounced():
            return twin.TAKE
        case DoneSaid():
            return twin.DONE
        case _:
            return _NUMBER[move.card]


POLICIES: Final = (
    Policy(MEDIUM, 2, medium, budget=MEDIUM_POSITIONS, since=FRESH),
    Policy(HARD, 1, hard, budget=HARD_POSITIONS, since=FRESH, scale=2, core=True),
)
