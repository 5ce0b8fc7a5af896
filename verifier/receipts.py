"""Whether whoever made the moves was told of this very record: the receipts, and whose they are."""

from events.translog.notes import BadNote, VerifierKey
from events.translog.receipts import Receipt
from verifier.case import Case
from verifier.verdicts import Failure, Nothing, NotYet


def key_of(case: Case) -> VerifierKey:
    """The key that all signatures of a bundle must be of: the reader's, or else the bundle's own.

    Raises:
        Failure: there is none, or the bundle is another's.
    """
    key, named = case.key, case.bundle.verifier
    if key is not None and named is not None and key != named:
        raise Failure(f"the bundle names the key {named}, and yours is {key}", field="key")
    if key is None and named is None:
        raise Failure("the bundle names no key", field="key")
    return key or named  # type: ignore[return-value]


def is_pinned(case: Case, key: VerifierKey) -> bool:
    """Whether anything that did not come with the bundle is by this key, or is the key itself."""
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
    """The key, and whether it is believed for nothing but that the bundle says so."""
    unproved = "" if is_pinned(case, key) else ", a key that only the bundle names"
    return f"{key.name}+{key.id.hex()}{unproved}"


def receipts(case: Case) -> str:
    """Every receipt is signed, and for an event that is in the record as it was accepted."""
    given = (*case.receipts, *case.bundle.receipts)
    if not given:
        raise Nothing("no receipt was given, and none is in the bundle")
    key, unread = key_of(case), None
    for receipt in given:
        try:
            see_receipt(case, receipt, key)
        except NotYet as open_:  # what fails in another receipt counts for more
            unread = open_
    if unread is not None:
        raise unread
    return f"{len(given)} are for events of this record, signed by {named(case, key)}"


def see_receipt(case: Case, receipt: Receipt, key: VerifierKey) -> None:
    """See that a receipt is signed, and for an event of the record as it stands.

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
