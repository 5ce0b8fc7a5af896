"""`expert` of Goat: a network says what each move is worth.

It has learned that from its own play. Its inputs are what the seat was shown: its hand, who laid
what face up, its own discards, the trick, and the points and hidden cards of the piles. Seats count
clockwise from its own one. `lab/training/goat_network` has the training, and the same inputs in the
same order. A molodka out of turn is pulled at once.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Final, cast

from bots import network
from bots.goat.numbers import NUMBERS, bits
from domain.games.goat.model import (
    RANKS,
    SEATS,
    STOCK,
    Beaten,
    Discarded,
    Drawn,
    Lay,
    Led,
    Pulled,
    State,
    TrickTaken,
)
from domain.games.goat.rules import RANK, side_of
from domain.games.goat.scoring import ALL_POINTS, points_of
from domain.kernel.cards import PACK_36, Card, Cards, Suit
from domain.kernel.chance import words
from domain.kernel.event import Event, Seat
from domain.kernel.policy import Decision, Numbers, Sight

WEIGHTS: Final = Path(__file__).with_suffix(".network")

_CARDS: Final = len(PACK_36)
_HIDDEN: Final = 9
"""The hidden cards of a seat in a pile count up to 8."""
_ROUNDS: Final = STOCK // SEATS + 1
_HANDS: Final = 4
_NOT_LAID, _UP, _DOWN = range(3)


def choose(sight: Sight, _: Numbers) -> Decision:
    """The move with the highest value; a molodka out of turn is pulled.

    Of equal moves it is the first in the order of their words.
    """
    pulls = [move for move in sight.legal if isinstance(move, Pulled)]
    if pulls and not _leads(sight):
        return Decision(pulls[0])
    moves = sorted((move for move in sight.legal if move not in pulls), key=words)
    if len(moves) == 1:
        return Decision(moves[0])
    values = tuple(zip(moves, valued(sight, moves), strict=True))
    best = max(values, key=itemgetter(1))[0]
    return Decision(best, values, positions=len(values))


def _leads(sight: Sight) -> bool:
    state = cast("State", sight.view)
    return sight.seat == state.turn and state.best is None


def valued(sight: Sight, moves: Sequence[Event]) -> Sequence[int]:
    """The value of each move by the network; `network.WON` stands for a deal that is won."""
    number = NUMBERS[cast("Suit", cast("State", sight.view).trump)]
    own = [
        bits(number, move.cards) << (_CARDS if isinstance(move, Discarded) else 0)
        for move in cast("Sequence[Lay]", moves)
    ]
    return network.valued(WEIGHTS, inputs(sight), own)


class _History:
    """The memory of a seat: the tricks that were taken in, and the cards laid to this one."""

    def __init__(self, shown: Iterable[Event], seat: Seat) -> None:
        self.seat = seat
        self.up: list[list[Card]] = [[] for _ in range(SEATS)]
        """By seat: the cards that it laid face up."""
        self.down: list[Card] = []
        """The seat's own discards."""
        self.points = [0, 0]
        """By side: the card points that the seat knows of in its pile."""
        self.hidden = [[0, 0] for _ in range(SEATS)]
        """By seat and side: how many of the seat's discards are hidden in that side's pile."""
        self.taken = [False, False]
        self.trick: dict[Seat, Lay] = {}
        self.last: Seat | None = None
        """The seat that was the last to draw."""
        taker: Seat = 0
        for event in shown:
            match event:
                case Pulled():
                    self.trick = {event.seat: event}
                case Led() | Beaten() | Discarded():
                    self.trick[event.seat] = event
                case TrickTaken():
                    taker = event.seat
                    self._take(side_of(taker))
                case Drawn():
                    self.last = (taker - 1) % SEATS
                case _:
                    pass

    def _take(self, side: int) -> None:
        self.taken[side] = True
        for seat, move in self.trick.items():
            if not isinstance(move, Discarded):
                self.up[seat] += move.cards
            elif seat == self.seat:
                self.down += move.cards
            else:
                self.hidden[seat][side] += len(move.cards)
                continue
            self.points[side] += points_of(move.cards)
        self.trick = {}

    def laid(self, seat: Seat) -> int:
        """Whether a seat has laid to the trick, and how."""
        if seat not in self.trick:
            return _NOT_LAID
        return _DOWN if isinstance(self.trick[seat], Discarded) else _UP

    def up_in_trick(self, seat: Seat) -> Cards:
        """The cards that a seat has laid face up to the trick."""
        return self.trick[seat].cards if self.laid(seat) == _UP else ()


class _Inputs:
    """Bits, part after part."""

    def __init__(self) -> None:
        self.bits = self.count = 0

    def add(self, part: int, size: int) -> None:
        self.bits |= part << self.count
        self.count += size

    def add_one_of(self, size: int, number: int) -> None:
        """A number up to a most; the last bit stands for all above."""
        self.add(1 << min(number, size - 1), size)


def inputs(sight: Sight) -> int:
    """The inputs of the network: all that the seat was shown."""
    state, seat = cast("State", sight.view), sight.seat
    known = _History(sight.shown, seat)
    clockwise = [(seat + at) % SEATS for at in range(SEATS)]
    number = NUMBERS[cast("Suit", state.trump)]
    shown = cast("Card", state.shown)
    best = state.best
    found = _Inputs()
    found.add(bits(number, state.hands[seat]), _CARDS)
    for each in clockwise:
        found.add(bits(number, (*known.up[each], *known.up_in_trick(each))), _CARDS)
    found.add(bits(number, known.down), _CARDS)
    found.add(bits(number, best.cards if best else ()), _CARDS)
    found.add(sum(bits(number, known.up_in_trick(each)) for each in clockwise), _CARDS)
    for each in clockwise[1:]:
        found.add_one_of(3, known.laid(each))
    found.add(1 << clockwise.index(best.seat) if best else 0, SEATS)
    found.add(1 << len(best.cards) - 1 if best else 0, _HANDS)
    found.add_one_of(len(RANKS), RANK[shown])
    played = any(shown in (*known.up[each], *known.up_in_trick(each)) for each in clockwise)
    bottom = state.options.trump_card == "bottom"
    holder = known.last if bottom and not state.stock and not played else None
    found.add(sum(1 << at for at, each in enumerate(clockwise[1:]) if each == holder), SEATS - 1)
    found.add_one_of(_ROUNDS, len(state.stock) // SEATS)
    found.add_one_of(_HANDS, len(state.hands[seat]) - 1)
    sides = (side_of(seat), 1 - side_of(seat))
    for side in sides:
        found.add_one_of(ALL_POINTS // 2 + 1, known.points[side] // 2)
    for each in clockwise[1:]:
        for side in sides:
            found.add_one_of(_HIDDEN, known.hidden[each][side])
    for side in sides:
        found.add(known.taken[side], 1)
    found.add(bottom, 1)
    found.add(state.options.molodka != "off", 1)
    return found.bits
