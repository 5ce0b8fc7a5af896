"""Receipts: their form, and the bytes that they sign."""

from uuid import UUID

import pytest

from events.translog.receipts import Receipt
from tests.verifier.corpus.checks import OTHER_LOG, whole
from tests.verifier.making import KEY
from verifier.bundle import Unreadable, read_growth, read_receipt


def test_what_is_no_receipt_or_proof_cannot_be_read() -> None:
    with pytest.raises(Unreadable):
        read_receipt(b'{"receipt": {}}')
    proof = ",".join(['"' + "00" * 32 + '"'] * 129)
    with pytest.raises(Unreadable, match="at most 128 items"):
        read_growth(f'{{"from":1,"log":"x","proof":[{proof}],"to":2}}'.encode())


def test_a_receipt_with_a_signature_of_wrong_length_is_invalid() -> None:
    assert whole().receipts[0].is_by(KEY.verifier)
    assert not whole().receipts[0]._replace(signature=b"short").is_by(KEY.verifier)
    assert not whole().receipts[0]._replace(signature=bytes(64)).is_by(KEY.verifier)
    assert not whole().receipts[0].is_by(OTHER_LOG.verifier)


def test_the_signed_bytes_are_as_they_are_described() -> None:
    receipt = Receipt(UUID(int=5), 7, b"h" * 32, 1 << 40)
    assert receipt.signed().hex() == (
        "00000012" + b"fairdeal/1/receipt".hex() + "00000004"
        "00000010" + UUID(int=5).hex + "00000004"
        "00000007"
        "00000020" + (b"h" * 32).hex() + "00000008" + (1 << 40).to_bytes(8, "big").hex()
    )
