"""A whole installation in one process: clients, web, workers and sequencers, on simulated time."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from copy import copy
from dataclasses import replace
from functools import cache, partial
from http import HTTPStatus
from random import Random
from typing import Any, Final, cast
from uuid import UUID

import psycopg
from werkzeug.test import Client as Requests

from domain.kernel.event import Event
from domain.kernel.moves import legal_moves, say
from domain.kernel.progress import Progress
from domain.table.series import Table
from events.record import FULL, Recorded
from events.translog.sequencer import Sequencer
from fairdeal_client import Client, Patience
from fairdeal_client.runtime import Runtime as ClientRuntime
from run.processes.delivering import deliver
from run.processes.sequencing import sequence_batch
from service.access import keys
from service.api.app import create_app
from service.api.asgi import HANDED_OVER
from service.api.dependencies import Application
from service.context import Context, Tasks
from service.deals.streams import find_deal
from service.live.channels import Subscription
from service.settings import HOUSE_TABLES, Settings
from service.streams import event_of
from service.webhooks.deliveries import LeasedDelivery
from service.webhooks.dispatcher import DAY, DatabaseClock, Dispatcher, Rules
from service.webhooks.follower import Follower
from service.webhooks.sending import AttemptAnswer as Delivered
from tests.contexts import SECRET
from tests.memory.context import memory_context
from tests.memory.database import Memory, Moment
from tests.memory.store import MemoryStore
from tests.simulation.broker import Announcements, Broker
from tests.simulation.fault_injection import Faults
from tests.simulation.laws import Laws
from tests.simulation.loop import SimulatedLoop
from tests.simulation.machine import Machine
from tests.simulation.network import Answer, Connection
from tests.simulation.runtime import SimulatedRuntime
from tests.simulation.scheduler import Scheduler
from workers.idle import IdleTables
from workers.work import Work

Program = Callable[[Machine], object]

SWEEP_SECONDS: Final = 3.0
SLOTS: Final = 2
"""Tasks that a worker does at a time."""
STORM: Final = 20.0
"""Seconds in which faults happen."""
LONG: Final = 600.0
"""Seconds after the last fault in which everything must come to its end."""
PATIENCE: Final = Patience(seconds=LONG, longest=2.0)
RULES: Final = Rules(seconds=5, allowed=(), retries=(1,) * 9, patience=DAY, slots=4, share=2)
"""Of webhooks: more attempts than there are faults."""
SETTINGS: Final = Settings(
    database_url="memory", given_secret=SECRET, reads=0, writes=0, openings=0, strangers=0
)


class World:
    """An installation.

    Args:
        seed: what the schedule, the faults and all chance follow from.
        before: the contents of the database at the beginning, of `Memory.dumped`.
        faults: whether faults happen.
    """

    def __init__(self, seed: str, before: bytes = b"", *, faults: bool = True) -> None:
        self.seed, self.chance = seed, Random(seed)
        self.scheduler = Scheduler()
        self.scheduler.choose = self.chance.randrange
        self.runtime = SimulatedRuntime(self.scheduler)
        self.runtime.seed(seed)
        self.memory = Memory(self.runtime, before)
        self.faults = Faults(self.scheduler, self.chance)
        self.faults.is_calm = not faults
        self.broker = Broker(self.faults)
        self.laws = Laws(self.memory)
        self.laws.follow()
        self.memory.step = self._at_operation
        self._processes: list[_Process] = []
        self._webs: list[_Web] = []
        self._clients = 0
        self.received: list[LeasedDelivery] = []
        """The deliveries that have arrived."""

    def _at_operation(self, operation: str, moment: Moment) -> None:
        if operation == "MemoryStore.append" and moment == "end":
            self.laws.follow()
        elif operation == "MemoryLog._commit" and moment == "end":
            self.laws.follow_log()
        self.faults.at_operation(operation, moment)

    def context(self, runtime: SimulatedRuntime, tasks: Tasks | None = None) -> Context:
        """The dependencies of a process; its tasks go to the broker."""
        tasks = tasks or Announcements(self.broker)
        made = memory_context(self.memory, runtime=runtime, tasks=tasks)
        return replace(made, house_tables=HOUSE_TABLES)

    # --- Processes --------------------------------------------------------------------------------

    def web(self) -> None:
        """Start a process of the web."""
        web = _Web(self)
        self._webs.append(web)
        self._process(f"web {len(self._webs)}", web.serve)

    def worker(self, *, factor: int = 1) -> None:
        """Start a worker, which also has the beat; without a factor bots move at once."""

        def program(machine: Machine) -> None:
            work = Work(
                self.context(machine), IdleTables(tests=0, open_=0, started=0), factor=factor
            )
            for _ in range(SLOTS):
                machine.thread(partial(self.broker.consume, machine, work), name="slot")
            while True:
                machine.sleep(SWEEP_SECONDS)
                try:
                    work.sweep()
                except psycopg.Error as error:
                    self.faults.expect(error)

        self._process("worker", program)

    def sequencer(self) -> None:
        """Start a sequencer."""

        def program(machine: Machine) -> None:
            context = self.context(machine)
            sequencer = Sequencer(context.translog.store, context.translog.key)
            while True:
                machine.sleep(sequence_batch(sequencer, context.health))

        self._process("sequencer", program)

    def deliverer(self) -> None:
        """Start a process that delivers webhooks, to `receive`."""

        def program(machine: Machine) -> None:
            context = self.context(machine)
            deliveries, feed = context.webhooks.deliveries, context.webhooks.feed
            clock = DatabaseClock(deliveries, machine)
            rules = RULES
            dispatcher = Dispatcher(
                deliveries=deliveries,
                rules=rules,
                now=clock,
                attempt=self._attempt,
                runtime=machine,
            )
            deliver(
                clock,
                Follower(feed=feed, streams=context.streams, secret=context.secret),
                dispatcher,
                context.health,
                executor=machine.executor(rules.slots, name="attempt"),
                stopping=machine.event(),
                runtime=machine,
            )

        self._process("deliverer", program)

    def _attempt(self, taken: LeasedDelivery, _at: int) -> Delivered:
        """The receiver of webhooks: what it gets is in `received`."""
        fault = self.faults.at("delivery", "lost", "twice", "late", "dead")
        if fault == "lost":
            return Delivered("unreachable")
        for _ in range(2 if fault == "twice" else 1):
            self.received.append(taken)
        if self.faults.at("answer of the receiver", "lost", "late", "dead") == "lost":
            return Delivered("timeout")
        return Delivered("delivered", 200)

    def _process(self, name: str, program: Program) -> None:
        self._processes.append(_Process(self, name, program))

    def key(self) -> str:
        """A new API key."""
        credentials = self.context(self.runtime).credentials
        return keys.create_key(credentials, name="owner", default_visibility="public")

    # --- Clients ----------------------------------------------------------------------------------

    def client(self, credential: str) -> Client:
        """A client, whose requests go to any process of the web."""
        runtime = ClientRuntime(
            now=lambda: self.runtime.now() / 1_000_000,
            monotonic=self.runtime.monotonic,
            sleep=self.runtime.sleep,
            random_bytes=self.runtime.random_bytes,
        )
        made = Client("http://web", credential, patience=PATIENCE, runtime=runtime)
        cast("Any", made)._wire._kind = self._connection
        return made

    def page(self) -> Client:
        """The page of a person who has no credential."""
        made = self.client("none")
        cast("Any", made)._wire._headers = {"Origin": "http://localhost"}
        return made

    def _connection(self, *_: object, **__: object) -> Connection:
        web = self.chance.choice(self._webs)
        return Connection(self.faults, web)

    def act(self, work: Callable[[], object]) -> None:
        """Begin what a client does; it never dies, and ends when the work returns."""

        def run() -> None:
            work()
            self._clients -= 1

        self._clients += 1
        self.scheduler.start(run, name="client")

    # --- What is recorded -------------------------------------------------------------------------

    def version(self, stream: str) -> int:
        """The number of its events."""
        return self.laws.versions.get(UUID(stream), 0)

    def deal(self, deal: str) -> Progress:
        """A deal in full, as it is recorded."""
        return self.laws.deals[UUID(deal)]

    def table(self, table: str) -> Table:
        """A table, as it is recorded."""
        return self.laws.tables[UUID(table)]

    def records(self, stream: str) -> list[tuple[Recorded, Event]]:
        """The records of a stream with their events, of which nothing is hidden."""
        found = MemoryStore(self.memory).load(UUID(stream), viewer=FULL)
        return [(each, event_of(each)) for each in found]

    def legal(self, deal: str, seat: int) -> list[Any]:
        """The legal moves of a seat, as the API names them."""
        on = find_deal(self.context(self.runtime), UUID(deal))
        return [say(each) for each in legal_moves(on.game, on.view(seat), seat)]

    # --- Running ----------------------------------------------------------------------------------

    def run(self, is_done: Callable[[], object] = lambda: True, *, within: float = LONG) -> None:
        """Let everything happen, with faults, and then without, until all is as it should be.

        Args:
            is_done: whether it is, once all clients are done.
            within: seconds after the last fault.
        """

        def is_over() -> bool:
            return not self._clients and bool(is_done())

        try:
            self._until(lambda: self.scheduler.elapsed > STORM or is_over(), STORM + 1)
            self.faults.is_calm = True
            self._until(is_over, within)
        except Exception as error:
            for each in ("faults:", *self.faults.happened):
                error.add_note(each)
            raise
        finally:
            self.scheduler.kill(self.scheduler.tasks)

    def _until(self, reached: Callable[[], bool], seconds: float) -> None:
        end = self.scheduler.elapsed + seconds
        while not reached():
            assert self.scheduler.elapsed < end, "it never comes to an end"
            self.scheduler.wait(0.1)
            for each in self._processes:
                if each.machine.is_dead:
                    self.broker.take_back(each.machine)
                    each.start()


class _Process:
    """A process, which is started again when it has died."""

    def __init__(self, world: World, name: str, program: Program) -> None:
        self._world, self._name, self._program = world, name, program
        self._starts = 0
        self.machine: Machine
        self.start()

    def start(self) -> None:
        """Start it, with chance of its own."""
        self._starts += 1
        seed = f"{self._world.seed}/{self._name}/{self._starts}"
        self.machine = Machine(self._world.scheduler, seed=seed, name=self._name)
        self.machine.thread(self._run, name=self._name)

    def _run(self) -> None:
        try:
            self._program(self.machine)
        except psycopg.Error:  # it ends, and is started again
            self.machine.die()


class _Web:
    """A process of the web: it answers each request in a task of its own."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.machine: Machine | None = None
        self._app: Application
        self._requests: Requests
        self._loop: SimulatedLoop

    def serve(self, machine: Machine) -> None:
        """Begin to answer."""
        self._app = copy(_application())
        self._app.depend_on(self._world.context(machine))
        self._requests, self._loop = Requests(self._app), SimulatedLoop(machine)
        self._streams: list[Coroutine[Any, Any, bool]] = []
        self.machine = machine
        try:
            self._loop.run_forever()
        finally:
            self._loop.die()
            for each in self._streams:
                each.close()

    def answer(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer:
        """Answer a request."""
        assert self.machine is not None, "it answers"
        streams: list[Subscription] = []
        response = self._requests.open(
            target,
            method=method,
            headers=headers,
            data=body,
            environ_overrides={HANDED_OVER: streams},
        )
        assert response.status_code != HTTPStatus.INTERNAL_SERVER_ERROR, response.text
        found = Answer(
            self._world.faults,
            self.machine,
            response.status_code,
            dict(response.headers),
            response.data,
        )
        for each in streams:
            running = self._app.live.run(each, found.send)
            self._streams.append(running)
            found.stream = asyncio.run_coroutine_threadsafe(running, self._loop)
        return found


@cache
def _application() -> Application:
    """The original of every process of the web: to put one together takes long."""
    return create_app(memory_context(Memory()), SETTINGS)
