"""Array parameters in PostgreSQL's binary format.

psycopg's own adapter accepts lists of any type: it inspects every item in Python, which costs more
than the rest of an append. These adapters know the type of their items.
"""

from collections.abc import Iterable
from operator import attrgetter, methodcaller
from struct import Struct
from typing import Any, ClassVar, Final, Self

import psycopg
from psycopg.types.string import BytesBinaryDumper

_HEADER: Final = Struct("!iiIii").pack  # dimensions, nulls, type of an item, items, first index
_INTEGER: Final = Struct("!i").pack


class Array(bytes):
    """An array in the format of PostgreSQL's array_recv: one dimension, no nulls.

    Attributes:
        OID: the type of the array.
        ITEM: the type of its items.
        ENCODE: makes the bytes of an item.
    """

    __slots__ = ()
    OID: ClassVar[int]
    ITEM: ClassVar[int]
    ENCODE: ClassVar[Any]

    def __new__(cls, items: Iterable[Any]) -> Self:
        """Encode the items."""
        parts = [b""]
        for item in map(cls.ENCODE, items):
            parts += (_INTEGER(len(item)), item)
        parts[0] = _HEADER(1, 0, cls.ITEM, len(parts) // 2, 1)
        return super().__new__(cls, b"".join(parts))


class Bytes(Array):
    """A ``bytea[]``."""

    OID, ITEM, ENCODE = 1001, 17, bytes


class Texts(Array):
    """A ``text[]``."""

    OID, ITEM, ENCODE = 1009, 25, methodcaller("encode")


class Integers(Array):
    """An ``integer[]``."""

    OID, ITEM, ENCODE = 1007, 23, _INTEGER


class Bigs(Array):
    """A ``bigint[]``."""

    OID, ITEM, ENCODE = 1016, 20, Struct("!q").pack


class Ids(Array):
    """A ``uuid[]``."""

    OID, ITEM, ENCODE = 2951, 2950, attrgetter("bytes")


def register(connection: psycopg.Connection[Any]) -> None:
    """Have a connection send arrays as they are."""
    for array in (Bytes, Texts, Integers, Bigs, Ids):
        dumper = type(f"{array.__name__}Dumper", (BytesBinaryDumper,), {"oid": array.OID})
        connection.adapters.register_dumper(array, dumper)
