"""Every card of a view, known or unknown, is in exactly one zone, and in the right one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import pytest

from domain.kernel.cards import UNKNOWN, Card, Cards, Hands
from domain.kernel.deal import Opened
from domain.kernel.event import FULL, Event, Seat, Viewer, redact, to_json
from domain.kernel.game import Game, evolve, lying
from domain.kernel.zones import (
    MENTIONED,
    SEAT,
    SIDE,
    LyingCards,
    UndeclaredZone,
    declared,
    lies,
    lying_cards,
    names_trumps,
    suits,
)
from tests.laws.play import Run, every_game
from tests.laws.policies import SAMPLE, every_policy, played_by
from tests.laws.small import SMALL
from tests.laws.small import State as SmallState


def unfolded(run: Run) -> Iterator[tuple[Event, Any, dict[Viewer, Any]]]:
    """Every event from the shuffle on, with the full state after it and every viewer's state."""
    views: dict[Viewer, Any] = {
        viewer: run.game.initial(redact(run.opened, viewer)) for viewer in run.views
    }
    for event in run.events[1:]:
        for viewer, seen in views.items():
            views[viewer] = evolve(run.game, seen, redact(event, viewer))
        yield event, views[FULL], views


@every_policy
def test_every_card_of_a_view_lies_in_exactly_one_zone(
    game: Game[Any], policy: str, count: int
) -> None:
    for run, _ in played_by(game, policy, count=count):
        for event, state, views in unfolded(run):
            true = lying(game, state)
            assert sorted(_cards(true)) == sorted(game.pack), event
            for viewer, seen in views.items():
                _agree(lying(game, seen), true, f"{viewer} after {event}")


def _cards(lying_cards: tuple[LyingCards, ...]) -> list[Card]:
    return [card for place in lying_cards for card in place.cards]


def _agree(seen: tuple[LyingCards, ...], true: tuple[LyingCards, ...], when: str) -> None:
    """Each zone has the right number of cards, and the known ones are really there."""
    for mine, theirs in zip(seen, true, strict=True):
        assert (mine.zone, mine.seats) == (theirs.zone, theirs.seats), when
        assert len(mine.cards) == len(theirs.cards), when
        assert {*mine.cards} - {UNKNOWN} <= {*theirs.cards}, when


@every_policy
def test_the_hand_of_a_seat_is_a_place_of_its_own(game: Game[Any], policy: str, count: int) -> None:
    for run, _ in played_by(game, policy, count=count):
        for _, state, _ in unfolded(run):
            hands = {each.seats: each.cards for each in lying(game, state) if each.zone == "hand"}
            assert hands == {(seat,): hand for seat, hand in enumerate(state.hands)}


@every_policy
def test_pointers_lead_to_the_cards_of_a_zone(game: Game[Any], policy: str, count: int) -> None:
    for run, _ in played_by(game, policy, count=count):
        for _, state, _ in unfolded(run):
            shown, lying_cards = to_json(state), lying(game, state)
            for zone in game.layout.zones:
                found = [value for at in zone.at for value in _at(shown, at.split("/")[1:])]
                there = _cards(tuple(each for each in lying_cards if each.zone == zone.zone))
                assert sorted(_flat(found)) == sorted(there)


@every_policy
def test_trumps_are_shown_in_the_declared_place(game: Game[Any], policy: str, count: int) -> None:
    if (trumps := game.layout.trumps) is None:
        return
    assert {card for cards in trumps.cards.values() for card in cards} <= {*game.pack}
    said: set[str] = set()
    for run, _ in played_by(game, policy, count=count):
        for _, state, _ in unfolded(run):
            shown = to_json(state)
            said.update(value for at in trumps.at for value in _at(shown, at.split("/")[1:]))
    assert said - {None} <= trumps.cards.keys()


def _at(value: Any, path: list[str]) -> Iterator[Any]:
    """The values at a pointer in which ``*`` is every item of a list."""
    if not path:
        yield value
        return
    name, *rest = path
    if name == "*":
        for each in value:
            yield from _at(each, rest)
    elif isinstance(value, dict) and name in value:
        yield from _at(value[name], rest)


def _flat(values: list[Any]) -> list[str]:
    one = [value for value in values if isinstance(value, str)]
    return one + [card for value in values if isinstance(value, list) for card in value]


# --- Violations that the law detects, and games that are not imported -----------------------------


@every_game
def test_each_zone_has_one_name_and_the_hand_is_among_them(game: Game[Any]) -> None:
    names = [zone.zone for zone in game.layout.zones]
    assert len(set(names)) == len(names)
    assert "hand" in names


class Forgetful(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT)] = ((), ())
    stock: Annotated[Cards, lies("stock")] = ()
    laid: Annotated[Cards, MENTIONED] = ()


def test_a_card_in_no_zone_is_found() -> None:
    def initial(_: Opened) -> Forgetful:
        return Forgetful()

    def forgetful(state: Any) -> Forgetful:
        return Forgetful(state.hands, state.stock, state.laid)

    (run, _), *_ = played_by(SMALL, "by_kind", count=SAMPLE)
    small: Game[Any] = SMALL
    game = replace(small, initial=initial)
    lost = [state for _, state, _ in unfolded(run) if state.laid]
    assert lost
    for state in lost:
        assert sorted(_cards(lying(SMALL, state))) == sorted(SMALL.pack)
        assert sorted(_cards(lying(game, forgetful(state)))) != sorted(SMALL.pack)


class Undeclared(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT)] = ((), ())
    stock: Cards = ()


class UndeclaredCard(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT)] = ((), ())
    shown: Card | None = None


class Laid(NamedTuple):
    cards: Cards


class UndeclaredRecord(NamedTuple):
    hands: Annotated[Hands, lies("hand", by=SEAT)] = ((), ())
    laid: tuple[Laid, ...] = ()


@dataclass(frozen=True)
class NoRecord:
    cards: Cards


class UndeclaredDataclass(NamedTuple):
    laid: NoRecord | None = None


class Nobodys(NamedTuple):
    trick: Annotated[Cards, lies("trick", by="somebody")] = ()


class OnePileBySide(NamedTuple):
    pile: Annotated[Cards, lies("pile", by=SIDE)] = ()


class TwoOwners(NamedTuple):
    one: Annotated[Hands, lies("pile", by=SIDE)] = ()
    other: Annotated[Cards, lies("pile")] = ()


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
    won: Annotated[tuple[Cards, Cards], lies("won", by="seat")]
    heaps: Annotated[tuple[Cards, Cards], lies("heaps")]


def test_piles_of_one_seat_and_of_nobody() -> None:
    state = Piles(1, ((Card("6C"),), ()), ((UNKNOWN,), (Card("7C"),)))
    assert lying_cards(state, sides=((0,), (1,))) == (
        LyingCards("won", (1,), (Card("6C"),)),
        LyingCards("won", (1,), ()),
        LyingCards("heaps", (), (UNKNOWN,)),
        LyingCards("heaps", (), (Card("7C"),)),
    )
