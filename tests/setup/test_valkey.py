"""The embedded Valkey: its data survives a kill."""

import signal
from pathlib import Path

from kombu.connection import Connection

from run.embedded import valkey
from run.embedded.orphans import alive
from run.embedded.process import stop
from run.embedded.server import launch, serving
from tests.serving import until


def put(url: str, letter: str) -> None:
    """Send a letter, and wait until it is written: while the disk is slow, a write comes later."""
    with Connection(url) as connection, connection.SimpleQueue("letters") as letters:
        letters.put(letter)
        client = letters.channel.client
        until(lambda: client.info("persistence")["aof_buffer_length"] == 0)


def get(url: str) -> object:
    with Connection(url) as connection, connection.SimpleQueue("letters") as letters:
        letter = letters.get(timeout=30)
        letter.ack()
        return letter.payload


def test_it_keeps_its_queues(folder: Path) -> None:
    with serving(valkey.server(folder)) as url:
        put(url, "kept")
        assert url == valkey.url(folder)
    with serving(valkey.server(folder)) as url:
        assert get(url) == "kept"


def test_a_kill_loses_nothing_that_is_written(folder: Path) -> None:
    server = valkey.server(folder)
    process = launch(server)
    put(server.url, "before")
    process.send_signal(signal.SIGKILL)
    process.wait()
    with serving(valkey.server(folder)) as url:
        assert get(url) == "before"


def test_one_that_still_runs_is_stopped_first(folder: Path) -> None:
    left = launch(valkey.server(folder))
    put(valkey.url(folder), "before")
    with serving(valkey.server(folder)) as url:
        assert not alive(left.pid)
        assert get(url) == "before"
    stop(left, valkey.STOP)


def test_a_long_path_gets_a_short_socket(folder: Path) -> None:
    deep = folder / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    with serving(valkey.server(deep)) as url:
        put(url, "deep")
        assert get(url) == "deep"
