"""Signatures of webhooks, by the Standard Webhooks specification 1.0.0.

Every delivery is signed twice. A receiver checks the Ed25519 signature (``v1a``) with a public key;
only we can make it. HMAC-SHA256 (``v1``) uses a secret shared with the receiver, because most
libraries know no other, such as ``standardwebhooks`` for Python. Receivers ignore unknown
signatures. Both keys are derived from the service's secret and the id of the webhook, so each
webhook has its own keys and none is stored.
"""

from base64 import b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from standardwebhooks import Webhook as SharedSecret

from service import ids

_PRIVATE: Final = "fairdeal/1/webhook-key"
_SHARED: Final = "fairdeal/1/webhook-secret"


@dataclass(frozen=True)
class Signer:
    """The keys of a webhook.

    Attributes:
        seed: the private key, 32 bytes.
        shared: the secret that its receiver has, 32 bytes.
    """

    seed: bytes = field(repr=False)
    shared: bytes = field(repr=False)

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    @property
    def public_key(self) -> str:
        """The key with which a receiver checks ``v1a``."""
        return f"whpk_{b64encode(self._private.public_key().public_bytes_raw()).decode()}"

    @property
    def secret(self) -> str:
        """The secret with which a receiver checks ``v1``."""
        return f"whsec_{b64encode(self.shared).decode()}"

    def headers(self, message: str, payload: str, *, at: int) -> dict[str, str]:
        """The headers of an attempt.

        Args:
            message: The message id, the same in every attempt.
            payload: The request body.
            at: The time of this attempt, in seconds since the epoch.
        """
        signed = self._private.sign(f"{message}.{at}.{payload}".encode())
        own = f"v1a,{b64encode(signed).decode()}"
        shared = SharedSecret(self.shared).sign(message, datetime.fromtimestamp(at, UTC), payload)
        return {
            "webhook-id": message,
            "webhook-timestamp": str(at),
            "webhook-signature": f"{shared} {own}",
        }


def signer(secret: bytes, webhook: UUID) -> Signer:
    """The keys of a webhook, derived again on each call."""
    return Signer(
        ids.digest(secret, _PRIVATE, webhook.bytes), ids.digest(secret, _SHARED, webhook.bytes)
    )
