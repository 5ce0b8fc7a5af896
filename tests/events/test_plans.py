"""Query plans of our statements: by index, in one partition, no more rows than necessary."""

from datetime import UTC, datetime
from typing import Any, Literal, LiteralString
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from events.listings import MOST_NUMBER, Listings
from events.postgres import Pool, PostgresStore, ask
from events.record import FULL, PUBLIC
from events.store import CommandReused, StaleVersion
from events.translog.postgres import PostgresLog
from events.translog.store import Run
from service.runtime import SYSTEM
from tests.events.making import DEALT, MOVE, append, command, deal_id

FILLING: list[LiteralString] = [
    """INSERT INTO stream
       SELECT gen_random_uuid(), CASE n %% 10 WHEN 0 THEN 'table' ELSE 'deal' END, 1, '',
              'status' || n %% 7,
              CASE n %% 10 WHEN 0 THEN jsonb_build_object('owner', 'o' || n %% 100)
              WHEN 1 THEN jsonb_build_object('until', n) ELSE '{}' END,
              now() - make_interval(secs => n), now()
       FROM generate_series(1, 5000) AS n""",
    """INSERT INTO event
       SELECT overlay(md5(n::text)::uuid::text PLACING left(%(deal)s, 13) FROM 1)::uuid,
              version, gen_random_uuid(), 0, 'x', 1, '', '', now()
       FROM generate_series(1, 100) AS n, generate_series(1, 50) AS version""",
    """INSERT INTO secret
       SELECT overlay(md5(n::text)::uuid::text PLACING left(%(deal)s, 13) FROM 1)::uuid,
              version, 'cards', n %% 4, '', ''
       FROM generate_series(1, 100) AS n, generate_series(1, 50) AS version""",
    "ANALYZE stream, event, secret",
]
EVENTS = 10


@pytest.fixture
def deal(owner: psycopg.Connection, own_store: PostgresStore) -> UUID:
    """A deal of some events among thousands of streams."""
    deal = deal_id(SYSTEM)
    for filling in FILLING:
        owner.execute(filling, {"deal": str(deal)})
    append(own_store, deal, [DEALT] * EVENTS)
    return deal


def scans(pool: Pool, containing: str, *values: object) -> dict[str, tuple[str, int]]:
    """The plan of the store's own prepared statement on its connection.

    Returns:
        For each table: the kind of scan, and the number of rows read.
    """
    with pool.connection() as connection:
        [(name,)] = connection.execute(
            "SELECT name FROM pg_prepared_statements WHERE strpos(statement, %s) > 0"
            " ORDER BY prepare_time DESC LIMIT 1",
            [containing],
        ).fetchall()
        given = ", ".join(sql.Literal(value).as_string() for value in values)
        [([explained],)] = connection.execute(
            f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE {name} ({given})".encode()
        ).fetchall()
    waiting: list[dict[str, Any]] = [explained["Plan"]]
    found = {}
    while waiting:
        node = waiting.pop()
        waiting += node.get("Plans", [])
        if "Relation Name" in node:
            read = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
            found[node["Relation Name"]] = (node["Node Type"], read * node["Actual Loops"])
    return found


def test_load_reads_one_partition_by_its_key(
    own_pool: Pool, own_store: PostgresStore, deal: UUID
) -> None:
    month = f"{datetime.fromtimestamp((deal.int >> 80) / 1000, UTC):%Y_%m}"
    own_store.load(deal, viewer=2)
    assert scans(own_pool, "UNION ALL", deal, 0, 99, 2, 3) == {
        f"event_{month}": ("Index Scan", EVENTS),
        f"secret_{month}": ("Index Scan", 4 * EVENTS),
        "feed": ("Index Scan", 0),
    }
    own_store.load(deal, viewer=PUBLIC)
    assert scans(own_pool, "ORDER BY version", deal, 0, 99) == {
        f"event_{month}": ("Index Scan", EVENTS),
        "feed": ("Index Scan", 0),
    }


def test_load_reads_only_what_is_new(own_pool: Pool, own_store: PostgresStore, deal: UUID) -> None:
    own_store.load(deal, viewer=FULL, after=EVENTS - 1)
    found = scans(own_pool, "UNION ALL", deal, EVENTS - 1, 99, -1, 99)
    assert sorted(found.values()) == [("Index Scan", 1), ("Index Scan", 4)]


def test_streams_are_read_by_their_key(
    own_pool: Pool, own_store: PostgresStore, deal: UUID
) -> None:
    own_store.head(deal)
    assert scans(own_pool, "stream_id = $1", deal) == {"stream": ("Index Scan", 1)}
    own_store.versions([deal])
    kind, rows = scans(own_pool, "ANY($1)", [deal])["stream"]
    assert kind.startswith(("Index", "Bitmap"))
    assert rows == 1


@pytest.mark.usefixtures("deal")
@pytest.mark.parametrize("newest_first", [False, True])
def test_find_reads_no_more_than_it_may_give_of_each_status(
    own_pool: Pool, own_store: PostgresStore, *, newest_first: bool
) -> None:
    statuses = ["status1", "status2", "status3"]
    rows = own_store.find(kind="deal", statuses=statuses, limit=10, newest_first=newest_first)
    assert len(rows) == 10
    start = ("infinity", UUID(int=2**128 - 1)) if newest_first else ("-infinity", UUID(int=0))
    found = scans(own_pool, "LATERAL", statuses, "deal", *start, 10)
    assert found == {"stream": ("Index Scan", 30)}


@pytest.mark.usefixtures("deal")
def test_only_the_streams_of_an_owner_are_counted(own_pool: Pool, own_store: PostgresStore) -> None:
    statuses = ["status1", "status2", "status3"]
    count = own_store.owned(kind="table", statuses=statuses, owner="o10", limit=99)
    assert count > 10
    kind, rows = scans(own_pool, "AS owned", "table", "o10", statuses, None, None, 99)["stream"]
    assert kind != "Seq Scan"
    assert rows == count


@pytest.mark.usefixtures("deal")
def test_of_the_deals_by_the_clock_only_those_are_read_whose_time_ends(
    own_pool: Pool, own_store: PostgresStore
) -> None:
    statuses = ["status1", "status2"]
    rows = own_store.expiring(kind="deal", statuses=statuses, before=1_000, limit=10)
    assert [row.summary["until"] for row in rows] == sorted(row.summary["until"] for row in rows)
    nobody = UUID(int=0)
    found = scans(own_pool, "'until'", -1, nobody, 1_000, -1, [], "deal", statuses, 10)
    (kind, read) = found["stream"]
    assert kind == "Index Scan"
    assert len(rows) == 10
    assert read < 10 * 7
    after = (rows[-1].summary["until"], rows[-1].id)
    given: tuple[Any, ...] = (*after, after[0] + 1, -1, [], "deal", statuses, 10)
    scanned = scans(own_pool, "'until'", *given)["stream"]
    assert scanned[0] == "Index Scan"
    assert scanned[1] <= 1


@pytest.mark.parametrize("expected", [EVENTS, EVENTS + 1])
def test_append_scans_no_table(own_store: PostgresStore, deal: UUID, expected: int) -> None:
    """Whatever its outcome: success and three kinds of refusal."""
    by = command(fingerprint=b"1")
    before = sequential(own_store)
    append(own_store, deal, [DEALT, MOVE], expected=EVENTS, by=by)
    append(own_store, deal, expected=expected, by=by)
    with pytest.raises(StaleVersion):
        append(own_store, deal, expected=expected)
    with pytest.raises(CommandReused):
        append(own_store, deal, expected=expected, by=command(command_id=by.id))
    assert sequential(own_store) == before


def sequential(store: PostgresStore) -> int:
    """The number of full table scans of its connection."""
    ask(store.pool, "SELECT pg_stat_force_next_flush()", ())
    ask(store.pool, "SELECT pg_stat_clear_snapshot()", ())
    [(scans,)] = ask(
        store.pool,
        "SELECT sum(seq_scan)::int FROM pg_stat_user_tables"
        " WHERE relname ~ '^(stream|event|secret)'",
        (),
    )
    return int(scans)


LOGGED = """INSERT INTO feed
    SELECT n, overlay(md5((n / 50)::text)::uuid::text PLACING left(%(deal)s, 13) FROM 1)::uuid,
           n %% 50, sha256(n::text::bytea)
    FROM generate_series(0, 4999) AS n"""


@pytest.fixture
def long_log(owner: psycopg.Connection, own_pool: Pool, deal: UUID) -> PostgresLog:
    """The log of those thousands of streams, to which the deal will be added."""
    owner.execute(LOGGED, {"deal": str(deal)})
    owner.execute("INSERT INTO log_node SELECT 8, n, sha256('') FROM generate_series(0, 4999) AS n")
    owner.execute("ANALYZE feed, log_node, outbox")
    return PostgresLog(own_pool)


def test_a_batch_reads_only_what_it_logs(own_pool: Pool, long_log: PostgresLog, deal: UUID) -> None:
    with long_log.turn() as turn:
        assert turn is not None
        assert turn.logged([deal]) == {}
        assert turn.events({deal: range(1, 4)}).keys() == {deal}
    assert scans(own_pool, "ORDER BY version DESC LIMIT 1", [deal], 0) == {
        "feed": ("Index Scan", 0)
    }
    found = scans(own_pool, "AS event ORDER BY", [deal], [1], [4])
    assert [each for each in found.values() if each[1]] == [("Index Scan", 3)]


def test_a_proof_reads_few_hashes(own_pool: Pool, long_log: PostgresLog, deal: UUID) -> None:
    assert long_log.position(deal, 1) is None
    assert scans(own_pool, "SELECT position FROM feed", deal, 1, 0) == {"feed": ("Index Scan", 0)}
    assert len(long_log.entries(range(7, 10))) == 3
    assert scans(own_pool, "position < $2::bigint ORDER", 7, 10) == {"feed": ("Index Scan", 3)}
    runs = [Run(0, range(512, 640)), Run(8, range(3))]
    assert [len(each) for each in long_log.runs(runs)] == [128, 3]
    found = scans(own_pool, "WITH ORDINALITY", [0, 8], [512, 0], [640, 3])
    assert {kind for kind, _ in found.values()} == {"Index Scan"}
    assert found["feed"][1] == 128
    assert found["log_node"][1] <= 4, "3, but older servers round the rows read in a loop"


DISPUTED = (
    """INSERT INTO dispute
       SELECT md5('o' || n % 5)::uuid, md5('t' || n % 50)::uuid, md5(n::text)::uuid, 1,
              CASE n % 3 WHEN 0 THEN 'open' ELSE 'ruled' END, now() - make_interval(secs => n)
       FROM generate_series(1, 5000) AS n""",
    "ANALYZE dispute",
)


@pytest.mark.parametrize(("by", "name"), [("owner", "o1"), ("table_id", "t7")])
def test_a_page_of_disputes_reads_no_more_than_it_may_give_of_each_status(
    owner: psycopg.Connection, own_pool: Pool, by: Literal["owner", "table_id"], name: str
) -> None:
    for filling in DISPUTED:
        owner.execute(filling)
    [(whose,)] = owner.execute("SELECT md5(%s)::uuid", [name]).fetchall()
    rows = Listings(own_pool).disputes(whose=[whose], by=by, statuses=["open", "ruled"], limit=10)
    assert len(rows) == 10
    last = (UUID(int=2**128 - 1), MOST_NUMBER)
    found = scans(own_pool, f"{by} = who", [whose], ["open", "ruled"], "infinity", *last, 10)
    assert found["dispute"] == ("Index Scan", 20)


LISTED = (
    """INSERT INTO listing SELECT stream_id, kind, stream_id, 'open', opened_at FROM stream""",
    """INSERT INTO party_listing SELECT md5('o' || n % 3)::uuid, kind, 'open', opened_at, stream_id
       FROM (SELECT *, row_number() OVER () AS n FROM stream) AS numbered""",
    "ANALYZE listing, party_listing",
)


@pytest.mark.usefixtures("deal")
def test_a_page_of_tables_reads_no_event(owner: psycopg.Connection, own_pool: Pool) -> None:
    for filling in LISTED:
        owner.execute(filling)
    [(party,)] = owner.execute("SELECT md5('o1')::uuid").fetchall()
    rows = Listings(own_pool).find(kind="table", parties=[party], statuses=["open"], limit=10)
    assert len(rows) == 10
    given = ([party], ["open"], "table", "infinity", UUID(int=2**128 - 1), "1970-01-01", 10)
    found = scans(own_pool, "AS chosen JOIN listing", *given)
    assert found["party_listing"][1] == found["listing"][1] == 10
    assert found["stream"][1] <= 10
    assert not any(read for name, (_, read) in found.items() if name.startswith("event"))
