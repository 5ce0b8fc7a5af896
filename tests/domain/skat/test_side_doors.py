"""Visibility of the skat, the discards and the hands: over whole deals, event by event."""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from domain.games.skat import SKAT
from domain.games.skat.model import AuctionWon, Bid, Declared, Discarded, HandOpened, Held, Passed
from domain.games.skat.phases import Contracting, Playing
from domain.kernel.cards import PACK_32, Card
from domain.kernel.event import PUBLIC, Viewer
from tests.laws.play import Run, by_kind, named, random_deal, steps

DEALS = 80


class Turn(NamedTuple):
    """A deal when a seat is on turn."""

    run: Run
    state: Any
    views: dict[Viewer, Any]


@cache
def every_turn() -> Sequence[Turn]:
    """Every turn of many deals."""
    return [
        Turn(run, run.state, dict(run.views))
        for seed in range(DEALS)
        for chance in [random.Random(seed)]
        for run in [random_deal(SKAT, chance)]
        for _ in steps(run, chance, by_kind)
        if not run.over
    ]


def runs() -> Iterable[Run]:
    """The deals."""
    return {id(turn.run): turn.run for turn in every_turn()}.values()


def laid_away(turn: Turn) -> set[Card]:
    """The two cards on the table."""
    return set(turn.state.skat)


def test_a_hand_game_hides_the_skat_until_the_end() -> None:
    seen = 0
    for turn in every_turn():
        phase = turn.state.phase
        if isinstance(phase, Playing) and phase.contract.hand:
            seen += 1
            for viewer in (PUBLIC, *turn.run.seats):
                assert not named(turn.views[viewer]) & laid_away(turn)
    assert seen > DEALS


def test_the_discards_are_known_to_the_declarer_alone() -> None:
    seen = 0
    for turn in every_turn():
        phase = turn.state.phase
        discarded = isinstance(phase, Contracting) and phase.discarded
        if discarded or (isinstance(phase, Playing) and not phase.contract.hand):
            seen += 1
            for viewer in (PUBLIC, *turn.run.seats):
                known = named(turn.views[viewer]) & laid_away(turn)
                assert known == (laid_away(turn) if viewer == phase.declarer else set())
    assert seen > DEALS


def test_the_dealer_who_sits_out_has_the_public_view() -> None:
    seen = 0
    for turn in every_turn():
        if turn.run.opened.seats == 4:
            assert turn.views[turn.state.dealer] == turn.views[PUBLIC]
            seen += 1
    assert seen > DEALS


def test_a_defender_knows_their_hand_and_the_public_cards() -> None:
    for turn in every_turn():
        phase = turn.state.phase
        if isinstance(phase, Playing):
            public = named(turn.views[PUBLIC])
            for seat in set(turn.state.players) - {phase.declarer}:
                assert named(turn.views[seat]) == public | set(turn.state.hands[seat])


@pytest.mark.parametrize("kind", [Bid, Held, Passed, AuctionWon])
def test_a_bid_is_public_and_contains_no_card(kind: type[Any]) -> None:
    assert kind.HIDDEN == ()
    assert not any("Card" in str(hint) for hint in kind.KINDS.values())


def test_the_order_of_an_opened_hand_does_not_reveal_the_skat() -> None:
    opened = 0
    for run in runs():
        for event in run.events:
            if isinstance(event, HandOpened):
                opened += 1
                assert list(event.cards) == sorted(event.cards, key=PACK_32.index)
    assert opened


def test_only_an_ouvert_hand_is_ever_laid_open() -> None:
    opened = 0
    for run in runs():
        said = [event for event in run.events if isinstance(event, Declared)]
        shown = [event for event in run.events if isinstance(event, HandOpened)]
        assert len(shown) == sum(each.ouvert for each in said)
        opened += len(shown)
        assert all(each.HIDDEN for each in run.events if isinstance(each, Discarded))
    assert opened
