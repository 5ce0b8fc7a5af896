"""`fairdeal verify` for archives: output, progress, and how a run is continued."""

import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from importlib.util import find_spec
from typing import Final

from formats.text_transcript import plain
from verifier.archives import AnotherArchive, CheckedBatch, CheckedItem, Reader, verify_archives
from verifier.bundle import Unreadable
from verifier.evidence import Evidence
from verifier.ledger import AGAIN, UNREADABLE, Ledger
from verifier.verdicts import FAILS, HAND, HOLDS, NONE, OPEN, Verdict

SHOWN: Final = {HOLDS: "holds", FAILS: "FAILS", OPEN: "open ", HAND: "HAND ", NONE: "none "}
_COUNTED: Final = {
    HOLDS: "hold",
    FAILS: "FAIL",
    OPEN: "open",
    HAND: "by HAND",
    NONE: "without evidence",
    UNREADABLE: "unreadable",
}
"""How a summary counts deals by their worst verdict."""


def line_of(verdict: Verdict) -> str:
    """A verdict for people."""
    return plain(f"{SHOWN[verdict.status]}  {verdict.check:12}  {verdict.detail}")


def verify_all(archives: Sequence[str], evidence: Evidence, *, jobs: int, resume: str) -> set[str]:
    """Verify archives, print what does not hold and a summary of each, and return the statuses.

    Args:
        archives: The files and folders.
        evidence: The evidence besides them.
        jobs: The number of processes.
        resume: The file in which the results are kept; empty: none.

    Raises:
        Unreadable: The run cannot be continued.
    """
    reader = Reader(archives)
    try:
        ledger = Ledger(resume, evidence.digest)
        with closing(ledger), _watched(reader, ledger) as advance:
            done, hashed = ledger.done
            for batch in verify_archives(reader, evidence, jobs=jobs, done=done, beginning=hashed):
                for checked in ledger.add(batch):
                    _print(checked)
                sys.stdout.flush()
                ledger.keep(batch)
                advance(batch)
    except AnotherArchive:
        raise Unreadable(f"{resume}: it is of other archives, or of other files in them") from None
    except BrokenProcessPool:
        raise Unreadable("a process was killed; --resume FILE can continue such a run") from None
    for name in archives:
        print(plain(f"{name}: {summary(ledger.found.get(name, Counter()))}"))
    return {status for counts in ledger.found.values() for status in counts if status != AGAIN}


def summary(found: Counter[str]) -> str:
    """How many deals there are, by their worst verdict."""
    counts = {status: count for status, count in found.items() if status != AGAIN}
    parts = [f"{counts[status]} {_COUNTED[status]}" for status in sorted(counts)]
    total = sum(counts.values()) - counts.get(UNREADABLE, 0)
    again = f"; {found[AGAIN]} more than once" if found[AGAIN] else ""
    return f"{total} deals: {', '.join(parts) or 'nothing to check'}{again}"


def _print(checked: CheckedItem) -> None:
    """Print what does not hold."""
    if checked.fault:
        print(plain(checked.fault), file=sys.stderr)
    elif checked.verdicts:
        print(plain(f"{checked.place}: deal {checked.deal}:"))
        print("\n".join(map(line_of, checked.verdicts)))


@contextmanager
def _watched(reader: Reader, ledger: Ledger) -> Generator[Callable[[CheckedBatch], None]]:
    """The function to call after each batch: on a terminal, it moves a progress bar."""
    if find_spec("rich") is None:  # in the wheel of the verifier
        yield lambda _batch: None
        return
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (BarColumn(), TextColumn("{task.fields[shown]}"), TimeRemainingColumn())
    with Progress(
        *columns,
        console=console,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),
        auto_refresh=False,  # a thread would be copied into the processes
    ) as progress:
        task = progress.add_task("", total=reader.size, shown="")

        def advance(batch: CheckedBatch) -> None:
            found = sum(ledger.found.values(), Counter[str]())
            progress.update(task, completed=batch.position, shown=summary(found), refresh=True)

        yield advance
