"""The sequencer on a log in memory that somebody has altered: it signs nothing of it."""

from dataclasses import replace

import pytest

from domain.fairness.tree import EMPTY
from events.chain import link
from events.record import PUBLIC
from events.translog.notes import Checkpoint
from events.translog.sequencer import Sequencer
from events.translog.store import Broken, BrokenLog, Due, LogBatch, LogEntry
from events.translog.witness import Unwitnessed
from tests.events.making import KEY, MOVE, Logged, append, deal_id
from tests.memory.store import MemoryStore, Streams, Translog
from tests.memory.translog import MemoryLog, MemoryLogTurn


@pytest.fixture
def logged() -> Logged:
    store = MemoryStore()
    return Logged(store, MemoryLog(store.memory))


def tables(logged: Logged) -> tuple[Streams, Translog]:
    assert isinstance(logged.translog, MemoryLog)
    memory = logged.translog.memory
    return memory.tables(Streams), memory.tables(Translog)


def test_an_entry_that_was_altered_is_not_gone_on_from(logged: Logged) -> None:
    """The chain goes on from it, and it is not at the edge of the tree, which is checked first."""
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    logged.catch_up()
    append(logged.store, deal_id(), [MOVE] * 600)
    logged.catch_up()
    streams, translog = tables(logged)
    other = link(logged.store.load(deal, viewer=PUBLIC)[1].hash, b"x")
    event = streams.events[deal][2]
    streams.events[deal][2] = replace(event, hash=other, sealed=event.sealed._replace(body=b"x"))
    streams.streams[deal] = replace(streams.streams[deal], head=other)
    translog.entries[2] = translog.last[deal] = LogEntry(deal, 3, other)
    append(logged.store, deal, [MOVE], expected=3)
    done = Sequencer(logged.translog, KEY).advance()
    assert done.broken == (Broken(deal, 3, "what the log has of it is not what was signed"),)
    assert done.logged == 0


def test_an_event_that_is_missing_at_the_end_is_noticed(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, events = deal_id(), MemoryLogTurn.events

    def without_the_last(self: MemoryLogTurn, wanted: dict[object, range]) -> object:
        return {stream: links[:-1] for stream, links in events(self, wanted).items()}  # type: ignore[arg-type]

    append(logged.store, deal, [MOVE] * 3)
    monkeypatch.setattr(MemoryLogTurn, "events", without_the_last)
    assert logged.sequencer.advance().broken == (Broken(deal, 3, "the event is missing"),)


def test_an_append_is_done_when_all_of_it_is_logged(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches, due = list[LogBatch](), MemoryLog._due

    def tickets(self: MemoryLog, limit: int) -> list[Due]:
        return [each._replace(ticket=str(each.version)) for each in due(self, limit)]

    monkeypatch.setattr(MemoryLog, "_due", tickets)
    monkeypatch.setattr(MemoryLogTurn, "put", lambda _, batch: batches.append(batch))
    deal = deal_id()
    for version in range(0, 12, 3):
        append(logged.store, deal, [MOVE] * 3, expected=version)
    Sequencer(logged.translog, KEY, limit=7).advance()
    [batch] = batches
    assert [*batch.done] == [str(size) for size in (3, 6, 9, 12) if size <= len(batch.entries)]


def test_a_checkpoint_of_another_root_is_not_gone_on_from(logged: Logged) -> None:
    append(logged.store, deal_id(), [MOVE] * 3)
    logged.catch_up()
    _, translog = tables(logged)
    translog.checkpoints[3] = translog.checkpoints[3]._replace(root=EMPTY)
    append(logged.store, deal_id())
    with pytest.raises(BrokenLog, match="of another size or root"):
        Sequencer(logged.translog, KEY).advance()


def test_a_log_that_was_lost_is_not_begun_again(logged: Logged) -> None:
    class Kept:
        def read(self) -> str:
            return KEY.sign(Checkpoint(KEY.name, 3, bytes(32)).text)

    with pytest.raises(Unwitnessed, match="3 entries was published, and this log has 0"):
        Sequencer(logged.translog, KEY, witness=Kept()).advance()
