"""Tasks with spans: one where a task is sent, and one where it is done.

The context travels in the headers of the message. What a bot answers to a move belongs to the trace
of the move. A task that ends a deal or begins another one begins a trace of its own, linked to the
one that led to it: otherwise a series of bots would be one trace without end.
"""

from typing import Any, Final

from celery import Celery, Task
from opentelemetry.context import Context
from opentelemetry.trace import SpanKind

from service.queues import ADVANCE_TOURNAMENT, ANALYSE, OPEN_DEAL, RECORD_DEAL, SWEEP
from service.tracing.spans import TRACEPARENT, Attributes, carried, carrier, link_to, span

APART: Final = frozenset({RECORD_DEAL, OPEN_DEAL, ADVANCE_TOURNAMENT, ANALYSE, SWEEP})
"""Tasks that begin a trace of their own."""


class TracedTask(Task):  # type: ignore[misc] # Celery has no types
    """A task of the service."""

    abstract = True

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run the task in the trace that its message belongs to."""
        sender = carried(getattr(self.request, TRACEPARENT, None))
        name, delivery = str(self.name), self.request.delivery_info or {}
        about: Attributes = {
            "messaging.task": name,
            "messaging.destination.name": str(delivery.get("routing_key")),
            "messaging.redelivered": bool(delivery.get("redelivered")),
        }
        is_apart = name in APART
        with span(
            f"do {name}",
            SpanKind.CONSUMER,
            about,
            parent=Context() if is_apart else sender,
            links=link_to(sender) if is_apart else (),
        ):
            return self.run(*arguments, **named)


class TracedCelery(Celery):  # type: ignore[misc] # Celery has no types
    """An application that sends and does tasks."""

    task_cls = TracedTask

    def send_task(self, name: str, *arguments: Any, **options: Any) -> Any:
        """Send a task, with the current context in its headers."""
        about: Attributes = {
            "messaging.task": name,
            "messaging.destination.name": str(options.get("queue")),
        }
        with span(f"send {name}", SpanKind.PRODUCER, about):
            headers = {**(options.pop("headers", None) or {}), **carrier()}
            return super().send_task(name, *arguments, headers=headers, **options)
