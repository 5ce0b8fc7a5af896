"""The way of one request: the files and functions of ours that it passes, and its round trips."""

import sys
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import psycopg
import pytest

from events.connections import LimitedConnection

ROOT: Final = Path(__file__).parents[1]
OURS: Final = ("domain", "events", "formats", "offline", "service", "bots", "verifier", "workers")
"""The folders whose functions are counted."""


@dataclass
class Way:
    """What a request passed."""

    calls: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """Of each function, by its file, its name and its first line."""
    statements: list[str] = field(default_factory=list)
    """The statements that were sent to the database; each is a round trip."""

    @property
    def files(self) -> set[str]:
        return {file for file, _, _ in self.calls}

    @property
    def functions(self) -> int:
        return len(self.calls)

    @property
    def total(self) -> int:
        return self.calls.total()

    def __str__(self) -> str:
        summary = f"{len(self.files)} files, {self.functions} functions, {self.total} calls"
        return f"{summary}, {len(self.statements)} round trips"

    def report(self) -> str:
        """The counts by file, to find calls that can be removed."""
        lines = [str(self)]
        for file in sorted(self.files):
            of = [(name, count) for (at, name, _), count in self.calls.items() if at == file]
            names = ", ".join(f"{name} {count}" for name, count in of)
            lines.append(f"{file}: {len(of)}: {names}")
        return "\n".join([*lines, *self.statements])


@contextmanager
def passed() -> Generator[Way]:
    """Note what is passed by this thread within the block. No profile is on while it is off."""
    way = Way()
    with round_trips(way.statements.append):
        sys.setprofile(_noting(way.calls))
        try:
            yield way
        finally:
            sys.setprofile(None)


def _noting(calls: Counter[tuple[str, str, int]]) -> Callable[[FrameType, str, Any], None]:
    functions_of = dict[CodeType, tuple[str, str, int] | None]()

    def note(frame: FrameType, happened: str, _: Any) -> None:
        if happened != "call":
            return
        code = frame.f_code
        if code not in functions_of:
            functions_of[code] = _place(code)
        if (place := functions_of[code]) is not None:
            calls[place] += 1

    return note


def _place(code: CodeType) -> tuple[str, str, int] | None:
    """The function of a frame; None for one of others, and for what is no function by itself."""
    path = Path(code.co_filename)
    if not path.is_relative_to(ROOT) or code.co_name in {"<genexpr>", "<listcomp>", "<dictcomp>"}:
        return None
    file = path.relative_to(ROOT)
    if file.parts[0] not in OURS:
        return None
    return str(file), code.co_qualname, code.co_firstlineno


@contextmanager
def round_trips(note: Callable[[str], object]) -> Generator[None]:
    """Have every statement noted that any connection of this process sends."""

    def noting(send: Callable[..., Any]) -> Any:
        def noted(self: Any, query: Any, *given: Any, **more: Any) -> Any:
            note(" ".join(str(query).split())[:80])
            return send(self, query, *given, **more)

        return noted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", noting(psycopg.Connection.execute))
        patch.setattr(LimitedConnection, "ask", noting(LimitedConnection.ask))
        yield
