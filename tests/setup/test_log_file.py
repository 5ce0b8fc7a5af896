"""The log file: shared by processes, bounded, private."""

import errno
import fcntl
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from run.processes import serve
from service.logs import BoundedFile

LINES = 400
PROCESSES = 4
LONGEST = 60_000
"""Less than the processes write, and more than half of it: it is moved aside exactly once."""
WRITE = """
import sys
from pathlib import Path
from service.logs import BoundedFile

path, name, lines, longest = sys.argv[1:]
file = BoundedFile(Path(path), longest=int(longest))
for number in range(int(lines)):
    file.write(f"{name} {number:04} {'x' * 50}\\n".encode())
"""


def line(text: str) -> bytes:
    return f"{text}\n".encode()


def test_processes_that_move_it_aside_together_lose_no_line(tmp_path: Path) -> None:
    path = tmp_path / "service.log"
    started = [
        subprocess.Popen([sys.executable, "-c", WRITE, path, str(name), str(LINES), str(LONGEST)])
        for name in range(PROCESSES)
    ]
    assert [process.wait(60) for process in started] == [0] * PROCESSES
    old = tmp_path / "service.old.log"
    kept = [*old.read_text().splitlines(), *path.read_text().splitlines()]
    assert len(kept) == len({*kept}) == LINES * PROCESSES
    assert {len(line) for line in kept} == {len("0 0000 ") + 50}
    for name in range(PROCESSES):
        own = [line for line in kept if line.startswith(f"{name} ")]
        assert own == sorted(own)
    assert LONGEST < old.stat().st_size < LONGEST + 1_000


def test_a_file_that_another_process_has_just_begun_is_not_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "service.log"
    one, other = (BoundedFile(path, longest=100) for _ in range(2))
    monkeypatch.setattr(other, "_follow", lambda: None)  # it looked before the first moved
    one.write(line("long " * 30))
    one.write(line("short"))
    other.write(line("late"))
    one.close()
    other.close()
    assert path.read_text() == "short\n"
    assert (tmp_path / "service.old.log").read_text().endswith("long \nlate\n")


def test_one_process_moves_it_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "service.log"
    file = BoundedFile(path, longest=100)
    with path.open("rb") as moving:
        fcntl.flock(moving, fcntl.LOCK_EX)
        thread = Thread(target=file.write, args=(line("long " * 30),))
        thread.start()
        thread.join(0.1)
        assert thread.is_alive()
        assert path.exists()
    thread.join()
    file.close()
    assert path.read_text() == ""


def test_it_takes_no_more_than_two_lengths(tmp_path: Path) -> None:
    file = BoundedFile(tmp_path / "service.log", longest=1_000)
    for number in range(500):
        file.write(line(f"line {number}"))
    file.close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["service.log", "service.old.log"]
    assert sum(each.stat().st_size for each in tmp_path.iterdir()) < 2_100
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in tmp_path.iterdir())


def test_a_file_that_was_taken_away_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "service.log"
    file = BoundedFile(path)
    file.write(line("one"))
    path.rename(tmp_path / "elsewhere")
    file.write(line("two"))
    file.close()
    assert path.read_text() == "two\n"


def test_a_program_goes_on_without_its_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    file = BoundedFile(folder / "service.log")
    (folder / "service.log").unlink()
    folder.rmdir()
    file.write(line("lost"))
    assert "No such file or directory" in capsys.readouterr().err
    folder.mkdir()
    file.write(line("written"))
    file.close()
    assert (folder / "service.log").read_text() == "written\n"


def test_a_line_that_cannot_be_reported_either_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = BoundedFile(tmp_path / "service.log")
    monkeypatch.setattr(file, "_follow", _fails)
    monkeypatch.setattr(sys.stderr, "write", _fails)
    file.write(line("lost"))
    file.close()


def test_a_supervisor_goes_on_if_it_can_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "write", _fails)
    serve._say("stopping")


def _fails(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")
