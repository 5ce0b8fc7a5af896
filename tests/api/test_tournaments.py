"""Tournaments over the API: from the first request to the last standings, with bots and people."""

import csv
from io import StringIO
from random import Random
from typing import Any
from uuid import UUID

import pytest

import workers.sweep
from domain.kernel.event import Digest, Id
from domain.tournaments import lots
from domain.tournaments.draws import draw, last_lot
from domain.tournaments.standings import result_of
from events.translog.store import Broken
from service.players import erasure
from service.settings import Settings
from service.timestamps import timestamp
from service.tournaments import progress
from service.tournaments.seating import open_table_of
from tests.api.playing import Client, choice, client_of, log_everything
from tests.contexts import SECRET
from tests.domain.tournaments.evening import seed
from tests.oracles import standings
from workers.sweep import sweep

SHORT: dict[str, Any] = {"game": "durak", "name": "Club evening", "format": "swiss", "target": 1}
MOST_SWEEPS = 400
PLACE = ("version", "position")


@pytest.fixture(scope="module")
def owner(client: Client) -> str:
    return client.key("club")


def opened(client: Client, owner: str, **terms: Any) -> str:
    shown = client.post("/v1/tournaments", owner, {**SHORT, "rounds": 2, **terms})
    return f"/v1/tournaments/{shown['id']}"


def enter(client: Client, path: str, owner: str | None, **player: Any) -> Any:
    return client.post(f"{path}/players", owner, player)


def carry_on(client: Client) -> None:
    """Let the workers work until nothing more happens."""
    for _ in range(MOST_SWEEPS):
        before = client.sequence()
        sweep(client.context, overdue=0)
        if client.sequence() == before:
            return
    raise AssertionError("the workers never come to an end")


def play_round(client: Client, path: str, tokens: list[str], chance: Random) -> None:
    """Play the seats of some persons, and let bots and workers do the rest, until it is over."""
    while client.get(path)["status"] == "playing":
        moved = False
        for token in tokens:
            seat = client.get(f"{path}/entry", token)["seat"]
            table = client.get(f"/v1/tables/{seat['table']}", seat["token"])
            if table["deal"] is None:
                continue
            deal = f"/v1/deals/{table['deal']['id']}"
            legal = client.get(deal, seat["token"])["legal_moves"]
            if legal:
                move = choice(legal, chance)
                client.post(f"{deal}/moves", seat["token"], {"move": move})
                moved = True
        if not moved:
            carry_on(client)


def test_an_evening_of_bots_and_two_people_to_the_end(client: Client, owner: str) -> None:
    path = opened(client, owner)
    ann = enter(client, path, owner, name="Ann", ref="user-1", team="North")
    bob = enter(client, path, owner, name="Bob")
    for level in ("easy", "medium"):
        assert enter(client, path, owner, bot=level)["token"] is None
    chance = Random(1)
    for number in (1, 2):
        called = client.post(f"{path}/rounds", owner, {})
        assert called["status"] == "drawing"
        carry_on(client)
        for token in (ann["token"], bob["token"]):
            assert client.get(f"{path}/entry", token)["seat"]["seat"] in (0, 1)
        play_round(client, path, [ann["token"], bob["token"]], chance)
        assert client.get(path)["played"][number - 1]["finished"] == 2
    shown = client.get(path)
    assert shown["status"] == "over"
    assert sum(each["points"] for each in shown["standings"]) == 8
    assert shown["standings"][0]["rank"] == 1
    assert all(len(each["lines"]) == 2 for each in shown["standings"])
    assert [each["held_by_owner"] for each in shown["players"]] == [True, True, False, False]
    assert [each["ref"] for each in shown["players"]] == [None] * 4
    assert client.get(path, owner)["players"][0]["ref"] == "user-1"
    tables = {
        tuple(sorted(table["players"])) for each in shown["played"] for table in each["tables"]
    }
    assert len(tables) == 4, "no two meet again"


@pytest.mark.parametrize(
    ("form", "bots", "terms"),
    [
        ("lot", 7, {"game": "skat", "target": 3}),
        ("by_standings", 6, {"game": "skat", "target": 3, "scoring": "matchpoints"}),
        ("swiss", 5, {"rounds": 3}),
        ("round_robin", 6, {"game": "goat", "target": 2, "rounds": 3}),
        ("knock_out", 5, {"rounds": 3}),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_c15_to_c19_standings_equal_an_independent_calculation(
    client: Client, owner: str, form: str, bots: int, terms: dict[str, Any]
) -> None:
    path = opened(client, owner, format=form, **terms)
    are_pairs = client.get(path)["pairs"]
    for number in range(1, bots + 1):
        pair = {"partner": number - 1} if are_pairs and number % 2 == 0 else {}
        enter(client, path, owner, bot="easy", **pair)
    while client.get(path)["status"] != "over":
        client.post(f"{path}/rounds", owner, {})
        carry_on(client)
        fixed = {"round": 1, "player": 1, "points": -1, "reason": "Slow play"}
        if len(client.get(path)["played"]) == 1:
            client.post(f"{path}/corrections", owner, fixed)
    evening, events = client.get(path), client.get(f"{path}/events?limit=1000")["events"]
    assert standings.shown(evening) == standings.ranking(evening, events)
    assert len(standings.shown(evening)) == (bots // 2 if are_pairs else bots)


def test_draw_and_results_follow_from_the_record(client: Client, owner: str) -> None:
    path = opened(client, owner, format="lot", rounds=1, fill="easy")
    for _ in range(3):
        enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    shown = client.get(path)
    assert shown["status"] == "over"
    stream = client.context.streams.tournament(_uuid(path))
    assert stream is not None
    drawn = stream.state.rounds[0].drawn
    assert drawn is not None
    called = stream.at(1 + 3 + 1)
    assert draw(called, drawn.seed) == drawn
    assert last_lot(stream.state) != ()
    for place in stream.state.rounds[0].tables:
        table = client.context.streams.table(_uuid(str(place.table)))
        assert table is not None
        assert place.result is not None
        assert result_of(table.state).points == place.result.points
        assert (place.result.version, place.result.head) == (table.version, table.head.hex())
    first = client.get(f"/v1/tables/{shown['played'][0]['tables'][0]['table']}/events")
    assert [each["type"] for each in first["events"]][:2] == ["table.opened", "table.drawn"]


def test_a_player_adds_a_seed_and_withdraws(client: Client, owner: str) -> None:
    path = opened(client, owner, joining="anyone", visibility="private")
    id_ = Id(path.rpartition("/")[2])
    rounds = client.get(path)["rounds"]
    made, own, *_ = lots.chain(id_, last=Digest(seed("player 1")), rounds=rounds)
    enter(client, path, owner, bot="easy")
    token = enter(client, path, None, name="Eve", commitment=made)["token"]
    enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    assert client.get(path)["waiting_for"] == [2]
    assert client.get(f"{path}/entry", token)["owes_seed"]
    wrong = client.send("POST", f"{path}/seeds", token, json={"seed": seed("player 2")})
    assert wrong.refusal == (403, "not-allowed")
    assert [each["id"] for each in wrong.json["clauses"]] == ["C6"]
    client.post(f"{path}/seeds", token, {"seed": own})
    carry_on(client)
    assert client.get(path)["played"][0]["seed"] is not None
    assert client.send("DELETE", f"{path}/players/1", token).refusal == (403, "not-allowed")
    client.delete(f"{path}/players/2", token)
    client.delete(f"{path}/players/2", token)
    assert client.get(path)["players"][1]["withdrawn"]


def test_the_seed_of_a_round_before_is_refused(client: Client, owner: str) -> None:
    path = opened(client, owner)
    id_ = Id(path.rpartition("/")[2])
    made, *own = lots.chain(id_, last=Digest(seed("player 1")), rounds=2)
    token = enter(client, path, owner, name="Eve", commitment=made)["token"]
    enter(client, path, owner, bot="easy")
    for number in range(2):
        client.post(f"{path}/rounds", owner, {})
        carry_on(client)
        if number:
            before = client.send("POST", f"{path}/seeds", token, json={"seed": own[0]})
            assert before.refusal == (403, "not-allowed")
        for _ in range(2):
            client.post(f"{path}/seeds", token, {"seed": own[number]})
        carry_on(client)
        play_round(client, path, [token], Random(number))


def test_who_withdraws_while_a_round_is_drawn_still_owes_the_seed(
    client: Client, owner: str
) -> None:
    path = opened(client, owner, joining="anyone")
    id_ = Id(path.rpartition("/")[2])
    made, own, *_ = lots.chain(id_, last=Digest(seed("player 1")), rounds=2)
    token = enter(client, path, owner, name="Eve", commitment=made)["token"]
    for _ in range(2):
        enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    client.delete(f"{path}/players/1", token)
    carry_on(client)
    waiting = client.get(path)
    assert (waiting["status"], waiting["waiting_for"]) == ("drawing", [1])
    client.post(f"{path}/seeds", token, {"seed": own})
    carry_on(client)
    (drawn,) = client.get(path)["played"]
    assert [each["players"] for each in drawn["tables"]] in ([[2, 3]], [[3, 2]])
    assert drawn["absent"] == []


def test_the_director_pauses_corrects_and_closes(client: Client, owner: str) -> None:
    path, other = opened(client, owner, format="lot"), client.key("other")
    for _ in range(2):
        enter(client, path, owner, bot="easy")
    pause: dict[str, Any] = {"method": "PUT"}
    client.post(f"{path}/pause", owner, {"reason": "Dinner"}, **pause)
    refused = client.send("POST", f"{path}/rounds", owner, json={})
    assert [each["id"] for each in refused.json["clauses"]] == ["C20"]
    assert client.get(path)["paused"] == "Dinner"
    client.delete(f"{path}/pause", owner)
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    fixed = {"round": 1, "player": 1, "points": -1, "reason": "Late"}
    assert client.send("POST", f"{path}/corrections", other, json=fixed).status_code == 403
    client.post(f"{path}/corrections", owner, fixed)
    lines = [line for each in client.get(path)["standings"] for line in each["lines"]]
    assert [each["reason"] for each in lines if each["kind"] == "correction"] == ["Late"]
    client.delete(path, owner)
    assert client.get(path)["status"] == "closed"


def test_the_record_is_in_the_log(client: Client, owner: str) -> None:
    path = opened(client, owner, visibility="private")
    client.sequence()
    address = f"/v1/log/inclusion?version=1&stream={_uuid(path)}"
    assert client.get(address, owner)["path"] is not None
    assert client.send("GET", address).status_code == 404


def test_its_news_reach_the_owner_once(client: Client) -> None:
    """Webhooks and `/me/deliveries` have the same; they are no notices, and no other owner's."""
    owner, other = client.key("news"), client.key("no news")
    hook = client.post("/v1/webhooks", owner, {"url": "https://cards.example/"})["id"]
    path = opened(client, owner, format="lot", rounds=1, ref="evening-7")
    for level in ("easy", "medium"):
        enter(client, path, owner, bot=level)
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    client.sequence()
    client.read_feed()
    sent = client.get(f"/v1/webhooks/{hook}/deliveries?limit=1000", owner)["deliveries"]
    news = [each["payload"] for each in reversed(sent) if each["type"].startswith("tournament.")]
    table = client.get(path)["played"][0]["tables"][0]["table"]
    place = {"tournament": str(_uuid(path)), "ref": "evening-7"}
    of_table = {"round": 1, "number": 1, "table": table}
    about = [
        {name: said for name, said in each["data"].items() if name not in PLACE} for each in news
    ]
    assert [(each["type"], said) for each, said in zip(news, about, strict=True)] == [
        ("tournament.round_drawn", {**place, "round": 1}),
        ("tournament.table_opened", {**place, **of_table}),
        ("tournament.standings_changed", {**place, **of_table}),
        ("tournament.closed", {**place, "reason": "over"}),
    ]
    followed = client.get("/v1/me/deliveries?after=0&limit=1000", owner)["events"]
    assert [each["payload"] for each in followed if each["payload"] in news] == news
    shown = client.get("/v1/me/events?after=0&limit=1000", owner)["events"]
    assert not [each for each in shown if each["type"].startswith("tournament.")]
    assert client.get("/v1/me/tables/events?after=0&limit=1000", owner)["events"]
    assert client.get("/v1/me/deliveries?after=0", other)["events"] == []


def test_who_sees_and_enters(client: Client, owner: str) -> None:
    hidden, other = opened(client, owner, visibility="private"), client.key("stranger")
    assert client.send("GET", hidden).status_code == 404
    assert client.send("GET", hidden, other).status_code == 404
    assert client.send("POST", f"{hidden}/players", other, json={"name": "Eve"}).status_code == 404
    shut = opened(client, owner)
    for who in (None, other):
        refused = client.send("POST", f"{shut}/players", who, json={"name": "Eve"})
        assert refused.refusal == (403, "not-allowed")
    open_ = opened(client, owner, joining="anyone")
    token = enter(client, open_, None, name="Eve")["token"]
    assert client.send("POST", f"{open_}/players", None, json={"bot": "easy"}).status_code == 403
    assert client.send("POST", f"{open_}/players", None, json={"name": "EVE"}).status_code == 409
    assert client.send("GET", f"{shut}/entry", token).status_code == 404
    assert client.send("GET", f"/v1/tables/{_uuid(open_)}", token).status_code == 404
    assert client.send("GET", "/v1/tables", token).refusal == (403, "not-allowed")


def test_no_director_takes_the_seat_of_a_player(client: Client, owner: str) -> None:
    path = opened(client, owner, joining="anyone")
    tokens = [enter(client, path, None, name=name)["token"] for name in ("Ann", "Bob")]
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    seat = client.get(f"{path}/entry", tokens[0])["seat"]
    issuing = f"/v1/tables/{seat['table']}/seats/{seat['seat']}/token"
    refused = client.send("POST", issuing, owner)
    assert (refused.status_code, refused.json["key"]) == (403, "entry-shows-seat")
    assert client.get(f"/v1/tables/{seat['table']}", seat["token"])["tournament"]["round"] == 1


def test_a_substitute_plays_on(client: Client, owner: str) -> None:
    path = opened(client, owner)
    ann = enter(client, path, owner, name="Ann", ref="user-11")["token"]
    enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    path_ = f"{path}/players/1/substitute"
    body = {"name": "Eve", "reason": "Ill", "ref": "user-12"}
    early = client.send("POST", path_, owner, json=body)
    assert [each["id"] for each in early.json["clauses"]] == ["C4"]
    play_round(client, path, [ann], Random(1))
    assert client.send("POST", path_, ann, json=body).status_code == 403
    assert client.send("POST", path_, owner, json={**body, "name": "ANN"}).status_code == 409
    made = client.post(path_, owner, body)
    assert client.send("GET", f"{path}/entry", ann).status_code == 401
    entry = client.get(f"{path}/entry", made["token"])
    assert (entry["name"], entry["seat"]) == ("Eve", None), "the seat was Ann's"
    shown = client.get(path, owner)
    assert shown["players"][0]["name"] == "Eve"
    assert shown["standings"] == client.get(path)["standings"]
    assert client.post("/v1/erasures", owner, {"ref": "user-11"})["persons"] == 2, (
        "and at the table"
    )
    assert "Ann" not in str(client.get(f"{path}/events", owner)["events"])
    assert client.get(path)["players"][0]["name"] == "Eve"
    client.delete(f"{path}/players/1/person", owner)
    assert client.get(path)["players"][0]["name"] == "Player 1"


def test_a_substitute_erases_nobody_else(client: Client, owner: str) -> None:
    path = opened(client, owner)
    enter(client, path, owner, name="Ann", ref="user-13")
    body = {"name": "Eve", "reason": "Ill"}
    eve = client.post(f"{path}/players/1/substitute", owner, body)["token"]
    client.delete(f"{path}/players/1/person", eve)
    events = str(client.get(f"{path}/events", owner)["events"])
    assert ("Ann" in events, "Eve" in events) == (True, False)


def test_seats_are_named_where_the_director_seats_and_nowhere_else(
    client: Client, owner: str
) -> None:
    for form, tables in (("fixed", None), ("fixed", []), ("lot", [[1, 2]])):
        path = opened(client, owner, format=form)
        for _ in range(2):
            enter(client, path, owner, bot="easy")
        refused = client.send("POST", f"{path}/rounds", owner, json={"tables": tables})
        assert (refused.status_code, refused.json["key"]) == (403, "tournament-names-seats")
        assert client.get(path)["played"] == []


def test_a_person_is_erased(client: Client, owner: str) -> None:
    path = opened(client, owner)
    enter(client, path, owner, name="Ann", ref="user-9")
    client.delete(f"{path}/players/1/person", owner)
    assert client.get(path, owner)["players"][0]["name"] == "Player 1"
    assert client.get(path, owner)["players"][0]["ref"] is None
    eve = enter(client, path, owner, name="Eve")["token"]
    erasing = f"{path}/players/{{}}/person"
    assert client.send("DELETE", erasing.format(1), eve).refusal == (403, "not-allowed")
    client.delete(erasing.format(2), eve)
    assert client.get(path, owner)["players"][1]["name"] == "Player 2"
    enter(client, path, owner, name="Bob", ref="user-10")
    assert client.post("/v1/erasures", owner, {"ref": "user-10"})["persons"] == 1
    assert client.get(path, owner)["players"][2]["name"] == "Player 3"
    events = client.get(f"{path}/events", owner)["events"]
    assert "Bob" not in str(events)
    log_everything(client.context)
    scrubber, faults, more = client.context.scrubber, list[Broken](), True
    while more:
        done = scrubber.advance(time=client.context.runtime.now())
        faults, more = [*faults, *done.found], done.more
    assert faults == [], "an erasure is no fault of the record"


def test_no_person_has_the_name_of_any_bot(client: Client, owner: str) -> None:
    path = opened(client, owner)
    for name in ("easy", "EASY 12", "easy12", "medium \uff11\uff12", "hard 4000", "\u0435asy 7"):
        refused = client.send("POST", f"{path}/players", owner, json={"name": name})
        assert refused.refusal == (409, "name-taken"), name
    enter(client, path, owner, name="easygoing 12")


def test_nobody_gets_the_token_of_another_person_by_a_key_that_can_be_guessed(
    client: Client, owner: str
) -> None:
    join = f"{opened(client, owner, joining='anyone')}/players"
    for key in ("1", "join-ann"):
        refused = client.send("POST", join, json={"name": "Ann"}, Idempotency_Key=key)
        assert refused.status_code == 422
        assert refused.json["errors"][0]["key"] == "form-idempotency-key-short"
    key = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
    first, again = (
        client.send("POST", join, json={"name": "Ann"}, Idempotency_Key=key) for _ in range(2)
    )
    assert (first.status_code, again.json) == (201, first.json)
    assert (
        client.send("POST", join, owner, json={"name": "Bob"}, Idempotency_Key="1").is_replayed
        is False
    )


def test_one_request_erases_from_so_many_tournaments(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "AT_ONCE", 2)
    owner = client.key("erases")
    for _ in range(3):
        enter(client, opened(client, owner), owner, name="Ann", ref="user-13")
    first, second = (client.post("/v1/erasures", owner, {"ref": "user-13"}) for _ in range(2))
    assert (first["persons"], first["more"]) == (2, True)
    assert (second["persons"], second["more"]) == (1, False)


def test_no_name_stands_for_a_player_who_was_erased(client: Client, owner: str) -> None:
    path = opened(client, owner)
    enter(client, path, owner, name="Player 1")
    for name in ("Player 1", "PLAYER 3", "Player 17"):
        refused = client.send("POST", f"{path}/players", owner, json={"name": name})
        assert (refused.status_code, refused.json["code"]) == (409, "name-taken")
    enter(client, path, owner, name="Player 2")


def test_a_stranger_does_not_take_all_places(client: Client, owner: str) -> None:
    quota = Settings(given_secret=SECRET, reads=0, writes=0, openings=0, strangers=600)
    path = opened(client, owner, joining="anyone", visibility="public", most=64)
    strangers = client_of(client.context, quota)
    joined = 0
    while strangers.send("POST", f"{path}/players", json={"name": f"P{joined}"}).status_code == 201:
        joined += 1
    assert joined < 20
    assert len(client.get(path)["players"]) == joined


@pytest.mark.parametrize(
    ("terms", "pointer", "clause"),
    [
        ({"game": "chess"}, "/game", None),
        ({"seats": 3}, "/seats", None),
        ({"fill": "godlike"}, "/fill", None),
        ({"table_terms": {"stand_in": "godlike"}}, "/table_terms/stand_in", None),
        ({"table_terms": {"test": True}}, "/table_terms/test", None),
        ({"format": "knock_out", "fill": "easy"}, None, "C14"),
        ({"game": "skat", "seats": 3, "target": 9}, None, "C12"),
        ({"starts": ["2001-01-01T19:00:00Z"]}, None, "C20"),
        ({"starts": ["2999-01-01T19:00:00Z"]}, None, "C20"),
        ({"starts": ["soon"]}, "/starts/0", None),
    ],
)
def test_contradictory_terms_are_refused(
    client: Client, owner: str, terms: dict[str, Any], pointer: str | None, clause: str | None
) -> None:
    answer = client.send("POST", "/v1/tournaments", owner, json={**SHORT, **terms})
    assert answer.refusal == (422, "invalid")
    if pointer is not None:
        assert answer.pointers == [pointer]
    if clause is not None:
        assert [each["id"] for each in answer.json["clauses"]] == [clause]


def test_it_is_closed_while_its_tables_are_opened(
    client: Client, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = opened(client, owner)
    for _ in range(2):
        enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    made = list[Id]()

    def closed_before(*given: Any) -> Id:
        client.delete(path, owner)
        made.append(open_table_of(*given))
        return made[-1]

    monkeypatch.setattr(progress, "open_table_of", closed_before)
    for _ in ("the draw", "the tables"):
        assert progress.advance_tournament(client.context, _uuid(path))
    assert not progress.advance_tournament(client.context, _uuid(path))
    assert client.get(path)["status"] == "closed"
    assert [client.get(f"/v1/tables/{table}")["status"] for table in made] == ["closed"]


def test_the_sweep_looks_at_a_break_only_when_it_is_over(
    client: Client, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = opened(client, owner, break_seconds=60)
    for _ in range(4):
        enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    looked = list[UUID]()

    def look(context: Any, tournament: UUID) -> bool:
        looked.append(tournament)
        return progress.advance_tournament(context, tournament)

    carry_on(client)
    assert client.get(path)["status"] == "break"
    monkeypatch.setattr(workers.sweep, "advance_tournament", look)
    carry_on(client)
    assert _uuid(path) not in looked
    client.context.runtime.sleep(60)
    carry_on(client)
    assert _uuid(path) in looked
    assert client.get(path)["status"] == "over"


def test_rounds_begin_at_a_time_once_two_are_there(client: Client, owner: str) -> None:
    now = client.context.runtime.now()
    starts = [timestamp(now + seconds * 1_000_000) for seconds in (60, 7_200)]
    body = {**SHORT, "rounds": 3, "starts": starts, "break_seconds": 10}
    made = client.send("POST", "/v1/tournaments", owner, json=body, Idempotency_Key="evening")
    path = f"/v1/tournaments/{made.json['id']}"
    enter(client, path, owner, bot="easy")
    client.context.runtime.sleep(61)
    carry_on(client)
    assert (client.get(path)["starts"], client.get(path)["status"]) == (starts, "open")
    again = client.send("POST", "/v1/tournaments", owner, json=body, Idempotency_Key="evening")
    assert (again.status_code, again.json["id"]) == (201, made.json["id"])
    enter(client, path, owner, bot="easy")
    carry_on(client)
    shown = client.get(path)
    assert (shown["status"], len(shown["played"]), shown["next_round_at"]) == (
        "break",
        1,
        starts[1],
    )
    client.post(f"{path}/pause", owner, {"reason": "Dinner"}, method="PUT")
    client.context.runtime.sleep(7_200)
    carry_on(client)
    assert len(client.get(path)["played"]) == 1
    client.delete(f"{path}/pause", owner)
    carry_on(client)
    assert len(client.get(path)["played"]) == 2
    client.context.runtime.sleep(10)
    carry_on(client)
    assert client.get(path)["status"] == "over"


def test_the_time_of_a_round_ends_its_tables(client: Client, owner: str) -> None:
    path = opened(client, owner, rounds=1, round_seconds=60)
    tokens = [enter(client, path, owner, name=name)["token"] for name in ("Ann", "Bob")]
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    assert client.get(f"{path}/entry", tokens[0])["seat"] is not None
    client.context.runtime.sleep(61)
    carry_on(client)
    shown = client.get(path)
    assert (shown["status"], shown["played"][0]["tables"][0]["ranks"]) == ("over", [1, 1])


def _uuid(path: str) -> UUID:
    return UUID(path.rpartition("/")[2])


def test_the_standings_as_a_sheet(client: Client, owner: str) -> None:
    """A line for each part of each score, and one for who has no result yet."""
    path = opened(client, owner, rounds=1, format="lot", table_terms={}, visibility="public")
    enter(client, path, owner, name="=Ann", ref="u-1")
    enter(client, path, owner, name="Bob")
    columns = ["rank", "players", "names", "refs", "score", "won", "lost"]
    columns += ["kind", "round", "table", "points", "reason"]
    before = client.send("GET", path, owner, Accept="text/csv")
    assert (before.mimetype, before.headers["Cache-Control"]) == ("text/csv", "private, no-store")
    lines = list(csv.reader(StringIO(before.text, newline="")))
    assert lines[0] == columns
    assert [(line[2], line[7:]) for line in lines[1:]] == [("'=Ann", [""] * 5), ("Bob", [""] * 5)]
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    fixed = {"round": 1, "player": 1, "points": -2, "reason": "Late"}
    client.post(f"{path}/corrections", owner, fixed)
    shown = client.get(path, owner)["standings"]
    nothing = {"kind": "", "points": "", "reason": ""}
    due = [
        [
            *map(
                str,
                (row["rank"], row["points"], line["kind"], line["points"], line["reason"] or ""),
            )
        ]
        for row in shown
        for line in row["lines"] or [nothing]
    ]
    sheet = client.send("GET", path, owner, Accept="text/csv").text
    found = list(csv.DictReader(StringIO(sheet, newline="")))
    assert [[each[name] for name in SHOWN] for each in found] == due
    assert {each["refs"] for each in found} == {"u-1", ""}
    public = client.send("GET", path, Accept="text/csv").text
    assert "u-1" not in public
    assert client.send("GET", path, Accept="text/html").status_code == 406


SHOWN = ("rank", "score", "kind", "points", "reason")
