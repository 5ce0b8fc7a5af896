"""The names and addresses of this machine, for its certificate and for people on other devices."""

import fcntl
import re
import socket
import struct
import sys
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Final

_HOST: Final = re.compile(r"[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,5}")
_GET_ADDRESS: Final = 0xC0206921 if sys.platform == "darwin" else 0x8915
"""SIOCGIFADDR: the IPv4 address of a network interface."""
_ADDRESS: Final = slice(20, 24)
"""Where the address is in the answer, a `struct ifreq`."""
_IPV6: Final = Path("/proc/net/if_inet6")
_GLOBAL: Final = "00"
_TEMPORARY: Final = 0x01
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address outside of the local network (RFC 5737), to which nothing is sent."""


def names() -> frozenset[str]:
    """Names and addresses by which a browser may reach this machine.

    An IPv6 address that is made to be given up soon is not among them, nor one that only works
    together with the name of an interface.
    """
    host = socket.gethostname().lower()
    hosts = {host, f"{host.partition('.')[0]}.local"} if _HOST.fullmatch(host) else set[str]()
    return frozenset({"localhost", "127.0.0.1", "::1", *hosts, *_ipv4(), *_ipv6()})


def address_for_others() -> str | None:
    """The IPv4 address by which other devices of the network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(_ELSEWHERE)
        return str(probe.getsockname()[0])
    return min((each for each in _ipv4() if not ip_address(each).is_loopback), default=None)


def _ipv4() -> frozenset[str]:
    found: set[str] = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has no address
                answer = fcntl.ioctl(probe, _GET_ADDRESS, struct.pack("256s", name.encode()))
                found.add(socket.inet_ntoa(answer[_ADDRESS]))
    return frozenset(found)


def _ipv6() -> frozenset[str]:
    """The lasting addresses, where the kernel lists them (Linux)."""
    if not _IPV6.exists():
        return frozenset()
    rows = (line.split() for line in _IPV6.read_text("ascii").splitlines())
    return frozenset(
        str(IPv6Address(bytes.fromhex(digits)))
        for digits, _index, _prefix, scope, flags, _name in rows
        if scope == _GLOBAL and not int(flags, 16) & _TEMPORARY
    )
