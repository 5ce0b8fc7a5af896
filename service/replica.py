"""A replica of the database, for reads that may lag behind the primary.

A deal that was recorded in its series stays as it is, so its record is right wherever it is found.
The terms of a table never change either. Nothing else is read here: rights, tokens and
names are always those of the primary. If the replica has not got a record, or does not answer, the
primary is asked.
"""

from collections.abc import Collection
from typing import Final, TypeVar
from uuid import UUID

import psycopg
import structlog

from domain.kernel.event import Viewer
from events.archives import place_of
from events.chain import BrokenChain, verify
from events.postgres import PostgresStore
from events.record import Recorded
from events.store import StreamDescription
from service.runtime import Runtime

T = TypeVar("T")
log = structlog.get_logger()

CONNECT_SECONDS: Final = 0.5
"""How long a read waits for a connection."""
ANSWER_SECONDS: Final = 1
"""The time limit of a statement."""
AWAY_SECONDS: Final = 5.0
"""How long nothing is asked after the replica did not answer."""


class Replica:
    """Reads of records that are final. Threads may share it.

    Args:
        store: the streams, in the database of the replica.
        runtime: its clock.
    """

    def __init__(self, store: PostgresStore, runtime: Runtime) -> None:
        self.store = store
        self._runtime = runtime
        self._away_until = 0.0

    def holds(self, stream: UUID, statuses: Collection[str]) -> bool:
        """Whether it has a stream, in one of these statuses, whose events are not archived."""
        return self._row(stream, statuses) is not None

    def records(
        self, stream: UUID, *, viewer: Viewer, statuses: Collection[str]
    ) -> tuple[Recorded, ...]:
        """All records of such a stream, verified; none if they are not to be had here."""
        row = self._row(stream, statuses)
        if row is None:
            return ()
        try:
            records = self.store.load(stream, viewer=viewer)
            verify(records, stream=stream)
        except BrokenChain:  # the primary says whether the record itself is broken
            return ()
        except psycopg.Error:
            return self._leave(())
        return records if len(records) >= row.version else ()

    def _row(self, stream: UUID, statuses: Collection[str]) -> StreamDescription | None:
        if self._runtime.monotonic() < self._away_until:
            return None
        try:
            row = self.store.head(stream)
        except psycopg.Error:
            return self._leave(None)
        is_fit = row is not None and row.status in statuses and place_of(row.summary) is None
        return row if is_fit else None

    def _leave(self, nothing: T) -> T:
        """Ask nothing for a while, because the replica does not answer."""
        self._away_until = self._runtime.monotonic() + AWAY_SECONDS
        log.warning("replica.unavailable", seconds=AWAY_SECONDS)
        return nothing
