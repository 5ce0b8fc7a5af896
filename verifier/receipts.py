"""Check that the players' receipts are for this very record, and by which key they are signed."""

from events.translog.notes import VerifierKey
from events.translog.receipts import Receipt
from verifier.case import Case
from verifier.trust import trusted
from verifier.verdicts import Failure, Nothing, NotYet


def receipts(case: Case) -> str:
    """Every receipt is signed, and is for an event that the record holds as it was accepted."""
    given = (*case.receipts, *case.bundle.receipts)
    if not given:
        raise Nothing("no receipt was given, and none is in the bundle")
    by, unread = trusted(case), None
    for receipt in given:
        try:
            see_receipt(case, receipt, by.key)
        except NotYet as open_:  # a failure in another receipt counts for more
            unread = open_
    if unread is not None:
        raise unread
    return by.proves(f"{len(given)} are for events of this record, signed by {by.name}")


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
    if not receipt.is_by(key) and not (case.is_test and receipt.is_by(key, test=True)):
        raise failed("signature", "it is not signed by this key")
    if receipt.deal != bundle.stream:
        raise failed("deal", f"it is for {receipt.deal}")
    if not 1 <= position <= len(bundle.events):
        raise failed("position", f"the record has {len(bundle.events)} events")
    if receipt.head != case.heads[position - 1]:
        raise failed("head", "another record was accepted than stands here")
    if receipt.at != case.decoded[position - 1].at:
        raise failed("at", "the event says another time")
