"""The scrubber as a task: a little at a time, and its findings in the log of the process."""

import pytest

from events.translog.scrubber import PAGE, Scrubber
from tests.events.making import KEY, MOVE, Logged, append, deal_id
from tests.memory.database import Memory
from tests.memory.scrubs import MemoryScrubs
from tests.memory.store import MemoryStore, Streams
from tests.memory.translog import MemoryLog
from tests.simulation.runtime import RUNTIME
from workers.scrubbing import PAUSE_SECONDS, SECONDS, scrub


def test_a_task_goes_on_for_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory()
    logged, scrubs = Logged(MemoryStore(memory), MemoryLog(memory)), MemoryScrubs(memory)
    scrubber = Scrubber(logged.store, logged.translog, scrubs, KEY.verifier)
    append(logged.store, deal_id(), [MOVE] * 4 * PAGE)
    logged.catch_up()
    monkeypatch.setattr(RUNTIME, "tick", SECONDS / 2)
    for number, size in ((1, 2 * PAGE), (1, 4 * PAGE - PAGE), (2, 0)):
        scrub(scrubber, RUNTIME)
        place = scrubs.place()
        assert place is not None
        assert (place.number, place.edge.size) == (number, size)


def test_passes_follow_each_other_after_a_pause() -> None:
    memory = Memory()
    logged, scrubs = Logged(MemoryStore(memory), MemoryLog(memory)), MemoryScrubs(memory)
    scrubber = Scrubber(logged.store, logged.translog, scrubs, KEY.verifier)
    append(logged.store, deal_id(), [MOVE] * 3)
    logged.catch_up()
    numbers = []
    for seconds in (0, 0, PAUSE_SECONDS, 0):
        RUNTIME.pass_time(seconds)
        scrub(scrubber, RUNTIME)
        place = scrubs.place()
        numbers.append(place and place.number)
    assert numbers == [2, 2, 3, 3]


def test_a_finding_is_logged_once(capsys: pytest.CaptureFixture[str]) -> None:
    memory = Memory()
    logged, scrubs = Logged(MemoryStore(memory), MemoryLog(memory)), MemoryScrubs(memory)
    scrubber = Scrubber(logged.store, logged.translog, scrubs, KEY.verifier)
    deal = deal_id()
    append(logged.store, deal, [MOVE] * 3)
    logged.catch_up()
    del memory.tables(Streams).events[deal][2]
    for _ in range(3):
        scrub(scrubber, RUNTIME)
        RUNTIME.pass_time(PAUSE_SECONDS)
    lines = capsys.readouterr().out
    assert lines.count("record.broken") == 1
    assert str(deal) in lines
    assert "at=3" in lines
    assert [fault.stream for fault in scrubs.faults()] == [deal]
