"""Public tables can be read without a credential, on the budget of strangers, and nothing else."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from service.api.dependencies import Application
from service.settings import Settings
from tests.api.playing import PERSONS, Client, Opened
from tests.api.streamed import streamed, streams_of, takes_streams
from tests.api.test_erasure import older

NDJSON = "application/x-ndjson"
assert older, "a fixture"


@pytest.fixture(scope="module")
def public(client: Client) -> Opened:
    """A public table whose first deal is over."""
    table = client.open(name="The public table")
    client.play(table, Random(5))
    client.record(str(table.deal))
    client.sequence()
    return table


@pytest.mark.parametrize("view", ["public", "seat:0", "seat:3", "full"])
def test_a_finished_deal_is_shown_in_every_view(client: Client, public: Opened, view: str) -> None:
    deal = public.deal_path
    other = client.key("other")
    for path in (f"{deal}?view={view}", f"{deal}/events?view={view}", f"{deal}/frames?view={view}"):
        shown, expected = client.get(path), client.get(path, other)
        assert {**shown, "now": None} == {**expected, "now": None}
    assert client.get(f"{deal}/bundle")["kind"] == "deal"
    assert client.get(f"{deal}/transcript")["expect"]["over"] is True


def test_a_deal_that_is_on_is_shown_as_the_public_sees_it(client: Client, table: Opened) -> None:
    client.play(table, Random(1), moves=2)
    deal = table.deal_path
    assert client.get(deal)["view"] == "public"
    for view in ("seat:0", "full"):
        for path in (deal, f"{deal}/events", f"{deal}/frames", f"{deal}/bundle"):
            assert client.send("GET", f"{path}?view={view}").status_code == 403


def test_a_table_for_members_is_not_shown(client: Client) -> None:
    table = client.open(views_after="members")
    for path in (table.path, table.deal_path):
        assert client.send("GET", path).status_code == 404
        assert client.send("GET", path, client.key("other")).status_code == 200


def test_a_branch_shows_no_more_than_its_source(client: Client) -> None:
    """Callers who may see the source may branch it; the branch has the terms of the source."""
    table = client.open(views_after="members")
    client.play(table, Random(5))
    bots = [{"bot": "easy"}] * 4
    body = {"at": 6, "deal": "true", "seats": bots}
    made = client.post(f"{table.deal_path}/branches", client.key(), body)
    branch = made["table"]
    assert branch["views_after"] == "members"
    assert client.send("GET", f"/v1/deals/{branch['deal']['id']}?view=full").status_code == 404


@pytest.mark.costly
def test_a_rematch_of_an_older_table_is_not_shown(client: Client, older: Opened) -> None:
    seat = client.send("PUT", f"{older.path}/seats/1", older.owner, json={"name": "Bob"})
    tokens = {**older.tokens, 1: seat.json["token"]}
    table = Opened(older.id, seat.json["table"]["deal"]["id"], tokens, older.owner)
    client.play(table, Random(3))
    client.record(str(table.deal))
    again: Any = client.send("POST", f"{table.path}/rematch", tokens[0], json={})
    assert again.status_code in {200, 201}, again.text
    assert client.send("GET", f"/v1/tables/{again.json['table']['id']}").status_code == 404


@pytest.mark.parametrize("fields", [{"visibility": "private"}, {"test": True}])
def test_other_tables_are_in_no_list(client: Client, fields: dict[str, Any]) -> None:
    table = client.open(seats=PERSONS[:1], **fields)
    client.sequence()
    assert table.id not in [each["id"] for each in client.get("/v1/tables?status=open")["tables"]]
    changes = client.get("/v1/lobby/events?after=0&limit=1000")["events"]
    assert table.id not in [each["table"] for each in changes]


def test_the_lobby_is_listed_and_followed(client: Client, public: Opened) -> None:
    assert public.id in [each["id"] for each in client.get("/v1/tables")["tables"]]
    assert str(public.deal) in [each["id"] for each in client.get("/v1/deals")["deals"]]
    changes = client.get("/v1/lobby/events?after=0&limit=1000")["events"]
    mine = next(each["line"] for each in changes if each["table"] == public.id and each["line"])
    assert (mine["name"], mine["ref"], mine["metadata"]) == ("The public table", None, None)


def test_a_table_of_an_older_release_is_for_holders_of_keys(client: Client, older: Opened) -> None:
    table = older
    client.sequence()
    assert client.get(table.path, client.key("other"))["id"] == table.id
    assert client.send("GET", table.path).status_code == 404
    assert table.id not in [each["id"] for each in client.get("/v1/tables")["tables"]]


@pytest.mark.parametrize("path", ["/v1/tables?owner=me", "/v1/deals?ref=user-1", "/v1/me"])
def test_what_is_about_the_caller_needs_a_credential(client: Client, path: str) -> None:
    assert client.send("GET", path).status_code == 401


PATHS = (
    *("/v1/tables", "/v1/deals", "/v1/tables/{table}", "/v1/tables/{table}/series"),
    *("/v1/tables/{table}/events", "/v1/deals/{deal}", "/v1/deals/{deal}/events"),
    *("/v1/deals/{deal}/frames", "/v1/deals/{deal}/transcript", "/v1/deals/{deal}/bundle"),
    *("/v1/deals/{deal}/openings?view=full", "/v1/log/inclusion?version=1&stream={deal}"),
)


@pytest.mark.parametrize("path", PATHS)
def test_no_shared_cache_keeps_it(client: Client, public: Opened, path: str) -> None:
    """Others are shown more, or less once their terms change."""
    answer = client.send("GET", path.format(table=public.id, deal=public.deal))
    assert answer.status_code == 200, answer.text
    assert {"private", "no-store"} & {*answer.headers["Cache-Control"].split(", ")}


def test_an_export_needs_a_credential(client: Client) -> None:
    assert client.send("GET", "/v1/deals", Accept=NDJSON).status_code == 401


def test_a_wrong_credential_is_refused_where_none_is_needed(client: Client, public: Opened) -> None:
    assert client.send("GET", public.path, "key_of_nobody").status_code == 401


def test_a_public_deal_can_be_followed(client: Client, table: Opened) -> None:
    client.play(table, Random(5))
    application = client.flask.application
    assert isinstance(application, Application)
    follower = Client(application.test_client(), client.context)
    takes_streams(follower)
    path = f"{table.deal_path}/events"
    assert follower.send("GET", path, Accept=NDJSON).status_code == 200
    (stream,) = streams_of(follower)
    stream.renew()
    lines = streamed(stream, application).splitlines()
    assert len([line for line in lines if line]) == len(client.get(path)["events"])


def test_it_counts_on_the_budget_of_strangers(client: Client, settings: Settings) -> None:
    table = client.open()
    few = replace(settings, strangers=3, reads=1)
    narrow = client.beside(few)
    path = table.path
    assert [narrow.send("GET", path).status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert narrow.send("GET", path, client.key("other")).status_code == 200
