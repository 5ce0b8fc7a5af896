"""The search of Goat: sampled worlds, played out by a rule of play.

The search is `bots/core/goat.c`. Where the core cannot run, its twin gives the same answers, but
slowly.
"""

from collections.abc import Sequence
from typing import Final, cast

from bots import core, words
from bots.goat import twin
from bots.goat.numbers import NUMBERS, bits
from domain.games.goat.model import SEATS, Discarded, Laid, Lay, Pulled, State
from domain.games.goat.scoring import points_of
from domain.kernel.cards import PACK_36, UNKNOWN, Card, Cards, Suit
from domain.kernel.event import Event
from domain.kernel.policy import Decision, Numbers, Sight

_NOBODY: Final = Laid(0, (), face_up=True)


def choose(sight: Sight, numbers: Numbers) -> Decision:
    """The move with the highest value."""
    if len(sight.legal) == 1 and not sight.may_wait:
        return Decision(sight.legal[0])
    given = question(sight, seed=next(numbers) << 32 | next(numbers))
    answer = core.run("goat", given) if core.is_available() else twin.decide(given)
    return decision(sight, answer)


def question(sight: Sight, *, seed: int) -> list[int]:
    """The words of the question: the trick, the cards, the seed and the budget."""
    state = cast("State", sight.view)
    number = NUMBERS[cast("Suit", state.trump)]

    laid = dict.fromkeys(range(SEATS), cast("Cards", ())) | {
        each.seat: each.cards for each in state.laid
    }
    gone = {card for cards in (*laid.values(), *state.piles) for card in cards} - {UNKNOWN}
    shown = cast("Card", state.shown)
    bottom = state.options.trump_card == "bottom"
    # the order of the stock is unknown to all seats, even where all cards are open
    unseen = set(PACK_36).difference(gone, *state.hands, {shown} if bottom and state.stock else ())
    best = state.best or _NOBODY
    return [
        sight.seat,
        cast("int", state.turn),
        cast("int", state.leader),
        len(state.laid),
        len(best.cards),
        bits(number, best.cards),
        best.seat,
        *(bits(number, laid[seat]) for seat in range(SEATS)),
        sum(1 << seat for seat in range(SEATS) if UNKNOWN in laid[seat]),
        *(bits(number, hand) for hand in state.hands),
        *map(len, state.hands),
        *(points_of(_known(pile)) for pile in state.piles),
        *(pile.count(UNKNOWN) for pile in state.piles),
        bits(number, gone),
        bits(number, unseen),
        len(state.stock),
        number[shown],
        bottom,
        state.options.molodka != "off",
        any(isinstance(move, Pulled) for move in sight.legal),
        seed,
        sight.budget,
    ]


def decision(sight: Sight, answer: Sequence[int]) -> Decision:
    """The decision in the words of an answer."""
    state = cast("State", sight.view)
    number = NUMBERS[cast("Suit", state.trump)]
    moves: dict[int, Event | None] = {twin.WAIT: None} if sight.may_wait else {}
    for move in cast("tuple[Lay, ...]", sight.legal):
        moves[bits(number, move.cards) | _kind(move)] = move
    return words.decision(answer, moves)


def _known(cards: Cards) -> Cards:
    return tuple(card for card in cards if card != UNKNOWN)


def _kind(move: Lay) -> int:
    if isinstance(move, Discarded):
        return twin.FACE_DOWN
    return twin.PULLED if isinstance(move, Pulled) else 0
