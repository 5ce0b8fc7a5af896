"""Where webhooks may go to: addresses of the internet, and the networks that settings allow.

A receiver's URL is somebody else's choice, and the request to it is made from inside our network
(server-side request forgery). So what is looked at is the address that is connected to, not the
name: whatever a name resolves to, and whenever.
"""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple, TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

PORTS: Final = (443, 8443)
"""Of receivers on the internet."""
LONGEST_URL: Final = 2_000
LONGEST_HOST: Final = 253
"""RFC 1035."""
_SCHEMES: Final = {"https": 443, "http": 80}
_LABEL: Final = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_LAST: Final = "[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_PATH: Final = r"([/?][A-Za-z0-9._~:/?@!$&'()*+,;=%-]*)?"
INTERNET_PATTERN: Final = rf"^https://({_LABEL}\.)+{_LAST}(:(443|8443))?{_PATH}$"
"""A receiver on the internet: it has a name, and no address is taken for one. No user, no password
and no fragment; a name in other letters is written as ``xn--…``."""
_URL: Final = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"
    rf"(:(?P<port>[0-9]{{1,5}}))?(?P<path>{_PATH})"
)
_LAST_PORT: Final = 65_535

_UNICAST: Final = IPv6Network("2000::/3")
"""All that was ever given out of IPv6 for the internet (RFC 4291, IANA)."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
"""Stands for an IPv4 address, which is judged instead (RFC 6052)."""
_NOT_INTERNET: Final = tuple(
    ip_network(each)
    for each in (
        "192.0.0.0/24",  # protocols (RFC 6890), and a cloud's own services
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "224.0.0.0/4",  # multicast
        "168.63.129.16/32",  # Azure's own services, in every virtual network
        "2001::/23",  # Teredo, benchmarks, ORCHID and other protocols (RFC 2928)
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which stands for any IPv4 address (RFC 3056)
        "3fff::/20",  # documentation (RFC 9637)
    )
)
"""What `is_global` of the standard library lets pass in one of its versions, and should not."""


class BadUrl(ValueError):
    """A URL to which nothing can be delivered; the message says why."""


class Refused(OSError):
    """An address to which nothing is sent."""


class Target(NamedTuple):
    """A receiver, as its URL says.

    Attributes:
        scheme: ``https`` or ``http``.
        host: a name in ASCII, or an address without brackets.
        port: the TCP port.
        path: path and query.
    """

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What stands in the header ``Host``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _SCHEMES[self.scheme] else f"{host}:{self.port}"


def read_networks(text: str) -> tuple[Network, ...]:
    """Networks from their list, such as ``10.0.0.0/8, ::1/128``.

    Raises:
        ValueError: one of them is none.
    """
    return tuple(ip_network(each.strip()) for each in text.split(",") if each.strip())


def read_url(url: str, *, allowed: Sequence[Network] = ()) -> Target:
    """The receiver that a URL names.

    It is read here and nowhere else, so that nobody else can understand it otherwise. What a name
    resolves to is looked at when it is connected to.

    Raises:
        BadUrl: nothing can be delivered there.
    """
    read = _URL.fullmatch(url) if len(url) <= LONGEST_URL else None
    if read is None or not (allowed or re.fullmatch(INTERNET_PATTERN.strip("^$"), url)):
        raise BadUrl("Must be https://, a name on the internet, port 443 or 8443, and a path.")
    scheme, host, path = read["scheme"], read["host"].strip("[]").lower(), read["path"]
    target = Target(
        scheme, host, int(read["port"] or _SCHEMES[scheme]), path if path[:1] == "/" else f"/{path}"
    )
    literal = _literal(host)
    is_bracketed = read["host"].startswith("[")
    if is_bracketed != isinstance(literal, IPv6Address) or len(host) > LONGEST_HOST:
        raise BadUrl("Must have a host; an IPv6 address stands in brackets.")
    if not 0 < target.port <= _LAST_PORT:
        raise BadUrl("Must have a port from 1 to 65535, or none.")
    if literal is not None and not is_allowed(literal, target, allowed=allowed):
        raise BadUrl("Must not name this address.")
    return target


def _literal(host: str) -> Address | None:
    """The address that a host is."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_allowed(address: Address, target: Target, *, allowed: Sequence[Network]) -> bool:
    """Whether a receiver may be at an address.

    Args:
        address: The address that would be connected to.
        target: The receiver: on the internet https alone, on its usual ports.
        allowed: The networks of which settings allow everything.
    """
    meant = _meant(address)
    if any(meant in network for network in allowed if network.version == meant.version):
        return True
    return is_internet(meant) and target.scheme == "https" and target.port in PORTS


def is_internet(address: Address) -> bool:
    """Whether an address is one of the internet, and of nothing else."""
    meant = _meant(address)
    if isinstance(meant, IPv6Address) and meant not in _UNICAST:
        return False
    special = any(meant in each for each in _NOT_INTERNET if each.version == meant.version)
    return meant.is_global and not special


def _meant(address: Address) -> Address:
    """The IPv4 address that an IPv6 address stands for, where the packets go there."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address
