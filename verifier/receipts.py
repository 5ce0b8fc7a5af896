"""Check that the players' receipts are for this very record, and by which key they are signed."""

from events.translog.notes import BadNote, VerifierKey
from events.translog.receipts import Receipt
from verifier.case import Case
from verifier.verdicts import Failure, Nothing, NotYet


def key_of(case: Case) -> VerifierKey:
    """The key that must have made all signatures of a bundle: the reader's, or the bundle's own.

    Raises:
        Failure: there is no key, or the bundle names another one.
    """
    key, named = case.key, case.bundle.verifier
    if key is not None and named is not None and key != named:
        raise Failure(f"the bundle names the key {named}, and yours is {key}", field="key")
    if key is None and named is None:
        raise Failure("the bundle names no key", field="key")
    return key or named  # type: ignore[return-value]


def is_pinned(case: Case, key: VerifierKey) -> bool:
    """Whether the key, or anything signed by it, came another way than in the bundle."""
    return (
        key == case.key
        or any(receipt.is_by(key) for receipt in case.receipts)
        or any(_is_signed(note, key) for note in case.checkpoints)
    )


def _is_signed(note: str, key: VerifierKey) -> bool:
    try:
        key.open(note)
    except BadNote:
        return False
    return True


def named(case: Case, key: VerifierKey) -> str:
    """The key as text, with a note if only the bundle vouches for it."""
    unproved = "" if is_pinned(case, key) else ", a key that only the bundle names"
    return f"{key.name}+{key.id.hex()}{unproved}"


def receipts(case: Case) -> str:
    """Every receipt is signed, and is for an event that the record holds as it was accepted."""
    given = (*case.receipts, *case.bundle.receipts)
    if not given:
        raise Nothing("no receipt was given, and none is in the bundle")
    key, unread = key_of(case), None
    for receipt in given:
        try:
            see_receipt(case, receipt, key)
        except NotYet as open_:  # a failure in another receipt counts for more
            unread = open_
    if unread is not None:
        raise unread
    return f"{len(given)} are for events of this record, signed by {named(case, key)}"


def see_receipt(case: Case, receipt: Receipt, key: VerifierKey) -> None:
    """Check that a receipt is signed, and is for an event of this record.

    Raises:
        Failure: it is not.
    """
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
    if receipt.at != case.decoded[position - 1].at:
        raise failed("at", "the event says another time")
