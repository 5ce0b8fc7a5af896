"""Whether others have seen the same record: the receipts of players, the signed log."""

from evidence.bundle import Place
from evidence.case import Case
from evidence.verdicts import Failure, NotYet
from proofs.notes import BadNote, Checkpoint, VerifierKey
from proofs.receipts import Receipt
from proofs.tree import includes, leaf_hash


def _key(case: Case) -> VerifierKey:
    key, named = case.key, case.bundle.verifier
    if key is not None and named is not None and key != named:
        raise Failure(f"the bundle names the key {named}, and yours is {key}", field="key")
    if key is None and named is None:
        raise Failure("the bundle names no key", field="key")
    return key or named  # type: ignore[return-value]


def receipts(case: Case) -> str:
    """Every receipt is signed, and for an event that is in the record as it was accepted."""
    given = (*case.receipts, *case.bundle.receipts)
    if not given:
        raise NotYet("no receipt was given")
    key = _key(case)
    for receipt in given:
        _see_receipt(case, receipt, key)
    return f"{len(given)} signed by {key.name}+{key.id.hex()} are for events of this record"


def _see_receipt(case: Case, receipt: Receipt, key: VerifierKey) -> None:
    position, bundle = receipt.position, case.bundle

    def failed(field: str, detail: str) -> Failure:
        return Failure(detail, position=position, field=f"receipt.{field}")

    if receipt.key != key.id:
        raise failed("key", f"it names the key {receipt.key.hex()}, not {key.id.hex()}")
    if not receipt.is_by(key):
        raise failed("signature", "it is not signed by this key")
    if receipt.deal != bundle.stream:
        raise failed("deal", f"it is for {receipt.deal}")
    if not 1 <= position <= len(bundle.events):
        raise failed("position", f"the record has {len(bundle.events)} events")
    if receipt.head != case.heads[position - 1]:
        raise failed("head", "another record was accepted than stands here")
    if receipt.at != case.told[position - 1].at:
        raise failed("at", "the event says another time")


def log(case: Case) -> str:
    """The record is in the log, by a checkpoint that is signed and by those that a reader holds."""
    place = case.bundle.log
    if place is None:
        if case.checkpoints:
            raise Failure("the bundle has no place in the log to compare by", field="log")
        raise NotYet("the bundle has no place in the log")
    key = _key(case)
    seen = _checkpoint(key, place.checkpoint)
    _see_place(case, place, seen)
    for note in case.checkpoints:
        held = _checkpoint(key, note)
        if held.size != seen.size:
            detail = f"yours is of {held.size} entries; ask for the bundle with size={held.size}"
            raise Failure(detail, field="checkpoint")
        if held != seen:
            raise Failure("the log was signed with two contents", field="checkpoint")
    return (
        f"event {place.version} of {len(case.heads)} is entry {place.position} of {seen.size}"
        f" in {seen.origin}, signed by {key.id.hex()}"
    )


def _checkpoint(key: VerifierKey, note: str) -> Checkpoint:
    try:
        seen = Checkpoint.read(key.open(note))
    except BadNote as bad:
        raise Failure(str(bad), field="checkpoint") from None
    if seen.origin != key.name:
        raise Failure(f"it is of the log {seen.origin}", field="checkpoint")
    return seen


def _see_place(case: Case, place: Place, seen: Checkpoint) -> None:
    version = place.version
    if not 1 <= version <= len(case.heads):
        detail = f"the record has {len(case.heads)} events"
        raise Failure(detail, position=version, field="log.version")
    head = case.heads[version - 1]
    leaf = leaf_hash(case.bundle.stream.bytes + version.to_bytes(4, "big") + head)
    if not includes(
        leaf, index=place.position, size=seen.size, path=place.path, expected=seen.root
    ):
        detail = "the log does not hold this record"
        raise Failure(detail, position=version, field="log")
