"""Structured logging: one line for each event, never with a card or a credential."""

import logging
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import orjson
import structlog
from structlog.contextvars import bound_contextvars
from structlog.typing import EventDict, Processor

from service.log_file import BoundedFile

_SECRET: Final = re.compile(
    r"""
    \b(?P<kind>key|seat|view|read|audit|invite|whsec)_[\w+/=-]{16,} # a credential
    | [0-9a-f]{64,} # a seed, or text that could be one: no log line needs a whole digest
    | \b[6-9TJQKA][CSHD]\b # a card
    | [\x00-\x08\x0b-\x1f\x7f-\x9f] # a control character, which a terminal would interpret
    """,
    re.VERBOSE,
)


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
    # no line names its thread or its process
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    shown = logging.StreamHandler()
    shown.setFormatter(_formatter(form, shared, colors=sys.stderr.isatty()))
    shown.setLevel(level.upper())
    handlers: list[logging.Handler] = [shown]
    if file is not None:
        kept = BoundedFile(file)
        kept.setFormatter(_formatter("json", shared))
        kept.setLevel(min(logging.INFO, shown.level))
        handlers.append(kept)
    root = logging.getLogger()
    root.handlers = handlers
    root.setLevel(min(handler.level for handler in handlers))


def _formatter(
    form: str, shared: Sequence[Processor], *, colors: bool = False
) -> structlog.stdlib.ProcessorFormatter:
    last: Processor = (
        structlog.processors.JSONRenderer(_json)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=colors)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )


def _json(line: EventDict, *, default: Callable[[Any], Any], **_: Any) -> str:
    return orjson.dumps(line, default=default).decode()


def without_secrets(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Remove credentials, seeds and cards from a line: an error's text could contain one."""
    for name, value in line.items():
        if isinstance(value, str):
            line[name] = _SECRET.sub(_removed, value)
    return line


def _removed(found: re.Match[str]) -> str:
    return f"{found['kind']}_…" if found["kind"] else "…"
