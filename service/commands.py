"""Commands: identity and metadata of a request that changes something."""

from hmac import compare_digest
from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Digest
from domain.kernel.sentence import Sentence
from service import ids
from service.problems import Code, Problem

SYSTEM: Final = "system"
"""The actor of events that no caller requested."""


class Command(NamedTuple):
    """The identity and metadata of a command, the same for every repetition.

    Attributes:
        id: A repetition with the same id gets the first result.
        actor: Its author: ``key:…``, ``seat:2``, ``bot:2:medium/1@12000``, ``system``.
        fingerprint: A digest of the request, to detect another request with the same id.
        correlation: The id of the HTTP request.
        cause: The stream and position of the event that it follows from.
        token: The hash of the token of a seat or an entry that came with the request.
        signature: The signature that came with it, in hex.
        tests_only: Whether its author changes nothing but tests.
    """

    id: UUID
    actor: str
    fingerprint: bytes | None = None
    correlation: str | None = None
    cause: str | None = None
    token: Digest | None = None
    signature: str | None = None
    tests_only: bool = False


def by_itself(secret: bytes, *scope: str, cause: str | None = None) -> Command:
    """The command of a task. Every run of the task for the same object has the same id."""
    return Command(ids.command_id(secret, SYSTEM, *scope), SYSTEM, cause=cause)


def require_token(valid: Digest | None, command: Command) -> None:
    """Check that a command's token is the valid one of its author, in the state appended to.

    Raises:
        Problem: ``unauthenticated``.
    """
    if valid is None or not compare_digest(valid, command.token or ""):
        raise Problem(Code.UNAUTHENTICATED, Sentence("credential-unknown"))
