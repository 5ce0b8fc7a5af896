"""Positions of Goat, built from the notation of the rule text.

deal = dealt("7C JC 6D 8H", "AC 10H 9S 9D")       # hands by seat, the rest of the pack follows
deal.play("0 lead 7C JC", "1 beat AC 10H") assert deal.refusal("2 beat 6C QC") == ("G10", "T2")
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.games.goat import GOAT
from domain.games.goat.model import HAND, SEATS, Options, State, next_seat
from domain.kernel.cards import PACK_36, Card, Cards, Suit
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Digest, Event, Id, Text, Viewer
from domain.kernel.game import breaches, decide, legal_moves, settle, start, view
from domain.kernel.moves import parse_move
from domain.kernel.options import parse_options

ANYWHERE = "00000000-0000-7000-8000-000000000000"


def cards(words: str) -> Cards:
    """Cards as the rule text writes them: ``7C 10H``."""
    return tuple(Card(word.replace("10", "T")) for word in words.split())


def opened(*, dealer: int | None = 3, leader: int | None = None, **options: Any) -> Opened:
    """The first event of a deal whose shuffle is made by hand."""
    return Opened(
        deal=Id(ANYWHERE),
        table=Id(ANYWHERE),
        number=1,
        game=Text(GOAT.key),
        rules=Text(GOAT.version),
        options=options,
        seats=SEATS,
        dealer=dealer,
        leader=leader,
        bots=(None,) * SEATS,
        commitment=Digest("00" * 32),
        seed=None,
    )


def shuffled(deck: Cards, *, shown: int = 0, lot: int = 0) -> Shuffled:
    """A shuffle with this deck, made by hand."""
    return Shuffled(Digest("00" * 32), Digest("00" * 32), deck, (shown, lot))


@dataclass
class Deal:
    """A running deal: its full state and, if it was dealt, its record."""

    state: State
    events: tuple[Event, ...] = ()

    @property
    def hands(self) -> tuple[set[str], ...]:
        """The hands of all seats."""
        return tuple(set(hand) for hand in self.state.hands)

    def seen_by(self, viewer: Viewer) -> State:
        """The state as a viewer sees it; of a late position, the full one."""
        return view(GOAT, self.events, viewer) if self.events else self.state

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Make the moves; return the last one's consequences."""
        happened: tuple[Event, ...] = ()
        for words in moves:
            move = in_words(words)
            seat: int = move.seat  # type: ignore[attr-defined]
            happened, self.state = decide(GOAT, self.state, move, seen=self.seen_by(seat))
            if self.events:
                self.events += happened
        return happened

    def refusal(self, words: str) -> tuple[str, ...]:
        """The clauses that a move breaks: the same from its seat as from the full state."""
        move = in_words(words)
        seat: int = move.seat  # type: ignore[attr-defined]
        clauses = breaches(GOAT, self.state, move)
        assert breaches(GOAT, self.seen_by(seat), move) == clauses
        return clauses

    def legal(self, words: str) -> bool:
        """Whether a move is legal; then it is among the legal moves too."""
        move = in_words(words)
        seat: int = move.seat  # type: ignore[attr-defined]
        listed = {_unordered(each) for each in legal_moves(GOAT, self.state, seat)}
        assert (_unordered(move) in listed) == (not self.refusal(words))
        return not self.refusal(words)

    def kinds(self, seat: int) -> set[str | None]:
        """The kinds of moves that a seat may make."""
        return {move.MOVE for move in legal_moves(GOAT, self.state, seat)}


def _unordered(move: Any) -> tuple[str | None, frozenset[str]]:
    return move.MOVE, frozenset(move.cards)


def in_words(words: str) -> Event:
    """``1 beat 10H AC`` as the event that it proposes."""
    seat, kind, *listed = words.split()
    return parse_move(GOAT, int(seat), {"type": kind, "cards": list(cards(" ".join(listed)))})


def dealt(
    *hands: str,
    stock: str = "",
    trump: Suit = "H",
    dealer: int = 3,
    leader: int | None = None,
    **options: Any,
) -> Deal:
    """A deal right after the deal of the cards.

    Args:
        *hands: The seats' hands, from seat 0; missing cards are filled up from the pack.
        stock: Its front.
        trump: A card of it is shown from the stock.
        dealer: Who deals.
        leader: Who leads, if it is not the first deal.
        **options: Of the table.
    """
    wanted = [cards(hand) for hand in hands] + [()] * (SEATS - len(hands))
    front = cards(stock)
    rest = _rest([*wanted, front])
    full = [hand + _take(rest, HAND - len(hand)) for hand in wanted]
    under = front + tuple(rest)
    shown = next(at for at, card in enumerate(under) if card[1] == trump)
    first = next_seat(dealer)
    top = tuple(full[(first + step) % SEATS][n] for n in range(HAND) for step in range(SEATS))
    return from_deck(top + under, shown=shown, dealer=dealer, leader=leader, **options)


def from_deck(
    deck: Cards,
    *,
    shown: int = 0,
    lot: int = 0,
    dealer: int | None = 3,
    leader: int | None = None,
    **options: Any,
) -> Deal:
    """A deal of this deck."""
    first = opened(dealer=dealer, leader=leader, **options)
    events, state = start(GOAT, first, shuffled(deck, shown=shown, lot=lot))
    return Deal(state, events)


def late(
    *hands: str,
    stock: str = "",
    trump: Suit = "H",
    leader: int = 0,
    tricks: tuple[int, int] = (1, 1),
    owner: int = 0,
    **options: Any,
) -> Deal:
    """A deal between two tricks, its other cards on the pile of the side `owner`."""
    held = tuple(cards(hand) for hand in hands)
    front = cards(stock)
    gone = tuple(_rest([*held, front]))
    between = State(
        parse_options(Options, options, seats=SEATS),
        dealer=3,
        leader=leader,
        trump=trump,
        hands=held,
        stock=front,
        turn=None if front else leader,
        piles=(gone, ()) if owner == 0 else ((), gone),
        tricks=tricks,
    )
    _, state = settle(GOAT, between)
    return Deal(state)


def _rest(used: Iterable[Cards]) -> list[Card]:
    taken = [card for group in used for card in group]
    assert len(set(taken)) == len(taken), "a card is named twice"
    return [card for card in PACK_36 if card not in taken]


def _take(rest: list[Card], count: int) -> Cards:
    """Cards of different suits, so that no seat gets a molodka by accident."""
    taken: list[Card] = []
    while len(taken) < count:
        suits = {card[1] for card in taken}
        card = next((card for card in rest if card[1] not in suits), rest[0])
        rest.remove(card)
        taken.append(card)
    return tuple(taken)
