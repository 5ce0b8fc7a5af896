"""The signing key of the service."""

from typing import Final

from events.translog.notes import SigningKey
from service import ids
from service.settings import Settings

_SEED: Final = "fairdeal/1/signing-key"


def signing_key(settings: Settings) -> SigningKey:
    """The configured key, or one derived from the secret; its name is the origin of the log.

    Like the secret it must be the same in all processes and for ever: a log whose checkpoints have
    another key's signature is not continued.
    """
    seed = settings.signing_seed or ids.digest(settings.secret, _SEED)
    return SigningKey(settings.origin, seed)
