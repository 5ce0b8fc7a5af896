"""Fair shares of a web process: whose request, or whose turn of a stream, is worked on next.

An owner has most of the threads at a time, and never all. All callers without a known credential
together have one: they share one processor with all others, and each of theirs that is at work
would slow down the others. Among those that wait, the account that has used the least processor
time lately comes first. That time is measured here, and shows nowhere.
"""

import asyncio
from collections import OrderedDict, deque
from typing import Final

from service.ids import hashed

STRANGER: Final = "address:"
"""The accounts of callers without a known credential begin with this."""
STRANGERS: Final = 1
"""Work for them that is done at a time."""
OWNERS: Final = 4
"""An owner has all threads at a time but one in so many."""
KNOWN: Final = 10_000
"""Accounts whose use is remembered."""


class Account:
    """An account, as far as its work is under way or was done lately."""

    def __init__(self, *, used: float) -> None:
        self.used = used
        """Processor time, in seconds; never less than the accounts at work have used."""
        self.running = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class Shares:
    """The shares of a process. It lives on the event loop.

    Args:
        threads: How much is worked on at a time.
    """

    def __init__(self, threads: int) -> None:
        self._free = threads
        self._each = max(1, threads - max(1, threads // OWNERS))
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._strangers = 0
        self._waiting: dict[str, Account] = {}
        self._known: dict[str, str] = {}
        self._least = 0.0
        """The use of the account whose turn was last."""

    def remember(self, credential: str, owner: str) -> None:
        """Note whose credential it is, by its hash in hex; called in any thread."""
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[credential] = owner

    def account_of(self, authorization: str, address: str) -> str:
        """The account of a request, by the value of its header Authorization, if it has one.

        A credential that this process has not accepted yet counts as none.
        """
        credential = hashed(authorization.partition(" ")[2].strip()).hex() if authorization else ""
        return self._known.get(credential) or STRANGER + address

    def take_at_once(self, name: str) -> bool:
        """Take a turn if one is free for the account; give it back by `leave`."""
        account = self._account(name)
        if account.waiting or not self._may(name, account):
            return False
        self._begin(name, account)
        return True

    async def take(self, name: str) -> None:
        """Wait for a turn; give it back by `leave`.

        Raises:
            asyncio.CancelledError: The request is no longer waited for, and has no turn.
        """
        if self.take_at_once(name):
            return
        account = self._accounts[name]
        turn = asyncio.get_running_loop().create_future()
        account.waiting.append(turn)
        self._waiting[name] = account
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(name, 0.0)
            raise

    def leave(self, name: str, used: float) -> None:
        """Give a turn back, after so many seconds of processor time."""
        account = self._accounts[name]
        account.used += used
        account.running -= 1
        self._free += 1
        self._strangers -= name.startswith(STRANGER)
        while self._waiting and self._next():
            pass

    def _account(self, name: str) -> Account:
        account = self._accounts.get(name)
        if account is None:
            account = self._accounts[name] = Account(used=self._least)
            if len(self._accounts) > KNOWN:
                self._forget()
        elif not account.running and not account.waiting:
            account.used = max(account.used, self._least)
        self._accounts.move_to_end(name)
        return account

    def _forget(self) -> None:
        """Forget the accounts that were used least lately, unless work for them is under way."""
        for name in [*self._accounts][: KNOWN // 2]:
            account = self._accounts[name]
            if not account.running and not account.waiting:
                del self._accounts[name]

    def _may(self, name: str, account: Account) -> bool:
        if name.startswith(STRANGER):
            return self._free > 0 and self._strangers < STRANGERS
        return self._free > 0 and account.running < self._each

    def _begin(self, name: str, account: Account) -> None:
        self._free -= 1
        account.running += 1
        self._strangers += name.startswith(STRANGER)
        self._least = max(self._least, account.used)

    def _next(self) -> bool:
        """Let the next one begin; False: none may."""
        may = [pair for pair in self._waiting.items() if self._may(*pair)]
        if not may:
            return False
        name, account = min(may, key=lambda pair: pair[1].used)
        turn = account.waiting.popleft()
        if not account.waiting:
            del self._waiting[name]
        if not turn.done():  # otherwise its client has left
            self._begin(name, account)
            turn.set_result(None)
        return True
