"""Round trips to the database for each move, with the processes of the service kept apart."""

import time
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from json import dumps
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID, uuid4

from lab.bench.results import Line, Section, Size, at_most
from lab.bench.stages import stage
from service import logs
from service.access import keys
from service.api.app import create_app
from service.context import Context
from service.settings import Settings
from service.tables.progress import record_deal
from tests.contexts import SECRET, opened_context
from tests.way_of_a_move import round_trips
from workers.turns import play_bots

MOST: Final = 3
"""Moves with more round trips are counted with these."""
PAUSE: Final = 0.002
"""Seconds between two looks at a deal in which bots are to move."""
ANSWER: Final = 60.0
"""Seconds; no answer takes longer."""

HOW: Final = """PostgreSQL, web processes and a worker process, each with a memory of its own.
A client plays deals of Goat to their end. It reads the deal before each move, and sends every
request to a web process chosen by chance. Each statement that the POST of a move sends to the
database is counted. The common case is the first row."""


class Setting(NamedTuple):
    """The number of persons, and of web processes."""

    name: str
    persons: int
    webs: int


SETTINGS: Final = (
    Setting("4 persons, 1 web", 4, 1),
    Setting("4 persons, 2 webs", 4, 2),
    Setting("1 person and 3 bots, 1 web", 1, 1),
    Setting("1 person and 3 bots, 2 webs", 1, 2),
)


class Jobs(Protocol):
    """A queue of work between processes."""

    def put(self, item: Any) -> None: ...

    def get(self) -> Any: ...


class Announcing:
    """Announces work to the worker process."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs

    def play_bots(
        self, deal: UUID, *, version: int, levels: Collection[str | None], owner: str
    ) -> None:
        del version, levels, owner
        self.jobs.put(("play_bots", deal))

    def record_deal(self, deal: UUID, *, owner: str) -> None:
        del owner
        self.jobs.put(("record_deal", deal))

    def open_deal(self, table: UUID, *, at: int, owner: str) -> None:
        """No table has a pause."""

    def end_turn(self, deal: UUID, *, version: int, at: int, owner: str) -> None:
        """No seat plays by the clock here."""

    def advance_tournament(
        self, tournament: UUID, *, owner: str, table: UUID | None = None
    ) -> None:
        """No tournament is played here."""

    def analyse(self, deal: UUID) -> None:
        """No deal is analysed here."""


@contextmanager
def opened(url: str, jobs: Jobs) -> Generator[Context]:
    """The parts of one process."""
    logs.set_up(level="error", form="json")
    with opened_context(url) as context:
        yield replace(context, tasks=Announcing(jobs))


def web(url: str, jobs: Jobs, line: Connection) -> None:
    """Answer requests, each with the number of its round trips, until there is none."""
    unlimited = Settings(
        database_url=url, given_secret=SECRET, reads=0, writes=0, openings=0, strangers=0
    )
    with opened(url, jobs) as context:
        client = create_app(context, unlimited).test_client()
        while (arguments := line.recv()) is not None:
            sent = list[str]()
            with round_trips(sent.append):
                answer = client.open(**arguments)
            line.send((answer.status_code, answer.json, len(sent)))


def worker(url: str, jobs: Jobs) -> None:
    """Do announced work until the queue ends."""
    with opened(url, jobs) as context:
        while (job := jobs.get()) is not None:
            name, deal = job
            if name == "play_bots":
                play_bots(context, deal)
            else:
                record_deal(context, deal)


class Service(NamedTuple):
    """The web processes, asked by turns of chance."""

    webs: Sequence[Connection]
    key: str
    chance: Random

    def ask(self, method: str, path: str, who: str, body: Any = None) -> tuple[int, Any, int]:
        headers = {"Authorization": f"Bearer {who}", "Idempotency-Key": uuid4().hex}
        data = None if body is None else dumps(body).encode()
        kind = None if body is None else "application/json"
        line = self.chance.choice(self.webs)
        request = {"method": method, "path": path, "headers": headers, "data": data}
        line.send({**request, "content_type": kind})
        assert line.poll(ANSWER), f"{method} {path} is not answered"
        return line.recv()  # type: ignore[no-any-return]

    def good(self, method: str, path: str, who: str, body: Any = None) -> Any:
        status, answer, _ = self.ask(method, path, who, body)
        assert status < 300, answer
        return answer


@contextmanager
def serving(url: str, setting: Setting) -> Generator[Service]:
    """The processes of a service on a database."""
    processes = get_context("spawn")
    jobs = processes.Queue()
    with opened_context(url) as context, ExitStack() as stack:
        key = keys.test_key(context.credentials, SECRET)
        lines = list[Connection]()
        started = [processes.Process(target=worker, args=(url, jobs))]
        for _ in range(setting.webs):
            mine, its = processes.Pipe()
            lines.append(mine)
            started.append(processes.Process(target=web, args=(url, jobs, its)))
        for process in started:
            process.start()
            stack.callback(process.join, ANSWER)
        try:
            yield Service(lines, key, Random(1))
        finally:
            jobs.put(None)
            for line in lines:
                line.send(None)


def moves(service: Service, persons: int) -> Iterator[int]:
    """Play a deal to its end; the round trips of each move."""
    seats = [{"name": f"P{n}"} if n < persons else {"bot": "easy"} for n in range(4)]
    options = {"molodka": "on_turn"}  # no seat can move out of turn
    request = {"game": "goat", "name": "bench", "options": options, "seats": seats}
    table = service.good("POST", "/v1/tables", service.key, request)
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    path = f"/v1/deals/{table['table']['deal']['id']}"
    while (shown := service.good("GET", path, tokens[0]))["status"] != "over":
        seat = shown["to_act"]
        if seat not in tokens:
            time.sleep(PAUSE)
            continue
        [first, *_] = service.good("GET", path, tokens[seat])["legal_moves"]
        body = {"move": first["move"]}
        status, answer, trips = service.ask("POST", f"{path}/moves", tokens[seat], body)
        assert status == 201, answer
        yield trips


def count(url: str, setting: Setting, *, deals: int) -> Counter[int]:
    """How many moves took so many round trips."""
    with serving(url, setting) as service:
        next(moves(service, setting.persons))  # what is read once in the life of a process
        found = [trips for _ in range(deals) for trips in moves(service, setting.persons)]
    return Counter(min(trips, MOST) for trips in found)


def run(size: Size) -> Section:
    """Count the round trips of moves."""
    with stage() as on:
        found = {
            setting: count(on.database, setting, deals=3 * size.slices)
            for setting in (SETTINGS if size.whole else SETTINGS[:1])
        }
    rows = [
        (setting.name, str(counts.total()), *_shares(counts)) for setting, counts in found.items()
    ]
    [(common, _)] = next(iter(found.values())).most_common(1)
    lines = [Line("round trips of a move, in the common case", common, target=at_most(1))]
    columns = ("", "moves", "1 round trip", "2", f"{MOST} or more")
    return Section("Round trips of a move", HOW, lines, columns, rows)


def _shares(counts: Counter[int]) -> Iterator[str]:
    for trips in range(1, MOST + 1):
        yield f"{100 * counts[trips] / counts.total():.1f} %"
