"""A deal leaves the database only as its caller has seen it, and only by the owner of the tables.

Lists and the log keep what they have of it.
"""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege, LockNotAvailable

from events.archives import (
    PAGE,
    REST,
    Archived,
    archive_deal,
    deals_opened,
    drop_empty_month,
    may_archive,
    oldest_ready,
    place_of,
)
from events.connections import ROLE
from events.listings import Listing, Listings, PartyEntry, rebuild_listings
from events.postgres import Pool, PostgresStore
from events.record import FULL, NewEvent
from events.store import Appended, StaleVersion
from events.translog.anew import begin_anew
from events.translog.notes import SigningKey
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from service.runtime import SYSTEM
from tests.events.making import DEALT, KEY, NOW, TAKEN, append, deal_id, table_id
from tests.events.test_partitions import first_id, home, month, name
from tests.serving import until
from tests.simulation.runtime import RUNTIME

OPENED = NewEvent("deal.opened", 1, {"number": 1})
SHUFFLED = NewEvent("deal.shuffled", 1, {})
HINT = NewEvent("hint.given", 1, {"seat": 2})
SCORED = NewEvent("goat.scored", 1, {"points": [1, 0]})
ABANDONED = NewEvent("deal.abandoned", 1, {"seats": []})
REVEALED = NewEvent("deal.revealed", 1, {})
FILE, SHA256 = "2026-10/ab.json.gz", "cd" * 32
ENDED = datetime.fromtimestamp(NOW / 1_000_000, UTC)
MOMENT = timedelta(microseconds=1)


@pytest.fixture(autouse=True)
def public(owner: psycopg.Connection) -> None:
    owner.execute("SET search_path = public")


class RecordedDeal:
    """A table with a deal, of which the series knows."""

    def __init__(
        self,
        store: PostgresStore,
        *,
        deal: UUID | None = None,
        series: str = "over",
        status: str = "recorded",
        end: NewEvent = SCORED,
    ) -> None:
        self.table, self.deal = table_id(), deal or deal_id(SYSTEM)
        append(store, self.table, kind="table", status=series, summary={"seats": []})
        events = [OPENED, SHUFFLED, DEALT, HINT, TAKEN, end, REVEALED]
        about = {"table": str(self.table), "number": 1}
        self.done: Appended = append(store, self.deal, events, status=status, summary=about)

    def place(self, *, version: int | None = None, head: bytes | None = None) -> Archived:
        last = self.done.version_last if version is None else version
        return Archived(self.deal, last, head or self.done.head, FILE, SHA256)

    def says(self, kind: str, number: int) -> NewEvent:
        """An event of one of its disputes."""
        return NewEvent(f"table.dispute_{kind}", 1, {"deal": str(self.deal), "dispute": number})

    def branch(self, store: PostgresStore, status: str = "open") -> UUID:
        """A table that branches from it."""
        table, summary = table_id(), {"branch_of": {"deal": str(self.deal), "at": 3}}
        append(store, table, kind="table", status=status, summary=summary)
        return table


@pytest.fixture
def translog(own_pool: Pool) -> PostgresLog:
    return PostgresLog(own_pool)


def advance(translog: PostgresLog) -> None:
    while Sequencer(translog, KEY).advance().more:
        pass


def read_by_webhooks(owner: psycopg.Connection) -> None:
    """The entries of the log are read."""
    owner.execute("UPDATE webhook_reader SET position = (SELECT max(position) + 1 FROM feed)")


def standings(pool: Pool, ahead: int = 0, *, now: datetime = ENDED + 2 * REST) -> dict[UUID, str]:
    return dict(deals_opened(pool, month(ahead), month(ahead + 1), now=now))


def oldest(pool: Pool, before: datetime) -> datetime | None:
    return oldest_ready(pool, before, now=ENDED + 2 * REST)


def test_a_deal_is_archived(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    played, other = RecordedDeal(own_store), RecordedDeal(own_store, end=ABANDONED)
    advance(translog)
    assert archive_deal(owner, played.place())
    assert own_store.load(played.deal, viewer=FULL) == ()
    assert home(owner, played.deal) == set()
    row = own_store.head(played.deal)
    assert row is not None
    assert (row.status, row.version, row.head) == ("archived", 7, played.done.head)
    assert row.summary["table"] == str(played.table)
    assert place_of(row.summary) == {
        "file": FILE,
        "sha256": SHA256,
        "status": "over",
        "started_at": "2025-11-24T16:00:00+00:00",
        "hints": [2],
        "opening": {"type": "deal.opened", "schema": 1, "data": {"number": 1}},
        "ending": {"type": "goat.scored", "schema": 1, "data": {"points": [1, 0]}},
    }
    assert len(own_store.load(other.deal, viewer=FULL)) == 7
    assert archive_deal(owner, other.place())
    row = own_store.head(other.deal)
    assert row is not None
    assert (place_of(row.summary) or {})["status"] == "abandoned"
    assert len(own_store.load(played.table, viewer=FULL)) == 1


def test_no_table_is_read_whole(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    """Not even a small one: the plan is kept while the table grows."""
    deals = [RecordedDeal(own_store) for _ in range(8)]
    advance(translog)
    owner.execute("ANALYZE")
    read = "SELECT relname FROM pg_stat_xact_user_tables WHERE seq_scan > 0"
    for deal in deals:
        with owner.transaction():
            assert archive_deal(owner, deal.place())
            assert owner.execute(read).fetchall() == []


def test_a_deal_that_has_changed_stays(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    played, early = RecordedDeal(own_store), RecordedDeal(own_store, status="over")
    advance(translog)
    assert not archive_deal(owner, early.place())
    for place in (played.place(version=6), played.place(head=bytes(32))):
        assert not archive_deal(owner, place)
    assert len(own_store.load(played.deal, viewer=FULL)) == 7
    assert archive_deal(owner, played.place())
    assert not archive_deal(owner, played.place()), "once is enough"
    late = RecordedDeal(own_store)
    assert not archive_deal(owner, late.place()), "the log does not have it"
    assert not archive_deal(owner, late.place()._replace(deal=late.table))


def test_a_deal_with_an_open_dispute_stays(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    """It is read in the record: the log and the lists do not have the dispute yet."""
    played, other = RecordedDeal(own_store), RecordedDeal(own_store)
    advance(translog)
    said = [
        *(played.says("opened", 1), played.says("opened", 2), played.says("ruled", 1)),
        other.says("ruled", 2),
    ]
    append(own_store, played.table, said, expected=1, kind="table", status="over")
    assert not archive_deal(owner, played.place())
    said = [played.says("ruled", 2), other.says("opened", 3), played.says("appealed", 2)]
    append(own_store, played.table, said, expected=5, kind="table", status="over")
    assert not archive_deal(owner, played.place())
    append(
        own_store, played.table, [played.says("ruled", 2)], expected=8, kind="table", status="over"
    )
    assert archive_deal(owner, played.place())


def test_a_dispute_that_is_being_opened_is_waited_for(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog, database: str
) -> None:
    played = RecordedDeal(own_store)
    advance(translog)
    event = (
        "SELECT (append(stream_id, kind, version, %s, NULL, now(), '{table.dispute_opened}', '{1}',"
        " ARRAY[%s::bytea], '{}', '{}', '{}', '{}', '{}', status, summary)).outcome"
        " FROM stream WHERE stream_id = %s"
    )
    body = f'{{"data":{{"deal":"{played.deal}","dispute":1}}}}'.encode()
    options = "-c search_path=public"
    with psycopg.connect(database, options=options) as other, ThreadPoolExecutor(1) as threads:
        done = other.execute(event, [RUNTIME.uuid(), body, played.table]).fetchone()
        assert done == ("appended",)
        archiving = threads.submit(archive_deal, owner, played.place())
        until(lambda: is_waiting(other))
        other.commit()
        assert archiving.result() is False


def test_a_deal_from_which_a_table_branches_stays(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    """The table may still wait for a player, and then begins with the events of the deal."""
    played, other = RecordedDeal(own_store), RecordedDeal(own_store)
    advance(translog)
    other.branch(own_store, "over")
    assert archive_deal(owner, other.place())
    for status in ("open", "committing", "pausing", "due", "playing"):
        branch = played.branch(own_store, status)
        assert not archive_deal(owner, played.place()), status
        append(own_store, branch, expected=1, kind="table", status="closed")
    assert archive_deal(owner, played.place())


def test_nothing_is_appended_to_an_archived_deal(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    played = RecordedDeal(own_store)
    advance(translog)
    archive_deal(owner, played.place())
    with pytest.raises(InsufficientPrivilege, match="the record only grows"):
        append(own_store, played.deal, expected=7)
    with pytest.raises(InsufficientPrivilege, match="the record only grows"):
        own_store.set_status(played.deal, version=7, status="recorded")
    with pytest.raises(StaleVersion):
        append(own_store, played.deal, expected=5)
    assert own_store.load(played.deal, viewer=FULL) == ()


def test_only_the_owner_archives(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    played = RecordedDeal(own_store)
    advance(translog)
    assert may_archive(owner)
    owner.execute(f"SET ROLE {ROLE}".encode())
    assert not may_archive(owner)
    owner.execute("SET fairdeal.archiver = 'on'")
    drop = "SELECT drop_empty_month(now()::timestamp)"
    for statement in ("DELETE FROM event", "DELETE FROM secret", drop):
        with pytest.raises(InsufficientPrivilege):
            owner.execute(statement.encode())
    with pytest.raises(InsufficientPrivilege):
        archive_deal(owner, played.place())
    owner.execute("RESET ROLE")
    owner.execute("RESET fairdeal.archiver")
    archive_deal(owner, played.place())
    with pytest.raises(InsufficientPrivilege, match="the record only grows"):
        owner.execute("DELETE FROM event")


def test_the_deals_of_a_month_have_standings(
    owner: psycopg.Connection, own_store: PostgresStore, own_pool: Pool, translog: PostgresLog
) -> None:
    ready, going = RecordedDeal(own_store), RecordedDeal(own_store, series="playing")
    waiting, disputed = RecordedDeal(own_store, status="over"), RecordedDeal(own_store)
    earlier = RecordedDeal(own_store, deal=UUID(int=first_id(0).int - 1))
    later = RecordedDeal(own_store, deal=first_id(1))
    gone, branched = RecordedDeal(own_store), RecordedDeal(own_store)
    branched.branch(own_store)
    ready.branch(own_store, "closed")
    advance(translog)
    read_by_webhooks(owner)
    unsent = RecordedDeal(own_store)
    advance(translog)
    owner.execute(
        "INSERT INTO dispute VALUES (gen_random_uuid(), %s, %s, 1, 'open', now())",
        [disputed.table, disputed.deal],
    )
    archive_deal(owner, gone.place())
    assert standings(own_pool) == {
        ready.deal: "ready",
        going.deal: "series on",
        waiting.deal: "not recorded",
        disputed.deal: "disputed",
        branched.deal: "branched",
        unsent.deal: "unsent",
        gone.deal: "archived",
    }
    assert standings(own_pool, -1) == {earlier.deal: "ready"}
    assert standings(own_pool, 1) == {later.deal: "ready"}


def test_a_deal_that_has_just_ended_stays(
    owner: psycopg.Connection, own_store: PostgresStore, own_pool: Pool, translog: PostgresLog
) -> None:
    """Its table may have been opened long ago."""
    played = RecordedDeal(own_store)
    advance(translog)
    read_by_webhooks(owner)
    assert standings(own_pool, now=ENDED + REST) == {played.deal: "recent"}
    assert standings(own_pool, now=ENDED + REST + MOMENT) == {played.deal: "ready"}
    assert oldest_ready(own_pool, month(1), now=ENDED + REST) is None
    assert oldest_ready(own_pool, month(1), now=ENDED + REST + MOMENT) is not None


def test_a_deal_stays_until_the_webhooks_have_read_its_last_event(
    owner: psycopg.Connection, own_store: PostgresStore, own_pool: Pool, translog: PostgresLog
) -> None:
    played = RecordedDeal(own_store)
    assert standings(own_pool) == {played.deal: "unsent"}
    advance(translog)
    owner.execute(
        "UPDATE webhook_reader SET position = (SELECT position FROM feed"
        " WHERE stream_id = %s AND version = %s)",
        [played.deal, played.done.version_last],
    )
    assert standings(own_pool) == {played.deal: "unsent"}
    owner.execute("UPDATE webhook_reader SET position = position + 1")
    assert standings(own_pool) == {played.deal: "ready"}


def test_pages_of_a_month_are_read_on(
    own_store: PostgresStore, own_pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PAGE > 100
    monkeypatch.setattr("events.archives.PAGE", 2)
    deals = {RecordedDeal(own_store).deal for _ in range(5)}
    assert standings(own_pool).keys() == deals


def test_the_oldest_deal_to_archive_is_found(
    owner: psycopg.Connection, own_store: PostgresStore, own_pool: Pool, translog: PostgresLog
) -> None:
    end = month(1)
    assert oldest(own_pool, end) is None
    RecordedDeal(own_store, series="playing")
    disputed = RecordedDeal(own_store)
    advance(translog)
    read_by_webhooks(owner)
    assert oldest(own_pool, end) is not None
    owner.execute(
        "INSERT INTO dispute VALUES (gen_random_uuid(), %s, %s, 1, 'open', now())",
        [disputed.table, disputed.deal],
    )
    assert oldest(own_pool, end) is None
    played = RecordedDeal(own_store)
    advance(translog)
    read_by_webhooks(owner)
    found = oldest(own_pool, end)
    assert found is not None
    assert int(found.timestamp() * 1000) == played.deal.int >> 80
    assert oldest(own_pool, ENDED) is None
    archive_deal(owner, played.place())
    assert oldest(own_pool, end) is None


def test_the_partitions_of_a_month_are_dropped_once_they_are_empty(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog
) -> None:
    assert not drop_empty_month(owner, month(-5)), "there is none"
    played, other = RecordedDeal(own_store), RecordedDeal(own_store)
    advance(translog)
    archive_deal(owner, played.place())
    assert not drop_empty_month(owner, month(0))
    archive_deal(owner, other.place())
    assert drop_empty_month(owner, month(0))
    assert not drop_empty_month(owner, month(0))
    found = owner.execute("SELECT to_regclass(%s)", [name(0)]).fetchone()
    assert found == (None,)
    late = RecordedDeal(own_store)
    assert home(owner, late.deal) == {"event_default", "secret_default"}
    assert len(own_store.load(late.deal, viewer=FULL)) == 7


@pytest.fixture
def reading(database: str) -> Generator[psycopg.Connection]:
    """A transaction that has read events."""
    with psycopg.connect(database) as other:
        other.execute("SELECT FROM public.event")
        yield other


def test_partitions_that_are_in_use_stay(
    owner: psycopg.Connection, reading: psycopg.Connection
) -> None:
    owner.execute("ALTER FUNCTION drop_empty_month SET lock_timeout = '50ms'")
    with pytest.raises(LockNotAvailable):
        drop_empty_month(owner, month(0))
    reading.rollback()
    assert drop_empty_month(owner, month(0))


def test_a_deal_that_comes_while_the_month_is_dropped_keeps_it(
    database: str, owner: psycopg.Connection
) -> None:
    """The tables are empty at the first look, and are not once they are locked."""
    insert = "INSERT INTO public.event VALUES (%s, 1, %s, 0, 'x', 1, '', '', now())"
    with psycopg.connect(database) as other, ThreadPoolExecutor(1) as threads:
        other.execute(insert, [deal_id(SYSTEM), deal_id(SYSTEM)])
        dropping = threads.submit(drop_empty_month, owner, month(0))
        until(lambda: is_waiting(other))
        other.commit()
        assert dropping.result() is False


def is_waiting(connection: psycopg.Connection) -> bool:
    """Whether another session of this database waits for a lock."""
    waits = (
        "SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_locks"
        " WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
    )
    return connection.execute(waits).fetchone() is not None


def test_lists_show_an_archived_deal_as_before(
    owner: psycopg.Connection,
    own_store: PostgresStore,
    own_pool: Pool,
    translog: PostgresLog,
    database: str,
) -> None:
    played, listings = RecordedDeal(own_store), Listings(own_pool)
    advance(translog)

    def listed() -> list[Listing]:
        chosen = listings.find(kind="deal", parties=[played.table], statuses=["over"], limit=2)
        assert listings.finished_deals(since=0, until=2 * NOW, limit=2) == chosen
        return chosen

    def shown(event: dict[str, Any] | None) -> dict[str, Any]:
        assert event is not None
        return {name: event[name] for name in ("type", "schema", "data")}

    def positions(stream: UUID) -> list[PartyEntry]:
        every = listings.entries_of((played.table,), range(1_000), limit=1_000)
        return [each for each in every if each.stream == stream]

    [before] = listed()
    assert not before.is_archived
    assert len(positions(played.deal)) == 7
    archive_deal(owner, played.place())
    [after] = listed()
    assert after.is_archived
    assert after.opening == shown(before.opening)
    assert after.ending == shown(before.ending)
    assert not any(positions(played.deal))
    rebuild_listings(database)
    assert listed() == [after]
    assert not any(positions(played.deal))
    assert any(positions(played.table))
    kept, own = (
        (each.status, each.opened_at, each.started_at, each.finished_at, each.of_table)
        for each in (after, before)
    )
    assert kept == own


def test_a_log_that_begins_anew_has_no_archived_deals(
    owner: psycopg.Connection, own_store: PostgresStore, translog: PostgresLog, database: str
) -> None:
    """The log that ended still has them; the new one could not verify their chains."""
    played = RecordedDeal(own_store)
    advance(translog)
    archive_deal(owner, played.place())
    new = SigningKey("example.com/log-2", bytes(range(32)))
    begin_anew(database, new, reason="a test", at=NOW)
    sequencer = Sequencer(translog, new)
    while (done := sequencer.advance()).more or done.logged:
        assert done.broken == ()
    assert translog.position(played.table, 1) is not None
    assert translog.position(played.deal, 7) is None
    assert translog.numbered(0).position(played.deal, 7) is not None
