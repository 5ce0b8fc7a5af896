"""A broker that dies at the worst moments ends no worker, and no worker waits forever after it."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from celery import bootsteps
from kombu.message import Message

from run.embedded import valkey
from run.embedded.server import launch, serving
from service import tasks
from service.settings import queue_name
from tests.links import event_loop, linked
from tests.servers import own_queues
from tests.serving import SECONDS, until
from workers.consumer import Consumer

QUEUE = "fairdeal"
ALONE = ("--without-gossip", "--without-mingle")
"""As `fairdeal serve` starts a worker: what else it reads from the broker would show the loss."""
WORKER = """
import os, signal, sys, time
from contextlib import suppress
from pathlib import Path
from celery.signals import worker_ready
from celery.worker.consumer import tasks
from kombu.exceptions import OperationalError
from run.embedded import valkey
from workers.app import app

folder = Path(sys.argv.pop())
consumers = []
app.conf.include = ()

@worker_ready.connect
def ready(sender, **_):
    consumers.append(sender)
    (folder / f"ready {len(consumers)}").touch()

def wait(reached):
    while not reached():
        time.sleep(0.01)

def done():
    return (folder / "done").exists()

def die():
    os.kill(int((folder / "valkey/valkey.pid").read_text()), signal.SIGKILL)
    wait(lambda: not valkey._answers(folder / "valkey-run/valkey"))
    raise ConnectionError("lost while an answer is due")

@app.task(name="hold")
def hold(name):
    (folder / name).touch()
    wait(done)

@app.task(name="lose")
def lose():
    if not done():
        wait(lambda: consumers[0].task_consumer.channel._in_poll)
        consumers[0].call_soon(die)
        wait(done)

@app.task(name="finish")
def finish():
    (folder / "finished").touch()

def lost_once(step, consumer, start=tasks.Tasks.start):
    tasks.Tasks.start = start
    raise OperationalError("lost before its first use")

if (folder / "lose").exists():
    tasks.Tasks.start = lost_once
app.worker_main(sys.argv[1:])
"""


class Worker:
    """A worker, and what it has written.

    Attributes:
        folder: of the files by which tasks and tests wait for each other, and of its own broker.
        queue: the name of its queues.

    Args:
        broker: the URL of another broker.
        threads: how many it has.
    """

    def __init__(
        self, folder: Path, *, broker: str | None = None, queue: str = QUEUE, threads: int = 2
    ) -> None:
        self.folder, self.queue = folder, queue
        self.broker = valkey.url(folder) if broker is None else broker
        pool = ("--pool", "threads", "--concurrency", str(threads), "--loglevel", "warning")
        with (folder / "worker.log").open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-c", WORKER, "worker", *pool, *ALONE, str(folder)],
                env={
                    **os.environ,
                    "BROKER_URL": self.broker,
                    "FAIRDEAL_QUEUE": queue,
                    "FAIRDEAL_SECRET": "a secret of the tests, 32 bytes.",
                },
                stdout=output,
                stderr=output,
            )

    def wrote(self, text: str) -> int:
        """How often it has written a text."""
        return (self.folder / "worker.log").read_text().count(text)

    def reaches(self, name: str) -> None:
        """Wait until a task has made this file."""
        until(lambda: (self.folder / name).exists() or self.process.poll() is not None)
        assert self.process.poll() is None, (self.folder / "worker.log").read_text()

    def send(self, name: str, *arguments: str) -> None:
        app = tasks.application(set_as_current=False)
        sender = tasks.configure(app, broker=self.broker, queue=self.queue)
        sender.send_task(name, arguments, queue=queue_name(self.queue, "play"))


@contextmanager
def working(folder: Path, **how: Any) -> Generator[Worker]:
    worker = Worker(folder, **how)
    try:
        yield worker
    finally:
        worker.process.kill()
        worker.process.wait()


@contextmanager
def dying(folder: Path) -> Generator[subprocess.Popen[bytes]]:
    """A broker that dies in the block, at its end at the latest."""
    process = launch(valkey.server(folder))
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.long
def test_a_worker_goes_on_after_none_of_its_tasks_could_be_acknowledged(tmp_path: Path) -> None:
    with working(tmp_path) as worker:
        with dying(tmp_path):
            for name in ("first", "second"):
                worker.send("hold", name)
                worker.reaches(name)
        (tmp_path / "done").touch()
        until(lambda: worker.wrote("Couldn't ack") == 2 or worker.wrote("broker lost"))
        assert not (tmp_path / "ready 2").exists()
        goes_on(worker)
        assert (tmp_path / "ready 2").exists(), "then it looks for what was lost"


@pytest.mark.long
def test_a_worker_outlives_a_broker_that_dies_while_an_answer_is_due(tmp_path: Path) -> None:
    with working(tmp_path) as worker:
        with dying(tmp_path) as broker:
            worker.send("lose")
            broker.wait(SECONDS)
        until(lambda: worker.wrote("an answer is due"))
        (tmp_path / "done").touch()
        goes_on(worker)


@pytest.mark.long
def test_a_worker_outlives_a_connection_that_is_lost_before_its_first_use(tmp_path: Path) -> None:
    (tmp_path / "lose").touch()
    with working(tmp_path) as worker:
        goes_on(worker)


@pytest.mark.long
def test_a_task_of_an_earlier_connection_does_not_end_the_present_one(
    tmp_path: Path, rabbitmq_broker: str
) -> None:
    """RabbitMQ takes an acknowledgement by the connection of its task alone."""
    with own_queues(rabbitmq_broker) as queue, event_loop() as loop:
        link, there = linked(loop, rabbitmq_broker)
        try:
            with working(tmp_path, broker=there, queue=queue, threads=3) as worker:
                worker.send("hold", "first")
                worker.reaches("first")
                link.stay_cut(0.1)
                finishes_a_task(worker)  # by a new connection, which has brought the first one too
                (tmp_path / "done").touch()
                until(lambda: worker.wrote("Couldn't ack") == 1 or worker.wrote("broker lost") > 1)
                finishes_a_task(worker)
                assert worker.wrote("broker lost") == 1
        finally:
            link.close()


@pytest.mark.parametrize("error", [BrokenPipeError, ConnectionResetError])
@pytest.mark.parametrize("earlier", [True, False])
def test_only_the_loss_of_the_present_connection_is_raised(
    error: type[Exception], *, earlier: bool
) -> None:
    channel = Mock(no_ack_consumers=None, basic_ack=Mock(side_effect=error))
    consumer = Consumer.__new__(Consumer)
    consumer.blueprint = SimpleNamespace(state=bootsteps.RUN)
    consumer.task_consumer = SimpleNamespace(channel=Mock() if earlier else channel)
    logger, acknowledge = Mock(), Message(channel=channel, delivery_tag=1).ack_log_error
    if earlier:
        consumer._acknowledge(acknowledge, logger, (ConnectionError,))
        assert logger.critical.call_count == 1
    else:
        with pytest.raises(error):
            consumer._acknowledge(acknowledge, logger, (ConnectionError,))


def goes_on(worker: Worker) -> None:
    """With a broker that runs again, the worker does a task."""
    with serving(valkey.server(worker.folder)):
        finishes_a_task(worker)


def finishes_a_task(worker: Worker) -> None:
    worker.send("finish")
    worker.reaches("finished")
    (worker.folder / "finished").unlink()
