"""Two signed checkpoints of one log, and whether they contradict each other: a forked log.

A client that keeps the newest checkpoint it saw asks for the proof that the log of today begins
with it. A log that was restored from a backup and grew again has another beginning. The proof of
that, with both checkpoints, shows to everybody that one key has signed two contents.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from domain.fairness.tree import is_consistent
from domain.kernel.sentence import Sentence
from events.translog.notes import BadNote, Checkpoint, VerifierKey
from verifier import form
from verifier.bundle import HASH_BYTES, LONGEST_PATH, Pin, Unreadable, parsed
from verifier.form import Malformed
from verifier.trust import Trusted, check_trust, trusted_key
from verifier.verdicts import Failure, NotYet, Verdict, judged

FORMAT: Final = "fairdeal/1/forked-log"
LONGEST: Final = 1 << 17
"""In bytes: two notes and a proof."""


class Fork(NamedTuple):
    """The evidence of a fork.

    Attributes:
        key: The key that has signed both checkpoints, in its text form.
        earlier: The checkpoint that a client kept, as a note.
        later: The checkpoint that the service gave afterwards.
        root: The root that the later log has at the size of the earlier checkpoint; None: the
            service did not prove one.
        proof: The proof of that (RFC 6962, section 2.1.2).
    """

    key: str
    earlier: str
    later: str
    root: bytes | None
    proof: tuple[bytes, ...]


def read_fork(raw: bytes) -> Fork | None:
    """Read the evidence of a fork; None: the file is something else.

    Raises:
        Unreadable: It has the wrong form.
    """
    if len(raw) > LONGEST or FORMAT.encode() not in raw:
        return None
    value = parsed(raw)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return None
    try:
        return form.read_at("fork", _FORK, value)
    except Malformed as bad:
        raise Unreadable(str(bad)) from None


def verify_fork(
    fork: Fork, *, key: VerifierKey | None = None, pins: Sequence[Pin] = ()
) -> Iterator[Verdict]:
    """Check the evidence of a fork: which key it is of, and whether the log was forked.

    Args:
        fork: The evidence.
        key: The key of the service, if the reader has it.
        pins: The keys that the reader has kept.
    """
    yield judged("key", lambda: check_trust(_key(fork, key, pins), pins))
    yield judged("fork", lambda: _check_fork(fork, _key(fork, key, pins)))


def _key(fork: Fork, key: VerifierKey | None, pins: Sequence[Pin]) -> Trusted:
    try:
        named = VerifierKey.read(fork.key)
    except BadNote as bad:
        raise Failure(Sentence(f"finding-note-{bad.key}", bad.values), field="key") from None
    return trusted_key(key, named, pins)


def _check_fork(fork: Fork, signer: Trusted) -> Sentence:
    earlier, later = (_checkpoint(signer.key, note) for note in (fork.earlier, fork.later))
    sizes = {"old": earlier.size, "size": later.size}
    if earlier.size > later.size:
        raise NotYet(Sentence("finding-fork-smaller", sizes))
    if earlier.size == later.size:
        if earlier.root == later.root:
            return Sentence("finding-one-checkpoint", {"entries": later.size})
        what = Sentence("finding-two-logs", {"key": signer.name, "entries": later.size})
        raise Failure(Sentence("finding-misconduct", {"what": what}), field="root")
    if fork.root is None or not is_consistent(
        old=earlier.size,
        old_root=fork.root,
        size=later.size,
        expected=later.root,
        proof=fork.proof,
    ):
        raise NotYet(Sentence("finding-fork-unproved", sizes))
    if fork.root == earlier.root:
        return Sentence("finding-grown", sizes)
    what = Sentence("finding-forked", {"key": signer.name, **sizes})
    raise Failure(Sentence("finding-misconduct", {"what": what}), field="root")


def _checkpoint(key: VerifierKey, note: str) -> Checkpoint:
    """A checkpoint that the key has signed: another one shows nothing about its owner."""
    try:
        seen = Checkpoint.read(key.open(note))
    except BadNote as bad:
        raise NotYet(Sentence(f"finding-note-{bad.key}", bad.values)) from None
    if seen.origin != key.name:
        raise NotYet(Sentence("finding-other-log", {"origin": seen.origin}))
    return seen


def _made(_format: str, *values: str) -> Fork:
    return Fork(*values)  # type: ignore[arg-type]


_HASH: Final = form.hexadecimal(HASH_BYTES)
_FORK: Final = form.objects(
    _made,
    {
        "format": form.word(FORMAT),
        "key": form.text,
        "earlier": form.text,
        "later": form.text,
        "root": form.optional(_HASH),
        "proof": form.lists(_HASH, most=2 * LONGEST_PATH),
    },
)
