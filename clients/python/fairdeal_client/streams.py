"""Streams that resume at their last position whenever the connection breaks."""

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
    """Each event after a position, live: once and in order, until no more can follow.

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
        if failures:  # the stream breaks as soon as it is open
            wire.patience.sleep(wire.patience.pause(failures))
        failures += 1


def _next(response: HTTPResponse) -> dict[str, Any] | None:
    """The next event, or None if the stream has ended; an incomplete line is dropped."""
    try:
        while (line := response.readline()).endswith(b"\n"):
            if line != b"\n":
                event: dict[str, Any] = json.loads(line)
                return event
    except BROKEN:
        pass
    return None
