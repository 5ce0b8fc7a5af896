"""Positions of Skat, built from the notation of the rule text.

deal = dealt("JC JS AC", "AH", "10S", skat="7D 8D")     # forehand, middlehand, rearhand
deal.play("1 bid 18", "0 hold", "1 pass", "2 pass", "0 pick_up")
assert deal.refusal("0 declare grand") == ("K10", "T4")

deal = late("JC", "7H", "8H", contract="clubs")         # seat 0 declares; the rest is played
"""

from dataclasses import replace
from typing import Any, cast

from domain.games.skat import SKAT
from domain.games.skat.cards import Kind
from domain.games.skat.lists import SkatScore, list_points, opening_score, tally
from domain.games.skat.model import (
    HAND,
    Contract,
    Declared,
    Ending,
    Options,
    Settled,
    players_after,
)
from domain.games.skat.phases import Over, Playing, State
from domain.games.skat.scoring import GameVerdict, PointsTaken, appraise
from domain.kernel.cards import PACK_32, Card, Cards, Hands
from domain.kernel.event import Event
from domain.kernel.game import settle, start
from domain.kernel.moves import legal_moves
from domain.kernel.options import parse_options
from tests.domain import positions
from tests.domain.positions import cards
from tests.laws.play import dealt_by_hand, terms

WITH_1 = "JC AC 10C KC QC 9C AS 10S AH 10H 7D 8D"
"""Twelve cards: with 1 in clubs and in grand."""


def contract(words: str) -> Contract:
    """``clubs hand schneider`` as a contract, with exactly these words."""
    kind, *flags = words.split()
    return Contract(cast("Kind", kind), **dict.fromkeys(flags, True))


def meant(words: str) -> Contract:
    """A contract with everything that it includes (K12)."""
    return Declared(0, *contract(words)).meant().says


class Deal(positions.Deal):
    """A deal of Skat."""

    def __init__(self, state: State, events: tuple[Event, ...] = ()) -> None:
        super().__init__(SKAT, state, events)

    @property
    def settled(self) -> Settled:
        """The result of the deal."""
        assert isinstance(self.state.phase, Over), "the deal is still running"
        return self.state.phase.settled

    @property
    def on(self) -> bool:
        """Whether the deal goes on."""
        return not isinstance(self.state.phase, Over)

    @property
    def turn(self) -> int | None:
        """The seats that the table waits for."""
        return SKAT.to_act(self.state)

    def phase(self, kind: type[Any]) -> Any:
        """The phase, which must be of this kind."""
        assert isinstance(self.state.phase, kind)
        return self.state.phase

    def tricks(self, *tricks: str) -> list[str]:
        """Play whole tricks, from the current leader on; return the last one's consequences."""
        happened: list[str] = []
        for trick in tricks:
            for card in trick.split():
                happened = self.play(f"{self.turn} play {card}")
        return happened

    def playable(self, seat: int) -> set[str]:
        """The cards that a seat may play."""
        moves: Any = legal_moves(SKAT, self.state, seat)
        return {move.card for move in moves if move.MOVE == "play"}


def verdict(
    says: str,
    twelve: str = WITH_1,
    *,
    points: int = 70,
    tricks: int = 6,
    bid: int = 18,
    ending: Ending = "played_out",
) -> GameVerdict:
    """The verdict on a game of which this is known; the others have taken the rest."""
    taken = PointsTaken((points, 120 - points), (tricks, 10 - tricks))
    return appraise(contract(says), cards(twelve), bid=bid, taken=taken, ending=ending)


# --- From the deal on ---------------------------------------------------------------------------


def dealt(
    *hands: str,
    skat: str = "",
    dealer: int | None = None,
    seats: int = 3,
    lot: int | None = None,
    **options: Any,
) -> Deal:
    """A deal right after the deal of the cards.

    Args:
        *hands: The hands of forehand, middlehand and rearhand; the rest is filled up from the pack.
        skat: Its cards.
        dealer: The dealer; by default the last seat, so that forehand is seat 0.
        seats: The number of seats at the table.
        lot: The seat that the lot makes the dealer, if it is the first deal.
        **options: Of the table.
    """
    wanted = [cards(hand) for hand in hands] + [()] * (3 - len(hands))
    two = cards(skat)
    rest = _rest(*wanted, two)
    full = []
    for hand in wanted:
        need = HAND - len(hand)
        full.append((*hand, *rest[:need]))
        rest = rest[need:]
    two = (*two, *rest)
    deck = (
        *(card for hand in full for card in hand[:3]),
        *two,
        *(card for hand in full for card in hand[3:7]),
        *(card for hand in full for card in hand[7:]),
    )
    return from_deck(deck, dealer=dealer, seats=seats, lot=lot, **options)


def from_deck(
    deck: Cards,
    *,
    dealer: int | None = None,
    seats: int = 3,
    lot: int | None = None,
    **options: Any,
) -> Deal:
    """A deal of this deck; dealt by the last seat, by the given one, or by the one that the lot
    names.
    """
    last = seats - 1 if dealer is None else dealer
    on = terms(SKAT, options, seats=seats)._replace(dealer=last if lot is None else None)
    opened, shuffled = dealt_by_hand(deck, lots=(lot or 0,), on=on)
    events, state = start(SKAT, opened, shuffled)
    return Deal(state, events)


def bought(*hands: str, bid: int = 18, **words: Any) -> Deal:
    """A deal that forehand (seat 0) has won at a bid."""
    deal = dealt(*hands, **words)
    deal.play(f"1 bid {bid}", "0 hold", "1 pass", "2 pass")
    return deal


def declared(*hands: str, says: str, bid: int = 18, discard: str = "", **words: Any) -> Deal:
    """A deal that forehand plays: hand if it is announced, otherwise with two cards discarded."""
    deal = bought(*hands, bid=bid, **words)
    if "hand" not in says.split():
        deal.play("0 pick_up", f"0 discard {discard or ' '.join(deal.state.hands[0][-2:])}")
    deal.play(f"0 declare {says}")
    return deal


# --- From the middle of the play ----------------------------------------------------------------


def late(
    *hands: str,
    says: str,
    declarer: int = 0,
    leader: int = 0,
    bid: int = 18,
    skat: str = "",
    own: str = "",
    held: str = "",
    seats: int = 3,
    **options: Any,
) -> Deal:
    """A deal between two tricks.

    Args:
        *hands: The hands of the seats 0, 1 and 2, with equally many cards.
        says: The contract.
        declarer: The declarer.
        leader: The leader of the next trick.
        bid: At which value.
        skat: The two cards laid away; by default, the lowest cards that are not named.
        own: The cards of the declarer's tricks; the defenders have taken the rest.
        held: The declarer's ten cards; by default, their hand, then any of the tricks.
        seats: The number of seats at the table; the last one deals.
        **options: Of the table.
    """
    left = tuple(cards(hand) for hand in hands)
    mine = cards(own)
    rest = _rest(*left, mine, cards(skat), quiet=cards(held))
    two = cards(skat) or tuple(rest[:2])
    theirs = tuple(card for card in rest if card not in two)
    ten = cards(held) or (*left[declarer], *mine, *theirs)[:HAND]
    playing = Playing(
        declarer=declarer,
        bid=bid,
        contract=meant(says),
        held=ten,
        leader=leader,
        piles=(mine, theirs),
        tricks=(len(mine) // 3, len(theirs) // 3),
        opened="ouvert" in says,
    )
    between = State(
        parse_options(Options, options, seats=seats),
        seats,
        seats - 1,
        players=players_after(seats - 1, seats),
        hands=_in_seats(left, seats),
        skat=two,
        phase=playing,
    )
    events, state = settle(SKAT, between)
    assert not events, "no event follows"
    return Deal(state)


def _in_seats(hands: Hands, seats: int) -> Hands:
    return (*hands, *[()] * (seats - len(hands)))


def _rest(*used: Cards, quiet: Cards = ()) -> list[Card]:
    """The cards that are not named, from the lowest up; the cards of `quiet` come last."""
    taken = [card for group in used for card in group]
    assert len(set(taken)) == len(taken), "a card is named twice"
    rest = [card for card in PACK_32 if card not in taken]
    return sorted(rest, key=lambda card: (card in quiet, PACK_32.index(card)))


# --- The list -----------------------------------------------------------------------------------


PASSED: tuple[int, ...] = ()


def new(*, seats: int = 3, **options: Any) -> SkatScore:
    """A list before its first deal."""
    return opening_score(parse_options(Options, options, seats=seats), seats)


def passed_out(*, seats: int = 3, **options: Any) -> Settled:
    """A deal that all players passed."""
    deal = dealt(seats=seats, **options)
    deal.play("1 pass", "2 pass", "0 pass")
    return deal.settled


def settled(score: SkatScore, *, declarer: int, value: int) -> Settled:
    """A deal won or lost at this value, as it is entered."""
    seats = len(score.points)
    nobody = passed_out(seats=seats)
    points = list_points(
        score.options.scoring, seats, declarer=declarer, won=value > 0, value=value
    )
    return replace(nobody, declarer=declarer, won=value > 0, value=value, list_points=points)


def after(score: SkatScore, *deals: tuple[int, ...]) -> SkatScore:
    """The list after deals: declarer and value of each, or nothing if all passed."""
    for deal in deals:
        assert not score.ranks, "the list is over"
        score = tally(
            score,
            settled(score, declarer=deal[0], value=deal[1])
            if deal
            else passed_out(seats=len(score.points)),
        )
    return score


def listed(*deals: str, **options: Any) -> SkatScore:
    """The list after deals: declarer and value of each, or ``passed``."""
    made = (PASSED if deal == "passed" else tuple(map(int, deal.split())) for deal in deals)
    return after(new(**options), *made)
