import pytest

from domain.games.durak import DURAK
from tests.domain.durak.positions import Deal, late
from tests.domain.positions import cards

ATTACKER = "6H 6S 6D 9H 9S 9D"
DEFENDER = "9C 10S 10D 10H JS JD KH"
"""The defender beats all six, the first with a trump of a rank that the attacker has."""
FIVE_BEATEN = (
    *("0 attack 6H", "1 beat 9C", "0 attack 6S", "1 beat 10S", "0 attack 6D", "1 beat 10D"),
    *("0 attack 9H", "1 beat 10H", "0 attack 9S", "1 beat JS"),
)
STOCK = "6C 7C 8C 10C JC QC KC"


def on_the_table(attack: str, *, trumps: bool = False) -> Deal:
    """One attack card before a defender with all sorts of cards."""
    defender = "10H 8H 6C AH JC QD 7C"
    deal = late(f"{attack} KS", defender, any_trump_beats=trumps)
    deal.play(f"0 attack {attack}")
    return deal


# --- D4 -----------------------------------------------------------------------------------------


def test_d4_any_card_opens_a_bout() -> None:
    deal = late("6H 7C AD", "8H 9H 10H")
    assert [deal.refusal(f"0 attack {card}") for card in ("6H", "7C", "AD")] == [()] * 3
    assert deal.kinds(0) == {"attack"}
    assert deal.kinds(1) == set()


def test_d4_the_defender_beats_or_takes() -> None:
    deal = late("6H 7C AD", "8H 9H 10S")
    deal.play("0 attack 6H")
    assert DURAK.to_act(deal.state) == 1
    assert deal.kinds(1) == {"beat", "take"}
    assert deal.kinds(0) == set()


def test_d4_a_card_is_added_of_a_rank_on_the_table() -> None:
    deal = late("AD QS AH KS", "QC 7S 8S 9S")  # worked case 2
    deal.play("0 attack AD", "1 beat QC")
    assert deal.refusal("0 attack QS") == ()
    assert deal.refusal("0 attack AH") == ()
    assert deal.refusal("0 attack KS") == ("D4",)


def test_d4_nothing_is_added_before_the_answer() -> None:
    deal = late("AD AH KS", "QC 7S 8S")
    deal.play("0 attack AD")
    assert deal.refusal("0 attack AH") == ("D4", "T1", "T4")


def test_d4_the_defender_does_not_attack() -> None:
    deal = late("AD AH KS", "QC AC 8S")
    assert deal.refusal("1 attack AC") == ("D4", "T1")
    deal.play("0 attack AD")
    assert deal.refusal("1 attack AC") == ("D4", "T4")
    deal.play("1 beat QC")
    assert deal.refusal("1 attack AC") == ("D4", "T1")


def test_d4_a_card_that_is_not_in_the_hand() -> None:
    deal = late("AD AH KS", "QC AC 8S")
    assert deal.refusal("0 attack AC") == ("T2",)
    deal.play("0 attack AD")
    assert deal.refusal("1 beat KC") == ("T2",)


# --- D5 -----------------------------------------------------------------------------------------


def test_d5_a_fourth_attack_on_a_hand_of_six() -> None:
    deal = late("6H 6S 6D 6C 9S 9H", "7H 7S 7D 7C AS AH", stock="QC")  # worked case 3
    deal.play("0 attack 6H", "1 beat 7H", "0 attack 6S", "1 beat 7S", "0 attack 6D", "1 beat 7D")
    assert deal.refusal("0 attack 6C") == ()


def test_d5_a_defender_who_began_with_two_cards_gets_no_third_attack() -> None:
    deal = late("6H 6S 6D 9S", "7H 10S")
    deal.play("0 attack 6H", "1 beat 7H", "0 attack 6S")
    assert deal.refusal("0 attack 6D") == ("D4", "D5", "T1", "T4")
    assert deal.play("1 take") == ["picked_up"]  # and the bout ends by itself (D12)
    assert deal.hands == ({"6D", "9S"}, {"6H", "7H", "6S", "TS"})
    assert DURAK.to_act(deal.state) == 0


def test_d5_no_seventh_card_however_many_the_defender_has() -> None:
    deal = late(f"{ATTACKER} JH", DEFENDER, stock=STOCK)
    deal.play(*FIVE_BEATEN, "0 attack 9D")
    assert deal.refusal("0 attack JH") == ("D4", "D5", "T1", "T4")
    assert deal.play("1 beat JD") == ["put_away", "drawn"]


def test_d5_a_defender_with_one_card_is_attacked_once() -> None:
    deal = late("6H 6S 9S", "7H")
    assert deal.play("0 attack 6H", "1 take") == ["picked_up"]
    assert deal.hands == ({"6S", "9S"}, {"6H", "7H"})


# --- D6 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "beat", "refused"),
    [
        ("9H", "10H", ()),
        ("9H", "8H", ("D6",)),
        ("9H", "6C", ()),
        ("9H", "QD", ("D6",)),
        ("9C", "6C", ("D6",)),
        ("9C", "JC", ()),
        ("9C", "AH", ("D6",)),
    ],
)
def test_d6_same_suit_and_higher_or_a_trump(
    attack: str, beat: str, refused: tuple[str, ...]
) -> None:
    assert on_the_table(attack).refusal(f"1 beat {beat}") == refused  # worked case 1


@pytest.mark.parametrize(
    ("attack", "beat", "refused"),
    [("9C", "6C", ()), ("9C", "JC", ()), ("9C", "AH", ("D6",)), ("9H", "8H", ("D6",))],
)
def test_d6_any_trump_beats(attack: str, beat: str, refused: tuple[str, ...]) -> None:
    assert on_the_table(attack, trumps=True).refusal(f"1 beat {beat}") == refused


def test_d6_a_beat_is_judged_for_any_seat() -> None:
    deal = on_the_table("9H")
    assert deal.refusal("0 beat KS") == ("D4", "D6", "T1")


def test_d6_there_is_no_beat_where_nothing_lies_unbeaten() -> None:
    deal = late("9H 9S KS", "10H 8H AS")
    assert deal.refusal("1 beat 10H") == ("T1", "T4")
    deal.play("0 attack 9H", "1 take")
    assert deal.refusal("1 beat 10H") == ("T1", "T4")
    assert deal.refusal("0 beat 9S") == ("D4", "T4")


# --- D7 -----------------------------------------------------------------------------------------


def test_d7_a_defender_who_could_beat_may_take() -> None:
    deal = late("6H 9S KS", "10H 8H AS")
    deal.play("0 attack 6H")
    assert deal.refusal("1 take") == ()


def test_d7_there_is_nothing_to_take_where_all_is_beaten_or_taken() -> None:
    deal = late("6H 6S 6D KS", "10H 8H AS")
    assert deal.refusal("1 take") == ("D7", "T1", "T4")
    deal.play("0 attack 6H", "1 beat 8H")
    assert deal.refusal("1 take") == ("D7", "T1", "T4")
    deal.play("0 attack 6S")
    assert deal.refusal("0 take") == ("D7", "T1")
    deal.play("1 take")
    assert deal.refusal("1 take") == ("D7", "T1", "T4")
    assert deal.refusal("0 take") == ("D7", "T4")


def test_d7_the_defender_picks_up_the_whole_table() -> None:
    deal = late("AD QS 7S 8S 9S 10S", "QC 6S 6H 6D 7D 8D", stock="KC 9C")  # worked case 5
    deal.play("0 attack AD", "1 beat QC", "0 attack QS", "1 take")
    assert deal.play("0 done") == ["picked_up", "drawn"]
    assert deal.hands[1] == set(cards("AD QC QS 6S 6H 6D 7D 8D"))
    assert deal.hands[0] == set(cards("7S 8S 9S 10S KC 9C"))
    assert DURAK.to_act(deal.state) == 0


def test_d7_the_attacker_may_throw_in_after_the_take() -> None:
    deal = late("8C 8S 9S KH", "AC AS 6H")  # worked case 6
    deal.play("0 attack 8C", "1 take")
    assert deal.refusal("0 attack 9S") == ("D4",)
    assert deal.play("0 attack 8S") == []
    assert deal.table == (("8C", None), ("8S", None))
    deal.play("0 done")
    assert deal.hands == ({"9S", "KH"}, {"8C", "8S", "AC", "AS", "6H"})


def test_d7_what_is_thrown_in_keeps_to_the_limit() -> None:
    deal = late("8C 8S 8H 8D KH", "AC AS 6H")
    assert deal.play("0 attack 8C", "1 take", "0 attack 8S", "0 attack 8H") == ["picked_up"]
    assert deal.hands == ({"8D", "KH"}, {"8C", "8S", "8H", "AC", "AS", "6H"})


def test_d7_without_throwing_in_a_take_ends_the_bout() -> None:
    deal = late("8C 8S 9S KH", "AC AS 6H", throw_in_after_take=False)
    assert deal.play("0 attack 8C", "1 take") == ["picked_up"]
    assert deal.hands == ({"8S", "9S", "KH"}, {"8C", "AC", "AS", "6H"})
    assert DURAK.to_act(deal.state) == 0


# --- D8 -----------------------------------------------------------------------------------------


def test_d8_done_needs_a_table_that_is_beaten_or_taken() -> None:
    deal = late("8D 8S 9S KH", "AD AS 6H")  # worked case 4
    assert deal.refusal("0 done") == ("D8",)
    deal.play("0 attack 8D")
    assert deal.refusal("0 done") == ("D8", "T1", "T4")
    assert deal.refusal("1 done") == ("D8", "T4")
    deal.play("1 beat AD")
    assert deal.refusal("1 done") == ("D8", "T1")
    assert deal.refusal("0 done") == ()


def test_d8_all_beaten_the_cards_are_out_of_play_and_the_defender_attacks() -> None:
    deal = late("8D 8S 9S KH", "AD AS 6H")
    before = len(deal.state.away)
    assert deal.play("0 attack 8D", "1 beat AD", "0 done") == ["put_away"]
    assert len(deal.state.away) == before + 2
    assert deal.table == ()
    assert DURAK.to_act(deal.state) == 1
    assert deal.refusal("1 attack AS") == ()


def test_d8_done_is_never_forced_by_having_no_card_that_fits() -> None:
    deal = late("8D 7S 9S KH", "AD JS 6H")
    assert deal.play("0 attack 8D", "1 beat AD") == []
    assert deal.kinds(0) == {"done"}
    deal = late("8D 7S 9S KH", "AD JS 6H")
    assert deal.play("0 attack 8D", "1 take") == []
    assert deal.kinds(0) == {"done"}
