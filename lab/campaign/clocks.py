"""Faults of clocks: the clock of a machine's processes jumps by an hour, and is set right again."""

import time
from functools import partial
from typing import Final

from lab.campaign.plan import Fault, Faults
from tests.clocks import HOUR, Clock

SECONDS: Final = 5.0
"""How long a clock is wrong."""


def clock_faults(name: str, clock: Clock) -> Faults:
    """Jumps of the clock of a machine with this name."""
    part = f"clock of the {name}"
    return {
        Fault(part, "an hour ahead"): partial(_jump, clock, HOUR),
        Fault(part, "an hour behind"): partial(_jump, clock, -HOUR),
    }


def _jump(clock: Clock, ahead: int) -> None:
    clock.set(ahead)
    time.sleep(SECONDS)
    clock.set(0)
