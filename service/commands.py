"""Commands: identity, idempotency and the one append to the event store."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

import structlog

from domain.judge.facts import CannotFollow, Fact
from domain.kernel.event import Digest, Event, Json
from events.record import CommandMetadata, NewEvent, Recorded
from events.store import Appended, CommandReused
from service import ids
from service.context import Context, now
from service.problems import Code, Problem, key_reused
from service.streams import sealed

log = structlog.get_logger()

NEVER: Final = -1
"""A version that no stream has: what expects it is never appended, only told the first result."""

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


def append(
    context: Context,
    stream: UUID,
    *,
    kind: str,
    expected: int,
    events: Sequence[Event],
    command: Command,
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
        return context.store.append(
            stream,
            kind=kind,
            expected=expected,
            command=_metadata(command, at=at),
            events=[sealed(event) for event in events],
            status=status,
            summary=summary,
        )
    except CommandReused:
        raise key_reused() from None


def is_known(records: Sequence[Recorded], command: Command) -> bool:
    """Whether the command has had its effect on a stream; whatever came after it stays."""
    return any(record.command_id == command.id for record in records)


def first_result(context: Context, stream: UUID, *, kind: str, command: Command) -> Appended:
    """The result of a command that has had its effect on the stream.

    Raises:
        Problem: ``idempotency-key-reused``.
    """
    try:
        return context.store.append(
            stream,
            kind=kind,
            expected=NEVER,
            command=_metadata(command),
            events=[NewEvent("command.repeated", 1, {})],
            status="",
            summary={},
        )
    except CommandReused:
        raise key_reused() from None


def facts(events: Sequence[Event], command: Command, *, at: int) -> list[Fact]:
    """What a command brings about, as it will be recorded."""
    return [Fact(event, event.VERSION, at, command.actor) for event in events]


def cannot_follow(stream: UUID, cannot: CannotFollow) -> Problem:
    """The answer where the rules do not let events follow in a stream as it is appended to.

    Whoever decides on them refuses most of these cases in better words; a race can leave one.
    """
    log.warning("append.refused", stream=str(stream), type=cannot.event.TYPE, why=cannot.detail)
    detail = "This can no longer be done: something has changed, or your part in it has ended."
    return Problem(Code.NOT_ALLOWED, detail)


def _metadata(command: Command, *, at: int | None = None) -> CommandMetadata:
    return CommandMetadata(
        id=command.id,
        actor=command.actor,
        at=now() if at is None else at,
        cause=command.cause,
        correlation=command.correlation,
        fingerprint=command.fingerprint,
    )
