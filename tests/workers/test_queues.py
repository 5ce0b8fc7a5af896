"""The tasks that wait are counted from outside: by asking the broker."""

import re
from uuid import UUID

import pytest
import redis.exceptions

from service import queues
from service.api import metrics
from service.processes.metrics import look_at_broker
from service.settings import Settings
from service.tasks import producer
from tests.serving import free_port, until


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
