"""Streams that go on where they were, however often the connection breaks."""

import json
from collections.abc import Generator
from http.client import HTTPResponse
from typing import Any, Final

from fairdeal_client.patience import BROKEN
from fairdeal_client.wire import Query, Wire

NDJSON: Final = "application/x-ndjson"
OVER: Final = 204


def follow(
    wire: Wire, path: str, *, after: int, query: Query | None = None
) -> Generator[dict[str, Any]]:
    """Each event after a position as it happens, once and in order; it ends where nothing follows.

    Raises:
        Problem: the service does not show it, or no longer.
        Unreachable: it could not be opened again.
    """
    failures = 0
    while True:
        headers = {"Accept": NDJSON, "Last-Event-ID": str(after)}
        with wire.stream(path, query=query or {}, headers=headers) as response:
            if response.status == OVER:
                return
            while (event := _next(response)) is not None:
                after, failures = event["position"], 0
                yield event
        if failures:  # it breaks as soon as it is open
            wire.patience.sleep(wire.patience.pause(failures))
        failures += 1


def _next(response: HTTPResponse) -> dict[str, Any] | None:
    """The next event, or None where the stream ends: what came of a line by then is no event."""
    try:
        while (line := response.readline()).endswith(b"\n"):
            if line != b"\n":
                event: dict[str, Any] = json.loads(line)
                return event
    except BROKEN:
        pass
    return None
