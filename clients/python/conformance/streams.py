"""Streams as they pass through: their events, and where one is cut in its midst."""

import json
from typing import Final

_MISSING: Final = 8
"""So many bytes of the event that is cut are not sent."""


class Blocks:
    """The blocks of a stream that is being passed on: events, and what says nothing.

    Args:
        sse: Whether they are server-sent events; else lines of JSON.
    """

    def __init__(self, *, sse: bool) -> None:
        self._sse = sse
        self._end = b"\n\n" if sse else b"\n"
        self._rest = b""
        self._events = 0
        self.upto = 0
        """The position of the last event that was passed on whole."""

    def take(self, got: bytes, cut_after: int | None) -> tuple[bytes, bool]:
        """What of some bytes is to be passed on now, and whether the stream is cut there.

        Args:
            got: The next bytes, however they are split.
            cut_after: After so many events the next one is cut; None: all go through.
        """
        *blocks, self._rest = (self._rest + got).split(self._end)
        sent = b""
        for block in blocks:
            position = self._position(block)
            if position is not None and self._events == cut_after:
                return sent + block[:-_MISSING], True
            if position is not None:
                self._events += 1
                self.upto = max(self.upto, position)
            sent += block + self._end
        return sent, False

    def _position(self, block: bytes) -> int | None:
        """The position of an event; None: it is none, or has no position."""
        try:
            if self._sse:
                parts = (line.partition(b": ") for line in block.split(b"\n"))
                fields = {name: value for name, _, value in parts}
                return int(fields[b"id"]) if b"data" in fields else None
            return int(json.loads(block)["position"])
        except (ValueError, KeyError, TypeError):
            return None
