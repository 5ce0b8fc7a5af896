"""A stopped clock and no randomness: a script records the same in every run."""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import get_ident
from typing import Any, Final, LiteralString
from unittest.mock import patch
from uuid import UUID

import psycopg

from service.access import keyring
from service.timestamps import when

BEGAN: Final = 1_767_225_600_000_000_000
"""The clock at the beginning, in ns: 2026-01-01."""
SECOND: Final = 1_000_000_000


class Clock:
    """A clock that only the script moves."""

    def __init__(self) -> None:
        self.at = BEGAN

    def time_ns(self) -> int:
        return self.at

    def wait(self, seconds: int) -> None:
        self.at += seconds * SECOND


@contextmanager
def stopped_database(url: str) -> Iterator[None]:
    """Make the database return the same time in every run, wherever an answer contains it."""
    with psycopg.connect(url, autocommit=True) as owner:
        for statement in _STOPPED:
            owner.execute(statement)
    with patch.object(keyring, "_store", _stored):
        yield


_STOPPED: Final[tuple[LiteralString, ...]] = (
    "ALTER TABLE api_key ALTER created_at SET DEFAULT '2026-01-01 00:00:00+00'",
    "ALTER TABLE api_secret ALTER created_at SET DEFAULT '2026-01-01 00:00:00+00'",
)
_store: Final = keyring._store


def _stored(connection: Any, key: UUID, fresh: keyring.Fresh) -> keyring.Stored:
    return _store(connection, key, fresh)._replace(at=when(BEGAN // 1_000))


def drawing(what: str = "examples") -> Callable[[int], bytes]:
    """A source of bytes that depend on their purpose and number, instead of chance.

    Threads that other tests have left draw at random: they do not change the numbers.
    """
    numbers, own = count(), get_ident()

    def draw(size: int) -> bytes:
        if get_ident() != own:
            return os.urandom(size)
        return hashlib.sha256(f"{what} {next(numbers)}".encode()).digest()[:size]

    return draw
