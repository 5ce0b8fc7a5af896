from typing import cast

import pytest

from domain.games.durak import DURAK
from domain.games.durak.model import SEATS, Ended, Options, PutAway
from domain.games.durak.scoring import DurakScore, opening_score, tally
from domain.kernel.cards import UNKNOWN, unknown
from domain.kernel.event import FULL, PUBLIC, Event, redact, to_json
from domain.kernel.game import fold, view
from domain.kernel.options import BadOption, parse_options
from tests.domain.durak.positions import Deal, dealt, late
from tests.domain.durak.test_d04_d08_bout import ATTACKER, DEFENDER, FIVE_BEATEN
from tests.domain.positions import cards

# --- D9 -----------------------------------------------------------------------------------------


def test_d9_the_attacker_draws_first_and_the_stock_may_run_out() -> None:
    deal = late("6H 6S 7S 8S 9S 10S", "7H JS AS QS KS AD", stock="8C 9C")
    deal.play("0 attack 6H", "1 beat 7H", "0 attack 6S", "1 beat JS")
    assert [len(hand) for hand in deal.state.hands] == [4, 4]  # worked case 7
    assert deal.play("0 done") == ["put_away", "drawn"]
    assert deal.hands[0] == set(cards("7S 8S 9S 10S 8C 9C"))
    assert deal.hands[1] == set(cards("AS QS KS AD"))
    assert deal.state.stock == ()
    assert deal.ended is None


def test_d9_then_the_defender() -> None:
    deal = late("6H 7S 8S 9S 10S JS", "7H AS QS KS AD KD", stock="6C 7C 8C 9C")
    deal.play("0 attack 6H", "1 beat 7H", "0 done")
    assert deal.hands[0] >= {"6C"}
    assert deal.hands[1] >= {"7C"}
    assert deal.state.stock == cards("8C 9C")
    deal.play("1 attack AS", "0 take", "1 done")  # now seat 1 is the attacker
    assert deal.hands[1] >= {"8C"}
    assert len(deal.hands[0]) == 7


def test_d9_a_seat_with_more_than_six_cards_draws_none() -> None:
    deal = late("6H 7S 8S 9S 10S JS KS", "7H AS QS AD KD 6D 7D 8D", stock="6C 7C")
    assert deal.play("0 attack 6H", "1 beat 7H", "0 done") == ["put_away"]
    assert deal.state.stock == cards("6C 7C")


# --- D10 ----------------------------------------------------------------------------------------


def test_d10_the_attackers_last_card_wins_at_once() -> None:
    deal = late("9H", "10H 8S")  # worked case 9
    assert deal.play("0 attack 9H") == ["ended"]
    assert deal.ended == Ended(winner=0, next_dealer=0)
    assert deal.table == (("9H", None),)
    assert DURAK.report(deal.state) == {"winner": 0, "stock": 0, "hands": [0, 2]}
    assert deal.refusal("1 beat 10H") == ("T1", "T3")
    assert DURAK.to_act(deal.state) is None


def test_d10_it_ends_before_a_defender_could_be_out_too() -> None:
    deal = late("9H", "10H")
    deal.play("0 attack 9H")
    assert deal.ended == Ended(winner=0, next_dealer=0)


def test_d10_the_defenders_last_card_wins_at_once() -> None:
    deal = late("9H KS", "10H")
    assert deal.play("0 attack 9H", "1 beat 10H") == ["ended"]
    assert deal.ended == Ended(winner=1, next_dealer=0)
    assert deal.table == (("9H", "TH"),)


def test_d10_a_card_thrown_in_after_a_take_wins_too() -> None:
    deal = late("9H 9S", "10H 8S")
    assert deal.play("0 attack 9H", "1 take", "0 attack 9S") == ["ended"]
    assert deal.ended == Ended(winner=0, next_dealer=0)
    assert deal.hands == (set(), {"TH", "8S"})


def test_d10_with_both_out_draw_no_seat_gets_the_point() -> None:
    deal = late("9H", "10H", both_out="draw")
    assert deal.play("0 attack 9H") == []
    assert deal.kinds(1) == {"beat", "take"}
    assert deal.kinds(0) == set()
    assert deal.play("1 beat 10H") == ["ended"]
    assert deal.ended == Ended(winner=None, next_dealer=0)
    assert DURAK.report(deal.state) == {"winner": None, "stock": 0, "hands": [0, 0]}


def test_d10_both_out_draw_a_take_is_an_answer_as_well() -> None:
    deal = late("9H", "10H", both_out="draw")
    assert deal.play("0 attack 9H", "1 take") == ["ended"]
    assert deal.ended == Ended(winner=0, next_dealer=0)
    assert DURAK.report(deal.state) == {"winner": 0, "stock": 0, "hands": [0, 1]}


def test_d10_both_out_draw_against_two_cards_the_attacker_has_won() -> None:
    deal = late("9H", "10H 8S", both_out="draw")
    assert deal.play("0 attack 9H") == ["ended"]
    assert deal.ended == Ended(winner=0, next_dealer=0)


def test_d10_both_out_draw_in_a_longer_bout() -> None:
    deal = late("9H 9S", "10H 10S", both_out="draw")
    assert deal.play("0 attack 9H", "1 beat 10H", "0 attack 9S") == []
    assert deal.play("1 beat 10S") == ["ended"]
    assert deal.ended == Ended(winner=None, next_dealer=0)


def test_d10_an_empty_hand_wins_nothing_while_there_is_a_stock() -> None:
    deal = late(ATTACKER, DEFENDER, stock="AC")  # worked case 8
    assert deal.play(*FIVE_BEATEN, "0 attack 9D") == []
    assert deal.play("1 beat JD") == ["put_away", "drawn"]
    assert deal.hands == ({"AC"}, {"KH"})
    assert deal.ended is None
    assert DURAK.to_act(deal.state) == 1


@pytest.mark.parametrize("stock", ["AC", "KC AC", "6C 7C 8C QC KC AC"])
@pytest.mark.parametrize("both_out", ["first_empty", "draw"])
def test_d10_after_the_refill_the_defender_may_have_won(stock: str, both_out: str) -> None:
    deal = late(ATTACKER, DEFENDER.removesuffix(" KH"), stock=stock, both_out=both_out)
    deal.play(*FIVE_BEATEN, "0 attack 9D")
    assert deal.play("1 beat JD") == ["put_away", "drawn", "ended"]
    assert deal.hands == (set(cards(stock)), set())
    assert deal.ended == Ended(winner=1, next_dealer=0)


def test_d10_both_are_filled_again_where_the_stock_lasts() -> None:
    deal = late(ATTACKER, DEFENDER.removesuffix(" KH"), stock="6C 7C 8C QC KC QH AC")
    deal.play(*FIVE_BEATEN, "0 attack 9D", "1 beat JD")
    assert deal.hands == (set(cards("6C 7C 8C QC KC QH")), {"AC"})
    assert deal.ended is None


# --- D11 ----------------------------------------------------------------------------------------


def score_after(*winners: int | None, points_to_win: int = 5) -> DurakScore:
    score = opening_score(Options(points_to_win=points_to_win), SEATS)
    for winner in winners:
        assert score.winner is None
        score = tally(score, Ended(winner=winner, next_dealer=0))
    return score


def test_d11_a_match_is_first_to_its_points() -> None:
    level = score_after(0, 1, 0, 1, points_to_win=3)  # worked case 10
    assert (level.points, level.winner, level.titles) == ((2, 2), None, ("", ""))
    over = tally(level, Ended(winner=0, next_dealer=1))
    assert (over.points, over.winner, over.titles) == ((3, 2), 0, ("", "durak"))
    assert over.deals == 5


def test_d11_five_unless_the_table_says_otherwise() -> None:
    assert score_after(1, 1, 1, 1).winner is None
    assert score_after(1, 1, 1, 1, 1).winner == 1


@pytest.mark.parametrize("points", [0, 101])
def test_d11_from_1_to_100_points(points: int) -> None:
    with pytest.raises(BadOption):
        parse_options(Options, {"points_to_win": points}, seats=SEATS)


def test_d3_the_winner_attacks_first_in_the_next_deal_and_the_deal_passes() -> None:
    score = tally(opening_score(Options(), SEATS), Ended(winner=1, next_dealer=0))
    assert (score.leader, score.dealer) == (1, 0)


def test_d3_after_a_drawn_deal_the_lowest_trump_attacks_again() -> None:
    score = score_after(1, None)
    assert (score.leader, score.points) == (None, (0, 1))


# --- D12 ----------------------------------------------------------------------------------------


def test_d12_a_bout_ends_by_itself_at_its_limit() -> None:
    deal = late("6H 6S 9S KS", "7H 7S")
    deal.play("0 attack 6H", "1 beat 7H", "0 attack 6S")
    assert deal.play("1 take") == ["picked_up"]


def test_d12_a_bout_ends_by_itself_where_the_attacker_has_no_card_left() -> None:
    beaten = late("6H 6S 6D 9H 9S 9D", "7H 7S 7D 10H 10S 10D AS AH", stock="QC KC")
    opened = ("0 attack 6H", "1 beat 7H", "0 attack 6S", "1 beat 7S")
    beaten.play(*opened)
    beaten.state = beaten.state._replace(hands=(cards("6D"), beaten.state.hands[1]))
    assert beaten.play("0 attack 6D", "1 beat 7D") == ["put_away", "drawn"]
    taken = late("6H 6S 6D 9H 9S 9D", "7H 7S 7D 10H 10S 10D AS AH", stock="QC KC")
    taken.play(*opened)
    taken.state = taken.state._replace(hands=(cards("6D"), taken.state.hands[1]))
    assert taken.play("0 attack 6D", "1 take") == ["picked_up", "drawn"]


def test_d12_the_same_sizes_and_table_end_a_bout_whatever_is_in_the_hands() -> None:
    fits = late("8D 8S 9S KH", "AD JS 6H")
    fits_not = late("8D 7S 9S KH", "AD JS 6H")
    for deal in (fits, fits_not):
        assert deal.play("0 attack 8D", "1 beat AD") == []
        assert DURAK.to_act(deal.state) == 0


# --- D13 ----------------------------------------------------------------------------------------


def a_bout_out_of_play() -> Deal:
    deal = dealt("6C 7S 8D 9H 10S JD", "9D 7D 8H 9S 10D JH", stock="QS KS QH KH")
    deal.play("0 attack 8D", "1 beat 9D", "0 done")
    return deal


def test_d13_cards_out_of_play_are_only_counted() -> None:
    deal = a_bout_out_of_play()
    assert deal.state.away == ("8D", "9D")
    for viewer in (PUBLIC, 0, 1):
        assert deal.seen_by(viewer).away == unknown(2)
        assert "8D" not in to_json(deal.seen_by(viewer))["away"]
    assert deal.seen_by(FULL).away == ("8D", "9D")


def test_d13_what_was_played_stays_in_the_record() -> None:
    deal = a_bout_out_of_play()
    played = [getattr(redact(event, PUBLIC), "card", None) for event in deal.events]
    assert played == [None, None, None, "8D", "9D", None, None, None]
    (away,) = (event for event in deal.events if isinstance(event, PutAway))
    assert redact(away, 0).cards == (UNKNOWN, UNKNOWN)


def test_d13_cards_that_were_picked_up_stay_known() -> None:
    deal = dealt("6C 7S 8D 9H 10S JD", "9D 7D 8H 9S 10D JH", stock="QS KS QH KH")
    deal.play("0 attack 8D", "1 take", "0 done")
    assert deal.seen_by(0).hands[1] == (*unknown(6), "8D")
    assert deal.seen_by(PUBLIC).hands[1] == (*unknown(6), "8D")
    deal.play("0 attack 7S", "1 beat 9S")
    assert deal.seen_by(0).hands[1] == (*unknown(5), "8D")


def test_no_other_event_is_one_of_durak() -> None:
    deal = a_bout_out_of_play()
    state = fold(DURAK, deal.events)
    with pytest.raises(TypeError, match="no event of durak"):
        DURAK.evolve(state, cast("Event", Stranger()))
    assert view(DURAK, deal.events, FULL) == state


class Stranger:
    TYPE = "chess.castled"
