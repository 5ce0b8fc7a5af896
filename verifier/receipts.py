"""Check that the players' receipts are for this very record, and by which key they are signed."""

from domain.kernel.sentence import Sentence
from events.translog.notes import VerifierKey
from events.translog.receipts import Receipt
from verifier.case import Case
from verifier.trust import trusted
from verifier.verdicts import Failure, Nothing, NotYet


def receipts(case: Case) -> Sentence:
    """Every receipt is signed, and is for an event that the record holds as it was accepted."""
    given = (*case.receipts, *case.bundle.receipts)
    if not given:
        raise Nothing(Sentence("finding-no-receipt"))
    by, unread = trusted(case), None
    for receipt in given:
        try:
            see_receipt(case, receipt, by.key)
        except NotYet as open_:  # a failure in another receipt counts for more
            unread = open_
    if unread is not None:
        raise unread
    return by.proves(Sentence("finding-receipts", {"count": len(given), "key": by.name}))


def see_receipt(case: Case, receipt: Receipt, key: VerifierKey) -> None:
    """Check that a receipt is signed, and is for an event of this record.

    Raises:
        Failure: it is not.
    """
    position, bundle = receipt.position, case.bundle

    def failed(field: str, detail: Sentence) -> Failure:
        return Failure(detail, position=position, field=f"receipt.{field}")

    if receipt.key != key.id:
        raise failed(
            "key",
            Sentence("finding-receipt-key", {"named": receipt.key.hex(), "key": key.id.hex()}),
        )
    if not receipt.is_by(key) and not (case.is_test and receipt.is_by(key, test=True)):
        raise failed("signature", Sentence("finding-receipt-unsigned"))
    if receipt.deal != bundle.stream:
        raise failed("deal", Sentence("finding-receipt-deal", {"deal": str(receipt.deal)}))
    if not 1 <= position <= len(bundle.events):
        raise failed("position", Sentence("finding-record-events", {"events": len(bundle.events)}))
    if receipt.head != case.heads[position - 1]:
        raise failed("head", Sentence("finding-receipt-head"))
    if receipt.at != case.decoded[position - 1].at:
        raise failed("at", Sentence("finding-receipt-time"))
