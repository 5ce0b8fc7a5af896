"""The log as callers are shown it: checkpoints, proofs, leaves.

Whatever is proved is tried on the signed root before it is given out; a proof that does not fit
would mean that what is kept is not what was signed.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn
from uuid import UUID

import structlog

from domain.fairness import tree
from events.translog.log import BrokenLog, Entry, Log, Signed, consistency, inclusion
from events.translog.notes import SigningKey, VerifierKey
from service.problems import Code, Problem, not_found

MOST_LEAVES: Final = 1_000
"""On a page."""

log = structlog.get_logger()


class Inclusion(NamedTuple):
    """That an event is in the log of a size.

    Attributes:
        size: how many entries the log has.
        position: where the event's is, from 0.
        entry: the entry.
        path: the hashes from its leaf to the root.
    """

    size: int
    position: int
    entry: Entry
    path: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class TransparencyLog:
    """The log of a running service, and the key that signs it."""

    log: Log
    key: SigningKey

    @property
    def origin(self) -> str:
        """What the log is called."""
        return self.key.name

    @property
    def verifier(self) -> VerifierKey:
        """What its checkpoints are checked by."""
        return self.key.verifier

    def standing(self) -> dict[str, float | None]:
        """How the log stands, in numbers, each with its name."""
        size, waiting, behind, broken = self.log.standing()
        return {
            "size": size,
            "waiting": waiting,
            "behind_seconds": behind / 1_000_000,
            "broken_streams": broken,
        }

    def checkpoint(self, size: int | None = None) -> Signed:
        """The checkpoint of a size, or the last one.

        Raises:
            Problem: ``not-found``.
        """
        signed = self.log.checkpoint(size)
        if signed is None:
            raise not_found("checkpoint")
        return signed

    def prove_inclusion(self, stream: UUID, version: int, *, size: int | None) -> Inclusion:
        """Prove that an event is in the log.

        Args:
            stream: The stream that it is in; that the caller may see it is settled before.
            version: Its version there.
            size: Of the log for which it is proved; None: as it is now.

        Raises:
            Problem: ``not-found``, ``not-logged``, ``broken-record``.
        """
        signed = self.checkpoint(size)
        position = self.log.position(stream, version)
        if position is None or position >= signed.size:
            raise Problem(Code.NOT_LOGGED, "A log of this size has no such event, or not yet.")
        try:
            [entry] = self.log.entries(range(position, position + 1))
            path = inclusion(self.log, position, size=signed.size)
        except BrokenLog:
            _broken(signed)
        if not tree.includes(
            entry.leaf, index=position, size=signed.size, path=path, expected=signed.root
        ):
            _broken(signed)
        return Inclusion(signed.size, position, entry, path)

    def prove_consistency(self, old: int, size: int) -> tuple[bytes, ...]:
        """Prove that the log of a size begins with what it was at another one.

        Raises:
            Problem: ``not-found``, ``broken-record``.
        """
        before, after = self.checkpoint(old), self.checkpoint(size)
        if old > size:
            raise not_found("proof: a log only grows")
        try:
            proof = consistency(self.log, old, size=size)
        except BrokenLog:
            _broken(after)
        if not tree.is_consistent(
            old=old, old_root=before.root, size=size, expected=after.root, proof=proof
        ):
            _broken(after)
        return proof

    def leaves(self, first: int, limit: int) -> list[bytes]:
        """The hashes of the leaves from a position on, all of them signed."""
        span = range(first, first + min(limit, MOST_LEAVES))
        return [entry.leaf for entry in self.log.entries(span)]


def _broken(signed: Signed) -> NoReturn:
    log.critical("log.broken", size=signed.size)
    raise Problem(Code.BROKEN_RECORD, "The log is not the one that was signed.")
