from typing import cast

import pytest

from domain.games.durak import DURAK
from domain.games.durak.model import SEATS, Ended, Options, PutAway
from domain.games.durak.scoring import opening_score, tally
from domain.kernel.cards import UNKNOWN, unknown
from domain.kernel.event import FULL, PUBLIC, Event, redact, to_json
from domain.kernel.game import fold, view
from domain.kernel.options import BadOption, parse_options
from tests.domain.durak.positions import Deal, dealt, late
from tests.domain.positions import cards


@pytest.mark.parametrize("points", [0, 101])
def test_d11_from_1_to_100_points(points: int) -> None:
    with pytest.raises(BadOption):
        parse_options(Options, {"points_to_win": points}, seats=SEATS)


def test_d3_the_winner_attacks_first_in_the_next_deal_and_the_deal_passes() -> None:
    score = tally(opening_score(Options(), SEATS), Ended(winner=1, next_dealer=0))
    assert (score.leader, score.dealer) == (1, 0)


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


def test_no_other_event_is_one_of_durak() -> None:
    deal = a_bout_out_of_play()
    state = fold(DURAK, deal.events)
    with pytest.raises(TypeError, match="no event of durak"):
        DURAK.evolve(state, cast("Event", Stranger()))
    assert view(DURAK, deal.events, FULL) == state


class Stranger:
    TYPE = "chess.castled"
