"""Runs of tests: their remains, their order, and their report of missing programs."""

import os
import re
import signal
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from tests.serving import ROOT, on_linux, until

MISSING, ISOLATION, ORDER = (f"-ptests.{each}" for each in ("missing", "isolation", "order"))
LEFT = """
    import os, subprocess, sys, tempfile
    from pathlib import Path

    def test_it():
        subprocess.Popen(["sleep", "1234"], start_new_session=True)
        tempfile.mkstemp(prefix="forgotten-")
"""
CLEAN = """
    def test_it():
        pass
"""
HELD = """
    import os, subprocess, tempfile, time
    from pathlib import Path
    from tests import servers

    def test_it():
        database = servers.embedded_database()
        servers.whole_service()
        subprocess.Popen(["sleep", "1234"], start_new_session=True)
        Path("folder").write_text(str(servers.session_folder()))
        time.sleep(600)
"""
ORDERED = """
    import pytest

    @pytest.mark.parametrize("number", range(8))
    def test_it(number):
        pass
"""
LACKING = """
    from tests.missing import MissingError, needs

    @needs("Chromium", None)
    def test_rides():
        pass

    def test_flies():
        raise MissingError("wings")

    def test_walks():
        pass
"""
HIDDEN = """
    import pytest

    def test_it():
        pytest.skip("not today")
"""


def started(folder: Path, *options: str, **files: str) -> subprocess.Popen[str]:
    """A run of a few tests in a folder."""
    for name, text in files.items():
        lines = (line.removeprefix("    ") for line in text.splitlines())
        (folder / f"test_{name}.py").write_text("\n".join(lines))
    (folder / "pytest.ini").write_text("[pytest]\n")
    around = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    return subprocess.Popen(
        (
            sys.executable,
            "-m",
            "pytest",
            "-pno:cacheprovider",
            "-pxdist.plugin",
            "--basetemp=made",
            *options,
        ),
        cwd=folder,
        env={**around, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )


def ended(run: subprocess.Popen[str]) -> tuple[int, str]:
    said, _ = run.communicate()
    return run.returncode, said


@on_linux
@pytest.mark.long
def test_a_run_fails_if_something_of_its_own_is_left(tmp_path: Path) -> None:
    status, said = ended(started(tmp_path, MISSING, ISOLATION, left=LEFT))
    assert status == pytest.ExitCode.TESTS_FAILED
    assert re.search(r"process \d+: sleep 1234", said)
    assert "forgotten-" in said
    assert "1 passed, 1 error in" in said.splitlines()[-1]
    status, said = ended(started(tmp_path, MISSING, ISOLATION, "test_clean.py", clean=CLEAN))
    assert status == pytest.ExitCode.OK, said


@on_linux
@pytest.mark.long
@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_ended_in_its_middle_leaves_nothing(
    tmp_path: Path, number: int, workers: str
) -> None:
    run = started(tmp_path, MISSING, ISOLATION, f"-n{workers}", held=HELD)
    note = tmp_path / "folder"
    until(note.exists)
    until(note.read_text)
    run.send_signal(number)
    ended(run)
    folder = Path(note.read_text())
    until(lambda: not folder.exists())
    name = os.fsencode(folder)
    for each in Path("/proc").glob("[0-9]*/environ"):
        try:
            assert name not in each.read_bytes(), (each.parent / "cmdline").read_text()
        except OSError:
            continue


def test_a_seed_orders_files_and_the_tests_of_each(tmp_path: Path) -> None:
    def order(*options: str) -> list[str]:
        _, said = ended(started(tmp_path, ORDER, *options, a=ORDERED, b=ORDERED, c=ORDERED))
        return re.findall(r"^(?:PASSED )?(test_\w\.py::test_it\[\d\])$", said, re.MULTILINE)

    look = ("--collect-only", "-q")
    in_files, one, other = order(*look), order(*look, "--order=1"), order(*look, "--order=2")
    assert len(in_files) == 24
    assert in_files == sorted(in_files) == sorted(one) == sorted(other)
    assert len({*map(tuple, (in_files, one, other))}) == 3
    assert len([*groupby(one, key=lambda name: name.partition(":")[0])]) == 3
    # xdist fails if its processes have collected tests in different orders
    assert sorted(order("-rA", "--order=1", "-n2", "--dist=loadfile")) == in_files


def test_what_is_missing_is_one_line_before_the_summary(tmp_path: Path) -> None:
    status, said = ended(started(tmp_path, MISSING, "-ra", missing=LACKING))
    *_, line, summary = said.splitlines()
    assert status == pytest.ExitCode.OK
    assert line == "missing on this machine: Chromium; wings; 2 tests did not run"
    assert "1 passed, 2 missing in" in summary
    status, said = ended(started(tmp_path, MISSING, "--nothing-missing", missing=LACKING))
    assert status == pytest.ExitCode.TESTS_FAILED
    assert "1 passed, 1 error, 2 missing in" in said.splitlines()[-1]


def test_what_ci_does_not_prepare_is_needed_by_long_tests_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    horse = LACKING.replace("Chromium", "a horse")
    status, _ = ended(started(tmp_path, MISSING, missing=horse))
    assert status == pytest.ExitCode.USAGE_ERROR
    assert "test_missing.py::test_rides needs a horse: mark it as long" in capfd.readouterr().err
    ridden = horse.replace("    @needs", "    @pytest.mark.long\n    @needs")
    ridden = ridden.replace("    from", "    import pytest\n    from", 1)
    status, _ = ended(started(tmp_path, MISSING, missing=ridden))
    assert status == pytest.ExitCode.OK


def test_another_skip_fails_the_run(tmp_path: Path) -> None:
    status, said = ended(started(tmp_path, MISSING, hidden=HIDDEN))
    assert status == pytest.ExitCode.TESTS_FAILED
    assert "1 skipped, 1 error in" in said.splitlines()[-1]
