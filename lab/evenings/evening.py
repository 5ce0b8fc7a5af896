"""An evening: its players and rounds, played over the API while parts of the service are killed."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Event, Thread
from typing import Any, Final

from fairdeal_client import Client, Patience, Problem, Seat
from lab.campaign.plan import Fault
from lab.campaign.setups import SetUp
from lab.evenings.evidence import verified
from tests.oracles import standings

PATIENCE: Final = Patience(seconds=240, longest=0.5)
LONGEST: Final = 3600.0
"""Seconds after which an evening has not come to its end."""
LOOKS: Final = 0.3
"""Seconds between two looks at a tournament."""
MOST_LATER: Final = 2.0
"""Seconds between a result and the kill that follows it, at most."""
LEVELS: Final = ("easy", "medium")
TINY: Final = 8
LATEST: Final = 0.9
"""The last kill comes when so much of an evening is over, or before."""


@dataclass(frozen=True, kw_only=True)
class Evening:
    """A tournament to be played.

    Attributes:
        name: The name in the report.
        terms: The body of its opening.
        players: How many there are at the beginning.
        persons: How many of them are programs that play over the API; the others are bots.
        leave: The players who withdraw after the first round.
        late: How many bots join after the first round.
        ruling: The correction after the first round.
    """

    name: str
    terms: Mapping[str, Any]
    players: int
    persons: int
    leave: Sequence[int] = ()
    late: int = 0
    ruling: Mapping[str, Any] | None = None
    is_of_pairs: bool = False


EVENINGS: Final[Mapping[str, Evening]] = {
    "skat": Evening(
        name="Skat by the order: 3 series",
        terms={
            "game": "skat",
            "form": "by_standings",
            "rounds": 3,
            "seats": 4,
            "target": 48,
            "most": 41,
        },
        players=40,
        persons=8,
        leave=(7, 21),
        late=1,
        ruling={"number": 1, "player": 3, "points": -50, "reason": "Played out of turn twice"},
    ),
    "durak": Evening(
        name="Swiss of 64 in Durak",
        terms={"game": "durak", "form": "swiss", "rounds": 6, "target": 3, "most": 64},
        players=64,
        persons=2,
    ),
    "goat": Evening(
        name="Duplicate round robin of pairs in Goat",
        terms={
            "game": "goat",
            "form": "round_robin",
            "rounds": 7,
            "boards": 8,
            "scoring": "mean",
            "most": 16,
        },
        players=16,
        persons=2,
        is_of_pairs=True,
    ),
    "svoi_kozyri": Evening(
        name="Knock-out of Svoi Kozyri",
        terms={"game": "svoi_kozyri", "form": "knock_out", "rounds": 4, "target": 2, "most": 16},
        players=16,
        persons=2,
    ),
}


def tiny(evening: Evening) -> Evening:
    """The same for eight players, with the shortest series."""
    least = {"skat": 4, "durak": 1, "svoi_kozyri": 1, "goat": 2}[evening.terms["game"]]
    rounds = min(2, evening.terms["rounds"])
    terms = {**evening.terms, "rounds": rounds}
    terms |= {"boards": 2} if "boards" in terms else {"target": least}
    leave = tuple(each for each in evening.leave if each <= TINY)
    return replace(evening, terms=terms, players=TINY, persons=2, leave=leave)


@dataclass
class Played:
    """An evening that was played.

    Attributes:
        name: The name in the report.
        killed: The killed parts, in order.
        standings: Whether they equal the independent calculation.
        evidence: The verdicts on its evidence.
        wrong: The faults.
    """

    name: str
    players: int = 0
    tables: int = 0
    deals: int = 0
    seconds: float = 0.0
    standings: str = ""
    evidence: str = ""
    killed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def play(evening: Evening, set_up: SetUp, chance: random.Random, *, kills: int) -> Played:
    """Play an evening to its end, and check everything."""
    done, ended, began = Played(evening.name), Event(), time.monotonic()
    with Client(set_up.url, set_up.key, patience=PATIENCE) as director:
        id_ = director.open_tournament(name="Club evening", **evening.terms)["id"]
        tokens = [_enter(director, id_, evening, each) for each in range(1, evening.players + 1)]
        persons = [
            _started(_Person(set_up.url, id_, token, ended, chance.random()).play, done.wrong)
            for token in filter(None, tokens)
        ]
        shares = sorted(chance.uniform(0, LATEST) for _ in range(kills))
        parts = sorted(each for each in set_up.faults if each.kind == "killed")
        try:
            _direct(director, id_, evening, _Kills(set_up, shares, parts, chance, done))
        except TimeoutError as error:
            done.wrong.append(str(error))
        ended.set()
        for each in persons:
            each.join(60)
        _check(director, id_, done)
    done.seconds = time.monotonic() - began
    return done


def _enter(director: Client, id_: str, evening: Evening, number: int) -> str | None:
    is_person = number <= evening.persons
    player: dict[str, Any] = {"bot": LEVELS[number % len(LEVELS)]}
    if is_person:
        player = {"name": f"Person {number}"}
    if evening.is_of_pairs and number % 2 == 0:
        player["partner"] = number - 1
    return director.join_tournament(id_, **player)["token"]


def _started(work: Callable[[], object], wrong: list[str]) -> Thread:
    def guarded() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - the report has it
            wrong.append(f"{type(error).__name__}: {error}"[:300])

    thread = Thread(target=guarded, daemon=True)
    thread.start()
    return thread


class _Kills:
    """Kills parts of a service when so much of an evening is over."""

    def __init__(
        self,
        set_up: SetUp,
        shares: Sequence[float],
        parts: Sequence[Fault],
        chance: random.Random,
        done: Played,
    ) -> None:
        self._set_up, self._shares, self._parts = set_up, [*shares], parts
        self._chance, self._done = chance, done

    def see(self, share: float) -> None:
        """A share of the evening is over."""
        while self._shares and share >= self._shares[0]:
            self._shares.pop(0)
            time.sleep(self._chance.uniform(0, MOST_LATER))
            fault = self._chance.choice(self._parts)
            self._set_up.faults[fault]()
            self._done.killed.append(fault.part)


def _direct(director: Client, id_: str, evening: Evening, kills: _Kills) -> None:
    """Call the rounds until the tournament is over.

    Raises:
        TimeoutError: It does not come to its end.
    """
    end = time.monotonic() + LONGEST
    while (shown := director.tournament(id_))["status"] != "over":
        if time.monotonic() > end:
            raise TimeoutError(f"{evening.name} does not end")
        number = len(shown["played"])
        if shown["status"] in ("open", "break"):
            if number == 1:
                _between(director, id_, evening)
            try:
                director.call_round(id_, idempotency_key=f"{id_}-{number}")
            except Problem as problem:
                if problem.code != "not-allowed":
                    raise
        elif number:
            last = shown["played"][-1]
            share = last["finished"] / max(1, len(last["tables"]))
            kills.see((number - 1 + share) / evening.terms["rounds"])
        time.sleep(LOOKS)


def _between(director: Client, id_: str, evening: Evening) -> None:
    """Act between two rounds: withdrawals, late players, a correction."""
    for player in evening.leave:
        director.withdraw(id_, player, idempotency_key=f"{id_}-leaves-{player}")
    for number in range(evening.late):
        director.join_tournament(id_, bot="easy", idempotency_key=f"{id_}-late-{number}")
    if evening.ruling is not None:
        director.correct_score(id_, idempotency_key=f"{id_}-ruling", **evening.ruling)


class _Person:
    """A program that plays the seats of a player, round after round."""

    def __init__(self, url: str, id_: str, token: str, ended: Event, seed: float) -> None:
        self._url, self._id, self._token, self._ended = url, id_, token, ended
        self._chance = random.Random(seed)

    def play(self) -> None:
        """Play until the evening is over."""
        seen = set[str]()
        with Client(self._url, self._token, patience=PATIENCE) as client:
            while not self._ended.wait(LOOKS):
                seat = client.entry(self._id)["seat"]
                if seat is not None and seat["table"] not in seen:
                    seen.add(seat["table"])
                    self._at_table(seat["token"])

    def _at_table(self, token: str) -> None:
        with Client(self._url, token, patience=PATIENCE) as client:
            seat = Seat(client)
            for deal in seat.turns():
                moves = [each["move"] for each in deal["legal_moves"] if not each["early"]]
                if moves:
                    self._move(seat, deal, self._chance.choice(moves))

    @staticmethod
    def _move(seat: Seat, deal: Any, move: Any) -> None:
        try:
            seat.move(deal, move)
        except Problem as problem:
            if problem.code != "stale-version":
                raise


def _check(director: Client, id_: str, done: Played) -> None:
    """Compare the standings, and verify the evidence."""
    shown: Any = director.tournament(id_)
    events = _events(director, id_)
    done.players = len(shown["players"])
    tables = [table["table"] for each in shown["played"] for table in each["tables"]]
    done.tables = len(tables)
    made, calculated = standings.shown(shown), standings.ranking(shown, events)
    done.standings = "equal" if made == calculated else "different"
    if made != calculated:
        done.wrong.append(f"standings: {made} and not {calculated}")
    for table in tables:
        series: Any = director.ask("GET", f"/v1/tables/{table}/series")
        done.deals += len(series["deals"])
    done.evidence = verified(director, id_, done.wrong)


def _events(director: Client, id_: str) -> list[Any]:
    events = list[Any]()
    while True:
        query = {"after": len(events), "limit": 100}
        page: Any = director.ask("GET", f"/v1/tournaments/{id_}/events", query=query)
        if not page["events"]:
            return events
        events += page["events"]
