"""Origins of web pages (RFC 6454), as a browser or an app writes them in the header `Origin`."""

import re
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

ANY: Final = "*"
LONGEST: Final = 300
_PORTS: Final = {"http": 80, "https": 443}
"""Ports that an origin does not name, by the schemes whose hosts are written in lower case."""
_ORIGIN: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?"
)


def origin_fault(text: str) -> str | None:
    """Why a text is no origin that a page can have, with one that is; None: it is an origin.

    Any scheme can have one, as that of an app (`capacitor://localhost`) or of an extension.
    """
    written = _written(text)
    if text in (ANY, written):
        return None
    example = "https://cards.example or capacitor://localhost, with spaces between"
    return f"has {text!r}, but an origin is like {written or example}, and {ANY} is any"


def _written(text: str) -> str | None:
    """The origin of an address, as a browser writes it; None: it has none."""
    if len(text) > LONGEST:
        return None
    with suppress(ValueError):
        parts = urlsplit(text)
        host = parts.netloc.rpartition("@")[2]
        if parts.scheme in _PORTS:
            host = host.lower().removesuffix(f":{_PORTS[parts.scheme]}")
        origin = f"{parts.scheme}://{host}"
        if _ORIGIN.fullmatch(origin) and (parts.port or 1) > 0:
            return origin
    return None
