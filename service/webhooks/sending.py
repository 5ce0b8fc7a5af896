"""One try to deliver: a request to a receiver whom nobody vouches for.

It takes no longer than it may, whatever the other side does, or the name server that knows it; it
follows no redirect and reads no body; and it is connected to the very address that was looked at,
so a name that resolves otherwise the next moment (rebinding) is of no use. TLS is checked for the
name.
"""

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import cache
from http import HTTPStatus
from ipaddress import ip_address
from threading import Thread
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

import httpcore

from service.webhooks.addresses import (
    Address,
    BadUrl,
    Network,
    Refused,
    Target,
    is_allowed,
    read_url,
)

Outcome: TypeAlias = Literal[
    "delivered",
    "gone",
    "redirected",
    "rejected",
    "failed",
    "timeout",
    "unreachable",
    "insecure",
    "garbled",
    "no_address",
]
"""How a try ended: by the status of the answer (2xx, 410, 3xx, other than those, 5xx); without an
answer in time; without a connection; without a TLS certificate that holds; with an answer that is
not HTTP; without an address that may be connected to."""
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)

AGENT: Final = "fairdeal-webhooks/1"
CONNECT_SECONDS: Final = 5.0
"""To each of the addresses that are tried."""
MOST_ADDRESSES: Final = 3

Resolve: TypeAlias = Callable[[str, int], Iterable[Address]]
"""The addresses of a host; `OSError` where there are none."""
T = TypeVar("T")


class Answer(NamedTuple):
    """What a try came to.

    Attributes:
        outcome: how it ended.
        status: the HTTP status, where there was an answer.
        retry_after: how many seconds the receiver wants to be left alone, where it said so.
    """

    outcome: Outcome
    status: int | None = None
    retry_after: int | None = None


def resolved(host: str, port: int) -> list[Address]:
    """The addresses that the system's resolver finds, in its order."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ip_address(str(each[4][0]).partition("%")[0]) for each in found]


def send(
    url: str,
    payload: str,
    headers: Mapping[str, str],
    *,
    seconds: float,
    allowed: Sequence[Network],
    resolve: Resolve = resolved,
    context: ssl.SSLContext | None = None,
) -> Answer:
    """Post a payload to a receiver.

    Args:
        url: The receiver's.
        payload: What is sent.
        headers: That sign it.
        seconds: How long all of it may take.
        allowed: The networks of which settings allow everything.
        resolve: Finds the addresses of a name.
        context: The certificates that are trusted; None: those of the system, and certifi's.
    """
    try:
        target = read_url(url, allowed=allowed)
        return _posted(
            target,
            payload.encode(),
            headers,
            backend=_Guarded(target, allowed, resolve, seconds=seconds),
            context=context or _trusted(),
        )
    except (BadUrl, Refused, UnicodeError):
        return Answer("no_address")
    except httpcore.TimeoutException:
        return Answer("timeout")
    except httpcore.ProtocolError:
        return Answer("garbled")
    except (httpcore.NetworkError, OSError) as error:
        is_tls = any(isinstance(each, ssl.SSLError) for each in error.args)
        return Answer("insecure" if is_tls else "unreachable")


@cache
def _trusted() -> ssl.SSLContext:
    return httpcore.default_ssl_context()


def _posted(
    target: Target,
    payload: bytes,
    headers: Mapping[str, str],
    *,
    backend: httpcore.NetworkBackend,
    context: ssl.SSLContext,
) -> Answer:
    sent = [
        ("Host", target.authority),
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(payload))),
        ("User-Agent", AGENT),
        ("Connection", "close"),
        *headers.items(),
    ]
    url = httpcore.URL(
        scheme=target.scheme.encode(),
        host=target.host.encode(),
        port=target.port,
        target=target.path.encode(),
    )
    with (
        httpcore.ConnectionPool(ssl_context=context, network_backend=backend) as pool,
        pool.stream("POST", url, headers=sent, content=payload) as response,
    ):
        return _answered(response.status, dict(response.headers))


def _answered(status: int, headers: Mapping[bytes, bytes]) -> Answer:
    lower = {name.lower(): value for name, value in headers.items()}
    return Answer(_outcome(status), status, _retry_after(lower.get(b"retry-after")))


def _outcome(status: int) -> Outcome:
    if status == HTTPStatus.GONE:
        return "gone"
    ranges: Mapping[int, Outcome] = {2: "delivered", 3: "redirected", 5: "failed"}
    return ranges.get(status // 100, "rejected")


def _retry_after(said: bytes | None) -> int | None:
    """The seconds of the header: a number, or a date (RFC 9110, 10.2.3)."""
    text = (said or b"").decode("latin-1").strip()
    if text.isascii() and text.isdigit():
        return int(text[:9])
    with suppress(ValueError):
        return max(0, int(parsedate_to_datetime(text).timestamp() - time.time()))
    return None


# --- Connections ---------------------------------------------------------------------------------


class _Guarded(httpcore.NetworkBackend):
    """Connects to a receiver's addresses as far as they are allowed, and has an end.

    Args:
        target: The receiver.
        allowed: The networks of which settings allow everything.
        resolve: Finds its addresses, once.
        seconds: How long it takes from the looking up of the name on, and not longer.
    """

    def __init__(
        self, target: Target, allowed: Sequence[Network], resolve: Resolve, *, seconds: float
    ) -> None:
        self._target = target
        self._allowed = allowed
        self._resolve = resolve
        self._seconds = seconds
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        end = time.monotonic() + self._seconds
        addresses = self._addresses(host, port, end)
        for address in addresses:
            try:
                within = min(CONNECT_SECONDS, _left(end))
                return _Ending(self._sockets.connect_tcp(str(address), port, within), end)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if address is addresses[-1]:
                    raise
        raise Refused("it has no address that may be connected to")

    def _addresses(self, host: str, port: int, end: float) -> list[Address]:
        try:
            found = dict.fromkeys(_by(end, lambda: self._resolve(host, port)))
        except (OSError, ValueError):
            raise Refused("it has no address") from None
        fit = [each for each in found if is_allowed(each, self._target, allowed=self._allowed)]
        return fit[:MOST_ADDRESSES]


def _by(end: float, look_up: Callable[[], T]) -> T:
    """What is found by a moment of the monotonic clock.

    The system's resolver waits for a name server as long as it likes, and can not be told to stop.
    So it is asked in a thread that is left to itself when it takes too long. Not in one of a few
    that all share: those would all wait for the same name server in the end.

    Raises:
        httpcore.ConnectTimeout: nothing is, by then.
    """
    found = Future[T]()

    def look() -> None:
        try:
            found.set_result(look_up())
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            found.set_exception(error)

    Thread(target=look, name="look-up", daemon=True).start()
    if not wait([found], _left(end)).done:
        raise httpcore.ConnectTimeout
    return found.result()


class _Ending(httpcore.NetworkStream):
    """A connection on which nothing waits beyond a moment of the monotonic clock."""

    def __init__(self, inner: httpcore.NetworkStream, end: float) -> None:
        self._inner = inner
        self._end = end

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._inner.read(max_bytes, _left(self._end))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        self._inner.write(buffer, _left(self._end))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        inner = self._inner.start_tls(ssl_context, server_hostname, _left(self._end))
        return _Ending(inner, self._end)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _left(end: float) -> float:
    """The seconds that are left.

    Raises:
        httpcore.ReadTimeout: none are.
    """
    left = end - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left
