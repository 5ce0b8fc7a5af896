"""The trick (G8-G12): leading, beating, discarding, taking."""

from itertools import combinations, permutations

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import Discarded, TrickTaken
from domain.games.goat.rules import beats, set_beats
from domain.kernel.cards import PACK_36, SUITS, UNKNOWN, Cards, Suit
from domain.kernel.event import PUBLIC
from tests.domain.goat.positions import Deal, dealt, late
from tests.domain.positions import cards, in_words

CASE_1 = "7C JC 6D 8H"


@pytest.mark.parametrize(
    ("lead", "clauses"),
    [
        ("7C JC", ()),  # case 1
        ("8H", ()),
        ("7C 6D", ("G8",)),
        ("7C JC 6D 8H", ("G8",)),
        ("7C", ()),
        ("JC 7C", ()),
        ("AS", ("T2",)),
        ("7C 7C", ("T2",)),
        ("7C AS", ("G8", "T2")),
    ],
)
def test_g08_lead_of_one_suit(lead: str, clauses: tuple[str, ...]) -> None:
    deal = dealt(CASE_1)
    assert deal.refusal(f"0 lead {lead}") == clauses


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_g08_lead_of_one_to_all_cards_in_hand(count: int) -> None:
    hand = "6C 7C 8C 9C"
    deal = dealt(hand, "AS KS QD JD")
    assert deal.legal("0 lead " + " ".join(hand.split()[:count]))


def test_g08_no_more_cards_than_in_hand() -> None:
    deal = late("6C", "7C", "8D", "9D")
    assert deal.kinds(0) == {"lead"}
    assert deal.refusal("0 lead 6C 7C") == ("T2",)


def test_g08_only_the_leader_leads_and_only_at_the_opening() -> None:
    deal = dealt(CASE_1, "AC 10H 9S 9D")
    assert deal.refusal("1 lead AC") == ("T1",)
    deal.play("0 lead 7C")
    assert deal.refusal("1 lead AC") == ("T4",)
    assert deal.refusal("0 lead JC") == ("T1", "T4")


def test_g08_the_leader_neither_beats_nor_discards() -> None:
    deal = dealt(CASE_1)
    assert deal.refusal("0 discard 7C") == ("T4",)
    assert deal.refusal("0 beat 7C") == ("T4",)


@pytest.mark.parametrize(
    ("lead", "reply", "clauses"),
    [
        ("6C 7C 8C", "beat 9C JC", ("G9", "G10")),  # case 6
        ("6C 7C 8C", "discard 9C JC", ("G9",)),
        ("6C 7C 8C", "discard 9C JD AS", ()),  # three mixed suits, face down
        ("6C", "discard 9C JC", ("G9",)),
        ("6C", "discard 9C", ()),
        ("6C 7C 8C", "discard 9C JC JC", ("T2",)),
        ("6C", "discard 6H", ("T2",)),
    ],
)
def test_g09_as_many_cards_as_were_led(lead: str, reply: str, clauses: tuple[str, ...]) -> None:
    deal = dealt("6C 7C 8C 6D", "9C JC JD AS")
    deal.play(f"0 lead {lead}")
    assert deal.refusal(f"1 {reply}") == clauses


def test_g09_no_duty_to_follow_suit_or_to_beat() -> None:
    deal = dealt("6C 7C 8C 6D", "9C AH JD AS")
    deal.play("0 lead 6C")
    assert all(deal.legal(f"1 discard {card}") for card in ("9C", "AH", "JD", "AS"))
    assert deal.legal("1 beat 9C")
    assert deal.legal("1 beat AH")


def test_g09_a_partner_may_be_beaten() -> None:
    deal = dealt("6C 7D 8C 6D", "8S JS 6S 9H", "9C QD JD AS", trump="H")
    deal.play("0 lead 6C", "1 discard 8S")
    assert deal.legal("2 beat 9C")


def test_g09_each_once_and_clockwise() -> None:
    deal = dealt(CASE_1, "AC 10H 9S 9D", "6C QC KS AS", "7S 8S 8D 7D")
    deal.play("0 lead 7C")
    for seat in (1, 2, 3):
        assert deal.state.turn == seat
        waiting = {0, 1, 2, 3} - {seat}
        for other in waiting:
            card = deal.state.hands[other][0]
            assert "T1" in deal.refusal(f"{other} discard {card}")
            assert deal.kinds(other) == set()
        deal.play(f"{seat} discard {deal.state.hands[seat][0]}")


@pytest.mark.parametrize(
    ("best", "reply", "trump", "beaten"),
    [
        ("7C JC", "AC 10H", "H", True),  # case 2
        ("7C JC", "8C AC", "H", True),
        ("7C JC", "8C 9C", "H", False),
        ("7C JC", "QC 7D", "H", False),
        ("10H AC", "AH 9H", "H", True),  # case 3
        ("10H AC", "KH QH", "H", False),
        ("KC", "10C", "H", True),  # case 4
        ("10C", "KC", "H", False),
        ("10C", "6H", "H", True),
        ("7S KS", "9S AS", "H", True),  # case 5
        ("7S KS", "AS 9S", "H", True),
        ("6S 7S 8S", "9S 6H 7H", "H", True),
        ("6S 7S AS", "8S 9S 6H", "H", True),
        ("6S 7S AS", "8S 9S 10S", "H", False),
        ("6S 7S AS", "8D 9S 6H", "H", False),
        ("6H AH", "7H 8H", "H", False),
        ("AH", "6S", "H", False),
        ("6H 7C 8C 9C", "7H 8H 9H 6D", "H", False),
        ("6H 7C 8C 9C", "7H 8H 9H AC", "H", True),
    ],
)
def test_g10_one_to_one(best: str, reply: str, trump: Suit, beaten: bool) -> None:  # noqa: FBT001
    assert set_beats(cards(reply), cards(best), trump) is beaten


def test_g10_sorting_equals_matching() -> None:
    """The theorem against every pairing: any set, on every best set that can lie face up."""
    for size, step in ((1, 1), (2, 5), (3, 211)):
        for trump in SUITS[:2]:
            _compare_with_matching(size, trump, step)


def _compare_with_matching(size: int, trump: Suit, step: int) -> None:
    held = [card for card in PACK_36 if card[0] in "68KA"]
    for n, best in enumerate(combinations(held, size)):
        plain = {card[1] for card in best} - {trump}
        if len(plain) > 1 or n % step:
            continue
        for reply in combinations(held, size):
            assert set_beats(reply, best, trump) == _can_be_matched(reply, best, trump)


def _can_be_matched(mine: Cards, theirs: Cards, trump: Suit) -> bool:
    return any(
        all(beats(card, other, trump) for card, other in zip(order, theirs, strict=True))
        for order in permutations(mine)
    )


def test_g10_best_so_far_is_the_last_beaters() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S", "AH 9H KH QH", "8C 9C KC QC", trump="H")
    deal.play("0 lead 7C JC", "1 beat 10H AC")
    assert deal.refusal("2 beat KH QH") == ("G10",)
    assert deal.legal("2 discard KH QH"), "refused as a beat, fine as a discard"
    assert deal.legal("2 beat AH 9H")
    deal.play("2 discard KH QH")
    assert deal.refusal("3 beat KC QC") == ("G10",), "a discard leaves the beater's cards best"


def test_g10_a_beat_is_face_up() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S")
    deal.play("0 lead 7C JC", "1 beat 10H AC")
    for viewer in (PUBLIC, 0, 2, 3):
        assert deal.seen_by(viewer).laid[1].cards == cards("10H AC")


def test_g11_a_discard_is_hidden_from_everyone() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S")
    deal.play("0 lead 7C", "1 discard AC")
    for viewer in (PUBLIC, 0, 2, 3):
        assert deal.seen_by(viewer).laid[1].cards == (UNKNOWN,)
    assert deal.seen_by(1).laid[1].cards == cards("AC"), "the seat that laid it knows the cards"


def test_g11_it_stays_hidden_on_the_pile_from_taker_and_partner() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S", "6C KC KS KD", "8S 9S 7D 8D")
    deal.play("0 lead 7C", "1 discard AC", "2 beat KC", "3 discard 7D")
    for viewer in (PUBLIC, 0, 2):
        pile = deal.seen_by(viewer).piles[0]
        assert pile == (*cards("7C"), UNKNOWN, *cards("KC"), UNKNOWN)
    assert deal.seen_by(1).piles[0] == (*cards("7C AC KC"), UNKNOWN)


def test_g11_a_discard_never_takes_a_trick() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S", "6C KC KS KD", "8S 9S 7D 8D")
    happened = deal.play("0 lead 7C", "1 discard AC", "2 discard KC", "3 discard 7D")
    assert TrickTaken(0) in happened


def test_g11_any_cards_may_be_discarded() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S")
    deal.play("0 lead 7C JC")
    assert all(
        deal.legal(f"1 discard {one} {other}")
        for one, other in combinations(cards("10H AC 6S 7S"), 2)
    )


def test_g11_the_event_is_masked_for_all_but_its_player() -> None:
    move = in_words(GOAT, "1 discard AC KC")
    assert isinstance(move, Discarded)
    assert move.HIDDEN[0].audience == "seat"


@pytest.mark.parametrize(
    ("replies", "taker"),
    [
        (("1 discard AC", "2 discard KC", "3 discard 7D"), 0),
        (("1 beat AC", "2 discard KC", "3 discard 7D"), 1),
        (("1 discard AC", "2 beat KC", "3 discard 7D"), 2),
        (("1 beat AC", "2 discard KC", "3 beat 9H"), 3),
        (("1 beat 10H", "2 beat AH", "3 discard 9H"), 2),
    ],
)
def test_g12_the_last_beater_takes_or_the_leader(replies: tuple[str, ...], taker: int) -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S", "AH KC KS KD", "8S 9H 7D 8D")
    happened = deal.play("0 lead 7C", *replies)
    assert happened[1] == TrickTaken(taker)
    assert deal.state.leader == deal.state.turn == taker
    assert deal.state.tricks == ((1, 0) if taker in (0, 2) else (0, 1))
    assert len(deal.state.piles[taker % 2]) == 4
    assert not deal.state.piles[1 - taker % 2]


def test_g12_the_fourth_set_takes_the_trick_in_by_itself() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S", "AH KC KS KD", "8S 9H 7D 8D")
    deal.play("0 lead 7C", "1 discard AC", "2 discard KC")
    on = deal.state
    deal.play("3 discard 7D")
    assert len(on.laid) == 3
    assert not deal.state.laid
    assert deal.state.best is None


def test_g12_later_tricks_are_led_by_the_taker() -> None:
    deal: Deal = late("6C JC", "7C KC", "8D AD", "9D KD")
    deal.play("0 lead 6C", "1 beat 7C", "2 discard 8D", "3 discard 9D")
    assert deal.kinds(1) == {"lead"}
    assert deal.kinds(0) == set()
