"""Several hosts on one machine: each has a network namespace of its own, and a bridge joins them.

A host can be disconnected: its packets are lost, and nothing acknowledges them, as with a cable
that is pulled out. Behind a proxy the kernel would still acknowledge them. It needs Linux and root.
The kernel removes a namespace and its devices after its last process: nothing outlives a kill.
"""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import count
from typing import Final

from tests.missing import MissingError

LOOPBACK: Final = "127.0.0.1"
NETWORK: Final = "198.18.{}.{}"
"""Addresses that RFC 2544 keeps for tests of networks: of a network, and of a host there."""
OWN: Final = "/proc/thread-self/ns/net"
OPENED: Final = f"/proc/{os.getpid()}/fd/{{}}"
_numbers: Final = count(1)
"""For the names of hosts: the kernel removes the devices of an ended one some time later."""
CLONE_NEWNET: Final = 0x4000_0000
"""unshare(2), setns(2): the kind of a network namespace."""


class NoNetworkError(MissingError):
    """This machine makes no networks; the message says why."""


@dataclass(frozen=True)
class Host:
    """Where programs run: here it is this machine, on loopback.

    Attributes:
        address: of the host.
    """

    address: str = LOOPBACK

    @property
    def can_be_disconnected(self) -> bool:
        """Whether it is in a network."""
        return False

    def entered(self) -> AbstractContextManager[None]:
        """Programs that this thread starts meanwhile run on the host."""
        return nullcontext()

    def disconnect(self) -> None:
        """Lose all packets to the host, and from it."""
        raise NoNetworkError(f"{self.address} is in no network")

    def connect(self) -> None:
        """Let packets pass again."""
        raise NoNetworkError(f"{self.address} is in no network")


@dataclass(frozen=True, kw_only=True)
class Namespace(Host):
    """A host with a network namespace of its own.

    Attributes:
        file: the open file of the namespace.
        name: of the end of its cable at the bridge.
        bridge: the name of the bridge.
        network: the open file of the bridge's namespace.
    """

    file: int
    name: str
    bridge: str
    network: int

    @property
    def can_be_disconnected(self) -> bool:
        """See `Host`."""
        return True

    def entered(self) -> AbstractContextManager[None]:
        """See `Host`."""
        return _entered(self.file)

    def disconnect(self) -> None:
        """See `Host`."""
        with _entered(self.network):
            _ip("link", "set", self.name, "nomaster")

    def connect(self) -> None:
        """See `Host`."""
        with _entered(self.network):
            _ip("link", "set", self.name, "master", self.bridge)


class Loopback:
    """No network: all hosts are this machine.

    Attributes:
        address: of this machine, by which hosts reach it.
        subnet: with the addresses of all.
    """

    address: str = LOOPBACK
    subnet: str = "127.0.0.0/8"

    def host(self) -> Host:
        """Another host."""
        return Host()


class Network(Loopback):
    """A bridge in the namespace of this thread, to which hosts are connected."""

    def __init__(self, stack: ExitStack) -> None:
        number, self._stack = os.getpid(), stack
        self._name, self._number, self._hosts = f"fd{number}", number % 256, 1
        self._file = stack.enter_context(_opened())
        self.address = NETWORK.format(self._number, 1)
        self.subnet = NETWORK.format(self._number, 0) + "/24"
        _ip("link", "add", self._name, "type", "bridge")
        stack.callback(self._delete)
        _ip("address", "add", f"{self.address}/24", "dev", self._name)
        _ip("link", "set", self._name, "up")
        self.host()  # a machine that makes a bridge may make no namespaces

    def host(self) -> Namespace:
        """See `Loopback`."""
        self._hosts += 1
        name = f"{self._name}-{next(_numbers)}"
        address = NETWORK.format(self._number, self._hosts)
        with _new():
            file = self._stack.enter_context(_opened())
        with _entered(self._file):
            far = ("peer", "name", "eth0", "netns", OPENED.format(file))
            _ip("link", "add", name, "type", "veth", *far)
            _ip("link", "set", name, "master", self._name, "up")
        with _entered(file):
            _ip("address", "add", f"{address}/24", "dev", "eth0")
            _ip("link", "set", "eth0", "up")
        return Namespace(address, file=file, name=name, bridge=self._name, network=self._file)

    def _delete(self) -> None:
        with _entered(self._file):
            _ip("link", "delete", self._name)


@contextmanager
def apart() -> Generator[None]:
    """This thread, and what it starts, is alone meanwhile in a namespace with its own loopback.

    Tests make networks there alone: a browser ends its requests when this machine gets a network.

    Raises:
        NoNetworkError: this machine makes none.
    """
    with _new():
        yield


@contextmanager
def network() -> Generator[Network]:
    """A network without hosts in the namespace of this thread, removed at the end with its hosts.

    Raises:
        NoNetworkError: this machine makes none.
    """
    with ExitStack() as stack:
        yield Network(stack)


def _ip(*words: str) -> None:
    program = shutil.which("ip", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if program is None:
        raise NoNetworkError("no ip; on Debian: apt-get install iproute2")
    done = subprocess.run((program, *words), capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNetworkError(f"ip {' '.join(words)}: {done.stderr.strip()}")


@contextmanager
def _new() -> Generator[None]:
    """This thread is in a new namespace."""
    with _opened() as own:
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
            raise NoNetworkError(f"unshare: {os.strerror(ctypes.get_errno())}")
        try:
            _ip("link", "set", "lo", "up")
            yield
        finally:
            _set(own)


@contextmanager
def _entered(file: int) -> Generator[None]:
    """This thread is in an opened namespace."""
    with _opened() as own:
        try:
            _set(file)
            yield
        finally:
            _set(own)


@contextmanager
def _opened() -> Generator[int]:
    """The open file of this thread's namespace."""
    file = os.open(OWN, os.O_RDONLY)
    try:
        yield file
    finally:
        os.close(file)


def _set(file: int) -> None:
    """Let this thread be in a namespace."""
    if ctypes.CDLL(None, use_errno=True).setns(file, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")
