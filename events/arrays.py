"""Array parameters in PostgreSQL's binary format.

psycopg's own adapter accepts lists of any type: it inspects every item in Python, which costs more
than the rest of an append. These adapters know the type of their items.
"""

from collections.abc import Iterable
from struct import Struct
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

_HEADER: Final = Struct("!iiIii").pack  # dimensions, nulls, type of an item, items, first index
_INTEGER: Final = Struct("!i").pack
_BIG: Final = Struct("!q").pack


class Bytes(bytes):
    """A ``bytea[]``."""

    __slots__ = ()

    @classmethod
    def of(cls, items: Iterable[bytes]) -> "Bytes":
        """Encode the items."""
        return cls(_array(17, items))


class Texts(bytes):
    """A ``text[]``."""

    __slots__ = ()

    @classmethod
    def of(cls, items: Iterable[str]) -> "Texts":
        """Encode the items."""
        return cls(_array(25, map(str.encode, items)))


class Integers(bytes):
    """An ``integer[]``."""

    __slots__ = ()

    @classmethod
    def of(cls, items: Iterable[int]) -> "Integers":
        """Encode the items."""
        return cls(_array(23, map(_INTEGER, items)))


class Bigs(bytes):
    """A ``bigint[]``."""

    __slots__ = ()

    @classmethod
    def of(cls, items: Iterable[int]) -> "Bigs":
        """Encode the items."""
        return cls(_array(20, map(_BIG, items)))


class Ids(bytes):
    """A ``uuid[]``."""

    __slots__ = ()

    @classmethod
    def of(cls, items: Iterable[UUID]) -> "Ids":
        """Encode the items."""
        return cls(_array(2950, (item.bytes for item in items)))


class _Encoded(Dumper):
    """Dumper for values that are already encoded."""

    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        """Return the value unchanged."""
        return obj


class _BytesDumper(_Encoded):
    oid = 1001


class _TextsDumper(_Encoded):
    oid = 1009


class _IntegersDumper(_Encoded):
    oid = 1007


class _BigsDumper(_Encoded):
    oid = 1016


class _IdsDumper(_Encoded):
    oid = 2951


def register(connection: psycopg.Connection[Any]) -> None:
    """Register the dumpers with a connection."""
    connection.adapters.register_dumper(Bytes, _BytesDumper)
    connection.adapters.register_dumper(Texts, _TextsDumper)
    connection.adapters.register_dumper(Integers, _IntegersDumper)
    connection.adapters.register_dumper(Bigs, _BigsDumper)
    connection.adapters.register_dumper(Ids, _IdsDumper)


def _array(oid: int, items: Iterable[bytes]) -> bytes:
    """Encode an array of one dimension without nulls (PostgreSQL, array_recv)."""
    parts = [b""]
    for item in items:
        parts += (_INTEGER(len(item)), item)
    parts[0] = _HEADER(1, 0, oid, len(parts) // 2, 1)
    return b"".join(parts)
