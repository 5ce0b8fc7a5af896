"""A sequencer, or a delivery of webhooks, whose loop stands still ends; others go on."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys, time
from service.processes import {module} as process, watchdog
from service.settings import Settings

rearm, limits = watchdog.rearm, iter({limits})
watchdog.rearm = lambda: rearm(next(limits))
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
LONG = 60.0
"""The limit of turns that are not watched; the first ones may connect to the database."""
SECRET = "a secret of the tests, 32 bytes."


def run(
    database: str, module: str, pauses: list[float | None], *, limits: list[float]
) -> subprocess.CompletedProcess[str]:
    script = SCRIPT.format(module=module, pauses=pauses, turn=TURNS[module], limits=limits)
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
    ended = run(database, module, [0.0, None], limits=[LONG, 1.0])
    assert ended.returncode == 1
    assert "Timeout (0:00:01)!" in ended.stderr
    assert "in turn" in ended.stderr
    assert SECRET not in ended.stderr


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
@pytest.mark.parametrize("module", TURNS)
def test_a_loop_that_goes_on_does_not_end(database: str, module: str) -> None:
    """It goes on beyond the limit of its second turn, and then there are no more turns."""
    ended = run(database, module, [0.0, 0.0, 4.0], limits=[LONG, 3.0, LONG, LONG])
    assert "StopIteration" in ended.stderr
    assert "Timeout" not in ended.stderr
