"""Rounds of boards, while messages are lost, doubled or late, and processes die.

However a round ends, the bots and the person who plays make the same moves: so each board has the
results of an evening without faults, or none at a table that was closed.
"""

from contextlib import suppress
from functools import cache, partial
from io import BufferedReader, BytesIO
from typing import Any, Final
from uuid import UUID

from domain.kernel.deal import Revealed
from domain.table.events import DealRevealed
from domain.table.series import Table
from domain.tournaments.draws import last_lot
from domain.tournaments.standings import StandingLine, standings
from domain.tournaments.tournament import Tournament
from fairdeal_client import Problem
from service.proof.bundles import tournament_evidence
from service.tournaments.seating import seat_of, table_of
from tests.memory.store import MemoryStore, Translog
from tests.simulation.schedules import Place, scenario
from tests.simulation.test_play import move
from tests.simulation.world import STORM, World
from verifier.evidence import Evidence
from verifier.tournament_files import verify_tournament

LENGTH: Final = 40
BOARDS: Final = 2
ANN: Final = "Ann"
ANNS: Final = 2
"""The number of her table, at which she has the first seat."""
LIMIT: Final = 100
"""The seconds of a round that has a limit: more than a clock may be wrong by."""
USUAL: Final = 40
"""About as many moves as a person makes on a board."""
MOST: Final = 1_000
"""More moves than a person makes in an evening."""
EVENING: Final[dict[str, Any]] = {
    "game": "durak",
    "name": "Club evening",
    "format": "fixed",
    "rounds": 1,
    "boards": BOARDS,
    "scoring": "mean",
}


def drawn(world: World, **terms: Any) -> Place:
    """A round of boards at two tables, one of bots, and one of a person and a bot."""
    world.web()
    key, made = world.key(), list[Any]()
    client = world.client(key)

    def open_and_call() -> None:
        made.append(client.ask("POST", "/v1/tournaments", body={**EVENING, **terms}))
        path = f"/v1/tournaments/{made[0]['id']}"
        for player in ({"name": ANN}, *[{"bot": "easy"}] * 3):
            client.ask("POST", f"{path}/players", body=player)
        client.ask("POST", f"{path}/rounds", body={"tables": [[2, 3], [1, 4]]})

    world.act(open_and_call)
    world.run()
    context, id_ = world.context(world.runtime), UUID(made[0]["id"])
    return Place(key, str(id_), "", {0: seat_of(context, table_of(context, id_, 1, ANNS), 0)})


def limited(world: World) -> Place:
    """The same, with a limit of time."""
    return drawn(world, round_seconds=LIMIT)


def tournament(world: World) -> Tournament:
    """The tournament, as it is recorded."""
    (found,) = world.laws.tournaments.values()
    return found


def ann(world: World) -> Table | None:
    """The table at which Ann sits; None: it is not opened."""
    tables = world.laws.tables.values()
    return next((each for each in tables if any(p and p.name == ANN for p in each.players)), None)


def play(world: World, token: str, *, moves: int = MOST) -> None:
    """Ann plays boards to their end, or makes so many moves at most."""
    client = world.client(token)
    while moves:
        table = ann(world)
        if tournament(world).closed if table is None else table.is_finished:
            return
        if table is not None and table.deals:
            with suppress(Problem):  # it is not her turn yet, or the table was closed meanwhile
                moves -= move(client, table.deals[-1].deal) is not None
        world.runtime.sleep(0.2)


def serve(world: World) -> None:
    """Start all processes, with faults from the beginning to the end."""
    world.faults.rate, world.faults.most = 0.005, 50
    world.worker(factor=0)
    world.worker(factor=0)
    world.sequencer()
    world.web()
    world.web()


def is_over(world: World) -> bool:
    """Whether nothing is left to do."""
    state, store = tournament(world), MemoryStore(world.memory)
    is_covered = state.is_covered or any(each.is_covered for each in world.laws.tables.values())
    heads = [store.head(deal) for deal in world.laws.deals]
    is_logged = len(world.memory.tables(Translog).entries) == sum(world.laws.versions.values())
    return (
        state.closed is not None
        and not is_covered
        and all(each is not None and each.status == "recorded" for each in heads)
        and is_logged
    )


@cache
def undisturbed(before: bytes, token: str) -> Tournament:
    """The tournament after an evening without faults."""
    world = World("undisturbed", before, faults=False)
    serve(world)
    world.act(partial(play, world, token))
    world.run(lambda: is_over(world))
    return tournament(world)


def law(world: World, place: Place, usual: Tournament) -> None:
    """All is revealed once, with the results of an evening without faults, and is proved."""
    (last,), (expected,) = tournament(world).rounds, usual.rounds
    assert [each.number for each in last.boards] == [*range(1, BOARDS + 1)]
    for board, same in zip(last.boards, expected.boards, strict=True):
        assert board.seed == same.seed
        played = zip(board.results, same.results, strict=bool(board.results))
        assert all(own in ((), other) for own, other in played)
    assert all(deal.is_over for deal in world.laws.deals.values())
    for id_, table in world.laws.tables.items():
        deals = [UUID(line.deal) for line in table.deals]
        assert revealed(world, id_) == len(deals)
        assert [revealed(world, deal) for deal in deals] == [1] * len(deals)
    assert doubts(world, place) == []


def revealed(world: World, stream: UUID) -> int:
    """How often a board is revealed in a stream."""
    events = (event for _, event in world.records(str(stream)))
    return sum(isinstance(event, Revealed | DealRevealed) for event in events)


def scores(state: Tournament) -> list[StandingLine]:
    """The standings."""
    return [*standings(state, lot=last_lot(state))]


def doubts(world: World, place: Place) -> list[str]:
    """The findings of a verifier that are not good, in the evidence for the director."""
    context = world.context(world.runtime)
    owner = context.credentials.key(place.key)
    assert owner is not None
    lines = tournament_evidence(
        *(context, lambda: owner, UUID(place.table)), deals=True, receipts=True, size=None
    )
    file: Any = BufferedReader(BytesIO(b"".join(lines)))
    given = Evidence(key=context.translog.verifier)
    return [
        f"{part.stream}: {each.detail}"
        for part in verify_tournament(file, given, name="evening")
        for each in part.doubts
    ]


def begin(world: World, place: Place, *, moves: int = MOST) -> Tournament:
    """Begin an evening, at which Ann makes so many moves at most; returns one without faults."""
    usual = undisturbed(world.memory.dumped(), place.tokens[0])
    serve(world)
    world.act(partial(play, world, place.tokens[0], moves=moves))
    return usual


@scenario(drawn, length=LENGTH)
def test_boards(world: World, place: Place) -> None:
    """All tables play all boards, and the standings equal the standings without faults."""
    usual = begin(world, place)
    world.run(lambda: is_over(world))
    law(world, place, usual)
    assert scores(tournament(world)) == scores(usual)


@scenario(limited, length=LENGTH)
def test_boards_of_a_round_whose_time_ends(world: World, place: Place) -> None:
    """A table that is closed has no result of the board that it plays, nor of those after it."""
    usual = begin(world, place, moves=world.chance.randrange(BOARDS * USUAL))
    world.run(lambda: is_over(world))
    law(world, place, usual)
    (last,) = tournament(world).rounds
    assert all(board.results for board in last.boards)


@scenario(drawn, length=LENGTH)
def test_boards_of_a_tournament_that_is_closed(world: World, place: Place) -> None:
    """Its tables play to their end, and boards that are revealed then do not count."""
    usual = begin(world, place)

    def close() -> None:
        world.runtime.sleep(world.chance.uniform(0, STORM))
        world.client(place.key).ask("DELETE", f"/v1/tournaments/{place.table}")

    world.act(close)
    world.run(lambda: is_over(world))
    law(world, place, usual)
