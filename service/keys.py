"""API keys: made, listed, revoked, from the command line of whoever runs the service."""

import secrets
from base64 import urlsafe_b64encode

from service import ids
from service.credentials import KEY, Credentials

TEST_KEY_NAME = "test"


def create_key(credentials: Credentials, *, name: str) -> str:
    """Make an API key. It is shown this once; only its hash is kept."""
    key = _written(secrets.token_bytes(32))
    credentials.add_key(key, id=ids.fresh_command_id(), name=name)
    return key


def test_key(credentials: Credentials, secret: bytes) -> str:
    """The key that a service started for trying out shows at each start: the same every time."""
    key = _written(ids.token_secret(secret, KEY, TEST_KEY_NAME))
    made = ids.command_id(secret, KEY, TEST_KEY_NAME)
    credentials.add_key(key, id=made, name=TEST_KEY_NAME)
    return key


def _written(raw: bytes) -> str:
    return f"{KEY}_{urlsafe_b64encode(raw).rstrip(b'=').decode()}"
