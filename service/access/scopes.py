"""The scopes of API keys: a few words, each of which permits several operations."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final


class Scope(StrEnum):
    """A permission of a key."""

    READ = "read"
    TABLES = "tables"
    PLAY = "play"
    DISPUTES = "disputes"
    WEBHOOKS = "webhooks"
    KEYS = "keys"


MEANING: Final[Mapping[Scope, str]] = {
    Scope.READ: "read tables, deals and the log",
    Scope.TABLES: "open and close tables and branches, admit watchers",
    Scope.PLAY: "take seats, get their tokens, and leave seats",
    Scope.DISPUTES: "read evidence and disputes, admit auditors",
    Scope.WEBHOOKS: "add, change and delete webhooks",
    Scope.KEYS: "make, rotate and revoke keys that may do no more",
}


def scopes_of(names: Iterable[str] | None) -> frozenset[Scope]:
    """The scopes with these names; None: all. Unknown names permit nothing."""
    return frozenset(each for each in Scope if names is None or each in set(names))


def in_order(scopes: frozenset[Scope]) -> list[str]:
    """Their names, in a fixed order."""
    return [each.value for each in Scope if each in scopes]
