"""A Patroni cluster of the campaign's own, whose nodes and other parts fail."""

import signal
import subprocess
import time
from asyncio import AbstractEventLoop
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Final

from tests.campaign.external import External, end_in_postgres
from tests.campaign.links import Link, event_loop
from tests.campaign.plan import Fault, Faults
from tests.servers import NotHereError
from tools.patroni.cluster import Cluster, MissingPackageError, Node, cluster

DOWN: Final = 5.0
"""Seconds for which a node stays away after its place was taken."""
WITHOUT_ETCD: Final = 30.0
"""Seconds without etcd: longer than the primary keeps its key."""
PARTS: Final = ("etcd", "haproxy", "pgbouncer")
MEANINGS: Final = {
    "postgres killed": "PostgreSQL of the node is killed, and Patroni is not",
    "patroni killed": "Patroni of the node is killed, and PostgreSQL goes on; Patroni starts again "
    f"{DOWN:g} s after another node took over",
    "node killed": "PostgreSQL and Patroni of the node are killed; it starts again "
    f"{DOWN:g} s after another node took over",
    "node stopped": "all processes of the node stop, as a machine that hangs, until "
    f"{DOWN:g} s after another node took over",
    "partitioned": "nothing passes between the node and all others until "
    f"{DOWN:g} s after another node took over",
    "switched over": "`patronictl switchover`",
}


@contextmanager
def database() -> Generator[External]:
    """The database of a cluster, through PgBouncer and haproxy.

    Raises:
        NotHereError: a program is not installed.
    """
    with event_loop() as loop:
        links = _Links(loop)
        try:
            with cluster(through=links.through) as running:
                server = f"postgresql://postgres@127.0.0.1:{running.ports['writer']}/postgres"
                yield External(
                    "postgres",
                    running.url,
                    partial(end_in_postgres, server, "fairdeal"),
                    _versions(running),
                    settings={
                        "MIGRATION_DATABASE_URL": running.owner_url,
                        "REPLICA_DATABASE_URL": running.replica_url,
                    },
                    others=_faults(running, links),
                )
        except MissingPackageError as error:
            raise NotHereError(str(error)) from error
        finally:
            links.close()


class _Links:
    """The connections between the nodes, and to them.

    Args:
        loop: runs in another thread.
    """

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._of: dict[str, list[Link]] = defaultdict(list)
        self._between_nodes: list[Link] = []

    def through(self, node: str, purpose: str, port: int) -> int:
        """The port of a new link that leads to a port."""
        link = Link(self._loop, ("127.0.0.1", port))
        (self._between_nodes if purpose == "rest" else self._of[node]).append(link)
        return link.port

    def hold(self, node: str) -> None:
        """Cut a node off.

        A link does not know which node it carries. So the others' Patronis cannot reach each other
        either; they still reach etcd, by which they agree.
        """
        for each in (*self._of[node], *self._between_nodes):
            each.hold()

    def release(self, node: str) -> None:
        """Connect it again."""
        for each in (*self._of[node], *self._between_nodes):
            each.release()

    def close(self) -> None:
        """Close all links."""
        for each in (*self._between_nodes, *chain.from_iterable(self._of.values())):
            each.close()


Change = Callable[[Node], object]


def _faults(running: Cluster, links: _Links) -> Faults:
    away: dict[str, tuple[Change, Change]] = {
        "patroni killed": (lambda node: node.kill(postgres=False), running.start),
        "node killed": (Node.kill, running.start),
        "node stopped": (
            lambda node: node.signal(signal.SIGSTOP),
            lambda node: node.signal(signal.SIGCONT),
        ),
        "partitioned": (
            lambda node: links.hold(node.name),
            lambda node: links.release(node.name),
        ),
    }
    return {
        **{
            Fault(place, kind): partial(_take_away, running, place, leave, come_back)
            for kind, (leave, come_back) in away.items()
            for place in ("primary", "standby")
        },
        Fault("primary", "postgres killed"): partial(_kill_postgres, running),
        Fault("primary", "switched over"): partial(_switch_over, running),
        **{Fault(part, "killed"): partial(_kill_part, running, part) for part in PARTS},
    }


def _take_away(running: Cluster, place: str, leave: Change, come_back: Change) -> None:
    """Take a node away until another one has its place."""
    running.healthy()
    node = running.primary() if place == "primary" else running.standby()
    leave(node)
    try:
        if place == "primary":
            running.another_primary(node)
        else:
            running.another_standby(node)
        time.sleep(DOWN)
    finally:
        come_back(node)


def _kill_postgres(running: Cluster) -> None:
    running.healthy()
    running.primary().kill(patroni=False)


def _switch_over(running: Cluster) -> None:
    running.healthy()
    running.switch_over()


def _kill_part(running: Cluster, part: str) -> None:
    running.healthy()
    running.kill(part)
    time.sleep(WITHOUT_ETCD if part == "etcd" else DOWN)
    running.launch(part)


def _versions(running: Cluster) -> str:
    """The versions of all parts."""
    programs = running.programs
    commands = {
        "PostgreSQL": (f"{programs['postgres']}/postgres", "--version"),
        "Patroni": (programs["patroni"], "--version"),
        "etcd": (programs["etcd"], "--version"),
        "haproxy": (programs["haproxy"], "-v"),
        "PgBouncer": (programs["pgbouncer"], "--version"),
    }
    found = []
    for name, command in commands.items():
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        version = next((word for word in said.split() if word[:1].isdigit()), "unknown")
        found.append(f"{name} {version}")
    return ", ".join(found)
