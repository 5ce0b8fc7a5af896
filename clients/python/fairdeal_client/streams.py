"""Streams that resume at their last position whenever the connection breaks."""

import json
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from http.client import HTTPResponse
from typing import Any, Final, cast

from fairdeal_client.patience import BROKEN
from fairdeal_client.problems import ForeignAnswer, read_object
from fairdeal_client.shapes import (
    Event,
    LobbyChange,
    LoggedEvent,
    Notice,
    OwnDelivery,
    People,
    TableEvent,
)
from fairdeal_client.wire import JSON, Query, Wire

NDJSON: Final = "application/x-ndjson"
PART: Final = 1 << 16
"""The most bytes of a long answer that are read at a time."""
LINE: Final = 16_000_000
"""The most bytes of a line: a longer one is no event."""
OK: Final = 200
OVER: Final = 204


def follow(
    wire: Wire, path: str, *, after: int, query: Query | None = None
) -> Generator[dict[str, Any]]:
    """Each event after a position, live: once and in order, until no more can follow.

    Raises:
        Problem: the service does not show it, or no longer.
        Unreachable: it could not be opened again.
    """
    failures, clock = 0, wire.runtime.monotonic
    while True:
        opened = clock()
        headers = {"Accept": NDJSON, "Last-Event-ID": str(after)}
        with wire.stream(path, query=query or {}, headers=headers) as response:
            if response.status == OVER:
                return
            while (event := _next(response)) is not None:
                if event["position"] > after:
                    after, failures = event["position"], 0
                yield event
        if clock() - opened > wire.patience.longest:
            failures = 0
        if failures:  # the stream breaks as soon as it is open
            wire.runtime.sleep(wire.patience.pause(failures, wire.runtime))
        failures += 1


def _next(response: HTTPResponse) -> dict[str, Any] | None:
    """The next event, or None if the stream has ended; a line that is no event ends it, too."""
    with suppress(*BROKEN):
        while (line := response.readline(LINE)).endswith(b"\n"):
            if line != b"\n":
                event = read_object(line)
                is_one = event is not None and isinstance(event.get("position"), int)
                return event if is_one else None
    return None


class Streams:
    """The streams of a client."""

    _wire: Wire

    def _from_page(
        self, path: str, *, after: int | None, query: Query | None = None
    ) -> Generator[Any]:
        """The events of a page, then those that follow it, live; the page has the position."""
        first = {**(query or {}), "after": after}
        answer = self._wire.ask("GET", path, query=first)
        match json.loads(answer):
            case {"events": list() as events, "position": int() as position}:
                yield from events
                yield from follow(self._wire, path, after=position, query=query)
            case _:
                raise ForeignAnswer(OK, JSON, answer)

    def events(self, deal: str, *, after: int = 0, view: str | None = None) -> Generator[Event]:
        """The events of a deal, live: each once and in order, until the deal is over."""
        return follow(self._wire, f"/v1/deals/{deal}/events", after=after, query={"view": view})

    def table_events(self, table: str, *, after: int = 0) -> Generator[TableEvent]:
        """The events of a table, live: each once and in order, until no more can follow."""
        events = follow(self._wire, f"/v1/tables/{table}/events", after=after)
        return cast("Generator[TableEvent]", events)

    def follow_people(self, table: str) -> Generator[People]:
        """Who is present at a table and what they said last, live: whole, at every change."""
        query: Query = {"people": "true"}
        with closing(
            follow(self._wire, f"/v1/tables/{table}/events", after=0, query=query)
        ) as lines:
            for line in lines:
                if line.get("type") == "people":
                    yield line["people"]

    def notices(self, *, after: int | None = None) -> Generator[Notice]:
        """News for the caller from all their tables; with an API key by default from now on."""
        yield from self._from_page("/v1/me/events", after=after)

    def deliveries(self, *, after: int | None = None) -> Generator[OwnDelivery]:
        """The deliveries that a webhook of an API key would get, live; by default from now on."""
        yield from self._from_page("/v1/me/deliveries", after=after)

    def follow_lobby(
        self,
        *,
        after: int | None = None,
        game: str | None = None,
        free: bool | None = None,
        status: str | None = None,
    ) -> Generator[LobbyChange]:
        """The changes of the lobby, live; by default from now on.

        To miss nothing, read the list (`ask("GET", "/v1/tables")`) first, and pass its `position`.
        """
        is_free = None if free is None else str(free).lower()
        query: Query = {"game": game, "free": is_free, "status": status}
        yield from self._from_page("/v1/lobby/events", after=after, query=query)

    def all_events(
        self, *, after: int | None = None, types: Sequence[str] = ()
    ) -> Generator[LoggedEvent]:
        """The events of all tables of the caller and of their deals, live.

        Args:
            after: a position in the log; by default from now on with an API key, and from the
                opening of the table with a seat token.
            types: the types of events that are wanted; by default all.
        """
        query: Query = {"types": ",".join(types) or None}
        yield from self._from_page("/v1/me/tables/events", after=after, query=query)
