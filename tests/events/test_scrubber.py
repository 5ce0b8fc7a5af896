"""The scrubber finds whatever was altered at rest, by whoever may alter everything."""

from typing import LiteralString
from uuid import UUID

import psycopg
import pytest

from events.chain import MISSING, OTHER
from events.postgres import Pool, PostgresStore
from events.store import EventStore
from events.translog.anew import begin_anew
from events.translog.notes import SigningKey
from events.translog.postgres import PostgresLog
from events.translog.scrubber import (
    CUT,
    OTHER_ENDED,
    OTHER_LOG,
    UNLOGGED,
    UNOPENED,
    WHOLE_LOG,
    Scrubber,
    Scrubs,
)
from events.translog.scrubs import PostgresScrubs
from events.translog.sequencer import Sequencer
from events.translog.store import Broken, TranslogStore
from tests.events.making import DEALT, KEY, MOVE, NOW, Logged, append, deal_id
from tests.memory.database import Memory
from tests.memory.scrubs import MemoryScrubs
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog

Stored = tuple[EventStore, TranslogStore, Scrubs]


@pytest.fixture
def stored(own_store: PostgresStore, own_pool: Pool) -> Stored:
    """A store, its log and the place of a scrubber, in a database of this test's own."""
    return own_store, PostgresLog(own_pool), PostgresScrubs(own_pool)


@pytest.fixture(params=["memory", "postgres"])
def anywhere(request: pytest.FixtureRequest, stored: Stored) -> Stored:
    """The same, also in memory."""
    if request.param == "postgres":
        return stored
    memory = Memory()
    return MemoryStore(memory), MemoryLog(memory), MemoryScrubs(memory)


def scrubbed(stored: Stored, *, key: SigningKey = KEY) -> list[Broken]:
    """The faults that a pass finds and that were not known before."""
    scrubber = Scrubber(*stored, key.verifier)
    found, more = list[Broken](), True
    while more:
        done = scrubber.advance(time=NOW)
        found, more = [*found, *done.found], done.more
    return found


def filled(stored: Stored, *, events: int = 6) -> tuple[Logged, UUID]:
    """The log of two deals, the first of which it returns."""
    logged, deal = Logged(stored[0], stored[1]), deal_id()
    append(logged.store, deal, [DEALT, *[MOVE] * (events - 1)])
    append(logged.store, deal_id(), [MOVE] * 2)
    logged.catch_up()
    return logged, deal


def test_what_holds_is_passed_over_and_over(anywhere: Stored) -> None:
    assert scrubbed(anywhere) == [], "there is no log yet"
    logged, deal = filled(anywhere, events=700)
    append(logged.store, deal, [MOVE], expected=700)
    for number in (2, 3):
        assert scrubbed(anywhere) == [], "an append that waits to be logged is no fault"
        place = anywhere[2].place()
        assert place is not None
        assert (place.number, place.edge.size, place.stream, place.ended) == (number, 0, None, NOW)
    assert anywhere[2].faults() == []


def test_a_step_that_runs_twice_does_no_harm(anywhere: Stored) -> None:
    filled(anywhere, events=1_200)
    one, other = Scrubber(*anywhere, KEY.verifier), Scrubber(*anywhere, KEY.verifier)
    one.advance(time=NOW)
    place = anywhere[2].place()
    assert place is not None
    assert place.edge.size == 500
    assert not anywhere[2].move(None, place), "another process has gone on"
    assert other.advance(time=NOW).more
    assert one.advance(time=NOW).more
    assert not one.advance(time=NOW).more
    assert scrubbed(anywhere) == []


def test_a_log_that_was_begun_anew_is_read_from_its_beginning(
    stored: Stored, database: str
) -> None:
    logged, _ = filled(stored, events=700)
    Scrubber(*stored, KEY.verifier).advance(time=NOW)
    anew = SigningKey("example.com/anew", bytes(32))
    begin_anew(database, anew, reason="The disk failed.", at=NOW)
    logged.catch_up(Sequencer(logged.translog, anew))
    assert scrubbed(stored, key=anew) == []
    place = stored[2].place()
    assert place is not None
    assert (place.number, place.log_number) == (2, 0)
    with psycopg.connect(database) as superuser:
        superuser.execute("SET session_replication_role = replica")
        superuser.execute("UPDATE feed SET hash = sha256(hash) WHERE position = 600")
    assert scrubbed(stored, key=anew) == [Broken(WHOLE_LOG, 500, OTHER_ENDED)]


# --- Attacks --------------------------------------------------------------------------------------

CHAINED_AGAIN: LiteralString = r"""
DO $$
DECLARE link bytea; each record;
BEGIN
    UPDATE event SET body = convert_to(replace(convert_from(body, 'UTF8'),
        '"at":1764', '"at":1765'), 'UTF8') WHERE version = 3;
    FOR each IN SELECT stream_id, version, body FROM event ORDER BY stream_id, version LOOP
        link := sha256('\x02'::bytea || CASE WHEN each.version = 1
            THEN sha256('fairdeal/1/genesis'::bytea || uuid_send(each.stream_id)) ELSE link END
            || sha256(each.body));
        UPDATE event SET hash = link
            WHERE stream_id = each.stream_id AND version = each.version;
        UPDATE stream SET head = link WHERE stream_id = each.stream_id;
    END LOOP;
END $$
"""
LOG_TOO: LiteralString = """
UPDATE feed f SET hash = e.hash FROM event e
WHERE e.stream_id = f.stream_id AND e.version = f.version
"""

CUT_ROW: LiteralString = """
UPDATE stream SET version = 3, head = event.hash FROM event
WHERE event.version = 3 AND event.stream_id = stream.stream_id
"""

ATTACKS: list[tuple[LiteralString, int, str]] = [
    ("UPDATE event SET body = set_bit(body, 13, 1 - get_bit(body, 13)) WHERE version = 4", 4, ""),
    (CHAINED_AGAIN, 3, OTHER),
    ("UPDATE secret SET payload = set_byte(payload, 2, 57) WHERE slot = 'hands/2'", 1, ""),
    ("DELETE FROM secret WHERE slot = 'hands/2'", 1, UNOPENED),
    ("DELETE FROM event WHERE version > 2", 3, MISSING),
    ("DELETE FROM event; DELETE FROM secret; DELETE FROM stream", 1, MISSING),
    (CUT_ROW, 4, CUT),
    ("UPDATE stream SET head = sha256(head) WHERE version = 6", 7, OTHER),
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_altered_record_is_found(
    stored: Stored,
    intruder: psycopg.Connection,
    attack: tuple[LiteralString, int, str],
) -> None:
    statement, version, fault = attack
    _, deal = filled(stored)
    assert scrubbed(stored) == []
    intruder.execute(statement)
    found = {broken.stream: broken for broken in scrubbed(stored)}
    assert deal in found
    assert (found[deal].version, fault or found[deal].fault) == (version, found[deal].fault)
    assert scrubbed(stored) == [], "it is told once"
    assert deal in {broken.stream for broken in stored[2].faults()}, "and stays known"


def test_events_behind_the_back_of_the_log_are_found(
    stored: Stored, intruder: psycopg.Connection
) -> None:
    filled(stored)
    added = deal_id()
    append(stored[0], added)
    intruder.execute("DELETE FROM outbox")
    assert scrubbed(stored) == [Broken(added, 1, UNLOGGED)]


@pytest.mark.parametrize(
    "attack",
    [
        CHAINED_AGAIN + ";" + LOG_TOO,
        "UPDATE feed SET hash = sha256(hash) WHERE position = 3",
        "DELETE FROM feed WHERE position >= 4",
        "UPDATE checkpoint SET root = sha256(root)",
        "UPDATE checkpoint SET note = replace(note, '8', '9')",
    ],
)
def test_an_altered_log_is_found(
    stored: Stored,
    intruder: psycopg.Connection,
    attack: LiteralString,
) -> None:
    filled(stored)
    intruder.execute(attack)
    faults = {broken.stream: broken.fault for broken in scrubbed(stored)}
    assert WHOLE_LOG in faults
    assert faults[WHOLE_LOG] == OTHER_LOG or "checkpoint" in faults[WHOLE_LOG]


def test_another_key_is_found(anywhere: Stored) -> None:
    filled(anywhere)
    [fault] = scrubbed(anywhere, key=SigningKey(KEY.name, bytes(32)))
    assert fault.stream == WHOLE_LOG
    assert "does not hold" in fault.fault


def test_a_repaired_record_is_forgotten(stored: Stored, intruder: psycopg.Connection) -> None:
    _, deal = filled(stored)
    intruder.execute("CREATE TABLE kept AS SELECT * FROM feed")
    intruder.execute("UPDATE feed SET hash = sha256(hash) WHERE position = 3")
    assert {broken.stream for broken in scrubbed(stored)} == {WHOLE_LOG, deal}
    assert [broken.stream for broken in stored[2].faults([deal])] == [deal]
    intruder.execute(
        "UPDATE feed f SET hash = kept.hash FROM kept WHERE kept.position = f.position"
    )
    assert scrubbed(stored) == []
    assert stored[2].faults() == []
