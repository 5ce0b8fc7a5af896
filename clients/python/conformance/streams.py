"""Streams in transit: split into events, and cut in the middle of one."""

import json
from typing import Final

_MISSING: Final = 8
"""The number of bytes withheld from the event that is cut."""


class Blocks:
    """The blocks of a stream in transit: events, and keep-alives.

    Args:
        sse: Whether they are server-sent events; otherwise they are lines of JSON.
    """

    def __init__(self, *, sse: bool) -> None:
        self._sse = sse
        self._end = b"\n\n" if sse else b"\n"
        self._rest = b""
        self._events = 0
        self.upto = 0
        """The position of the last event that was passed on in full."""

    def take(self, got: bytes, cut_after: int | None) -> tuple[bytes, bool]:
        """Return the part of some bytes to pass on now, and whether the stream is cut there.

        Args:
            got: The next bytes, however they are split.
            cut_after: The number of events after which the next one is cut; None: all pass.
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
        """The position of an event; None if it is not an event, or has no position."""
        try:
            if self._sse:
                parts = (line.partition(b": ") for line in block.split(b"\n"))
                fields = {name: value for name, _, value in parts}
                return int(fields[b"id"]) if b"data" in fields else None
            return int(json.loads(block)["position"])
        except (ValueError, KeyError, TypeError):
            return None
