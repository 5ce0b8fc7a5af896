"""A starting sequencer extends what was published, or it signs nothing."""

from collections.abc import Callable
from dataclasses import dataclass

import psycopg
import pytest

from domain.fairness.tree import EMPTY
from events.postgres import Pool, PostgresStore
from events.translog.anew import begin_anew
from events.translog.notes import Checkpoint, SigningKey
from events.translog.postgres import PostgresLog
from events.translog.sequencer import IDLE, Sequencer
from events.translog.witness import Unwitnessed
from tests.events.making import KEY, MOVE, NOW, Logged, append, deal_id
from tests.memory.database import Memory
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog


@dataclass
class Kept:
    """A witness with this checkpoint."""

    note: str | None
    times: int = 0

    def read(self) -> str | None:
        self.times += 1
        if self.note == "unreadable":
            raise Unwitnessed("it cannot be read")
        return self.note


@pytest.fixture
def filled() -> Logged:
    """A log with checkpoints of 0, 3 and 7 entries."""
    store = MemoryStore()
    logged = Logged(store, MemoryLog(store.memory))
    logged.catch_up()
    for events in (3, 4):
        append(logged.store, deal_id(), [MOVE] * events)
        logged.catch_up()
    return logged


def note(logged: Logged, size: int) -> str:
    signed = logged.translog.checkpoint(size)
    assert signed is not None
    return signed.note


@pytest.mark.parametrize("size", [0, 3, 7])
def test_a_log_that_extends_the_witness_is_signed_on(filled: Logged, size: int) -> None:
    witness = Kept(note(filled, size))
    sequencer = Sequencer(filled.translog, KEY, witness=witness)
    assert sequencer.tip is None
    assert sequencer.advance() == IDLE
    assert sequencer.tip == filled.translog.checkpoint(7)
    append(filled.store, deal_id(), [MOVE])
    assert sequencer.advance().logged == 1
    assert sequencer.tip == filled.translog.checkpoint(8)
    assert witness.times == 1, "only at the start: from then on it knows the log itself"


def signed(size: int, root: bytes, origin: str = KEY.name, key: SigningKey = KEY) -> str:
    return key.sign(Checkpoint(origin, size, root).text)


REFUSED: list[tuple[Callable[[Logged], str | None], str]] = [
    (lambda _: None, "has no checkpoint, and the log has 7 entries"),
    (lambda _: "unreadable", "it cannot be read"),
    (lambda _: signed(9, bytes(32)), r"9 entries was published, and this log has 7.* is older"),
    (lambda _: signed(7, bytes(32)), "does not begin with the 7 entries"),
    (lambda _: signed(5, bytes(32)), "does not begin with the 5 entries"),
    (lambda _: signed(0, bytes(32)), "does not begin with the 0 entries"),
    (lambda _: "", "does not hold"),
    (lambda logged: note(logged, 3).replace("3", "4", 1), "does not hold"),
    (lambda _: signed(3, EMPTY, "example.com/other"), "is of the log example.com/other"),
    (
        lambda _: signed(3, EMPTY, "a.b", SigningKey("a.b", KEY.seed)),
        "example.com/log has not signed this note",
    ),
]


@pytest.mark.parametrize(("kept", "said"), REFUSED)
def test_another_log_is_not_signed(
    filled: Logged, kept: Callable[[Logged], str | None], said: str
) -> None:
    append(filled.store, deal_id(), [MOVE])
    sequencer = Sequencer(filled.translog, KEY, witness=Kept(kept(filled)))
    for _ in range(2):
        with pytest.raises(Unwitnessed, match=said):
            sequencer.advance()
    assert filled.size() == 7
    assert sequencer.tip is None


def test_it_goes_on_when_the_witness_can_be_read_again(filled: Logged) -> None:
    witness = Kept("unreadable")
    sequencer = Sequencer(filled.translog, KEY, witness=witness)
    with pytest.raises(Unwitnessed):
        sequencer.advance()
    witness.note = note(filled, 7)
    with filled.translog.turn():
        assert sequencer.advance() == IDLE, "another one has the turn"
        assert sequencer.tip is None
    sequencer.advance()
    assert sequencer.tip is not None


def test_the_first_log_has_no_witness_yet() -> None:
    store = MemoryStore()
    translog = MemoryLog(store.memory)
    sequencer = Sequencer(translog, KEY, witness=Kept(None))
    sequencer.advance()
    assert translog.checkpoint() == sequencer.tip
    lost = Sequencer(MemoryLog(Memory()), KEY, witness=Kept(signed(3, bytes(32))))
    with pytest.raises(Unwitnessed, match="3 entries was published, and this log has 0"):
        lost.advance()


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_hashes_that_are_missing_prove_nothing(
    owner: psycopg.Connection, own_store: PostgresStore, own_pool: Pool
) -> None:
    """The edge of the tree holds, and the proof needs an entry that is gone."""
    logged = Logged(own_store, PostgresLog(own_pool))
    append(own_store, deal_id(), [MOVE] * 100)
    logged.catch_up()
    append(own_store, deal_id(), [MOVE] * 156)
    logged.catch_up()
    owner.execute("SET session_replication_role = replica")
    owner.execute("DELETE FROM feed WHERE position = 120")
    with pytest.raises(Unwitnessed, match="does not begin with the 100 entries"):
        Sequencer(logged.translog, KEY, witness=Kept(note(logged, 100))).advance()


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_the_checkpoint_of_an_ended_log_is_no_obstacle(
    database: str, own_store: PostgresStore, own_pool: Pool
) -> None:
    logged = Logged(own_store, PostgresLog(own_pool))
    append(own_store, deal_id(), [MOVE] * 3)
    logged.catch_up()
    new = SigningKey("example.com/log-2", KEY.seed)
    begin_anew(database, new, reason="a restore", at=NOW)
    lost = signed(9, bytes(32))
    for witness in (lost, None):
        sequencer = Sequencer(logged.translog, new, witness=Kept(witness))
        if witness:
            assert logged.catch_up(sequencer) == 3
        else:
            with pytest.raises(Unwitnessed, match="the log has 3 entries"):
                sequencer.advance()
