"""Faults of hosts: a machine of the service is disconnected from all others."""

import time
from functools import partial
from typing import Final

from lab.campaign.plan import Fault, Faults
from tests.networks import Host

AWAY: Final = 10.0
"""How long a machine is disconnected, in seconds: longer than most requests may take."""


def host_faults(name: str, host: Host) -> Faults:
    """The faults of the host of a part of the service; none on loopback."""
    if not host.can_be_disconnected:
        return {}
    return {Fault(f"machine of the {name}", "disconnected"): partial(_disconnect, host)}


def _disconnect(host: Host) -> None:
    host.disconnect()
    try:
        time.sleep(AWAY)
    finally:
        host.connect()
