"""Fair shares of a web process: whose request or stream is next, its slots and its threads.

An owner has most of the threads at a time, and never all. All callers without a known credential
together have one: they share one processor with all others, and each of theirs that is at work
would slow down the others.

Slots are for streams and long polls. A caller has a limited number of slots. An owner, with all
their keys and all tokens of their tables, gets another slot while they hold fewer than `SHARE`
times the free slots. A single owner gets most of them, and the next owner still finds some.

Threads read the record for streams, so that old events do not delay new ones. Reading is divided
into turns of limited length. New events have threads of their own. Long histories are read in
another thread, where each owner waits with one turn at a time. A client with a thousand streams is
then no faster than a client with one.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from service.fair import KNOWN, Accounts, WaitingAccount
from service.ids import hashed
from service.runtime import Runtime

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


TURN: Final = 256
"""Lines that are read in a turn; older lines count as history."""
READERS: Final = 2
"""Threads that read new events; they use as many connections at most."""

T = TypeVar("T")


class Threads:
    """The reading threads; called on the event loop."""

    def __init__(self, runtime: Runtime, shares: Shares) -> None:
        self._runtime = runtime
        self._shares = shares
        self._new = runtime.executor(READERS, name="live")
        self._past = runtime.executor(1, name="missed")
        self._strangers = runtime.executor(STRANGERS, name="strangers")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The locks on which the owners' turns queue, kept alive by the waiting turns."""

    async def read(self, read: Callable[[], T], *, behind: int, account: str) -> T:
        """Read for a turn.

        Args:
            read: Reads one turn.
            behind: The distance from the end, in lines.
            account: The account of the reader: its owner, or the address of a stranger, who reads
                new events only in a share of the processor.
        """
        loop = asyncio.get_running_loop()
        if account.startswith(STRANGER):
            return await self._of_stranger(read, account)
        if behind <= TURN:
            return await loop.run_in_executor(self._new, read)
        turn = self._turns.setdefault(account, asyncio.Lock())
        async with turn:
            return await loop.run_in_executor(self._past, read)

    async def _of_stranger(self, read: Callable[[], T], account: str) -> T:
        await self._shares.take(account)
        used = 0.0

        def measured() -> T:
            nonlocal used
            began = self._runtime.processor_time()
            try:
                return read()
            finally:
                used = self._runtime.processor_time() - began

        try:
            return await asyncio.get_running_loop().run_in_executor(self._strangers, measured)
        finally:
            self._shares.leave(account, used)
