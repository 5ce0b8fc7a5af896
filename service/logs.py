"""Structured logging, into a file that does not grow without end: never a card or a credential."""

import fcntl
import json
import logging
import os
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from threading import RLock
from typing import Any, Final, NoReturn

import orjson
import structlog
from structlog.contextvars import bound_contextvars
from structlog.processors import NAME_TO_LEVEL
from structlog.typing import EventDict, Processor

from service import tracing

BYTES: Final = 10_000_000
"""A log file longer than this is moved aside, over the one before it."""


class BoundedFile:
    """A file of lines, which is moved aside when it is too long. Threads may share it.

    Every process may find it too long; one of them moves it, and the others follow. Only the owner
    of the file can read it.

    Raises:
        OSError: The file cannot be opened.
    """

    def __init__(self, path: Path, *, longest: int = BYTES) -> None:
        self._path = path
        self._longest = longest
        self._lock = RLock()  # a signal's handler may log, too
        self._descriptor = self._opened()

    def write(self, line: bytes) -> None:
        """Write a line. An error is reported on standard error, and the program goes on."""
        with self._lock:
            try:
                self._follow()
                os.write(self._descriptor, line)
                if os.fstat(self._descriptor).st_size > self._longest:
                    self._move_aside()
            except OSError as error:
                with suppress(OSError):  # it may lead to the same full disk
                    sys.stderr.write(f"{self._path}: {error}\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def _opened(self) -> int:
        return os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def _is_current(self) -> bool:
        """Whether the path still leads to the open file."""
        try:
            return os.path.samestat(self._path.stat(), os.fstat(self._descriptor))
        except FileNotFoundError:
            return False

    def _follow(self) -> None:
        """Open the file again, if another process has moved it."""
        if not self._is_current():
            former, self._descriptor = self._descriptor, self._opened()
            os.close(former)

    def _move_aside(self) -> None:
        """Move the file, unless another process already has. The lock ends with the descriptor."""
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        if self._is_current():
            self._path.replace(self._path.with_suffix(".old.log"))
        self._follow()


_SECRET: Final = re.compile(
    r"""
    \b(?P<kind>key|seat|view|read|audit|invite|whsec)_[\w+/=-]{16,} # a credential
    | [0-9a-f]{64,} # a seed, or text that could be one: no log line needs a whole digest
    | \b[6-9TJQKA][CSHD]\b # a card
    | [\x00-\x08\x0b-\x1f\x7f-\x9f] # a control character, which a terminal would interpret
    """,
    re.VERBOSE,
)

_EXTRA: Final = structlog.stdlib.ExtraAdder()
"""Takes what a library adds to a line."""


def bound(**about: Any) -> AbstractContextManager[None]:
    """Add context to every line logged within: a request id, a table, a deal, an actor."""
    return bound_contextvars(**about)


def set_up(*, level: str, form: str, file: Path | None = None) -> None:
    """Send the lines of this program and of its libraries to standard error, and to a file.

    Args:
        level: The lowest level of the lines on standard error.
        form: ``json`` for machines, ``console`` for people: the lines on standard error.
        file: The file that also gets lines of the level ``info`` as JSON, whatever `level` is.
    """
    shown = lowest = NAME_TO_LEVEL[level]
    ends: list[Processor] = [_Shown(shown, form)]
    if file is not None:
        kept = lowest = min(logging.INFO, shown)
        ends.insert(0, _Kept(kept, BoundedFile(file)))
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            *_of_traces(),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            without_secrets,
            *ends,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        cache_logger_on_first_use=True,
    )
    root = logging.getLogger()
    root.handlers = [_FromLibraries()]
    root.setLevel(lowest)


def _of_traces() -> list[Processor]:
    """The processor that adds the id of the trace to a line, where there are traces."""
    if not tracing.is_on():
        return []
    from service.tracing.spans import add_trace  # noqa: PLC0415

    return [add_trace]


class _FromLibraries(logging.Handler):
    """Passes on what libraries log."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            more = _EXTRA(logging.getLogger(), "", {"_record": record})
            del more["_record"]
            logger, level = structlog.get_logger().bind(**more), _standard(record.levelno)
            logger.log(level, record.getMessage(), exc_info=record.exc_info)
        except Exception:  # noqa: BLE001 - as in any handler: a line never stops a program
            self.handleError(record)


def _standard(level: int) -> int:
    """The highest level of the five standard ones that is not above a level."""
    return min(max(level // 10 * 10, logging.DEBUG), logging.CRITICAL)


class _Kept:
    """Writes lines to a file, as JSON."""

    def __init__(self, level: int, file: BoundedFile) -> None:
        self._level = level
        self._file = file

    def __call__(self, _logger: Any, _method: str, line: EventDict) -> EventDict:
        if NAME_TO_LEVEL[line["level"]] >= self._level:
            self._file.write(_as_json(line) + b"\n")
        return line


class _Shown:
    """Writes lines to standard error, and ends their way."""

    def __init__(self, level: int, form: str) -> None:
        self._level = level
        console = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        self._text: Callable[[EventDict], str] = (
            (lambda line: _as_json(line).decode())
            if form == "json"
            else (lambda line: console(None, "", line))
        )

    def __call__(self, _logger: Any, _method: str, line: EventDict) -> NoReturn:
        if NAME_TO_LEVEL[line["level"]] >= self._level:
            with suppress(OSError, ValueError):  # nobody reads it, or it is closed
                sys.stderr.write(f"{self._text(line)}\n")
        raise structlog.DropEvent


def _as_json(line: EventDict) -> bytes:
    """A line as JSON, whatever a library or the text of an error has put in it."""
    try:
        return orjson.dumps(line, default=repr)
    except TypeError:  # a lone surrogate, a large number, a key that is no text
        return json.dumps(line, default=repr, skipkeys=True).encode()


def without_secrets(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Remove credentials, seeds and cards from a line: an error's text could contain one."""
    texts = {name: value for name, value in line.items() if isinstance(value, str)}
    if _SECRET.search("\n".join(texts.values())):  # nothing that is searched for has a line break
        line.update({name: _SECRET.sub(_removed, text) for name, text in texts.items()})
    return line


def _removed(found: re.Match[str]) -> str:
    return f"{found['kind']}_…" if found["kind"] else "…"
