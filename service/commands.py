"""A request that wants something done, and the one way in which it reaches the record."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

import structlog

from domain.judge.facts import CannotFollow, Fact
from domain.kernel.event import Digest, Event, Json
from events.record import Command, NewEvent, Recorded
from events.store import Appended, CommandReused
from service import ids
from service.context import House, now
from service.problems import Code, Problem, key_reused
from service.streams import sealed

log = structlog.get_logger()

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
        token: The hash of the seat token that came with the request.
        signature: The signature that came with it, in hex.
    """

    command: UUID
    actor: str
    fingerprint: bytes | None = None
    correlation: str | None = None
    cause: str | None = None
    token: Digest | None = None
    signature: str | None = None


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
    at: int,
) -> Appended:
    """Append what a command brought about, all of it or nothing.

    It was judged by the very time that it is recorded with, `at`.

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


def facts(events: Sequence[Event], asked: Asked, *, at: int) -> list[Fact]:
    """What a command brings about, as it will be recorded."""
    return [Fact(event, event.SCHEMA, at, asked.actor) for event in events]


def cannot_follow(stream: UUID, cannot: CannotFollow) -> Problem:
    """The answer where the rules do not let events follow in a stream as it is appended to.

    Whoever decides on them refuses most of these cases in better words; a race can leave one.
    """
    log.warning("append.refused", stream=str(stream), type=cannot.event.TYPE, why=cannot.detail)
    detail = "This can no longer be done: something has changed, or your part in it has ended."
    return Problem(Code.NOT_ALLOWED, detail)


def _command(asked: Asked, *, at: int | None = None) -> Command:
    return Command(
        id=asked.command,
        actor=asked.actor,
        at=now() if at is None else at,
        cause=asked.cause,
        correlation=asked.correlation,
        fingerprint=asked.fingerprint,
    )
