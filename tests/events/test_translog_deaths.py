"""Sequencers are killed, two at a time and under load: no gap, no duplicate, no wrong signature."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from uuid import UUID

import psycopg
import pytest
from psycopg.errors import AdminShutdown, IdleInTransactionSessionTimeout

from domain.fairness import tree
from events.chain import verify
from events.postgres import Pool, PostgresStore, open_pool
from events.record import PUBLIC
from events.translog.notes import Checkpoint
from events.translog.postgres import PostgresLog
from events.translog.sequencer import IDLE, Sequencer
from events.translog.store import LogBatch, TranslogStore, consistency
from service.runtime import SYSTEM
from tests.events.making import KEY, MOVE, Logged, append, deal_id
from tests.events.test_translog import check
from tests.sampling import cases
from tests.serving import until

DEATHS = cases(sample=2, full=12)
SEQUENCERS = 2
WRITERS = 3

PROCESS = """
import sys
from events.postgres import open_pool
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from tests.events.making import KEY
from tests.simulation.runtime import RUNTIME

with open_pool(sys.argv[1], size=1) as pool:
    sequencer = Sequencer(PostgresLog(pool), KEY, limit=30)
    print("ready", flush=True)
    while True:
        sequencer.advance()
"""


class Load:
    """Writers that append to streams of their own, as fast as they can."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.streams: dict[UUID, int] = {}
        self.stopped = threading.Event()

    def write(self) -> None:
        chance = random.Random(4)
        mine: list[UUID] = []
        while not self.stopped.is_set():
            if not mine or chance.random() < 0.1:
                mine.append(deal_id())
            stream = chance.choice(mine)
            version, events = self.streams.get(stream, 0), chance.randint(1, 4)
            append(self.store, stream, [MOVE] * events, expected=version)
            self.streams[stream] = version + events

    def watch(self, translog: TranslogStore, seen: dict[int, str]) -> None:
        """Everything ever published, which must stay valid for ever."""
        while not self.stopped.is_set():
            if signed := translog.checkpoint():
                assert seen.setdefault(signed.size, signed.note) == signed.note
                assert signed.size >= max(seen)
            time.sleep(0.002)


@contextmanager
def sequencing(url: str) -> Generator[None]:
    """Two real sequencer processes, until they are killed at work."""
    processes = [
        subprocess.Popen([sys.executable, "-c", PROCESS, url], stdout=subprocess.PIPE)
        for _ in range(SEQUENCERS)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            assert process.wait() == -9
            assert process.stdout is not None
            process.stdout.close()


@pytest.mark.long
@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_kill_9_in_a_loop(database: str) -> None:
    seen: dict[int, str] = {}
    chance = random.Random(9)
    with open_pool(database, size=WRITERS + 2) as pool:
        logged = Logged(PostgresStore(pool, entropy=SYSTEM.random_bytes), PostgresLog(pool))
        load = Load(PostgresStore(pool, entropy=SYSTEM.random_bytes))
        threads = [threading.Thread(target=load.write) for _ in range(WRITERS)]
        threads.append(threading.Thread(target=load.watch, args=[logged.translog, seen]))
        for thread in threads:
            thread.start()
        sizes = [0]
        try:
            for death in range(DEATHS):
                with sequencing(database):
                    if death % 2:  # it may die before it has logged anything, but not every time
                        wait_for_checkpoints(seen, 2)
                    time.sleep(chance.uniform(0.01, 0.25))
                sizes.append(logged.size())
        finally:
            load.stopped.set()
            for thread in threads:
                thread.join()
        assert sizes == sorted(sizes)
        assert len(set(sizes)) > DEATHS // 2
        until(lambda: is_caught_up(logged, load))
        check(logged, load.streams)
        check_all(logged, load, seen)


def wait_for_checkpoints(seen: dict[int, str], count: int) -> None:
    wanted = len(seen) + count
    until(lambda: len(seen) >= wanted)


def is_caught_up(logged: Logged, load: Load) -> bool:
    """Whether all is logged; it takes a moment until the server notices a process's death."""
    logged.catch_up(Sequencer(logged.translog, KEY))
    return logged.size() == sum(load.streams.values())


def check_all(logged: Logged, load: Load, seen: dict[int, str]) -> None:
    """Everything published is valid, is signed, and belongs to one growing log of valid chains."""
    for stream in load.streams:
        verify(logged.store.load(stream, viewer=PUBLIC), stream=stream)
    leaves = [entry.leaf for entry in logged.entries()]
    root = tree.root(leaves)
    assert len(seen) > DEATHS // 2
    for size, note in seen.items():
        signed = logged.translog.checkpoint(size)
        assert signed is not None
        assert signed.note == note
        said = Checkpoint.read(KEY.verifier.open(note))
        assert said == Checkpoint(KEY.name, size, tree.root(leaves[:size]))
        proof = consistency(logged.translog, size, size=len(leaves))
        assert tree.is_consistent(
            old=size, old_root=said.root, size=len(leaves), expected=root, proof=proof
        )


@pytest.mark.long
@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_hanging_sequencer_loses_the_turn(
    database: str, own_pool: Pool, own_store: PostgresStore
) -> None:
    """A sequencer whose machine hangs: after five seconds another takes over; the first cannot
    continue.
    """
    translog = PostgresLog(own_pool)
    append(own_store, deal_id())
    with open_pool(database, size=1) as pool, pytest.raises(IdleInTransactionSessionTimeout):
        hang(PostgresLog(pool), Sequencer(translog, KEY))
    signed = translog.checkpoint()
    assert signed is not None
    assert signed.size == 1


def hang(translog: TranslogStore, other: Sequencer) -> None:
    """Take the turn, do nothing until another sequencer has continued, then try to add a batch."""
    with translog.turn() as turn:
        assert turn is not None
        assert other.advance() == IDLE
        until(lambda: other.advance().logged == 1)
        turn.put(LogBatch(0, [], [], None, [], []))


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_turn_ends_with_its_connection(
    owner: psycopg.Connection, own_pool: Pool, own_store: PostgresStore
) -> None:
    append(own_store, deal_id())
    translog = PostgresLog(own_pool)
    sequencer = Sequencer(translog, KEY)
    with pytest.raises(AdminShutdown):
        cut(translog, owner)
    assert sequencer.advance().logged == 1


def cut(translog: PostgresLog, owner: psycopg.Connection) -> None:
    """End the connection of the turn, as its death would."""
    with translog.turn() as turn:
        assert turn is not None
        owner.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks"
            " WHERE relation = 'sequencer'::regclass AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        turn.put(LogBatch(0, [], [], None, [], []))
