"""Faults of connections: the traffic between a part of the service and a server is disturbed."""

from functools import partial
from typing import Final

from lab.campaign.plan import Fault, Faults
from tests.links import Link

SECONDS: Final = 5.0
"""How long a connection is disturbed."""


def link_faults(name: str, link: Link) -> Faults:
    """The faults of a link, whose name is the part of the service and the server."""
    return {
        Fault(name, "silent"): partial(link.stay_silent, SECONDS),
        Fault(name, "cut"): partial(link.stay_cut, SECONDS),
        Fault(name, "slow"): partial(link.stay_slow, SECONDS),
    }
