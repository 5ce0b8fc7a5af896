"""A position: who holds what and what lies where, as a viewer saw it. Knows no game.

Everything follows from what the state of a game declares (`domain/kernel/layout.py`). The diagram
(`formats/diagram.py`) and the drawing (`formats/drawing.py`) show it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from domain.kernel.cards import SUITS, UNKNOWN, Card, Cards, suit_of
from domain.kernel.event import Json, Seat, to_json
from domain.kernel.game import Game, lying
from domain.kernel.layout import Zone
from domain.kernel.zones import Shape


class Names(NamedTuple):
    """The names of the people and things at a table, in a language.

    Attributes:
        seats: The player of each seat.
        zones: The zones of the game.
        roles: The roles of the game.
        trumps: The values of its trumps that are no suits.
    """

    seats: Sequence[str]
    zones: Mapping[str, str]
    roles: Mapping[str, str]
    trumps: Mapping[str, str]


class Place(NamedTuple):
    """Cards that lie together.

    Attributes:
        zone: Their zone.
        shape: Their arrangement.
        seats: The seats that own them; none: the table does.
        cards: The cards, those that the viewer does not know as `UNKNOWN`.
        tricks: How many tricks they are; None: they are not counted.
        shown: The card of the place that all have seen; None: there is none.
    """

    zone: str
    shape: Shape
    seats: tuple[Seat, ...]
    cards: Cards
    tricks: int | None = None
    shown: Card | None = None


class Position(NamedTuple):
    """The cards at a table, and their places.

    Attributes:
        seats: How many seats there are.
        hands: The hand of each seat, in a convenient order.
        lying: All other places with cards.
        trumps: The trumps of all and of single seats: values as in a view.
        roles: The roles of each seat.
        best: The seat that holds the trick; None: none does.
    """

    seats: int
    hands: tuple[Cards, ...]
    lying: tuple[Place, ...]
    trumps: tuple[str, ...]
    roles: tuple[tuple[str, ...], ...]
    best: Seat | None


def position(game: Game[Any], state: Any) -> Position:
    """The places of the cards in a state of a game, or in a view of it."""
    layout, data = game.layout, to_json(state)
    zones = {each.zone: each for each in layout.zones}
    found: dict[tuple[str, tuple[Seat, ...]], list[Card]] = {}
    for each in lying(game, state):
        if zones[each.zone].shape != "pairs":
            found.setdefault((each.zone, each.seats), []).extend(each.cards)
    trumps = () if layout.trumps is None else (*_values(data, layout.trumps.at),)
    seats = len(state.hands)
    high = _high(game, trumps)
    made = []
    for (name, owners), cards in found.items():
        zone = zones[name]
        counts = next(_values(data, zone.tricks), None)
        number = [each for each in found if each[0] == name].index((name, owners))
        tricks = counts[number] if isinstance(counts, list) and number < len(counts) else None
        shown = next(_values(data, zone.shown.at), None) if zone.shown and cards else None
        made.append(Place(name, zone.shape, owners, tuple(cards), tricks, shown))
    made += [pair for each in layout.zones if each.shape == "pairs" for pair in _pairs(each, data)]
    hands = {each.seats[0]: each.cards for each in made if each.shape == "hand" and each.seats}
    best = next(_values(data, layout.best), None)
    return Position(
        seats=seats,
        hands=tuple(_sorted(hands.get(seat, ()), high, game.pack) for seat in range(seats)),
        lying=tuple(each for each in made if each.cards and each.shape != "hand"),
        trumps=tuple(str(each) for each in trumps if each is not None),
        roles=tuple(tuple(_roles(game, data, seat)) for seat in range(seats)),
        best=best if isinstance(best, int) else None,
    )


def _pairs(zone: Zone, data: Json) -> Iterator[Place]:
    """Each attack card, with the card that beat it."""
    around, _, _ = zone.at[0].rpartition("/")
    members = [at.rpartition("/")[2] for at in zone.at]
    for each in _values(data, (around,)):
        cards = tuple(Card(each[name]) for name in members if each[name] is not None)
        yield Place(zone.zone, zone.shape, (), cards)


def _values(data: Json, pointers: Sequence[str]) -> Iterator[Any]:
    """The values at some pointers, other than null; ``*`` stands for every item of a list."""
    for pointer in pointers:
        values: list[Any] = [data]
        for name in pointer.split("/")[1:]:
            values = [part for value in values for part in _members(value, name)]
        yield from (value for value in values if value is not None)


def _members(value: Any, name: str) -> list[Any]:
    if isinstance(value, list):
        return value if name == "*" else value[int(name) : int(name) + 1]
    return [value[name]] if isinstance(value, dict) and name in value else []


def _roles(game: Game[Any], data: Json, seat: Seat) -> Iterator[str]:
    """The roles of a seat, in the order in which the game declares them."""
    for each in game.layout.roles:
        holders = [*_values(data, each.at)]
        if seat in (holders[0] if holders and isinstance(holders[0], list) else holders):
            yield each.role


def _high(game: Game[Any], trumps: Sequence[Any]) -> Cards:
    """The cards that are trumps, the highest first."""
    said = game.layout.trumps
    if said is None:
        return ()
    named = tuple(card for value in trumps for card in said.cards.get(value, ()))
    return named if trumps else said.before


def _sorted(cards: Cards, high: Cards, pack: Cards) -> Cards:
    """Trumps first, then suit by suit, the highest first; unknown cards last."""

    def place(card: Card) -> tuple[int, int]:
        if card == UNKNOWN:
            return len(SUITS) + 1, 0
        if card in high:
            return 0, high.index(card)
        return 1 + "SHCD".index(suit_of(card)), -pack.index(card)

    return tuple(sorted(cards, key=place))
