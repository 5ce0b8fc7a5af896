"""Records in foreign notations, read from files in blocks, however long they are."""

import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from formats.notation import Notation, Piece, UnreadableNotation
from offline.replay import Replay, held

BIT: Final = 1 << 16
"""The number of bytes read at once."""


def records(notation: Notation, files: Sequence[str]) -> Iterator[Replay | str]:
    """Every record of the files, replayed and compared; or the error, with its line.

    On a terminal, a progress bar is shown.
    """
    with _bar(files) as advance:
        for file in files:
            name = "standard input" if file == "-" else file
            try:
                with _opened(file) as stream:
                    yield from _of_text(notation, _bits(stream, advance), name)
            except OSError as error:
                yield f"{name}: {error.strerror or error}"


def _of_text(notation: Notation, text: Iterator[str], name: str) -> Iterator[Replay | str]:
    """The records of a text. Other text is skipped; it is a fault if there is nothing else."""
    first_text, is_empty = None, True
    for piece in notation.pieces(text):
        if piece.is_text:
            first_text = first_text or piece
            continue
        is_empty = False
        yield _of_piece(notation, piece, name)
    if first_text is not None and is_empty:
        yield f"{name}:{first_text.line}: {first_text.fault}"


def _of_piece(notation: Notation, piece: Piece, name: str) -> Replay | str:
    fault = piece.fault
    if not fault:
        try:
            return held(notation.read(piece.text), name=f"line {piece.line}")
        except UnreadableNotation as wrong:
            fault = str(wrong)
    return f"{name}:{piece.line}: {fault}"


@contextmanager
def _opened(file: str) -> Generator[IO[bytes]]:
    if file == "-":
        yield sys.stdin.buffer
        return
    with open(file, "rb") as stream:  # noqa: PTH123 - a path from the command line, as it is
        yield stream


def _bits(stream: IO[bytes], advance: Callable[[int], None]) -> Iterator[str]:
    """The text in blocks. Bytes that are not text are kept as escapes, for the parser to refuse."""
    decoder = getincrementaldecoder("utf-8-sig")(errors="replace")
    while read := stream.read1(BIT):  # type: ignore[attr-defined]
        advance(len(read))
        yield decoder.decode(read)
    yield decoder.decode(b"", final=True)


@contextmanager
def _bar(files: Sequence[str]) -> Generator[Callable[[int], None]]:
    """The function to call with each number of bytes read."""
    console = Console(stderr=True)
    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=console,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),
    ) as progress:
        task = progress.add_task("", total=_size(files))
        yield lambda count: progress.update(task, advance=count)


def _size(files: Sequence[str]) -> int | None:
    """The number of bytes; None if it is unknown, as for standard input."""
    try:
        return None if "-" in files else sum(Path(file).stat().st_size for file in files)
    except OSError:
        return None
