"""Commands: what makes a request one and the same, however often it arrives."""

from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Digest
from service import ids

SYSTEM: Final = "system"
"""The actor of what follows without anybody asking."""


class Command(NamedTuple):
    """What makes a command one and the same, however often it arrives.

    Attributes:
        id: The same id is answered with the first result.
        actor: The party that gave it: ``key:…``, ``seat:2``, ``bot:2:medium/1@12000``, ``system``.
        fingerprint: What the same id must not be used for another request by.
        correlation: The request that it came with.
        cause: What it follows from: the stream and position of an event.
        token: The hash of the seat token that came with the request.
        signature: The signature that came with it, in hex.
    """

    id: UUID
    actor: str
    fingerprint: bytes | None = None
    correlation: str | None = None
    cause: str | None = None
    token: Digest | None = None
    signature: str | None = None


def by_itself(secret: bytes, *scope: str, cause: str | None = None) -> Command:
    """The command of a task: it has the same id whenever the task runs for the same thing."""
    return Command(ids.command_id(secret, SYSTEM, *scope), SYSTEM, cause=cause)
