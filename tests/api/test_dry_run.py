"""A move that is judged only: the answer of the rules, and nothing recorded."""

import pytest

from tests.api.playing import PERSONS, Client
from tests.keys import key_of

pytestmark = pytest.mark.database


def test_a_dry_run_answers_as_the_move_would_and_records_nothing(client: Client) -> None:
    table = client.open(game="durak", seats=PERSONS[:2])
    turn = client.get(table.deal_path, table.tokens[0])["to_act"]
    before = client.get(table.deal_path, table.tokens[turn])
    path, move = f"{table.deal_path}/moves", before["legal_moves"][0]["move"]
    wrong = {"type": "beat", "card": move["card"]}
    for said, seat in ((move, 1 - turn), (wrong, turn), ({"type": "fold"}, turn)):
        dry = client.send("POST", path, table.tokens[seat], json={"move": said, "dry_run": True})
        wet = client.send("POST", path, table.tokens[seat], json={"move": said})
        assert dry.refusal == wet.refusal
        assert dry.json.get("clauses") == wet.json.get("clauses")
    stale = {"move": move, "dry_run": True, "expected_version": before["version"] - 1}
    assert client.send("POST", path, table.tokens[turn], json=stale).refusal == (
        409,
        "stale-version",
    )
    allowed = client.send("POST", path, table.tokens[turn], json={"move": move, "dry_run": True})
    assert (allowed.status_code, allowed.data) == (204, b"")
    assert client.get(table.deal_path, table.tokens[turn])["version"] == before["version"]


def test_a_seat_with_a_key_asks_without_a_signature(client: Client) -> None:
    seats = [{"name": "Ann", "key": key_of(0)}, {"name": "Bob", "key": key_of(1)}]
    table = client.open(game="durak", seats=seats)
    turn = client.get(table.deal_path, table.tokens[0])["to_act"]
    move = client.get(table.deal_path, table.tokens[turn])["legal_moves"][0]["move"]
    path, token = f"{table.deal_path}/moves", table.tokens[turn]
    assert client.send("POST", path, token, json={"move": move}).refusal[1] == "signature-needed"
    answer = client.send("POST", path, token, json={"move": move, "dry_run": True})
    assert answer.status_code == 204
