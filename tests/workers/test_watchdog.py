"""A sequencer, or a delivery of webhooks, whose loop stands still ends; others go on."""

import subprocess
import sys
from typing import Any
from unittest.mock import Mock

import pytest

from run.processes import delivering, sequencing
from run.processes.watchdog import SECONDS
from tests.simulation.runtime import RUNTIME

TURNS = 3
STANDING = """
import time
from service.runtime import SYSTEM

secret = "a secret of the tests"
SYSTEM.end_process_later(0.01)
time.sleep(3600)
"""


class StoppedError(Exception):
    """Ends a loop."""


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[float | str]:
    """The limits that are set, and the turns."""
    noted: list[float | str] = []

    def turn(*_: object) -> float:
        noted.append("turn")
        if noted.count("turn") == TURNS:
            raise StoppedError
        return 0.2

    monkeypatch.setattr(RUNTIME, "end_process_later", noted.append)
    monkeypatch.setattr(sequencing, "sequence_batch", turn)
    monkeypatch.setattr(delivering, "run_once", turn)
    return noted


def test_each_turn_of_the_sequencer_has_a_limit(turns: list[float | str]) -> None:
    nothing: Any = Mock()
    with pytest.raises(StoppedError):
        sequencing.sequence(nothing, None, nothing, RUNTIME)
    assert turns == [SECONDS, "turn"] * TURNS


def test_each_turn_of_the_delivery_has_a_limit(turns: list[float | str]) -> None:
    nothing: Any = Mock()
    nothing.deliveries.forget.return_value = 0
    own: Any = {"executor": nothing, "stopping": RUNTIME.event(), "runtime": RUNTIME}
    with pytest.raises(StoppedError):
        delivering.deliver(Mock(return_value=0), nothing, nothing, nothing, **own)
    assert turns == [SECONDS, "turn"] * TURNS


def test_a_process_that_stands_still_ends_with_its_stacks() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STANDING], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "Timeout (0:00:00.010000)!" in ended.stderr
    assert "secret" not in ended.stderr
