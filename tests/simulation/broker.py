"""A broker in a simulation: its messages may be lost, come twice or late, and come again after a
death."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from tests.simulation.fault_injection import Faults
from tests.simulation.machine import Machine
from tests.simulation.scheduler import Task
from workers.work import Work


class Message(NamedTuple):
    """A task."""

    name: str
    about: UUID
    details: dict[str, Any]


@dataclass
class Broker:
    """One queue for all tasks.

    Attributes:
        faults: what happens at its calls.
        waiting: the messages that no worker has taken.
        taken: those that a worker has taken and not acknowledged.
    """

    faults: Faults
    waiting: list[Message] = field(default_factory=list[Message])
    taken: list[tuple[Machine, Message]] = field(default_factory=list[tuple[Machine, Message]])
    _idle: list[Task] = field(default_factory=list[Task])

    def send(self, message: Message) -> None:
        """Put a message in the queue, unless it is lost."""
        match self.faults.at("broker.send", "lost", "twice", "late", "dead"):
            case "lost":
                return
            case "twice":
                self._put(message)
            case _:
                pass
        self._put(message)

    def consume(self, machine: Machine, work: Work) -> None:
        """Do tasks for ever; a task that fails is not repeated (so Celery is set up)."""
        while True:
            if not self.waiting:
                self._idle.append(machine.scheduler.current)
                machine.scheduler.wait()
                continue
            message = self.waiting.pop(self.faults.chance.randrange(len(self.waiting)))
            self.taken.append((machine, message))
            self.faults.at("broker.take", "late", "dead")
            try:
                getattr(work, message.name)(message.about, **message.details)
            except Exception as error:  # noqa: BLE001 - the sweep finds the work again
                self.faults.expect(error)
            self.faults.at("broker.acknowledge", "late", "dead")
            self.taken.remove((machine, message))

    def take_back(self, machine: Machine) -> None:
        """Deliver again what a dead process has not acknowledged."""
        for each in [each for each in self.taken if each[0] is machine]:
            self.taken.remove(each)
            self._put(each[1])

    def _put(self, message: Message) -> None:
        self.waiting.append(message)
        idle, self._idle = self._idle, []
        for each in idle:
            self.faults.scheduler.wake(each)


@dataclass(frozen=True, slots=True)
class Announcements:
    """See `service.context.Tasks`."""

    broker: Broker

    def play_bots(
        self, deal: UUID, *, version: int, levels: Collection[str | None], owner: str
    ) -> None:
        """See `Tasks.play_bots`."""
        assert version > 0
        assert any(levels)
        self.broker.send(Message("play_bots", deal, {}))

    def record_deal(self, deal: UUID, *, owner: str) -> None:
        """See `Tasks.record_deal`."""
        self.broker.send(Message("record_deal", deal, {}))

    def end_turn(self, deal: UUID, *, version: int, at: int, owner: str) -> None:
        """See `Tasks.end_turn`."""
        self.broker.send(Message("end_turn", deal, {"version": version, "at": at}))

    def open_deal(self, table: UUID, *, at: int, owner: str) -> None:
        """See `Tasks.open_deal`."""
        self.broker.send(Message("open_deal", table, {"at": at}))

    def advance_tournament(
        self, tournament: UUID, *, owner: str, table: UUID | None = None
    ) -> None:
        """See `Tasks.advance_tournament`."""
        self.broker.send(Message("advance_tournament", tournament, {"table": table}))

    def analyse(self, deal: UUID) -> None:
        """See `Tasks.analyse`."""
        self.broker.send(Message("analyse", deal, {}))
