"""The key with which the service signs."""

from typing import Final

from events.translog.notes import SigningKey
from service import ids
from service.settings import Settings

_SEED: Final = "fairdeal/1/signing-key"


def signing_key(settings: Settings) -> SigningKey:
    """The key that is given, or the one that follows from the secret; it is called as the log is.

    Like the secret it is one for all processes and for ever: checkpoints that another key has
    signed are not gone on from.
    """
    seed = settings.signing_seed or ids.digest(settings.secret, _SEED)
    return SigningKey(settings.origin, seed)
