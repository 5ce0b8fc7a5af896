"""Check that the record is in the signed log that others see, too."""

from typing import cast

from domain.fairness.tree import includes, is_consistent
from domain.kernel.sentence import Sentence
from events.chain import log_leaf
from events.translog.notes import BadNote, Checkpoint, VerifierKey
from verifier.bundle import LogPlace
from verifier.case import Case
from verifier.trust import Trusted, trusted
from verifier.verdicts import Failure, NotYet, together


def in_log(case: Case) -> Sentence:
    """The whole record is in the log, as `logged` determines."""
    said, version = logged(case), cast("LogPlace", case.bundle.log).version
    if version < len(case.heads):
        raise NotYet(
            Sentence(
                "finding-logged-first",
                {"version": version, "events": len(case.heads), "said": said},
            )
        )
    return trusted(case).proves(said)


def logged(case: Case) -> Sentence:
    """The record is in the log up to an event, by the bundle's checkpoint and all of the reader's.

    Raises:
        Failure: it is not.
        NotYet: the bundle has no place in the log, or a proof of consistency is missing.
    """
    place = case.bundle.log
    if place is None and case.checkpoints:
        detail = Sentence("finding-not-in-log-yours")
        raise Failure(detail, field="log")
    by, seen = placed(case)
    for note in case.checkpoints:
        _see_held(case, _checkpoint(by.key, note), seen)
    assert place is not None, "it is placed"
    return Sentence(
        "finding-logged",
        {
            "version": place.version,
            "events": len(case.heads),
            "position": place.position,
            "size": seen.size,
            "key": by.name,
        },
    )


def placed(case: Case) -> tuple[Trusted, Checkpoint]:
    """The key and the checkpoint that place the record in a log, whatever the reader holds.

    Raises:
        Failure: the record is not in that log.
        NotYet: the bundle has no place in a log.
    """
    place = case.bundle.log
    if place is None:
        raise NotYet(Sentence("finding-not-in-log"))
    by = trusted(case)
    seen = _checkpoint(by.key, place.checkpoint)
    _see_place(case, place, seen)
    return by, seen


def _see_held(case: Case, held: Checkpoint, seen: Checkpoint) -> None:
    """A checkpoint that the reader holds is of the same log."""
    if held.size == seen.size:
        if held != seen:
            detail = Sentence("finding-two-contents")
            raise Failure(detail, field="checkpoint")
    elif is_grown(case, held, seen) is None:
        sizes = ("finding-checkpoint-size", "finding-ask-size")
        raise NotYet(together(*(Sentence(each, {"size": held.size}) for each in sizes)))


def is_grown(case: Case, one: Checkpoint, other: Checkpoint) -> Sentence | None:
    """How the larger log is shown to extend the smaller; None if no proof was given.

    Raises:
        Failure: the proof given proves something else.
    """
    old, new = sorted((one, other), key=lambda each: each.size)
    wanted = (new.origin, old.size, new.size)
    for given in case.growths:
        if (given.log, given.old, given.size) != wanted:
            continue
        if not is_consistent(
            old=old.size, old_root=old.root, size=new.size, expected=new.root, proof=given.proof
        ):
            detail = Sentence("finding-not-grown", {"size": new.size, "old": old.size})
            raise Failure(detail, field="consistency")
        return Sentence("finding-grown", {"size": new.size, "old": old.size})
    return None


def _checkpoint(key: VerifierKey, note: str) -> Checkpoint:
    try:
        seen = Checkpoint.read(key.open(note))
    except BadNote as bad:
        raise Failure(Sentence(f"finding-note-{bad.key}", bad.values), field="checkpoint") from None
    if seen.origin != key.name:
        raise Failure(Sentence("finding-other-log", {"origin": seen.origin}), field="checkpoint")
    return seen


def _see_place(case: Case, place: LogPlace, seen: Checkpoint) -> None:
    version = place.version
    if not 1 <= version <= len(case.heads):
        detail = Sentence("finding-record-events", {"events": len(case.heads)})
        raise Failure(detail, position=version, field="log.version")
    head = case.heads[version - 1]
    leaf = log_leaf(case.bundle.stream, version, head)
    if not includes(
        leaf, index=place.position, size=seen.size, path=place.path, expected=seen.root
    ):
        detail = Sentence("finding-log-without")
        raise Failure(detail, position=version, field="log")
