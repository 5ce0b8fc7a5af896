"""Positions of Svoi Kozyri, built from the notation of the rule text.

deal = position("10S", "10C 6H AD", pile="9C", turn=1)     # seat 0 has trumps S, seat 1 H
deal.play("1 beat 10C AD") assert deal.refusal("0 beat 6H 10C") == ("S6", "T2")
"""

from dataclasses import dataclass
from typing import Any

from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.games.svoi_kozyri.model import SEATS, Dealt, Options, State
from domain.games.svoi_kozyri.rules import evolve
from domain.kernel.cards import PACK_36, SUITS, Card, Cards
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Digest, Event, Id, Json, Text, Viewer
from domain.kernel.game import breaches, decide, legal_moves, start, view
from domain.kernel.moves import parse_move
from domain.kernel.options import parse_options

ANYWHERE = "00000000-0000-7000-8000-000000000000"


def cards(words: str) -> Cards:
    """Cards as the rule text writes them: ``7C 10H``."""
    return tuple(Card(word.replace("10", "T")) for word in words.split())


def rest(*used: str) -> str:
    """The other cards of the pack."""
    named = {card for words in used for card in cards(words)}
    return " ".join(card for card in PACK_36 if card not in named)


@dataclass
class Deal:
    """A running deal: its full state and, if it was dealt, its record."""

    state: State
    events: tuple[Event, ...] = ()

    @property
    def hands(self) -> tuple[set[str], ...]:
        """The hands of both seats."""
        return tuple(set(hand) for hand in self.state.hands)

    @property
    def pile(self) -> str:
        """The pile, its top last."""
        return " ".join(self.state.pile)

    @property
    def result(self) -> tuple[Any, ...] | None:
        """Winner, reason and the card of S11; None while the deal is on."""
        ended = self.state.ended
        return None if ended is None else (ended.winner, ended.reason, ended.last_card)

    def seen_by(self, viewer: Viewer) -> State:
        """The state as a viewer sees it; of a constructed position, the full one."""
        return view(SVOI_KOZYRI, self.events, viewer) if self.events else self.state

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Make the moves; return the last one's consequences."""
        happened: tuple[Event, ...] = ()
        for words in moves:
            move: Any = in_words(words)
            seen = self.seen_by(move.seat)
            happened, self.state = decide(SVOI_KOZYRI, self.state, move, seen=seen)
            if self.events:
                self.events += happened
        return happened

    def refusal(self, words: str) -> tuple[str, ...]:
        """The clauses that a move breaks: the same from its seat as from the full state."""
        move: Any = in_words(words)
        clauses = breaches(SVOI_KOZYRI, self.state, move)
        assert breaches(SVOI_KOZYRI, self.seen_by(move.seat), move) == clauses
        return clauses

    def legal(self, words: str) -> bool:
        """Whether a move is legal; then it is among the legal moves too."""
        move: Any = in_words(words)
        listed = legal_moves(SVOI_KOZYRI, self.state, move.seat)
        assert (move in listed) == (not self.refusal(words))
        return move in listed

    def kinds(self, seat: int) -> set[str | None]:
        """The kinds of moves that a seat may make."""
        return {move.MOVE for move in legal_moves(SVOI_KOZYRI, self.state, seat)}


def in_words(words: str) -> Event:
    """``1 beat 10H AC`` as the event that it proposes."""
    seat, kind, *said = words.split()
    move: dict[str, Json] = {"type": kind}
    if kind == "choose_trump":
        move["suit"] = said[0]
    else:
        move |= dict(zip(("card", "then"), cards(" ".join(said)), strict=False))
    return parse_move(SVOI_KOZYRI, int(seat), move)


def opened(*, dealer: int | None = 1, **options: Any) -> Opened:
    """The first event of a deal whose shuffle is made by hand."""
    return Opened(
        deal=Id(ANYWHERE),
        table=Id(ANYWHERE),
        number=1,
        game=Text(SVOI_KOZYRI.key),
        rules=Text(SVOI_KOZYRI.version),
        options=options,
        seats=SEATS,
        dealer=dealer,
        leader=None,
        bots=(None,) * SEATS,
        commitment=Digest("00" * 32),
        seed=None,
    )


def from_deck(
    deck: Cards = PACK_36, *, dealer: int | None = 1, lot: int = 0, **options: Any
) -> Deal:
    """A deal of this deck, before the choice of trumps."""
    shuffled = Shuffled(Digest("00" * 32), Digest("00" * 32), deck, (lot,))
    events, state = start(SVOI_KOZYRI, opened(dealer=dealer, **options), shuffled)
    return Deal(state, events)


def dealt(deck: Cards = PACK_36, *, trumps: str = "SH", dealer: int = 1, **options: Any) -> Deal:
    """A deal of this deck, seat 0 with the first of the trump suits, seat 1 with the other."""
    deal = from_deck(deck, dealer=dealer, **options)
    for seat in (1 - dealer, dealer):
        deal.play(f"{seat} choose_trump {trumps[seat]}")
    return deal


def position(
    first: str, second: str, *, pile: str = "", turn: int = 0, trumps: str = "SH", **options: Any
) -> Deal:
    """A position as if it had been dealt like this.

    Args:
        first: The hand of seat 0.
        second: The hand of seat 1.
        pile: Its top last.
        turn: Who is to move.
        trumps: The own trumps of seat 0 and of seat 1.
        **options: Of the table.
    """
    own = tuple(suit for letter in trumps for suit in SUITS if suit == letter)
    before = State(parse_options(Options, options, seats=SEATS), dealer=1 - turn, trumps=own)
    state = evolve(before, Dealt((cards(first), cards(second))))
    laid = cards(pile)
    return Deal(state._replace(pile=laid, dealt_to=(0,) * len(laid)))
