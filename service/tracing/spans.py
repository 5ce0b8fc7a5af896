"""Spans: what they may say, their export, their context for other processes; spans of appends.

A span has attributes of a fixed list, with values that the service knows beforehand: templates of
addresses, names of tasks, codes, numbers. It has no id of a table or a deal, no text of a request,
and no text of an error, as that could contain a credential or a card.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from structlog.typing import EventDict

from events.canonical import Json
from events.postgres import PostgresStore
from events.record import CommandMetadata, NewEvent
from events.store import Appended, CommandReused, StaleVersion

Attribute: TypeAlias = Literal[
    "error.type",
    "fairdeal.attempt",
    "fairdeal.event",
    "fairdeal.events",
    "fairdeal.news",
    "fairdeal.outcome",
    "fairdeal.stream",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "messaging.destination.name",
    "messaging.redelivered",
    "messaging.task",
]
"""The attributes of spans: there are no others."""
Attributes: TypeAlias = Mapping[Attribute, str | int]

TRACEPARENT: Final = "traceparent"
_CONTEXT: Final = TraceContextTextMapPropagator()
_TRACER: Final = trace.get_tracer("fairdeal")


def export() -> None:
    """Send the spans of this process to the collector that the standard variables name."""
    resource = Resource.create({"service.name": "fairdeal"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)


def close() -> None:
    """Send the last spans of this process."""
    provider = trace.get_tracer_provider()
    if isinstance(provider, TracerProvider):
        provider.shutdown()


@contextmanager
def span(
    name: str,
    kind: SpanKind,
    attributes: Attributes,
    *,
    parent: Context | None = None,
    links: Sequence[Link] = (),
    refusals: tuple[type[Exception], ...] = (),
) -> Generator[Span]:
    """A span around a block. Of an error it has the class and no text.

    Args:
        name: Its name, one of few.
        kind: Its kind.
        attributes: Its data.
        parent: The context that it belongs to; None: the current one.
        links: Other spans that led to it.
        refusals: Errors that are an ordinary result of the block.
    """
    with _TRACER.start_as_current_span(
        name,
        parent,
        kind,
        None,
        links,
        record_exception=False,
        set_status_on_exception=False,
    ) as made:
        note(made, attributes)
        try:
            yield made
        except Exception as error:
            note(made, {"error.type": type(error).__name__})
            if not isinstance(error, refusals):
                made.set_status(StatusCode.ERROR)
            raise


def note(made: Span, attributes: Attributes) -> None:
    """Add attributes to a span."""
    made.set_attributes({str(name): value for name, value in attributes.items()})


def carrier() -> dict[str, str]:
    """The current context, as the header for another process."""
    found = dict[str, str]()
    _CONTEXT.inject(found)
    return {TRACEPARENT: found[TRACEPARENT]} if TRACEPARENT in found else {}


def carried(traceparent: str | None) -> Context:
    """The context in such a header; an empty one if there is none, or it is malformed."""
    return _CONTEXT.extract({TRACEPARENT: traceparent or ""}, Context())


def link_to(context: Context) -> list[Link]:
    """A link to the span of a context, if it has one."""
    found = trace.get_current_span(context).get_span_context()
    return [Link(found)] if found.is_valid else []


def add_trace(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Add the id of the current trace to a line of the log."""
    found = trace.get_current_span().get_span_context()
    if found.is_valid:
        line["trace"] = trace.format_trace_id(found.trace_id)
    return line


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
