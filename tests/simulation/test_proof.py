"""Disputes, analyses and erasure, while requests are repeated and processes die."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from uuid import UUID

import pytest

import bots
from bots import analysis
from bots.analysis import reviews
from domain.kernel.event import Id
from domain.table.disputes import Dispute
from events.chain import verify
from fairdeal_client import Problem
from service.analyses import use_cases
from service.analyses.use_cases import review_json
from service.tables.progress import record_deal
from tests.contexts import Inbox
from tests.simulation.schedules import Place, opened, scenario
from tests.simulation.test_play import move
from tests.simulation.world import World

MOVES = 4
CLAIM: Any = {"at": 3, "claim": "legality", "text": "He had a heart."}
RULING = {"ruling": "dismissed", "text": "He had none."}
NAME, REF = "Zerlina Quux", "user-zq-77"


def resigned(world: World, moves: int = MOVES) -> Place:
    """A table with a deal that was resigned after some moves, and counts."""
    place = opened(world, game="durak", seats=[{"name": "Ann"}, {"name": "Bob"}])
    clients = [world.client(place.tokens[seat]) for seat in (0, 1)]

    def play() -> None:
        for _ in range(moves):
            for each in clients:
                move(each, place.deal)
        clients[0].resign(place.deal)

    world.act(play)
    world.run()
    record_deal(world.context(world.runtime, tasks=Inbox()), UUID(place.deal))
    return place


def soon_resigned(world: World) -> Place:
    """A table with a short deal."""
    return resigned(world, 1)


def named(world: World) -> Place:
    """A table with a person whose name the owner can erase."""
    seats = [{"name": NAME, "ref": REF}, {"name": "Bob", "ref": "user-b"}]
    return opened(world, game="durak", seats=seats)


@scenario(resigned)
def test_disputes(world: World, place: Place) -> None:
    """Each dispute is opened once and ruled on once, and both seats see the same."""
    world.web()
    world.web()
    path = f"/v1/deals/{place.deal}/disputes"

    def found() -> Sequence[Dispute]:
        return world.table(place.table).disputes.by_deal.get(Id(place.deal), ())

    def dispute(seat: int) -> None:
        world.client(place.tokens[seat]).open_dispute(place.deal, **CLAIM)

    def rule() -> None:
        body = {"name": "Ombudsman"}
        made: Any = world.client(place.key).ask(
            "POST", f"/v1/tables/{place.table}/auditors", body=body
        )
        auditor = world.client(made["token"])
        while len(found()) < 2:
            world.runtime.sleep(1)
        for number in (1, 2):
            auditor.ask("POST", f"{path}/{number}/ruling", body=RULING)

    for act in (partial(dispute, 0), partial(dispute, 1), rule):
        world.act(act)
    world.run()
    assert [each.ruled is not None for each in found()] == [True, True]
    assert {each.opened.seat for each in found()} == {0, 1}


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses that search little, and one move in a step."""
    monkeypatch.setattr(analysis, "POSITIONS", 5_000)
    monkeypatch.setattr(use_cases, "advance", partial(use_cases.advance, seconds=0.0))


@pytest.mark.usefixtures("_small")
@scenario(soon_resigned)
def test_analyses(world: World, place: Place) -> None:
    """A deal is analysed once, move by move, whoever goes on with it."""
    world.worker()
    world.worker()
    world.web()
    path = f"/v1/deals/{place.deal}/analysis"

    def request() -> None:
        with suppress(Problem):  # another deal is analysed
            world.client(place.key).ask("POST", path)

    world.act(request)
    world.act(request)
    found = world.context(world.runtime).analyses

    def is_done() -> bool:
        row = found.find(UUID(place.deal), None)
        return row is not None and row.done == row.moves

    world.run(is_done)
    deal = world.context(world.runtime).streams.deal(UUID(place.deal), viewer="full")
    row = found.find(UUID(place.deal), None)
    assert deal is not None
    assert row is not None
    judge = bots.judge(deal.game)
    assert judge is not None
    expected = [
        review_json(each)
        for each in reviews(deal.game, deal.events, judge, after=0)
        if each is not None
    ]
    assert row.reviews == expected


@scenario(named)
def test_erasure(world: World, place: Place) -> None:
    """An erased name is nowhere, the record still holds, and play goes on."""
    world.web()
    world.web()
    world.act(lambda: world.client(place.key).erase(REF))
    for token in place.tokens.values():
        world.act(partial(move, world.client(token), place.deal))
    world.run()
    for stream in world.laws.versions:
        records = [record for record, _ in world.records(str(stream))]
        verify(records, stream=stream)
        assert NAME not in str(records)
    assert "Bob" in str(world.table(place.table).players)
