"""The event store with a span around each append."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from opentelemetry.trace import SpanKind

from events.canonical import Json
from events.postgres import PostgresStore
from events.record import CommandMetadata, NewEvent
from events.store import Appended, CommandReused, StaleVersion
from service.tracing.spans import Attributes, span


class TracedStore(PostgresStore):
    """See `PostgresStore`."""

    def append(
        self,
        stream: UUID,
        *,
        kind: str,
        expected: int,
        command: CommandMetadata,
        events: Sequence[NewEvent],
        status: str,
        summary: Mapping[str, Json],
    ) -> Appended:
        """See `EventStore.append`."""
        about: Attributes = {
            "fairdeal.stream": kind,
            "fairdeal.event": events[0].type,
            "fairdeal.events": len(events),
        }
        refusals = (StaleVersion, CommandReused)
        with span("append", SpanKind.CLIENT, about, refusals=refusals):
            return super().append(
                stream,
                kind=kind,
                expected=expected,
                command=command,
                events=events,
                status=status,
                summary=summary,
            )
