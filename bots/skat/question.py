"""The words of a question to the core, from what a seat was shown."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast

from bots.skat import twin
from bots.words import WORD
from domain.games.skat.bot.mind import Mind
from domain.games.skat.cards import ALL_POINTS, FOLLOWS, KINDS, NULL, TRUMP, matadors, points_of
from domain.games.skat.model import Bid, Contract, Held, Passed, Played
from domain.games.skat.phases import Contracting, Playing, State
from domain.games.skat.scoring import HALF, SCHNEIDER, base_of
from domain.kernel.cards import PACK_32, SUITS, UNKNOWN, Card, Cards
from domain.kernel.event import Event, Seat
from domain.kernel.policy import Sight

NUMBER: Final[dict[Card, int]] = {
    card: 8 * SUITS.index(card[1]) + "AKQJT987".index(card[0]) for card in PACK_32
}
"""The numbers of the cards in the core."""

_NEVER: Final = 1_000
"""Above all bids."""
_PLAYERS: Final = 3
_PLAY_WORDS: Final = 3
_IN_A_WORD: Final = 12


class Bids(NamedTuple):
    """The limits that the auction sets to a player: a limit between two values."""

    least: int = 0
    """They named or held it."""
    below: int = _NEVER
    """They passed where they had to name or hold a value from here on."""


def bits(cards: Iterable[Card]) -> int:
    """A set of cards; unknown ones are left out."""
    return sum(1 << NUMBER[card] for card in cards if card != UNKNOWN)


def on_cards(sight: Sight, moves: Sequence[Played], *, seed: int, trumps_laid: bool) -> list[int]:
    """The question which card to play.

    Args:
        sight: The knowledge of the seat.
        moves: The legal cards, in the order of preference among equals.
        seed: The seed of the chance.
        trumps_laid: Whether the declarer may have laid trumps into the skat.
    """
    state = cast("State", sight.view)
    play, mind = cast("Playing", state.phase), Mind(sight.seat, state)
    order = players_from(play.declarer, state)
    follows = FOLLOWS[play.contract.kind]
    laid: Sequence[Card] = mind.unseen
    if not play.contract.hand and not trumps_laid:
        laid = [card for card in mind.unseen if follows[card] != TRUMP]
    return [
        *(KINDS.index(play.contract.kind), play.contract.hand, order.index(sight.seat)),
        order.index(state.players[0]),
        len(play.trick),
        *(NUMBER[play.trick[at]] if at < len(play.trick) else 0 for at in range(2)),
        *_cards(state, order),
        *_may(mind.unseen, [mind.pools.get(seat, ()) for seat in order], laid),
        *_history(sight.shown, order),
        play.bid,
        points_of(play.piles[0]),
        needed(play.contract, play.bid, (*play.held, *state.skat)),
        *(len(moves), seed, sight.budget),
        *_plays(sight.shown),
        *(NUMBER[move.card] for move in moves),
    ]


def on_contracts(sight: Sight, contracts: Sequence[Sequence[int]], *, seed: int) -> list[int]:
    """The question which contract to play, each said by its words."""
    state = cast("State", sight.view)
    phase = cast("Contracting", state.phase)
    order = players_from(phase.declarer, state)
    seen = {*state.skat, *(card for hand in state.hands for card in hand)}
    unseen = [card for card in PACK_32 if card not in seen]
    return [
        *(twin.NO_GAME, 0, 0, order.index(state.players[0]), 0, 0, 0),
        *_cards(state, order),
        *_may(unseen, [unseen] * _PLAYERS, unseen),
        *_history(sight.shown, order),
        *(phase.bid, 0, 0, len(contracts), seed, sight.budget),
        *(0,) * (_PLAY_WORDS + 1),
        *(word & WORD for each in contracts for word in each),
    ]


def on_bid(sight: Sight, state: State, rest: Sequence[int], *, due: int) -> list[int]:
    """The question whether to bid, or to pick up the skat.

    Args:
        sight: The seat's knowledge.
        state: The same as a state.
        rest: The odds, the bonus for a game that is won, what the other choice brings, and what is
            left of the odds for each trump that is missing.
        due: The value to cover.
    """
    hand = state.hands[sight.seat]
    unseen = bits(card for card in PACK_32 if card not in hand)
    return [
        *(twin.NO_BID, 0, 0, sight.seat != state.players[0], 0, 0, 0),
        *(bits(hand), 0, 0, 0, len(hand), 0, 0, 0),
        *(unseen, 0, 0, 0, 0),
        *(0,) * 9,
        *(due, 0, 0, 2, 0, sight.budget),
        *(0,) * (_PLAY_WORDS + 1),
        *(word & WORD for word in rest),
    ]


def players_from(declarer: Seat, state: State) -> tuple[Seat, ...]:
    """The declarer, and the defenders clockwise."""
    at = state.players.index(declarer)
    return state.players[at:] + state.players[:at]


def needed(contract: Contract, bid: int, twelve: Cards) -> int:
    """The points with which the declarer wins, as far as is known."""
    if contract.kind == NULL:
        return 0
    if contract.schwarz:
        return ALL_POINTS
    if contract.schneider:
        return SCHNEIDER
    if UNKNOWN in twelve:
        return HALF
    steps = abs(matadors(twelve, contract.kind)) + 1 + contract.hand
    return HALF if steps * base_of(contract.kind) >= bid else SCHNEIDER


def _cards(state: State, order: Sequence[Seat]) -> list[int]:
    hands = [state.hands[seat] for seat in order]
    return [*map(bits, hands), bits(state.skat), *map(len, hands), len(state.skat)]


def _may(
    unseen: Iterable[Card], hands: Iterable[Iterable[Card]], skat: Iterable[Card]
) -> list[int]:
    return [bits(unseen), *map(bits, hands), bits(skat)]


def _history(shown: Sequence[Event], order: Sequence[Seat]) -> list[int]:
    """The cards that each has played, and what they bid."""
    played = dict.fromkeys(order, 0)
    bids = dict.fromkeys(order, Bids())
    value, due = 0, False
    for event in shown:
        match event:
            case Played():
                played[event.seat] |= 1 << NUMBER[event.card]
            case Bid():
                value, due = event.value, True
                bids[event.seat] = bids[event.seat]._replace(least=value)
            case Held():
                due = False
                bids[event.seat] = bids[event.seat]._replace(least=value)
            case Passed():
                below = value + (not due)
                bids[event.seat] = bids[event.seat]._replace(below=max(below, 18))
                due = False
            case _:
                pass
    return [
        *(played[seat] for seat in order),
        *(bids[seat].least for seat in order),
        *(bids[seat].below for seat in order),
    ]


def _plays(shown: Sequence[Event]) -> list[int]:
    """The cards that were played, in their order, and their number."""
    cards = [NUMBER[event.card] for event in shown if isinstance(event, Played)]
    packed = [0] * _PLAY_WORDS
    for at, card in enumerate(cards):
        packed[at // _IN_A_WORD] |= card << 5 * (at % _IN_A_WORD)
    return [*packed, len(cards)]
