"""The witness as a file and as an address, and how the sequencer's process uses it."""

import ssl
import threading
from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import psycopg
import pytest

from events.translog.notes import Checkpoint
from events.translog.sequencer import Sequencer
from events.translog.store import StoredCheckpoint
from events.translog.witness import Unwitnessed
from run.processes import certificate
from run.processes.sequencing import PAUSE, keep_published, sequence_batch
from service.proof import witness
from service.proof.witness import FileWitness, WebWitness, own_file, with_own_file, witness_of
from service.settings import Settings, SettingsError
from tests.events.making import KEY, MOVE, Logged, append, deal_id
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog
from tests.simulation.runtime import RUNTIME


def tip(size: int, origin: str = KEY.name) -> StoredCheckpoint:
    said = Checkpoint(origin, size, bytes(32))
    return StoredCheckpoint(size, said.root, KEY.sign(said.text))


def test_the_settings_name_a_file_or_an_address(tmp_path: Path) -> None:
    assert witness_of(Settings(), RUNTIME) is None
    given = Settings.from_environment({"FAIRDEAL_WITNESS": "https://a.example/checkpoint"})
    assert isinstance(witness_of(given, RUNTIME), WebWitness)
    path = str(tmp_path / "checkpoint")
    given = Settings.from_environment({"FAIRDEAL_WITNESS": path})
    assert isinstance(witness_of(given, RUNTIME), FileWitness)
    assert given.witness == path
    for wrong in ("http://a.example", "https://", "https://a b", "https://a.example/\n"):
        with pytest.raises(SettingsError, match="FAIRDEAL_WITNESS is 'http"):
            Settings.from_environment({"FAIRDEAL_WITNESS": wrong})


def test_an_embedded_database_has_a_file_of_its_key(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path)}
    one, other = (Settings(given_secret=bytes([each]) * 32) for each in (1, 2))
    path = own_file(one, state)
    assert path is not None
    assert path.parent == tmp_path / "fairdeal"
    assert with_own_file(one, state).witness == str(path)
    assert own_file(replace(one, origin="cards.example/anew"), state) == path, "it is the same key"
    assert own_file(other, state) != path, "a new installation contradicts no old one"
    assert own_file(one, {"XDG_STATE_HOME": "here"}) == own_file(one, {})
    chosen = replace(one, witness="/elsewhere")
    assert with_own_file(chosen, state) == chosen
    chosen = replace(one, database_url="postgresql://db.example")
    assert with_own_file(chosen, state) == chosen, "it is for others to say where"


def test_a_log_that_is_older_than_its_file_begins_it(tmp_path: Path) -> None:
    kept = FileWitness(tmp_path / "checkpoint", RUNTIME)
    kept.begin(None)
    assert kept.read() is None
    kept.begin(tip(7))
    assert kept.read() == tip(7).note
    kept.begin(tip(3))
    assert kept.read() == tip(7).note, "a restored database does not replace it"


def test_a_file_is_written_at_most_once_in_a_second(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    kept = FileWitness(path, RUNTIME)
    assert kept.read() is None
    kept.keep(tip(1))
    assert kept.read() == tip(1).note
    RUNTIME.pass_time(0.9)
    kept.keep(tip(2))
    assert kept.read() == tip(1).note
    RUNTIME.pass_time(0.1)
    kept.keep(tip(3))
    assert kept.read() == tip(3).note
    path.unlink()
    RUNTIME.pass_time(9)
    kept.keep(tip(3))
    assert kept.read() is None, "it is not written again while nothing is new"
    assert list(tmp_path.iterdir()) == []


def test_a_larger_checkpoint_of_another_sequencer_stays(tmp_path: Path) -> None:
    kept, other = (
        FileWitness(tmp_path / "checkpoint", RUNTIME),
        FileWitness(tmp_path / "checkpoint", RUNTIME),
    )
    other.keep(tip(9))
    kept.keep(tip(8))
    assert kept.read() == tip(9).note
    RUNTIME.pass_time(1)
    kept.keep(tip(2, "example.com/log-2"))
    assert kept.read() == tip(2, "example.com/log-2").note, "of a log that was begun anew"
    (tmp_path / "checkpoint").write_bytes(b"\xff")
    RUNTIME.pass_time(1)
    kept.keep(tip(3))
    assert kept.read() == tip(3).note, "what is no checkpoint is replaced"


@pytest.mark.parametrize("content", [b"\xff", b"x" * 70_000])
def test_a_file_that_is_no_checkpoint(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "checkpoint").write_bytes(content)
    with pytest.raises(Unwitnessed, match="is no checkpoint; the log is not signed until"):
        FileWitness(tmp_path / "checkpoint", RUNTIME).read()


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Unwitnessed, match=r"cannot be read \(Is a directory\); the log is not"):
        FileWitness(tmp_path, RUNTIME).read()


@pytest.mark.parametrize("unkept", [None, WebWitness("https://cards.example/checkpoint")])
def test_without_a_file_that_of_an_earlier_sequencer_is_not_missed(
    unkept: WebWitness | None, capsys: pytest.CaptureFixture[str]
) -> None:
    store = MemoryStore()
    health: Any = Mock()
    sequencer = Sequencer(Logged(store, MemoryLog(store.memory)).translog, KEY)
    keep_published(unkept, sequencer, health)
    assert health.mock_calls == [call.end("witness")]
    health.end.side_effect = psycopg.OperationalError("it is gone")
    keep_published(unkept, sequencer, health)
    assert "log.unavailable" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_does_not_stop_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = MemoryStore()
    logged = Logged(store, MemoryLog(store.memory))
    path = tmp_path / "missing" / "checkpoint"
    kept = FileWitness(path, RUNTIME)
    health: Any = Mock()
    sequencer = Sequencer(logged.translog, KEY, witness=kept)
    keep_published(kept, sequencer, health)
    assert "log.witness_not_written" not in capsys.readouterr().out, "there is nothing to write"
    assert sequence_batch(sequencer, health) == PAUSE
    keep_published(kept, sequencer, health)
    assert "log.witness_not_written" in capsys.readouterr().out
    keep_published(kept, sequencer, health)
    assert call("witness") not in health.beat.mock_calls, "nothing was written"
    path.parent.mkdir()
    append(store, deal_id(), [MOVE])
    assert sequence_batch(sequencer, health) == PAUSE
    again = FileWitness(path, RUNTIME)
    keep_published(again, sequencer, health)
    assert again.read() == logged.translog.checkpoint(1).note  # type: ignore[union-attr]
    assert health.beat.mock_calls[-1] == call("witness")


class Answering(BaseHTTPRequestHandler):
    """A web server that has a checkpoint, and other things."""

    def do_GET(self) -> None:
        status = 404 if self.path == "/missing" else 200
        body = {"/long": b"x" * 70_000, "/checkpoint": tip(3).note.encode()}.get(self.path, b"")
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        del words


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[str]:
    """A web server with a certificate that this process trusts."""
    own, key = certificate.self_signed(tmp_path, {"127.0.0.1"}, at=datetime.now(UTC))
    server = HTTPServer(("127.0.0.1", 0), Answering)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(own))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"https://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_address_is_read(address: str) -> None:
    assert WebWitness(f"{address}/checkpoint").read() == tip(3).note


@pytest.mark.parametrize(
    ("path", "said"), [("/missing", "answers 404"), ("/long", "is no checkpoint")]
)
def test_an_address_without_a_checkpoint(address: str, path: str, said: str) -> None:
    with pytest.raises(Unwitnessed, match=said):
        WebWitness(address + path).read()


def test_an_address_that_is_slow(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Passing:
        times = iter([0.0, 11.0])

        def monotonic(self) -> float:
            return next(self.times)

    monkeypatch.setattr(witness, "time", Passing())
    with pytest.raises(Unwitnessed, match=r"cannot be read \(the answer is too slow\)"):
        WebWitness(f"{address}/checkpoint").read()


def test_an_address_that_is_not_trusted_or_not_there(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(Unwitnessed, match="cannot be read"):
        WebWitness(f"{address}/checkpoint").read()
    with pytest.raises(Unwitnessed, match="cannot be read"):
        WebWitness("https://127.0.0.1:1/checkpoint").read()
