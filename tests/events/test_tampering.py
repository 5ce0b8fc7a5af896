"""Manipulation with triggers disabled is detected, at the altered version."""

from typing import LiteralString
from uuid import UUID

import psycopg
import pytest

from events.chain import BrokenChain, verify
from events.postgres import PostgresStore
from events.record import FULL
from tests.events.making import DEALT, MOVE, TAKEN, append, deal_id

TAMPERING: list[tuple[LiteralString, int]] = [
    ("UPDATE event SET body = body || ' ' WHERE version = 3", 3),
    ("UPDATE event SET body = set_bit(body, 13, 1 - get_bit(body, 13)) WHERE version = 2", 2),
    ("UPDATE event SET hash = sha256(hash) WHERE version = 4", 4),
    ("UPDATE event SET body = 'x' WHERE version = 3", 3),
    ("DELETE FROM event WHERE version = 1", 1),
    ("DELETE FROM event WHERE version = 3", 3),
    ("DELETE FROM event WHERE version = 6", 6),
    ("DELETE FROM event", 1),
    ("UPDATE event SET version = version + 1 WHERE version = 6", 6),
    (
        """UPDATE event e SET body = o.body, hash = o.hash FROM event o
           WHERE (e.version, o.version) IN ((2, 3), (3, 2))""",
        2,
    ),
    ("UPDATE secret SET payload = '[]' WHERE version = 1 AND slot = 'hands/2'", 1),
    ("UPDATE secret SET salt = sha256(salt) WHERE version = 5", 5),
    ("UPDATE secret SET slot = 'hands/9' WHERE version = 1 AND slot = 'hands/2'", 1),
    ("UPDATE secret SET slot = 'seat' WHERE version = 4", 4),
    ("UPDATE secret SET version = 6 WHERE version = 5", 6),
    ("UPDATE stream SET head = sha256(head)", 7),
]


@pytest.mark.parametrize(("tampering", "version"), TAMPERING)
def test_tampering_is_found(
    owner: psycopg.Connection, own_store: PostgresStore, tampering: LiteralString, version: int
) -> None:
    deal = deal_id()
    append(own_store, deal, [DEALT, MOVE, MOVE, MOVE])
    append(own_store, deal, [MOVE, TAKEN], expected=4)
    read_and_verify(own_store, deal)
    owner.execute("SET session_replication_role = replica")  # disables the triggers
    owner.execute(tampering)
    with pytest.raises(BrokenChain) as broken:
        read_and_verify(own_store, deal)
    assert (broken.value.stream, broken.value.version) == (deal, version)


def read_and_verify(store: PostgresStore, deal: UUID) -> None:
    row = store.head(deal)
    assert row is not None
    verify(store.load(deal, viewer=FULL), stream=deal, head=row.head)
