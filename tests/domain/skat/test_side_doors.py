"""Visibility of the skat, the discards and the hands: over whole deals, event by event."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.games.skat import SKAT
from domain.games.skat.model import AuctionWon, Bid, Declared, Discarded, HandOpened, Held, Passed
from domain.games.skat.phases import Contracting, Playing
from domain.kernel.cards import PACK_32, Card
from domain.kernel.event import PUBLIC
from tests.laws.play import Run, by_kind, named, random_deal, steps

DEALS = 150


def turns(*, seats: tuple[int, ...] = (3, 4)) -> Iterator[Run]:
    """Every turn of many deals."""
    for seed in range(DEALS):
        chance = random.Random(seed)
        run = random_deal(SKAT, chance)
        if run.opened.seats in seats:
            yield from (run for _ in steps(run, chance, by_kind) if not run.over)


def laid_away(run: Run) -> set[Card]:
    """The two cards on the table."""
    return set(run.state.skat)


def test_a_hand_game_hides_the_skat_until_the_end() -> None:
    seen = 0
    for run in turns():
        phase = run.state.phase
        if isinstance(phase, Playing) and phase.contract.hand:
            seen += 1
            for viewer in (PUBLIC, *run.seats):
                assert not named(run.views[viewer]) & laid_away(run)
    assert seen > DEALS


def test_the_discards_are_known_to_the_declarer_alone() -> None:
    seen = 0
    for run in turns():
        phase = run.state.phase
        discarded = isinstance(phase, Contracting) and phase.discarded
        if discarded or (isinstance(phase, Playing) and not phase.contract.hand):
            seen += 1
            for viewer in (PUBLIC, *run.seats):
                known = named(run.views[viewer]) & laid_away(run)
                assert known == (laid_away(run) if viewer == phase.declarer else set())
    assert seen > DEALS


def test_the_dealer_who_sits_out_has_the_public_view() -> None:
    seen = 0
    for run in turns(seats=(4,)):
        assert run.views[run.state.dealer] == run.views[PUBLIC]
        seen += 1
    assert seen > DEALS


def test_a_defender_knows_their_hand_and_the_public_cards() -> None:
    for run in turns():
        phase = run.state.phase
        if isinstance(phase, Playing):
            for seat in set(run.state.players) - {phase.declarer}:
                own = set(run.state.hands[seat])
                assert named(run.views[seat]) == named(run.views[PUBLIC]) | own


@pytest.mark.parametrize("kind", [Bid, Held, Passed, AuctionWon])
def test_a_bid_is_public_and_contains_no_card(kind: type[Any]) -> None:
    assert kind.HIDDEN == ()
    assert not any("Card" in str(hint) for hint in kind.KINDS.values())


def test_the_order_of_an_opened_hand_does_not_reveal_the_skat() -> None:
    opened = 0
    for run in turns():
        for event in run.events:
            if isinstance(event, HandOpened):
                opened += 1
                assert list(event.cards) == sorted(event.cards, key=PACK_32.index)
    assert opened


def test_only_an_ouvert_hand_is_ever_laid_open() -> None:
    opened = 0
    for run in turns():
        said = [event for event in run.events if isinstance(event, Declared)]
        shown = [event for event in run.events if isinstance(event, HandOpened)]
        assert len(shown) == sum(each.ouvert for each in said)
        opened += len(shown)
        assert all(each.HIDDEN for each in run.events if isinstance(each, Discarded))
    assert opened
