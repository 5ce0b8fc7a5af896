"""Deliveries with spans: a trace for each attempt, which the receiver can go on with.

A delivery follows from the feed. The record says nothing of the trace in which an event was
appended, so the attempt has no link to it.
"""

from dataclasses import dataclass

from opentelemetry.trace import SpanKind

from service.tracing.spans import Attributes, carrier, note, span
from service.webhooks.dispatcher import Attempt, Dispatcher, sender
from service.webhooks.sending import AttemptAnswer


def traced(dispatcher: Dispatcher, secret: bytes) -> Dispatcher:
    """The same dispatcher, with a span around each attempt.

    Args:
        dispatcher: The dispatcher.
        secret: The service's, from which the keys of webhooks are derived.
    """
    return _Traced(
        deliveries=dispatcher.deliveries,
        rules=dispatcher.rules,
        now=dispatcher.now,
        attempt=sender(secret, dispatcher.rules, dispatcher.runtime, more=carrier),
        runtime=dispatcher.runtime,
    )


@dataclass(slots=True, kw_only=True)
class _Traced(Dispatcher):
    """See `traced`."""

    def deliver(self, attempt: Attempt) -> AttemptAnswer:
        """See `Dispatcher.deliver`."""
        taken = attempt.taken
        about: Attributes = {"fairdeal.news": taken.type, "fairdeal.attempt": taken.failures + 1}
        with span(f"deliver {taken.type}", SpanKind.CLIENT, about) as made:
            answer = Dispatcher.deliver(self, attempt)
            note(made, {"fairdeal.outcome": answer.outcome})
            if answer.status is not None:
                note(made, {"http.response.status_code": answer.status})
            return answer
