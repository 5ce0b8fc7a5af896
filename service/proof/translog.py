"""The transparency log in the API: checkpoints, proofs, leaves.

Every proof is verified against the signed root before it is returned. A proof that fails would mean
that the stored log differs from the signed one.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn
from uuid import UUID

import structlog

from domain.fairness import tree
from domain.kernel.sentence import Sentence
from events.translog.notes import SigningKey, VerifierKey
from events.translog.store import BrokenLog, Entry, Signed, TranslogStore, consistency, inclusion
from service.problems import Code, Problem, not_found

MOST_LEAVES: Final = 1_000
"""The most leaves on a page."""

log = structlog.get_logger()


class Inclusion(NamedTuple):
    """The proof that an event is in the log of a size.

    Attributes:
        size: the number of entries of the log.
        position: the position of the event's entry, from 0.
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

    store: TranslogStore
    key: SigningKey

    @property
    def origin(self) -> str:
        """The name of the log."""
        return self.key.name

    @property
    def verifier(self) -> VerifierKey:
        """The public key for verifying its checkpoints."""
        return self.key.verifier

    def standing(self) -> dict[str, float | None]:
        """The state of the log, as named numbers."""
        size, waiting, behind, broken = self.store.standing()
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
        signed = self.store.checkpoint(size)
        if signed is None:
            raise not_found("checkpoint")
        return signed

    def prove_inclusion(self, stream: UUID, version: int, *, size: int | None) -> Inclusion:
        """Prove that an event is in the log.

        Args:
            stream: Its stream; the caller has been authorized before.
            version: Its version there.
            size: The log size for the proof; None: the current size.

        Raises:
            Problem: ``not-found``, ``not-logged``, ``broken-record``.
        """
        signed = self.checkpoint(size)
        position = self.store.position(stream, version)
        if position is None or position >= signed.size:
            raise Problem(Code.NOT_LOGGED, Sentence("not-logged-yet"))
        try:
            [entry] = self.store.entries(range(position, position + 1))
            path = inclusion(self.store, position, size=signed.size)
        except BrokenLog:
            _broken(signed)
        if not tree.includes(
            entry.leaf, index=position, size=signed.size, path=path, expected=signed.root
        ):
            _broken(signed)
        return Inclusion(signed.size, position, entry, path)

    def prove_consistency(self, old: int, size: int) -> tuple[bytes, ...]:
        """Prove that the log of one size is a prefix of the log of another size.

        Raises:
            Problem: ``not-found``, ``broken-record``.
        """
        before, after = self.checkpoint(old), self.checkpoint(size)
        if old > size:
            raise not_found("proof: a log only grows")
        try:
            proof = consistency(self.store, old, size=size)
        except BrokenLog:
            _broken(after)
        if not tree.is_consistent(
            old=old, old_root=before.root, size=size, expected=after.root, proof=proof
        ):
            _broken(after)
        return proof

    def leaves(self, first: int, limit: int) -> list[bytes]:
        """The hashes of the leaves from a position on; only signed entries are included."""
        span = range(first, first + min(limit, MOST_LEAVES))
        return [entry.leaf for entry in self.store.entries(span)]


def _broken(signed: Signed) -> NoReturn:
    log.critical("log.broken", size=signed.size)
    raise Problem(Code.BROKEN_RECORD, Sentence("log-not-signed-one"))
