"""The layout of a game's table: where the cards of its state lie, its trumps and its roles.

It follows from what the state of the game declares (`domain/kernel/zones.py`).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from domain.kernel.cards import Card, Cards, Hands
from domain.kernel.event import Event, Seat
from domain.kernel.zones import (
    SEAT,
    SIDE,
    CountsTricks,
    HoldsTrick,
    Index,
    Lies,
    Mentioned,
    Owner,
    Roles,
    Said,
    Shape,
    Shows,
    Trumps,
    Where,
)

K = TypeVar("K")


class UndeclaredZone(TypeError):
    """A field of a state that holds cards has no declaration of their zone, or an invalid one."""


class Zone(NamedTuple):
    """A zone of a game's table."""

    zone: str
    owner: Owner
    at: tuple[str, ...]
    """Where a view has its cards: JSON pointers, with ``*`` for every item of a list."""
    shape: Shape
    by: str | None
    """The member beside the cards, or of a record around them, that names their owners; None: the
    owner is their number, or the table.
    """
    shown: "ShownOfZone | None" = None
    tricks: tuple[str, ...] = ()
    """JSON pointers to the number of tricks in each place; none: they are not counted."""


class ShownOfZone(NamedTuple):
    """The card of a zone that all have seen."""

    at: tuple[str, ...]
    """JSON pointers to it in a view."""
    where: Where


class RoleOfGame(NamedTuple):
    """A role of seats."""

    role: str
    at: tuple[str, ...]
    """JSON pointers to the seat, or the seats, that have it in a view."""
    others: str | None
    """The role of the seats that have no role with the same `others`, as soon as some seat has
    one; None: they have none.
    """


class TrumpsOfGame(NamedTuple):
    """The trumps of a game."""

    owner: Owner
    """``seat``: each seat has separate trumps."""
    at: tuple[str, ...]
    """JSON pointers to the trumps in a view, with ``*`` for every item of a list."""
    cards: Mapping[str, Cards]
    """The trumps that each value there means, the highest first."""
    before: Cards
    """The cards that will be trumps in any case, the highest first."""


class Layout(NamedTuple):
    """The zones, the trumps and the roles that the state of a game declares."""

    zones: tuple[Zone, ...]
    trumps: TrumpsOfGame | None
    """None: the game has no trumps."""
    roles: tuple[RoleOfGame, ...]
    best: tuple[str, ...]
    """JSON pointers to the seat that holds the trick in a view; none: no seat does."""


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
    said: Said
    inside: tuple[type[Any], ...]


@cache
def declared(state: Any) -> Layout:
    """The zones, trumps and roles of a class of states, in the order of its fields.

    Raises:
        UndeclaredZone: A field with cards declares neither their zone nor that it mentions them.
    """
    found = tuple(_declarations(state, "", ()))
    zones: dict[str, Zone] = {}
    for each in found:
        if isinstance(each.said, Lies):
            name, owner = each.said.zone, _owner(each, each.said.by)
            at, shape = each.at + _items(each.hint), each.said.shape
            new = Zone(name, owner, (at,), shape, _member(each.said.by))
            known = zones.get(name, new)
            if (known.owner, known.shape) != (owner, shape):
                raise UndeclaredZone(f"{each.at}: the zone {name} is declared otherwise elsewhere")
            by = known.by if known.by == new.by else None
            zones[name] = new if known is new else known._replace(at=(*known.at, at), by=by)
    for each in found:
        if isinstance(each.said, Shows):
            _show(zones, each.at, each.said)
    for each, said in _of(found, CountsTricks):
        zone = zones[said.zone]
        zones[said.zone] = zone._replace(tricks=(*zone.tricks, each.at))
    best = [f"{each.at}{_member_at(said)}" for each, said in _of(found, HoldsTrick)]
    shown = tuple(zones.values())
    return Layout(shown, _trumps(found), _roles(found), tuple(best))


def _member(by: Index | str | None) -> str | None:
    return by if isinstance(by, str) else None


def _member_at(said: HoldsTrick) -> str:
    return f"/{said.member}" if said.member else ""


def _show(zones: dict[str, Zone], at: str, said: Shows) -> None:
    if said.zone not in zones:
        raise UndeclaredZone(f"{at}: no card lies in the zone {said.zone}")
    zone = zones[said.zone]
    before = () if zone.shown is None else zone.shown.at
    zones[said.zone] = zone._replace(shown=ShownOfZone((*before, at), said.where))


def _of(found: tuple[_Found, ...], kind: type[K]) -> list[tuple[_Found, K]]:
    return [(each, each.said) for each in found if isinstance(each.said, kind)]


def _roles(found: tuple[_Found, ...]) -> tuple[RoleOfGame, ...]:
    roles: dict[str, RoleOfGame] = {}
    for each, said in _of(found, Roles):
        for number, name in enumerate(said.names):
            if name is not None:
                at = each.at if len(said.names) == 1 else f"{each.at}/{number}"
                known = roles.get(name, RoleOfGame(name, (), said.others))
                roles[name] = known._replace(at=tuple({**dict.fromkeys(known.at), at: None}))
    return tuple(roles.values())


def _trumps(found: tuple[_Found, ...]) -> TrumpsOfGame | None:
    saying = _of(found, Trumps)
    if not saying:
        return None
    (_, first), *_ = saying
    if any(said != first for _, said in saying):
        raise UndeclaredZone("two fields say in different ways what is trump")
    items = "/*" if first.by is SEAT else ""
    at = tuple(each.at + items for each, _ in saying)
    owner: Owner = "table" if first.by is None else first.by.value
    return TrumpsOfGame(owner, at, first.cards, first.before)


def _declarations(cls: Any, at: str, around: tuple[type[Any], ...]) -> Iterator[_Found]:
    inside = (*around, cls)
    for name, hint, said in _hints(cls):
        here = f"{at}/{name}"
        bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        if said is not None and not isinstance(said, Mentioned):
            yield _Found(here, bare, said, inside)
        elif said is None:
            for record, items in _records(bare):
                yield from _declarations(record, here + items, inside)
            if _holds_cards(bare):
                raise UndeclaredZone(f"{cls.__name__}.{name}: say where the cards lie: lies(…)")


@cache
def _hints(cls: Any) -> tuple[tuple[str, Any, Said | Mentioned | None], ...]:
    """The fields of a record, with their types and what is declared beside them."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple((name, hint, _said(hint)) for name, hint in hints.items())


def _said(hint: Any) -> Said | Mentioned | None:
    annotations = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((each for each in annotations if isinstance(each, Said | Mentioned)), None)


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


def lying_cards(
    state: Any, *, sides: tuple[tuple[Seat, ...], ...], zone: str | None = None
) -> tuple[LyingCards, ...]:
    """The zone of every card of a state or a view: each in one zone, unknown ones too.

    Args:
        state: The state of a deal, of a class that `declared` accepts.
        sides: The seats of each side.
        zone: The only zone wanted; None: all.
    """
    return tuple(_lying_cards(state, (), sides, zone))


def _lying_cards(
    record: Any, around: tuple[Any, ...], sides: tuple[tuple[Seat, ...], ...], zone: str | None
) -> Iterator[LyingCards]:
    inside = (record, *around)
    cls: Any = type(record)
    for name, said in _fields(cls):
        value = getattr(record, name)
        if said is None:
            for each in _records_in(value):
                yield from _lying_cards(each, inside, sides, zone)
        elif value is not None and zone in (None, said.zone):
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
    for name, hint, said in _hints(cls):
        if isinstance(said, Lies) or (said is None and any(_records(hint))):
            found.append((name, said if isinstance(said, Lies) else None))
    return tuple(found)


def _records_in(value: Any) -> Iterator[Any]:
    if hasattr(value, "_fields"):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _records_in(each)
