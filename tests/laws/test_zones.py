"""A state declares where its cards lie; a game whose state does not is not imported."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import pytest

from domain.kernel.cards import UNKNOWN, Card, Cards, Hands
from domain.kernel.deal import Opened
from domain.kernel.event import FULL, Seat
from domain.kernel.game import Game, lying
from domain.kernel.layout import LyingCards, UndeclaredZone, declared, lying_cards
from domain.kernel.zones import MENTIONED, SEAT, SIDE, lies, names_trumps, suits
from tests.laws.law import hold
from tests.laws.play import every_game
from tests.laws.small import SMALL
from tests.laws.small import State as SmallState
from tests.laws.zones import cards_of


@every_game
def test_each_zone_has_one_name_and_trumps_are_cards(game: Game[Any]) -> None:
    names = [zone.zone for zone in game.layout.zones]
    assert len(set(names)) == len(names)
    assert "hand" in names
    assert "dealer" in {each.role for each in game.layout.roles}
    if (trumps := game.layout.trumps) is not None:
        assert {card for cards in trumps.cards.values() for card in cards} <= {*game.pack}


class Forgetful(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((), ())
    stock: Annotated[Cards, lies("stock", shape="deck")] = ()
    laid: Annotated[Cards, MENTIONED] = ()


def test_a_card_in_no_zone_is_found() -> None:
    def initial(_: Opened) -> Forgetful:
        return Forgetful()

    def forgetful(state: Any) -> Forgetful:
        return Forgetful(state.hands, state.stock, state.laid)

    small: Game[Any] = SMALL
    game = replace(small, initial=initial)
    (walk,) = hold(SMALL, "by_kind", (), count=1)
    states = [happened.after[FULL].state for happened in walk.happened]
    lost = [state for state in states if state.laid]
    assert lost
    for state in lost:
        assert sorted(cards_of(lying(SMALL, state))) == sorted(SMALL.pack)
        assert sorted(cards_of(lying(game, forgetful(state)))) != sorted(SMALL.pack)


class Undeclared(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((), ())
    stock: Cards = ()


class UndeclaredCard(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((), ())
    shown: Card | None = None


class Laid(NamedTuple):
    cards: Cards


class UndeclaredRecord(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ((), ())
    laid: tuple[Laid, ...] = ()


@dataclass(frozen=True)
class NoRecord:
    cards: Cards


class UndeclaredDataclass(NamedTuple):
    laid: NoRecord | None = None


class Nobodys(NamedTuple):
    trick: Annotated[Cards, lies("trick", by="somebody", shape="heap")] = ()


class OnePileBySide(NamedTuple):
    pile: Annotated[Cards, lies("pile", by=SIDE, shape="heap")] = ()


class TwoOwners(NamedTuple):
    one: Annotated[Hands, lies("pile", by=SIDE, shape="heap")] = ()
    other: Annotated[Cards, lies("pile", shape="heap")] = ()


class TwoTrumps(NamedTuple):
    one: Annotated[str | None, names_trumps(suits("AK"))] = None
    other: Annotated[str | None, names_trumps(suits("KA"))] = None


@pytest.mark.parametrize(
    "state",
    [
        Undeclared,
        UndeclaredCard,
        UndeclaredRecord,
        UndeclaredDataclass,
        Nobodys,
        OnePileBySide,
        TwoOwners,
        TwoTrumps,
    ],
)
def test_a_state_without_zones_is_refused(state: Any) -> None:
    with pytest.raises(UndeclaredZone):
        declared(state)


def test_so_is_its_game() -> None:
    def initial(_: Opened) -> Undeclared:
        return Undeclared()

    small: Game[Any] = SMALL
    with pytest.raises(UndeclaredZone, match=r"Undeclared\.stock"):
        replace(small, initial=initial)


def test_the_places_of_the_small_game() -> None:
    state = SmallState(hands=((Card("6C"),), (UNKNOWN,)), stock=(UNKNOWN,), laid=(Card("7C"),))
    assert lying(SMALL, state) == (
        LyingCards("hand", (0,), (Card("6C"),)),
        LyingCards("hand", (1,), (UNKNOWN,)),
        LyingCards("stock", (), (UNKNOWN,)),
        LyingCards("laid", (), (Card("7C"),)),
    )


class Piles(NamedTuple):
    seat: Seat
    won: Annotated[tuple[Cards, Cards], lies("won", by="seat", shape="heap")]
    heaps: Annotated[tuple[Cards, Cards], lies("heaps", shape="heap")]


def test_piles_of_one_seat_and_of_nobody() -> None:
    state = Piles(1, ((Card("6C"),), ()), ((UNKNOWN,), (Card("7C"),)))
    assert lying_cards(state, sides=((0,), (1,))) == (
        LyingCards("won", (1,), (Card("6C"),)),
        LyingCards("won", (1,), ()),
        LyingCards("heaps", (), (UNKNOWN,)),
        LyingCards("heaps", (), (Card("7C"),)),
    )
