"""A PostgreSQL cluster of three nodes under Patroni on this machine, for trials and tests.

``python -m lab.clusters.patroni.cluster`` runs it until Ctrl-C. It consists of etcd, Patroni with
PostgreSQL, haproxy and PgBouncer from Debian's packages. Everything lies in one temporary folder,
which is removed at the end, and listens on 127.0.0.1 or in a network of its own. An installation
has three machines for the nodes, and three nodes of etcd. Here one etcd is enough.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import psycopg

from lab.clusters.programs import PATH, MissingPackageError, await_cluster, fill, find, free_ports
from run.embedded.paths import own, unprivileged
from run.embedded.process import Program, stop
from tests.networks import Host, Loopback

HERE: Final = Path(__file__).parent
PACKAGES: Final = {
    "etcd": "etcd-server",
    "patroni": "patroni",
    "patronictl": "patroni",
    "haproxy": "haproxy",
    "pgbouncer": "pgbouncer",
}
"""The programs, each with its package of Debian."""
POSTGRES: Final = "/usr/lib/postgresql/*/bin"
NODES: Final = ("a", "b", "c")
AGREED: Final = 10.0
"""Seconds after which nodes that can reach etcd again have agreed: three of their rounds."""
SET_UP: Final = (
    "CREATE ROLE fairdeal_service NOLOGIN",
    "CREATE ROLE fairdeal_owner LOGIN",
    "CREATE ROLE fairdeal_login LOGIN IN ROLE fairdeal_service",
    "ALTER ROLE fairdeal_login SET statement_timeout = '10s'",
    "ALTER ROLE fairdeal_login SET search_path = public, pg_temp",
    "CREATE DATABASE fairdeal OWNER fairdeal_owner",
)
"""The statements that an administrator runs once, as in docs/running.md."""


@dataclass(kw_only=True)
class Node:
    """A node: Patroni and its PostgreSQL.

    Attributes:
        name: of the node.
        folder: with its configuration, its log and its data.
        host: where it runs.
        port: of PostgreSQL.
        rest: the port of Patroni.
        patroni: the running process.
    """

    name: str
    folder: Path
    host: Host
    port: int
    rest: int
    patroni: "subprocess.Popen[bytes] | None" = None

    def start(self, program: str) -> None:
        """Start Patroni, which starts PostgreSQL or takes over the one that runs."""
        patroni = Program(
            name=f"Patroni {self.name}",
            argv=(program, str(self.folder / "patroni.yaml")),
            env={"PATH": PATH, "LANG": "C.UTF-8", "HOME": str(self.folder)},
            owner=unprivileged(),
            log_file=self.folder / "patroni.log",
            orphan=signal.SIGTERM,
        )
        with self.host.entered():
            self.patroni = patroni.start()

    def postgres(self) -> int | None:
        """The number of PostgreSQL's first process."""
        with suppress(OSError, ValueError):
            pid = int((self.folder / "data/postmaster.pid").read_text().partition("\n")[0])
            if Path(f"/proc/{pid}/comm").read_text().strip() == "postgres":
                return pid
        return None

    def kill(self, *, patroni: bool = True, postgres: bool = True) -> None:
        """Kill Patroni, its PostgreSQL, or both."""
        if patroni and self.patroni is not None:
            self.patroni.kill()
            self.patroni.wait()
        if postgres and (pid := self.postgres()) is not None:
            os.kill(pid, signal.SIGKILL)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to Patroni and to every process of PostgreSQL."""
        pid = self.postgres()
        with suppress(ProcessLookupError):
            for each in (*([] if pid is None else [pid, *_children(pid)]),):
                os.kill(each, number)
        if self.patroni is not None:
            self.patroni.send_signal(number)

    def answers(self, path: str) -> bool:
        """Whether Patroni says yes, such as at `/primary`."""
        try:
            with urlopen(f"http://{self.host.address}:{self.rest}{path}", timeout=2) as answer:
                return bool(answer.status == HTTPStatus.OK)
        except OSError:  # a refusal too
            return False

    def state(self) -> dict[str, Any]:
        """The state of the node by Patroni; nothing if it does not answer."""
        try:
            url = f"http://{self.host.address}:{self.rest}/patroni"
            with urlopen(url, timeout=2) as answer:
                return dict(json.load(answer))
        except HTTPError as refused:
            return dict(json.load(refused))
        except OSError:
            return {}


@dataclass(kw_only=True)
class Cluster:
    """A running cluster.

    Attributes:
        folder: of all files.
        programs: where the programs are, and `postgres`: the folder of those of PostgreSQL.
        address: of etcd, haproxy and PgBouncer.
        nodes: the three nodes.
        ports: of `etcd`, `writer`, `reader` and `pooler`.
        running: the other processes, by name.
    """

    folder: Path
    programs: dict[str, str]
    address: str
    nodes: list[Node] = field(default_factory=list)
    ports: dict[str, int] = field(default_factory=dict)
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """The database behind PgBouncer, as the service logs in."""
        return self.url_of("fairdeal_login", "pooler")

    @property
    def owner_url(self) -> str:
        """The database at the primary, as the owner of the tables."""
        return self.url_of("fairdeal_owner", "writer")

    @property
    def replica_url(self) -> str:
        """The database at a replica."""
        return self.url_of("fairdeal_login", "reader")

    def url_of(self, user: str, port: str, database: str = "fairdeal") -> str:
        """A database by a port, as a user."""
        return f"postgresql://{user}@{self.address}:{self.ports[port]}/{database}"

    def launch(self, name: str) -> None:
        """Start etcd, haproxy or PgBouncer."""
        self.running[name] = Program(
            name=name,
            argv=(self.programs[name], *_arguments(name, self)),
            env={"PATH": PATH},
            owner=unprivileged(),
            log_file=self.folder / f"{name}.log",
            orphan=signal.SIGTERM,
        ).start()

    def kill(self, name: str) -> None:
        """Kill etcd, haproxy or PgBouncer."""
        self.running[name].kill()
        self.running[name].wait()

    def start(self, node: Node) -> None:
        """Start a node."""
        node.start(self.programs["patroni"])

    def primary(self) -> Node:
        """The primary, as soon as there is one."""
        return self._found("/primary", self.nodes)

    def standby(self) -> Node:
        """The standby for which commits wait, as soon as there is one."""
        return self._found("/sync", self.nodes)

    def another_primary(self, old: Node) -> Node:
        """The primary, as soon as it is another node than the old one."""
        return self._found("/primary", self._others(old))

    def another_standby(self, old: Node) -> Node:
        """The standby for which commits wait, as soon as it is another node than the old one."""
        return self._found("/sync", self._others(old))

    def healthy(self) -> None:
        """Wait until one node is the primary and all others follow it."""
        await_cluster(self._is_healthy, self.folder)

    def agreed(self) -> None:
        """Wait until all is healthy, and has been so for some seconds with the same primary."""
        known, since = list[str](), time.monotonic()

        def is_agreed() -> bool:
            nonlocal known, since
            found = [each.name for each in self.nodes if each.answers("/primary")]
            if found != known or not self._is_healthy():
                known, since = found, time.monotonic()
            return time.monotonic() - since > AGREED

        await_cluster(is_agreed, self.folder)

    def switch_over(self) -> None:
        """Let a standby take over, as before maintenance."""
        old = self.primary()
        command = (self.programs["patronictl"], "-c", str(old.folder / "patroni.yaml"))
        chosen = ("switchover", "--master", old.name, "--force", "fairdeal")
        environment = {"PATH": PATH, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            (*command, *chosen), env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"patronictl failed: {done.stdout}{done.stderr}")
        self.another_primary(old)

    def close(self) -> None:
        """Stop everything."""
        for node in self.nodes:
            node.signal(signal.SIGCONT)
        for node in self.nodes:
            if node.patroni is not None:
                stop(node.patroni, ((signal.SIGTERM, 20.0),))
            node.kill(patroni=False)
        for each in self.running.values():
            stop(each, ((signal.SIGTERM, 5.0),))

    def _others(self, node: Node) -> list[Node]:
        return [each for each in self.nodes if each is not node]

    def _found(self, path: str, nodes: list[Node]) -> Node:
        """The node of which Patroni says yes, as soon as there is one."""
        found: list[Node] = []

        def find() -> bool:
            found.extend(each for each in nodes if each.answers(path))
            return bool(found)

        await_cluster(find, self.folder)
        return found[0]

    def _is_healthy(self) -> bool:
        states = [each.state() for each in self.nodes]
        followers = [
            s for s in states if s.get("role") == "replica" and s.get("state") == "running"
        ]
        synchronous = any(each.answers("/sync") for each in self.nodes)
        return synchronous and len(followers) == len(self.nodes) - 1


@contextmanager
def cluster(joined: Loopback) -> Generator[Cluster]:
    """Start a cluster with an empty database, and stop it.

    Args:
        joined: gets a host for each node.

    Raises:
        MissingPackageError: a program is not installed.
    """
    programs = _find_programs()
    with TemporaryDirectory(prefix="fairdeal-patroni-") as made:
        folder = Path(made)
        own(folder, unprivileged())
        built = Cluster(folder=folder, programs=programs, address=joined.address)
        try:
            _start_all(built, [joined.host() for _ in NODES])
            yield built
        finally:
            built.close()


def _start_all(built: Cluster, hosts: Sequence[Host]) -> None:
    folder = built.folder
    built.ports = dict(
        zip(("etcd", "peer", "writer", "reader", "pooler"), free_ports(5), strict=True)
    )
    built.launch("etcd")
    known = {"folder": folder, "address": built.address, **built.ports}
    servers = []
    for name, host in zip(NODES, hosts, strict=True):
        port, rest = free_ports(2)
        node = Node(name=name, folder=folder / name, host=host, port=port, rest=rest)
        node.folder.mkdir()
        own_values = {"name": name, "folder": node.folder, "port": port, "rest": rest}
        programs = {"programs": built.programs["postgres"], "host": host.address}
        fill(HERE / "patroni.yaml", node.folder, {**known, **own_values, **programs})
        own(node.folder, unprivileged())
        servers.append(f"    server {name} {host.address}:{port} check port {rest}")
        built.nodes.append(node)
        built.start(node)
        built.primary()  # the first one makes the cluster
    lines = "\n".join(servers)
    fill(HERE / "haproxy.cfg", folder, {**known, "writers": lines, "readers": lines})
    (folder / "users.txt").write_text('"fairdeal_login" ""\n"fairdeal_owner" ""\n')
    fill(HERE / "pgbouncer.ini", folder, known)
    built.healthy()
    first = built.primary()
    url = f"postgresql://postgres@{first.host.address}:{first.port}/postgres"
    with psycopg.connect(url, autocommit=True) as administrator:
        for statement in SET_UP:
            administrator.execute(statement.encode())
    built.launch("haproxy")
    built.launch("pgbouncer")


def _arguments(name: str, built: Cluster) -> tuple[str, ...]:
    folder = built.folder
    if name == "haproxy":
        return ("-f", str(folder / "haproxy.cfg"), "-db")
    if name == "pgbouncer":
        return (str(folder / "pgbouncer.ini"),)
    client, peer = (f"http://{built.address}:{built.ports[each]}" for each in ("etcd", "peer"))
    return (
        *("--data-dir", str(folder / "etcd"), "--name", "etcd", "--enable-v2=true"),
        *("--listen-client-urls", client, "--advertise-client-urls", client),
        *("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer),
        *("--initial-cluster", f"etcd={peer}"),
    )


def _find_programs() -> dict[str, str]:
    found = find(PACKAGES)
    folders = sorted(Path("/").glob(POSTGRES.lstrip("/")), key=lambda at: int(at.parent.name))
    if not folders:
        raise MissingPackageError("no PostgreSQL; on Debian: apt-get install postgresql")
    return {**found, "postgres": str(folders[-1])}


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(each) for each in listed.split()]


def main() -> None:
    """Run a cluster until Ctrl-C."""
    try:
        with cluster(Loopback()) as running:
            print(f"DATABASE_URL={running.url}")
            print(f"MIGRATION_DATABASE_URL={running.owner_url}")
            print(f"REPLICA_DATABASE_URL={running.replica_url}", flush=True)
            signal.pause()
    except MissingPackageError as error:
        sys.exit(f"The cluster cannot be started: {error}.")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
