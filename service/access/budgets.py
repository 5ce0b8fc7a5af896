"""How many requests somebody may make: budgets that refill steadily, counted in one place.

The generic cell rate algorithm (ITU-T I.371): of each budget one number is kept, the moment at
which it would be full again. A whole quota may be spent at once, and comes back evenly over its
window. Web processes share their counts where there is a Redis or Valkey; while that does not
answer each counts for itself, so that nobody is turned away for want of it.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from enum import StrEnum
from threading import Lock
from typing import Final, NamedTuple, Protocol
from urllib.parse import parse_qs, urlsplit

import structlog
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

WINDOW: Final = 60
"""Seconds over which a quota comes back."""
SECOND: Final = 1_000_000
PATIENCE: Final = 0.2
"""Seconds that a count may take."""
PAUSE: Final = 2.0
"""Seconds for which a server that has not answered is not asked again."""
REMEMBERED: Final = 100_000
"""Budgets of which a process keeps count."""

log = structlog.get_logger()


class Budget(StrEnum):
    """What a request is counted as."""

    READS = "reads"
    WRITES = "writes"
    OPENINGS = "openings"
    STRANGERS = "strangers"


class Spent(NamedTuple):
    """A request that was counted against a quota.

    Attributes:
        quota: How many there may be in a window.
        wait: Microseconds until there is one again; 0: this one is allowed.
        debt: Microseconds until the whole quota is there again.
    """

    quota: int
    wait: int
    debt: int

    @property
    def allowed(self) -> bool:
        """Whether it may be answered."""
        return self.wait == 0

    @property
    def left(self) -> int:
        """How many more may be made at once."""
        return self.quota - -(-self.debt // interval(self.quota))


def interval(quota: int) -> int:
    """After how many microseconds one more request may be made."""
    return WINDOW * SECOND // quota


class Counts(Protocol):
    """Where it is counted what was spent."""

    def spend(self, name: str, quota: int) -> Spent:
        """Count a request.

        Args:
            name: Whose budget, and which.
            quota: How many requests there may be in a window; 1 or more.
        """
        ...


class OwnCounts:
    """The counts of this process."""

    def __init__(self, clock: Callable[[], int] = lambda: time.monotonic_ns() // 1000) -> None:
        self._clock = clock
        self._full: OrderedDict[str, int] = OrderedDict()
        self._lock = Lock()

    def spend(self, name: str, quota: int) -> Spent:
        """See `Counts.spend`. Who was not seen for longest is forgotten, and starts anew."""
        now, step = self._clock(), interval(quota)
        with self._lock:
            full = max(self._full.get(name, 0), now)
            wait = max(full + step - now - step * quota, 0)
            if not wait:
                full += step
                self._full[name] = full
                self._full.move_to_end(name)
                if len(self._full) > REMEMBERED:
                    self._full.popitem(last=False)
        return Spent(quota, wait, full - now)


_SPEND: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local step, quota = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local wait = math.max(full + step - now - step * quota, 0)
if wait == 0 then
    full = full + step
    redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
end
return {wait, full - now}
"""


class SharedCounts:
    """The counts of all web processes, in a Redis or Valkey.

    Args:
        server: The URL of it.
        prefix: What the names of all counts begin with.
        lost: Called for every request that was counted in this process alone.
    """

    def __init__(self, server: str, *, prefix: str, lost: Callable[[], None]) -> None:
        client = Redis.from_url(
            server,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1),  # a connection that was idle may have been closed
        )
        self._spend = client.register_script(_SPEND)
        self._prefix = prefix
        self._lost = lost
        self._own = OwnCounts()
        self._asked_from = 0.0

    def spend(self, name: str, quota: int) -> Spent:
        """See `Counts.spend`. While the server does not answer, this process counts for itself."""
        if time.monotonic() >= self._asked_from:
            try:
                wait, debt = self._spend(keys=[self._prefix + name], args=[interval(quota), quota])
                return Spent(quota, int(wait), int(debt))
            except (RedisError, OSError) as error:
                self._asked_from = time.monotonic() + PAUSE
                log.warning("counts.unavailable", error=type(error).__name__)
        self._lost()
        return self._own.spend(name, quota)


def counts_at(broker: str | None, *, queue: str, lost: Callable[[], None]) -> Counts:
    """Where to count: in the broker, if it is a Redis or Valkey, or else in this process.

    Args:
        broker: Its URL.
        queue: What keeps services on one broker apart.
        lost: Called for every request that should have been counted in the broker, and was not.
    """
    if broker is None or broker.startswith("amqp"):
        return OwnCounts()
    return SharedCounts(_as_redis_reads_it(broker), prefix=f"{queue}:spent:", lost=lost)


def _as_redis_reads_it(broker: str) -> str:
    """The URL of a socket as redis-py has it; Celery writes it otherwise."""
    parts = urlsplit(broker)
    if parts.scheme != "redis+socket":
        return broker
    database = parse_qs(parts.query).get("virtual_host", ["0"])[0]
    return f"unix://{parts.path}?db={database}"
