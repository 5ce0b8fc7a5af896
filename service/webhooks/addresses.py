"""Allowed receivers of webhooks: addresses of the internet, and networks that settings allow.

A receiver's URL is chosen by a stranger, and the request to it is made from inside our network
(server-side request forgery). So the check is made on the address that is connected to, not on the
name: it holds whatever a name resolves to, and whenever.
"""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple, TypeAlias

from domain.kernel.sentence import Sentence
from service.access.budgets import meant_by

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

PORTS: Final = (443, 8443)
"""The ports of receivers on the internet."""
LONGEST_URL: Final = 2_000
LONGEST_HOST: Final = 253
"""RFC 1035."""
_SCHEMES: Final = {"https": 443, "http": 80}
_LABEL: Final = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_LAST: Final = "[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_PATH: Final = r"([/?][A-Za-z0-9._~:/?@!$&'()*+,;=%-]*)?"
INTERNET_PATTERN: Final = rf"^https://({_LABEL}\.)+{_LAST}(:(443|8443))?{_PATH}$"
"""A receiver on the internet has a name, and an address does not count as one. No user, no password
and no fragment; a name in other letters is written as ``xn--…``."""
_URL: Final = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"
    rf"(:(?P<port>[0-9]{{1,5}}))?(?P<path>{_PATH})"
)
_LAST_PORT: Final = 65_535
_NOT_ON_THE_INTERNET: Final = Sentence("form-url")

_UNICAST: Final = IPv6Network("2000::/3")
"""The whole range of IPv6 allocated to the internet so far (RFC 4291, IANA)."""
_NOT_INTERNET: Final = tuple(
    ip_network(each)
    for each in (
        "192.0.0.0/24",  # protocols (RFC 6890), and a cloud's own services
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "224.0.0.0/4",  # multicast
        "168.63.129.16/32",  # Azure's own services, in every virtual network
        "2001::/23",  # Teredo, benchmarks, ORCHID and other protocols (RFC 2928)
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which represents any IPv4 address (RFC 3056)
        "3fff::/20",  # documentation (RFC 9637)
    )
)
"""Networks that `is_global` of some version of the standard library wrongly lets pass."""


class BadUrl(ValueError):
    """A URL to which nothing can be delivered; the sentence gives the reason."""

    def __init__(self, detail: Sentence) -> None:
        super().__init__(detail.key)
        self.detail = detail


class Refused(OSError):
    """An address to which nothing is sent."""


class Target(NamedTuple):
    """A receiver, parsed from its URL.

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
        """The value of the header ``Host``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _SCHEMES[self.scheme] else f"{host}:{self.port}"


def read_networks(text: str) -> tuple[Network, ...]:
    """Parse a list of networks, such as ``10.0.0.0/8, ::1/128``.

    Raises:
        ValueError: one of them is invalid.
    """
    return tuple(ip_network(each.strip()) for each in text.split(",") if each.strip())


def read_url(url: str, *, allowed: Sequence[Network] = ()) -> Target:
    """Parse the URL of a receiver.

    This is the only parser of such URLs, so there cannot be two readings. The address that a name
    resolves to is checked when it is connected to.

    Raises:
        BadUrl: nothing can be delivered there.
    """
    read = _URL.fullmatch(url) if len(url) <= LONGEST_URL else None
    if read is None or not (allowed or re.fullmatch(INTERNET_PATTERN.strip("^$"), url)):
        raise BadUrl(_NOT_ON_THE_INTERNET)
    scheme, host, path = read["scheme"], read["host"].strip("[]").lower(), read["path"]
    target = Target(
        scheme, host, int(read["port"] or _SCHEMES[scheme]), path if path[:1] == "/" else f"/{path}"
    )
    literal = _literal(host)
    is_bracketed = read["host"].startswith("[")
    if is_bracketed != isinstance(literal, IPv6Address) or len(host) > LONGEST_HOST:
        raise BadUrl(Sentence("form-url-host"))
    if not 0 < target.port <= _LAST_PORT:
        raise BadUrl(Sentence("form-url-port"))
    if literal is not None and not is_allowed(literal, target, allowed=allowed):
        raise BadUrl(_NOT_ON_THE_INTERNET)
    return target


def _literal(host: str) -> Address | None:
    """The host as an address, if it is one."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_allowed(address: Address, target: Target, *, allowed: Sequence[Network]) -> bool:
    """Whether a receiver may be at an address.

    Args:
        address: The address that would be connected to.
        target: The receiver: on the internet https alone, on its usual ports.
        allowed: The networks in which settings allow everything.
    """
    meant = meant_by(address)
    if any(meant in network for network in allowed if network.version == meant.version):
        return True
    return is_internet(meant) and target.scheme == "https" and target.port in PORTS


def is_internet(address: Address) -> bool:
    """Whether an address belongs to the public internet only."""
    meant = meant_by(address)
    if isinstance(meant, IPv6Address) and meant not in _UNICAST:
        return False
    special = any(meant in each for each in _NOT_INTERNET if each.version == meant.version)
    return meant.is_global and not special
