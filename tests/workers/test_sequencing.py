"""The sequencer's process: quick when idle, and no fault ends it."""

import logging
import os
import signal
import subprocess
import sys
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest

from events.postgres import PostgresStore, open_pool
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from events.translog.store import BrokenLog, TranslogStore
from events.translog.witness import Unwitnessed
from run.processes.sequencing import (
    BROKEN_PAUSE,
    PAUSE,
    UNAVAILABLE_PAUSE,
    sequence,
    sequence_batch,
)
from service.health import Health
from service.runtime import SYSTEM
from tests.events.making import KEY, MOVE, append, deal_id
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog
from tests.serving import until
from tests.simulation import waiting
from tests.simulation.runtime import RUNTIME

SECRET = "a secret of the tests, 32 bytes."

on_the_embedded = pytest.mark.parametrize("database", ["embedded"], indirect=True)


def size(translog: TranslogStore) -> int:
    signed = translog.checkpoint()
    return signed.size if signed else -1


def test_appended_events_are_signed_within_a_pause() -> None:
    store = MemoryStore()
    translog = MemoryLog(store.memory)
    nothing: Any = Mock()
    RUNTIME.thread(
        lambda: sequence(Sequencer(translog, KEY), None, nothing, RUNTIME), name="sequencer"
    )
    waiting.until(lambda: size(translog) == 0)
    for number in range(1, 5):
        append(store, deal_id(), [MOVE])
        waiting.until(lambda number=number: size(translog) == number, seconds=2 * PAUSE)  # type: ignore[misc]


@pytest.mark.long
@on_the_embedded
def test_two_processes_sequence_until_a_signal_ends_them(database: str) -> None:
    environment = {**os.environ, "DATABASE_URL": database, "FAIRDEAL_SECRET": SECRET}
    command = [sys.executable, "-m", "run.processes.sequencing"]
    processes = [
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) for _ in range(2)
    ]
    with open_pool(database, size=2) as pool:
        store, translog = PostgresStore(pool, entropy=SYSTEM.random_bytes), PostgresLog(pool)
        for number in range(5):
            until(lambda number=number: size(translog) == number)  # type: ignore[misc]
            append(store, deal_id(), [MOVE])
    for process in processes:
        process.terminate()
        _, printed = process.communicate()
        assert process.returncode == -signal.SIGTERM, printed
        assert SECRET.encode() not in printed


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
