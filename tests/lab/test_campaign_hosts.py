"""How the campaign disconnects hosts; `tests/test_networks.py` has the networks themselves."""

import time
from dataclasses import dataclass, field

import pytest

from lab.campaign.hosts import AWAY, host_faults
from lab.campaign.plan import Fault
from tests.networks import Host


@dataclass(frozen=True)
class Noted(Host):
    """A host that notes what happens to it."""

    happened: list[object] = field(default_factory=list)

    @property
    def can_be_disconnected(self) -> bool:
        return True

    def disconnect(self) -> None:
        self.happened.append("disconnected")

    def connect(self) -> None:
        self.happened.append("connected")


def test_a_fault_disconnects_a_host_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Noted()
    monkeypatch.setattr(time, "sleep", host.happened.append)
    [(fault, happen)] = host_faults("web", host).items()
    happen()
    assert fault == Fault("machine of the web", "disconnected")
    assert host.happened == ["disconnected", AWAY, "connected"]


def test_a_host_on_loopback_has_no_faults() -> None:
    assert host_faults("web", Host()) == {}
