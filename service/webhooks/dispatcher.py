"""The courier: takes what is due, tries to deliver it, and notes what came of it.

Tries are made side by side, in threads of their own. A receiver that is slow or down holds up
nobody else: of one that fails only a single delivery is tried at a time, and all that fail or are
slow take no more than half of the places. And whatever his receivers do, an owner has a share of
the places and not more.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Final

import structlog

from service.settings import Settings
from service.webhooks.addresses import Network, read_networks
from service.webhooks.deliveries import Deliveries, Done, Room, Taken
from service.webhooks.sending import Answer, send
from service.webhooks.signatures import signer

SECOND: Final = 1_000_000
"""In µs."""
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

JITTER: Final = (0.5, 1.5)
"""Every pause is drawn between these shares of it: what failed together does not come back so."""
EACH: Final = 2
"""Tries of a webhook at a time, while it does not fail."""
SLOW: Final = 2 * SECOND
"""A receiver that takes longer for its answer is served with those that fail."""
SPARE: Final = 15 * SECOND
"""Beyond the time of a try, for noting what came of it: then another one may take it."""
LONGEST_REST: Final = 60 * MINUTE
"""How long a receiver can ask to be left alone (``Retry-After``)."""
ASKS: Final = (429, 503)
"""The answers whose ``Retry-After`` counts for all that its webhook is told."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How is delivered.

    Attributes:
        seconds: how long a try may take.
        allowed: networks besides the internet to which may be delivered, over HTTP as well.
        retries: seconds from each failure to the next try.
        patience: how long a webhook may fail before it is disabled, in µs.
        places: tries at a time.
        share: those of them that one owner may have.
    """

    seconds: float
    allowed: Sequence[Network]
    retries: Sequence[float]
    patience: int
    places: int
    share: int


def share_of(places: int) -> int:
    """The places that one owner may have: a quarter."""
    return max(1, places // 4)


def rules_of(settings: Settings) -> Rules:
    """How settings have it."""
    return Rules(
        seconds=settings.webhook_seconds,
        allowed=read_networks(settings.webhook_networks),
        retries=tuple(map(int, settings.webhook_retries.split(","))),
        patience=settings.webhook_days * DAY,
        places=settings.webhook_places,
        share=share_of(settings.webhook_places),
    )


Try = Callable[[Taken, int], Answer]
"""Sends a delivery at a moment, in µs since the epoch."""


@dataclass(slots=True, kw_only=True)
class Dispatcher:
    """Delivers.

    Attributes:
        deliveries: What there is.
        rules: How.
        now: The time, in µs since the epoch.
        attempt: Makes a try.
        chance: For the pauses between tries.
    """

    deliveries: Deliveries
    rules: Rules
    now: Callable[[], int]
    attempt: Try
    chance: Random
    _tried: list[Taken] = field(default_factory=list[Taken])
    _lock: Lock = field(default_factory=Lock)

    def step(self, executor: Executor) -> int:
        """Take as much as there are places for, and let it be tried; how many those are."""
        with self._lock:
            tried = tuple(self._tried)
        taken = self._take(tried, troubled=False)
        taken += self._take((*tried, *taken), troubled=True)
        with self._lock:
            self._tried += taken
        for each in taken:
            executor.submit(self._deliver, each)
        return len(taken)

    def _take(self, tried: Sequence[Taken], *, troubled: bool) -> list[Taken]:
        """Take as much as there is room for beside what is tried."""
        room = self.rules.places - len(tried)
        if troubled:
            room = min(room, self.rules.places // 2 - sum(each.troubled for each in tried))
        if room <= 0:
            return []
        busy = Counter(each.owner for each in tried)
        at = self.now()
        until = at + int(self.rules.seconds * SECOND) + SPARE
        space = Room(room, EACH, self.rules.share, busy)
        return self.deliveries.take(space, at=at, until=until, troubled=troubled)

    def deliver(self, taken: Taken) -> Answer:
        """Try to deliver, and note what came of it."""
        began = self.now()
        answer = self.attempt(taken, began)
        ended = self.now()
        self.deliveries.finish(taken, self._done(taken, answer, began, ended))
        log.info(
            "webhook.tried",
            webhook=str(taken.webhook),
            delivery=str(taken.id),
            outcome=answer.outcome,
            status=answer.status,
        )
        return answer

    def _deliver(self, taken: Taken) -> None:
        try:
            self.deliver(taken)
        except Exception:  # it stays taken, and is tried again when that is over
            log.exception("webhook.failed", delivery=str(taken.id))
        finally:
            with self._lock:
                self._tried.remove(taken)

    def _done(self, taken: Taken, answer: Answer, began: int, ended: int) -> Done:
        rest = None
        if answer.status in ASKS and answer.retry_after is not None:
            rest = ended + min(answer.retry_after * SECOND, LONGEST_REST)
        retry_at = None
        if answer.outcome not in ("delivered", "gone") and taken.failures < len(self.rules.retries):
            pause = self.rules.retries[taken.failures] * self.chance.uniform(*JITTER)
            retry_at = max(ended + int(pause * SECOND), rest or 0)
        slow = ended - began > SLOW
        return Done(answer, began, ended, retry_at, rest, self.rules.patience, slow)


def sender(secret: bytes, rules: Rules) -> Try:
    """What signs deliveries and sends them."""

    def attempt(taken: Taken, at: int) -> Answer:
        keys = signer(secret, taken.webhook)
        headers = keys.headers(str(taken.id), taken.payload, at=at // SECOND)
        return send(taken.url, taken.payload, headers, seconds=rules.seconds, allowed=rules.allowed)

    return attempt
