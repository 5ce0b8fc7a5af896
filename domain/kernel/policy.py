"""Policies of bots, and the view of a deal that they receive."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from domain.kernel.event import Event, Seat

EASY: Final = "easy"
MEDIUM: Final = "medium"
LEVELS: Final = (EASY, MEDIUM)
"""The weakest first."""


class Sight(NamedTuple):
    """All that a policy may know."""

    seat: Seat
    view: Any
    """How the deal stands, as far as the seat may know: a fold of what it was shown."""
    legal: tuple[Event, ...]
    """Every move that it may make, one at least."""
    may_wait: bool
    """Whether it may also do nothing, as it is not its turn."""
    budget: int
    """The maximum number of positions to search, as given by the policy."""


Numbers: TypeAlias = Iterator[int]
"""The endless numbers from which a policy takes its chances; see `domain.kernel.chance`."""


class Policy(NamedTuple):
    """A way to play a game."""

    name: str
    version: int
    """Raised with every change that may change a move, so that old moves can be distinguished."""
    choose: Callable[[Sight, Numbers], Event | None]
    budget: int = 0
    """How many positions it may search for a move, and never in time, so that every machine comes
    to the same move; 0: it does not search. Another budget is another version."""
    since: int = 1
    """The version of `Opened` from which on deals are played by it. So a deal's first event fixes
    the policy, and older deals keep theirs."""
