"""Recorded events, and the error for an event that cannot come next."""

from typing import NamedTuple

from domain.kernel.event import Event


class Fact(NamedTuple):
    """An event as it is recorded.

    Attributes:
        event: The event.
        version: The version of its type.
        at: The time of recording, in µs since the epoch.
        actor: The actor that gave the command.
    """

    event: Event
    version: int
    at: int
    actor: str


class CannotFollow(Exception):
    """An event cannot come next in a stream."""

    def __init__(self, event: Event, detail: str) -> None:
        super().__init__(f"{event.TYPE}: {detail}")
        self.event = event
        self.detail = detail
