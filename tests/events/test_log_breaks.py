"""The log begun anew: every proof in the ended log stays, and the new one has every event once."""

from threading import Thread
from uuid import UUID

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from domain.fairness import tree
from events.listings import Listings
from events.postgres import Pool, PostgresStore, ask
from events.translog.anew import IDLE_SECONDS, CannotBegin, begin_anew
from events.translog.notes import Checkpoint, SigningKey
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from events.translog.store import SHIFT, Break, BrokenLog, TranslogReads, consistency, inclusion
from tests.events.making import KEY, MOVE, NOW, Logged, append, deal_id

NEW = SigningKey("example.com/log-2", KEY.seed)
NEXT = SigningKey("example.com/log-3", bytes(32))
REASON = "Restored from the backup of Monday"

pytestmark = pytest.mark.parametrize("database", ["embedded"], indirect=True)


@pytest.fixture
def logged(own_store: PostgresStore, own_pool: Pool) -> Logged:
    """A store with its log, in a database of this test's own."""
    return Logged(own_store, PostgresLog(own_pool))


def grow(logged: Logged, *events: int) -> list[UUID]:
    """Log streams of so many events, each under a checkpoint of its own."""
    streams = []
    for count in events:
        streams.append(deal_id())
        append(logged.store, streams[-1], [MOVE] * count)
        logged.catch_up()
    return streams


def begin(database: str, key: SigningKey = NEW, published: str | None = None) -> Break:
    return begin_anew(database, key, reason=REASON, at=NOW, published=published)


def check(reads: TranslogReads, key: SigningKey, sizes: list[int]) -> None:
    """All proofs between these checkpoints of a log, and in them, hold."""
    signed = [reads.checkpoint(size) for size in sizes]
    last = reads.checkpoint()
    assert last == signed[-1]
    assert last is not None
    entries = reads.entries(range(last.size))
    assert len(entries) == len(set(entries)) == last.size
    for each in signed:
        assert each is not None
        said = Checkpoint.read(key.verifier.open(each.note))
        leaves = [entry.leaf for entry in entries[: each.size]]
        assert said == Checkpoint(key.name, each.size, tree.root(leaves))
        proof = consistency(reads, each.size, size=last.size)
        assert tree.is_consistent(
            old=each.size, old_root=each.root, size=last.size, expected=last.root, proof=proof
        )
    for position, entry in list(enumerate(entries))[::97]:
        assert reads.position(entry.stream, entry.version) == position
        path = inclusion(reads, position, size=last.size)
        assert tree.includes(
            entry.leaf, index=position, size=last.size, path=path, expected=last.root
        )


def test_all_events_are_logged_again_and_every_old_proof_stays(
    database: str, logged: Logged
) -> None:
    grow(logged, 300, 200, 100)
    grow(logged, 7)
    old = [300, 500, 600, 607]
    check(logged.translog, KEY, old)
    begun = begin(database)
    check(logged.translog, NEW, [0])
    assert logged.translog.standing()[:2] == (0, 4), "the streams wait to be logged"
    sequencer = Sequencer(logged.translog, NEW)
    assert logged.catch_up(sequencer) == 607
    append(logged.store, deal_id(), [MOVE] * 5)
    assert logged.catch_up(sequencer) == 5
    check(logged.translog, NEW, [0, 607, 612])
    check(logged.translog.numbered(1), NEW, [0, 607, 612])
    check(logged.translog.numbered(0), KEY, old)
    assert logged.translog.numbered(0).checkpoint(612) is None
    assert logged.translog.standing()[:2] == (612, 0)
    assert logged.translog.breaks() == [begun]
    check(logged.translog, NEW, [612])
    assert logged.catch_up(Sequencer(logged.translog, NEW)) == 0, "another one goes on from there"


def test_the_break_says_what_happened(database: str, logged: Logged) -> None:
    grow(logged, 2)
    tip = logged.translog.checkpoint()
    begun = begin(database)
    assert tip is not None
    assert begun._replace(statement="") == Break(1, NEW.name, KEY.name, tip, None, NOW, REASON)
    lines = NEW.verifier.open(begun.statement).splitlines()
    assert lines[:4] == ["fairdeal/1/log-break", NEW.name, KEY.name, "2"]
    assert lines[4] == KEY.verifier.open(begun.tip.note).splitlines()[2], "the root"
    assert lines[5:] == [str(NOW), REASON]


def test_it_names_what_had_been_published(database: str, logged: Logged) -> None:
    """Only a later checkpoint of the ended log counts, and only if its key has signed it."""
    grow(logged, 2)
    forged = SigningKey(KEY.name, bytes(32)).sign(Checkpoint(KEY.name, 9, bytes(32)).text)
    earlier = KEY.sign(Checkpoint(KEY.name, 2, bytes(32)).text)
    later = KEY.sign(Checkpoint(KEY.name, 9, bytes(32)).text)
    other = KEY.sign(Checkpoint("example.com/other", 9, bytes(32)).text)
    names = [SigningKey(f"example.com/{number}", KEY.seed) for number in range(4)]
    assert begin(database, names[0], later).published == later
    for key, note in zip(names[1:], (forged, earlier, other), strict=True):
        assert begin(database, key, note).published is None


def test_a_log_is_begun_anew_more_than_once(database: str, logged: Logged) -> None:
    grow(logged, 300, 20)
    begin(database)
    assert logged.catch_up(Sequencer(logged.translog, NEW, limit=150)) == 320
    grown = append(logged.store, deal_id(), [MOVE])
    assert not grown.replayed
    begin(database, NEXT)
    assert logged.catch_up(Sequencer(logged.translog, NEXT)) == 321
    check(logged.translog.numbered(0), KEY, [300, 320])
    tip = logged.translog.breaks()[1].tip
    check(logged.translog.numbered(1), NEW, [0, tip.size])
    check(logged.translog, NEXT, [0, 321])
    assert [(each.ended, each.origin) for each in logged.translog.breaks()] == [
        (KEY.name, NEW.name),
        (NEW.name, NEXT.name),
    ]


def test_an_event_is_news_once(database: str, logged: Logged, owner: psycopg.Connection) -> None:
    """Those that waited when the log was begun anew are news in the new log alone."""
    [first] = grow(logged, 3)
    append(logged.store, first, [MOVE] * 2, expected=3)
    waiting = deal_id()
    append(logged.store, waiting, [MOVE])
    begin(database)
    assert logged.catch_up(Sequencer(logged.translog, NEW, limit=2)) == 6
    news = owner.execute(
        "SELECT stream_id, version, position >= %s FROM feed WHERE NOT again", [1 << SHIFT]
    ).fetchall()
    old = {(first, version, False) for version in (1, 2, 3)}
    assert set(news) == old | {(first, 4, True), (first, 5, True), (waiting, 1, True)}
    assert len(news) == 6


def test_an_append_that_is_under_way_is_logged(database: str, logged: Logged) -> None:
    """Moves are accepted all the while: this one begins before the break and ends after it."""
    [deal] = grow(logged, 3)
    with psycopg.connect(database) as holder:
        holder.execute("SELECT FROM stream WHERE stream_id = %s FOR UPDATE", [deal])
        writer = Thread(target=append, args=[logged.store, deal], kwargs={"expected": 3})
        writer.start()
        writer.join(0.3)
        assert writer.is_alive()
        begin(database)
        holder.commit()
        writer.join(60)
    assert logged.catch_up(Sequencer(logged.translog, NEW)) == 4
    check(logged.translog, NEW, [0, 4])


def test_readers_go_on_across_the_gap(database: str, logged: Logged, own_pool: Pool) -> None:
    listings = Listings(own_pool)
    assert listings.size() == 0
    [first] = grow(logged, 3)
    assert listings.size() == 3
    begin(database)
    assert listings.size() == 1 << SHIFT
    second = deal_id()
    append(logged.store, second, [MOVE])
    assert logged.catch_up(Sequencer(logged.translog, NEW)) == 4
    last = (1 << SHIFT) + 4
    assert listings.size() == last
    assert [listings.position(first, version) for version in (1, 2, 3, 4)] == [1, 2, 3, None]
    assert listings.position(second, 1) is not None
    everything = range(last)
    assert listings.further(everything, 2) == 2
    assert listings.further(range(2, last), 3) == (1 << SHIFT) + 2
    assert listings.further(range(2, last), 100) == last
    assert listings.further(range(3, 1 << SHIFT), 2) == 1 << SHIFT, "nothing is in the gap"


def test_sequencers_of_the_ended_log_refuse_to_go_on(database: str, logged: Logged) -> None:
    grow(logged, 2)
    begin(database)
    for sequencer in (logged.sequencer, Sequencer(logged.translog, KEY)):
        with pytest.raises(BrokenLog, match=r"does not hold: example.com/log has not signed"):
            sequencer.advance()
    assert logged.translog.checkpoint() == logged.translog.numbered(1).checkpoint(0)


def test_it_refuses_while_a_sequencer_is_at_work(
    database: str, logged: Logged, own_pool: Pool
) -> None:
    grow(logged, 2)
    with logged.translog.turn() as turn:
        assert turn is not None
        with pytest.raises(CannotBegin, match="A sequencer is at work"):
            begin(database)
    assert logged.translog.breaks() == []
    with psycopg.connect(database) as working:
        working.execute("SELECT FROM sequencer FOR UPDATE")
        with logged.translog.turn() as turn:
            assert turn is None, "and no sequencer takes its turn while it works"
    assert ask(own_pool, "SELECT count(*) FROM outbox", ()) == [(0,)]


@pytest.fixture
def _of_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    assert IDLE_SECONDS == 3
    monkeypatch.setattr("events.translog.anew.IDLE_SECONDS", 3_600)


@pytest.mark.usefixtures("_of_an_hour")
@pytest.mark.parametrize(
    ("fault", "seconds", "begins"),
    [(None, 0, False), (None, 3_500, False), (None, 3_700, True), ("it refuses", 0, True)],
)
def test_it_refuses_while_a_sequencer_waits_for_its_next_round(
    database: str,
    logged: Logged,
    owner: psycopg.Connection,
    fault: str | None,
    seconds: float,
    *,
    begins: bool,
) -> None:
    """The limit is an hour here: some seconds may pass between the heartbeat and the look at it."""
    grow(logged, 2)
    beat = "INSERT INTO heartbeat VALUES ('sequencer', now() - make_interval(secs => %s), %s)"
    owner.execute(beat, [seconds, fault])
    if not begins:
        with pytest.raises(CannotBegin, match="or was 3 seconds ago"):
            begin(database)
    assert len(logged.translog.breaks()) == 0
    if begins:
        begin(database)


def test_a_name_is_of_one_log_for_ever(database: str, logged: Logged) -> None:
    with pytest.raises(CannotBegin, match="no checkpoint yet"):
        begin(database)
    grow(logged, 1)
    with pytest.raises(CannotBegin, match=r"named example.com/log exists or existed"):
        begin(database, KEY)
    begin(database)
    for key in (KEY, NEW):
        with pytest.raises(CannotBegin, match="exists or existed"):
            begin(database, key)
    assert len(logged.translog.breaks()) == 1


@pytest.mark.parametrize("reason", ["", "x" * 301, "two\nlines", "a\x00b", "a\u2028b"])
def test_the_reason_is_one_line(database: str, logged: Logged, reason: str) -> None:
    grow(logged, 1)
    with pytest.raises(CannotBegin, match="one line"):
        begin_anew(database, NEW, reason=reason, at=NOW)
    assert logged.translog.breaks() == []


def test_streams_that_do_not_hold_are_found_again(
    database: str, logged: Logged, owner: psycopg.Connection
) -> None:
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    owner.execute("SET session_replication_role = replica")
    owner.execute("UPDATE event SET body = body || ' ' WHERE version = 3")
    owner.execute("SET session_replication_role = origin")
    assert logged.catch_up() == 2
    begin(database)
    done = Sequencer(logged.translog, NEW).advance()
    assert (done.logged, [each.version for each in done.broken]) == (2, [3])


def test_a_break_is_for_ever(
    database: str, logged: Logged, own_pool: Pool, owner: psycopg.Connection
) -> None:
    grow(logged, 1)
    begin(database)
    for change in (
        b"UPDATE log_break SET reason = ''",
        b"DELETE FROM log_break",
        b"TRUNCATE log_break",
    ):
        with pytest.raises(InsufficientPrivilege):
            owner.execute(change)
    with pytest.raises(InsufficientPrivilege):
        ask(own_pool, "INSERT INTO log_break SELECT * FROM log_break", ())
