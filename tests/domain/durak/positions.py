"""Positions of Durak, built from the notation of the rule text. Clubs are trump, unless given.

deal = late("AD QS KS", "QC AC 6H", stock="7C")  # seat 0 attacks; cards not named are out of play
deal.play("0 attack AD", "1 beat QC") assert deal.refusal("0 attack KS") == ("D4",)
"""

from dataclasses import dataclass
from typing import Any

from domain.games.durak import DURAK
from domain.games.durak.model import HAND, SEATS, Ended, Options, State, other
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


@dataclass
class Deal:
    """A running deal: its full state and, if it was dealt, its record."""

    state: State
    events: tuple[Event, ...] = ()

    @property
    def hands(self) -> tuple[set[str], ...]:
        """Both hands."""
        return tuple(set(hand) for hand in self.state.hands)

    @property
    def table(self) -> tuple[tuple[str, str | None], ...]:
        """The bout: each attack card with the card that has beaten it."""
        return self.state.table

    @property
    def ended(self) -> Ended | None:
        """The result of the deal; None while it is on."""
        return self.state.ended

    def seen_by(self, viewer: Viewer) -> State:
        """The state as a viewer sees it; of a late position, the full one."""
        return view(DURAK, self.events, viewer) if self.events else self.state

    def play(self, *moves: str) -> list[str]:
        """Make the moves; return the types of the last one's consequences."""
        happened: tuple[Event, ...] = ()
        for words in moves:
            move = in_words(words)
            seat: int = move.seat  # type: ignore[attr-defined]
            happened, self.state = decide(DURAK, self.state, move, seen=self.seen_by(seat))
            if self.events:
                self.events += happened
        return [event.TYPE.removeprefix("durak.") for event in happened[1:]]

    def refusal(self, words: str) -> tuple[str, ...]:
        """The clauses that a move breaks; if none, it must be among the legal moves."""
        move = in_words(words)
        seat: int = move.seat  # type: ignore[attr-defined]
        clauses = breaches(DURAK, self.state, move)
        assert breaches(DURAK, self.seen_by(seat), move) == clauses
        assert (move in legal_moves(DURAK, self.state, seat)) == (not clauses)
        return clauses

    def kinds(self, seat: int) -> set[str | None]:
        """The kinds of moves that a seat may make."""
        return {move.MOVE for move in legal_moves(DURAK, self.state, seat)}


def in_words(words: str) -> Event:
    """``1 beat 10H`` as the event that it proposes."""
    seat, kind, *card = words.split()
    said = {"type": kind, **dict(zip(["card"], cards(" ".join(card)), strict=False))}
    return parse_move(DURAK, int(seat), said)


def dealt(
    *hands: str,
    stock: str = "",
    trump: str = "AC",
    dealer: int | None = 1,
    leader: int | None = None,
    lot: int = 0,
    **options: Any,
) -> Deal:
    """A deal right after the deal of the cards.

    Args:
        *hands: The seats' hands, six cards each.
        stock: Its front.
        trump: Its last card.
        dealer: Who deals; None: by lot.
        leader: Who attacks first, if it is not the first deal.
        lot: The seat that the lot makes the dealer.
        **options: Of the table.
    """
    held, last = [cards(hand) for hand in hands], cards(trump)
    used = {card for group in (*held, cards(stock), last) for card in group}
    rest = tuple(card for card in PACK_36 if card not in used)
    first = other(lot if dealer is None else dealer)
    top = tuple(held[(first + step) % SEATS][n] for n in range(HAND) for step in range(SEATS))
    opened = Opened(
        deal=Id(ANYWHERE),
        table=Id(ANYWHERE),
        number=1,
        game=Text(DURAK.key),
        rules=Text(DURAK.version),
        options=options,
        seats=SEATS,
        dealer=dealer,
        leader=leader,
        bots=(None,) * SEATS,
        commitment=Digest("00" * 32),
        seed=None,
    )
    deck = top + cards(stock) + rest + last
    shuffled = Shuffled(Digest("00" * 32), Digest("00" * 32), deck, (lot,))
    events, state = start(DURAK, opened, shuffled)
    return Deal(state, events)


def late(
    *hands: str, stock: str = "", trump: Suit = "C", attacker: int = 0, **options: Any
) -> Deal:
    """A deal between two bouts, its other cards out of play."""
    held = (cards(hands[0]), cards(hands[1]))
    used = [card for group in (*held, cards(stock)) for card in group]
    assert len(set(used)) == len(used), "a card is named twice"
    between = State(
        parse_options(Options, options, seats=SEATS),
        dealer=1,
        attacker=attacker,
        trump=trump,
        hands=held,
        stock=cards(stock),
        draws_first=other(attacker),
        away=tuple(card for card in PACK_36 if card not in used),
    )
    events, state = settle(DURAK, between)
    assert not events, "no event follows"
    return Deal(state)
