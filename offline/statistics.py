"""Statistics of many series: who wins them, with which certainty, and averages of deals."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from math import sqrt
from types import NoneType
from typing import Any, Final, Literal, NamedTuple, cast, get_args, get_origin

from domain.kernel.event import Event
from domain.kernel.game import Game
from offline.simulate import SeriesDone

_SURE: Final = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Share(NamedTuple):
    """A proportion, and the interval that has its true value with 95 % certainty."""

    won: int
    of: int
    part: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """The proportion with its Wilson score interval (Wilson 1927), good for small numbers too."""
    if not of:
        return Share(0, 0, 0.0, 0.0, 1.0)
    part, square = count / of, _SURE**2
    middle = (part + square / (2 * of)) / (1 + square / of)
    margin = _SURE * sqrt(part * (1 - part) / of + square / (4 * of**2)) / (1 + square / of)
    return Share(count, of, part, max(middle - margin, 0.0), min(middle + margin, 1.0))


@dataclass(slots=True)
class Statistics:
    """The counts so far."""

    game: Game[Any]
    series: int = 0
    deals: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    """Series won, by side; a first place that is shared is a win of each side on it."""
    titles: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    """How often each type of event happened."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """The sums of the outcomes' values, by field and, if it has one, by side."""

    def add(self, done: SeriesDone) -> None:
        """Count a series."""
        self.series += 1
        self.deals += len(done.deals)
        self.wins.update(side for side, rank in enumerate(done.score.ranks) if rank == 1)
        self.titles.update(filter(None, done.score.titles))
        for deal in done.deals:
            self.events.update(deal.counts)
            for name, value in _numbers(deal.outcome):
                self.outcomes[name] += value

    def won(self, side: int) -> Share:
        """The series that a side has won."""
        return share(self.wins[side], self.series)

    def came_to(self) -> Mapping[str, float]:
        """The average outcome of a deal."""
        return {name: count / self.deals for name, count in self.outcomes.items()}

    def happened(self) -> Mapping[str, float]:
        """How often each event happens in a deal, on average."""
        named = ((name.rpartition(".")[2].replace("_", " "), n) for name, n in self.events.items())
        return {name: count / self.deals for name, count in named}


def _is_choice(kind: Any) -> bool:
    """Whether a field is an identifier, such as the seat that won, and not a quantity."""
    if get_origin(kind) is Literal:
        return True
    parts = set(get_args(kind))
    return NoneType in parts and all(
        part in (int, NoneType) or get_origin(part) is Literal for part in parts
    )


def _is_words(kind: Any) -> bool:
    """Whether a field is a set of given words, such as the clauses that decided."""
    return get_origin(kind) is tuple and all(
        part is Ellipsis or get_origin(part) is Literal for part in get_args(kind)
    )


def _numbers(outcome: Event) -> Iterator[tuple[str, int]]:
    """The numbers, Booleans and names of an outcome, without the fields for the next deal."""
    for name in (each.name for each in fields(cast("Any", outcome))):
        value = getattr(outcome, name)
        words = name.replace("_", " ")
        if name.startswith("next_"):
            continue
        if name in outcome.SEATS or _is_choice(outcome.KINDS[name]):
            yield f"{words} {'none' if value is None else value}", 1
        elif _is_words(outcome.KINDS[name]):
            yield from ((f"{words} {item}", 1) for item in value)
        elif isinstance(value, int):
            yield words, int(value)
        elif isinstance(value, tuple):
            for at, item in enumerate(cast("tuple[object, ...]", value)):
                if isinstance(item, int):
                    yield f"{words}, side {at}", item
