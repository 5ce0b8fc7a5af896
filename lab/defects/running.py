"""Tests in a copy of the project: which of them a target of the Makefile runs, and which one fails.

The copy is a worktree of the last commit. It imports its own modules and uses this environment.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import NamedTuple

from lab.defects.planted import ROOT, Defect

OWN_TEST = "tests/lab/test_defects.py"
"""It compares the list with the files, so it notices every planted defect."""
SHARED = (".venv", ".cache")
NOT_WANTED = re.compile("-q|--quiet|--cov.*|--dist=.*|--numprocesses=.*")
IGNORE = "--ignore"
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
PASSED, NO_TESTS = 0, 5
HANGS = "a test hangs"


class Selection(NamedTuple):
    """The tests of a target.

    Attributes:
        variables: The variables of the environment that the target sets.
        options: The options of pytest.
        paths: The files and folders; none: all tests.
        ignored: Files and folders that are left out.
    """

    variables: dict[str, str]
    options: list[str]
    paths: list[str]
    ignored: list[str]

    def has(self, path: str) -> bool:
        """Whether the target runs all tests of a file or folder, but for those that it ignores."""
        return _is_within(path, self.paths or ["tests"]) and not _is_within(path, self.ignored)

    def own(self, tests: Iterable[str]) -> list[str]:
        """The tests of a part that the target runs, in their order."""
        found = list[str]()
        for test in tests:
            inner = [path for path in self.paths if _is_within(path, [test])]
            found += [test] if self.has(test) else inner
        return [path for place, path in enumerate(found) if path not in found[:place]]


def _is_within(path: str, folders: Iterable[str]) -> bool:
    return any(PurePath(path).is_relative_to(folder) for folder in folders)


def selection(target: str) -> Selection:
    """The command of a target in the Makefile; the variables of `make defects` do not reach it."""
    command = ["make", "--dry-run", "--no-print-directory", target, "ARGS=", "SEED=", "ORDER="]
    recipe = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lines = [shlex.split(line) for line in recipe.replace("\\\n", " ").splitlines()]
    line = next(line for line in lines if any(word.endswith("/pytest") for word in line))
    at = next(place for place, word in enumerate(line) if word.endswith("/pytest"))
    variables = dict(word.split("=", 1) for word in line[:at])
    options, paths, ignored = list[str](), list[str](), [OWN_TEST]
    words = iter(line[at + 1 :])
    for word in words:
        if word == IGNORE:
            ignored.append(next(words))
        elif word.startswith("-"):
            options += [] if NOT_WANTED.fullmatch(word) else [word]
        elif word != OWN_TEST:  # a named path would not be ignored
            (paths if (ROOT / word).exists() else options).append(word)
    return Selection(variables, options, paths, ignored)


@contextmanager
def copy_of_project() -> Generator[Path]:
    """A worktree of the last commit, for a while."""
    with tempfile.TemporaryDirectory(prefix="defects-") as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--quiet", "--detach", str(tree), "HEAD")
        try:
            for name in SHARED:
                (ROOT / name).mkdir(exist_ok=True)
                (tree / name).symlink_to(ROOT / name)
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def commit() -> str:
    """The last commit."""
    return _git("rev-parse", "--short", "HEAD")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@contextmanager
def planted(tree: Path, defect: Defect) -> Generator[None]:
    """A defect in the copy, for a while.

    The file gets another time, too: Python would take one of the same size and second as compiled.
    """
    path = tree / defect.path
    text, times = path.read_text("utf-8"), path.stat()
    path.write_text(defect.planted_in(text), "utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 10**10))
    try:
        yield
    finally:
        path.write_text(text, "utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def first_failure(tree: Path, chosen: Selection, own: Sequence[str], *, whole: bool) -> str | None:
    """The first test that fails, of a part's own and then, if wanted, of all; None: none does."""
    failed = _failure(tree, chosen, own) if own else None
    if failed is None and whole:
        rest = chosen._replace(ignored=[*chosen.ignored, *own])
        failed = _failure(tree, rest, [path for path in chosen.paths if path not in own])
    return failed


def _failure(
    tree: Path, chosen: Selection, paths: Sequence[str], seconds: int = 1800
) -> str | None:
    ignored = [word for path in chosen.ignored for word in (IGNORE, path)]
    options = ["-x", "--quiet", "--tb=no", "-p", "no:cacheprovider", *chosen.options, *ignored]
    variables = {
        **os.environ,
        **chosen.variables,
        "PYTHONPATH": f"{tree}:{tree / 'clients/python'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *paths],
        cwd=tree,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return HANGS
    finally:
        _end(process)
    if process.returncode in (PASSED, NO_TESTS):
        return None
    found = FAILED.search(said)
    return found[1] if found else said.strip().splitlines()[-1]


def _end(process: "subprocess.Popen[str]") -> None:
    """End the tests, and after them what they have started."""
    for each in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, each)
            time.sleep(1)
