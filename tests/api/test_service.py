"""The state of the service: health, readiness, metrics, request ids; and a missing database."""

import logging
import re
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from domain.games import GAMES
from domain.kernel.policy import LEVELS
from service.api import metrics
from service.api.problems import Fault
from service.api.requests import read_json
from service.settings import Settings
from tests import plain, servers
from tests.api.playing import GOAT, Client, Opened, client_of
from tests.api.serving import Web, serving
from tests.contexts import SECRET, opened_context
from tests.serving import until

pytestmark = pytest.mark.threads


def test_the_contract_is_served(client: Client) -> None:
    answer = client.send("GET", "/openapi.yaml")
    assert answer.mimetype == "application/yaml"
    assert answer.text == Path("openapi.yaml").read_text("utf-8")


def test_requests_and_moves_are_counted_by_template(client: Client, table: Opened) -> None:
    client.send("GET", table.path, table.owner)
    client.send("POST", f"{table.deal_path}/moves", table.tokens[0], json={"move": {}})
    page = metrics.page().decode()
    line = 'fairdeal_requests_total{endpoint="/v1/tables/<uuid:table>",method="GET",status="200"}'
    assert line in page
    assert 'fairdeal_moves_total{game="goat",outcome="invalid"}' in page
    assert 'fairdeal_pool_connections{state="all"}' in page
    assert table.id not in page


def ended() -> dict[str, float]:
    """The number of deals that have ended, by result."""
    lines = metrics.page().decode().splitlines()
    found = (line.partition(" ") for line in lines if line.startswith("fairdeal_deals_total{"))
    return {name.split('"')[1]: float(count) for name, _, count in found}


def test_deals_are_counted_by_how_they_end(client: Client) -> None:
    before = ended()
    table = client.open()
    for _ in range(2):
        client.delete(table.path, table.owner)
    after = ended()
    assert after.pop("abandoned") == before.pop("abandoned", 0) + 1
    assert after == before


@pytest.mark.parametrize(
    ("given", "kept"),
    [("abc-1.2:x", True), ("a b", False), ("x" * 65, False), ("", False), ("ä", False)],
)
def test_a_sane_request_id_is_kept(given: str, kept: bool, client: Client) -> None:  # noqa: FBT001
    answer = client.send("GET", "/healthz", X_Request_Id=given)
    assert (answer.headers["X-Request-Id"] == given) is kept
    assert answer.headers["X-Request-Id"]


def test_the_request_is_in_the_record(client: Client) -> None:
    answer = client.send("POST", "/v1/tables", client.key(), json=GOAT, X_Request_Id="from-here")
    stream = client.context.streams.table(UUID(answer.json["table"]["id"]))
    assert stream is not None
    assert stream.records[0].correlation == "from-here"


def test_the_target_may_stand_among_the_options(client: Client) -> None:
    fields = {**GOAT, "options": {"loss_target": 4}}
    shown: Any = client.send("POST", "/v1/tables", client.key(), json=fields).json
    assert shown["table"]["target"] == shown["table"]["options"]["loss_target"] == 4


@pytest.mark.parametrize("body", [b"9" * 5_000, b"-" + b"9" * 401, b"\xef\xbb\xbf{}"])
def test_the_reason_why_a_body_is_no_json_says_nothing_of_our_parser(body: bytes) -> None:
    with pytest.raises(Fault) as caught:
        read_json(body)
    assert not re.search("sys|utf-8-sig|decode", str(caught.value.detail.values))


def test_a_whole_number_may_be_written_with_a_point() -> None:
    assert read_json(b"[62.0, 6.2e1, -0.0, 6.5]") == [62, 62, 0, 6.5]
    assert [type(each) for each in read_json(b"[62.0, 1e3, 6.5]")] == [int, int, float]


def test_a_move_of_another_game_is_refused_by_the_deal(client: Client, table: Opened) -> None:
    words = {"move": {"type": "attack", "card": "7C"}}
    refused = client.send("POST", f"{table.deal_path}/moves", table.tokens[0], json=words)
    assert refused.status_code == 409
    assert [each["id"] for each in refused.json["clauses"]] == ["T5"]


def test_games_say_what_they_are_played_by(client: Client) -> None:
    lines = {each["key"]: each for each in client.get("/v1/games")["games"]}
    assert list(lines) == list(GAMES)
    target = lines["goat"]["options"]["loss_target"]
    assert target.pop("title")
    assert target == {"default": 12, "minimum": 2, "maximum": 24}
    book = client.get("/v1/games/goat")
    assert {clause["id"] for clause in book["clauses"]} >= {"G1", "G20", "T1", "T5"}
    assert [move["properties"]["type"]["const"] for move in book["moves"]["oneOf"]] == [
        "lead",
        "beat",
        "discard",
        "pull",
    ]


def test_games_list_zones_and_trumps(client: Client) -> None:
    books = {key: client.get(f"/v1/games/{key}") for key in GAMES}
    zones = books["goat"]["zones"]
    assert [(each["zone"], each["owner"], each["shape"], each["at"]) for each in zones] == [
        ("hand", "seat", "hand", ["/hands/*"]),
        ("stock", "table", "deck", ["/stock"]),
        ("trick", "seat", "laid", ["/laid/*/cards"]),
        ("pile", "side", "heap", ["/piles/*"]),
    ]
    assert [each["by"] for each in zones] == [None, None, "seat", None]
    assert zones[1]["shown"] == {"at": ["/shown"], "where": "beside"}
    assert books["goat"]["trumps"]["at"] == ["/trump"]
    assert books["goat"]["trumps"]["cards"]["S"][:3] == ["AS", "TS", "KS"], "G3"
    assert books["svoi_kozyri"]["trumps"]["owner"] == "seat"
    assert books["skat"]["trumps"]["cards"]["grand"] == ["JC", "JS", "JH", "JD"]
    assert books["skat"]["trumps"]["cards"]["null"] == []


def test_bots_are_listed_game_by_game(client: Client) -> None:
    listed = client.get("/v1/bots")["bots"]
    books = {each["key"]: each["bots"] for each in client.get("/v1/games")["games"]}
    assert {each["game"]: [bot["level"] for bot in each["levels"]] for each in listed} == books
    policies = [bot["policy"] for each in listed for bot in each["levels"]]
    assert {policy.split("/")[0] for policy in policies} == {*LEVELS} - {"expert"}


def test_a_bug_is_answered_and_logged_without_its_message(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("7C")

    monkeypatch.setattr("service.api.resources.tables.find_tables", fail)
    client.may_fail = True
    with caplog.at_level(logging.INFO):
        answer = client.send("GET", "/v1/tables", client.key())
    assert answer.refusal == (500, "broken")
    assert "7C" not in answer.text + caplog.text


def test_a_database_that_is_gone_is_no_bug(embedded_postgres: str) -> None:
    with servers.fresh_database(embedded_postgres) as url, opened_context(url) as context:
        settings = Settings(database_url=url, given_secret=SECRET)
        client = client_of(context, settings)
        table = client.open()
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        with psycopg.connect(embedded_postgres, autocommit=True) as admin:
            admin.execute(
                sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(
                    sql.Identifier(str(name))
                )
            )
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )
        context.credentials.pool.timeout = 0.3
        assert client.send("GET", "/healthz").status_code == 200
        for path in ("/readyz", table.path):
            answer = client.send("GET", path, table.owner)
            assert answer.refusal == (503, "unavailable")
            assert answer.headers["Retry-After"] == "2"


def test_a_huge_body_in_pieces_is_refused(web: Web, database_client: Client) -> None:
    client = database_client
    pieces = (b"[" + b" " * 10_000 for _ in range(20))
    answer = plain.post(
        f"{web.url}/v1/tables",
        content=pieces,
        headers={"Authorization": f"Bearer {client.key()}", "Content-Type": "application/json"},
    )
    assert answer.status_code == 413, answer.text


def test_an_altered_record_is_not_shown(embedded_postgres: str) -> None:
    with servers.fresh_database(embedded_postgres) as url:
        with opened_context(url) as context:
            table = client_of(context).open()
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("SET session_replication_role = replica")  # disables the triggers
            owner.execute(
                "UPDATE event SET body = convert_to(replace(convert_from(body, 'UTF8'),"
                " 'system', 'nobody'), 'UTF8') WHERE stream_id = %s AND version = 2",
                [table.deal],
            )
        with opened_context(url) as context:
            client = client_of(context)
            answer = client.send("GET", table.deal_path, table.tokens[0])
    assert answer.status_code == 500
    assert answer.json["code"] == "broken-record"


def test_the_log_contains_no_text_chosen_by_callers(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    client.send("GET", "/v1/games/%1B%5B31mpwn%207C")
    said = capsys.readouterr().out
    assert "request" in said
    assert "pwn" not in said


@pytest.mark.long
@pytest.mark.served
def test_polls_whose_clients_have_left_end_on_a_real_server(
    url: str, valkey_broker: str, database_client: Client, tmp_path: Path
) -> None:
    tables = [database_client.open() for _ in range(2)]
    with serving(url, valkey_broker, tmp_path, tmp_path / "numbers") as web:

        def polls() -> list[str]:
            return re.findall(r"^fairdeal_waiting_readers (\S+)$", web.numbers(), re.MULTILINE)

        with ExitStack() as clients:
            for table in tables * 5:
                path = f"/v1/deals/{table.deal}/events?after=99&wait=25"
                head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {table.owner}"
                address = ("127.0.0.1", urlsplit(web.url).port)
                clients.enter_context(socket.create_connection(address)).sendall(
                    f"{head}\r\n\r\n".encode()
                )
            until(lambda: polls() == ["10.0"])
        until(lambda: polls() == ["0.0"], seconds=5)  # they would wait for 25
