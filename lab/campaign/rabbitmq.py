"""A RabbitMQ cluster of the campaign's own, whose nodes and proxy fail."""

import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final

from lab.campaign.external import External
from lab.campaign.hosts import host_faults
from lab.campaign.plan import Fault, Faults
from lab.clusters.programs import MissingPackageError
from lab.clusters.rabbitmq.cluster import Cluster, Node, cluster
from tests.networks import Loopback
from tests.servers import NotHereError

DOWN: Final = 5.0
"""Seconds after which what was killed starts again."""
HUNG: Final = 10.0
"""Seconds for which a node hangs: longer than the others wait for it."""
HEALING: Final = 20.0
"""Seconds after which a node that stays apart is started again, as docs/operating.md says."""
MEANINGS: Final = {
    "hung": f"a node stops for {HUNG:g} s, longer than the others wait for it",
    "all nodes killed": "they start again at once, and the fault ends when all run",
}


@contextmanager
def broker(joined: Loopback) -> Generator[External]:
    """The broker of a cluster, through haproxy.

    Args:
        joined: has a host for each node; on loopback no node can be disconnected.

    Raises:
        NotHereError: a program is not installed.
    """
    try:
        with cluster(joined) as running:
            version = str(running.nodes[0].says("/overview")["rabbitmq_version"])
            end = partial(_when_healthy, running, partial(_kill_proxy, running, 0.0))
            yield External("rabbitmq", running.url, end, version, others=_faults(running))
    except MissingPackageError as error:
        raise NotHereError(str(error)) from error


def _faults(running: Cluster) -> Faults:
    """The faults; before each, all nodes run."""
    faults: dict[Fault, Callable[[], object]] = {
        Fault("haproxy", "killed"): partial(_kill_proxy, running, DOWN),
        Fault("rabbitmq", "all nodes killed"): partial(_kill_all, running),
    }
    for node in running.nodes:
        part = f"node {node.label}"
        faults[Fault(part, "killed")] = partial(_kill, running, node)
        faults[Fault(part, "hung")] = partial(_hang, node)
        faults |= host_faults(part, node.host)
    return {fault: partial(_when_healthy, running, happen) for fault, happen in faults.items()}


def _when_healthy(running: Cluster, happen: Callable[[], object]) -> None:
    try:
        running.healthy(HEALING)
    except TimeoutError:
        for node in running.apart():
            print(
                f"The node {node.label} of RabbitMQ stays apart, and is started again.", flush=True
            )
            node.kill()
            running.start(node)
        running.healthy()
    happen()


def _kill(running: Cluster, node: Node) -> None:
    node.kill()
    time.sleep(DOWN)
    running.start(node)


def _kill_all(running: Cluster) -> None:
    """The fault ends when they run again, which takes a cluster some seconds."""
    for node in running.nodes:
        node.kill()
    running.start(*running.nodes)
    running.healthy()


def _hang(node: Node) -> None:
    node.signal(signal.SIGSTOP)
    time.sleep(HUNG)
    node.signal(signal.SIGCONT)


def _kill_proxy(running: Cluster, seconds: float) -> None:
    running.kill_proxy()
    time.sleep(seconds)
    running.start_proxy()
