"""Invalid events are never signed, and signed events are never signed differently."""

from typing import LiteralString
from uuid import UUID

import psycopg
import pytest
from psycopg.errors import SerializationFailure

from domain.fairness import tree
from events.chain import link
from events.postgres import Pool, PostgresStore
from events.record import PUBLIC
from events.translog.notes import Checkpoint
from events.translog.postgres import PostgresLog
from events.translog.sequencer import IDLE, Sequencer
from events.translog.store import Broken, BrokenLog
from tests.events.making import KEY, MOVE, Logged, append, deal_id


@pytest.fixture
def logged(own_store: PostgresStore, own_pool: Pool) -> Logged:
    """A store with its log, in a database that this test may corrupt."""
    return Logged(own_store, PostgresLog(own_pool))


WAITING: list[tuple[LiteralString, int]] = [
    ("UPDATE event SET body = body || ' ' WHERE version = 5", 5),
    ("UPDATE event SET body = set_bit(body, 13, 1 - get_bit(body, 13)) WHERE version = 4", 4),
    ("UPDATE event SET hash = sha256(hash) WHERE version = 4", 4),
    ("UPDATE event SET hash = sha256(hash) WHERE version = 6", 6),
    ("DELETE FROM event WHERE version = 4", 4),
    ("DELETE FROM event WHERE version = 5", 5),
    ("DELETE FROM event WHERE version = 6", 6),
    ("DELETE FROM event WHERE version > 3", 4),
    ("UPDATE outbox SET head = sha256(head)", 6),
    ("UPDATE outbox SET version = 7", 7),
    (
        """WITH changed AS (
               UPDATE event SET body = 'x', hash = sha256('\\x02'::bytea || before || sha256('x'))
               FROM (SELECT hash AS before FROM event WHERE version = 5) AS b
               WHERE version = 6 RETURNING hash
           ) UPDATE stream SET head = changed.hash FROM changed""",
        6,
    ),
]
"""Manipulations of versions 4 to 6 before they are logged, and the version where each shows."""


@pytest.mark.parametrize(("tampering", "version"), WAITING)
def test_events_altered_before_logging_are_not_logged(
    intruder: psycopg.Connection, logged: Logged, tampering: LiteralString, version: int
) -> None:
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    logged.catch_up()
    append(logged.store, deal, [MOVE] * 3, expected=3)
    intruder.execute(tampering)
    other = deal_id()
    append(logged.store, other, [MOVE] * 2)
    done = logged.sequencer.advance()
    [broken] = done.broken
    assert (broken.stream, broken.version) == (deal, version)
    assert broken.fault
    sound = min(version, 7) - 1
    assert done.logged == sound - 3 + 2, "the events before it, and the whole other stream"
    assert logged.translog.position(deal, sound) is not None
    assert logged.translog.position(deal, sound + 1) is None
    assert logged.translog.standing() == (sound + 2, 0, 0, 1)
    assert logged.sequencer.advance() == IDLE
    assert Sequencer(logged.translog, KEY).advance() == IDLE
    assert_signed(logged)


def test_a_stream_that_was_mended_is_logged_on(
    intruder: psycopg.Connection, logged: Logged
) -> None:
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    intruder.execute("UPDATE event SET body = body || ' ' WHERE version = 2")
    assert logged.sequencer.advance().logged == 1
    append(logged.store, deal, [MOVE], expected=3)
    assert logged.sequencer.advance() == IDLE
    found = intruder.execute("SELECT stream_id, version, fault FROM log_fault").fetchall()
    assert found == [Broken(deal, 2, "the hash does not follow from the events")]
    intruder.execute("UPDATE event SET body = rtrim(body, ' ') WHERE version = 2")
    intruder.execute("DELETE FROM log_fault")
    assert logged.catch_up() == 3
    assert_signed(logged)


def test_a_replaced_tail_is_detected(intruder: psycopg.Connection, logged: Logged) -> None:
    """The chain is valid and completely in the log already, but it differs from the logged one."""
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 4)
    logged.catch_up()
    head = logged.store.load(deal, viewer=PUBLIC)[2].hash
    intruder.execute("DELETE FROM event WHERE version = 4")
    intruder.execute("DELETE FROM secret WHERE version = 4")
    intruder.execute("UPDATE stream SET version = 3, head = %s", [head])
    append(logged.store, deal, [MOVE], expected=3)
    done = logged.sequencer.advance()
    fault = "the event is not the one that was appended"
    assert done.broken == (Broken(deal, 4, fault),)
    assert done.logged == 0


FORGING: tuple[LiteralString, ...] = (
    "UPDATE event SET body = 'x', hash = %(hash)s WHERE stream_id = %(deal)s AND version = 3",
    "UPDATE feed SET hash = %(hash)s WHERE stream_id = %(deal)s AND version = 3",
    "UPDATE stream SET head = %(hash)s WHERE stream_id = %(deal)s",
)
"""An event that was logged, and what the log has of it, are others, and the chain goes on so."""


@pytest.mark.parametrize("others", [0, 600])
def test_a_stream_does_not_go_on_from_what_was_not_signed(
    intruder: psycopg.Connection, logged: Logged, others: int
) -> None:
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    logged.catch_up()
    if others:
        append(logged.store, deal_id(), [MOVE] * others)
        logged.catch_up()
    second = logged.store.load(deal, viewer=PUBLIC)[1].hash
    for forging in FORGING:
        intruder.execute(forging, {"deal": deal, "hash": link(second, b"x")})
    append(logged.store, deal, [MOVE], expected=3)
    if others:  # then the forged entry is not at the edge of the tree, which a new sequencer checks
        done = Sequencer(logged.translog, KEY).advance()
        assert done.broken == (Broken(deal, 3, "what the log has of it is not what was signed"),)
    else:
        done = logged.sequencer.advance()
        assert done.broken == (Broken(deal, 4, "the hash does not follow from the events"),)
    assert done.logged == 0


def test_one_that_sees_again_what_it_forgot(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.translog.sequencer.REMEMBERED", 3)
    deals = [deal_id() for _ in range(8)]
    for version in range(3):
        for deal in deals:
            append(logged.store, deal, [MOVE], expected=version)
            assert logged.catch_up() == 1
    assert len(logged.sequencer._last) <= 4
    assert_signed(logged)


@pytest.mark.parametrize(
    ("spoiling", "broken"),
    [("DELETE FROM feed WHERE position = 99", 1), ("SELECT FROM feed LIMIT 0", 0)],
)
def test_the_log_does_not_grow_from_an_entry_without_a_proof(
    intruder: psycopg.Connection, logged: Logged, spoiling: LiteralString, broken: int
) -> None:
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    logged.catch_up()
    append(logged.store, deal_id(), [MOVE] * 600)
    logged.catch_up()
    intruder.execute(spoiling)
    append(logged.store, deal, [MOVE], expected=3)
    assert len(Sequencer(logged.translog, KEY).advance().broken) == broken


def test_the_log_does_not_grow_from_unsigned_entries(
    intruder: psycopg.Connection, logged: Logged
) -> None:
    deal = deal_id()
    append(logged.store, deal, [MOVE])
    intruder.execute("INSERT INTO feed SELECT 0, stream_id, 1, sha256('') FROM stream")
    with pytest.raises(SerializationFailure):
        logged.sequencer.advance()
    assert logged.translog.checkpoint() is None


def test_an_append_that_the_log_has_never_heard_of(
    intruder: psycopg.Connection, logged: Logged
) -> None:
    """An append that claims a logged version which the log does not have."""
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    logged.catch_up()
    intruder.execute("DELETE FROM feed WHERE version = 2")
    intruder.execute("INSERT INTO outbox SELECT stream_id, 2, head, updated_at FROM stream")
    assert [broken.version for broken in logged.sequencer.advance().broken] == [2]


LOGGED: list[tuple[LiteralString, str]] = [
    ("DELETE FROM checkpoint", "the checkpoints are gone"),
    ("DELETE FROM checkpoint WHERE size = 6", "not those that were signed"),
    ("UPDATE checkpoint SET root = sha256(root) WHERE size = 6", "of another size or root"),
    ("UPDATE checkpoint SET size = 7 WHERE size = 6", "of another size or root"),
    ("UPDATE checkpoint SET note = replace(note, '6', '5') WHERE size = 6", "does not hold"),
    ("UPDATE checkpoint SET note = '' WHERE size = 6", "does not hold"),
]
SEEN_ANEW: list[tuple[LiteralString, str]] = [
    ("UPDATE feed SET hash = sha256(hash) WHERE position = 3", "not those that were signed"),
    ("UPDATE feed SET version = 9 WHERE position = 5", "not those that were signed"),
    ("DELETE FROM feed WHERE position = 2", "hashes are missing"),
]


@pytest.mark.parametrize(("tampering", "said"), LOGGED)
def test_a_log_that_was_altered_is_not_signed_on(
    intruder: psycopg.Connection, logged: Logged, tampering: LiteralString, said: str
) -> None:
    fill(logged)
    intruder.execute(tampering)
    append(logged.store, deal_id())
    with pytest.raises(BrokenLog, match=said):
        logged.sequencer.advance()
    assert_not_signed(intruder, size=8)


@pytest.mark.parametrize(("tampering", "said"), SEEN_ANEW)
def test_a_new_sequencer_sees_that_the_entries_were_altered(
    intruder: psycopg.Connection, logged: Logged, tampering: LiteralString, said: str
) -> None:
    fill(logged)
    intruder.execute(tampering)
    append(logged.store, deal_id())
    with pytest.raises(BrokenLog, match=said):
        Sequencer(logged.translog, KEY).advance()
    assert_not_signed(intruder, size=7)


def test_a_sequencer_detects_a_fork_by_another(
    intruder: psycopg.Connection, logged: Logged
) -> None:
    """The log is rolled back to a signed state and grown from there: only an earlier reader
    notices.
    """
    fill(logged)
    witness = Sequencer(logged.translog, KEY)
    append(logged.store, deal_id())
    logged.catch_up(witness)
    intruder.execute("DELETE FROM feed WHERE position >= 6")
    intruder.execute("DELETE FROM checkpoint WHERE size > 6")
    for _ in range(3):
        append(logged.store, deal_id())
    assert Sequencer(logged.translog, KEY).advance().logged == 3
    append(logged.store, deal_id())
    with pytest.raises(BrokenLog, match=r"its 9 entries are not those .* seen here before"):
        witness.advance()


def fill(logged: Logged) -> UUID:
    """Six entries in two checkpoints."""
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    logged.catch_up()
    append(logged.store, deal, [MOVE] * 3, expected=3)
    logged.catch_up()
    return deal


def assert_not_signed(owner: psycopg.Connection, *, size: int) -> None:
    assert owner.execute("SELECT FROM checkpoint WHERE size >= %s", [size]).fetchall() == []


def assert_signed(logged: Logged) -> None:
    """The last checkpoint covers the log, and every entry belongs to a valid chain."""
    signed = logged.translog.checkpoint()
    assert signed is not None
    entries = logged.translog.entries(range(signed.size))
    root = tree.root([entry.leaf for entry in entries])
    said = Checkpoint.read(KEY.verifier.open(signed.note))
    assert said == Checkpoint(KEY.name, len(entries), root)
