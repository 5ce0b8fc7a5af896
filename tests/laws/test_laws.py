"""The laws of knowledge find the leaks they are made for, in a small game of their own."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import bots
from domain.kernel.cards import Card, Cards
from domain.kernel.deal import ASIDE
from domain.kernel.event import EACH, Event, Seat, event, seen_by
from domain.kernel.game import Game
from tests.laws import knowledge
from tests.laws.knowledge import DEALT_ANEW, KNOWLEDGE
from tests.laws.law import hold
from tests.laws.moves import MOVES
from tests.laws.play import POLICIES, every_game
from tests.laws.policies import avoiding, policies
from tests.laws.small import PACK, SMALL, Closed, Drawn, Laid, State
from tests.laws.zones import ZONES

COUNT = 20


@pytest.mark.parametrize("policy", policies(SMALL))
def test_the_small_game_keeps_them(policy: str) -> None:
    hold(SMALL, policy, [*KNOWLEDGE, *DEALT_ANEW, *ZONES, *MOVES])


@every_game
def test_each_bot_and_each_avoided_move_is_a_policy(game: Game[Any]) -> None:
    avoided = {f"avoid_{kind.MOVE}" for kind in game.moves}
    assert policies(game).keys() == {*POLICIES, *bots.levels(game), *avoided}


def test_a_move_is_avoided_while_another_is_legal() -> None:
    lay, close = Laid(0, PACK[0]), Closed(0)
    for seed in range(10):
        assert avoiding("close")(Random(seed), {"close": [close], "lay": [lay]}) == lay
        assert avoiding("close")(Random(seed), {"close": [close]}) == close


# --- Positions in the pack ------------------------------------------------------------------------


def test_a_place_that_is_proved_to_two_seats_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that one seat laid open goes to the other by an exchange."""
    monkeypatch.setattr(knowledge, "received", received_by_the_table)
    with pytest.raises(AssertionError, match=r"^no_place_in_the_pack_is_proved"):
        hold(SMALL, "avoid_close", KNOWLEDGE, count=COUNT)
    twice = {
        policy: sum(
            not set(received_by_the_table(walk.run.events, 0)).isdisjoint(
                received_by_the_table(walk.run.events, 1)
            )
            for walk in hold(SMALL, policy, (), count=COUNT)
        )
        for policy in ("by_kind", "avoid_close")
    }
    assert twice["avoid_close"] > 5 * twice["by_kind"], "most policies close the stock too early"


def received_by_the_table(events: Iterable[Event], seat: Seat) -> Cards:
    """All cards that came to a seat, even if others had seen them: the behaviour until 0.2."""
    dealt = (each for each in events if each.MOVE is None and type(each) not in ASIDE)
    return tuple(card for each in dealt for card in _given(each, seat))


def _given(happened: Event, seat: Seat) -> Iterator[Card]:
    for name, audience, kind in happened.HIDDEN:
        if audience is EACH:
            yield from getattr(happened, name)[seat]
        elif isinstance(audience, str) and getattr(happened, audience) == seat:
            value = getattr(happened, name)
            yield from (value,) if kind is Card else value


# --- Leaks --------------------------------------------------------------------------------------


def test_a_number_that_follows_from_a_hidden_card_is_found() -> None:
    def consequence(state: State) -> Event | None:
        follows = SMALL.consequence(state)
        if isinstance(follows, Drawn):
            return replace(follows, left=PACK.index(state.stock[0]))
        return follows

    fails("what_a_seat_cannot_know_changes_nothing_for_it", replace(SMALL, consequence=consequence))


@event("small.peeked")
class Peeked(Event):
    """A seat looks at a card in the other hand."""

    seat: Seat
    card: Card = seen_by("seat")


def test_a_card_of_another_hand_that_is_shown_is_found() -> None:
    def consequence(state: State) -> Event | None:
        if state.closed and state.drawing is not None and all(state.hands):
            return Peeked(state.turn, state.hands[1 - state.turn][0])
        return SMALL.consequence(state)

    def evolve(state: State, happened: Event) -> State:
        peeked = isinstance(happened, Peeked)
        return state._replace(drawing=None) if peeked else SMALL.evolve(state, happened)

    peeking = replace(SMALL, consequence=consequence, evolve=evolve)
    fails("what_one_seat_alone_is_shown_is_in_its_hand", peeking)


def fails(name: str, game: Game[Any]) -> None:
    """The law holds for the small game, and fails for this one."""
    (law,) = [law for law in (*KNOWLEDGE, *DEALT_ANEW) if law.name == name]
    hold(SMALL, "by_kind", [law], count=COUNT)
    with pytest.raises(AssertionError, match=f"^{name}: small, deal [0-9]+ under by_kind, event "):
        hold(game, "by_kind", [law], count=COUNT)
