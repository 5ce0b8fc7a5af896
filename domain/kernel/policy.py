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
    """The state of the deal, as far as the seat may know: a fold of the events shown to it."""
    legal: tuple[Event, ...]
    """Every move that it may make, one at least."""
    may_wait: bool
    """Whether waiting is allowed, as it is not the seat's turn."""
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
    """The maximum number of positions to search for a move; 0: no search. It is never a limit in
    time, so that every machine finds the same move. Another budget is another version.
    """
    since: int = 1
    """The version of `Opened` from which on deals are played by it. So a deal's first event fixes
    the policy, and older deals keep theirs."""
