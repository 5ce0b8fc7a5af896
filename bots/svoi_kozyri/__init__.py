"""Stronger bots of Svoi Kozyri: both hands are known, so the game is searched as chess is.

The search is `bots/core/svoi_kozyri.c`. Where the core cannot run, its twin gives the same answers,
but slowly.
"""

from collections.abc import Iterable
from typing import Final, cast

from bots import core, words
from bots.svoi_kozyri import twin
from domain.games.svoi_kozyri.model import Beaten, Led, State, TrumpChosen, opponent
from domain.games.svoi_kozyri.rules import RANK
from domain.kernel.cards import PACK_36, Card
from domain.kernel.chance import pick
from domain.kernel.event import Event, Seat
from domain.kernel.policy import FRESH, HARD, MEDIUM, Decision, Numbers, Policy, Sight

HARD_POSITIONS: Final = 20_000
MEDIUM_POSITIONS: Final = 2_000

_SUITS: Final = "CDHS"
_NUMBER: Final[dict[Card, int]] = {c: 4 * RANK[c] + _SUITS.index(c[1]) for c in PACK_36}
_BYTE: Final = 8
_PILE_WORDS: Final = 5


def choose(sight: Sight, numbers: Numbers) -> Decision:
    """The move with the highest value; any trumps, as no card has been seen."""
    if isinstance(sight.legal[0], TrumpChosen):
        return Decision(pick(sight.legal, numbers))
    if len(sight.legal) == 1:
        return Decision(sight.legal[0])
    given = question(sight)
    answer = core.run("svoi_kozyri", given) if core.is_available() else twin.decide(given)
    return decision(sight, answer)


def question(sight: Sight) -> list[int]:
    """The words of the question: the rules, the cards, the budget, and the earlier positions."""
    state, seat = cast("State", sight.view), sight.seat
    own, other = (_SUITS.index(cast("str", state.trumps[each])) for each in (seat, opponent(seat)))
    mine, pile = _set(state.hands[seat]), [_NUMBER[card] for card in state.pile]
    theirs = twin.ALL & ~mine & ~_set(state.pile)
    earlier = _earlier(state, seat, mine)
    height = len(pile)
    laid = sum(card << _BYTE * at for at, card in enumerate(pile))
    return [
        own,
        other,
        not state.options.voluntary_take,
        state.options.max_plies - state.plies,
        mine,
        theirs,
        sight.budget,
        height,
        len(earlier),
        *(laid >> words.BITS * at & words.WORD for at in range(_PILE_WORDS)),
        *earlier,
    ]


def _earlier(state: State, seat: Seat, mine: int) -> list[int]:
    """The keys of the last positions before this one, the oldest first."""
    owners = zip(state.pile, state.dealt_to, strict=True)
    dealt_to_me = mine ^ _set(state.strays) | _set(card for card, owner in owners if owner == seat)
    earlier = state.positions[-twin.MOST_EARLIER - 1 : -1]
    return [_key(position, seat, dealt_to_me) for position in earlier]


def _key(position: str, seat: Seat, dealt_to_me: int) -> int:
    """The key of a position (S12): the mover, the pile, and the cards that have changed hands."""
    turn, pile, moved = position.split(" ")
    laid, changed = _cards(pile), _set(_cards(moved))
    mine = (dealt_to_me ^ changed) & ~_set(laid)
    theirs = twin.ALL & ~mine & ~_set(laid)
    return twin.key((mine, theirs), [_NUMBER[card] for card in laid], int(turn) != seat)


def _cards(text: str) -> list[Card]:
    return [Card(text[at : at + 2]) for at in range(0, len(text), 2)]


def _set(cards: Iterable[Card]) -> int:
    return sum(1 << _NUMBER[card] for card in cards)


def decision(sight: Sight, answer: tuple[int, ...]) -> Decision:
    """The decision in the words of an answer."""
    moves = {_code(move): move for move in sight.legal}
    return words.decision(answer, moves)


def _code(move: Event) -> int:
    match move:
        case Led():
            return _NUMBER[move.card] | twin.NONE << 6
        case Beaten():
            second = twin.NONE if move.then is None else _NUMBER[move.then]
            return _NUMBER[move.card] | second << 6
        case _:
            return twin.TAKE


POLICIES: Final = (
    Policy(MEDIUM, 2, choose, budget=MEDIUM_POSITIONS, since=FRESH),
    Policy(HARD, 1, choose, budget=HARD_POSITIONS, since=FRESH, core=True),
)
