"""Node in one process, as lasting as this one: functions of JavaScript are called in it."""

import atexit
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.missing import MissingError

ROOT: Final = Path(__file__).parents[1]
PROGRAMS: Final = ROOT / "tests" / "programs.mjs"
OLDEST: Final = 20


class Printed(NamedTuple):
    """The output of a command, and its exit code."""

    stdout: str
    stderr: str
    returncode: int


def call(module: Path, name: str, *given: Any) -> Any:
    """The result of a function that a module exports; arguments and result are JSON.

    Raises:
        MissingError: Node is.
    """
    process = _process()
    assert process.stdin is not None
    request = {"module": module.as_uri(), "name": name, "given": given}
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    return _answer(process)


def run_command(file: Path, *arguments: object) -> Printed:
    """Run a program that is a module, with these arguments."""
    said = call(PROGRAMS, "command", str(file), *map(str, arguments))
    return Printed(said["stdout"], said["stderr"], said["result"])


def execute(module: Path, code: str) -> str:
    """The output of some lines of code that use the exported names of a module."""
    printed: str = call(PROGRAMS, "execute", str(module), code)
    return printed


def stop() -> None:
    """End the process, if there is one."""
    if _process.cache_info().currsize:
        _process().communicate()
        _process.cache_clear()


@cache
def _process() -> "subprocess.Popen[str]":
    if shutil.which("node") is None:
        raise MissingError("Node")
    command = ("node", str(ROOT / "tests" / "node.mjs"))
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    atexit.register(stop)
    version = _answer(process)
    assert int(version.partition(".")[0]) >= OLDEST, f"Node {OLDEST} is needed, this is {version}"
    return process


def _answer(process: "subprocess.Popen[str]") -> Any:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        _process.cache_clear()
        raise AssertionError(f"Node has ended with exit code {process.wait()}")
    answer = json.loads(line)
    assert "error" not in answer, answer["error"]
    return answer["value"]
