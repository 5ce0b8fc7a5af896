"""The settings of Celery that keep workers of one host, and services of one broker, apart."""

import pytest
from celery import Celery
from celery.worker import consumer
from celery.worker.consumer.delayed_delivery import DelayedDelivery

from service import tasks
from service.settings import QUEUES, queue_name
from workers.consumer import Consumer


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
