"""`fairdeal verify` over archives: broken lines, copies of deals, limits, runs that were killed."""

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from domain.games import GAMES
from run.cli import main
from tests.serving import until
from tests.verifier.making import KEY, OTHER_KEY, bundled, deal, kept, played
from verifier import archives, exports
from verifier.bundle import LONGEST, Bundle, write
from verifier.evidence import Evidence

COUNT: Final = 6


@cache
def goat(number: int) -> Bundle:
    return bundled(deal("goat", 4, number))


def line(bundle: Bundle) -> bytes:
    head = json.dumps({"format": exports.EXPORT, "deal": {"id": str(bundle.stream)}}).encode()
    return b'%b,"bundle":%b}\n' % (head[:-1], write(bundle))


def bare(number: int) -> bytes:
    """A line of a deal without evidence."""
    return (
        json.dumps({"format": exports.EXPORT, "deal": {"id": f"{number}"}, "bundle": None}).encode()
        + b"\n"
    )


def altered(bundle: Bundle) -> Bundle:
    """A bundle with another head than its chain."""
    return bundle._replace(head=bytes(32))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    file = tmp_path / "deals.ndjson.gz"
    file.write_bytes(gzip.compress(b"".join(line(goat(number)) for number in range(1, COUNT + 1))))
    return file


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "BATCH_ITEMS", 1)


Verify = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Verify:
    """Run the command: its exit code, the lines of its output, and its errors.

    With the key of the service, unless another one is given.
    """
    own = tmp_path / "own.key"
    own.write_text(str(KEY.verifier))

    def run(*arguments: object) -> tuple[int, list[str], str]:
        given = arguments if "--key" in arguments else (*arguments, "--key", own)
        code = main(["verify", *map(str, given)])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return run


# --- Results --------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.usefixtures("small_batches")
def test_the_result_is_the_same_with_any_number_of_processes(
    jobs: int, tmp_path: Path, verify: Verify
) -> None:
    broken = b'{"format":"fairdeal/1/export"}\n'
    lines = [line(goat(1)), broken, line(altered(goat(2))), bare(1), line(goat(3)), b"no line\n"]
    file = tmp_path / "deals.ndjson"
    file.write_bytes(b"".join(lines))
    code, out, errors = verify("--jobs", jobs, file)
    assert code == 2
    assert errors.splitlines() == [
        f"{file}: line 2: the line names no deal",
        f"{file}: line 6: the line is no JSON",
    ]
    assert out[0] == f"{file}:3: deal {goat(2).stream}:"
    assert out[1].startswith("FAILS  chain         event ")
    assert out[-1] == f"{file}: 4 deals: 1 FAIL, 2 hold, 1 without evidence, 2 unreadable"


def test_exit_codes_are_those_of_the_worst_deal(
    archive: Path, tmp_path: Path, verify: Verify
) -> None:
    assert verify(archive)[:2] == (0, [f"{archive}: {COUNT} deals: {COUNT} hold"])
    key = tmp_path / "key"
    key.write_text(str(OTHER_KEY.verifier))
    assert verify(archive, "--key", key)[0] == 1
    unlogged = tmp_path / "unlogged.ndjson"
    unlogged.write_bytes(line(goat(1)._replace(log=None)))
    assert verify(unlogged)[0] == 4
    assert verify(unlogged, archive)[0] == 4
    unlogged.write_bytes(bare(1))
    assert verify(unlogged) == (0, [f"{unlogged}: 1 deals: 1 without evidence"], "")
    unlogged.write_bytes(line(goat(1)) + b"no line\n")
    assert [verify(*given, unlogged)[0] for given in ((), ("--disputed",))] == [2, 2]


@pytest.mark.usefixtures("small_batches")
def test_a_folder_is_read_file_by_file(archive: Path, verify: Verify) -> None:
    folder = archive.parent
    (folder / "2.json").write_bytes(write(goat(COUNT + 1)))
    (folder / "inner").mkdir()
    (folder / "inner" / "3.json.gz").write_bytes(gzip.compress(write(altered(goat(COUNT + 2)))))
    (folder / "deals.json").write_text("the index of the archive beside it")
    (folder / "key.txt").write_text(str(KEY.verifier))
    code, out, errors = verify(folder, "--jobs", 2)
    assert (code, errors) == (1, "")
    assert out[0] == f"{folder}/inner/3.json.gz: deal {goat(COUNT + 2).stream}:"
    assert out[-1] == f"{folder}: {COUNT + 2} deals: 1 FAIL, {COUNT + 1} hold"
    (folder / "0.json").write_text("{}")
    code, _, errors = verify(folder)
    assert (code, errors) == (2, f"{folder}/0.json: the file is no fairdeal/1/bundle\n")


def test_files_that_cannot_be_read_do_not_stop_the_others(archive: Path, verify: Verify) -> None:
    folder = archive.parent
    packed = archive.read_bytes()
    (folder / "a.ndjson.gz").write_bytes(packed[: len(packed) // 2])
    (folder / "b.ndjson.gz").write_bytes(b"\x1f\x8bno gzip")
    code, out, errors = verify(folder)
    assert code == 2
    assert [said.split(": the file is damaged")[0] for said in errors.splitlines()] == [
        f"{folder}/a.ndjson.gz",
        f"{folder}/b.ndjson.gz",
    ]
    assert out[-1].endswith(" hold, 2 unreadable; 2 more than once"), out


CUT: Final = gzip.compress(b"[" + b"1," * 9_000)[:-9]
BROKEN: Final = {"cut off": CUT, "no deflate": CUT[:10] + b"A" * 16, "no gzip": CUT[:2] + b"A" * 16}


@pytest.mark.parametrize("place", ["alone", "beside"])
@pytest.mark.parametrize("broken", BROKEN)
def test_a_compressed_file_that_is_damaged_cannot_be_read(
    broken: str, place: str, tmp_path: Path, verify: Verify
) -> None:
    file = tmp_path / "bundle.json.gz"
    file.write_bytes(BROKEN[broken])
    code, _, errors = verify(file if place == "alone" else tmp_path)
    assert code == 2
    assert errors.startswith(f"{file}: the file is damaged: ")


# --- Copies ---------------------------------------------------------------------------------------


def test_copies_of_a_deal_are_counted_and_must_agree(tmp_path: Path, verify: Verify) -> None:
    other = bundled(kept(played(GAMES["goat"], seats=4, number=1), salt=1))
    assert (other.stream, len(other.events)) == (goat(1).stream, len(goat(1).events))
    file = tmp_path / "deals.ndjson"
    file.write_bytes(line(goat(1)) * 2 + line(goat(2)))
    assert verify(file) == (0, [f"{file}: 3 deals: 3 hold; 1 more than once"], "")
    file.write_bytes(line(goat(1)) + line(goat(2)) + line(other))
    code, out, _ = verify(file)
    assert code == 1
    assert out[:2] == [
        f"{file}:3: deal {other.stream}:",
        f"FAILS  agree         {file}:1 has another record of this deal",
    ]
    shorter = bundled(deal("goat", 4, 1)[:9], view="seat:1", receipts=False)
    file.write_bytes(line(goat(1)) + line(shorter))
    code, out, _ = verify(file)
    assert out[-2].startswith("open   agree ")


# --- Limits ---------------------------------------------------------------------------------------


def test_a_line_that_is_too_long_is_skipped(
    tmp_path: Path, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "LONGEST_LINE", 1 << 17)
    file = tmp_path / "deals.ndjson.gz"
    long = b'{"format":"fairdeal/1/export","x":"' + b"x" * (1 << 20) + b'"}\n'
    file.write_bytes(gzip.compress(line(goat(1)) + long + line(goat(2))))
    code, out, errors = verify(file)
    assert (code, errors) == (2, f"{file}: line 2: the line is no JSON\n")
    assert out == [f"{file}: 2 deals: 2 hold, 1 unreadable"]


def test_evidence_longer_than_any_bundle_is_not_read(tmp_path: Path, verify: Verify) -> None:
    file = tmp_path / "deals.ndjson"
    long = b'"bundle":{"format":"fairdeal/1/bundle","x":"%b"}' % (b"x" * LONGEST)
    file.write_bytes(bare(1).replace(b'"bundle": null', long))
    code, _, errors = verify(file)
    assert (code, errors) == (2, f"{file}: line 1: no bundle is longer than {LONGEST} bytes\n")


def test_few_batches_are_in_memory(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "BATCH_ITEMS", 1)
    archive.write_bytes(b"".join(bare(number) for number in range(200)))
    read = 0

    class Counting(archives.Reader):
        def __iter__(self) -> Any:
            nonlocal read
            for item in super().__iter__():
                read += 1
                yield item

    evidence = Evidence()
    done = 0
    for done, _ in enumerate(archives.verify_archives(Counting([str(archive)]), evidence, jobs=2)):
        assert read - done <= 2 * 3 + 3
    assert (done, read) == (199, 200)


# --- Going on -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_batches")
def test_a_run_goes_on_where_it_stopped(
    tmp_path: Path, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line(goat(1)), line(altered(goat(2))), b"{}\n", line(goat(3)), line(goat(1))]
    file, state = tmp_path / "some.ndjson", tmp_path / "state"
    file.write_bytes(b"".join(lines))
    whole = verify(file)
    check, checked = archives.check, list[str]()

    def dying(item: archives.Item, evidence: Evidence) -> archives.CheckedItem:
        if len(checked) == stop:
            raise KeyboardInterrupt
        checked.append(item.place)
        return check(item, evidence)

    monkeypatch.setattr(archives, "check", dying)
    said: list[str] = []
    for stop in range(1, len(lines) + 1):
        code, out, _ = verify(file, "--jobs", 1, "--resume", state)
        said += out
        assert code == (130 if stop < len(lines) else whole[0])
    assert checked == [f"{file}:{number}" for number in range(1, len(lines) + 1)]
    assert said == whole[1]
    assert verify(file, "--resume", state)[:2] == (whole[0], whole[1][-1:]), "nothing is left"


def test_a_run_goes_on_with_the_same_archive_and_evidence_only(
    archive: Path, tmp_path: Path, verify: Verify
) -> None:
    state, key = tmp_path / "state", tmp_path / "key"
    key.write_text(str(OTHER_KEY.verifier))
    assert verify(archive, "--resume", state)[0] == 0
    assert "other keys" in verify(archive, "--resume", state, "--key", key)[2]
    packed = archive.read_bytes()
    for text in (line(goat(1)), line(goat(2)) * COUNT, line(goat(2)) * (COUNT + 1)):
        archive.write_bytes(gzip.compress(text))
        code, out, errors = verify(archive, "--resume", state)
        assert (code, out) == (2, [])
        assert "other archives" in errors
    archive.write_bytes(packed + gzip.compress(line(goat(9))))
    assert verify(archive, "--resume", state)[1] == [f"{archive}: {COUNT + 1} deals: 7 hold"]
    state.write_text("no database, and longer than its header" * 9)
    code, _, errors = verify(archive, "--resume", state)
    assert (code, "cannot be used to resume" in errors) == (2, True)


SLOWLY: Final = """
import sys, time
from run.cli import main
from verifier import archives

done = []

def check(*given, check=archives.check):
    done.append(given)
    if len(done) > 60:
        time.sleep(3600)
    return check(*given)

archives.BATCH_ITEMS = 10
archives.check = check
sys.exit(main({!r}))
"""
"""The command, each of whose two processes stands still after 60 records."""


@pytest.mark.long
def test_a_killed_run_goes_on_and_leaves_no_process(tmp_path: Path, verify: Verify) -> None:
    file, state = tmp_path / "many.ndjson", tmp_path / "state"
    count = 200
    file.write_bytes(b"".join(line(goat(number)) for number in (1, 2, 3, 4)) * (count // 4))
    command = ["fairdeal", "verify", str(file), "--jobs", "2", "--resume", str(state)]
    command += ["--key", str(tmp_path / "own.key")]
    script = SLOWLY.format(command[1:])
    with subprocess.Popen(
        [sys.executable, "-c", script], start_new_session=True, stdout=subprocess.DEVNULL
    ) as process:
        until(lambda: state.exists() and _done(state))
        os.kill(process.pid, signal.SIGKILL)
    assert 0 < _done(state) < count
    until(lambda: not _alive(process.pid))
    code, out, _ = verify(file, "--resume", state)
    assert (code, out) == (0, [f"{file}: {count} deals: {count} hold; {count - 4} more than once"])


def _done(state: Path) -> int:
    try:
        with sqlite3.connect(f"file:{state}?mode=ro", uri=True) as db:
            return int(db.execute("SELECT items FROM progress").fetchone()[0])
    except (sqlite3.Error, TypeError):
        return 0


def _alive(group: int) -> bool:
    """Whether a process group has a process."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_that_is_killed_ends_the_run(
    archive: Path, verify: Verify, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(_items: object, _evidence: object) -> None:
        os._exit(9)

    monkeypatch.setattr(archives, "BATCH_ITEMS", 1)
    monkeypatch.setattr(archives, "check_all", dying)
    code, out, errors = verify(archive, "--jobs", 2)
    assert (code, out) == (2, [])
    assert "a process was killed" in errors
