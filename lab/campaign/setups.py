"""The set-ups: how a service runs, and which faults can happen to it there."""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final

from lab.campaign import external, patroni, rabbitmq
from lab.campaign.clocks import clock_faults
from lab.campaign.disks import FullDisk, slow_disk_faults
from lab.campaign.hosts import host_faults
from lab.campaign.links import link_faults
from lab.campaign.plan import Faults
from lab.campaign.processes import EMBEDDED, OWN, process_faults, serve_faults
from tests.clocks import Clock, build
from tests.disks import small_disk
from tests.e2e.conftest import key, started, url
from tests.links import event_loop, linked
from tests.networks import LOOPBACK, Loopback, NoNetworkError, network
from tests.servers import NotHereError
from tests.serving import COMMAND, ROOT, Serve, free_port
from tests.webhooks.receiving import LOOPBACK as LOCAL

SETTINGS: Final = {
    "FAIRDEAL_WEB_PROCESSES": "2",
    "FAIRDEAL_BOT_DELAY": "1",
    "FAIRDEAL_WEBHOOK_NETWORKS": LOCAL,
}
MACHINES: Final = {
    "web": ("web", "one web process"),
    "worker": ("worker", "beat", "webhooks", "metrics"),
    "sequencer": ("sequencer",),
}
"""The parts of `fairdeal serve --only`, each with its processes, as on machines of their own."""


def metrics() -> Mapping[str, str]:
    """The setting with which the metrics have a process."""
    return {"FAIRDEAL_METRICS_PORT": str(free_port())}


@dataclass(frozen=True, kw_only=True)
class SetUp:
    """A running service.

    Attributes:
        url: where it answers.
        key: an API key.
        faults: what can happen to it.
        missing: what could not be tried on this machine, and why.
        versions: of the servers that it uses.
        address: of this machine, by which the service reaches it.
        wrong: gets what the service did wrong during a fault.
    """

    url: str
    key: str
    faults: Faults
    missing: list[str] = field(default_factory=list)
    versions: Mapping[str, str] = field(default_factory=dict)
    address: str = LOOPBACK
    wrong: list[str] = field(default_factory=list)


@contextmanager
def embedded() -> Generator[SetUp]:
    """`fairdeal serve` with its embedded servers."""
    with started("faults", **SETTINGS, **metrics()) as serve, ExitStack() as stack:
        faults = {**process_faults(serve, (*OWN, *EMBEDDED)), **serve_faults(serve)}
        missing: list[str] = []
        try:
            faults = {**faults, **stack.enter_context(slow_disk_faults(serve))}
        except NotHereError as error:
            missing.append(f"a slow disk: {error}")
        yield SetUp(url=url(serve), key=key(serve), faults=faults, missing=missing)


@contextmanager
def on_small_disk() -> Generator[SetUp]:
    """The same with its data on a small disk, which is full at times."""
    with small_disk() as disk, started("faults", disk, **SETTINGS) as serve:
        full = FullDisk(disk, serve, key(serve))
        faults = {**process_faults(serve, EMBEDDED), **full.faults()}
        yield SetUp(url=url(serve), key=full.key, faults=faults, wrong=full.wrong)


Server = Callable[[Loopback], AbstractContextManager[external.External]]
"""A server that runs meanwhile, maybe with hosts of its own in the network."""


@contextmanager
def with_external(broker: Server, database: Server) -> Generator[SetUp]:
    """The web, the worker and the sequencer as three machines, with servers of their own.

    Each machine has a clock of its own, and connections of its own that can be disturbed. Where
    this machine makes networks, each is a host that can be disconnected.
    """
    missing: list[str] = []
    with (
        _network(missing) as joined,
        broker(joined) as queues,
        database(joined) as streams,
        event_loop() as loop,
        TemporaryDirectory(prefix="fairdeal-faults-") as made,
        ExitStack() as stack,
    ):
        servers, secret = (streams, queues), token_hex(32)
        serves, faults = dict[str, Serve](), {**streams.faults(), **queues.faults()}
        library = build(Path(made))
        for name in MACHINES:
            clock = Clock(library, Path(made) / f"{name}.clock")
            machine = _Machine(name, clock, joined, loop, servers)
            serves[name] = stack.enter_context(machine.running(Path(made), secret))
            faults |= machine.faults(serves[name])
        yield SetUp(
            url=url(serves["web"]),
            key=key(serves["web"]),
            faults=faults,
            missing=missing,
            versions={each.name: each.version for each in servers},
            address=joined.address,
        )


@contextmanager
def _network(missing: list[str]) -> Generator[Loopback]:
    """A network; if this machine makes none, loopback, and why."""
    with ExitStack() as stack:
        joined = Loopback()
        try:
            joined = stack.enter_context(network())
        except NoNetworkError as error:
            missing.append(f"machines that are disconnected: {error}")
        yield joined


class _Machine:
    """A part of `fairdeal serve --only`, with a clock of its own and its links to the servers.

    Args:
        name: of the part.
        clock: its own.
        joined: the network in which it is a host.
        loop: of the links.
        servers: the database and the broker.
    """

    def __init__(
        self,
        name: str,
        clock: Clock,
        joined: Loopback,
        loop: AbstractEventLoop,
        servers: tuple[external.External, external.External],
    ) -> None:
        self._name, self._clock, self._servers = name, clock, servers
        self._host, self._subnet = joined.host(), joined.subnet
        self._links = [linked(loop, each.url, joined.address) for each in servers]

    @contextmanager
    def running(self, folder: Path, secret: str) -> Generator[Serve]:
        """Start it in a folder of its own, and stop it; the web prints an API key."""
        (folder := folder / self._name).mkdir()
        is_web = self._name == "web"
        settings = {
            **SETTINGS,
            **self._clock.environment(),
            **self._servers[0].settings,
            **(metrics() if "metrics" in MACHINES[self._name] else {}),
            "PYTHONPATH": str(ROOT),
            "FAIRDEAL_SECRET": secret,
            "FAIRDEAL_WEBHOOK_NETWORKS": self._subnet,
            "DATABASE_URL": self._links[0][1],
            "BROKER_URL": self._links[1][1],
        }
        words = (*COMMAND, "--only", self._name, *(["--test-key"] if is_web else []))
        host = self._host
        serve = Serve(folder, words, host.entered, address=host.address, **settings)
        try:
            yield serve.ready() if is_web else serve
        finally:
            if serve.process.poll() is None:
                serve.stop()
            for link, _ in self._links:
                link.close()

    def faults(self, serve: Serve) -> Faults:
        """The faults of its processes, its clock and its connections."""
        faults = {
            **process_faults(serve, MACHINES[self._name]),
            **serve_faults(serve, f" of the {self._name}"),
            **clock_faults(self._name, self._clock),
            **host_faults(self._name, self._host),
        }
        used = zip(self._servers, self._links, strict=True)
        for server, (link, _) in list(used)[: 1 if self._name == "sequencer" else None]:
            faults |= link_faults(
                f"{self._name} to {server.name}", link
            )  # a sequencer has no tasks
        return faults


SET_UPS: Final[Mapping[str, Callable[[], AbstractContextManager[SetUp]]]] = {
    "embedded": embedded,
    "small-disk": on_small_disk,
    "external-rabbitmq": lambda: with_external(external.rabbitmq_broker, external.database),
    "external-redis": lambda: with_external(external.redis_broker, external.database),
    "external-rabbitmq-cluster": lambda: with_external(rabbitmq.broker, external.database),
    "external-patroni": lambda: with_external(external.redis_broker, patroni.database),
}
