"""Tricks (K15-K18)."""

from domain.games.skat import SKAT
from domain.games.skat.model import Passed, Played
from domain.games.skat.phases import State
from domain.kernel.cards import UNKNOWN
from domain.kernel.game import Following
from tests.domain.skat.positions import Deal, bought, dealt, declared, late

CLUBS = (
    "JC JS AC 10C KC QC 9C 8C AS AH",
    "JH 7C 10S KS QS 9S 10H KH QH 9H",
    "JD AD 10D KD QD 9D 8S 7S 8H 7H",
)


def clubs(says: str = "clubs hand") -> Deal:
    """A strong game of clubs in forehand; 7D 8D lie in the skat."""
    return declared(*CLUBS, skat="7D 8D", says=says)


def test_k15_forehand_leads_for_every_declarer() -> None:
    deal = bought()
    assert declared(says="grand").turn == 0
    deal.play("0 declare grand hand")
    assert [deal.refusal(f"{seat} play {deal.state.hands[seat][0]}") for seat in range(3)] == [
        (),
        ("T1",),
        ("T1",),
    ]


def test_k18_cards_played_are_seen_by_all() -> None:
    assert Played.HIDDEN == ()


def test_k15_before_the_play_there_is_no_trick_and_no_declarer() -> None:
    state = dealt().state
    assert (state.play, state.trick_seats, state.parties) == (None, (), ())


def test_k16_what_the_next_card_has_to_follow() -> None:
    """The jack of diamonds is a trump. Only a viewer of the hand knows that it lacks a suit."""
    deal = late("7D JC", "8S 7S", "9D JD", says="clubs")

    def follows(state: State) -> Following | None:
        return SKAT.aim(state, Played).follows

    assert SKAT.aim(deal.state, Passed).follows is None
    assert follows(deal.state) == Following(None)
    deal.play("0 play 7D")
    assert follows(deal.state) == Following("D", lacking=True)
    unseen = (deal.state.hands[0], (UNKNOWN, UNKNOWN), deal.state.hands[2])
    assert follows(deal.state._replace(hands=unseen)) == Following("D")
    deal.play("1 play 7S")
    assert follows(deal.state) == Following("D")
    deal.play("2 play 9D", "2 play JD")
    assert follows(deal.state) == Following("trump")
