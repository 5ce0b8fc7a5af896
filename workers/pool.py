"""The pool of Celery: a worker takes many tasks from the broker, and does them in fair shares."""

from collections.abc import Callable
from functools import partial
from typing import Any

from celery.concurrency.base import BasePool, apply_target

from service.queues import SHARE
from service.runtime import SYSTEM
from workers.shares import FairThreads, Job


class FairPool(BasePool):  # type: ignore[misc] # Celery has no types
    """Runs the tasks of Celery in `FairThreads`."""

    body_can_be_buffer = True
    limit: int

    def on_start(self) -> None:
        """Start the threads."""
        self.threads = FairThreads(self.limit, SYSTEM, name="task")

    def on_stop(self) -> None:
        """Let running tasks end. The broker gives those that wait to another worker."""
        self.threads.close()

    def on_apply(
        self,
        target: Callable[..., Any],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
        callback: Callable[..., Any] | None = None,
        accept_callback: Callable[..., Any] | None = None,
        **_: Any,
    ) -> None:
        """Do a task when it is its turn; its message is acknowledged at once if it waits already.

        Args:
            target: Runs the task, with its name, its id, and the headers of its message first.
            args: Those.
            kwargs: Further ones.
            callback: Gets the result.
            accept_callback: Is called when it begins.
        """
        name, _id, message = args[:3]
        run = partial(apply_target, target, args, kwargs, callback, accept_callback)
        job = Job(f"{name} {message.get('argsrepr')}", run)
        if not self.threads.submit(message.get(SHARE) or str(name), job):
            apply_target(_nothing, (), None, callback, accept_callback)


def _nothing() -> tuple[bool, None, float]:
    """The result of a task that did nothing."""
    return False, None, 0.0
