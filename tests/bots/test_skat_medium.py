"""Rules of thumb of a Skat player, and proof that they pay."""

from typing import cast

import pytest

import bots
from domain.games.skat import SKAT
from domain.games.skat.bot.bidding import limit
from domain.games.skat.cards import points_of
from domain.games.skat.model import (
    Accepted,
    Bid,
    Contract,
    Declared,
    Declined,
    Discarded,
    Held,
    Options,
    Passed,
    PickedUp,
    Played,
)
from domain.games.skat.phases import Bidding, Contracting, Offer, Phase, Playing, State
from domain.kernel.cards import UNKNOWN, Card, Cards, unknown
from domain.kernel.event import Event, Seat
from domain.kernel.moves import legal_moves
from service.offline.simulate import Setting, play_many
from tests.bots.decisions import SEED

ME: Seat = 0
PLAYERS = (0, 1, 2)

CLUBS = "JC JS JD AC TC KC 9C AS 7H 8H"
WEAK = "JD 9C 8C KS 9S 8S QH 9H 7H KD"
GRAND = "JC JS AC TC KC AS TS AH TH AD"
NULL = "7C 8C 9C 7S 8S JS 7H 9H 7D 8D"


def cards(text: str) -> Cards:
    return tuple(UNKNOWN if code == "?" else Card(code) for code in text.split())


def position(phase: Phase, hand: str, *, skat: str = "? ?", others: tuple[int, int]) -> State:
    """The view of seat 0, forehand."""
    hands = (cards(hand), unknown(others[0]), unknown(others[1]))
    return State(Options(), 3, 2, PLAYERS, lots=(0,), hands=hands, skat=cards(skat), phase=phase)


def bidding(hand: str, phase: Bidding) -> State:
    return position(phase, hand, others=(10, 10))


def contracting(hand: str, skat: str = "? ?", *, bid: int = 18) -> State:
    """Seat 0 declares; the skat is laid away if it is known."""
    laid = UNKNOWN not in cards(skat)
    picked = laid or len(cards(hand)) > 10
    return position(Contracting(ME, bid, picked, laid), hand, skat=skat, others=(10, 10))


def playing(
    hand: str,
    contract: Contract,
    *,
    declarer: Seat,
    trick: str = "",
    taken: tuple[tuple[Seat, str], ...] = (),
    skat: str = "? ?",
) -> State:
    """Seat 0 to play; the tricks taken, with their takers, the first led by forehand."""
    laid, size = cards(trick), len(cards(hand))
    sides = [[text for seat, text in taken if (seat == declarer) == own] for own in (True, False)]
    piles = tuple(tuple(card for text in side for card in cards(text)) for side in sides)
    leader = -len(laid) % 3
    phase = Playing(
        declarer,
        18,
        contract,
        held=(),
        leader=leader,
        trick=laid,
        piles=(piles[0], piles[1]),
        tricks=(len(sides[0]), len(sides[1])),
        takers=tuple(seat for seat, _ in taken),
    )
    played = {(leader + step) % 3 for step in range(len(laid))}
    others = (size - (1 in played), size - (2 in played))
    return position(phase, hand, skat=skat, others=others)


def answer(state: State) -> Event | None:
    legal = legal_moves(SKAT, state, ME)
    return bots.choose(SKAT, "medium", seat=ME, shown=(), view=state, legal=legal, seed=SEED).move


def card_of(state: State) -> Card:
    move = answer(state)
    assert isinstance(move, Played)
    return move.card


# --- The auction --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "low", "high"),
    [
        (WEAK, 0, 0),
        (CLUBS, 48, 96),
        (GRAND, 96, 144),
        (NULL, 46, 59),
        ("AS TS AH TH AD TD KC QC 9C 8C", 48, 120),
        ("JH JD AH TH KH 9H 8H AS TS 7C", 30, 96),
        ("JC JD AD TD 9D AS 9C 8C 8H 7H", 18, 48),
    ],
)
def test_the_limit_is_what_the_hand_is_good_for(hand: str, low: int, high: int) -> None:
    assert low <= limit(cards(hand), Options(), leads=True) <= high


def test_the_next_value_is_named_up_to_the_limit_and_held_up_to_it() -> None:
    most = limit(cards(CLUBS), Options(), leads=True)
    named = Bidding(senior=1, junior=ME, waiting=2, value=0)
    assert answer(bidding(CLUBS, named)) == Bid(ME, 18)
    assert answer(bidding(CLUBS, named._replace(value=most))) == Passed(ME)
    holding = Bidding(senior=ME, junior=1, waiting=2, value=most, asked=True)
    assert answer(bidding(CLUBS, holding)) == Held(ME)
    assert answer(bidding(CLUBS, holding._replace(value=264))) == Passed(ME)


@pytest.mark.parametrize(("hand", "move"), [(CLUBS, Bid(ME, 18)), (WEAK, Passed(ME))])
def test_forehand_plays_at_18_with_what_is_good_for_something(hand: str, move: Event) -> None:
    assert answer(bidding(hand, Bidding(senior=ME, junior=None, waiting=None))) == move


def test_without_seeger_fabian_bids_are_lower() -> None:
    """A game won counts 50 more in the list by Seeger and Fabian, a game lost 50 less."""
    some = cards("JS JH AH 8H 7H AC QC QD 9D QS")
    assert limit(some, Options(), leads=True) == 20
    assert limit(some, Options(scoring="classic"), leads=True) == 0


# --- The contract -------------------------------------------------------------------------------


def test_the_skat_is_picked_up_where_it_helps_and_left_where_it_need_not() -> None:
    assert answer(contracting("JC JD AC TC 9C 8C KS 9S AH 8D")) == PickedUp(ME)
    move = answer(contracting("JC JS JH JD AC TC KC QC AS TS"))
    assert isinstance(move, Declared)
    assert move.hand


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("JC JS AC TC KC 9C AH AD 7D 8D KS QS", "KS QS"),
        ("JC JS AC TC KC 9C 8C AH TH AD TS 7S", "TS 7S"),
        ("7C 8C 9C 7S 8S JS 7H 9H 7D 8D AH KD", "AH KD"),
    ],
)
def test_short_suits_points_and_dangers_are_laid_away(hand: str, away: str) -> None:
    move = answer(contracting(hand))
    assert isinstance(move, Discarded)
    assert set(move.cards) == set(cards(away))


@pytest.mark.parametrize(
    ("hand", "laid", "kind"),
    [
        ("JC JD AC TC KC 9C 8C AH KH 7D", "KS QS", "clubs"),
        ("JC JS AC TC KC AS TS AH TH AD", "7D 8D", "grand"),
        ("7C 8C 9C 7S 8S JS 7H 9H 7D 8D", "AH KD", "null"),
        ("JD AD TD KD QD 9D 8D AS TS 7H", "7C 8C", "diamonds"),
    ],
)
def test_the_best_game_for_the_hand_is_declared(hand: str, laid: str, kind: str) -> None:
    move = answer(contracting(hand, laid))
    assert isinstance(move, Declared)
    assert move.contract == kind


def test_the_declaration_covers_the_bid() -> None:
    hand, laid = "JD AD TD KD QD 9D 8D AS TS 7H", "7C 8C"
    kinds = {answer(contracting(hand, laid, bid=bid)) for bid in (18, 36, 72)}
    assert {type(move) for move in kinds} == {Declared}
    move = answer(contracting("7C 8C 9C 7S 8S JS 7H 9H 7D 8D", "AH KD", bid=46))
    assert move == Declared(ME, "null", ouvert=True)


# --- The play -----------------------------------------------------------------------------------

SPADES = Contract("spades")


def test_the_declarer_pulls_trumps() -> None:
    hand = "JC JS JH AS TS 9S 8S AH 7H 8D"
    trumps = cards("JC JS JH 9S 8S")
    assert card_of(playing(hand, SPADES, declarer=ME, skat="KC QC")) in trumps


def test_the_declarer_takes_with_the_ten_when_the_last_to_play() -> None:
    state = playing("JC JS TS 9S AH TH 7H AD 7D 8D", SPADES, declarer=ME, trick="9H KH")
    assert card_of(state) in ("AH", "TH")


def test_a_rich_trick_is_ruffed_with_a_full_trump_when_that_is_safe() -> None:
    state = playing("JC TS 9S 8S AH 7H AD 7D 8D 9D", SPADES, declarer=ME, trick="AC KC")
    assert card_of(state) in ("TS", "8S", "9S")
    assert points_of((card_of(state),)) == 10


def test_a_poor_trick_is_left_to_them_with_a_loser() -> None:
    state = playing("JC JS JH 9S 8S AH TH AD TD 7D", SPADES, declarer=ME, trick="7C 8C")
    assert card_of(state) == "7D"


def test_points_go_on_the_partners_trick() -> None:
    state = playing("TH 8H 7C 8C 9C", Contract("diamonds"), declarer=1, trick="9S AS")
    assert card_of(state) in ("TH", "AH")


def test_the_declarer_gets_no_points() -> None:
    state = playing("KH TH 8H 7C 8C 9C", Contract("diamonds"), declarer=2, trick="7H AH")
    assert card_of(state) == "8H"


def test_a_defender_takes_what_the_declarer_plays_as_cheaply_as_it_pays() -> None:
    state = playing("AH TH 8H 7C 8C 9C", Contract("diamonds"), declarer=2, trick="9H KH")
    assert card_of(state) in ("AH", "TH")


def test_defenders_do_not_lead_trumps() -> None:
    state = playing("JD 9D AH 9H 8H 7C 8C KC 9S 7S", Contract("diamonds"), declarer=1)
    assert card_of(state) not in ("JD", "9D")


# --- Null ---------------------------------------------------------------------------------------

NULL_GAME = Contract("null")


@pytest.mark.parametrize(
    ("hand", "trick", "card"),
    [
        ("7H 9H KH 7C 8C 7S 8S 7D 8D 9D", "TH AH", "KH"),
        ("7H 9H KH 7C 8C 7S 8S 7D 8D 9D", "TH JH", "9H"),
        ("7H 8H AS 7C 8C 9C 7S TS 7D 8D", "9S JS", "TS"),
        ("7H 8H AS 7C 8C 9C 7D 8D 9D TD", "KH QH", "8H"),
        ("AS 7C 8C 9C TC 7D 8D 9D TD JD", "KH QH", "AS"),
    ],
)
def test_the_declarer_ducks_with_the_highest_card_and_throws_dangers_away(
    hand: str, trick: str, card: str
) -> None:
    assert card_of(playing(hand, NULL_GAME, declarer=ME, trick=trick, skat="AC KC")) == card


def test_a_defender_stays_below_the_declarer() -> None:
    state = playing("7H QH AH 7C 8C AC", NULL_GAME, declarer=1, trick="9H KH")
    assert card_of(state)[1] == "H"
    state = playing("8H AH 7C 8C AC KC", NULL_GAME, declarer=2, trick="7H 9H")
    assert card_of(state) == "8H"


# --- Other words --------------------------------------------------------------------------------


def test_a_concession_is_accepted_and_a_claim_only_from_a_seat_that_can_take_nothing() -> None:
    state = playing("7H 8H 9H", Contract("clubs"), declarer=2)
    play = state.phase
    assert isinstance(play, Playing)
    answering = play._replace(offer=Offer("concession", (ME, 1)))
    assert answer(state._replace(phase=answering)) == Accepted(ME)
    answering = play._replace(offer=Offer("claim", (ME, 1)))
    assert answer(state._replace(phase=answering)) == Accepted(ME)
    better = playing("AH 8H 9H", Contract("clubs"), declarer=2)
    assert answer(better._replace(phase=answering)) == Declined(ME)


def test_a_seat_off_turn_waits() -> None:
    state = playing("7H 8H 9H", Contract("clubs"), declarer=2)
    phase = cast("Playing", state.phase)
    state = state._replace(phase=phase._replace(leader=1))
    assert legal_moves(SKAT, state, ME)
    assert answer(state) is None


# --- Strength -----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
def test_medium_beats_easy_clearly(seats: int) -> None:
    levels = ("medium", *("easy",) * (seats - 1))
    played = list(
        play_many(
            Setting("skat", {"deals": 3 * seats}, levels, "strength"),
            deals=90,
        )
    )
    firsts = sum(series.score.ranks[0] == 1 for series in played)
    assert firsts >= 0.9 * len(played)


@pytest.mark.long
def test_medium_wins_most_of_its_games_and_passes_few_deals() -> None:
    levels = ("medium",) * 3
    played = list(play_many(Setting("skat", {"deals": 60}, levels, "games"), deals=60))
    settled = [deal.outcome for series in played for deal in series.deals]
    declared = [each for each in settled if each.declarer is not None]  # type: ignore[attr-defined]
    won = sum(each.won for each in declared)  # type: ignore[attr-defined]
    assert 0.65 * len(declared) <= won <= 0.95 * len(declared)
    assert len(declared) >= 0.8 * len(settled)
