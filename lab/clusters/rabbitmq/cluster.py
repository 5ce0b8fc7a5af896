"""A RabbitMQ cluster of three nodes on this machine, for trials and tests.

``python -m lab.clusters.rabbitmq.cluster`` runs it until Ctrl-C. It consists of RabbitMQ and
haproxy from Debian's packages. Everything lies in one temporary folder, which is removed at the
end, and listens on 127.0.0.1 or in a network of its own. An installation has three machines for the
nodes.
"""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import httpx

from lab.clusters.programs import (
    PATH,
    STARTING,
    MissingPackageError,
    await_cluster,
    fill,
    find,
    free_ports,
)
from run.embedded.paths import own, unprivileged
from run.embedded.process import Program, stop, sweep
from tests.networks import Host, Loopback

HERE: Final = Path(__file__).parent
SERVER: Final = "/usr/lib/rabbitmq/bin/rabbitmq-server"
"""The one of /usr/sbin runs only as root or as the user `rabbitmq`."""
PACKAGES: Final = {"epmd": "erlang-base", "haproxy": "haproxy", SERVER: "rabbitmq-server"}
"""The programs, each with its package of Debian."""
NODES: Final = ("a", "b", "c")
USER: Final = "fairdeal"


class Ports(NamedTuple):
    """The ports of a node: for the service, for checks of health, and for the other nodes."""

    amqp: int
    management: int
    distribution: int


@dataclass(kw_only=True)
class Node:
    """A node.

    Attributes:
        label: of the node.
        folder: with its configuration, its log and its data.
        host: where it runs.
        ports: of the node.
        password: of the user of all nodes.
        running: the running process.
    """

    label: str
    folder: Path
    host: Host
    ports: Ports
    password: str
    running: "subprocess.Popen[bytes] | None" = None

    @property
    def name(self) -> str:
        """The name by which the other nodes know it."""
        return f"{self.label}@{self.host.address}"

    def start(self, environment: dict[str, str]) -> None:
        """Start it."""
        address = self.host.address.replace(".", ",")
        node = Program(
            name=f"RabbitMQ {self.label}",
            argv=(SERVER,),
            env={
                **environment,
                "RABBITMQ_NODENAME": self.name,
                "RABBITMQ_USE_LONGNAME": "true",
                "RABBITMQ_CONFIG_FILE": str(self.folder / "rabbitmq.conf"),
                "RABBITMQ_ADVANCED_CONFIG_FILE": os.devnull,
                "RABBITMQ_CONF_ENV_FILE": os.devnull,
                "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "enabled_plugins"),
                "RABBITMQ_MNESIA_BASE": str(self.folder / "data"),
                "RABBITMQ_LOG_BASE": str(self.folder),
                "RABBITMQ_LOGS": "-",
                "RABBITMQ_DIST_PORT": str(self.ports.distribution),
                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+sbwt none -kernel inet_dist_use_interface "
                f"{{{address}}}",
                "RUNNING_UNDER_SYSTEMD": "true",  # the script becomes the node, and not its parent
            },
            owner=unprivileged(),
            log_file=self.folder / "rabbitmq.log",
            orphan=signal.SIGKILL,
        )
        with self.host.entered():
            self.running = node.start()

    def kill(self) -> None:
        """Kill all of its processes."""
        if self.running is not None:
            sweep(self.running)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all of its processes."""
        if self.running is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.running.pid, number)

    def says(self, path: str) -> Any:
        """An answer of its API for managers; None if it gives none, or refuses."""
        url = f"http://{self.host.address}:{self.ports.management}/api{path}"
        try:
            answer = httpx.get(url, auth=(USER, self.password), timeout=2, trust_env=False)
        except httpx.HTTPError:
            return None
        return answer.json() if answer.is_success else None


@dataclass(kw_only=True)
class Cluster:
    """A running cluster.

    Attributes:
        folder: of all files.
        programs: where the programs are.
        address: of haproxy.
        port: of haproxy.
        epmd_port: of epmd, which says on each host on which ports its nodes are.
        password: of the user.
        nodes: the three nodes.
        running: the other processes, by name.
    """

    folder: Path
    programs: dict[str, str]
    address: str
    port: int
    epmd_port: int
    password: str = field(default_factory=secrets.token_hex)
    nodes: list[Node] = field(default_factory=list)
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """The broker behind haproxy."""
        return f"amqp://{USER}:{self.password}@{self.address}:{self.port}/fairdeal"

    def start_proxy(self) -> None:
        """Start haproxy."""
        settings = str(self.folder / "haproxy.cfg")
        self._run("haproxy", self.programs["haproxy"], "-f", settings, "-db")

    def start(self, *nodes: Node) -> None:
        """Start nodes."""
        for node in nodes:
            node.start(self._environment())

    def kill_proxy(self) -> None:
        """Kill haproxy."""
        self.running["haproxy"].kill()
        self.running["haproxy"].wait()

    def healthy(self, seconds: float = STARTING) -> None:
        """Wait until all nodes run, and each queue has enough copies to do without any node.

        Raises:
            TimeoutError: it takes longer.
        """
        await_cluster(lambda: all(map(self._is_healthy, self.nodes)), self.folder, seconds)

    def apart(self) -> list[Node]:
        """The nodes that no other node knows to run."""
        known = {node.label: self._running(node) - {node.name} for node in self.nodes}
        return [
            node for node in self.nodes if not any(node.name in each for each in known.values())
        ]

    def close(self) -> None:
        """Stop everything."""
        for node in self.nodes:
            node.kill()
        for each in self.running.values():
            stop(each, ((signal.SIGTERM, 5.0),))

    def add(self, label: str, host: Host, ports: Ports) -> None:
        """Add a node that does not run yet."""
        (folder := self.folder / label).mkdir()
        node = Node(label=label, folder=folder, host=host, ports=ports, password=self.password)
        self.nodes.append(node)

    def start_epmd(self) -> None:
        """Start epmd on each host."""
        for host in {node.host.address: node.host for node in self.nodes}.values():
            with host.entered():
                name = f"epmd-{host.address}"
                self._run(name, self.programs["epmd"], "-address", host.address)

    def _run(self, name: str, *argv: str) -> None:
        self.running[name] = Program(
            name=name,
            argv=argv,
            env=self._environment(),
            owner=unprivileged(),
            log_file=self.folder / f"{name}.log",
            orphan=signal.SIGTERM,
        ).start()

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": f"{PATH}:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(self.folder),
            "ERL_EPMD_PORT": str(self.epmd_port),
        }

    @staticmethod
    def _running(node: Node) -> set[str]:
        """The names of the nodes that run, as a node knows."""
        return {each["name"] for each in node.says("/nodes") or [] if each.get("running")}

    def _is_healthy(self, node: Node) -> bool:
        is_whole = len(self._running(node)) == len(self.nodes)
        return is_whole and node.says("/health/checks/node-is-quorum-critical") is not None


@contextmanager
def cluster(joined: Loopback) -> Generator[Cluster]:
    """Start a cluster, and stop it.

    Args:
        joined: gets a host for each node.

    Raises:
        MissingPackageError: a program is not installed.
    """
    programs = find(PACKAGES)
    with TemporaryDirectory(prefix="fairdeal-rabbitmq-") as made:
        folder, address = Path(made), joined.address
        port, epmd = free_ports(2)
        built = Cluster(
            folder=folder, programs=programs, address=address, port=port, epmd_port=epmd
        )
        try:
            _start_all(built, [joined.host() for _ in NODES])
            yield built
        finally:
            built.close()


def _start_all(built: Cluster, hosts: Sequence[Host]) -> None:
    ports = free_ports(len(NODES) * 3)
    for label, host in zip(NODES, hosts, strict=True):
        built.add(label, host, Ports(ports.pop(), ports.pop(), ports.pop()))
    known = "cluster_formation.classic_config.nodes.{} = {}"
    names = "\n".join(known.format(at, node.name) for at, node in enumerate(built.nodes, 1))
    for node in built.nodes:
        values = {"address": node.host.address, "nodes": names, "password": built.password}
        fill(HERE / "rabbitmq.conf", node.folder, {**values, **node.ports._asdict()})
        (node.folder / "enabled_plugins").write_text("[rabbitmq_management].")
        own(node.folder, unprivileged())
    cookie = built.folder / ".erlang.cookie"
    cookie.write_text(secrets.token_hex())
    own(cookie, unprivileged())
    own(built.folder, unprivileged())
    line = "    server {} {}:{}"
    servers = "\n".join(line.format(n.label, n.host.address, n.ports.amqp) for n in built.nodes)
    proxy = {"address": built.address, "port": built.port, "servers": servers}
    fill(HERE / "haproxy.cfg", built.folder, proxy)
    built.start_epmd()
    built.start(*built.nodes)
    built.healthy()
    built.start_proxy()


def main() -> None:
    """Run a cluster until Ctrl-C."""
    try:
        with cluster(Loopback()) as running:
            print(f"BROKER_URL={running.url}", flush=True)
            signal.pause()
    except MissingPackageError as error:
        sys.exit(f"The cluster cannot be started: {error}.")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
