"""Announcements of work to the workers, through Celery: names, ids and versions, never a card.

An announcement only makes work start sooner. It may be lost, doubled or late; the sweep finds
unfinished work.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from celery import Celery
from kombu.entity import Queue
from kombu.exceptions import OperationalError

from domain.kernel.policy import HARD
from service import queues, tracing
from service.queues import (
    ADVANCE_TOURNAMENT,
    ANALYSE,
    END_TURN,
    OPEN_DEAL,
    PLAY_BOTS,
    RECORD_DEAL,
    SHARE,
)
from service.settings import QUEUES, queue_name

TASK_SECONDS: Final = 20
"""The time limit of a task where the pool can end it (prefork). It is well below the visibility
timeout; otherwise a task could run twice at a time.
"""

log = logging.getLogger(__name__)


def configure(app: Celery, *, broker: str, queue: str) -> Celery:
    """Settings shared by the senders of tasks and the workers.

    A task is acknowledged when it is done, so a worker's death gives it to another one. Results are
    not kept. A message that cannot be delivered fails soon, since the sweep finds its work. No task
    has an `eta`: a worker keeps in its own memory what is not due yet (`workers.due`).

    On RabbitMQ the queues are quorum queues. There is no remote control: its queues are named after
    the host, so two workers of a host, or two services, would share them. Besides, a worker with
    remote control ended if it could not close the connection to a Redis that had died.
    """
    kind = {"x-queue-type": "quorum"} if queues.is_amqp(broker) else {}
    app.conf.update(
        broker_url=broker,
        broker_transport_options=queues.options(broker, queue=queue),
        broker_connection_timeout=queues.CONNECT_SECONDS,
        broker_connection_retry_on_startup=True,
        task_default_queue=queue_name(queue, "play"),
        task_queues=[
            Queue(
                queue_name(queue, each), queue_arguments=kind, routing_key=queue_name(queue, each)
            )
            for each in QUEUES
        ],
        worker_enable_remote_control=False,
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0.1},
        task_serializer="json",
        accept_content=["json"],
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        task_time_limit=TASK_SECONDS,
        timezone="UTC",
    )
    return app


@dataclass(frozen=True, slots=True)
class CeleryTasks:
    """Sends tasks to a broker.

    Attributes:
        app: the sender.
        prefix: of the names of all queues.
    """

    app: Celery
    prefix: str

    def play_bots(
        self, deal: UUID, *, version: int, levels: Collection[str | None], owner: str
    ) -> None:
        """A bot of one of these levels may have something to do in the deal."""
        queue = "hard" if HARD in levels else "bots"
        self._send(PLAY_BOTS, [str(deal), version], queue, owner)

    def record_deal(self, deal: UUID, *, owner: str) -> None:
        """The deal is over and counts in its series."""
        self._send(RECORD_DEAL, [str(deal)], "play", owner)

    def end_turn(self, deal: UUID, *, version: int, at: int, owner: str) -> None:
        """The current turn ends at that moment, in µs since the epoch."""
        self._send(END_TURN, [str(deal), version, at], "play", owner)

    def open_deal(self, table: UUID, *, at: int, owner: str) -> None:
        """The pause before the next deal is over at that moment, in µs since the epoch."""
        self._send(OPEN_DEAL, [str(table), at], "play", owner)

    def advance_tournament(
        self, tournament: UUID, *, owner: str, table: UUID | None = None
    ) -> None:
        """The tournament may go on; a table of it is over."""
        over = "" if table is None else str(table)
        self._send(ADVANCE_TOURNAMENT, [str(tournament), over], "play", owner)

    def analyse(self, deal: UUID) -> None:
        """The analysis of the deal is to be gone on with."""
        self._send(ANALYSE, [str(deal)], "analyses")

    def preconnect(self) -> bool:
        """Connect to the broker ahead of the first request; returns whether it answered."""
        try:
            with self.app.connection_for_write() as connection:
                connection.ensure_connection(max_retries=1, timeout=2)
        except (OperationalError, OSError):
            return False
        return True

    def _send(self, name: str, arguments: list[str | int], queue: str, owner: str = "") -> None:
        headers = {SHARE: f"{queue}:{owner}"}
        try:
            self.app.send_task(
                name, arguments, queue=queue_name(self.prefix, queue), headers=headers
            )
        except (OperationalError, OSError) as error:
            log.warning("task %s was not sent: %s; the sweep will find it", name, error)


def producer(broker: str, *, queue: str) -> CeleryTasks:
    """The sender of tasks to this broker."""
    app = configure(application(set_as_current=False), broker=broker, queue=queue)
    return CeleryTasks(app, queue)


def application(**options: Any) -> Celery:
    """An application of Celery that sends or does tasks."""
    if tracing.is_on():
        from service.tracing.tasks import TracedCelery  # noqa: PLC0415

        return TracedCelery("fairdeal", **options)
    return Celery("fairdeal", **options)
