"""The clock of webhooks: all machines share the clock of the database."""

from typing import Final

from service.runtime import Runtime
from service.webhooks.deliveries import Deliveries

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
