"""Signatures, checked as a receiver does: with the library for ``v1``, by the text for ``v1a``."""

from base64 import b64decode
from uuid import UUID

import pytest
from cryptography.exceptions import InvalidSignature
from standardwebhooks import Webhook, WebhookVerificationError

from service.runtime import SYSTEM
from service.webhooks.sending import Signer, signer
from tests.webhooks.receiving import check_signature

SECRET = b"a secret of the tests, 32 bytes."
HOOK, OTHER = UUID(int=1), UUID(int=2)
PAYLOAD = '{"type":"turn.started"}'


def test_a_receiver_that_knows_the_library_is_satisfied() -> None:
    keys = signer(SECRET, HOOK)
    headers = keys.headers("m-1", PAYLOAD, at=SYSTEM.now() // 1_000_000)
    assert Webhook(keys.secret).verify(PAYLOAD, headers) == {"type": "turn.started"}
    for payload, secret in ((PAYLOAD + " ", keys.secret), (PAYLOAD, signer(SECRET, OTHER).secret)):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(payload, headers)


def test_a_receiver_that_has_the_public_key_is_satisfied() -> None:
    keys = signer(SECRET, HOOK)
    headers = keys.headers("m-1", PAYLOAD, at=1_674_087_231)
    check_signature(keys.public_key, headers, PAYLOAD)
    for altered in (
        (keys.public_key, headers, PAYLOAD + " "),
        (keys.public_key, {**headers, "webhook-id": "m-2"}, PAYLOAD),
        (keys.public_key, {**headers, "webhook-timestamp": "1674087232"}, PAYLOAD),
        (signer(SECRET, OTHER).public_key, headers, PAYLOAD),
        (signer(SECRET + b"!", HOOK).public_key, headers, PAYLOAD),
    ):
        with pytest.raises(InvalidSignature):
            check_signature(*altered)


def test_both_are_as_the_libraries_of_the_specification_have_them() -> None:
    """Their published secrets, and the signatures that they expect."""
    seed = b64decode("VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=")
    keys = Signer(seed, b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    assert keys.secret == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    headers = keys.headers("msg_p5jXN8AQM9LWM0D4loKWxJek", '{"test": 2432232314}', at=1614265330)
    assert headers["webhook-timestamp"] == "1614265330"
    assert headers["webhook-signature"].split(" ") == [
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==",
    ]


def test_no_key_is_in_its_words() -> None:
    assert "seed" not in repr(signer(SECRET, HOOK))
    assert "shared" not in repr(signer(SECRET, HOOK))
