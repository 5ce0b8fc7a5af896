"""The sequencer's process: quick when idle, and no fault ends it."""

import logging
import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager

import psycopg
import pytest

from events.postgres import PostgresStore, open_pool
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from events.translog.store import BrokenLog, TranslogStore
from events.translog.witness import Unwitnessed
from service.health import Health
from service.processes.sequencing import BROKEN_PAUSE, PAUSE, UNAVAILABLE_PAUSE, sequence_batch
from tests.events.making import KEY, MOVE, append, deal_id
from tests.serving import until
from tests.simulation.runtime import RUNTIME

SECRET = "a secret of the tests, 32 bytes."

on_the_embedded = pytest.mark.parametrize("database", ["embedded"], indirect=True)


@contextmanager
def sequencing(database: str, *, count: int = 1) -> Generator[None]:
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "service.processes.sequencing"],
            env={**os.environ, "DATABASE_URL": database, "FAIRDEAL_SECRET": SECRET},
            stderr=subprocess.PIPE,
        )
        for _ in range(count)
    ]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            _, said = process.communicate(timeout=60)
            assert process.returncode == -15, said
            assert SECRET.encode() not in said


def size(translog: TranslogStore) -> int:
    signed = translog.checkpoint()
    return signed.size if signed else -1


@on_the_embedded
@pytest.mark.parametrize("count", [1, 2])
def test_appended_events_are_signed_within_a_second(database: str, count: int) -> None:
    with open_pool(database, size=2) as pool, sequencing(database, count=count):
        store, translog = PostgresStore(pool, entropy=RUNTIME.random_bytes), PostgresLog(pool)
        until(lambda: size(translog) == 0)
        seconds = []
        for number in range(1, 8):
            append(store, deal_id(), [MOVE])
            began = time.monotonic()
            until(lambda number=number: size(translog) == number)  # type: ignore[misc]
            seconds.append(time.monotonic() - began)
        # an event comes right after the last look for events, so each waits for a whole pause; a
        # busy machine delays some of them
        assert min(seconds) < 1


class Failing:
    """A sequencer that fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def advance(self) -> None:
        raise self.error


class Beats:
    """Keeps the faults of heartbeats."""

    def __init__(self) -> None:
        self.faults: list[str | None] = []

    def beat(self, _process: str, fault: str | None = None) -> None:
        self.faults.append(fault)


@pytest.mark.parametrize(
    ("error", "pause", "said", "fault"),
    [
        (BrokenLog("its root is another"), BROKEN_PAUSE, "log.broken", "its root is another"),
        (Unwitnessed("it is older"), BROKEN_PAUSE, "log.unwitnessed", "it is older"),
        (psycopg.OperationalError("it is gone"), UNAVAILABLE_PAUSE, "OperationalError", None),
        (psycopg.errors.UndefinedTable("feed"), UNAVAILABLE_PAUSE, "UndefinedTable", None),
    ],
)
def test_no_fault_ends_it(
    error: Exception,
    pause: float,
    said: str,
    fault: str | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    health = Beats()
    assert sequence_batch(Failing(error), health) == pause  # type: ignore[arg-type]
    assert said in capsys.readouterr().out
    assert health.faults == ([] if fault is None else [fault])


@on_the_embedded
def test_it_says_which_stream_does_not_hold(
    database: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_pool(database, size=2) as pool, psycopg.connect(database, autocommit=True) as owner:
        deals = [deal_id() for _ in range(3)]
        for deal in deals:
            append(PostgresStore(pool, entropy=RUNTIME.random_bytes), deal, [MOVE, MOVE])
        owner.execute("SET session_replication_role = replica")
        owner.execute("UPDATE event SET body = 'x' WHERE stream_id = %s", [deals[1]])
        sequencer = Sequencer(PostgresLog(pool), KEY, limit=3)
        with caplog.at_level(logging.CRITICAL):
            pauses = [sequence_batch(sequencer, Health(pool, RUNTIME)) for _ in range(3)]
        assert pauses[0] == 0, "there is more to do"
        assert pauses[-1] == PAUSE
        said = capsys.readouterr().out
        assert said.count("record.broken") == 1
        assert str(deals[1]) in said
        assert size(PostgresLog(pool)) == 4
