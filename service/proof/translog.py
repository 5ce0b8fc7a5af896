"""The transparency log in the API (checkpoints, proofs, leaves), and the key that signs it.

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
from events.translog.store import (
    SHIFT,
    Break,
    BrokenLog,
    LogEntry,
    StoredCheckpoint,
    TranslogReads,
    TranslogStore,
    consistency,
    edge,
    inclusion,
)
from service import ids
from service.problems import Code, Problem, not_found
from service.responses.service import LogStatusJson
from service.settings import Settings

_SEED: Final = "fairdeal/1/signing-key"


def signing_key(settings: Settings) -> SigningKey:
    """The configured key, or one derived from the secret; its name is the origin of the log.

    Like the secret it must be the same in all processes and for ever: a log whose checkpoints have
    another key's signature is not continued.
    """
    seed = settings.signing_seed or ids.digest(settings.secret, _SEED)
    return SigningKey(settings.origin, seed)


MOST_LEAVES: Final = 1_000
"""The most leaves on a page."""

log = structlog.get_logger()


class _Named(NamedTuple):
    """One log of the service.

    Attributes:
        origin: its name.
        reads: reads it.
        broke: the break that ended it, or the one that began it; None: no log was begun anew.
    """

    origin: str
    reads: TranslogReads
    broke: Break | None

    def checkpoint(self, size: int | None) -> StoredCheckpoint:
        """The checkpoint of a size, or the last one.

        Raises:
            Problem: ``not-found``, ``log-begun-anew``.
        """
        signed = self.reads.checkpoint(size)
        if signed is not None:
            return signed
        if self.broke is None:
            raise not_found("checkpoint")
        values = {"ended": self.broke.ended, "size": self.broke.tip.size, "log": self.broke.origin}
        raise Problem(Code.LOG_BEGUN_ANEW, Sentence("log-ended", values))


class Inclusion(NamedTuple):
    """The proof that an event is in the log of a size.

    Attributes:
        origin: the name of the log.
        size: the number of entries of the log.
        position: the position of the event's entry, from 0.
        entry: the entry.
        path: the hashes from its leaf to the root.
    """

    origin: str
    size: int
    position: int
    entry: LogEntry
    path: tuple[bytes, ...]


class LogGrowth(NamedTuple):
    """The proof that a log begins with the log of an older size.

    Attributes:
        root: the root of the log of the older size.
        proof: the hashes.
    """

    root: bytes
    proof: tuple[bytes, ...]


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

    def standing(self) -> LogStatusJson:
        """The state of the log."""
        size, waiting, behind, broken = self.store.standing()
        return {
            "size": size,
            "waiting": waiting,
            "behind_seconds": behind / 1_000_000,
            "broken_streams": broken,
        }

    def checkpoint(self, size: int | None = None) -> StoredCheckpoint:
        """The checkpoint of a size, or the last one.

        Raises:
            Problem: ``not-found``, ``log-begun-anew``.
        """
        return self._named(None).checkpoint(size)

    def reads(self) -> TranslogReads:
        """The log of the key, which stays the same one when another one is begun."""
        return self._named(None).reads

    def breaks(self) -> list[Break]:
        """The breaks of the log: one for each time that it was begun anew."""
        return self.store.breaks()

    def end_of(self, number: int) -> int:
        """The position of the last entry of an ended log."""
        return (number << SHIFT) + self.store.breaks()[number].tip.size

    def prove_inclusion(
        self, stream: UUID, version: int, *, size: int | None, origin: str | None = None
    ) -> Inclusion:
        """Prove that an event is in the log.

        Args:
            stream: Its stream; the caller has been authorized before.
            version: Its version there.
            size: The log size for the proof; None: the current size.
            origin: The name of the log; None: the present one.

        Raises:
            Problem: ``not-found``, ``log-begun-anew``, ``not-logged``, ``broken-record``.
        """
        named = self._named(origin)
        signed = named.checkpoint(size)
        position = named.reads.position(stream, version)
        if position is None or position >= signed.size:
            raise Problem(Code.NOT_LOGGED, Sentence("not-logged-yet"))
        try:
            [entry] = named.reads.entries(range(position, position + 1))
            path = inclusion(named.reads, position, size=signed.size)
        except BrokenLog:
            _broken(signed)
        if not tree.includes(
            entry.leaf, index=position, size=signed.size, path=path, expected=signed.root
        ):
            _broken(signed)
        return Inclusion(named.origin, signed.size, position, entry, path)

    def prove_consistency(
        self, old: int, size: int, *, origin: str | None = None, unsigned: bool = False
    ) -> LogGrowth:
        """Prove that the log of one size is a prefix of the log of another size.

        The older size need not have been signed here: a database that was restored from a backup
        lacks checkpoints that others hold. They see then that the log has another beginning.

        Args:
            old: The older size.
            size: The newer size, of a checkpoint.
            origin: The name of the log; None: the present one.
            unsigned: Whether the older size may be any size, in a log that was begun anew too.

        Raises:
            Problem: ``not-found``, ``log-begun-anew``, ``broken-record``.
        """
        named = self._named(origin)
        after = named.checkpoint(size)
        if old > size:
            raise not_found("proof: a log only grows")
        before = named.reads.checkpoint(old)
        if before is None and named.broke is not None and not unsigned:
            named.checkpoint(old)  # it is most likely of the log that ended
        try:
            root = edge(named.reads, old).root if before is None else before.root
            proof = consistency(named.reads, old, size=size)
        except BrokenLog:
            _broken(after)
        if not tree.is_consistent(
            old=old, old_root=root, size=size, expected=after.root, proof=proof
        ):
            _broken(after)
        return LogGrowth(root, proof)

    def leaves(self, first: int, limit: int, *, origin: str | None = None) -> list[bytes]:
        """The hashes of the leaves from a position on; only signed entries are included.

        Raises:
            Problem: ``not-found``: there is no log of this name.
        """
        span = range(first, first + min(limit, MOST_LEAVES))
        return [entry.leaf for entry in self._named(origin).reads.entries(span)]

    def _named(self, origin: str | None) -> _Named:
        """The log of a name; None: that of the key. It stays the same one for a whole proof."""
        name, breaks = origin or self.origin, self.store.breaks()
        for number, each in enumerate(breaks):
            if each.ended == name:
                return _Named(name, self.store.numbered(number), each)
        if name != self.origin:
            raise not_found("log")
        last = breaks[-1] if breaks else None
        return _Named(name, self.store.numbered(len(breaks)), last)


def _broken(signed: StoredCheckpoint) -> NoReturn:
    log.critical("log.broken", size=signed.size)
    raise Problem(Code.BROKEN_RECORD, Sentence("log-not-signed-one"))
