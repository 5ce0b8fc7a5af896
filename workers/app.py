"""The Celery application: `celery -A workers.app worker`, and `beat` for the sweep."""

from celery import Celery

from service import tasks
from service.settings import Settings

SWEEP_SECONDS = 5.0
TEND_SECONDS = 6 * 3600.0

settings = Settings.from_environment()
app = tasks.configure(
    Celery("fairdeal", include=["workers.tasks"]),
    broker=settings.broker_url or "memory://",
    queue=settings.queue,
)
app.conf.beat_schedule = {
    "sweep": {
        "task": tasks.SWEEP,
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
    "tend": {"task": tasks.TEND, "schedule": TEND_SECONDS, "options": {"expires": TEND_SECONDS}},
}
