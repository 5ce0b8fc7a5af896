"""A request that wants something done, and the one way in which it reaches the record."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.event import Event, Json
from events.record import Command, NewEvent, Recorded
from events.store import Appended, CommandReused
from service import ids
from service.house import House, now
from service.journal import sealed
from service.problems import key_reused

NEVER: Final = -1
"""A version that no stream has: what expects it is never appended, only told the first result."""

SYSTEM: Final = "system"
"""The actor of what follows without anybody asking."""


class Asked(NamedTuple):
    """What makes a command one and the same, however often it arrives.

    Attributes:
        command: Its id; the same id is answered with the first result.
        actor: Who asked: ``key:…``, ``seat:2``, ``bot:2:medium/1@12000``, ``system``.
        fingerprint: What the same id must not be used for another request by.
        correlation: The request that it came with.
        cause: What it follows from: the stream and position of an event.
    """

    command: UUID
    actor: str
    fingerprint: bytes | None = None
    correlation: str | None = None
    cause: str | None = None


def by_itself(secret: bytes, *scope: str, cause: str | None = None) -> Asked:
    """The command of a task: it has the same id whenever the task runs for the same thing."""
    return Asked(ids.command_id(secret, SYSTEM, *scope), SYSTEM, cause=cause)


def append(
    house: House,
    stream: UUID,
    *,
    kind: str,
    expected: int,
    events: Sequence[Event],
    asked: Asked,
    status: str,
    summary: Mapping[str, Json],
    at: int | None = None,
) -> Appended:
    """Append what a command brought about, all of it or nothing.

    What was judged by the time is recorded with that very time, `at`.

    Raises:
        StaleVersion: The stream is not at the expected version.
        Problem: ``idempotency-key-reused``.
    """
    try:
        return house.store.append(
            stream,
            kind=kind,
            expected=expected,
            command=_command(asked, at=at),
            events=[sealed(event) for event in events],
            status=status,
            summary=summary,
        )
    except CommandReused:
        raise key_reused() from None


def is_known(records: Sequence[Recorded], asked: Asked) -> bool:
    """Whether the command has had its effect on a stream; whatever came after it stays."""
    return any(record.command_id == asked.command for record in records)


def first_result(house: House, stream: UUID, *, kind: str, asked: Asked) -> Appended:
    """The result of a command that has had its effect on the stream.

    Raises:
        Problem: ``idempotency-key-reused``.
    """
    try:
        return house.store.append(
            stream,
            kind=kind,
            expected=NEVER,
            command=_command(asked),
            events=[NewEvent("command.repeated", 1, {})],
            status="",
            summary={},
        )
    except CommandReused:
        raise key_reused() from None


def _command(asked: Asked, *, at: int | None = None) -> Command:
    return Command(
        id=asked.command,
        actor=asked.actor,
        at=now() if at is None else at,
        cause=asked.cause,
        correlation=asked.correlation,
        fingerprint=asked.fingerprint,
    )
