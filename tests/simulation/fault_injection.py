"""Faults at the calls of the store, the broker, the network and the clock."""

from collections.abc import Sequence
from random import Random
from typing import Final, Literal, TypeAlias, get_args

import psycopg

from tests.memory.database import Moment
from tests.simulation.machine import Machine
from tests.simulation.scheduler import Scheduler

Fault: TypeAlias = Literal["lost", "twice", "late", "dead", "clock"]
RATE: Final = 0.05
MOST: Final = 5
LONGEST: Final = 8.0
JUMPS: Final = (-60.0, -1.0, 1.0, 60.0)
"""By how many seconds a clock is set."""


class Faults:
    """Lets other tasks go on at every call, and draws whether it meets a fault.

    Args:
        scheduler: of the simulation.
        chance: what all is drawn from.

    Attributes:
        happened: the faults, to be read when a schedule fails.
        is_calm: whether no more faults happen.
        kinds: those that may happen.
        rate: how often a call meets one.
        most: how many happen at most.
        longest: seconds by which something is late at most.
    """

    def __init__(self, scheduler: Scheduler, chance: Random) -> None:
        self.scheduler, self.chance = scheduler, chance
        self.happened: list[str] = []
        self.is_calm = False
        self.kinds: Sequence[Fault] = get_args(Fault)
        self.rate, self.most, self.longest = RATE, MOST, LONGEST

    def at_operation(self, operation: str, moment: Moment) -> None:
        """A call of the store: see `tests.memory.database.Step`.

        Raises:
            psycopg.OperationalError: The connection is lost.
        """
        if self._process() is None:  # the test looks at the record
            return
        if self.at(f"{operation} {moment}", "lost", "late", "dead", "clock") == "lost":
            raise psycopg.OperationalError("the connection is lost")

    def at(self, call: str, *possible: Fault) -> Fault | None:
        """A call at which one of these faults may happen; the caller sees to "lost" and "twice"."""
        self.scheduler.pause()
        machine = self._process()
        fault = self._drawn(possible)
        if fault is None or (machine is None and fault in ("dead", "clock")):
            return None
        name = machine.name if machine else "client"
        self.happened.append(f"{self.scheduler.elapsed:.2f} s, {name}: {call} is {fault}")
        if fault == "late":
            self.scheduler.wait(self.chance.uniform(0, self.longest))
        elif machine is not None and fault == "clock":
            machine.set_clock(self.chance.choice(JUMPS))
        elif machine is not None and fault == "dead":
            machine.die()
        return fault

    def _process(self) -> Machine | None:
        """The process whose task runs."""
        owner = self.scheduler.current.owner
        return owner if isinstance(owner, Machine) else None

    def expect(self, error: Exception) -> None:
        """See that what a task has failed with is an effect of faults.

        A task decides on the newest state, so its work is refused only if the rules disagree.
        """
        if not isinstance(error, psycopg.Error) or not self.happened:
            raise error

    def _drawn(self, possible: Sequence[Fault]) -> Fault | None:
        if self.is_calm or len(self.happened) >= self.most or self.chance.random() > self.rate:
            return None
        kinds = [each for each in possible if each in self.kinds]
        return self.chance.choice(kinds) if kinds else None
