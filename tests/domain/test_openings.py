"""The proofs of a seat's cards during a deal: they are valid, and reveal nothing else."""

from dataclasses import replace

import pytest

from domain.fairness.shuffle import CardProof, opens
from domain.games.durak.model import Attacked, Dealt, Drawn
from domain.games.goat import GOAT
from domain.games.skat.model import Discarded, SkatTaken
from domain.kernel.cards import Card
from domain.kernel.deal import Shuffled, by_hand
from domain.kernel.event import FULL, PUBLIC, Event, Seat, Viewer, event, seen_by
from domain.kernel.game import start, view
from domain.kernel.openings import openings, received
from domain.table.series import fold_table
from tests.domain.positions import cards
from tests.domain.test_f1_f6_seeds import opened, record, shows, terms_of
from tests.domain.test_series import FULL_TABLE

STOCK = 16


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, FULL])
def test_every_proof_holds_against_the_root(viewer: Viewer) -> None:
    events = record(1, 3)
    shuffled = events[3]
    assert isinstance(shuffled, Shuffled)
    root = bytes.fromhex(shuffled.root)
    found = openings(events, viewer)
    assert all(opens(each, size=36, root=root) for each in found)
    assert not any(
        opens(each._replace(card=shuffled.deck[0]), size=36, root=root) for each in found[1:]
    )
    assert len(found) == (36 if viewer == FULL else 4)


def test_a_seat_is_proved_its_hand() -> None:
    events = record(1, 3)
    for seat in range(4):
        proved = [each.card for each in openings(events, seat)]
        assert set(proved) == set(view(GOAT, events, seat).hands[seat])


def test_the_declarer_alone_was_given_the_skat() -> None:
    skat = (Card("7S"), Card("AD"))
    given = [SkatTaken(1, skat), Discarded(1, skat)]
    assert received(given, 1) == skat, "cards laid away were in the hand before"
    assert received(given, 2) == ()


def test_a_public_card_is_not_proved_to_the_seat_that_draws_it() -> None:
    hands, shown = (cards("6D 7D"), cards("8D 9D")), Card("6C")
    dealt = Dealt(dealer=0, attacker=1, hands=hands, shown=shown, lowest=Card("9D"))
    drawn = Drawn((cards("KC 6C"), cards("AC")))
    assert received([dealt, drawn], 0) == cards("6D 7D KC")
    assert received([dealt, drawn], 1) == cards("8D AC"), (
        "the lowest card was shown when it was dealt"
    )


def test_a_card_that_comes_from_another_hand_is_proved_to_its_first_holder_alone() -> None:
    """However it got there, and whether or not another seat saw it go."""
    hands = (cards("6D 7D"), cards("8D 9D"))
    dealt = Dealt(dealer=0, attacker=1, hands=hands, shown=Card("6C"), lowest=None)
    in_the_open = [dealt, Attacked(1, Card("8D")), SkatTaken(0, cards("8D"))]
    hidden = [dealt, Discarded(1, cards("8D")), SkatTaken(0, cards("8D 9C"))]
    assert received(in_the_open, 0) == cards("6D 7D")
    assert received(hidden, 0) == cards("6D 7D 9C")
    for events in (in_the_open, hidden):
        assert received(events, 1) == cards("8D 9D")


def test_a_card_that_comes_back_is_proved_once() -> None:
    taken = SkatTaken(1, cards("7S AD"))
    assert received([taken, Discarded(1, cards("7S")), taken], 1) == cards("7S AD")


@event("test.perhaps")
class Perhaps(Event):
    """The table gives a seat a card, or none."""

    seat: Seat
    card: Card | None = seen_by("seat")
    number: int | None = seen_by("seat", default=None)


def test_a_field_that_may_have_no_card() -> None:
    assert received([Perhaps(1, None, 7), Perhaps(1, Card("7S"))], 1) == cards("7S")


def test_of_a_deck_that_was_laid_by_hand_nothing_is_proved() -> None:
    on = terms_of(fold_table(FULL_TABLE))
    events = [by_hand(on), record(1, 3)[3]]
    assert openings(events, FULL) == ()
    assert openings(events, 0) == ()


def test_nothing_is_proved_to_the_public_or_before_the_shuffle() -> None:
    assert openings(record(1, 3), PUBLIC) == ()
    assert openings([opened(), shows(1)], 1) == ()
    assert openings([opened(), shows(1)], FULL) == ()


def test_the_place_of_the_shown_card_is_hidden() -> None:
    """It comes out of the stock by lot: its place would reveal which seat will draw it."""
    first = record(1, 3)
    before = first[3]
    assert isinstance(before, Shuffled)
    assert before.lots is not None
    shown, dealer = before.lots
    for other in range(20):
        deck = list(before.deck)
        one, two = STOCK + shown, STOCK + other
        deck[one], deck[two] = deck[two], deck[one]
        moved = replace(before, deck=tuple(deck), lots=(other, dealer))
        events = list(start(GOAT, opened(), moved, shown=[shows(1), shows(3)])[0])
        for seat in range(4):
            assert view(GOAT, events, seat) == view(GOAT, first, seat)
            assert positions(openings(events, seat)) == positions(openings(first, seat))


def positions(found: tuple[CardProof, ...]) -> list[tuple[int, str]]:
    return [(each.position, each.card) for each in found]
