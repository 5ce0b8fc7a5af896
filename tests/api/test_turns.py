"""The begin of each turn: found in one pass, cached, and equal to the result from single states."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.event import PUBLIC, Seat
from domain.kernel.game import evolve
from domain.kernel.leaving import players
from domain.kernel.progress import begin, grown
from service.access.credentials import ApiKey
from service.live import news, notices
from service.live.news import turn_at
from service.live.notices import Notices
from service.repository import StreamRepository
from service.streams import Deal
from tests.api.playing import PERSONS, Client, Opened
from tests.memory.store import MemoryStore
from tests.simulation.runtime import RUNTIME

ALWAYS = 11
"""After so many moves no deal of Goat is over: nine cards of each seat, at most four in a trick."""
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def deal_of(client: Client, table: Opened) -> Deal:
    return client.deal(table, PUBLIC)


def waits_for(deal: Deal, version: int) -> Seat | None:
    if version == 0 or (was := deal.at(version)).shuffled is None:
        return None
    return None if was.outcome is not None else was.to_act


def turn_by_itself(deal: Deal, version: int) -> Seat | None:
    """Computed from the states before and after the command that ends there."""
    records = deal.records
    if version < len(records) and records[version].cmd_seq > 0:
        return None
    first = version - records[version - 1].cmd_seq
    seat, before = waits_for(deal, version), waits_for(deal, first - 1)
    if seat is None or players(deal.opened.bots, deal.events[:version])[seat] is not None:
        return None
    own = bool(deal.events[first - 1].MOVE) and getattr(deal.events[first - 1], "seat", -1) == seat
    return seat if seat != before or own else None


@every_game
def test_a_turn_begins_where_the_states_say_so_however_the_deal_has_grown(
    game: Any, client: Client
) -> None:
    table = client.open(game=game.key, seats=PERSONS[: game.seats[0]])
    for _ in range(6):
        deal = deal_of(client, table)
        expected = [turn_by_itself(deal, version) for version in range(1, deal.version + 1)]
        assert [turn_at(deal, version) for version in range(1, deal.version + 1)] == expected
        client.play(table, Random(7), moves=5)
    assert sum(seat is not None for seat in expected) > 5
    opened, *rest = deal.events[:4]
    progress = grown(begin(game, deal.opened), rest, at=0)
    earlier = Deal(deal.id, PUBLIC, deal.records[:4], (opened, *rest), progress, {})
    assert [turn_at(earlier, version) for version in range(1, 5)] == expected[:4]


def test_no_turn_begins_for_an_absent_player(client: Client, table: Opened) -> None:
    path = table.deal_path
    gone = (client.get(path, table.owner)["to_act"] + 1) % 4
    for what in ("leaving", "return"):
        assert client.send("POST", f"{path}/{what}", table.tokens[gone]).status_code == 201
        if what == "return":
            client.play(table, Random(1), moves=5)
        while client.get(path, table.owner)["to_act"] != gone:
            client.play(table, Random(1), moves=1)
        deal = deal_of(client, table)
        versions = range(1, deal.version + 1)
        found = [turn_at(deal, each) for each in versions]
        assert found == [turn_by_itself(deal, each) for each in versions]
        assert (gone in found) is (what == "return")


def test_an_event_is_played_once_however_often_its_deal_is_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch, table: Opened
) -> None:
    client.play(table, Random(2), moves=10)
    evolved, real = list[object](), evolve

    def counted(game: Any, state: Any, event: Any) -> Any:
        evolved.append(event)
        return real(game, state, event)

    monkeypatch.setattr(news, "evolve", counted)
    monkeypatch.setattr(news, "_kept", news._Kept())
    for _ in range(2):
        deal = deal_of(client, table)
        for _ in range(3):
            found = [turn_at(deal, version) for version in range(1, deal.version + 1)]
        assert len(evolved) == deal.version - 1, "all but the first, which opened it"
        client.play(table, Random(2), moves=3)
    assert any(seat is not None for seat in found)


def test_only_so_many_deals_are_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "REMEMBERED", 2)
    kept = news._Kept()
    for _ in range(4):
        kept.of(deal_of(client, client.open()))
    assert len(kept._kept) == 2


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The streams that are loaded, with the number of loads."""
    found, real = list[UUID](), MemoryStore.load

    def load(self: MemoryStore, stream: UUID, **more: Any) -> Any:
        found.append(stream)
        return real(self, stream, **more)

    monkeypatch.setattr(MemoryStore, "load", load)
    return found


def test_a_page_loads_a_deal_once_for_all_its_events(client: Client, loaded: list[UUID]) -> None:
    table = client.open()
    assert client.play(table, Random(3), moves=ALWAYS) == ALWAYS
    size = client.sequence()
    client.context.streams._kept.clear()
    known, who = Notices(client.context), owner_of(client, table)
    loaded.clear()
    page = known.read(who, 0, None, size=size).events
    assert sum(each["type"] == "turn.started" for each in page) == 1 + ALWAYS, "the first one too"
    assert loaded.count(UUID(table.deal)) == 1
    known.read(who, 0, None, size=size)
    assert loaded.count(UUID(table.deal)) == 1


def test_a_batch_ends_when_much_was_read_for_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = client.key()
    tables = [client.open(owner) for _ in range(6)]
    for table in tables:
        client.play(table, Random(3), moves=4)
    size = client.sequence()
    who = owner_of(client, tables[0])
    whole = Notices(client.context).read(who, 0, None, size=size).events
    client.context.streams._kept.clear()
    monkeypatch.setattr(notices, "WORK", 2 * notices.QUERY_COST)
    count, reads = notices.BatchCost.read, list[int]()

    def counted(*arguments: Any) -> None:
        reads[-1] += 1
        count(*arguments)

    monkeypatch.setattr(notices.BatchCost, "read", counted)
    known, after, found = Notices(client.context), 0, list[Any]()
    while after < size:
        reads.append(0)
        lines = known.read(who, after, None, size=size)
        assert lines.upto > after
        found, after = [*found, *lines.events], lines.upto
    assert found == whole
    assert sum(reads) >= 2 * len(tables), "a table and its deal each"
    assert max(reads) <= 3, "two streams exceed the limit, and the last line may need two"
    assert min(reads[:-1]) >= 2, "one stream does not exceed it"


def owner_of(client: Client, table: Opened) -> ApiKey:
    return client.principal(table.owner)


def test_a_table_begins_with_the_last_of_many_seats_that_were_taken_and_left(
    client: Client,
) -> None:
    table = client.open(seats=PERSONS[:2])
    path = f"{table.path}/seats"
    for _ in range(4):
        taken = client.send("PUT", f"{path}/3", table.owner, json=PERSONS[3]).json
        client.delete(f"{path}/3", taken["token"])
    for seat in (2, 3):
        client.send("PUT", f"{path}/{seat}", table.owner, json=PERSONS[seat])
    stream = StreamRepository(client.context.store, RUNTIME).table(UUID(table.id))
    assert stream is not None
    events, started = stream.events, stream.state.started
    page = [news.of_table(events, at, started=started) for at in range(1, stream.version + 1)]
    kinds = [each.kind for each in page if each is not None]
    came_and_went = ["seat.taken", "seat.left"] * 4
    assert kinds == ["seat.taken", "seat.taken", *came_and_went, "seat.taken", "table.started"]
