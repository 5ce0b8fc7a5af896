"""A sequencer, or a delivery of webhooks, whose loop stands still ends; others go on."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys, time
from functools import partial
from service.processes import {module} as process, watchdog
from service.settings import Settings

watchdog.rearm = partial(watchdog.rearm, {limit})
turns = iter({pauses})

def turn(*_):
    pause = next(turns)
    if pause is None:
        time.sleep(60)
    return pause

process.{turn} = turn
process.run(Settings.from_environment())
"""
TURNS = {"sequencing": "sequence_batch", "delivering": "run_once"}
SECRET = "a secret of the tests, 32 bytes."


def run(
    database: str, module: str, pauses: list[float | None], *, limit: float
) -> subprocess.CompletedProcess[str]:
    script = SCRIPT.format(module=module, pauses=pauses, turn=TURNS[module], limit=limit)
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "DATABASE_URL": database, "FAIRDEAL_SECRET": SECRET},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
@pytest.mark.parametrize("module", TURNS)
def test_a_loop_that_stands_still_ends_with_its_stacks(database: str, module: str) -> None:
    ended = run(database, module, [0.0, None], limit=1.0)
    assert ended.returncode == 1
    assert "Timeout (0:00:01)!" in ended.stderr
    assert "in turn" in ended.stderr
    assert SECRET not in ended.stderr


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
@pytest.mark.parametrize("module", TURNS)
def test_a_loop_that_goes_on_does_not_end(database: str, module: str) -> None:
    """Two seconds, and then there are no more turns."""
    ended = run(database, module, [0.2] * 10, limit=1.5)
    assert "StopIteration" in ended.stderr
    assert "Timeout" not in ended.stderr
