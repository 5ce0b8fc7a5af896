"""A game small enough to see through, with a move of every shape that later games need."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal, NamedTuple, Self, cast

from domain.fairness.shuffle import Lot
from domain.kernel.cards import PACK_36, Card, Cards, Hands, Suit
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import EVERYONE, Event, Seat, event, seen_by
from domain.kernel.game import NOT_IN_HAND, Counting, Game, ranks_of
from domain.kernel.options import number
from domain.kernel.reasons import Ground
from domain.kernel.sentence import Sentence
from domain.kernel.zones import SEAT, lies

PACK: Final = PACK_36[:6]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    target: int = number(1, low=1, high=3)


@event("toy.declared", move="declare")
class Declared(Event):
    """Fields of all the shapes but cards."""

    seat: Seat
    suit: Suit
    value: Literal[18, 20]
    hand: bool = False
    bid: int = 0
    shown: bool = False

    def meant(self) -> Self:
        """The declaration with everything included: shown includes hand."""
        made: Self = replace(cast("Any", self), hand=self.hand or self.shown)
        return made


@event("toy.laid", move="lay")
class LaidDown(Event):
    """A card, and perhaps another."""

    seat: Seat
    card: Card = seen_by(EVERYONE)
    then: Card | None = seen_by(EVERYONE, default=None)
    more: Cards = seen_by(EVERYONE, default=(PACK[0],))


@event("toy.ended")
class Ended(Event):
    """A seat has laid its card."""

    winner: Seat


class State(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((), ())
    laid: LaidDown | None = None
    ended: Ended | None = None


class Score(NamedTuple):
    points: tuple[int, ...] = (0, 0)
    dealer: Seat | None = None
    leader: Seat | None = None
    winner: int | None = None
    titles: tuple[str, ...] = ("", "")

    @property
    def ranks(self) -> tuple[int, ...]:
        return ranks_of(self.winner, sides=len(self.points))


def evolve(state: State, happened: Event) -> State:
    match happened:
        case Shuffled():
            return state._replace(hands=(happened.deck, ()))
        case LaidDown():
            return state._replace(laid=happened)
        case Ended():
            return state._replace(ended=happened)
        case _:
            return state


def consequence(state: State) -> Event | None:
    return Ended(state.laid.seat) if state.laid and not state.ended else None


def breaches(state: State, move: Any) -> Iterator[str]:
    if isinstance(move, LaidDown) and move.card not in state.hands[0]:
        yield NOT_IN_HAND


def _initial(_: Opened) -> State:
    return State()


TOY: Final = Game(
    key="toy",
    title="Toy",
    version="1",
    seats=(2,),
    sides=lambda _: ((0,), (1,)),
    pack=PACK,
    lots=lambda _: (Lot("toy/lot", 3),),
    options=Options,
    target="target",
    moves=(Declared, LaidDown),
    initial=_initial,
    evolve=evolve,
    consequence=consequence,
    to_act=lambda state: None if state.ended else 0,
    legal=lambda state, seat: (LaidDown(seat, card) for card in state.hands[0]),
    breaches=breaches,
    outcome=lambda state: state.ended,
    ground=lambda _, __: Ground("lay", "X1"),
    explain=lambda ended: (Sentence("toy-laid", {"seat": ended.winner}),),
    report=lambda _: {},
    opening_score=lambda _options, _seats: Score(),
    tally=lambda score, ended: score._replace(winner=ended.winner),
    counting=Counting("high"),
    most_moves=len(PACK),
)
