"""A Patroni cluster of the campaign's own, whose nodes and other parts fail."""

import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final

from lab.campaign.external import External, end_in_postgres
from lab.campaign.plan import Fault, Faults
from lab.clusters.patroni.cluster import Cluster, Node, cluster
from lab.clusters.programs import MissingPackageError
from tests.networks import Loopback
from tests.servers import NotHereError

DOWN: Final = 5.0
"""Seconds for which a node stays away after its place was taken."""
WITHOUT_ETCD: Final = 30.0
"""Seconds without etcd: longer than the primary keeps its key. Another node may get it when etcd is
back. The fault ends when the nodes have agreed, because the new primary has no standby before.
"""
PARTS: Final = ("etcd", "haproxy", "pgbouncer")
MEANINGS: Final = {
    "postgres killed": "PostgreSQL of the node is killed, and Patroni is not",
    "patroni killed": "Patroni of the node is killed, and PostgreSQL goes on; Patroni starts again "
    f"{DOWN:g} s after another node took over",
    "node killed": "PostgreSQL and Patroni of the node are killed; it starts again "
    f"{DOWN:g} s after another node took over",
    "node stopped": "all processes of the node stop, as a machine that hangs, until "
    f"{DOWN:g} s after another node took over",
    "partitioned": "all packets from and to the node are lost until "
    f"{DOWN:g} s after another node took over",
    "switched over": "`patronictl switchover`",
}


@contextmanager
def database(joined: Loopback) -> Generator[External]:
    """The database of a cluster, through PgBouncer and haproxy.

    Args:
        joined: has a host for each node; on loopback no node can be partitioned.

    Raises:
        NotHereError: a program is not installed.
    """
    try:
        with cluster(joined) as running:
            server = running.url_of("postgres", "writer", "postgres")
            yield External(
                "postgres",
                running.url,
                partial(end_in_postgres, server, "fairdeal"),
                _versions(running),
                settings={
                    "MIGRATION_DATABASE_URL": running.owner_url,
                    "REPLICA_DATABASE_URL": running.replica_url,
                },
                others=_faults(running),
            )
    except MissingPackageError as error:
        raise NotHereError(str(error)) from error


Change = Callable[[Node], object]


def _faults(running: Cluster) -> Faults:
    away: dict[str, tuple[Change, Change]] = {
        "patroni killed": (lambda node: node.kill(postgres=False), running.start),
        "node killed": (Node.kill, running.start),
        "node stopped": (
            lambda node: node.signal(signal.SIGSTOP),
            lambda node: node.signal(signal.SIGCONT),
        ),
    }
    if all(each.host.can_be_disconnected for each in running.nodes):
        away["partitioned"] = (
            lambda node: node.host.disconnect(),
            lambda node: node.host.connect(),
        )
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
    if part == "etcd":
        running.agreed()


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
