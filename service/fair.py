"""Fair shares: of those that wait, the account that has used the least processor time comes first.

An account that comes later begins with the use of the one whose turn was last: it makes up for
nothing. The use is measured here, and shows nowhere.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

KNOWN: Final = 10_000
"""Accounts whose use is remembered."""
WAITING: Final = 1_000
"""Pieces of work that may wait for an account."""


class WaitingAccount(Generic[T]):
    """The share of one account, with its work that waits."""

    def __init__(self, name: str, *, used: float) -> None:
        self.name = name
        self.used = used
        """Processor time, in seconds; never less than the accounts at work have used."""
        self.running = 0
        self.waiting: deque[T] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether nothing of it waits or runs."""
        return not self.running and not self.waiting


def _any(_: object) -> bool:
    return True


class Accounts(Generic[T]):
    """All accounts, and whose turn it is. One thread may use it at a time."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, WaitingAccount[T]] = OrderedDict()
        self._waiting: dict[str, WaitingAccount[T]] = {}
        self._least = 0.0
        """The use of the account whose turn was last."""

    def of(self, name: str) -> WaitingAccount[T]:
        """The account of a name."""
        account = self._known.get(name)
        if account is None:
            account = self._known[name] = WaitingAccount(name, used=self._least)
            if len(self._known) > KNOWN:
                self._forget()
        elif account.is_idle:
            account.used = max(account.used, self._least)
        self._known.move_to_end(name)
        return account

    def wait(self, account: WaitingAccount[T], work: T) -> bool:
        """Let work wait; False: `WAITING` pieces of the account wait already."""
        if len(account.waiting) >= WAITING:
            return False
        account.waiting.append(work)
        self._waiting[account.name] = account
        return True

    def next(
        self, may: Callable[[WaitingAccount[T]], bool] = _any
    ) -> tuple[WaitingAccount[T], T] | None:
        """Take the next work from those that wait; None: there is none.

        Args:
            may: Whether an account may have a turn now.
        """
        accounts = [each for each in self._waiting.values() if may(each)]
        if not accounts:
            return None
        account = min(accounts, key=lambda each: (each.used, each.running))
        work = account.waiting.popleft()
        if not account.waiting:
            del self._waiting[account.name]
        return account, work

    def begin(self, account: WaitingAccount[T]) -> None:
        """Begin a piece of work."""
        account.running += 1
        self._least = max(self._least, account.used)

    @staticmethod
    def leave(account: WaitingAccount[T], used: float) -> None:
        """End a piece of work, after so many seconds of processor time."""
        account.used += used
        account.running -= 1

    def _forget(self) -> None:
        """Forget the half that was used least lately, but no account at work."""
        for name in [*self._known][: KNOWN // 2]:
            if self._known[name].is_idle:
                del self._known[name]
