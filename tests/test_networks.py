"""Hosts of a network on this machine, and how they are disconnected."""

import os
import socket
from pathlib import Path

import pytest

from tests.networks import Host, NoNetworkError, apart, network

DEVICES = "/proc/{}/net/dev"

SOON = 0.5
"""Seconds that are enough for a host that was always connected. One that was disconnected looks for
its neighbours once a second."""


def reaches(sender: Host, server: socket.socket, within: float = 30) -> bool:
    with sender.entered():
        client = socket.socket()
    with client:
        client.settimeout(within)
        try:
            client.connect(server.getsockname())
        except OSError:
            return False
    return True


def test_a_host_that_is_disconnected_reaches_nobody_until_it_is_connected() -> None:
    with apart(), network() as joined:
        one, other = joined.host(), joined.host()
        with one.entered():
            server = socket.create_server((one.address, 0))
        with server:
            assert reaches(other, server)
            assert reaches(Host(), server)
            one.disconnect()
            assert not reaches(other, server, SOON)
            assert not reaches(Host(), server, SOON)
            assert reaches(one, server)
            one.connect()
            assert reaches(other, server)


def test_a_network_of_a_test_is_no_network_of_this_machine() -> None:
    with apart(), network() as joined:
        name = joined.host().bridge
        assert name in Path(DEVICES.format("thread-self")).read_text()
        assert name not in Path(DEVICES.format(os.getppid())).read_text()


def test_a_host_on_loopback_cannot_be_disconnected() -> None:
    for change in (Host().disconnect, Host().connect):
        with pytest.raises(NoNetworkError):
            change()
