"""Obvious moves of a casual player, and proof that they pay."""

import pytest

import bots
from domain.games.goat import GOAT
from domain.games.goat.model import Beaten, Discarded, Laid, Led, Options, Pulled, State
from domain.kernel.cards import UNKNOWN, Card, Cards, unknown
from domain.kernel.event import Event, Seat
from domain.kernel.moves import legal_moves
from service.offline.simulate import Setting, play_many
from tests.bots.decisions import SEED

ME: Seat = 0


def cards(text: str) -> Cards:
    return tuple(UNKNOWN if code == "?" else Card(code) for code in text.split())


def position(
    hand: str,
    *laid: tuple[Seat, str],
    turn: Seat = ME,
    stock: int = 4,
    piles: tuple[str, str] = ("", ""),
    tricks: tuple[int, int] = (1, 1),
) -> State:
    """The view of seat 0, hearts being trump; a card laid as ``?`` was discarded."""
    trick = tuple(Laid(seat, cards(text), face_up="?" not in text) for seat, text in laid)
    size = len(cards(hand))
    hands = [
        unknown(size - sum(len(each.cards) for each in trick if each.seat == seat))
        for seat in range(4)
    ]
    hands[ME] = cards(hand)
    return State(
        Options(),
        dealer=3,
        leader=trick[0].seat if trick else turn,
        trump="H",
        shown=Card("6H"),
        hands=tuple(hands),
        stock=unknown(stock),
        laid=trick,
        best=next((each for each in reversed(trick) if each.face_up), None),
        turn=turn,
        piles=(cards(piles[0]), cards(piles[1])),
        tricks=tricks,
    )


def answer(state: State) -> Event | None:
    """The move of `medium/1`."""
    legal = legal_moves(GOAT, state, ME)
    return bots.choose(
        GOAT, "medium", seat=ME, shown=(), view=state, legal=legal, seed=SEED, opened=4
    ).move


def test_points_go_on_the_trick_that_the_partner_will_take() -> None:
    state = position("TS 6S 7D 8D", (1, "7C"), (2, "AC"), (3, "?"))
    assert answer(state) == Discarded(ME, cards("TS"))


def test_the_enemy_gets_no_points() -> None:
    state = position("TS 6S KD 8D", (1, "AH"), (2, "?"), (3, "?"))
    assert answer(state) in (Discarded(ME, cards("6S")), Discarded(ME, cards("8D")))


def test_a_trick_is_beaten_as_cheaply_as_it_can_be() -> None:
    state = position("AH 7H 6S 8D", (1, "TC"), (2, "?"), (3, "?"))
    assert answer(state) == Beaten(ME, cards("7H"))


def test_the_partner_is_not_beaten_for_nothing() -> None:
    state = position("AH 7H 6S 8D", (1, "TC"), (2, "9H"), (3, "?"))
    assert isinstance(answer(state), Discarded)


def test_a_first_trick_is_taken_at_any_price() -> None:
    state = position("AH", (1, "9H"), (2, "6D"), (3, "7D"), stock=0, tricks=(0, 5))
    state = state._replace(best=state.laid[0])
    assert answer(state) == Beaten(ME, cards("AH"))


def test_an_unbeatable_card_is_led() -> None:
    state = position("AH TH 6S 7D")
    led = answer(state)
    assert isinstance(led, Led)
    assert set(led.cards) == {"AH", "TH"}


def test_a_molodka_is_pulled_from_under_the_enemy() -> None:
    state = position("7S KS TS AS", (1, "AC TC"), turn=2)
    assert answer(state) == Pulled(ME, cards("7S KS TS AS"))


def test_a_molodka_waits_where_pulling_would_only_help_a_nearer_one() -> None:
    state = position("6S 7S 8S 9S", (2, "AH TH KH"), turn=3, piles=("", "AC TC AD TD"))
    state = state._replace(hands=(state.hands[0], cards("AS TS KS QS"), *state.hands[2:]))
    assert answer(state) is None


@pytest.mark.long
@pytest.mark.parametrize("medium", [0, 1])
def test_medium_beats_easy_clearly(medium: int) -> None:
    levels = tuple("medium" if seat % 2 == medium else "easy" for seat in range(4))
    played = list(play_many(Setting("goat", {}, levels, "strength"), deals=160))
    won = sum(series.score.winner == medium for series in played)
    assert won >= 0.75 * len(played)
    assert len(played) > 20
