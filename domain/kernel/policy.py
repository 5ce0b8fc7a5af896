"""Policies of bots: what one may know, and what it decides."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from domain.kernel.event import Event, Seat

EASY: Final = "easy"
CASUAL: Final = "casual"
MEDIUM: Final = "medium"
HARD: Final = "hard"
EXPERT: Final = "expert"
LEVELS: Final = (EASY, CASUAL, MEDIUM, HARD, EXPERT)
"""The weakest first."""

FRESH: Final = 5
"""The first version of `Opened` whose new policies get fresh chance for every decision."""


TAUGHT: Final = 6
"""The first version of `Opened` whose levels are steps that a player can climb."""


class Sight(NamedTuple):
    """All that a policy may know."""

    seat: Seat
    shown: Sequence[Event]
    """Every event of the deal, as the seat was shown it."""
    view: Any
    """The state of the deal, as far as the seat may know it: a fold of the events shown to it."""
    legal: tuple[Event, ...]
    """Every move that it may make, one at least."""
    may_wait: bool
    """Whether waiting is allowed, as it is not the seat's turn."""
    budget: int
    """The maximum number of positions to search, as given by the policy."""


class Decision(NamedTuple):
    """A decision, and what it rests on."""

    move: Event | None
    """One of the legal moves; None: the bot waits."""
    values: tuple[tuple[Event | None, int], ...] = ()
    """Moves with their values, in the policy's own unit; empty where it compares none."""
    worlds: int = 0
    """How many ways to deal the unseen cards were looked at."""
    positions: int = 0
    """How many positions were looked at; never more than the budget."""
    cut: bool = False
    """Whether the budget was used up before the search came to its end."""


Numbers: TypeAlias = Iterator[int]
"""The endless numbers from which a policy takes its chances; see `domain.kernel.chance`."""


Choose: TypeAlias = Callable[[Sight, Numbers], Decision]
"""The decision of a policy: a pure function."""


class Policy(NamedTuple):
    """A way to play a game."""

    name: str
    version: int
    """Raised with every change that may change a move, so that old moves can be distinguished."""
    choose: Choose
    budget: int = 0
    """The maximum number of positions to search for a move; 0: no search. It is never a limit in
    time, so that every machine finds the same move. Another budget is another version.
    """
    since: int = 1
    """The version of `Opened` from which on deals are played by it. So a deal's first event fixes
    the policy, and older deals keep theirs. From `FRESH` on its chance is fresh."""
    scale: int = 0
    """The value of a deal that is certainly won less that of one that is lost, in one world; the
    values of moves may go beyond. Such a policy can judge moves; 0: it cannot."""
    until: int | None = None
    """The last version of `Opened` whose new tables offer its level; None: all later ones do. At a
    table that has such a bot it plays on."""
    core: bool = False
    """Whether it searches too many positions for Python, so that it needs the core of `bots`."""


def by_move(
    choose: Callable[[Sight, Numbers], Event | None],
) -> Choose:
    """The decisions of a policy that says its moves alone."""

    def decide(sight: Sight, numbers: Numbers) -> Decision:
        return Decision(choose(sight, numbers))

    return decide
