"""The actor of a bot's move, as records name it: ``bot:2:medium/1@12000``.

That is the seat, the policy, its version and its budget. Only this module writes and parses it.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from domain.kernel.event import Seat

_BEGINS: Final = "bot:"
_FORM: Final = re.compile(
    r"bot:(?P<seat>0|[1-9]\d{0,2}):(?P<policy>[a-z_]{1,40})"
    r"/(?P<version>[1-9]\d{0,8})(?:@(?P<budget>0|[1-9]\d{0,8}))?",
    re.ASCII,
)


class Actor(NamedTuple):
    """A bot on its seat, and what decides its moves."""

    seat: Seat
    policy: str
    """The name of the policy, which is the bot's level."""
    version: int
    budget: int | None
    """None: the record is older than budgets and reproducible random choices."""

    @property
    def label(self) -> str:
        """The policy with its version and budget, such as ``medium/1@12000``."""
        budget = "" if self.budget is None else f"@{self.budget}"
        return f"{self.policy}/{self.version}{budget}"

    def __str__(self) -> str:
        """As records name it."""
        return f"{_BEGINS}{self.seat}:{self.label}"


def is_bot(actor: str) -> bool:
    """Whether an actor is a bot."""
    return actor.startswith(_BEGINS)


@lru_cache(maxsize=256)
def read(actor: str) -> Actor:
    """The bot that a record names.

    Raises:
        ValueError: It names none.
    """
    found = _FORM.fullmatch(actor)
    if found is None:
        raise ValueError("this names no bot")
    budget = found["budget"]
    return Actor(
        int(found["seat"]),
        found["policy"],
        int(found["version"]),
        None if budget is None else int(budget),
    )
