"""The part of a worker that reads from the broker: it outlives the broker at any moment."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from celery import bootsteps
from celery.signals import worker_ready
from celery.worker import consumer
from kombu.exceptions import OperationalError


class Consumer(consumer.Consumer):  # type: ignore[misc]
    """Connects again after every loss of the connection, also after those that Celery passes over.

    - If a task cannot be acknowledged, Celery only logs it. The task still counts as one of those
      that the worker may have at a time. With all of them lost, the worker would wait forever.
    - kombu raises an error of its own where a new connection is lost before its first use, or
      cannot be made in a number of attempts. Celery does not count it as a loss.
    - The worker is ready after each new connection, and not only after the first one: tasks may be
      lost with a connection or a broker.
    """

    class Blueprint(consumer.Consumer.Blueprint):  # type: ignore[misc]
        """The steps of a consumer, without queues for delayed tasks: every task is due at once.

        Celery declares 28 durable ones on RabbitMQ wherever it finds a quorum queue.
        """

        default_steps = tuple(
            each
            for each in consumer.Consumer.Blueprint.default_steps
            if not each.endswith(":DelayedDelivery")
        )

    task_consumer: Any  # what reads from the present connection; None before the first

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lost: tuple[type[Exception], ...] = self.conninfo.connection_errors
        self.connection_errors = (*lost, OperationalError)

    def on_ready(self) -> None:
        """See `consumer.Consumer`, which Celery uses to report only the first connection."""
        if self.init_callback is None:
            worker_ready.send(sender=self)
        super().on_ready()

    def call_soon_ack(self, p: Callable[..., None], *args: Any, **kwargs: Any) -> Any:
        """Acknowledge or reject a task; after an error, which the loop raises, the worker connects.

        Args:
            p: `ack_log_error` or `reject_log_error` of a message.
            args: a logger, the errors that would only be logged, and further ones.
            kwargs: further ones.
        """
        return super().call_soon_ack(partial(self._acknowledge, p), *args, **kwargs)

    def _acknowledge(
        self, acknowledge: Callable[..., None], logger: Any, errors: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Log an error only if the task came by an earlier connection, or the worker stops.

        kombu logs a `BrokenPipeError`, and raises it again whatever the errors are.
        """
        channel = acknowledge.__self__.channel  # type: ignore[attr-defined]
        is_present = self.task_consumer is not None and channel is self.task_consumer.channel
        if is_present and self.blueprint.state == bootsteps.RUN:
            acknowledge(logger, (), *args, **kwargs)
            return
        with suppress(BrokenPipeError):
            acknowledge(logger, errors, *args, **kwargs)
