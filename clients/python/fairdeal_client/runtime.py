"""The clocks and the random source of a client; tests give others."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """The clocks and the random source of the operating system.

    Attributes:
        now: reads the time of day, in seconds since the epoch.
        monotonic: reads a clock that only goes forward, in seconds.
        sleep: waits for some seconds.
        random_bytes: draws so many random bytes, fit for seeds.
    """

    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep
    random_bytes: Callable[[int], bytes] = secrets.token_bytes

    def idempotency_key(self) -> str:
        """A new one: a random UUID."""
        return str(UUID(bytes=self.random_bytes(16), version=4))

    def jitter(self, ceiling: float) -> float:
        """A random number from 0 to the ceiling."""
        return ceiling * int.from_bytes(self.random_bytes(4), "big") / 0xFFFF_FFFF


SYSTEM: Final = Runtime()
