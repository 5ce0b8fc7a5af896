"""The address of a caller behind proxies: `X-Forwarded-For`, and `Forwarded` (RFC 7239).

Nothing else that proxies write is read: answers name no host and no scheme.
"""

import re
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final

LONGEST_NODE: Final = 100
_PAIR: Final = re.compile(r'\s*([^=;"\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;"]*)(?:;|$)')
_NODE: Final = re.compile(r"(?:\[([^\]]*)\]|([0-9.]+))(?::[\w.-]*)?", re.ASCII)
"""An IPv6 address in brackets, or an IPv4 address, perhaps with a port."""


def client_address(environ: Mapping[str, Any], proxies: int) -> str:
    """The IP address from which a request came to the outermost proxy that is trusted.

    Each proxy adds an entry at the end of one of the headers, so callers can forge only what stands
    before. The address of the connection counts where an entry is missing, names no address
    (`unknown`, `_hidden`), or where the two headers disagree: one of them is the caller's own.

    Args:
        environ: The request (PEP 3333). The length of its headers is limited.
        proxies: How many proxies are in front.
    """
    connection = str(environ.get("REMOTE_ADDR", ""))
    named = {
        address
        for header, read in (("HTTP_X_FORWARDED_FOR", _address), ("HTTP_FORWARDED", _forwarded))
        if header in environ and proxies
        for address in [read(_entry(environ[header], proxies))]
    }
    [address] = named if len(named) == 1 else {None}
    return connection if address is None else str(address)


def _entry(text: str, number: int) -> str:
    """An entry of a list by its place from the end, empty if there are not so many.

    Read from the end, as a quote that a caller has left open must not hide the entries after it.
    """
    end, is_quoted = len(text), False
    for place in range(len(text) - 1, -2, -1):
        sign = text[place] if place >= 0 else ","
        if sign == '"' and not (is_quoted and place and text[place - 1] == "\\"):
            is_quoted = not is_quoted
        elif place < 0 or (sign == "," and not is_quoted):
            if entry := text[place + 1 : end].strip():
                number -= 1
            if number == 0:
                return entry
            end = place
    return ""


def _forwarded(entry: str) -> IPv4Address | IPv6Address | None:
    place = 0
    while (pair := _PAIR.match(entry, place)) is not None:
        if pair[1].lower() == "for":
            return _address(pair[2])
        place = pair.end()
    return None


def _address(node: str) -> IPv4Address | IPv6Address | None:
    """The address of a node, which may have quotes, brackets and a port."""
    if len(node) > LONGEST_NODE:
        return None
    node = node.strip(' "')
    found = _NODE.fullmatch(node)
    try:
        return ip_address(node if found is None else found[1] or found[2] or "")
    except ValueError:
        return None
