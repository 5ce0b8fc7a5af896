"""Clients that count their requests, those that were sent again, and the longest wait."""

import threading
import time
from typing import Any

from fairdeal_client import Client, Patience
from fairdeal_client.wire import Request, Wire


class Measured:
    """The counts of the clients of a load; threads share it."""

    def __init__(self) -> None:
        self.requests = 0
        self.retried: list[str] = []
        self.longest = 0.0
        self.slowest = ""
        self._is_closed = False
        self._lock = threading.Lock()

    def close(self) -> None:
        """Count no more: the service is about to be stopped, and its streams end."""
        with self._lock:
            self._is_closed = True

    def count(self, request: str, seconds: float, attempts: int) -> None:
        """A request had its answer after these seconds, and was sent so often."""
        with self._lock:
            if self._is_closed:
                return
            self.requests += 1
            if attempts > 1:
                self.retried.append(f"{request}: sent {attempts} times")
            if seconds > self.longest:
                self.longest, self.slowest = seconds, request

    def client(self, url: str, credential: str, *, patience: Patience) -> Client:
        """A client that counts here."""
        made = Client(url, credential, patience=patience)
        made._wire = _CountedWire(self, url, credential, timeout=30, patience=patience)
        return made


class _CountedWire(Wire):
    def __init__(self, measured: Measured, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._measured = measured
        self._mine = threading.local()

    def ask(self, method: str, path: str, **options: Any) -> bytes:
        self._mine.attempts, began = 0, time.monotonic()
        try:
            return super().ask(method, path, **options)
        finally:
            waits = float((options.get("query") or {}).get("wait") or 0)
            seconds = max(0.0, time.monotonic() - began - waits)
            self._measured.count(f"{method} {path}", seconds, self._mine.attempts)

    def _over(self, connection: Any, request: Request) -> bytes:
        self._mine.attempts += 1
        return super()._over(connection, request)

    def _open(self, request: Request) -> Any:
        began = time.monotonic()
        try:
            opened = super()._open(request)
        except Exception as error:
            failed = f"{request.method} {request.target} (stream, {error})"
            self._measured.count(failed, time.monotonic() - began, 2)
            raise
        self._measured.count(f"{request.method} {request.target}", time.monotonic() - began, 1)
        return opened
