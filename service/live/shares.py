"""Fair shares of a web process: whose request, or whose turn of a stream, is worked on next.

An owner has most of the threads at a time, and never all. All callers without a known credential
together have one: they share one processor with all others, and each of theirs that is at work
would slow down the others.
"""

import asyncio
from typing import Final

from service.fair import KNOWN, Accounts, WaitingAccount
from service.ids import hashed

STRANGER: Final = "address:"
"""The accounts of callers without a known credential begin with this."""
STRANGERS: Final = 1
"""Work for them that is done at a time."""
OWNERS: Final = 4
"""An owner has all threads at a time but one in so many."""

Turn = asyncio.Future[None]


class TooManyWaitError(Exception):
    """So many turns of the account wait that one more is refused."""


class Shares:
    """The shares of a process. It lives on the event loop.

    Args:
        threads: How much is worked on at a time.
    """

    def __init__(self, threads: int) -> None:
        self._free = threads
        self._each = max(1, threads - max(1, threads // OWNERS))
        self._accounts: Accounts[Turn] = Accounts()
        self._strangers = 0
        self._known: dict[str, str] = {}

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
        account = self._accounts.of(name)
        if account.waiting or not self._may(account):
            return False
        self._begin(account)
        return True

    async def take(self, name: str) -> None:
        """Wait for a turn; give it back by `leave`.

        Raises:
            TooManyWaitError: Too many turns of the account wait.
            asyncio.CancelledError: The request is no longer waited for, and has no turn.
        """
        if self.take_at_once(name):
            return
        turn = asyncio.get_running_loop().create_future()
        if not self._accounts.wait(self._accounts.of(name), turn):
            raise TooManyWaitError
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(name, 0.0)
            raise

    def leave(self, name: str, used: float) -> None:
        """Give a turn back, after so many seconds of processor time."""
        self._accounts.leave(self._accounts.of(name), used)
        self._free += 1
        self._strangers -= name.startswith(STRANGER)
        while (taken := self._accounts.next(self._may)) is not None:
            account, turn = taken
            if not turn.done():  # otherwise its client has left
                self._begin(account)
                turn.set_result(None)

    def _may(self, account: WaitingAccount[Turn]) -> bool:
        if account.name.startswith(STRANGER):
            return self._free > 0 and self._strangers < STRANGERS
        return self._free > 0 and account.running < self._each

    def _begin(self, account: WaitingAccount[Turn]) -> None:
        self._free -= 1
        self._strangers += account.name.startswith(STRANGER)
        self._accounts.begin(account)
