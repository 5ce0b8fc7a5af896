"""A port that is in use is waited for, as long as a killed `fairdeal serve` may have it."""

import socket
import time
from collections.abc import Generator

import pytest

from service.processes import ports
from service.processes.ports import PortError, see_that_it_is_free
from tests.serving import free_port

HERE = "127.0.0.1"


@pytest.fixture
def taken() -> Generator[socket.socket]:
    """A socket that has a port."""
    with socket.create_server((HERE, 0)) as listening:
        yield listening


def test_a_port_that_is_given_back_is_waited_for(
    taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: taken.close())
    see_that_it_is_free(HERE, taken.getsockname()[1], "FAIRDEAL_PORT")
    assert taken.fileno() < 0


def test_a_port_that_stays_in_use_is_named(
    taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "REMAINS_SECONDS", 0.1)
    port = taken.getsockname()[1]
    with pytest.raises(PortError) as refused:
        see_that_it_is_free(HERE, port, "FAIRDEAL_METRICS_PORT")
    assert str(refused.value) == (
        f"Port {port} of {HERE} cannot be used (Address already in use): "
        "choose another by FAIRDEAL_METRICS_PORT."
    )


def test_an_address_of_another_machine_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("it waits"))
    with pytest.raises(PortError, match="--port or FAIRDEAL_PORT"):
        see_that_it_is_free("192.0.2.1", free_port(), "FAIRDEAL_PORT")
