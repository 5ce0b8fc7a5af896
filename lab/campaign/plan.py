"""The plan: which faults happen to a service, in which order, by a seed."""

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple


class Fault(NamedTuple):
    """A fault.

    Attributes:
        part: a process of the service, a server, a connection between them, a disk or a clock.
        kind: what happens to it.
    """

    part: str
    kind: str


Faults = Mapping[Fault, Callable[[], object]]
"""Faults that can happen to a service, each with the function that lets it happen to its end."""


def plan(seed: int, count: int, faults: Collection[Fault]) -> Iterator[Fault]:
    """So many faults: every one happens once before any happens again."""
    chance = random.Random(seed)
    following: list[Fault] = []
    for _ in range(count):
        if not following:
            following = sorted(faults)
            chance.shuffle(following)
        yield following.pop()
