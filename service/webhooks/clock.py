"""The clock of webhooks: all machines share the clock of the database."""

from typing import Final

from events.postgres import Pool, ask
from service.runtime import Runtime

LOOK_SECONDS: Final = 5.0
"""How often the time is read from the database."""
_TIME: Final = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"


class DatabaseClock:
    """The time of the database; in between, the monotonic clock of this machine goes on from it.

    Due times and leases are stored and compared. By the clock of a machine that is an hour ahead,
    they would lie an hour in the future for all others, and for itself once it is set. Before the
    first look it is the time of this machine.

    Args:
        pool: connections to the database.
        runtime: the clocks of this machine.
    """

    def __init__(self, pool: Pool, runtime: Runtime) -> None:
        self._pool = pool
        self._runtime = runtime
        self._seen = runtime.now(), runtime.monotonic()
        self._next_look = 0.0

    def __call__(self) -> int:
        """The time, in µs since the epoch."""
        at, since = self._seen
        return at + int((self._runtime.monotonic() - since) * 1_000_000)

    def look(self) -> None:
        """Read the time from the database, if the last look was some seconds ago.

        Raises:
            psycopg.Error: The database does not answer.
        """
        if self._runtime.monotonic() >= self._next_look:
            [(at,)] = ask(self._pool, _TIME, ())
            self._seen = at, self._runtime.monotonic()
            self._next_look = self._runtime.monotonic() + LOOK_SECONDS
