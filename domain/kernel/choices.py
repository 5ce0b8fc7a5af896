"""Legal moves in a compact form: for each kind of move, the values that fit for each field.

A choice stands for every move that takes one of its values for each of its fields. A field that is
a list of cards takes any of its cards, in the given order, as many as it says. No card is in a move
twice. The choices stand for exactly the legal moves: values that do not combine freely are divided
between several choices.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import comb, prod
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from domain.kernel.cards import Card, Cards
from domain.kernel.event import Event, Json
from domain.kernel.moves import say

MANY: Final = 5
"""A combination of so many times the moves, with a rest of `MARGIN`, is not tried."""
MARGIN: Final = 64

Row: TypeAlias = tuple[Any, ...]
"""The values of a move, field by field; a list of cards is a tuple."""


@dataclass(frozen=True, slots=True)
class Values:
    """The values that fit for a field.

    Attributes:
        fit: The values.
        are_cards: Whether they are cards.
        least: The fewest cards, where the field is a list of cards; None: it is one value.
        most: The most cards.
    """

    fit: tuple[Any, ...]
    are_cards: bool
    least: int | None = None
    most: int | None = None

    def each(self) -> Iterator[Any]:
        """Every value of the field."""
        if self.least is None or self.most is None:
            return iter(self.fit)
        sizes = range(self.least, self.most + 1)
        return chain.from_iterable(combinations(self.fit, size) for size in sizes)

    def size(self) -> int:
        """How many values the field has."""
        if self.least is None or self.most is None:
            return len(self.fit)
        return sum(comb(len(self.fit), size) for size in range(self.least, self.most + 1))


class Choice(NamedTuple):
    """Moves of a kind whose values combine freely, but for a card that would be in one twice."""

    kind: type[Event]
    fields: dict[str, Values]


def choices(moves: Iterable[Event]) -> list[Choice]:
    """The compact form of legal moves; `expanded` makes the same moves of it."""
    rows: defaultdict[tuple[type[Event], tuple[str, ...]], list[Row]] = defaultdict(list)
    for move in moves:
        said = say(move)
        names = tuple(name for name in said if name != "type")
        rows[type(move), names].append(tuple(_frozen(said[name]) for name in names))
    return [
        Choice(kind, dict(zip(names, fields, strict=True)))
        for (kind, names), those in rows.items()
        for fields in _divided(those, [_holds_cards(kind, name) for name in names])
    ]


def expanded(choice: Choice) -> Iterator[dict[str, Json]]:
    """The moves that a choice stands for, in the words of the API."""
    names, fields = list(choice.fields), list(choice.fields.values())
    for row in _rows(fields):
        values = ([*value] if isinstance(value, tuple) else value for value in row)
        yield {"type": choice.kind.MOVE, **dict(zip(names, values, strict=True))}


def _frozen(value: Json) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _holds_cards(kind: type[Event], field: str) -> bool:
    hint = kind.KINDS[field]
    return hint == Cards or hint is Card or Card in get_args(hint)


def _rows(fields: Sequence[Values]) -> Iterator[Row]:
    """The combinations of values in which no card is twice."""
    for row in product(*(field.each() for field in fields)):
        cards = [
            card
            for value, field in zip(row, fields, strict=True)
            if field.are_cards
            for card in (value if isinstance(value, tuple) else (value,))
        ]
        if len(cards) == len({*cards}):
            yield row


def _divided(rows: list[Row], are_cards: list[bool]) -> Iterator[list[Values]]:
    """Rows as combinations of values, as few as are found."""
    columns = zip(*rows, strict=True)
    fields = [
        _values(column, are_cards=is_) for column, is_ in zip(columns, are_cards, strict=True)
    ]
    if len(rows) == 1 or _is_exact(fields, rows):
        yield fields
        return
    groups = next(
        (groups for at in range(len(fields)) if len(groups := _groups(rows, at)) > 1),
        [[row] for row in rows],
    )
    for group in groups:
        yield from _divided(group, are_cards)


def _values(column: Sequence[Any], *, are_cards: bool) -> Values:
    if not isinstance(column[0], tuple):
        return Values(tuple(dict.fromkeys(column)), are_cards)
    sizes = [len(each) for each in column]
    fit = tuple(dict.fromkeys(chain.from_iterable(column)))
    return Values(fit, are_cards, min(sizes), max(sizes))


def _is_exact(fields: list[Values], rows: list[Row]) -> bool:
    size = prod(field.size() for field in fields)
    return size <= MANY * len(rows) + MARGIN and {*_rows(fields)} == {*rows}


def _groups(rows: list[Row], at: int) -> list[list[Row]]:
    """Rows divided by a field: values that combine with the same others stay together."""
    if not isinstance(rows[0][at], tuple):
        others: defaultdict[Any, set[Row]] = defaultdict(set)
        for row in rows:
            others[row[at]].add(row[:at] + row[at + 1 :])
        alike = {value: frozenset(each) for value, each in others.items()}
        return _by(rows, lambda row: alike[row[at]])
    together: dict[Any, set[Any]] = {}
    for row in rows:
        joined = set(row[at]).union(*(together.get(card, ()) for card in row[at]))
        together.update(dict.fromkeys(joined, joined))
    groups = _by(rows, lambda row: id(together[row[at][0]]) if row[at] else 0)
    return groups if len(groups) > 1 else _by(rows, lambda row: len(row[at]))


def _by(rows: list[Row], key: Callable[[Row], Hashable]) -> list[list[Row]]:
    found: defaultdict[Hashable, list[Row]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return [*found.values()]
