"""Rate limits: budgets that refill steadily, counted in one place.

The algorithm is the generic cell rate algorithm (ITU-T I.371): for each budget it stores one
number, the time at which the budget would be full again. A whole quota may be spent at once, and
comes back evenly over its window. Web processes share their counts in a Redis or Valkey, if there
is one. While it does not answer, each process counts for itself, so that no request is refused
because of the outage.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from operator import attrgetter
from threading import Lock
from typing import Final, NamedTuple, Protocol
from urllib.parse import parse_qs, urlsplit

import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service.runtime import Runtime

WINDOW: Final = 60
"""Seconds in which a full quota is restored."""
SECOND: Final = 1_000_000
REFILL: Final = WINDOW * SECOND
"""The same in microseconds. Divided by a quota, it is the time in which one request comes back."""
PATIENCE: Final = 0.2
"""Time limit of a count, in seconds."""
PAUSE: Final = 2.0
"""How long a server that has not answered is left alone, in seconds."""
REMEMBERED: Final = 100_000
"""The largest number of budgets that a process counts."""
TOKENS: Final = 4
"""One token may use up one in so many of a quota, so that no player can block the others."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
"""Represents an IPv4 address, which counts instead (RFC 6052)."""
SUBSCRIBER_BITS: Final = 64
"""The IPv6 prefix of one customer, who controls all addresses in it."""

log = structlog.get_logger()


class Budget(StrEnum):
    """The kind of budget that a request is counted on."""

    READS = "reads"
    WRITES = "writes"
    OPENINGS = "openings"
    STRANGERS = "strangers"


class Price(NamedTuple):
    """The price of a request, by its operation and the size of its answer alone.

    So the time that an answer takes shows in no budget.

    Attributes:
        base: How many requests it counts as before it is answered.
        size: With so many bytes of its answer, before compression, it counts as one more.
    """

    base: int = 1
    size: int = 64_000


class Spent(NamedTuple):
    """The state of an account after a request.

    Attributes:
        quota: The requests allowed in a window.
        wait: Microseconds until the next one is allowed; 0: this one was allowed.
        debt: Microseconds until the whole quota is available again.
        left: How many more requests may be made at once.
    """

    quota: int
    wait: int
    debt: int
    left: int


_WAIT: Final = attrgetter("wait")


@lru_cache(maxsize=4_096)
def subscriber(address: str) -> str:
    """The account of an IP address: the address, or for IPv6 the prefix of one customer."""
    try:
        read = meant_by(ip_address(address))
    except ValueError:
        return ""
    if isinstance(read, IPv6Address):
        return str(IPv6Address(int(read) >> SUBSCRIBER_BITS << SUBSCRIBER_BITS))
    return str(read)


def meant_by(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 address represents, if packets go there."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped  # the format of a dual-stack socket
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


class Account(NamedTuple):
    """An account that requests are counted on.

    Attributes:
        name: The owner and the kind of budget.
        quota: The requests allowed in a window; 1 or more.
    """

    name: str
    quota: int


class Counters(Protocol):
    """The interface of the counters.

    A request is allowed at the end of a window at the latest, unless a charge was larger than what
    was left. A budget that seems to be refilled later still was counted by a clock that was ahead;
    it counts as used up.
    """

    def spend(self, *accounts: Account, price: int = 1) -> Spent:
        """Count a request on every account, or on none if one of them does not allow it.

        Args:
            accounts: The accounts.
            price: How many requests it counts as; a whole quota at most.

        Returns:
            The account with the longest wait; if none waits, the first, which is the caller's own.
            The others would show how much other callers use.
        """
        ...

    def charge(self, *accounts: Account, price: int) -> Spent:
        """Count on every account what was done already, though the quota be used up.

        Args:
            accounts: The accounts.
            price: How many requests it counts as; beyond a whole quota is nothing counted.

        Returns:
            As for `spend`, with the wait until another request is allowed.
        """
        ...


def _state(quota: int, debt: int, *, price: int = 0) -> Spent:
    """The state of an account, with the time until such a request is allowed."""
    interval = REFILL // quota
    debt = max(debt, 0) if debt <= 2 * REFILL else interval * quota
    wait = max(debt + interval * (min(price, quota) - quota), 0)
    return Spent(quota, wait, debt, max(quota - -(-debt // interval), 0))


def _after(state: Spent, price: int) -> Spent:
    """The state after a request was counted."""
    debt = state.debt + REFILL // state.quota * min(price, state.quota)
    return _state(state.quota, min(debt, 2 * REFILL))


def _tightest(states: Iterable[Spent]) -> Spent:
    return max(states, key=_WAIT)  # the first one of equals


def _with_next(state: Spent) -> Spent:
    """The state, with the time until one more request is allowed."""
    return _state(state.quota, state.debt, price=1)


class LocalCounters:
    """The counters of this process.

    Args:
        runtime: Its monotonic clock.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._full: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()

    def spend(self, *accounts: Account, price: int = 1) -> Spent:
        """See `Counters.spend`. The least recently used account is dropped, and starts anew."""
        return self._count(accounts, price, is_done=False)

    def charge(self, *accounts: Account, price: int) -> Spent:
        """See `Counters.charge`."""
        return self._count(accounts, price, is_done=True)

    def _count(self, accounts: Sequence[Account], price: int, *, is_done: bool) -> Spent:
        full = self._full
        with self._lock:
            now = round(self._runtime.monotonic() * SECOND)
            found = [
                _state(quota, full.get(name, now) - now, price=0 if is_done else price)
                for name, quota in accounts
            ]
            if (refused := _tightest(found)).wait:
                return refused
            after = [_after(each, price) for each in found]
            for (name, _), state in zip(accounts, after, strict=True):
                full[name] = now + state.debt
                full.move_to_end(name)
            while len(full) > REMEMBERED:
                full.popitem(last=False)
        return _tightest(map(_with_next, after) if is_done else after)


_SPEND: Final = f"""
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local price, done = tonumber(ARGV[1]), ARGV[2] == '1'
local found, refused = {{}}, false
for at, key in ipairs(KEYS) do
    local step, quota = tonumber(ARGV[2 * at + 1]), tonumber(ARGV[2 * at + 2])
    local debt = math.max(tonumber(redis.call('GET', key) or '0') - now, 0)
    if debt > {2 * REFILL} then debt = step * quota end
    found[at] = debt
    refused = refused or (not done and debt + step * (math.min(price, quota) - quota) > 0)
end
for at, key in ipairs(KEYS) do
    if not refused then
        local step, quota = tonumber(ARGV[2 * at + 1]), tonumber(ARGV[2 * at + 2])
        local debt = math.min(found[at] + step * math.min(price, quota), {2 * REFILL})
        redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
        found[at] = debt
    end
end
return {{refused and 1 or 0, found}}
"""


class SharedCounters:
    """Counters shared by all web processes, in a Redis or Valkey.

    Args:
        server: The server's URL.
        runtime: Its monotonic clock.
        prefix: The prefix of the names of all counters.
        lost: Called for every request that was counted in this process alone.
    """

    def __init__(
        self, server: str, runtime: Runtime, *, prefix: str, lost: Callable[[], None]
    ) -> None:
        self._runtime = runtime
        client = Redis.from_url(
            server,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1),  # an idle connection may have been closed
        )
        self._spend = client.register_script(_SPEND)
        self._prefix = prefix
        self._lost = lost
        self._own = LocalCounters(runtime)
        self._retry_at = 0.0

    def spend(self, *accounts: Account, price: int = 1) -> Spent:
        """See `Counters.spend`. If the server does not answer, this process counts alone."""
        return self._count(accounts, price, is_done=False)

    def charge(self, *accounts: Account, price: int) -> Spent:
        """See `Counters.charge`."""
        return self._count(accounts, price, is_done=True)

    def _count(self, accounts: Sequence[Account], price: int, *, is_done: bool) -> Spent:
        if self._runtime.monotonic() >= self._retry_at:
            keys = [self._prefix + each.name for each in accounts]
            numbers = [n for each in accounts for n in (REFILL // each.quota, each.quota)]
            try:
                refused, debts = self._spend(keys=keys, args=[price, int(is_done), *numbers])
            except (RedisError, OSError) as error:
                self._retry_at = self._runtime.monotonic() + PAUSE
                log.warning("counts.unavailable", error=type(error).__name__)
            else:
                shown = price if refused else int(is_done)
                pairs = zip(accounts, debts, strict=True)
                return _tightest(_state(each.quota, debt, price=shown) for each, debt in pairs)
        self._lost()
        count = self._own.charge if is_done else self._own.spend
        return count(*accounts, price=price)


def counters_at(
    broker: str | None, runtime: Runtime, *, queue: str, lost: Callable[[], None]
) -> Counters:
    """Return shared counters if the broker is a Redis or Valkey, otherwise local ones.

    Args:
        broker: Its URL.
        runtime: The clock by which this process counts.
        queue: Separates services that share a broker.
        lost: Called for every request that should have been counted in the broker, and was not.
    """
    if broker is None or broker.startswith("amqp"):
        return LocalCounters(runtime)
    return SharedCounters(_as_redis_reads_it(broker), runtime, prefix=f"{queue}:spent:", lost=lost)


def _as_redis_reads_it(broker: str) -> str:
    """The URL of a socket in redis-py's form, which differs from Celery's."""
    parts = urlsplit(broker)
    if parts.scheme != "redis+socket":
        return broker
    database = parse_qs(parts.query).get("virtual_host", ["0"])[0]
    return f"unix://{parts.path}?db={database}"
