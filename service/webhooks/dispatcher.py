"""The dispatcher: leases due deliveries by the database's clock, attempts them, stores results.

Attempts run in parallel, in threads of their own. A receiver that is slow or down delays no other:

- Only one delivery of a failing webhook is attempted at a time.
- All failing or slow webhooks together use at most half of the slots.
- Whatever an owner's receivers do, the owner has a limited share of the slots.

A slot goes on with a webhook whose receiver answers well, for a short time (`RUN`): a receiver gets
as many deliveries as it can take, and not as many as there are rounds.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from threading import Lock
from typing import Final
from uuid import UUID

import psycopg
import structlog

from service.runtime import Runtime
from service.settings import Settings
from service.timestamps import when
from service.webhooks.addresses import Network, read_networks
from service.webhooks.deliveries import Deliveries, FinishedAttempt, LeasedDelivery, Limits
from service.webhooks.sending import AttemptAnswer, send, signer

LOOK_SECONDS: Final = 5.0
"""How often the time is read from the database."""
SET_BACK: Final = 1_000_000
"""By how many µs a clock goes back at least if it was set."""


class DatabaseClock:
    """The time of the database; in between, the monotonic clock of this machine goes on from it.

    Due times and leases are stored and compared. By the clock of a machine that is an hour ahead,
    they would lie an hour in the future for all others, and for itself once it is set. Before the
    first look it is the time of this machine.

    Args:
        deliveries: have the time of the database.
        runtime: the clocks of this machine.
    """

    def __init__(self, deliveries: Deliveries, runtime: Runtime) -> None:
        self._deliveries = deliveries
        self._runtime = runtime
        self._seen = runtime.now(), runtime.monotonic()
        self._next_look = 0.0
        self.was_ahead = True
        """Whether the clock of the database was set back, or never looked at. What waits for a time
        that it had before is then pulled in, and this is false again."""

    def __call__(self) -> int:
        """The time, in µs since the epoch."""
        at, since = self._seen
        return at + int((self._runtime.monotonic() - since) * 1_000_000)

    def look(self) -> None:
        """Read the time from the database, if the last look was some seconds ago.

        Raises:
            psycopg.Error: The database does not answer.
        """
        if self._runtime.monotonic() < self._next_look:
            return
        expected = self()
        self._seen = self._deliveries.time(), self._runtime.monotonic()
        self._next_look = self._runtime.monotonic() + LOOK_SECONDS
        self.was_ahead |= self() < expected - SET_BACK


SECOND: Final = 1_000_000
"""In µs."""
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

JITTER: Final = (0.5, 1.5)
"""Each pause is multiplied by a random factor in this range, so that deliveries that failed
together are not retried together."""
EACH: Final = 2
"""Concurrent attempts of a webhook that does not fail."""
RUN: Final = SECOND // 2
"""How long a slot goes on with one webhook; then the slots are shared out anew."""
SLOW: Final = 2 * SECOND
"""A receiver that takes longer to answer is treated like a failing one."""
LEASE: Final = 4 * SECOND
"""How long a lease lasts after it was taken or renewed. The attempts of a process that dies without
a successor are repeated after that time; a result must be stored within it."""
RENEWAL: Final = 1 * SECOND
"""How old a lease is when it is renewed."""
LONGEST_REST: Final = 60 * MINUTE
"""The longest ``Retry-After`` that is obeyed."""
ASKS: Final = (429, 503)
"""The statuses whose ``Retry-After`` applies to all deliveries of the webhook."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The parameters of delivery.

    Attributes:
        seconds: the time limit of an attempt.
        allowed: networks besides the internet to which may be delivered, over HTTP as well.
        retries: seconds from each failure to the next attempt.
        patience: how long a webhook may fail before it is disabled, in µs.
        slots: the number of slots for attempts.
        share: the number of slots that one owner may use.
        run: how long a slot goes on with one webhook, in µs.
    """

    seconds: float
    allowed: Sequence[Network]
    retries: Sequence[float]
    patience: int
    slots: int
    share: int
    run: int = RUN


def share_of(slots: int) -> int:
    """The slots that one owner may use: a quarter."""
    return max(1, slots // 4)


def rules_of(settings: Settings) -> Rules:
    """The rules from the settings."""
    return Rules(
        seconds=settings.webhook_seconds,
        allowed=read_networks(settings.webhook_networks),
        retries=tuple(map(int, settings.webhook_retries.split(","))),
        patience=settings.webhook_days * DAY,
        slots=settings.webhook_slots,
        share=share_of(settings.webhook_slots),
    )


Try = Callable[[LeasedDelivery, int], AttemptAnswer]
"""Sends a delivery at a time, in µs since the epoch."""


@dataclass(slots=True, eq=False)
class Attempt:
    """A running attempt: the delivery with its current lease; and whether the answer is there."""

    taken: LeasedDelivery
    answered: bool = False


@dataclass(slots=True, kw_only=True)
class Dispatcher:
    """Runs deliveries.

    Attributes:
        deliveries: The stored deliveries.
        rules: The parameters.
        now: The time, in µs since the epoch.
        attempt: Makes an attempt.
        runtime: The random source, for the pauses between attempts, and the lock.
    """

    deliveries: Deliveries
    rules: Rules
    now: Callable[[], int]
    attempt: Try
    runtime: Runtime
    _attempts: list[Attempt] = field(default_factory=list[Attempt])
    _lock: Lock = field(init=False)

    def __post_init__(self) -> None:
        self._lock = self.runtime.lock()

    def dispatch(self, executor: Executor) -> int:
        """Lease deliveries for all free slots and start the attempts; return their number."""
        begun = [self._begin(each) for each in self._take(self._running(), unhealthy=False)]
        try:
            begun += [self._begin(each) for each in self._take(self._running(), unhealthy=True)]
        finally:  # leased deliveries are attempted, also if no more can be leased
            for attempt in begun:
                executor.submit(self._run, attempt)
        return len(begun)

    def _running(self) -> list[LeasedDelivery]:
        with self._lock:
            return [each.taken for each in self._attempts]

    def _begin(self, taken: LeasedDelivery) -> Attempt:
        attempt = Attempt(taken)
        with self._lock:
            self._attempts.append(attempt)
        return attempt

    def pull_in(self) -> None:
        """Make due what waits because a clock was ahead: call this when it was set back.

        The leases of running attempts are renewed before.
        """
        self.renew()
        at = self.now()
        if pulled_in := self.deliveries.pull_in(at=at, latest=at + 2 * LEASE):
            log.warning("webhooks.clock_was_ahead", deliveries=pulled_in)

    def renew(self) -> None:
        """Renew the leases of attempts without an answer: call this twice a second."""
        until = self.now() + LEASE
        with self._lock:
            waiting = [each for each in self._attempts if not each.answered]
            fresh = when(until - RENEWAL), when(until)  # later: the clock was ahead
            old = [each for each in waiting if not fresh[0] < each.taken.until <= fresh[1]]
            if not old:
                return
            renewed = self.deliveries.renew([each.taken.lease for each in old], until=until)
            for each in old:
                if each.taken.lease in renewed:
                    each.taken = each.taken._replace(until=when(until))

    def _take(
        self, running: Sequence[LeasedDelivery], *, unhealthy: bool, webhook: UUID | None = None
    ) -> list[LeasedDelivery]:
        """Lease deliveries for the slots that are free; for one slot, if it is for one webhook."""
        free = self.rules.slots - len(running)
        if webhook is not None:
            free = min(free, 1)
        if unhealthy:
            free = min(free, self.rules.slots // 2 - sum(each.unhealthy for each in running))
        if free <= 0:
            return []
        busy = Counter(each.owner for each in running)
        at = self.now()
        limits = Limits(free, EACH, self.rules.share, busy, webhook)
        draw = self.runtime.random_bytes(8)
        return self.deliveries.take(limits, at=at, until=at + LEASE, unhealthy=unhealthy, draw=draw)

    def deliver(self, attempt: Attempt) -> AttemptAnswer:
        """Make an attempt, store the result, and return the answer."""
        began = self.now()
        answer = self.attempt(attempt.taken, began)
        ended = self.now()
        with self._lock:  # from here on the lease is not renewed, so it is the one that is stored
            attempt.answered, taken = True, attempt.taken
        self.deliveries.finish(taken, self._done(taken, answer, began, ended))
        log.info(
            "webhook.tried",
            webhook=str(taken.webhook),
            delivery=str(taken.id),
            outcome=answer.outcome,
            status=answer.status,
        )
        return answer

    def _run(self, attempt: Attempt) -> None:
        """Make an attempt, and go on with the same webhook while its receiver answers well."""
        end = self.now() + self.rules.run
        following: Attempt | None = attempt
        while following is not None:
            webhook = following.taken.webhook
            self._attempt(following)
            following = self._following(webhook) if self.now() < end else None

    def _attempt(self, attempt: Attempt) -> None:
        try:
            self.deliver(attempt)
        except Exception:  # the delivery is retried when the lease expires
            log.exception("webhook.failed", delivery=str(attempt.taken.id))
        finally:
            with self._lock:
                self._attempts.remove(attempt)

    def _following(self, webhook: UUID) -> Attempt | None:
        """The next attempt of a webhook, if one is due and its receiver answers well."""
        try:
            taken = self._take(self._running(), unhealthy=False, webhook=webhook)
        except psycopg.Error:  # the next round finds out what is wrong
            return None
        return self._begin(taken[0]) if taken else None

    def _done(
        self, taken: LeasedDelivery, answer: AttemptAnswer, began: int, ended: int
    ) -> FinishedAttempt:
        rest = None
        if answer.status in ASKS and answer.retry_after is not None:
            rest = ended + min(answer.retry_after * SECOND, LONGEST_REST)
        retry_at = None
        if answer.outcome not in ("delivered", "gone") and taken.failures < len(self.rules.retries):
            pause = self.rules.retries[taken.failures] * self.runtime.uniform(*JITTER)
            retry_at = max(ended + int(pause * SECOND), rest or 0)
        slow = ended - began > SLOW
        return FinishedAttempt(answer, began, ended, retry_at, rest, self.rules.patience, slow)


def sender(
    secret: bytes,
    rules: Rules,
    runtime: Runtime,
    *,
    more: Callable[[], Mapping[str, str]] = dict[str, str],
) -> Try:
    """The function that signs and sends deliveries.

    Args:
        secret: The service's, from which the keys of webhooks are derived.
        rules: The parameters.
        runtime: The clock of time limits.
        more: The headers of an attempt besides those of its signatures.
    """

    def attempt(taken: LeasedDelivery, at: int) -> AttemptAnswer:
        keys = signer(secret, taken.webhook)
        headers = {**more(), **keys.headers(str(taken.id), taken.payload, at=at // SECOND)}
        return send(
            taken.url,
            taken.payload,
            headers,
            at=at,
            seconds=rules.seconds,
            allowed=rules.allowed,
            runtime=runtime,
        )

    return attempt
