"""Card zones: the zone of every card in a game's state, and the trumps.

Every field of a state that holds cards either declares the zone of these cards, or declares that it
only mentions cards which lie elsewhere. A state with any other field of cards is refused at import.

    class State(NamedTuple):
        hands: Annotated[Hands, lies("hand", by=SEAT)] = ((),) * SEATS
        shown: Annotated[Card | None, MENTIONED] = None
        trump: Annotated[Suit | None, names_trumps(suits("AKQJT9876"))] = None

An event that a state keeps mentions cards. Each zone is a place for cards, so that a view has every
card of the pack, known or not, in exactly one zone. A law holds that.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from domain.kernel.cards import SUITS, Card, Cards, Hands
from domain.kernel.event import Event, Seat

Owner: TypeAlias = Literal["seat", "side", "table"]
"""The owner of a zone: one seat, several seats together, or the table."""


class Index(Enum):
    """The owner of a hand or a pile is its index in the field."""

    SEAT = "seat"
    SIDE = "side"


SEAT: Final = Index.SEAT
SIDE: Final = Index.SIDE


class Lies(NamedTuple):
    """The zone of the cards of a field, and the source of their owner."""

    zone: str
    by: Index | str | None


class Mentioned(NamedTuple):
    """A field that names cards without being the zone where they lie."""


class Trumps(NamedTuple):
    """The trumps that each value of a field means, the highest first."""

    cards: Mapping[Any, Cards]
    by: Index | None


MENTIONED: Final = Mentioned()


def lies(zone: str, *, by: Index | str | None = None) -> Lies:
    """Declare where the cards of a field lie, as a mark in its `Annotated` type.

    Args:
        zone: The name of the zone; several fields may share one.
        by: The owner of the cards. `SEAT` or `SIDE`: the number of a hand or pile is the number of
            its owner. A string names a field or property of this record or of a record around it.
            That field has one seat for all cards, one for each card or pile, or the seats of each
            pile. None: the table.
    """
    return Lies(zone, by)


def names_trumps(cards: Mapping[Any, Cards], *, by: Index | None = None) -> Trumps:
    """Declare the field that holds the trumps, with the cards that each value means.

    Args:
        cards: The trumps for each value of the field, the highest first.
        by: `SEAT` if each seat has separate trumps: item n of the field belongs to seat n.
    """
    return Trumps(cards, by)


def suits(ranks: str) -> dict[str, Cards]:
    """The cards of each suit, by their ranks: what `names_trumps` needs where one suit is trump."""
    return {suit: tuple(Card(rank + suit) for rank in ranks) for suit in SUITS}


class UndeclaredZone(TypeError):
    """A field of a state that holds cards has no declaration of their zone, or an invalid one."""


class Zone(NamedTuple):
    """A zone of a game's table."""

    zone: str
    owner: Owner
    at: tuple[str, ...]
    """Where a view has its cards: JSON pointers, with ``*`` for every item of a list."""


class TrumpsOfGame(NamedTuple):
    """The trumps of a game."""

    owner: Owner
    """``seat``: each seat has separate trumps."""
    at: tuple[str, ...]
    """JSON pointers to the trumps in a view, with ``*`` for every item of a list."""
    cards: Mapping[str, Cards]
    """The trumps that each value there means, the highest first."""


class Layout(NamedTuple):
    """The zones and trumps that the state of a game declares."""

    zones: tuple[Zone, ...]
    trumps: TrumpsOfGame | None
    """None: the game has no trumps."""


class LyingCards(NamedTuple):
    """Cards that lie together in a view."""

    zone: str
    seats: tuple[Seat, ...]
    """The seats that own them; none: the table does."""
    cards: Cards


# --- What is declared ---------------------------------------------------------------------------


class _Found(NamedTuple):
    """A field with a declaration, and the records around it, the outermost first."""

    at: str
    hint: Any
    said: Lies | Trumps
    inside: tuple[type[Any], ...]


@cache
def declared(state: Any) -> Layout:
    """The zones and trumps of a class of states, in the order of its fields.

    Raises:
        UndeclaredZone: A field with cards declares neither their zone nor that it mentions them.
    """
    found = tuple(_declarations(state, "", ()))
    zones: dict[str, Zone] = {}
    for each in found:
        if isinstance(each.said, Lies):
            name, owner = each.said.zone, _owner(each, each.said.by)
            at = (*(zones[name].at if name in zones else ()), each.at + _items(each.hint))
            if name in zones and zones[name].owner != owner:
                raise UndeclaredZone(f"{each.at}: the zone {name} has another owner elsewhere")
            zones[name] = Zone(name, owner, at)
    return Layout(tuple(zones.values()), _trumps(found))


def _trumps(found: tuple[_Found, ...]) -> TrumpsOfGame | None:
    saying = [(each, each.said) for each in found if isinstance(each.said, Trumps)]
    if not saying:
        return None
    (_, first), *_ = saying
    if any(said != first for _, said in saying):
        raise UndeclaredZone("two fields say in different ways what is trump")
    items = "/*" if first.by is SEAT else ""
    at = tuple(each.at + items for each, _ in saying)
    return TrumpsOfGame("table" if first.by is None else first.by.value, at, first.cards)


def _declarations(cls: type[Any], at: str, around: tuple[type[Any], ...]) -> Iterator[_Found]:
    inside = (*around, cls)
    for name, hint in get_type_hints(cls, include_extras=True).items():
        here, said = f"{at}/{name}", _said(hint)
        bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        if isinstance(said, Lies | Trumps):
            yield _Found(here, bare, said, inside)
        elif said is None:
            for record, items in _records(bare):
                yield from _declarations(record, here + items, inside)
            if _holds_cards(bare):
                raise UndeclaredZone(f"{cls.__name__}.{name}: say where the cards lie: lies(…)")


def _said(hint: Any) -> Lies | Mentioned | Trumps | None:
    annotations = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((each for each in annotations if isinstance(each, Lies | Mentioned | Trumps)), None)


def _records(hint: Any, items: str = "") -> Iterator[tuple[type[Any], str]]:
    """The records that a type may be or hold, and the continuation of their pointer."""
    if get_origin(hint) in (tuple, Union, UnionType):
        more = "/*" if get_origin(hint) is tuple else ""
        for each in get_args(hint):
            yield from _records(each, items + more)
    elif hasattr(hint, "_fields"):
        yield hint, items


def _holds_cards(hint: object) -> bool:
    """Whether a type holds cards, other than in records; what an event holds it mentions."""
    if isinstance(hint, type) and hasattr(hint, "__dataclass_fields__"):
        parts = () if issubclass(hint, Event) else tuple(get_type_hints(hint).values())
    else:
        parts = get_args(hint)
    return hint == Card or any(map(_holds_cards, parts))


def _items(hint: Any) -> str:
    return "/*" if _is_many(hint) else ""


def _is_many(hint: Any) -> bool:
    """Whether a field holds several hands or piles."""
    return bool(hint in (Hands, tuple[Cards, Cards]))


def _owner(found: _Found, by: Index | str | None) -> Owner:
    if by is None:
        return "table"
    if isinstance(by, Index):
        if not _is_many(found.hint):
            raise UndeclaredZone(f"{found.at}: only hands and piles are by their number")
        return by.value
    kind = next((_kind(cls, by) for cls in reversed(found.inside) if hasattr(cls, by)), None)
    if kind is None:
        raise UndeclaredZone(f"{found.at}: {by} is no seat of this record or of one around it")
    return "side" if kind == tuple[tuple[int, ...], ...] else "seat"


def _kind(cls: type[Any], name: str) -> Any:
    """The type of a field or of a property, without None."""
    made = getattr(cls, name)
    hint = (
        get_type_hints(made.fget)["return"]
        if isinstance(made, property)
        else get_type_hints(cls)[name]
    )
    either = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    (kind,) = (each for each in either if each is not NoneType)
    return kind


# --- Where the cards of a view lie --------------------------------------------------------------


def lying_cards(state: Any, *, sides: tuple[tuple[Seat, ...], ...]) -> tuple[LyingCards, ...]:
    """The zone of every card of a state or a view: each in one zone, unknown ones too.

    Args:
        state: The state of a deal, of a class that `declared` accepts.
        sides: The seats of each side.
    """
    return tuple(_lying_cards(state, (), sides))


def _lying_cards(
    record: Any, around: tuple[Any, ...], sides: tuple[tuple[Seat, ...], ...]
) -> Iterator[LyingCards]:
    inside = (record, *around)
    cls: Any = type(record)
    for name, said in _fields(cls):
        value = getattr(record, name)
        if said is None:
            for each in _records_in(value):
                yield from _lying_cards(each, inside, sides)
        elif value is not None:
            yield from _lying(value, said, inside, sides)


def _lying(
    value: Any, said: Lies, inside: tuple[Any, ...], sides: tuple[tuple[Seat, ...], ...]
) -> Iterator[LyingCards]:
    cards: tuple[Any, ...] = (value,) if isinstance(value, str) else value
    owners = _owners(said.by, inside, sides)
    piled = any(isinstance(each, tuple) for each in cards)
    if piled or (owners and isinstance(owners, tuple)):
        for at, each in enumerate(cards):
            pile = each if isinstance(each, tuple) else (each,)
            yield LyingCards(said.zone, _item(owners, at), pile)
    else:
        yield LyingCards(said.zone, (owners,) if isinstance(owners, int) else (), cards)


def _owners(
    by: Index | str | None, inside: tuple[Any, ...], sides: tuple[tuple[Seat, ...], ...]
) -> Any:
    if by is SIDE:
        return sides
    if by is SEAT:
        return tuple(range(sum(map(len, sides))))
    if not isinstance(by, str):
        return ()
    found = next(getattr(each, by) for each in inside if hasattr(each, by))
    return () if found is None else found


def _item(owners: Any, at: int) -> tuple[Seat, ...]:
    if isinstance(owners, int):
        return (owners,)
    if not owners:
        return ()
    return (owners[at],) if isinstance(owners[at], int) else owners[at]


@cache
def _fields(cls: Any) -> tuple[tuple[str, Lies | None], ...]:
    """The fields in which cards may lie; None: in the records that it holds."""
    found: list[tuple[str, Lies | None]] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        said = _said(hint)
        if isinstance(said, Lies) or (said is None and any(_records(hint))):
            found.append((name, said if isinstance(said, Lies) else None))
    return tuple(found)


def _records_in(value: Any) -> Iterator[Any]:
    if hasattr(value, "_fields"):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _records_in(each)
