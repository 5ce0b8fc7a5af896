"""Processes under a load: those that belong together, and the processor time that they use."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")


def tree(process: int) -> Iterator[int]:
    """A process, its children, and theirs."""
    yield process
    with suppress(FileNotFoundError):
        for task in (PROC / str(process) / "task").iterdir():
            for child in (task / "children").read_text().split():
                yield from tree(int(child))


def processor_seconds(*processes: int) -> float:
    """The processor time of all threads that these processes have."""
    return sum(by_thread(*processes).values()) / 1e9


def by_thread(*processes: int) -> dict[Path, int]:
    """The processor time of each thread that these processes have, in nanoseconds."""
    return {task: _of_thread(task) for process in processes for task in _tasks(process)}


def named(process: int, text: str) -> int:
    """The first process of a tree with this text in its command line."""
    return next(each for each in tree(process) if text.encode() in _command_line(each))


def _tasks(process: int) -> list[Path]:
    with suppress(FileNotFoundError):
        return list((PROC / str(process) / "task").iterdir())
    return []


def _of_thread(task: Path) -> int:
    """In nanoseconds; a thread that has ended has none."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return int((task / "schedstat").read_text().split()[0])
    return 0


def _command_line(process: int) -> bytes:
    with suppress(FileNotFoundError):
        return (PROC / str(process) / "cmdline").read_bytes()
    return b""
