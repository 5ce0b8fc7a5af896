"""The Celery application: `celery -A workers.app worker`, and `beat` for the sweep."""

import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from celery.schedules import schedule
from celery.signals import setup_logging

from service import logs, queues, tasks, timestamps
from service.settings import Settings, queue_name

SWEEP_SECONDS = 3.0
SCRUB_SECONDS = 5.0
PARTITIONS_SECONDS = 6 * 3600.0
TAKEN = 250
"""So many tasks for each thread a worker takes from the broker, to begin them in fair shares."""

settings = Settings.from_environment()
app = tasks.configure(
    tasks.application(include=["workers.tasks"]),
    broker=settings.broker_url or "memory://",
    queue=settings.queue,
)
app.conf.worker_consumer = "workers.consumer:Consumer"
app.conf.worker_pool = "workers.pool:FairPool"
app.conf.worker_prefetch_multiplier = TAKEN


@setup_logging.connect
def _set_up_logging(**_: Any) -> None:
    """Use the service's logging for Celery: it removes cards and credentials."""
    logs.set_up(level=settings.log_level, form=settings.log_format, file=settings.log_file)
    for chatty in ("celery.beat", "celery.worker.strategy", "celery.app.trace"):
        logging.getLogger(chatty).setLevel(logging.WARNING)  # the service's tasks log their results


def _monotonic_time() -> datetime:
    """The time of the beat: one that does not jump if the clock of the machine is set."""
    return timestamps.when(0) + timedelta(seconds=monotonic())


def _every(seconds: float) -> schedule:
    return schedule(seconds, nowfun=_monotonic_time)


app.conf.beat_schedule = {
    "sweep": {
        "task": queues.SWEEP,
        "schedule": _every(SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    },
    "scrub": {
        "task": queues.SCRUB,
        "schedule": _every(SCRUB_SECONDS),
        "options": {"expires": SCRUB_SECONDS, "queue": queue_name(settings.queue, "analyses")},
    },
    "tend": {
        "task": queues.CREATE_PARTITIONS,
        "schedule": _every(PARTITIONS_SECONDS),
        "options": {"expires": PARTITIONS_SECONDS},
    },
}
