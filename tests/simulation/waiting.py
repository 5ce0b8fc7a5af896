"""Waiting in a test, while the tasks of the schedule run."""

from collections.abc import Callable

from tests.simulation.runtime import RUNTIME

STEP = 0.02


def until(reached: Callable[[], object], seconds: float = 60.0) -> None:
    """Let time pass until something holds.

    Args:
        reached: Whether it does.
        seconds: The limit on the simulated clock.
    """
    end = RUNTIME.monotonic() + seconds
    while not reached():
        assert RUNTIME.monotonic() < end, "it did not happen in time"
        RUNTIME.sleep(STEP)
