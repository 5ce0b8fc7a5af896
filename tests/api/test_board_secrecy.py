"""Secrecy across tables: what one table of a board does changes nothing that others can ask for.

Two worlds play the same board at three tables. The first table, A, plays the same moves in both;
other moves, and other numbers of moves, are made at B and C. Until the board is revealed, all
answers to others than the seats of B and C are equal: to the seats of A and their players, the
owner, other keys and strangers, by every operation, list and webhook.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import permutations
from random import Random
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import orjson
import pytest

from domain.games import GAMES
from domain.kernel.event import FULL
from domain.kernel.game import Game
from service.settings import Settings
from service.streams import TableStream
from service.tables.progress import deal_of
from tests.api.operations import CASES, HOOK, SECURED
from tests.api.playing import SHORT, Client, choice, client_of
from tests.api.test_noninterference import Said
from tests.api.test_watch_delay import OF_LOG, without_log_fields
from tests.contexts import SECRET
from tests.memory.context import memory_context, memory_of
from tests.memory.webhooks import WebhookTables
from tests.sampling import cases
from tests.simulation.runtime import SimulatedRuntime
from workers.sweep import sweep

ORDERS: Final = cases(sample=5, full=500)
"""The orders of moves of each game."""
SHORT_ORDERS: Final = Random(1).sample(
    sorted({"".join(each) for each in permutations("AABBCC")}), cases(sample=1, full=90)
)
"""All orders of two moves at each table."""
LOOKS: Final = 2
"""How often the worlds are compared in the course of an order."""
MOST_MOVES: Final = 8
BOARDS: Final = 2
MANY: Final = 100_000
"""A rate limit that is not used up; what is left of it is in each answer."""
OK: Final = 200
OTHERS: Final = ("B", "C")
FOLLOWED: Final = {"/v1/me/tables/events", "/v1/me/events", "/v1/lobby/events"}
FEEDS: Final = FOLLOWED | {"/v1/tables", "/v1/deals", "/v1/tournaments"}
"""Answers with positions of the feed of all streams."""
ACTS: Final = [
    each
    for each in CASES
    if each.method != "GET"
    and any("seatToken" in way for way in SECURED[each.operation])
    and each.operation != "erasePerson"
]
"""All that the holder of a seat may try, beside the moves that are legal; names go at once."""
ACTING: Final = 0.3
"""How often a step is one of them and no move."""
READS: Final = [each for each in CASES if each.method == "GET" and each.operation not in OF_LOG]
WRITES: Final = sorted(
    (
        each
        for each in CASES
        if each.method != "GET" and ({"{table}", "{deal}"} & {*each.path.split("/")})
    ),
    key=lambda each: each.operation == "closeTable",
)
"""Requests about a table or a deal; the last ones close the table."""
EVERY: Final = cases(sample=10, full=3)
"""In the ordinary run each look asks every tenth question, and other looks the others."""


class Place(NamedTuple):
    """A table of the board, with the tokens of its seats and of its players."""

    id: str
    seats: tuple[str, ...]
    entries: tuple[str, ...]


class BoardWorld:
    """A service on which a round of boards is played at three tables."""

    def __init__(
        self, client: Client, game: Game[Any], *, visibility: str = "public", **terms: Any
    ) -> None:
        self.client, self.owner = client, client.key("club")
        self.hook = client.post("/v1/webhooks", self.owner, HOOK)["id"]
        self.stranger = client.key("stranger")
        self.made = dict.fromkeys("ABC", 0)
        seats = game.seats[0]
        opening = {"game": game.key, "name": "Evening", "format": "fixed", "rounds": 1}
        opening |= {"options": SHORT.get(game.key, {})}
        opening |= {"boards": BOARDS, "scoring": "mean", "visibility": visibility}
        id_ = client.post("/v1/tournaments", self.owner, {**opening, "table_terms": terms})["id"]
        self.path = f"/v1/tournaments/{id_}"
        numbers = range(1, 3 * seats + 1)
        are_pairs = client.get(self.path, self.owner)["pairs"]
        tokens = [self._enter(number, seats, are_pairs=are_pairs) for number in numbers]
        tables = [[*numbers[at : at + seats]] for at in range(0, 3 * seats, seats)]
        client.post(f"{self.path}/rounds", self.owner, {"tables": tables})
        self.work()
        self.tables = {
            name: self._place([tokens[number - 1] for number in table])
            for name, table in zip("ABC", tables, strict=True)
        }

    def _enter(self, number: int, seats: int, *, are_pairs: bool) -> str:
        at = (number - 1) % seats
        partner = {"partner": number - seats // 2} if are_pairs and at >= seats // 2 else {}
        body = {"name": f"Player {number}x", **partner}
        token: str = self.client.post(f"{self.path}/players", self.owner, body)["token"]
        return token

    def _place(self, entries: list[str]) -> Place:
        seats = [self.client.get(f"{self.path}/entry", each)["seat"] for each in entries]
        return Place(seats[0]["table"], tuple(each["token"] for each in seats), tuple(entries))

    def work(self) -> None:
        """Let the workers work until nothing more happens."""
        while True:
            before = self.client.sequence()
            sweep(self.client.context, overdue=0)
            if self.client.sequence() == before:
                return

    def deal(self, name: str) -> str | None:
        """The deal that is played at a table."""
        state = self._stream(name).state
        return state.deals[-1].deal if state.status == "playing" else None

    def move(self, name: str, chance: Random) -> bool:
        """Make a move at a table, and what a worker does when a deal is over; False: it is over."""
        runtime = cast("SimulatedRuntime", self.client.context.runtime)
        self.made[name] += 1
        with runtime.seeded(f"{name}/{self.made[name]}"):
            deal = self.deal(name)
            if deal is None:
                return False
            shown = self.client.context.streams.deal(UUID(deal), viewer=FULL)
            assert shown is not None
            seat = None if shown.played else shown.game.to_act(shown.state)
            token = self.tables[name].seats[seat or 0]
            legal = self.client.moves(deal, token)
            if seat is None or not legal:
                return False
            self.client.post(f"/v1/deals/{deal}/moves", token, {"move": choice(legal, chance)})
            self.client.record(deal)
            return True

    def _stream(self, name: str) -> TableStream:
        stream = self.client.context.streams.table(UUID(self.tables[name].id))
        assert stream is not None
        return stream

    def deals(self, name: str) -> list[str]:
        """The deals of a table, also those that are not opened yet."""
        context, stream, numbers = self.client.context, self._stream(name), range(1, BOARDS + 1)
        return [str(deal_of(context, stream, number)) for number in numbers]

    def act(self, name: str, chance: Random) -> None:
        """Make a move at a table, or try something else there."""
        if chance.random() >= ACTING:
            self.move(name, chance)
            return
        place, runtime = self.tables[name], cast("SimulatedRuntime", self.client.context.runtime)
        self.made[name] += 1
        case, seat = chance.choice(ACTS), chance.randrange(len(place.seats))
        with runtime.seeded(f"{name}/{self.made[name]}"):
            deal = self.deal(name) or self.deals(name)[0]
            path = case.path.format(table=place.id, seat=seat, deal=deal)
            self.client.send(case.method, path, place.seats[seat], json=case.body)
            self.client.record(deal)

    def end_board(self) -> None:
        """Play the first board at all tables; the moves of each table are its own."""
        for name in "ABC":
            chance, first = Random(name), self.deals(name)[0]
            while self.deal(name) == first:
                assert self.move(name, chance)
        self.work()

    def moves(self, name: str) -> list[Any]:
        """The moves of the first board at a table."""
        deal = self.client.context.streams.deal(UUID(self.deals(name)[0]), viewer=FULL)
        assert deal is not None
        return [event for event in deal.events if event.MOVE is not None]

    def answers(self, look: int) -> Iterator[Said]:
        """The answers to callers who may not know the play at B and C."""
        client, a = self.client, self.tables["A"]
        callers = {"owner": self.owner, "stranger": self.stranger, "nobody": None}
        callers |= {"seat of A": a.seats[0], "player of A": a.entries[0]}
        client.sequence()
        client.read_feed()
        for name in "AB":
            about = {
                "table": self.tables[name].id,
                "deal": self.deals(name)[look % BOARDS],
                "tournament": self.path.rpartition("/")[2],
                "webhook": self.hook,
            }
            numbers = {"seat": 0, "next": 1, "size": 1, "delivery": UUID(int=0)}
            for who, token in callers.items():
                for case in READS[look % EVERY :: EVERY]:
                    where = case.path.format(**about, **numbers)
                    if where in FOLLOWED:
                        where += "?after=0"  # by default they begin now
                    answer = client.send(case.method, where, token, X_Request_Id="r")
                    yield Said(who, where, answer.status_code, tuple(answer.headers), answer.data)
        for each in memory_of(client.context).tables(WebhookTables).deliveries.values():
            yield Said("webhook", each.type, 0, (), repr(each.payload).encode())


@contextmanager
def opened(game: Game[Any], **terms: Any) -> Generator[BoardWorld]:
    runtime = SimulatedRuntime()
    with runtime.stopped():
        budgets: Any = dict.fromkeys(("reads", "writes", "openings", "strangers"), MANY)
        settings = Settings(given_secret=SECRET, web_threads=8, polls=4, **budgets)
        yield BoardWorld(client_of(memory_context(runtime=runtime), settings), game, **terms)


def heard(game: Game[Any], order: int, which: int) -> Iterator[Said]:
    """The answers in one of the worlds of an order."""
    with opened(game) as world:
        same = Random(f"{game.key}/{order}")
        other = Random(f"{game.key}/{order}/{which}")
        for look in range(LOOKS):
            steps = ["A"] * same.randint(0, MOST_MOVES)
            steps += other.choices(OTHERS, k=other.randint(0, MOST_MOVES))
            other.shuffle(steps)
            for name in steps:
                world.act(name, same if name == "A" else other)
            yield from world.answers(LOOKS * order + look)


def heard_in(game: Game[Any], steps: Sequence[str], *, others: bool) -> Iterator[Said]:
    """The answers after each step of an order, where B and C play or do not."""
    with opened(game) as world:
        chances = {name: Random(f"{game.key}/{name}") for name in "ABC"}
        for look, name in enumerate(steps):
            if name == "A" or others:
                world.move(name, chances[name])
            yield from world.answers(look)


@pytest.mark.parametrize("steps", SHORT_ORDERS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_order_of_first_moves_shows_the_same(game: Game[Any], steps: str) -> None:
    pairs = zip(
        heard_in(game, steps, others=True), heard_in(game, steps, others=False), strict=True
    )
    for one, other in pairs:
        assert covered(one) == covered(other), one.request


@pytest.mark.parametrize("order", range(ORDERS))
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nothing_depends_on_what_only_another_table_knows(game: Game[Any], order: int) -> None:
    pairs = zip(heard(game, order, 1), heard(game, order, 2), strict=True)
    statuses = set[int]()
    for one, other in pairs:
        statuses.add(one.status)
        assert covered(one) == covered(other), one.request
    assert statuses >= {200, 404}


def refused(game: Game[Any], *, plays: bool) -> Iterator[Said]:
    """The answers to requests about a table that has ended its first board, or has not begun it."""
    with opened(game) as world:
        while plays and world.deal("B") == world.deals("B")[0]:
            assert world.move("B", Random(1))
        client = world.client
        callers = {"stranger": world.stranger, "seat of A": world.tables["A"].seats[0]}
        callers |= {"player of A": world.tables["A"].entries[0], "owner": world.owner}
        for case in WRITES:
            for deal in world.deals("B"):
                where = case.path.format(table=world.tables["B"].id, deal=deal, seat=0)
                for who, token in callers.items():
                    sent = {} if case.body is None else {"json": case.body}
                    answer = client.send(case.method, where, token, X_Request_Id="r", **sent)
                    yield Said(who, where, answer.status_code, (), answer.data)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_answer_to_a_request_depends_on_it(game: Game[Any]) -> None:
    pairs = zip(refused(game, plays=False), refused(game, plays=True), strict=True)
    for one, other in pairs:
        assert covered(one) == covered(other), one.request
        assert one.who == "owner" or one.status in (403, 404, 409), one.request


def covered(said: Said) -> Said:
    """An answer without positions in the log and in the feed of all streams, which go on."""
    said = without_log_fields(said)
    if said.request.endswith("/bundle") and said.status == OK:
        lines = [orjson.loads(line) for line in said.body.splitlines()]
        for line in lines:
            line.get("bundle", {}).pop("log", None)  # its place in the log of all streams
        return said._replace(headers=(), body=orjson.dumps(lines))
    if said.request.partition("?")[0] not in FEEDS or not said.body.startswith(b"{"):
        return said
    headers = tuple(each for each in said.headers if each[0] not in ("ETag", "Content-Length"))
    return said._replace(
        headers=headers, body=orjson.dumps(_without_positions(orjson.loads(said.body)))
    )


def _without_positions(value: Any) -> Any:
    match value:
        case dict():
            kept = {name: each for name, each in value.items() if name not in ("position", "next")}
            return {name: _without_positions(each) for name, each in kept.items()}
        case list():
            return [_without_positions(each) for each in value]
        case _:
            return value


def silent_of_the_next_deal(world: BoardWorld) -> None:
    """The next dealer may follow from a board that other tables still play (C24)."""
    client, deal = world.client, world.deals("A")[0]
    for who in (world.tables["A"].seats[0], world.owner):
        (line,) = client.get(f"/v1/tables/{world.tables['A'].id}/series", who)["deals"][:1]
        for shown in (line, client.get(f"/v1/deals/{deal}", who)):
            assert shown["explained"]
            for text in shown["explained"]:
                assert "next" not in text, text
                assert "will deal" not in text, text
    text = client.send("GET", f"/v1/deals/{deal}/transcript", world.owner, Accept="text/plain")
    assert text.status_code == 200, text
    assert "will deal" not in text.text


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_board_is_shown_to_everybody_once_its_last_table_has_ended_it(game: Game[Any]) -> None:
    with opened(game) as world:
        client = world.client
        first = [world.deals(name)[0] for name in "ABC"]
        board = f"{world.path}/rounds/1/boards/1"
        assert client.send("GET", board).status_code == 404
        assert client.send("GET", f"/v1/deals/{first[0]}", world.owner).status_code == 404
        world.end_board()
        shown = client.get(board)
        assert [len(each["points"]) for each in shown["results"]] == [game.seats[0]] * 3
        for seat in range(game.seats[0]):
            assert abs(sum(each["compared"][seat] for each in shown["results"])) <= 1
        full = [client.get(f"/v1/deals/{deal}?view=full", world.owner) for deal in first]
        assert {each["status"] for each in full} == {"over"}
        assert client.get(f"/v1/deals/{world.deals('A')[1]}", world.tables["A"].seats[0])
        assert client.get(f"{board}?tables=1,2")["parted"]
        silent_of_the_next_deal(world)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_plays_are_compared_for_participants_and_those_who_see_all_cards(game: Game[Any]) -> None:
    """Where plays parted shows moves that only a seat may see, such as a discard."""
    with opened(game, views_after="members") as world:
        client, board = world.client, f"{world.path}/rounds/1/boards/1?tables="
        world.end_board()
        plays = zip(world.moves("A"), world.moves("B"), strict=False)
        alike = next((at for at, (a, b) in enumerate(plays) if a != b), None)
        shown = client.get(f"{board}1,2", world.owner)["parted"]
        assert shown["moves"] == alike
        assert [each["deal"] for each in shown["tables"]] == [world.deals(x)[0] for x in "AB"]
        assert client.get(f"{board}1,2", world.tables["C"].entries[0])["parted"] == shown
        assert client.send("GET", f"{board}1,2").status_code == 404
        assert client.get(board.partition("?")[0])["parted"] is None
        assert client.send("GET", f"{board}1,4", world.owner).status_code == 404


def test_players_replay_the_boards_of_other_tables_of_a_private_tournament() -> None:
    with opened(GAMES["durak"], visibility="private") as world:
        client, mine = world.client, world.tables["C"].entries[0]
        table, deal = f"/v1/tables/{world.tables['A'].id}", f"/v1/deals/{world.deals('A')[0]}"
        assert client.get(table, mine)["deal"] is None
        assert client.send("GET", f"{deal}/frames?view=full", mine).status_code == 404
        world.end_board()
        assert client.get(deal, mine)["status"] == "over"
        assert client.get(f"{deal}/frames?view=full", mine)["frames"]
        for who in (None, world.stranger):
            for each in (table, deal, f"{deal}/frames"):
                assert client.send("GET", each, who).status_code == 404


def test_a_report_reaches_the_owner_when_the_boards_are_revealed() -> None:
    with opened(GAMES["durak"], phrases="always") as world:
        client, one, other = world.client, *world.tables["B"].seats
        here = f"/v1/tables/{world.tables['B'].id}/phrases"
        said = client.post(here, one, {"phrase": "hello"})["number"]
        client.post(f"{here}/{said}/report", other)
        assert client.get("/v1/reports", world.owner)["reports"] == []
        for _ in range(BOARDS):
            for name in "ABC":
                chance, deal = Random(name), world.deal(name)
                while deal is not None and world.deal(name) == deal:
                    assert world.move(name, chance)
            world.work()
        [report] = client.get("/v1/reports", world.owner)["reports"]
        assert report["number"] == said
