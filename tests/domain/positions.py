"""Positions of any game, built from the notation of its rule text.

deal = dealt(DURAK, "AD QS KS 7C 8C 9C", "QC AC 6H 7D 8D 9D", last="6C", dealer=1)
deal.play("0 attack AD", "1 beat QC")
assert deal.refusal("0 attack KS") == ("D4",)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from domain.kernel.cards import Card, Cards
from domain.kernel.deal import Terms
from domain.kernel.event import Event, Viewer, redact
from domain.kernel.game import Game, lying, start, view
from domain.kernel.moves import breaches, decide, legal_moves, parse_move
from domain.kernel.progress import explain_move, progress_at
from domain.kernel.reasons import explanation_of
from domain.kernel.sentence import Sentence
from tests.laws.moves import key
from tests.laws.play import dealt_by_hand, terms


def cards(words: str) -> Cards:
    """Cards as a rule text writes them: ``7C 10H``."""
    return tuple(Card(word.replace("10", "T")) for word in words.split())


@dataclass
class Position:
    """A deal that is on: its full state and, where it was dealt, its record.

    A test that needs a late position builds the state by hand: ``Deal(GAME, State(…))``.
    """

    game: Game[Any]
    state: Any
    events: tuple[Event, ...] = ()
    last: tuple[Any, int, Event] | None = None
    """The last move, with the state and the number of events before it."""

    @property
    def hands(self) -> tuple[set[str], ...]:
        """The cards of each seat."""
        return tuple(set(hand) for hand in self.state.hands)

    def seen_by(self, viewer: Viewer) -> Any:
        """The state as a viewer sees it; of a state built by hand, the full one."""
        return view(self.game, self.events, viewer) if self.events else self.state

    def make(self, *moves: str) -> tuple[Event, ...]:
        """Make the moves; the last one, and the events that it brought about."""
        happened: tuple[Event, ...] = ()
        for words in moves:
            move: Any = in_words(self.game, words)
            seen = self.seen_by(move.seat)
            self.last = self.state, len(self.events), move
            happened, self.state = decide(self.game, self.state, move, seen=seen)
            if self.events:
                self.events += happened
        return happened

    def why(self, viewer: Viewer) -> Sentence:
        """Why the last move was allowed, as a viewer knows it.

        In a position that was built by hand it belongs to the first trick.
        """
        assert self.last is not None, "no move was made"
        state, count, move = self.last
        if not self.events:
            return explanation_of(self.game, state, move, trick=1)
        shown = [redact(event, viewer) for event in (*self.events[:count], move)]
        return explain_move(progress_at(self.game, shown[:-1]), shown[-1])

    def refusal(self, words: str) -> tuple[str, ...]:
        """The clauses that a move breaks; none: it is legal, and among the legal moves.

        They are the same from its seat as from the full state.
        """
        move: Any = in_words(self.game, words)
        clauses = breaches(self.game, self.state, move)
        assert breaches(self.game, self.seen_by(move.seat), move) == clauses
        listed = map(key, legal_moves(self.game, self.state, move.seat))
        assert (key(move) in listed) == (not clauses)
        return clauses

    def legal(self, words: str) -> bool:
        """Whether a move is legal."""
        return not self.refusal(words)

    def kinds(self, seat: int) -> set[str | None]:
        """The kinds of moves that a seat may make."""
        return {move.MOVE for move in legal_moves(self.game, self.state, seat)}


class Deal(Position):
    """A deal that says the types of the events that a move brings about."""

    def play(self, *moves: str) -> list[str]:
        """Make the moves; the types of the events that the last one brought about."""
        follow = self.make(*moves)[1:]
        return [event.TYPE.removeprefix(f"{self.game.key}.") for event in follow]


def in_words(game: Game[Any], words: str) -> Event:
    """``1 beat 10H`` as the event that it proposes: the fields of the move in their order.

    A field that holds several cards takes all the remaining words. A Boolean field is true if its
    name is among the words.
    """
    seat, name, *said = words.split()
    kind = next(kind for kind in game.moves if name == kind.MOVE)
    move: dict[str, Any] = {"type": name}
    for field, hint, _ in kind.GIVEN:
        if hint is bool:
            if field in said:
                said.remove(field)
                move[field] = True
        elif hint == Cards:
            move[field], said = list(cards(" ".join(said))), []
        elif said:
            move[field] = _value(said.pop(0), hint)
    assert not said, words
    return parse_move(game, int(seat), move, any_card=True)


def _value(word: str, hint: Any) -> Any:
    if hint is Card or Card in get_args(hint):
        return cards(word)[0]
    if get_origin(hint) is None:
        return int(word)
    return next(value for value in get_args(hint) if str(value) == word)


def dealt(
    game: Game[Any],
    *hands: str,
    stock: str = "",
    last: str = "",
    dealer: int | None = None,
    leader: int | None = None,
    lots: Sequence[int] | None = None,
    **options: Any,
) -> Deal:
    """A deal right after the deal of the cards.

    The deck is found by dealing the pack once and looking up the place of each card.

    Args:
        game: The rules.
        *hands: Cards of each seat, from seat 0. The rest of a hand is filled from the pack.
        stock: The front of the part of the deck that is not dealt.
        last: The end of the deck.
        dealer: The seat that deals; None: by lot.
        leader: The seat that leads, if the deal before decides it.
        lots: The values of the game's lots; by default zeros.
        **options: Of the table.
    """
    seats = max(len(hands), game.seats[0])
    on = terms(game, options, seats=seats)._replace(dealer=dealer, leader=leader)
    drawn = tuple(lots or (0,) * len(game.lots(seats)))
    layout = _layout(game, on, drawn)
    deck: list[Card | None] = [None] * len(game.pack)
    for seat, hand in enumerate(map(cards, hands)):
        positions = [at for at, owner in enumerate(layout) if owner == seat]
        _put(deck, positions, hand)
    _put(deck, [at for at, owner in enumerate(layout) if owner is None], cards(stock))
    end = cards(last)
    _put(deck, list(range(len(deck) - len(end), len(deck))), end)
    rest = iter([card for card in game.pack if card not in deck])
    whole = tuple(next(rest) if card is None else card for card in deck)
    events, state = start(game, *dealt_by_hand(whole, lots=drawn, on=on))
    deal = Deal(game, state, events)
    for seat, hand in enumerate(map(cards, hands)):
        assert {*hand} <= {*state.hands[seat]}, f"seat {seat} cannot be dealt {hands[seat]}"
    return deal


def _layout(game: Game[Any], on: Terms, lots: tuple[int, ...]) -> list[int | None]:
    """The seat to which each card of the deck is dealt; None: to no seat."""
    _, state = start(game, *dealt_by_hand(game.pack, lots=lots, on=on))
    owner = {
        card: place.seats[0]
        for place in lying(game, state)
        if place.zone == "hand"
        for card in place.cards
    }
    return [owner.get(card) for card in game.pack]


def _put(deck: list[Card | None], positions: list[int], wanted: Cards) -> None:
    assert len(wanted) <= len(positions), f"there is no room for {' '.join(wanted)}"
    for at, card in zip(positions, wanted, strict=False):
        assert card not in deck, f"{card} is named twice"
        deck[at] = card
