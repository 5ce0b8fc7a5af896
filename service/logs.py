"""Structured logging: one line for each event, never with a card or a credential."""

import logging
import re
import sys
from contextlib import AbstractContextManager
from typing import Any, Final

import structlog
from structlog.contextvars import bound_contextvars
from structlog.typing import EventDict, Processor

_CREDENTIAL: Final = re.compile(r"\b(key|seat|view|audit|whsec)_[\w+/=-]{16,}")
_SEED: Final = re.compile(r"[0-9a-f]{64,}")
"""A seed, or text that could be one: no log line needs a whole digest."""
_CARD: Final = re.compile(r"\b[6-9TJQKA][CSHD]\b")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters, which a terminal would interpret."""


def bound(**about: Any) -> AbstractContextManager[None]:
    """Add context to every line logged within: a request id, a table, a deal, an actor."""
    return bound_contextvars(**about)


def set_up(*, level: str, form: str) -> None:
    """Send the lines of this program and of its libraries to standard error.

    Args:
        level: The lowest level that is logged.
        form: ``json`` for machines, ``console`` for people.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def without_secrets(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Remove credentials, seeds and cards from a line: an error's text could contain one."""
    for name, value in line.items():
        if isinstance(value, str):
            line[name] = _CREDENTIAL.sub(r"\1_…", value)
            for secret in (_SEED, _CARD, _CONTROL):
                line[name] = secret.sub("…", line[name])
    return line
