"""Rate limits: budgets that refill steadily, counted in one place.

The algorithm is the generic cell rate algorithm (ITU-T I.371): for each budget it stores one
number, the time at which the budget would be full again. A whole quota may be spent at once, and
comes back evenly over its window. Web processes share their counts in a Redis or Valkey, if there
is one. While it does not answer, each process counts for itself, so that no request is refused
because of the outage.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from enum import StrEnum
from ipaddress import IPv6Address, ip_address
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
WHOLE: Final = 4
"""The share of the owner in their quota; shares are in quarters."""
ONE_TOKEN: Final = 1
"""The share of one token, so that one player cannot block the others."""
ALL_TOKENS: Final = 3
"""The share of all tokens, so that players cannot keep the owner from closing a table."""
SUBSCRIBER_BITS: Final = 64
"""The IPv6 prefix of one customer, who controls all addresses in it."""

log = structlog.get_logger()


class Budget(StrEnum):
    """The kind of budget that a request is counted on."""

    READS = "reads"
    WRITES = "writes"
    OPENINGS = "openings"
    STRANGERS = "strangers"


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
_LEFT: Final = attrgetter("left")


def subscriber(address: str) -> str:
    """The account of an IP address: the address, or for IPv6 the prefix of one customer."""
    try:
        read = ip_address(address)
    except ValueError:
        return ""
    if isinstance(read, IPv6Address) and read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)  # the format of a dual-stack socket
    if isinstance(read, IPv6Address):
        return str(IPv6Address(int(read) >> SUBSCRIBER_BITS << SUBSCRIBER_BITS))
    return str(read)


class Account(NamedTuple):
    """An account that requests are counted on.

    Attributes:
        name: The owner and the kind of budget.
        quota: The requests allowed in a window; 1 or more.
    """

    name: str
    quota: int


class Counters(Protocol):
    """The interface of the counters."""

    def spend(self, *accounts: Account) -> Spent:
        """Count a request on every account, or on none if one of them does not allow it.

        Returns:
            The account with the longest wait; if none waits, the one with the fewest requests left.
        """
        ...


class LocalCounters:
    """The counters of this process.

    Args:
        runtime: Its monotonic clock.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._full: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()

    def spend(self, *accounts: Account) -> Spent:
        """See `Counters.spend`. The least recently used account is dropped, and starts anew."""
        full, found = self._full, list[Spent]()
        with self._lock:
            now = round(self._runtime.monotonic() * SECOND)
            for name, quota in accounts:
                interval = REFILL // quota
                debt = max(full.get(name, now) - now, 0)
                wait = max(debt + interval - interval * quota, 0)
                found.append(Spent(quota, wait, debt, quota - -(-debt // interval)))
            tightest: Spent = max(sorted(found, key=_LEFT), key=_WAIT)
            if tightest.wait:
                return tightest
            for (name, quota), spent in zip(accounts, found, strict=True):
                full[name] = now + spent.debt + REFILL // quota
                full.move_to_end(name)
            while len(full) > REMEMBERED:
                full.popitem(last=False)
        quota, _, debt, left = tightest
        return Spent(quota, 0, debt + REFILL // quota, left - 1)


_SPEND: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local found, refused = {}, false
for at, key in ipairs(KEYS) do
    local step, quota = tonumber(ARGV[2 * at - 1]), tonumber(ARGV[2 * at])
    local full = math.max(tonumber(redis.call('GET', key) or '0'), now)
    local wait = math.max(full + step - now - step * quota, 0)
    found[at] = {wait, full - now}
    refused = refused or wait > 0
end
for at, key in ipairs(KEYS) do
    if not refused then
        local debt = found[at][2] + tonumber(ARGV[2 * at - 1])
        redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
        found[at][2] = debt
    end
end
return found
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

    def spend(self, *accounts: Account) -> Spent:
        """See `Counters.spend`. If the server does not answer, this process counts alone."""
        if self._runtime.monotonic() >= self._retry_at:
            keys = [self._prefix + each.name for each in accounts]
            numbers = [n for each in accounts for n in (REFILL // each.quota, each.quota)]
            try:
                return _tightest(accounts, self._spend(keys=keys, args=numbers))
            except (RedisError, OSError) as error:
                self._retry_at = self._runtime.monotonic() + PAUSE
                log.warning("counts.unavailable", error=type(error).__name__)
        self._lost()
        return self._own.spend(*accounts)


def _tightest(accounts: Sequence[Account], found: Sequence[tuple[int, int]]) -> Spent:
    """Choose among the accounts, with the waits and debts that the script has returned."""
    states = [
        Spent(quota, wait, debt, quota - -(-debt // (REFILL // quota)))
        for (_, quota), (wait, debt) in zip(accounts, found, strict=True)
    ]
    tightest: Spent = max(sorted(states, key=_LEFT), key=_WAIT)
    return tightest


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
