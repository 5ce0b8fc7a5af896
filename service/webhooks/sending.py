"""One attempt to deliver: a signed HTTP request to an untrusted receiver.

- It ends at its time limit, whatever the receiver or its name server does.
- It follows no redirect and reads no body.
- It connects to exactly the address that was checked, so a name that resolves differently the next
  moment (DNS rebinding) is harmless. TLS is checked for the name.

Signatures follow the Standard Webhooks specification 1.0.0. Every delivery is signed twice. A
receiver checks the Ed25519 signature (``v1a``) with a public key; only we can make it. HMAC-SHA256
(``v1``) uses a secret shared with the receiver, because most libraries know no other, such as
``standardwebhooks`` for Python. Receivers ignore unknown signatures. Both keys are derived from the
service's secret and the id of the webhook, so each webhook has its own keys and none is stored.
"""

import socket
import ssl
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache, cached_property
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

import httpcore
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from standardwebhooks import Webhook as SharedSecret

from service import ids
from service.responses.webhooks import Outcome
from service.runtime import Runtime
from service.webhooks.addresses import (
    Address,
    BadUrl,
    Network,
    Refused,
    Target,
    is_allowed,
    read_url,
)

_PRIVATE: Final = "fairdeal/1/webhook-key"
_SHARED: Final = "fairdeal/1/webhook-secret"


@dataclass(frozen=True)
class Signer:
    """The keys of a webhook.

    Attributes:
        seed: the private key, 32 bytes.
        shared: the secret that its receiver has, 32 bytes.
    """

    seed: bytes = field(repr=False)
    shared: bytes = field(repr=False)

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    @property
    def public_key(self) -> str:
        """The key with which a receiver checks ``v1a``."""
        return f"whpk_{b64encode(self._private.public_key().public_bytes_raw()).decode()}"

    @property
    def secret(self) -> str:
        """The secret with which a receiver checks ``v1``."""
        return f"whsec_{b64encode(self.shared).decode()}"

    def headers(self, message: str, payload: str, *, at: int) -> dict[str, str]:
        """The headers of an attempt.

        Args:
            message: The message id, the same in every attempt.
            payload: The request body.
            at: The time of this attempt, in seconds since the epoch.
        """
        signed = self._private.sign(f"{message}.{at}.{payload}".encode())
        own = f"v1a,{b64encode(signed).decode()}"
        shared = SharedSecret(self.shared).sign(message, datetime.fromtimestamp(at, UTC), payload)
        return {
            "webhook-id": message,
            "webhook-timestamp": str(at),
            "webhook-signature": f"{shared} {own}",
        }


def signer(secret: bytes, webhook: UUID) -> Signer:
    """The keys of a webhook, derived again on each call."""
    return Signer(
        ids.digest(secret, _PRIVATE, webhook.bytes), ids.digest(secret, _SHARED, webhook.bytes)
    )


AGENT: Final = "fairdeal-webhooks/1"
CONNECT_SECONDS: Final = 5.0
"""For each of the addresses."""
MOST_ADDRESSES: Final = 3

Resolve: TypeAlias = Callable[[str, int], Iterable[Address]]
"""Returns the addresses of a host; `OSError` if there are none."""
T = TypeVar("T")


class AttemptAnswer(NamedTuple):
    """The result of an attempt.

    Attributes:
        outcome: how it ended.
        status: the HTTP status, if there was an answer.
        retry_after: the seconds of the receiver's ``Retry-After``, if it sent one.
    """

    outcome: Outcome
    status: int | None = None
    retry_after: int | None = None


def resolved(host: str, port: int) -> list[Address]:
    """The addresses that the system's resolver returns, in its order."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ip_address(str(each[4][0]).partition("%")[0]) for each in found]


def send(
    url: str,
    payload: str,
    headers: Mapping[str, str],
    *,
    at: int,
    seconds: float,
    allowed: Sequence[Network],
    runtime: Runtime,
    resolve: Resolve = resolved,
    context: ssl.SSLContext | None = None,
) -> AttemptAnswer:
    """Post a payload to a receiver.

    Args:
        url: The receiver's.
        payload: The request body.
        headers: The headers with the signatures.
        at: The time, in µs since the epoch: a receiver may name the time of the next attempt.
        seconds: The time limit for everything.
        allowed: The networks in which settings allow everything.
        runtime: The clock of the time limit.
        resolve: Resolves a name.
        context: The trusted certificates; None: the system's, and certifi's.
    """
    try:
        target = read_url(url, allowed=allowed)
        return _posted(
            target,
            payload.encode(),
            headers,
            at=at,
            backend=_Guarded(target, allowed, resolve, limit=_Limit(seconds, runtime)),
            context=context or _trusted(),
        )
    except (BadUrl, Refused, UnicodeError):
        return AttemptAnswer("no_address")
    except httpcore.TimeoutException:
        return AttemptAnswer("timeout")
    except httpcore.ProtocolError:
        return AttemptAnswer("garbled")
    except (httpcore.NetworkError, OSError) as error:
        is_tls = any(isinstance(each, ssl.SSLError) for each in error.args)
        return AttemptAnswer("insecure" if is_tls else "unreachable")


@cache
def _trusted() -> ssl.SSLContext:
    return httpcore.default_ssl_context()


def _posted(
    target: Target,
    payload: bytes,
    headers: Mapping[str, str],
    *,
    at: int,
    backend: httpcore.NetworkBackend,
    context: ssl.SSLContext,
) -> AttemptAnswer:
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
        return _answered(response.status, dict(response.headers), at=at)


def _answered(status: int, headers: Mapping[bytes, bytes], *, at: int) -> AttemptAnswer:
    lower = {name.lower(): value for name, value in headers.items()}
    return AttemptAnswer(_outcome(status), status, _retry_after(lower.get(b"retry-after"), at=at))


def _outcome(status: int) -> Outcome:
    if status == HTTPStatus.GONE:
        return "gone"
    ranges: Mapping[int, Outcome] = {2: "delivered", 3: "redirected", 5: "failed"}
    return ranges.get(status // 100, "rejected")


def _retry_after(said: bytes | None, *, at: int) -> int | None:
    """The seconds of the header: a number, or a date (RFC 9110, 10.2.3)."""
    text = (said or b"").decode("latin-1").strip()
    if text.isascii() and text.isdigit():
        return int(text[:9])
    with suppress(ValueError, OverflowError):
        return max(0, int(parsedate_to_datetime(text).timestamp() - at / 1_000_000))
    return None


# --- Connections ---------------------------------------------------------------------------------


class _Limit:
    """The time limit of an attempt, on the monotonic clock.

    Args:
        seconds: That are left now.
        runtime: The clock.
    """

    def __init__(self, seconds: float, runtime: Runtime) -> None:
        self._end = runtime.monotonic() + seconds
        self._runtime = runtime

    def left(self) -> float:
        """The seconds that are left.

        Raises:
            httpcore.ReadTimeout: None are.
        """
        left = self._end - self._runtime.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left

    def within(self, look_up: Callable[[], T]) -> T:
        """The result of name resolution within the limit.

        The system's resolver waits for a name server as long as it likes, and cannot be
        interrupted. So it runs in a thread that is abandoned when it takes too long. A shared pool
        of few threads would not do: all of them might end up waiting for the same name server.

        Raises:
            httpcore.ConnectTimeout: There is no result by then.
        """
        found, is_done = Future[T](), self._runtime.event()

        def look() -> None:
            try:
                found.set_result(look_up())
            except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
                found.set_exception(error)
            is_done.set()

        self._runtime.thread(look, name="look-up")
        if not is_done.wait(self.left()):
            raise httpcore.ConnectTimeout
        return found.result()


class _Guarded(httpcore.NetworkBackend):
    """Connects to a receiver's addresses, if they are allowed, with a time limit.

    Args:
        target: The receiver.
        allowed: The networks in which settings allow everything.
        resolve: Resolves its name, once.
        limit: The time limit, from name resolution on.
    """

    def __init__(
        self, target: Target, allowed: Sequence[Network], resolve: Resolve, *, limit: _Limit
    ) -> None:
        self._target = target
        self._allowed = allowed
        self._resolve = resolve
        self._limit = limit
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        addresses = self._addresses(host, port)
        for address in addresses:
            try:
                within = min(CONNECT_SECONDS, self._limit.left())
                stream = self._sockets.connect_tcp(str(address), port, within)
                return _Ending(stream, self._limit)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if address is addresses[-1]:
                    raise
        raise Refused("it has no address that may be connected to")

    def _addresses(self, host: str, port: int) -> list[Address]:
        try:
            found = dict.fromkeys(self._limit.within(lambda: self._resolve(host, port)))
        except (OSError, ValueError):
            raise Refused("it has no address") from None
        fit = [each for each in found if is_allowed(each, self._target, allowed=self._allowed)]
        return fit[:MOST_ADDRESSES]


class _Ending(httpcore.NetworkStream):
    """A connection on which no operation waits beyond a time limit."""

    def __init__(self, inner: httpcore.NetworkStream, limit: _Limit) -> None:
        self._inner = inner
        self._limit = limit

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._inner.read(max_bytes, self._limit.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        self._inner.write(buffer, self._limit.left())

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        inner = self._inner.start_tls(ssl_context, server_hostname, self._limit.left())
        return _Ending(inner, self._limit)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
