"""Processes that are forks: what they share with their parent, and what they do not."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from run.processes.serve import IMPORTS
from tests.serving import on_linux

pytestmark = on_linux

PARENT = """
import atexit, json, os, signal, sys
from run.embedded.process import stop
from run.processes.forked import ForkedProgram

folder, script = sys.argv[1:]
parent = os.getpid()


def end():
    print("the end of", "the parent" if os.getpid() == parent else "a fork", file=sys.stderr)

atexit.register(end)
sys.path.insert(0, folder)
kept, closed, watched = os.open(folder, os.O_RDONLY), *os.pipe()
ended, alive = os.pipe()  # the first has its end when the second is closed
os.set_blocking(watched, False)
signal.set_wakeup_fd(watched, warn_on_full_buffer=False)
for each in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(each, lambda *_: print("a signal came to the parent"))

def forked(*arguments, seconds=5.0):
    return ForkedProgram(
        name="of test",
        argv=("run_by_test", *arguments),
        env={"FAIRDEAL_LIFELINE": str(ended), "OF_TEST": "yes"},
        inherit=(kept, ended),
        stop=((signal.SIGTERM, seconds),),
    )

exec(script)
"""
END = "the end of the parent\n"
RUN = "child = forked().start(); print(child.wait(), child.wait(1))"


def said(folder: Path, module: str, script: str = RUN) -> tuple[str, str]:
    """The output of a parent that runs the script, and the errors of the parent and its fork."""
    (folder / "run_by_test.py").write_text(module)
    done = subprocess.run(
        [sys.executable, "-c", PARENT, str(folder), script],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stderr.endswith(END), "it comes once, and not by the fork"
    return done.stdout.rstrip(), done.stderr.removesuffix(END)


@pytest.mark.parametrize(
    ("module", "code", "error"),
    [
        ("print('nobody sees it')", 0, ""),
        ("raise SystemExit", 0, ""),
        ("raise SystemExit(3)", 3, ""),
        ("raise SystemExit('It is full.')", 1, "It is full.\n"),
        ("raise OSError('It is full.')", 1, "OSError: It is full.\n"),
        ("import os; os.kill(os.getpid(), 9)", -9, ""),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -15, ""),
        ("import os, signal; os.kill(os.getpid(), signal.SIGINT)", 1, "KeyboardInterrupt\n"),
    ],
)
def test_it_ends_as_a_program_does(tmp_path: Path, module: str, code: int, error: str) -> None:
    output, errors = said(tmp_path, module)
    assert output == f"{code} {code}"
    assert errors.endswith(error)
    assert bool(errors) == bool(error)


SHOW = """
import json, os, sys
from pathlib import Path
shown = {
    "name": __name__,
    "arguments": sys.argv[1:],
    "variable": os.environ["OF_TEST"],
    "leads its group": os.getpgid(0) == os.getpid(),
    "files": sorted({os.path.realpath(path) for path in Path("/dev/fd").iterdir()}),
    "title": Path("/proc/self/cmdline").read_text().strip("\\0 "),
    "shared": "run.processes.forked" in sys.modules,
}
Path(sys.argv[1]).write_text(json.dumps(shown))
"""


def test_it_has_what_it_was_given_and_no_more(tmp_path: Path) -> None:
    found = tmp_path / "found"
    output, errors = said(tmp_path, SHOW, f"print(forked({str(found)!r}, 'b').start().wait())")
    assert (output, errors) == ("0", "")
    shown: dict[str, Any] = json.loads(found.read_text())
    files = shown.pop("files")
    assert shown == {
        "name": "__main__",
        "arguments": [str(found), "b"],
        "variable": "yes",
        "leads its group": True,
        "title": "fairdeal: of test",
        "shared": True,
    }
    pipes = [each for each in files if "pipe:" in each]
    assert len(pipes) == 2, "standard error, and the pipe that ends with the parent"
    assert str(tmp_path) in files, "it was to be kept"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_right_after_the_fork_reaches_it_and_not_the_parent(
    tmp_path: Path, number: signal.Signals
) -> None:
    script = f"""
codes = set()
for _ in range(20):
    child = forked().start()
    os.kill(child.pid, {int(number)})
    codes.add(child.wait())
print(codes)
"""
    output, _ = said(tmp_path, "import time; time.sleep(60)", script)
    assert output.strip() == ("{1}" if number == signal.SIGINT else f"{{-{int(number)}}}")


def test_it_is_stopped_and_killed_if_it_does_not_stop(tmp_path: Path) -> None:
    deaf = (
        "import signal, sys, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "open(sys.argv[1], 'w').close()\ntime.sleep(60)\n"
    )
    script = f"""
child = forked({str(tmp_path / "deaf")!r}).start()
while not os.path.exists({str(tmp_path / "deaf")!r}): pass
stop(child, forked(seconds=0.1).stop + ((signal.SIGTERM, 0.2),))
child.send_signal(signal.SIGTERM)
print(child.returncode)
"""
    assert said(tmp_path, deaf, script) == ("-9", "")


def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    """Also if that is killed: it does not itself hold open the pipe whose end it waits for."""
    module = (
        "import os, sys, time\nfrom pathlib import Path\n"
        "Path(sys.argv[1]).write_text(f'{os.getpid()}\\n')\ntime.sleep(60)\n"
    )
    pid = tmp_path / "pid"
    script = f"""
child = forked({str(pid)!r}).start()
while not (os.path.exists({str(pid)!r}) and open({str(pid)!r}).read().endswith("\\n")): pass
os.close(alive)
print(child.wait(20))
"""
    assert said(tmp_path, module, script) == ("-15", "")


def test_what_is_imported_before_the_fork_starts_no_thread_and_opens_no_connection() -> None:
    """A thread does not survive a fork, and a connection must not be used by two processes."""
    code = f"""
import os
from importlib import import_module
from run.processes.forked import open_files
before = open_files()
for name in {sorted({name for names in IMPORTS.values() for name in names})}:
    import_module(name)
    assert len(os.listdir("/proc/self/task")) == 1, name
    assert open_files() == before, name
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_the_parent_keeps_its_name(tmp_path: Path) -> None:
    """A later start finds what a killed one has left by it."""
    script = """
name = open("/proc/self/comm").read()
forked().start().wait()
print(open("/proc/self/comm").read() == name, name)
"""
    output, _ = said(tmp_path, "", script)
    assert output == f"True {Path(sys.executable).name}"
