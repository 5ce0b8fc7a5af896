"""Rematches: the same terms, rotated seats, and each seat reserved for its player."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from bots import core
from domain.table.players import kept_seat
from events.seat_keys import ACT
from service.context import Context
from service.settings import Settings
from service.tables import rematches
from service.tables.progress import record_deal
from tests.api.playing import PERSONS, Client, Opened, client_of
from tests.keys import key_of, signature_of

pytestmark = pytest.mark.threads

TERMS = ("game", "rules", "options", "target", "visibility", "spectators", "reveal_seconds")
CLOCK = ("turn_limit", "time_bank", "abandon", "stand_in", "name")


def given_up(client: Client, seat: int = 1, **fields: Any) -> Opened:
    """A table whose series is over because a player has left."""
    table = client.open(abandon="forfeit", **fields)
    client.post(f"{table.deal_path}/leaving", table.tokens[seat])
    record_deal(client.context, UUID(table.deal))
    return table


def ask(client: Client, table: Opened, who: str, **more: Any) -> Any:
    headers = {name: more.pop(name) for name in ("Idempotency_Key",) if name in more}
    return client.send("POST", f"{table.path}/rematch", who, json=more, **headers)


def ask_for_rematch(client: Client, table: Opened, seat: int, **more: Any) -> tuple[Any, int, str]:
    """Request a rematch; returns the tokens for a seat's player."""
    answer = ask(client, table, table.tokens[seat], **more)
    assert answer.status_code == 201, answer.text
    [given] = answer.json["tokens"]
    return answer.json["table"], given["seat"], given["token"]


def test_it_is_played_by_the_same_terms_one_seat_further(client: Client) -> None:
    table = given_up(client, turn_limit=40, time_bank=9, stand_in="easy", target=3, name="Ours")
    old = client.get(table.path, table.owner)
    assert (old["rematch"], old["rematch_of"]) == (None, None)
    tokens = {}
    for seat in (2, 0, 3, 1):
        shown, given, token = ask_for_rematch(client, table, seat)
        assert given == kept_seat(seat, 4) == (seat - 1) % 4
        tokens[given] = token
    assert shown["status"] == "playing"
    assert {name: shown[name] for name in TERMS + CLOCK} == {n: old[n] for n in TERMS + CLOCK}
    names = [each["name"] for each in shown["seats"]]
    assert names == ["Bob", "Cid", "Dan", "Ann"]
    assert (shown["rematch_of"], shown["rematch"]) == (table.id, None)
    assert client.get(table.path, table.owner)["rematch"] == shown["id"]
    for seat, token in tokens.items():
        assert client.get("/v1/me", token)["seat"] == seat
        assert client.get(f"/v1/deals/{shown['deal']['id']}", token)["view"] == f"seat:{seat}"
    events = client.get(f"/v1/tables/{shown['id']}/events", tokens[0])["events"]
    assert [(each["type"], each["actor"]) for each in events[1:3]] == [
        ("table.rematched", "system"),
        ("table.seat_taken", "seat:1"),
    ]
    assert events[1]["data"] == {"of": table.id, "moved": 1}


def test_asked_again_it_is_the_same(client: Client) -> None:
    table = given_up(client)
    shown, _, token = ask_for_rematch(client, table, 1, Idempotency_Key="again")
    for key in ("again", "another"):
        answer = ask(client, table, table.tokens[1], Idempotency_Key=key)
        assert answer.is_replayed
        assert answer.json["table"] == shown
        assert answer.json["tokens"] == [{"seat": 0, "token": token}]
    other, _, _ = ask_for_rematch(client, table, 2)
    assert other["id"] == shown["id"]
    again = ask(client, table, table.tokens[1], Idempotency_Key="again")
    assert again.json["table"] == shown, "unchanged"
    reused = ask(client, table, table.tokens[1], Idempotency_Key="again", commits=True)
    assert reused.refusal == (422, "idempotency-key-reused")


def test_an_api_key_takes_all_seats_that_it_held(client: Client) -> None:
    table = given_up(client, seats=[*PERSONS[:2], {"bot": "easy"}, {"bot": "medium"}])
    shown = ask(client, table, table.owner).json
    assert [each["seat"] for each in shown["tokens"]] == [3, 0]
    assert [each["bot"] for each in shown["table"]["seats"]] == [None, "easy", "medium", None]
    assert shown["table"]["status"] == "playing"
    for wrong in ({"key": key_of(1)}, {"commitment": "ab" * 32}):
        refused = ask(client, table, table.owner, **wrong)
        assert refused.refusal == (422, "invalid")
        assert refused.pointers[0] == f"/{next(iter(wrong))}"


def test_a_reserved_seat_cannot_be_taken_by_another_player(client: Client) -> None:
    guest, owner = client.key("guest"), client.key("owner")
    table = client.open(owner, seats=PERSONS[:3], abandon="forfeit")
    answer = client.send("PUT", f"{table.path}/seats/3", guest, json=PERSONS[3])
    deal, token = answer.json["table"]["deal"]["id"], answer.json["token"]
    table = Opened(table.id, deal, {**table.tokens, 3: token}, owner)
    client.send("POST", f"/v1/deals/{deal}/leaving", token)
    record_deal(client.context, UUID(deal))
    shown = ask(client, table, guest).json
    assert [each["seat"] for each in shown["tokens"]] == [2]
    for who in (owner, guest, client.key("stranger")):
        for seat in (0, 2):
            path = f"/v1/tables/{shown['table']['id']}/seats/{seat}"
            refused = client.send("PUT", path, who, json={"name": "Eve"})
            assert refused.refusal == (409, "seat-taken")
    assert ask(client, table, client.key("stranger")).refusal == (403, "not-allowed")
    client.sequence()
    assert client.get("/v1/tables?limit=1&free=true&owner=me", owner)["tables"] == []
    line = client.get("/v1/tables?limit=1&status=open", owner)["tables"][0]
    assert (line["id"], line["rematch_of"]) == (shown["table"]["id"], table.id)
    assert [each["seat"] for each in ask(client, table, owner).json["tokens"]] == [3, 0, 1]


def test_a_player_may_return_to_a_table_with_another_token(client: Client) -> None:
    table = given_up(client)
    shown, seat, token = ask_for_rematch(client, table, 1)
    client.delete(f"/v1/tables/{shown['id']}/seats/{seat}", token)
    _, _, other = ask_for_rematch(client, table, 1)
    assert client.send("GET", "/v1/me", token).status_code == 401
    assert client.get("/v1/me", other)["seat"] == seat


def test_keys_and_seeds_are_brought_again(client: Client) -> None:
    key = key_of(1)
    commits = [{**each, "commits": True} for each in PERSONS[:1]]
    table = client.open(seats=[*commits, {**PERSONS[1], "key": key}, *PERSONS[2:3]])
    client.send("DELETE", table.path, table.owner)
    assert ask(client, table, table.owner).refusal == (409, "no-rematch")
    seats = [*PERSONS[:1], {**PERSONS[1], "key": key}, *PERSONS[2:]]
    table = given_up(client, 0, seats=seats)
    shown, seat, _ = ask_for_rematch(client, table, 1)
    assert (shown["seats"][seat]["key"], shown["seats"][seat]["commits"]) == (None, False)
    brought: dict[str, Any] = {"key": key, "commitment": "ab" * 32}
    assert ask(client, table, table.tokens[2], **brought).refusal == (409, "signature-needed")
    said = {"type": "commit", "deal": shown["next_deal"]["id"], "commitment": "ab" * 32}
    where = {"stream": shown["id"], "position": shown["version"], "head": shown["head"]}
    brought["signature"] = signature_of(kept_seat(2, 4), said, **where, tag=ACT, by=1)
    shown, seat, _ = ask_for_rematch(client, table, 2, **brought)
    assert (shown["seats"][seat]["key"], shown["seats"][seat]["commits"]) == (key, True)
    assert ask(client, table, table.tokens[2], **brought).refusal == (409, "signature-refused")
    del brought["signature"]
    assert ask_for_rematch(client, table, 2, **brought)[0] == shown
    for other in ({"key": key_of(2)}, {"commitment": "cd" * 32}, {"commits": False}):
        assert ask(client, table, table.tokens[2], **other).refusal == (409, "seat-taken")
    assert ask(client, table, table.tokens[3], key="00" * 32).refusal == (409, "seat-key-refused")


def test_a_refused_signature_opens_no_table(client: Client) -> None:
    table = given_up(client)
    brought: dict[str, Any] = {"key": key_of(1), "commitment": "ab" * 32, "signature": "ab" * 64}
    assert ask(client, table, table.tokens[2], **brought).refusal == (409, "signature-refused")
    assert client.get(table.path, table.owner)["rematch"] is None
    client.sequence()
    owned = client.get("/v1/tables?limit=10&status=open", table.owner)["tables"]
    assert all(each["rematch_of"] != table.id for each in owned)


def test_there_is_none_while_the_series_is_on_or_of_a_branch(client: Client, table: Opened) -> None:
    assert ask(client, table, table.owner).refusal == (409, "no-rematch")
    over = given_up(client)
    fields = {"at": 3, "deal": "true"}
    made = client.send("POST", f"/v1/deals/{over.deal}/branches", over.owner, json=fields)
    branch = Opened(made.json["table"]["id"], None, {}, over.owner)
    assert ask(client, branch, over.owner).refusal == (409, "no-rematch")


def test_one_that_was_closed_is_the_only_one(client: Client) -> None:
    table = given_up(client)
    shown, *_ = ask_for_rematch(client, table, 0)
    client.send("DELETE", f"/v1/tables/{shown['id']}", table.owner)
    assert ask(client, table, table.tokens[1]).refusal == (409, "table-started")


def test_it_counts_among_the_open_tables_of_its_owner(client: Client, settings: Settings) -> None:
    context = replace(client.context, open_tables=1)
    few = client_of(context, settings)
    table = given_up(few)
    other = few.open(table.owner)
    assert ask(few, table, table.tokens[0]).refusal == (409, "too-many-tables")
    few.send("DELETE", other.path, table.owner)
    first, *_ = ask_for_rematch(few, table, 0)
    assert ask_for_rematch(few, table, 2)[0]["id"] == first["id"]


def test_concurrent_requests_find_the_same(client: Client) -> None:
    table = given_up(client)

    def one(seat: int) -> Any:
        app = Client(client.flask.application.test_client(), client.context)
        return ask_for_rematch(app, table, seat)[0]["id"]

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(one, range(4)))) == 1
    rematch = client.get(table.path, table.owner)["rematch"]
    assert client.get(f"/v1/tables/{rematch}", table.owner)["status"] == "playing"


def test_all_players_of_the_table_get_it(client: Client) -> None:
    table = given_up(client)
    shown, *_ = ask_for_rematch(client, table, 0)
    client.sequence()
    for who in (table.owner, *table.tokens.values()):
        notices = client.get("/v1/me/events?after=0&limit=100", who)["events"]
        [line] = [each for each in notices if each["type"] == "table.rematched"]
        assert (line["table"], line["rematch"]) == (table.id, shown["id"])
    last = client.get(f"{table.path}/events", table.owner)["events"][-1]
    assert (last["type"], last["data"]) == ("table.rematch_opened", {"table": shown["id"]})


def silent_about(table: Opened) -> Callable[..., Any]:
    """Commands on this table are lost."""
    execute: Callable[..., Any] = rematches.at_table  # type: ignore[attr-defined]

    def at_table(context: Context, on: UUID, *more: Any) -> Any:
        return None if str(on) == table.id else execute(context, on, *more)

    return at_table


def test_an_opening_that_was_cut_short_is_finished(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new table exists, but the old one has not recorded it."""
    table = given_up(client)
    with monkeypatch.context() as patch:
        patch.setattr(rematches, "at_table", silent_about(table))
        shown, *_ = ask_for_rematch(client, table, 0)
    assert client.get(table.path, table.owner)["rematch"] is None
    other, *_ = ask_for_rematch(client, table, 2)
    assert other["id"] == shown["id"]
    assert client.get(table.path, table.owner)["rematch"] == shown["id"]


def test_a_rematch_needs_what_its_bots_need(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = given_up(client, seats=[*PERSONS[:3], {"bot": "hard"}])
    monkeypatch.setattr(core, "is_available", lambda: False)
    assert ask(client, table, table.tokens[0]).refusal == (409, "level-not-available")
    monkeypatch.undo()
    assert ask(client, table, table.tokens[0]).status_code == 201


def test_all_keep_their_seats_if_the_first_wants_it(client: Client) -> None:
    table = given_up(client, 3, seats=[PERSONS[0], {"bot": "easy"}, *PERSONS[2:]])
    shown, given, _ = ask_for_rematch(client, table, 2, seats="same")
    assert (given, shown["seats"][1]["bot"]) == (2, "easy")
    agreed = client.get(f"{table.path}/people", table.tokens[0])["rematch"]
    assert agreed == {"table": shown["id"], "seats": "same", "agreed": [2]}
    assert ask(client, table, table.tokens[0], seats="next").json["code"] == "seat-taken"
    assert [ask_for_rematch(client, table, seat)[1] for seat in (0, 3)] == [0, 3]
    agreed = client.get(f"{table.path}/people", table.tokens[0])["rematch"]
    assert agreed["agreed"] == [0, 2, 3]
    [_, moved, *_] = client.get(f"/v1/tables/{shown['id']}/events", table.owner)["events"]
    assert moved["data"] == {"of": table.id, "moved": 0}


def test_who_has_agreed_is_shown_by_the_old_seats(client: Client) -> None:
    table = given_up(client)
    assert client.get(f"{table.path}/people", table.owner)["rematch"] is None
    shown, given, _ = ask_for_rematch(client, table, 3)
    assert given == 2
    for who in (table.owner, table.tokens[1]):
        agreed = client.get(f"{table.path}/people", who)["rematch"]
        assert agreed == {"table": shown["id"], "seats": "next", "agreed": [3]}


def test_a_token_that_was_issued_again_later_is_no_way_to_a_seat_of_the_rematch(
    client: Client,
) -> None:
    """P17: otherwise the host had the seat of an invited player, whose own token went on."""
    table = client.open(seats=[{}] * 4, abandon="forfeit")
    for seat in range(4):
        client.sit(table, seat, client.guest(table, "invitation", seat=seat))
    table.deal = client.get(table.path, table.owner)["deal"]["id"]
    client.post(f"{table.deal_path}/leaving", table.tokens[1])
    record_deal(client.context, UUID(table.deal))
    again = client.post(f"{table.path}/seats/3/token", table.owner)["token"]
    table.tokens[3] = again
    given = {seat: ask_for_rematch(client, table, seat)[2] for seat in (1, 2, 3)}
    assert ask_for_rematch(client, table, 3)[2] == given[3]
    later = client.post(f"{table.path}/seats/2/token", table.owner)["token"]
    assert ask(client, table, later).refusal == (409, "seat-taken")
    kept = client.get("/v1/me", given[2])
    assert kept["seat"] == kept_seat(2, 4)
    client.delete(f"/v1/tables/{kept['table']}/seats/{kept['seat']}", given[2])
    assert ask(client, table, later).status_code == 201, "the seat was left before"
