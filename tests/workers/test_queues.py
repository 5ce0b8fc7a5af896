"""The queues of the broker: counted from outside, declared, and filled by the schedule."""

import re
from uuid import UUID

import pytest
import redis.exceptions
from celery import Celery
from celery.beat import Scheduler
from celery.worker import consumer
from celery.worker.consumer.delayed_delivery import DelayedDelivery

from run.processes.metrics import look_at_broker
from service import queues, tasks
from service.api import metrics
from service.settings import QUEUES, Settings, queue_name
from service.tasks import producer
from tests.serving import free_port, until
from workers import app as application
from workers.consumer import Consumer


def test_tasks_are_counted_by_their_queue(broker: str, queue: str) -> None:
    here = Settings(broker_url=broker, queue=queue)
    tasks = producer(broker, queue=queue)
    tasks.record_deal(UUID(int=9), owner="ann")
    for levels in (["hard"], ["easy", "hard", None], ["hard", "expert"], ["expert"], ["medium"]):
        tasks.play_bots(UUID(int=9), version=1, levels=levels, owner="ann")

    def waiting() -> dict[str, str]:
        look_at_broker(here)
        return dict(re.findall(r'fairdeal_queue_tasks\{queue="(\w+)"\} (\S+)', page()))

    until(lambda: waiting() == {"play": "1.0", "bots": "2.0", "hard": "3.0", "analyses": "0.0"})
    assert "fairdeal_broker_up 1.0" in page()
    look_at_broker(Settings(broker_url=f"redis://127.0.0.1:{free_port()}"))
    assert "fairdeal_broker_up 0.0" in page()
    assert 'fairdeal_queue_tasks{queue="hard"} 3.0' in page()


@pytest.mark.parametrize("broker", ["valkey"], indirect=True)
@pytest.mark.parametrize(
    "fault", [redis.exceptions.TimeoutError, redis.exceptions.ResponseError, ConnectionError]
)
def test_a_broker_that_fails_after_it_has_answered_is_unreachable(
    broker: str, queue: str, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def fail(*_: object) -> int:
        raise fault

    monkeypatch.setattr(queues, "_length", fail)
    with pytest.raises(queues.Unreachable):
        queues.lengths(broker, queue=queue)


def page() -> str:
    return metrics.page().decode()


@pytest.mark.parametrize(
    ("broker", "kind"),
    [
        ("amqp://guest:guest@127.0.0.1:5672//", {"x-queue-type": "quorum"}),
        ("amqps://broker.example", {"x-queue-type": "quorum"}),
        ("redis://127.0.0.1:6379/0", {}),
        ("redis+socket:///run/valkey", {}),
    ],
)
def test_queues_are_quorum_queues_on_rabbitmq_alone(broker: str, kind: dict[str, str]) -> None:
    app = tasks.configure(Celery(set_as_current=False), broker=broker, queue="yard")
    arguments = {each.name: each.queue_arguments for each in app.conf.task_queues}
    assert arguments == {queue_name("yard", each): kind for each in QUEUES}
    assert app.conf.worker_enable_remote_control is False


def test_a_worker_declares_no_queues_for_delayed_tasks() -> None:
    """The queues of Celery have no prefix, and stay in RabbitMQ for ever."""
    step = f"{DelayedDelivery.__module__}:{DelayedDelivery.__name__}"
    assert step in consumer.Consumer.Blueprint.default_steps
    assert step not in Consumer.Blueprint.default_steps


def test_the_beat_goes_on_after_the_clock_of_its_machine_was_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = [1000.0]
    monkeypatch.setattr(application, "monotonic", lambda: at[0])
    scheduler = Scheduler(app=application.app, lazy=True)
    scheduler.setup_schedule()
    entry = scheduler.schedule["sweep"]
    monkeypatch.setattr(application.app, "now", lambda: pytest.fail("it reads the wall clock"))
    entry = next(entry)
    at[0] += application.SWEEP_SECONDS - 0.5
    assert entry.is_due() == (False, pytest.approx(0.5))
    at[0] += 0.5
    assert entry.is_due() == (True, application.SWEEP_SECONDS)
