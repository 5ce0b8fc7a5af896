"""The tables of a run, opened with an API key, and the other players there."""

import json
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from threading import Event, Thread
from typing import Any, Final, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SECONDS: Final = 30.0
PAUSE: Final = 0.05
MINE: Final = 0
"""The seat of the client under test."""
REVEAL_SECONDS: Final = 10
WAIT: Final = 2


class NotAnsweredError(Exception):
    """The service fails in something that a run needs; the message has its answer."""


@dataclass(frozen=True, slots=True)
class Service:
    """Direct access to a service, past the proxy."""

    url: str
    credential: str = field(repr=False)

    def ask(self, method: str, path: str, body: Any = None, *, credential: str = "") -> Any:
        """Return the answer as JSON; None if it has no body.

        Raises:
            NotAnsweredError: the service refuses, or does not answer in time.
        """
        headers = {
            "Authorization": f"Bearer {credential or self.credential}",
            "Content-Type": "application/json",
            "Idempotency-Key": uuid.uuid4().hex,
        }
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url.rstrip("/") + path, data, headers, method=method)  # noqa: S310
        until = time.monotonic() + SECONDS
        while True:
            try:
                with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - as given
                    return json.loads(answer.read() or b"null")
            except HTTPError as error:
                said = error.read().decode(errors="replace")
                if error.code not in {429, 503} or time.monotonic() > until:
                    raise NotAnsweredError(f"{method} {path}: {error.code} {said}") from None
                time.sleep(float(error.headers.get("Retry-After", "1")))
            except (OSError, HTTPException, ValueError) as error:
                if time.monotonic() > until:
                    raise NotAnsweredError(f"{method} {path}: {error}") from None
                time.sleep(PAUSE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of the run."""

    id: str
    token: str = field(repr=False)
    """Of the client under test."""
    others: Mapping[int, str] = field(repr=False)
    """The tokens of the seats that the run plays itself."""


def smallest(games: Sequence[Mapping[str, Any]]) -> str:
    """The game with the fewest seats, in which a client has the most to do."""
    return str(min(games, key=lambda game: min(game["seats"]))["key"])


def open_table(
    service: Service,
    game: Mapping[str, Any],
    *,
    name: str,
    commits: bool,
    turn_limit: int | None,
    deals: int = 1,
    key: str | None = None,
) -> Table:
    """Open a private table with the shortest series of at least this number of deals."""
    count = min(game["seats"])
    target = game["options"][game["target"]]
    others = [{"name": f"Other {seat}", "kind": "bot"} for seat in range(1, count)]
    mine: dict[str, Any] = {"name": "Under test", "kind": "bot"}
    mine |= {"commits": True} if commits else {}
    mine |= {} if key is None else {"key": key}
    wanted = {
        "game": game["key"],
        "name": f"Conformance: {name}",
        "target": target["minimum"] * deals * (count if target.get("per_seat") else 1),
        "seats": [mine, *others],
        "visibility": "private",
        "reveal_seconds": REVEAL_SECONDS,
        "turn_limit": turn_limit,
        "abandon": "bot",
    }
    opened = service.ask("POST", "/v1/tables", wanted)
    tokens = {each["seat"]: each["token"] for each in opened["tokens"]}
    token = tokens.pop(MINE)
    return Table(id=opened["table"]["id"], token=token, others=tokens)


class Company:
    """The other players at a table: they play at random, reproducibly for a table's name.

    Args:
        service: Where they play.
        table: At which table.
        seed: The seed of their choices.
        pace: How long they take for every move, in seconds.
        thinking: How long they think about one move, in seconds.
        begun: Whether the client has been answered a move. They do not think before that. Earlier,
            the client might not be there yet, or still wait for its own answer, and would miss it.
    """

    def __init__(
        self,
        service: Service,
        table: Table,
        *,
        seed: str,
        pace: float,
        thinking: float,
        begun: Callable[[], bool],
    ) -> None:
        self._service, self._table = service, table
        self._pace, self._thinking, self._begun = pace, thinking, begun
        self._chance = Random(seed)  # noqa: S311 - they only play
        self._stop = Event()
        self._thread = Thread(target=self._play, daemon=True)
        self.over = Event()
        """Set once the series is over."""
        self.fault: NotAnsweredError | None = None
        """Why they stopped, if the service has refused them."""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(SECONDS)

    def _play(self) -> None:
        try:
            while not self._stop.is_set() and self._turn():
                pass
            self.over.set()
        except NotAnsweredError as fault:
            self.fault = fault

    def _turn(self) -> bool:
        """Make a move, or wait for one; return whether the series goes on."""
        shown = self._service.ask("GET", f"/v1/tables/{self._table.id}")
        if shown["status"] in {"over", "closed"}:
            return False
        if shown["deal"] is None:
            time.sleep(PAUSE)
            return True
        self._follow(f"/v1/deals/{shown['deal']['id']}")
        return True

    def _follow(self, deal: str) -> None:
        """Play the current deal to its end."""
        seat = next(iter(self._table.others))
        while not self._stop.is_set():
            token = self._table.others[seat]
            shown = self._service.ask("GET", deal, credential=token)
            if shown["status"] == "over":
                return
            turn = shown["to_act"]
            if seat in shown["away"]:
                self._try(f"{deal}/return", token)
            elif turn == seat:
                self._move(deal, token, shown)
            elif turn in self._table.others:
                seat = turn
            else:
                page = f"{deal}/events?after={shown['version']}&wait={WAIT}&limit=1"
                self._service.ask("GET", page, credential=token)

    def _move(self, deal: str, token: str, shown: Mapping[str, Any]) -> None:
        legal = [each["move"] for each in shown["legal_moves"] if not each["early"]]
        legal = legal or [each["move"] for each in shown["legal_moves"]]
        self._stop.wait(self._pace)
        if self._thinking and self._begun():
            self._stop.wait(self._thinking)
            self._thinking = 0.0
        self._try(f"{deal}/moves", token, {"move": self._chance.choice(legal)})

    def _try(self, path: str, token: str, body: Any = None) -> None:
        try:
            self._service.ask("POST", path, body, credential=token)
        except NotAnsweredError:
            time.sleep(PAUSE)  # another player was first: look again
