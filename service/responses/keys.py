"""API keys."""

from typing_extensions import TypedDict

from service.access.credentials import Visibility
from service.responses.base import Id, ScopeName, Time


class ApiKeyJson(TypedDict):
    """An API key; its secret is never shown again."""

    id: Id
    """The key."""
    name: str
    """The name of the key."""
    scopes: list[ScopeName]
    """The scopes of the key."""
    created_at: Time
    """When it was made."""
    default_visibility: Visibility
    """The visibility of its tables, where a request does not name one."""
    test: bool
    """Whether it is a test key: all its tables are tests, it is a stranger at all others, and the
    keys that it makes are test keys."""
    made_by: Id | None
    """The key that made it; null: the operator."""


class NewApiKeyJson(ApiKeyJson):
    """A new API key, with its secret. Keep it: it is not kept here."""

    key: str
    """The secret, `key_…`."""


class RotatedApiKeyJson(NewApiKeyJson):
    """A key with its new secret."""

    former_until: Time
    """The latest time at which the old secret ends."""


class ApiKeyListJson(TypedDict):
    """The key that asks, and all keys that come from it, the oldest first."""

    keys: list[ApiKeyJson]
    """The keys that are valid."""
