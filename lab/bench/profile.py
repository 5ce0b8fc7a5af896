"""The processor time of a move by what it is used for: `make profile`.

The application is called in this process, as granian's threads call it, by moves of Goat that are
known beforehand. Every call and return of Python is noted with the processor time of the thread.
Time belongs to the nearest function on the stack whose file has a word in `WORDS`.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from statistics import median
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from werkzeug.test import EnvironBuilder

from lab.bench.http import Load, drive, each
from lab.bench.live import webs
from lab.bench.measuring import in_turn
from lab.bench.processes import processor_seconds, tree
from lab.bench.results import Line, Section, Size
from lab.bench.stages import Address, Stage, stage
from lab.bench.tables import moves, of_persons
from service.api.app import create_app
from service.assembly import build
from service.runtime import SYSTEM

ROOT: Final = Path(__file__).parents[2]
DISPATCH: Final = "dispatch"
WORDS: Final[Mapping[str, str]] = {
    "service/api/authentication.py": "identification",
    "service/access": "identification",
    "service/api/requests.py": "parsing",
    "marshmallow": "parsing",
    "service/deals/moves.py": "deciding",
    "domain/judge": "judging",
    "events": "appending",
    "service/live": "announcing",
    "service/tasks.py": "announcing",
    "service/deals/representation.py": "view",
    "service/deals/views.py": "view",
    "service/deals/signatures.py": "answer",
    "service/api/responses.py": "answer",
    "service/api/headers.py": "answer",
    "service/api/metrics.py": "logging",
    "service/logs.py": "logging",
    "structlog": "logging",
}
"""The word of the functions of a folder, file or package. Functions within functions have none:
wrappers of other functions are among them. Everything else is the dispatch of a request."""

WARMING: Final = 8
"""The first moves of a deal: it is loaded, and each token is checked."""
SLICES: Final = 7

HOW: Final = f"""The application is called in one process by moves of Goat, each a request with an
idempotency key, on the embedded PostgreSQL. Processor time of
the thread by what it is used for; the time that noting takes is subtracted by the number of calls.
The last line is the processor time of a real web process for such a move by one client, beyond
that: granian, its event loop, and the change of threads. Medians of {SLICES} deals."""

COLUMNS: Final = ("", "µs", "share", "calls and returns")


class Slice(NamedTuple):
    """The processor seconds of a move: as it is, and by words while it was noted."""

    plain: float
    noted: Mapping[str, float]
    calls: Mapping[str, float]


class Notes:
    """Processor time and calls by words, in the thread that makes them."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self._words: list[str] = []

    def of(self, work: Callable[[], object]) -> None:
        """Note what is called by some work."""
        self._words = [DISPATCH]
        self._last = time.thread_time_ns()
        sys.setprofile(self._note)
        work()
        sys.setprofile(None)

    def _note(self, frame: FrameType, happened: str, _: Any) -> None:
        word = self._words[-1]
        self.times[word] += time.thread_time_ns() - self._last
        self.calls[word] += 1
        if happened == "call":
            self._words.append(_word(frame.f_code) or word)
        elif happened == "return" and len(self._words) > 1:
            self._words.pop()
        self._last = time.thread_time_ns()


@cache
def _word(code: CodeType) -> str | None:
    if "<locals>" in code.co_qualname:
        return None
    path = Path(code.co_filename)
    parts = path.parts
    if "site-packages" in parts:
        return WORDS.get(parts[parts.index("site-packages") + 1])
    if not path.is_relative_to(ROOT):
        return None
    within = path.relative_to(ROOT)
    named = (str(part) for part in (within, *within.parents))
    return next((WORDS[name] for name in named if name in WORDS), None)


def run(size: Size) -> Section:
    """Measure the words, and the process around them."""
    slices = min(size.slices, SLICES)
    with stage() as on, webs(on, 1) as (web,):
        inside = partial(_inside, on, web, _application(on))
        works: dict[str, Callable[[], Any]] = {
            "inside": inside,
            "web": partial(_web_seconds, on, web),
        }
        found = in_turn(works, slices=slices + 1)  # the first slice is a warm-up
    parts: list[Slice] = found["inside"][1:]
    plain = median(part.plain for part in parts)
    around = max(median(found["web"][1:]) - plain, 1e-9)
    rows = list(_rows(parts, plain))
    lines = [
        Line("a move in the application", 1e6 * plain, "µs"),
        Line("granian and the event loop around it", 1e6 * around, "µs"),
    ]
    return Section("The time of a move", HOW, lines, COLUMNS, rows)


def _rows(parts: list[Slice], plain: float) -> Iterator[tuple[str, ...]]:
    for word in (DISPATCH, *dict.fromkeys(WORDS.values())):
        spent = max(median(_spent(part, word) for part in parts), 0)
        calls = median(part.calls.get(word, 0) for part in parts)
        yield word, f"{1e6 * spent:.0f}", f"{spent / plain:.0%}", f"{calls:.0f}"


def _spent(part: Slice, word: str) -> float:
    """The seconds of a word without the time of noting, which is the same for each call."""
    noting = (sum(part.noted.values()) - part.plain) / sum(part.calls.values())
    return part.noted.get(word, 0) - noting * part.calls.get(word, 0)


# --- The loads ------------------------------------------------------------------------------------


def _application(on: Stage) -> Callable[[dict[str, Any]], object]:
    wsgi: Any = create_app(build(on.settings, SYSTEM), on.settings).wsgi_app

    def call(environ: dict[str, Any]) -> None:
        said: list[str] = []
        with closing(wsgi(environ, lambda status, *_: said.append(status))) as chunks:
            body = b"".join(chunks)
        assert said == ["201 CREATED"], body

    return call


def _inside(on: Stage, web: Address, application: Callable[[dict[str, Any]], object]) -> Slice:
    """Play a deal as it is, and one that is noted."""
    notes = Notes()
    plain, noted = (
        [_environ(one) for one in moves(on, of_persons(web.port, on.key))] for _ in range(2)
    )
    for environ in (*plain[:WARMING], *noted[:WARMING]):
        application(environ)
    before = time.thread_time()
    for environ in plain[WARMING:]:
        application(environ)
    seconds = (time.thread_time() - before) / len(plain[WARMING:])
    for environ in noted[WARMING:]:
        notes.of(partial(application, environ))
    count = len(noted[WARMING:])
    return Slice(
        seconds,
        {word: spent / count / 1e9 for word, spent in notes.times.items()},
        {word: calls / count for word, calls in notes.calls.items()},
    )


def _environ(one: bytes) -> dict[str, Any]:
    """The environment of WSGI for the bytes of a request."""
    head, _, body = one.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    method, path, _ = first.split()
    headers = [(name, value) for name, _, value in (line.partition(": ") for line in lines)]
    builder = EnvironBuilder(path, method=method, headers=headers, input_stream=BytesIO(body))
    return builder.get_environ()


def _web_seconds(on: Stage, web: Address) -> float:
    """The processor seconds of a web process for a move by one client."""
    planned = moves(on, of_persons(web.port, on.key))
    before = processor_seconds(*tree(web.process))
    load: Load = drive(web.port, [each(planned, status=201)])
    return (processor_seconds(*tree(web.process)) - before) / len(load.waits)
