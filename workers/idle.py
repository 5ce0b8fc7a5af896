"""The search for idle tables: a batch at each sweep, round and round through all unfinished tables.

So a sweep reads a bounded number of rows, and no index is needed. A hundred thousand tables are
looked at in less than two hours.
"""

from functools import partial
from typing import Final

from events.store import Cursor, StreamDescription
from service.access.credentials import HOUSE, IDLE_SECONDS
from service.clocks.deadlines import close_idle
from service.context import PlayContext
from service.streams import TABLES
from service.summaries import UNTIL
from service.tables.creation import UNFINISHED
from workers.sweep import BATCH, work_on

DAY: Final = 86_400_000_000
HOUSE_IDLE: Final = IDLE_SECONDS * 1_000_000


class IdleTables:
    """Closes idle tables: tables of the house after an hour, others by days; 0 days: never.

    Args:
        tests: For test tables.
        open_: For other tables whose series has not begun.
        started: For all others.
    """

    def __init__(self, *, tests: int, open_: int, started: int) -> None:
        self._tests, self._open, self._started = tests * DAY, open_ * DAY, started * DAY
        self._after: Cursor | None = None

    def close(self, context: PlayContext) -> int:
        """Look at the next tables, the oldest first, and close those that are idle.

        Returns:
            The number of tables that were closed.
        """
        limits = [each for each in (HOUSE_IDLE, self._tests, self._open, self._started) if each]
        at = context.runtime.now()
        rows = context.store.find(
            kind=TABLES.kind, statuses=UNFINISHED, limit=BATCH, after=self._after
        )
        more = len(rows) == BATCH and rows[-1].opened_at <= at - min(limits)
        self._after = rows[-1].cursor if more else None
        closed = 0
        for row in rows:
            limit = self._limit(row)
            # the times of a table with a moved clock are by that clock, which is in its stream
            if limit and (row.summary.get(UNTIL) == 0 or row.updated_at <= at - limit):
                closed += work_on(context, row.id, partial(close_idle, microseconds=limit))
        return closed

    def _limit(self, row: StreamDescription) -> int:
        """How long a table may be idle, in µs; 0: for ever."""
        if row.summary.get("owner") == HOUSE.owner:
            return HOUSE_IDLE
        if row.summary.get("test"):
            return self._tests
        return self._open if row.status == "open" else self._started
