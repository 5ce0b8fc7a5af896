"""Requests over HTTP/1.1: persistent connections; each request is sent until it is answered."""

import json
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

from fairdeal_client.patience import Patience, patiently
from fairdeal_client.problems import foreign, read_object, refusal
from fairdeal_client.runtime import Runtime

JSON: Final = "application/json"
REPEATABLE: Final = {"POST", "PUT", "DELETE"}
"""The methods whose requests take an idempotency key."""
REFUSED: Final = 300
"""The API does not redirect, so a redirection is a foreign answer."""
EMPTY: Final = 204
MOST: Final = 256_000_000
"""The most bytes of an answer: a longer one is not the service's."""
FIRST: Final = 100_000
"""The most bytes that are read in place of a stream."""
SILENT_SECONDS: Final = 30.0
"""A stream sends something every few seconds; after this silence it counts as broken."""

Query = Mapping[str, str | int | None]


class Request(NamedTuple):
    """A request, the same each time it is sent."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes | None = None
    may_be_empty: bool = False
    """Whether it may be answered with 204."""


class Wire:
    """A service at a URL, used with one credential. Any number of threads may share it.

    Args:
        url: where the service is; a path in it is a prefix for all paths.
        credential: an API key, or the token of a seat or a guest; empty: none.
        timeout: seconds without a sign of life after which a connection is given up.
        patience: how long a request is repeated.
        runtime: the clocks and the random source.
    """

    def __init__(
        self,
        url: str,
        credential: str,
        *,
        timeout: float,
        patience: Patience,
        runtime: Runtime,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or parts.hostname is None:
            raise ValueError(f"no http:// or https:// URL: {url!r}")
        self.patience, self.runtime = patience, runtime
        self.origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._place = parts.hostname, parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {credential}"} if credential else {}
        self._timeout = timeout
        self._idle: list[HTTPConnection] = []
        self._lock = threading.Lock()

    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Query | None = None,
        body: Any = None,
        accept: str = JSON,
        idempotency_key: str | None = None,
    ) -> bytes:
        """Send a request until it is answered, and return the body of the answer, as accepted.

        A request that changes something has one idempotency key for all its attempts, so it takes
        effect once. A PATCH has none, because it is idempotent itself.

        Raises:
            Problem: the service refuses it, or the answer is not the service's (`ForeignAnswer`).
            Unreachable: nothing answers.
        """
        headers = {"Accept": accept}
        if method in REPEATABLE:
            headers["Idempotency-Key"] = idempotency_key or self.runtime.idempotency_key()
        if body is not None:
            headers["Content-Type"] = JSON
        data = None if body is None else json.dumps(body).encode()
        is_dry = isinstance(body, dict) and body.get("dry_run") is True  # of a move: only judged
        request = self._request(method, path, query, headers, data)._replace(
            may_be_empty=is_dry or method == "DELETE"
        )
        return patiently(lambda: self._exchange(request), self.patience, self.runtime)

    @contextmanager
    def stream(
        self, path: str, *, query: Query, headers: Mapping[str, str]
    ) -> Generator[HTTPResponse]:
        """Open a stream, retrying until it is open; it has a connection of its own."""
        request = self._request("GET", path, query, headers, None)
        connection, response = patiently(lambda: self._open(request), self.patience, self.runtime)
        try:
            yield response
        finally:
            response.close()
            connection.close()

    def close(self) -> None:
        """Close the idle connections; the next request opens a new one."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _request(
        self,
        method: str,
        path: str,
        query: Query | None,
        headers: Mapping[str, str],
        body: bytes | None,
    ) -> Request:
        said = urlencode({name: each for name, each in (query or {}).items() if each is not None})
        target = f"{self._path}{path}?{said}" if said else self._path + path
        return Request(method, target, {**self._headers, **headers}, body)

    def _exchange(self, request: Request) -> bytes:
        """Send a request once: over a kept connection or, if that has ended, over a new one."""
        with self._lock:
            kept = self._idle.pop() if self._idle else None
        if kept is not None:
            try:
                return self._over(kept, request)
            except (ConnectionError, HTTPException):
                self.close()  # the other connections will have ended with it
        return self._over(self._connection(self._timeout), request)

    def _over(self, connection: HTTPConnection, request: Request) -> bytes:
        with _closed_unless_done(connection):
            with _sent(connection, request) as response:
                body = response.read(MOST + 1)
            if len(body) > MOST:
                raise foreign(response, body)
            if response.length:  # of a part, a connection that ends is no error
                raise IncompleteRead(body, response.length)
        if response.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append(connection)
        return self._accepted(response, request, body)

    def _open(self, request: Request) -> tuple[HTTPConnection, HTTPResponse]:
        connection = self._connection(min(self._timeout, SILENT_SECONDS))
        with _closed_unless_done(connection):
            response = _sent(connection, request)
            is_refused = response.status >= REFUSED
            if not is_refused and (response.status == EMPTY or _has_type(response, request)):
                return connection, response
            with response:
                body = response.read(FIRST)
            if is_refused:
                raise refusal(response, body, at=self.runtime.now())
            raise foreign(response, body)

    def _accepted(self, response: HTTPResponse, request: Request, body: bytes) -> bytes:
        if response.status >= REFUSED:
            raise refusal(response, body, at=self.runtime.now())
        if response.status == EMPTY and request.may_be_empty:
            return b""
        if not _has_type(response, request) or not _is_whole(request, body):
            raise foreign(response, body)
        return body

    def _connection(self, timeout: float) -> HTTPConnection:
        return self._kind(*self._place, timeout=timeout)


def _has_type(response: HTTPResponse, request: Request) -> bool:
    """Whether an answer has the media type that was asked for."""
    kind = (response.headers["Content-Type"] or "").partition(";")[0].strip().lower()
    accepted = request.headers["Accept"].partition(";")[0]
    return kind == accepted or (accepted == JSON and kind.endswith("+json"))


def _is_whole(request: Request, body: bytes) -> bool:
    """Whether a body is not cut off, as far as its form shows."""
    if request.headers["Accept"] != JSON:
        return bool(body) or request.headers["Accept"] != "text/plain"
    return read_object(body) is not None


def _sent(connection: HTTPConnection, request: Request) -> HTTPResponse:
    connection.request(
        request.method, request.target, body=request.body, headers=dict(request.headers)
    )
    return connection.getresponse()


@contextmanager
def _closed_unless_done(connection: HTTPConnection) -> Generator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise
