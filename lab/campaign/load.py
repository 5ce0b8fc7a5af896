"""The load: persons who play series against bots, and readers who follow all their deals.

A stranger reads deals that are over, again and again.

Each person keeps a record of every move that the service acknowledged, and each reader of every
event that a stream brought. Both are compared with what the service has at the end.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, pairwise
from threading import Event, Lock, Thread
from typing import Any, Final, NamedTuple

import httpx

from fairdeal_client import Client, Patience, Problem, Seat
from lab.campaign.checkpoints import Checkpoints
from tests import plain

STRANGERS_READ: Final = {"visibility": "public", "views_after": "all"}
READ_PAUSE: Final = 0.1
"""Seconds between two reads of a stranger."""
READ_SECONDS: Final = 2.0
VIEWS: Final = ("public", "seat:0", "seat:1", "full")
PATIENCE: Final = Patience(seconds=120, longest=0.5)
POLL_SECONDS: Final = 5
OVERTAKEN: Final = "stale-version"
"""The problem of a move where another player was faster."""
GAMES: Final = {
    "goat": [{"name": "Ann"}, {"bot": "medium"}, {"bot": "easy"}, {"bot": "medium"}],
    "durak": [{"name": "Ann"}, {"bot": "medium"}],
    "svoi_kozyri": [{"name": "Ann"}, {"bot": "easy"}],
    "skat": [{"name": "Ann"}, {"bot": "medium"}, {"bot": "easy"}],
}


class Acknowledged(NamedTuple):
    """A move that the service has acknowledged.

    Attributes:
        deal: its deal.
        position: its event's there.
        event: the event, as its seat was shown it.
    """

    deal: str
    position: int
    event: dict[str, Any]


@dataclass
class Progress:
    """When something last went on, on the monotonic clock."""

    latest: dict[str, float] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def seen(self, what: str, *, begun: float | None = None) -> None:
        """Something went on that began at a moment, or now."""
        with self.lock:
            at = time.monotonic() if begun is None else begun
            self.latest[what] = max(at, self.latest.get(what, 0.0))

    def since(self, what: str, moment: float) -> bool:
        """Whether it went on after a moment."""
        with self.lock:
            return self.latest.get(what, 0.0) > moment


@dataclass
class Load:
    """Tables of all games, each with a person and a reader.

    Attributes:
        url: of the service.
        key: an API key.
        tables: how many tables are played at a time.
        client: makes the clients.
        polled: how many of the tables are read by long polls, and not by streams.
        pause: the seconds that a person thinks before a move.
    """

    url: str
    key: str
    tables: int
    client: Callable[..., Client] = Client
    terms: Mapping[str, Any] = field(default_factory=lambda: {**STRANGERS_READ})
    """Fields of its tables, besides the game and the seats."""
    polled: int = 0
    pause: float = 0.0
    progress: Progress = field(default_factory=Progress)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    latest: dict[str, tuple[int, float]] = field(default_factory=dict)
    """The last acknowledged move of each deal: its position, and when it was begun."""
    moved_at: list[float] = field(default_factory=list)
    """When moves were acknowledged, on the monotonic clock."""
    read_at: list[float] = field(default_factory=list)
    """When a stranger got a deal that is over."""
    unread: int = 0
    """How often a stranger did not get one within `READ_SECONDS`."""
    over: list[str] = field(default_factory=list)
    streamed: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    opened: dict[str, str] = field(default_factory=dict)
    """The token of the person at each table."""
    owners: dict[str, str] = field(default_factory=dict)
    """The token of the person in each deal."""
    checkpoints: Checkpoints = field(default_factory=Checkpoints)
    stopping: Event = field(default_factory=Event)
    ended: Event = field(default_factory=Event)
    """Everything was compared: what readers still meet is no failure."""
    failures: list[str] = field(default_factory=list)
    _players: list[Thread] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def start(self) -> None:
        """Open the tables and let their persons play."""
        for name, game in zip(self.names(), cycle(GAMES), strict=False):
            self._players.append(self._spawn(partial(self._play, name, game)))
        self._spawn(self._read_over)

    def names(self) -> list[str]:
        """The names of the tables, by which their progress is known."""
        return [f"table {number}" for number in range(1, self.tables + 1)]

    def stop(self, seconds: float) -> None:
        """Let the persons end after their present moves; the readers read on."""
        self.stopping.set()
        end = time.monotonic() + seconds
        for player in self._players:
            player.join(max(0.1, end - time.monotonic()))

    def _spawn(self, work: Callable[[], object]) -> Thread:
        def guarded() -> None:
            try:
                work()
            except Exception as error:  # noqa: BLE001 - the report has it
                if not self.ended.is_set():
                    self.failures.append(f"{type(error).__name__}: {error}"[:300])

        thread = Thread(target=guarded, daemon=True)
        thread.start()
        return thread

    def _play(self, name: str, game: str) -> None:
        """Play series after series, each at a table of its own."""
        while not self.stopping.is_set():
            with self.client(self.url, self.key, patience=PATIENCE) as owner:
                opened = owner.open_table(game, name, seats=GAMES[game], **self.terms)
            token = opened["tokens"][0]["token"]
            self.opened[opened["table"]["id"]] = token
            with self.client(self.url, token, patience=PATIENCE) as client:
                self._play_series(client, name, token)

    def _play_series(self, client: Client, name: str, token: str) -> None:
        seat = Seat(client)
        for deal in seat.turns():
            if self.stopping.is_set():
                return
            self._follow(deal["id"], name, token)
            moves = [each["move"] for each in deal["legal_moves"] if not each["early"]]
            if moves:
                self.stopping.wait(self.pause)
                self._move(name, seat, deal, random.choice(moves))

    def _move(self, name: str, seat: Seat, deal: Any, move: Any) -> None:
        began = time.monotonic()
        try:
            made = seat.move(deal, move)
        except Problem as problem:
            if problem.code != OVERTAKEN:
                raise
            return
        first = made["events"][0]
        for what in ("moves", name):
            self.progress.seen(what, begun=began)
        with self._lock:
            self.latest[deal["id"]] = first["position"], began
            self.moved_at.append(time.monotonic())
            self.acknowledged.append(Acknowledged(deal["id"], first["position"], dict(first)))

    def _follow(self, deal: str, name: str, token: str) -> None:
        with self._lock:
            if deal in self.owners:
                return
            self.owners[deal] = token
            self.streamed[deal] = []
        self._spawn(partial(self._read, deal, name, token))

    def _read(self, deal: str, name: str, token: str) -> None:
        read = polled if name in self.names()[: self.polled] else Client.events
        with self.client(self.url, token, patience=PATIENCE) as client:
            for event in read(client, deal):
                self.streamed[deal].append(dict(event))
                if str(event.get("actor", "")).startswith("bot:"):
                    position, began = self.latest.get(deal, (0, 0.0))
                    if event["position"] > position:  # otherwise it may be from before a fault
                        self.progress.seen("bots", begun=began)
        self.over.append(deal)

    def _read_over(self) -> None:
        while not self.stopping.wait(READ_PAUSE):
            if not self.over:
                continue
            path = f"/v1/deals/{random.choice(self.over)}?view={random.choice(VIEWS)}"
            try:
                plain.get(self.url + path, timeout=READ_SECONDS).raise_for_status()
            except httpx.HTTPError:
                self.unread += 1
            else:
                self.read_at.append(time.monotonic())


def pause(times: list[float], since: float) -> float:
    """The longest pause between two times, or without one, since a time, in seconds."""
    later = [since, *(each for each in list(times) if each > since), time.monotonic()]
    return max(after - before for before, after in pairwise(later))


def polled(client: Client, deal: str) -> Iterator[Any]:
    """The events of a deal by long polls, until it is over."""
    after, over = 0, False
    while not over:
        query = {"after": after, "wait": POLL_SECONDS}
        page: Any = client.ask("GET", f"/v1/deals/{deal}/events", query=query)
        yield from page["events"]
        after += len(page["events"])
        over = page["status"] == "over" and not page["events"]
