"""The slots of a process for streams and long polls, shared fairly.

A caller has a limited number of slots. An owner, with all their keys and all tokens of their
tables, gets another slot while they hold fewer than `SHARE` times the free slots. A single owner
gets most of them, and the next owner still finds some.
"""

from collections import Counter
from threading import Lock
from typing import Final, NamedTuple

from service.live.shares import STRANGER

SHARE: Final = 4
"""A single owner gets four of five slots."""


class Holder(NamedTuple):
    """The holder of a slot.

    Attributes:
        owner: the owner of the key, or of the table that a token is for.
        principal: all keys of an owner are one principal, each token is another.
    """

    owner: str
    principal: str

    @property
    def account(self) -> str:
        """The account of its share of the processor (`service.live.shares`)."""
        return self.principal if self.principal.startswith(STRANGER) else self.owner


class Slots:
    """A number of slots. Threads may share them.

    Args:
        limit: The number of slots.
        each: The most slots of one caller.
    """

    def __init__(self, limit: int, *, each: int) -> None:
        self._limit, self._each = limit, each
        self._taken = 0
        self._of_principal: Counter[Holder] = Counter()
        self._of_owner: Counter[str] = Counter()
        self._lock = Lock()

    def taken(self) -> int:
        """The number of slots in use."""
        with self._lock:
            return self._taken

    def take(self, holder: Holder) -> bool | None:
        """Take a slot. False: the holder has enough; None: there is no free slot."""
        with self._lock:
            free = self._limit - self._taken
            if free <= 0:
                return None
            greedy = self._of_owner[holder.owner] >= SHARE * free
            if greedy or self._of_principal[holder] >= self._each:
                return False
            self._count(holder, 1)
            return True

    def leave(self, holder: Holder) -> None:
        """Return a slot."""
        with self._lock:
            self._count(holder, -1)

    def _count(self, holder: Holder, more: int) -> None:
        self._taken += more
        self._of_principal[holder] += more
        self._of_owner[holder.owner] += more
        if not self._of_principal[holder]:
            del self._of_principal[holder]
        if not self._of_owner[holder.owner]:
            del self._of_owner[holder.owner]
