"""The log, on every backend: each event once, in order, under checkpoints that are consistent."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.errors import SerializationFailure

from domain.fairness import tree
from events.record import PUBLIC
from events.store import StaleVersion
from events.translog.notes import Checkpoint, SigningKey
from events.translog.sequencer import IDLE, Advanced, Sequencer
from events.translog.store import (
    Broken,
    BrokenLog,
    LogBatch,
    LogEntry,
    Run,
    consistency,
    edge,
    inclusion,
)
from tests.events.making import DEALT, KEY, MOVE, NOW, Logged, append, command, deal_id, table_id
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog


def grow(logged: Logged, events: int, *, stream: UUID | None = None, expected: int = 0) -> UUID:
    """Append so many events to a stream."""
    stream = stream or deal_id()
    append(logged.store, stream, [MOVE] * events, expected=expected)
    return stream


def check(logged: Logged, streams: dict[UUID, int]) -> None:
    """The log holds these streams up to these versions, each event once and in order."""
    entries = logged.entries()
    assert len(entries) == len(set(entries)) == sum(streams.values())
    for stream, version in streams.items():
        mine = [entry for entry in entries if entry.stream == stream]
        records = logged.store.load(stream, viewer=PUBLIC, upto=version)
        assert mine == [LogEntry(stream, record.version, record.hash) for record in records]
    for position, entry in enumerate(entries):
        assert logged.translog.position(entry.stream, entry.version) == position
    signed = logged.translog.checkpoint()
    assert signed is not None
    assert signed.root == tree.root([entry.leaf for entry in entries])
    said = Checkpoint.read(KEY.verifier.open(signed.note))
    assert said == Checkpoint("example.com/log", len(entries), signed.root)


def test_the_empty_log_is_signed(logged: Logged) -> None:
    assert logged.translog.checkpoint() is None
    assert logged.translog.standing() == (None, 0, 0, 0)
    assert logged.sequencer.advance() == Advanced(0, (), more=False)
    check(logged, {})
    assert logged.translog.is_idle()
    assert logged.sequencer.advance() == IDLE
    assert logged.translog.standing() == (0, 0, 0, 0)


def test_the_oldest_append_of_a_batch_is_logged_first(logged: Logged) -> None:
    second, first = deal_id(), deal_id()
    append(logged.store, second, by=command(at=NOW + 1))
    append(logged.store, first, by=command(at=NOW))
    assert logged.catch_up() == 2
    assert [entry.stream for entry in logged.entries()] == [first, second]


def test_a_table_is_logged_before_a_deal_of_the_same_moment(logged: Logged) -> None:
    deal, table = deal_id(), table_id()
    append(logged.store, deal)
    append(logged.store, table, [DEALT], kind="table")
    assert logged.catch_up() == 2
    assert [entry.stream for entry in logged.entries()] == [table, deal]


def test_appended_events_are_logged(logged: Logged) -> None:
    deal, table = grow(logged, 3), table_id()
    append(logged.store, table, [DEALT], kind="table")
    assert not logged.translog.is_idle()
    size, waiting, behind, broken = logged.translog.standing()
    assert (size, waiting, broken) == (None, 2, 0)
    assert behind > 0, "the clock of these appends stands still in the past"
    assert logged.catch_up() == 4
    check(logged, {deal: 3, table: 1})
    assert logged.translog.is_idle()
    grow(logged, 2, stream=deal, expected=3)
    grow(logged, 1, stream=deal, expected=5)
    assert logged.catch_up() == 3
    check(logged, {deal: 6, table: 1})
    assert logged.translog.standing() == (7, 0, 0, 0)


def test_a_status_is_not_logged(logged: Logged) -> None:
    deal = grow(logged, 1)
    logged.catch_up()
    assert logged.store.set_status(deal, version=1, status="over")
    assert logged.sequencer.advance() == IDLE


def test_a_command_that_comes_again_is_not_logged_again(logged: Logged) -> None:
    deal, by = deal_id(), command()
    append(logged.store, deal, by=by)
    assert logged.catch_up() == 1
    assert append(logged.store, deal, by=by).replayed
    with pytest.raises(StaleVersion):
        append(logged.store, deal)
    assert logged.sequencer.advance() == IDLE


def test_a_batch_has_its_limit(logged: Logged) -> None:
    small = Sequencer(logged.translog, KEY, limit=5)
    deals = {grow(logged, events): events for events in (3, 3, 8, 1)}
    sizes = []
    while (done := small.advance()) != IDLE:
        sizes.append(done.logged)
        assert done.logged <= 5
        assert done.more == (sum(sizes) < 15)
    assert sum(sizes) == 15
    check(logged, deals)


def test_old_checkpoints_stay(logged: Logged) -> None:
    sizes = [0]
    logged.catch_up()
    for events in (1, 2, 5):
        grow(logged, events)
        logged.catch_up()
        sizes.append(sizes[-1] + events)
    leaves = [entry.leaf for entry in logged.entries()]
    for size in sizes:
        signed = logged.translog.checkpoint(size)
        assert signed is not None
        assert signed.size == size
        assert signed.root == tree.root(leaves[:size])
    assert logged.translog.checkpoint(2) is None
    assert logged.translog.checkpoint(9) is None


def test_entries_and_hashes_by_position(logged: Logged) -> None:
    grow(logged, 5)
    logged.catch_up()
    entries = logged.entries()
    assert logged.translog.entries(range(2, 4)) == entries[2:4]
    assert logged.translog.entries(range(3, 99)) == entries[3:]
    assert logged.translog.entries(range(5, 9)) == []
    assert logged.translog.position(deal_id(), 1) is None
    leaves = [entry.leaf for entry in entries]
    found = logged.translog.runs([Run(0, range(1, 3)), Run(0, range(4, 9)), Run(8, range(1))])
    assert found == [leaves[1:3], leaves[4:], []]


@pytest.mark.costly
def test_a_long_log_keeps_few_hashes_and_proves_all(logged: Logged) -> None:
    deal, size = deal_id(), 0
    while size < 1_100:
        grow(logged, 100, stream=deal, expected=size)
        size += 100
        logged.catch_up()
    leaves = [entry.leaf for entry in logged.entries()]
    [kept] = logged.translog.runs([Run(8, range(9))])
    assert kept == [tree.root(leaves[at : at + 256]) for at in range(0, 1_024, 256)]
    assert edge(logged.translog, size).root == tree.root(leaves)
    chance = random.Random(7)
    for _ in range(40):
        upto = 100 * chance.randint(1, 11)
        at = chance.randrange(upto)
        path = inclusion(logged.translog, at, size=upto)
        assert path == tree.path(at, leaves[:upto])
        root = tree.root(leaves[:upto])
        assert tree.includes(leaves[at], index=at, size=upto, path=path, expected=root)
        old = 100 * chance.randint(0, upto // 100)
        proof = consistency(logged.translog, old, size=upto)
        old_root = tree.root(leaves[:old])
        assert tree.is_consistent(old=old, old_root=old_root, size=upto, expected=root, proof=proof)


def test_the_hashes_of_a_path_that_lie_side_by_side_are_read_as_one(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path of eleven hashes, of which eight are within 256 leaves."""

    def runs(translog: Any, wanted: Sequence[Run]) -> list[list[bytes]]:
        wanted_runs.append([*wanted])
        return read(translog, wanted)

    wanted_runs: list[list[Run]] = []
    deal = deal_id()
    for size in range(0, 1_100, 100):
        grow(logged, 100, stream=deal, expected=size)
    logged.catch_up()
    read = type(logged.translog).runs
    monkeypatch.setattr(type(logged.translog), "runs", runs)
    assert len(inclusion(logged.translog, 300, size=1_100)) == 11
    assert wanted_runs == [[Run(0, range(256, 512)), Run(0, range(1_024, 1_100)), Run(8, range(4))]]


def test_missing_hashes_are_reported(logged: Logged) -> None:
    grow(logged, 3)
    logged.catch_up()
    for ask in (
        lambda: edge(logged.translog, 4),
        lambda: inclusion(logged.translog, 0, size=4),
        lambda: consistency(logged.translog, 3, size=4),
    ):
        with pytest.raises(BrokenLog):
            ask()


# Several sequencers


def test_only_one_has_the_turn(logged: Logged) -> None:
    grow(logged, 1)
    with logged.translog.turn() as mine:
        assert mine is not None
        with logged.translog.turn() as other:
            assert other is None
        assert logged.sequencer.advance() == IDLE
    assert logged.catch_up() == 1


def test_another_process_continues(logged: Logged) -> None:
    first, second = Sequencer(logged.translog, KEY), Sequencer(logged.translog, KEY)
    deal = grow(logged, 3)
    for turn in range(6):
        assert logged.catch_up((first, second)[turn % 2]) == (1 if turn else 3)
        grow(logged, 1, stream=deal, expected=3 + turn)
    logged.catch_up(Sequencer(logged.translog, KEY))
    check(logged, {deal: 9})


def test_a_turn_that_fails_leaves_nothing(logged: Logged) -> None:
    grow(logged, 3)
    with suppress(ZeroDivisionError), logged.translog.turn() as turn:
        assert turn is not None
        raise ZeroDivisionError
    assert logged.translog.checkpoint() is None
    assert logged.catch_up() == 3


def test_a_batch_on_another_log_is_refused(logged: Logged) -> None:
    grow(logged, 3)
    logged.catch_up()
    with suppress(BrokenLog, SerializationFailure), logged.translog.turn() as turn:
        assert turn is not None
        turn.put(LogBatch(2, [], [], None, [], []))
        pytest.fail("it was taken")
    assert logged.size() == 3


def test_a_stream_that_is_held_waits(logged: Logged) -> None:
    held, other = grow(logged, 2), grow(logged, 3)
    with logged.translog.turn() as turn:
        assert turn is not None
        turn.put(LogBatch(0, [], [], None, [Broken(held, 1, "it does not hold")], []))
    assert logged.translog.standing()._replace(behind=0) == (None, 1, 0, 1)
    assert logged.catch_up() == 3
    check(logged, {other: 3})
    assert logged.translog.standing() == (3, 0, 0, 1)


def test_another_key_does_not_sign_this_log(logged: Logged) -> None:
    grow(logged, 3)
    logged.catch_up()
    grow(logged, 1)
    for key in (SigningKey(KEY.name, bytes(32)), SigningKey("other.example", KEY.seed)):
        with pytest.raises(BrokenLog, match="does not hold"):
            Sequencer(logged.translog, key).advance()
    assert logged.size() == 3


# Laws


@dataclass
class World:
    """A store in memory, its log, two sequencers, and the events appended."""

    logged: Logged
    sequencers: list[Sequencer]
    streams: dict[UUID, int] = field(default_factory=dict[UUID, int])

    def act(self, act: tuple[str, int, int]) -> None:
        what, which, many = act
        if what == "log":
            self.sequencers[which % 2].advance()
            return
        stream = UUID(int=which + 1)
        version = self.streams.get(stream, 0)
        append(self.logged.store, stream, [MOVE] * many, expected=version)
        self.streams[stream] = version + many


ACTS = st.lists(
    st.tuples(st.sampled_from(["append", "append", "log"]), st.integers(0, 4), st.integers(1, 6)),
    max_size=30,
)


@pytest.mark.costly
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(ACTS, st.integers(1, 9))
def test_the_log_holds_under_any_schedule(acts: list[tuple[str, int, int]], limit: int) -> None:
    store = MemoryStore()
    logged = Logged(store, MemoryLog(store.memory))
    world = World(logged, [Sequencer(logged.translog, KEY, limit=limit) for _ in "ab"])
    notes: dict[int, str] = {}
    for act in acts:
        world.act(act)
        if signed := logged.translog.checkpoint():
            assert notes.setdefault(signed.size, signed.note) == signed.note
    logged.catch_up()
    check(logged, world.streams)
    check_proofs(logged, sorted({*notes, logged.size()}))


def check_proofs(logged: Logged, sizes: list[int]) -> None:
    """Every inclusion proof verifies, and every pair of checkpoints is consistent."""
    leaves = [entry.leaf for entry in logged.entries()]
    roots = {}
    for size in sizes:
        signed = logged.translog.checkpoint(size)
        assert signed is not None
        roots[size] = Checkpoint.read(KEY.verifier.open(signed.note)).root
        for at in range(size):
            path = inclusion(logged.translog, at, size=size)
            assert tree.includes(leaves[at], index=at, size=size, path=path, expected=roots[size])
            for other, root in roots.items():
                same = at < other and path == inclusion(logged.translog, at, size=other)
                assert same == tree.includes(
                    leaves[at], index=at, size=other, path=path, expected=root
                )
        for old, old_root in roots.items():
            proof = consistency(logged.translog, old, size=size)
            assert tree.is_consistent(
                old=old, old_root=old_root, size=size, expected=roots[size], proof=proof
            )
