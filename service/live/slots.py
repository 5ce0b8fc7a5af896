"""The places of a process, for streams and for long polls: nobody has all of them.

A caller has so many at most. An owner, with all his keys and with the tokens of all his tables, may
take one while he has less than `SHARE` times what is free: alone he gets most of them, and whoever
comes after him finds some.
"""

from collections import Counter
from threading import Lock
from typing import Final, NamedTuple

SHARE: Final = 4
"""An owner who is alone has four places of five."""


class Holder(NamedTuple):
    """Who has a place.

    Attributes:
        owner: the owner of the key, or of the table that a token is for.
        caller: all keys of an owner are one caller, each token is another.
    """

    owner: str
    principal: str


class Places:
    """Some places. Threads may share them.

    Args:
        limit: How many there are.
        each: How many a caller may have.
    """

    def __init__(self, limit: int, *, each: int) -> None:
        self._limit, self._each = limit, each
        self._taken = 0
        self._of_caller: Counter[Holder] = Counter()
        self._of_owner: Counter[str] = Counter()
        self._lock = Lock()

    def taken(self) -> int:
        """How many are taken."""
        with self._lock:
            return self._taken

    def take(self, holder: Holder) -> bool | None:
        """Take one; False: he has enough; None: there is none."""
        with self._lock:
            free = self._limit - self._taken
            if free <= 0:
                return None
            greedy = self._of_owner[holder.owner] >= SHARE * free
            if greedy or self._of_caller[holder] >= self._each:
                return False
            self._count(holder, 1)
            return True

    def leave(self, holder: Holder) -> None:
        """Give one back."""
        with self._lock:
            self._count(holder, -1)

    def _count(self, holder: Holder, more: int) -> None:
        self._taken += more
        self._of_caller[holder] += more
        self._of_owner[holder.owner] += more
        if not self._of_caller[holder]:
            del self._of_caller[holder]
        if not self._of_owner[holder.owner]:
            del self._of_owner[holder.owner]
