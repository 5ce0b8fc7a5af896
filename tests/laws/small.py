"""A small game for the tests of the laws: it has everything that a law checks.

Two seats have two cards each and a stock, whose last card lies face up. A seat lays a card and
draws one, exchanges the open card for a lower one that it lays open in its place, or closes the
stock. Then both lay their hands. The table announces the seat that has closed, and the size of the
rest of the stock.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from domain.kernel.cards import PACK_36, UNKNOWN, Card, Cards, Hands, without
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import EACH, EVERYONE, Clause, Event, Seat, event, seen_by
from domain.kernel.game import NOT_IN_HAND, NOT_IN_THIS_PHASE, NOT_YOUR_TURN, Game
from domain.kernel.reasons import Ground
from domain.kernel.zones import MENTIONED, SEAT, lies
from tests.domain.toy import TOY

SEATS: Final = 2
HAND: Final = 2
PACK: Final = PACK_36[:18]


@event("small.dealt")
class Dealt(Event):
    hands: Hands = seen_by(EACH)
    open: Card = seen_by(EVERYONE)


@event("small.laid", move="lay", clause="X1")
class Laid(Event):
    seat: Seat
    card: Card = seen_by(EVERYONE)


@event("small.exchanged", move="exchange", clause="X2")
class Exchanged(Event):
    seat: Seat
    card: Card = seen_by(EVERYONE)
    """The card that lies open from now on."""


@event("small.closed", move="close", clause="X3")
class Closed(Event):
    seat: Seat


@event("small.taken")
class Taken(Event):
    """The open card goes to the hand of the seat that exchanges it."""

    seat: Seat
    card: Card = seen_by("seat")


@event("small.drawn")
class Drawn(Event):
    hands: Hands = seen_by(EACH)
    left: int


@event("small.ended")
class Ended(Event):
    winner: Seat


class State(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((), ())
    stock: Annotated[Cards, lies("stock", shape="deck")] = ()
    """The next to be drawn first, the open card last."""
    laid: Annotated[Cards, lies("laid", shape="row")] = ()
    turn: Seat = 0
    exchanging: Annotated[Card | None, MENTIONED] = None
    drawing: Seat | None = None
    closed: bool = False
    ended: Ended | None = None

    @property
    def open_card(self) -> Card | None:
        """The card that may be exchanged."""
        return self.stock[-1] if self.stock and not self.closed else None


def consequence(state: State) -> Event | None:
    if len(state.stock) == len(PACK):
        return Dealt((state.stock[:HAND], state.stock[HAND : 2 * HAND]), state.stock[-1])
    if state.exchanging is not None:
        return Taken(state.turn, state.stock[-1])
    if state.drawing is not None and state.stock and not state.closed:
        drawn = tuple(state.stock[:1] if seat == state.drawing else () for seat in range(SEATS))
        return Drawn(drawn, left=len(state.stock) - 1)
    if state.laid and not any(state.hands) and state.ended is None:
        return Ended(1 - state.turn)
    return None


def legal(state: State, seat: Seat) -> Iterator[Event]:
    if seat == state.turn:
        hand, shown = state.hands[seat], state.open_card
        yield from (Laid(seat, card) for card in hand)
        yield from (Exchanged(seat, card) for card in hand if _is_lower(card, shown))
        if shown is not None:
            yield Closed(seat)


def breaches(state: State, move: Any) -> Iterator[Clause]:
    if move.seat != state.turn:
        yield NOT_YOUR_TURN
    if not isinstance(move, Closed) and move.card not in state.hands[move.seat]:
        yield NOT_IN_HAND
    if isinstance(move, Closed | Exchanged) and state.open_card is None:
        yield NOT_IN_THIS_PHASE
    elif isinstance(move, Exchanged) and not _is_lower(move.card, state.open_card):
        yield "X2"


def _is_lower(card: Card, other: Card | None) -> bool:
    return other is not None and PACK.index(card) < PACK.index(other)


def evolve(state: State, event: Event) -> State:  # noqa: PLR0911 - one case an event
    match event:
        case Shuffled():
            return state._replace(stock=event.deck)
        case Dealt():
            stock = (*state.stock[2 * HAND : -1], event.open)
            return state._replace(hands=event.hands, stock=stock)
        case Laid():
            return _without(state, event.seat, event.card)._replace(
                laid=(*state.laid, event.card), turn=1 - event.seat, drawing=event.seat
            )
        case Drawn():
            return _draw(state, event)
        case Exchanged():
            return state._replace(exchanging=event.card)
        case Taken():
            return _exchange(state, event)
        case Closed():
            return state._replace(closed=True)
        case Ended():
            return state._replace(ended=event)
        case _:
            raise TypeError(event.TYPE)


def _draw(state: State, drawn: Drawn) -> State:
    front, *rest = state.stock
    came = (tuple(front if card == UNKNOWN else card for card in hand) for hand in drawn.hands)
    hands = tuple(hand + new for hand, new in zip(state.hands, came, strict=True))
    return state._replace(hands=hands, stock=tuple(rest), drawing=None)


def _exchange(state: State, taken: Taken) -> State:
    assert state.exchanging is not None
    *rest, lay_open = state.stock
    given = _without(state, taken.seat, state.exchanging)
    hands = list(given.hands)
    hands[taken.seat] += (lay_open,)
    stock = (*rest, state.exchanging)
    return given._replace(hands=tuple(hands), stock=stock, exchanging=None)


def _without(state: State, seat: Seat, card: Card) -> State:
    hands = list(state.hands)
    hands[seat] = without(hands[seat], (card,))
    return state._replace(hands=tuple(hands))


def _initial(_: Opened) -> State:
    return State()


SMALL: Final[Game[State]] = Game(
    key="small",
    title="Small",
    version="1",
    seats=(SEATS,),
    sides=TOY.sides,
    pack=PACK,
    lots=lambda _: (),
    options=TOY.options,
    target=TOY.target,
    moves=(Laid, Exchanged, Closed),
    initial=_initial,
    evolve=evolve,
    consequence=consequence,
    to_act=lambda state: None if state.ended else state.turn,
    legal=legal,
    breaches=breaches,
    outcome=lambda state: state.ended,
    ground=lambda _, __: Ground("lay", "X1"),
    explain=TOY.explain,
    report=lambda _: {},
    opening_score=TOY.opening_score,
    tally=TOY.tally,
    counting=TOY.counting,
    most_moves=5,
)
"""Its deals end: what is exchanged gets lower each time."""
