"""Notices for a caller: every turn and every end, once and in order, of their own tables only."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.event import PUBLIC, Text
from domain.kernel.game import Game
from domain.kernel.stored import from_data
from events import postgres
from events.listings import PartyEntry
from service.api.authentication import authenticate
from service.live.news import of_deal, of_table
from service.live.notices import BATCH, Notices
from service.repository import StreamRepository
from tests.api.playing import PERSONS, Client, Opened
from tests.domain.test_series import OPENED
from tests.events.making import MOVE, append, deal_id
from tests.simulation.runtime import RUNTIME

ME: Final = "/v1/me/events"
THIN: Final = {
    *(
        "position",
        "type",
        "at",
        "table",
        "deal",
        "number",
        "seat",
        "version",
        "dispute",
        "winner",
        "voided",
        "abandoned",
        "why",
        "rematch",
        "sides",
    )
}


def kinds(found: list[dict[str, Any]]) -> list[str]:
    return [each["type"] for each in found]


def played_out(client: Client, **fields: Any) -> Opened:
    """A table whose first deal is over and recorded; the second is on, or the series is over."""
    table = client.open(**fields)
    client.play(table, Random(4))
    client.record(str(table.deal))
    client.sequence()
    return table


def test_a_seat_gets_its_turns_and_all_seats_the_other_notices(client: Client) -> None:
    table = played_out(client)
    turns = expected_turns(client, table)
    for seat, token in table.tokens.items():
        found = client.follow(ME, token)
        mine = [(each["version"], each["seat"]) for each in turns_of(found, table)]
        assert mine == [(version, who) for version, who in turns if who == seat]
        rest = [each for each in kinds(found) if each != "turn.started"]
        assert rest[:4] == ["seat.taken"] * 3 + ["table.started"]
        assert rest[4] == "deal.finished"
        assert set(rest[5:]) <= {"series.finished"}
    owner = client.follow(ME, table.owner)
    assert [each["version"] for each in turns_of(owner, table)] == [at for at, _ in turns]
    assert all(each.keys() <= THIN and each["table"] == table.id for each in owner)


def turns_of(found: list[dict[str, Any]], table: Opened) -> list[dict[str, Any]]:
    """The notices of turns in the first deal."""
    turns = [each for each in found if each["type"] == "turn.started"]
    return [each for each in turns if each["deal"] == table.deal]


def expected_turns(client: Client, table: Opened) -> list[tuple[int, int]]:
    """The seats that the deal waited for after each request, computed from the deal itself."""
    deal = client.deal(table, PUBLIC)
    ends = [at for at, record in enumerate(deal.records) if at and record.cmd_seq == 0]
    turns = []
    for version in ends:
        shown = client.get(f"{table.deal_path}?at={version}", table.owner)
        turns.append((version, shown["to_act"]))
    assert len(turns) > 10
    assert None not in [seat for _, seat in turns]
    return turns


@pytest.mark.parametrize("limit", [1, 3])
def test_nothing_is_lost_or_repeated_wherever_reading_resumes(client: Client, limit: int) -> None:
    table = played_out(client)
    whole = client.follow(ME, table.tokens[1])
    assert client.follow(ME, table.tokens[1], limit=limit) == whole
    assert [each["position"] for each in whole] == sorted({each["position"] for each in whole})
    for each in whole[:: max(1, len(whole) // 6)]:
        rest = [other for other in whole if other["position"] > each["position"]]
        assert client.follow(ME, table.tokens[1], after=each["position"], limit=limit) == rest


def test_the_log_may_be_longer_than_is_looked_through_at_a_time(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played_out(client)
    whole = client.follow(ME, table.owner)
    monkeypatch.setattr("service.live.notices.BATCH", 7)
    assert BATCH > 7
    assert client.follow(ME, table.owner) == whole


def test_notices_cover_own_tables_only(client: Client) -> None:
    table, other = client.open(visibility="private"), client.key("stranger")
    public = client.open()
    client.sequence()
    assert client.follow(ME, other) == []
    assert {each["table"] for each in client.follow(ME, table.tokens[0])} == {table.id}
    assert {each["table"] for each in client.follow(ME, table.owner)} == {table.id}
    assert {each["table"] for each in client.follow(ME, public.owner)} == {public.id}


def test_a_key_gets_notices_of_turns_of_the_seats_that_it_took(client: Client) -> None:
    guest = client.key("guest")
    table = client.open(seats=PERSONS[:3])
    taken = client.post(f"{table.path}/seats/3", guest, PERSONS[3], method="PUT")
    token = taken["token"]
    table = Opened(table.id, taken["table"]["deal"]["id"], {**table.tokens, 3: token}, table.owner)
    client.play(table, Random(8), moves=12)
    client.sequence()
    turns = [each for each in client.follow(ME, guest) if each["type"] == "turn.started"]
    assert {each["seat"] for each in turns} == {3}
    assert turns == [each for each in client.follow(ME, token) if each["type"] == "turn.started"]
    owner = [each for each in client.follow(ME, table.owner) if each["type"] == "turn.started"]
    assert {each["seat"] for each in owner} <= {0, 1, 2}


def test_leaving_and_closing_give_notices(client: Client) -> None:
    table = client.open(seats=PERSONS[:2])
    client.send("DELETE", f"{table.path}/seats/0", table.tokens[0])
    client.send("DELETE", table.path, table.owner)
    client.sequence()
    assert kinds(client.follow(ME, table.owner)) == [
        *("seat.taken", "seat.taken", "seat.left", "table.closed")
    ]
    assert client.send("GET", ME, table.tokens[0]).status_code == 401


def test_without_a_position_a_key_begins_now_and_a_seat_with_its_table(client: Client) -> None:
    table = client.open()
    client.sequence()
    now = client.get(ME, table.owner)
    assert now["events"] == []
    assert client.get(ME, table.tokens[2])["events"][0]["type"] == "seat.taken"
    client.play(table, Random(1), moves=1)
    assert client.get(f"{ME}?after={now['position']}", table.owner)["events"] == []
    client.sequence()
    got = client.get(f"{ME}?after={now['position']}", table.owner)
    assert kinds(got["events"]) == ["turn.started"]


def test_a_dispute_is_announced_to_the_parties_of_the_table(client: Client) -> None:
    table = played_out(client)
    claim = {"at": 3, "claim": "deal", "text": "They had them all."}
    client.post(f"{table.deal_path}/disputes", table.tokens[0], claim)
    client.sequence()
    [last] = client.follow(ME, table.tokens[1])[-1:]
    assert (last["type"], last["deal"], last["dispute"]) == ("dispute.opened", table.deal, 1)
    assert "He had" not in str(last)


def test_the_end_of_the_log_is_read_once_for_all(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, listings = Notices(client.context), client.context.listings
    tables = [client.open(), client.open()]
    size = client.sequence()
    reads = list[range]()
    real = type(listings).entries

    def counted(self: Any, span: range) -> Any:
        reads.append(span)
        return real(self, span)

    monkeypatch.setattr(type(listings), "entries", counted)
    parties = [UUID(table.id) for table in tables]
    for party in parties:
        known._entries(frozenset({party}), range(size), BATCH)
    for table in tables:
        client.play(table, Random(1), moves=2)
    longer = client.sequence()
    for start in (size, size + 1, longer, size - 2, 0):
        for party in parties:
            found = known._entries(frozenset({party}), range(start, longer), BATCH)
            due = listings.entries_of({party}, range(start, longer), limit=BATCH)
            assert [_place(each) for each in found] == [_place(each) for each in due]
            assert found or start == longer
    assert reads == [range(size, longer)]


def _place(entry: PartyEntry) -> tuple[Any, ...]:
    return (entry.position, entry.stream, entry.version, entry.table)


@pytest.mark.parametrize("seated", [False, True])
def test_entries_of_others_cost_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch, *, seated: bool
) -> None:
    """Whatever others do, a page takes as many queries, which return as many rows."""
    table = played_out(client)
    context = client.context
    who: Any = authenticate(context, table.tokens[1] if seated else table.owner).principal
    spent = Counter[str]()
    real = postgres.ask

    def counted(*given: Any) -> Any:
        rows = real(*given)
        spent.update(queries=1, rows=len(rows))
        return rows

    for module in ("listings", "postgres", "translog.postgres"):
        monkeypatch.setattr(f"events.{module}.ask", counted)

    def cost() -> tuple[Any, Counter[str]]:
        """The answer to a process that has read nothing before."""
        fresh = Notices(replace(context, streams=StreamRepository(context.store, RUNTIME)))
        spent.clear()
        lines = fresh.read(who, 0, 1_000, size=fresh.size())
        return lines.events, Counter(spent)

    first = cost()
    assert len(first[0]) > 3
    for _ in range(20):
        append(context.store, deal_id(), [MOVE] * 500)
    busy = client.open()
    client.play(busy, Random(3))
    assert client.sequence() > 10_000
    assert cost() == first


def test_a_turn_notice_comes_at_the_end_of_a_command(client: Client, table: Opened) -> None:
    client.play(table, Random(2), moves=9)
    deal = client.deal(table, PUBLIC)
    for version, record in enumerate(deal.records, 1):
        follows = version < deal.version and deal.records[version].cmd_seq > 0
        assert (of_deal(deal, version) is None) is follows, record


def test_leaving_returning_and_resigning_give_notices(client: Client, table: Opened) -> None:
    for what, seat in (("leaving", 2), ("return", 2), ("resignation", 1), ("resignation", 3)):
        path = f"{table.deal_path}/{what}"
        assert client.send("POST", path, table.tokens[seat]).status_code == 201
    client.record(str(table.deal))
    client.sequence()
    about = {"table": table.id, "deal": table.deal, "number": 1}
    for who in (table.owner, table.tokens[0]):
        got = client.follow(ME, who)
        rest = [
            {name: each[name] for name in each if name not in ("position", "at")}
            for each in got
            if "deal" in each or each["type"] == "series.finished"
        ]
        of_seats = [each for each in rest if each["type"].startswith("seat.")]
        assert of_seats == [
            {"type": "seat.left", **about, "seat": 2, "why": "left"},
            {"type": "seat.returned", **about, "seat": 2},
            {"type": "seat.resigned", **about, "seat": 1},
            {"type": "seat.resigned", **about, "seat": 3},
        ]
        ended = {"type": "deal.finished", **about, "voided": False, "abandoned": True}
        ends = [each for each in rest if each["type"].endswith(".finished")]
        series = client.get(f"{table.path}/series", table.owner)
        result = {"type": "series.finished", "table": table.id, "winner": 0}
        assert ends == [ended, {**result, "sides": result_of(series)}]
        [line] = client.get(f"/v1/tables?table={table.id}", table.owner)["tables"]
        assert line["result"] == {"winner": 0, "sides": result_of(series)}


def result_of(series: dict[str, Any]) -> list[dict[str, Any]]:
    """The sides of a series that is over, as its notice has them."""
    return [
        {**side, "rank": rank} for side, rank in zip(series["sides"], series["ranks"], strict=True)
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("version", [1, 2])
def test_the_end_of_a_series_has_totals_and_places(game: Game[Any], version: int) -> None:
    """Those of the record, whichever version it has; equal places are shared."""
    for seats in game.seats:
        sides = game.sides(seats)
        points = [7 * side for side in range(len(sides))]
        ranks = [1, *[2] * (len(sides) - 1)]
        data: dict[str, Any] = {"winner": 0, "points": points, "titles": [""] * len(sides)}
        data |= {"ranks": ranks} if version > 1 else {}
        ended = from_data("table.series_ended", version, data)
        news = of_table((replace(OPENED, game=Text(game.key), seats=seats), ended), 2, started=True)
        assert news is not None
        assert news.about["sides"] == [
            {"seats": [*side], "points": total, "rank": rank}
            for side, total, rank in zip(sides, points, ranks, strict=True)
        ]


def test_turns_of_an_absent_player_cause_no_notices(client: Client, table: Opened) -> None:
    turn = client.get(table.deal_path, table.owner)["to_act"]
    gone = (turn + 1) % 4
    client.send("POST", f"{table.deal_path}/leaving", table.tokens[gone])
    while client.get(table.deal_path, table.owner)["to_act"] != gone:
        client.play(table, Random(1), moves=1)
    client.sequence()
    for who in (table.owner, table.tokens[gone]):
        turns = [each["seat"] for each in client.follow(ME, who) if each["type"] == "turn.started"]
        assert gone not in turns
