"""A partition for every month, made in time, without a gap."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from uuid import UUID

import psycopg
import pytest

from events.chain import verify
from events.postgres import PostgresStore
from events.record import FULL
from service.runtime import SYSTEM
from tests.events.making import append, deal_id, table_id


def month(ahead: int) -> datetime:
    now = datetime.now(UTC)
    number = now.year * 12 + now.month - 1 + ahead
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)


def name(ahead: int) -> str:
    return f"event_{month(ahead):%Y_%m}"


def first_id(ahead: int) -> UUID:
    return UUID(int=int(month(ahead).timestamp() * 1000) << 80)


def home(owner: psycopg.Connection, stream: UUID) -> set[str]:
    """The partitions that a stream's events and secrets are in."""
    rows = owner.execute(
        """SELECT tableoid::regclass::text FROM event WHERE stream_id = %(id)s
           UNION SELECT tableoid::regclass::text FROM secret WHERE stream_id = %(id)s""",
        {"id": stream},
    )
    return {row[0] for row in rows}


def ensure(owner: psycopg.Connection, months: int) -> int:
    row = owner.execute("SELECT ensure_partitions(%s)", [months]).fetchone()
    assert row is not None
    return int(row[0])


def both(part: str) -> set[str]:
    return {part, part.replace("event", "secret")}


def test_a_stream_is_kept_in_its_month(owner: psycopg.Connection, own_store: PostgresStore) -> None:
    below = UUID(int=first_id(0).int - 1)
    last = UUID(int=first_id(1).int - 1)
    homes = {
        deal_id(SYSTEM): name(0),
        first_id(0): name(0),
        last: name(0),
        first_id(1): name(1),
        first_id(3): name(3),
        first_id(4): "event_default",
        below: "event_default",
        UUID(int=0): "event_default",
        UUID(int=(0xF << 124) - 1): "event_default",
        UUID(int=0xF << 124): "event_tables",
        table_id(): "event_tables",
        UUID(int=2**128 - 1): "event_tables",
    }
    for stream, part in homes.items():
        append(own_store, stream)
        assert home(owner, stream) == both(part)


def test_months_ahead_are_created_once(owner: psycopg.Connection) -> None:
    assert ensure(owner, 3) == 0
    assert ensure(owner, 5) == 4
    assert ensure(owner, 5) == 0


def test_callers_take_turns(database: str, owner: psycopg.Connection) -> None:
    def call(_: int) -> int:
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("SET ROLE fairdeal_service")
            return ensure(connection, 12)

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(call, range(4))) == [0, 0, 0, 18]
    assert ensure(owner, 12) == 0


def test_early_rows_move_into_the_partition_of_their_month(
    owner: psycopg.Connection, own_store: PostgresStore
) -> None:
    early, far = UUID(int=first_id(4).int + 77), UUID(int=first_id(7).int)
    for stream in (early, far):
        append(own_store, stream)
        append(own_store, stream, expected=1)
    before = {stream: own_store.load(stream, viewer=FULL) for stream in (early, far)}
    assert ensure(owner, 4) == 2
    assert home(owner, early) == both(name(4))
    assert home(owner, far) == both("event_default")
    append(own_store, early, expected=2)
    assert own_store.load(early, viewer=FULL, upto=2) == before[early]
    assert own_store.load(far, viewer=FULL) == before[far]
    verify(own_store.load(early, viewer=FULL), stream=early)
    for part in ("event_default", name(4)):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            owner.execute(b"DELETE FROM %b" % part.encode())


def test_appends_go_on_while_a_month_is_created(
    owner: psycopg.Connection, own_store: PostgresStore
) -> None:
    deal = deal_id(SYSTEM)
    append(own_store, deal)
    with owner.transaction():
        assert ensure(owner, 4) == 2
        append(own_store, deal, expected=1)
        append(own_store, table_id())


def test_a_month_can_be_put_away_and_brought_back(
    owner: psycopg.Connection, own_store: PostgresStore
) -> None:
    deal = deal_id(SYSTEM)
    events = append(own_store, deal).events
    bounds = first_id(0), first_id(1)
    for parent in ("event", "secret"):
        part = name(0).replace("event", parent)
        owner.execute(f"ALTER TABLE {parent} DETACH PARTITION {part}".encode())
    assert own_store.load(deal, viewer=FULL) == ()
    for parent in ("event", "secret"):
        part = name(0).replace("event", parent)
        attach = (
            f"ALTER TABLE {parent} ATTACH PARTITION {part} FOR VALUES FROM ('{{}}') TO ('{{}}')"
        )
        owner.execute(attach.format(*bounds).encode())
    assert own_store.load(deal, viewer=FULL) == events


def test_a_store_creates_partitions_for_the_months_to_come(
    owner: psycopg.Connection, own_store: PostgresStore
) -> None:
    with owner.transaction():
        owner.execute(f"DROP TABLE {name(2)}")
    own_store.create_partitions()
    own_store.create_partitions()
    append(own_store, first_id(2))
    assert home(owner, first_id(2)) == both(name(2))
