"""Receipts: signatures of the service over the record after a command."""

from events.record import Recorded
from events.translog.notes import SigningKey
from events.translog.receipts import Receipt
from service.context import Context
from service.responses.proofs import ReceiptJson
from service.streams import Deal


def receipt_json(receipt: Receipt) -> ReceiptJson:
    """A receipt in responses; bundles have the same fields."""
    return {
        "deal": str(receipt.deal),
        "position": receipt.position,
        "head": receipt.head.hex(),
        "at": receipt.at,
        "key": receipt.key.hex(),
        "signature": receipt.signature.hex(),
    }


def receipt(key: SigningKey, last: Recorded, *, first: Recorded) -> Receipt:
    """The signed receipt of a move with this last event; the same for every request.

    Args:
        key: The key of the log.
        last: The last event of the command.
        first: The first event of the stream, which says whether it is a test.
    """
    made = Receipt(last.stream, last.version, last.hash, last.at)
    return made.by(key, test=first.data.get("test") is True)


def opening_receipt(context: Context, deal: Deal) -> Receipt:
    """The signed receipt for the opening of a deal, before any seat must reveal its seed (F3).

    It fixes the server's commitment, which is in the opening.
    """
    opened = deal.records[0].command_id
    last = [each for each in deal.records if each.command_id == opened][-1]
    return receipt(context.translog.key, last, first=deal.records[0])
