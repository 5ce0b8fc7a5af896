"""Readers: finished deals of one table in full, and nothing of a deal that is on."""

from random import Random
from typing import Any, Final

import pytest

from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_evidence import bundle_of, statuses
from verifier.verdicts import FAILS

LONG: Final[dict[str, Any]] = {"game": "durak", "seats": PERSONS[:2], "visibility": "private"}
SERIES: Final[dict[str, Any]] = {"options": {"points_to_win": 3}}
PATHS: Final = ("", "/frames", "/events", "/bundle", "/transcript")


@pytest.fixture(scope="module")
def two(client: Client) -> tuple[Opened, str]:
    """A private table with one deal that is over and another one that is on."""
    table = client.open(**LONG, **SERIES)
    client.play(table, Random(6))
    client.record(str(table.deal))
    client.sequence()
    return table, client.get(table.path, table.owner)["deal"]["id"]


def shown(client: Client, path: str, who: str) -> str:
    answer = client.send("GET", path, who)
    assert answer.status_code == 200, answer.text
    said = answer.json if answer.is_json else None
    return str({**said, "now": None}) if isinstance(said, dict) else answer.text


@pytest.mark.parametrize("path", PATHS)
def test_a_finished_deal_is_shown_as_to_a_party(
    client: Client, two: tuple[Opened, str], path: str
) -> None:
    table, _ = two
    token, on = client.guest(table, "reader"), f"/v1/deals/{table.deal}{path}"
    views = ("full", "seat:0", "seat:1", "public") if path != "/transcript" else (None,)
    for view in views:
        wanted = on if view is None else f"{on}?view={view}"
        assert shown(client, wanted, token) == shown(client, wanted, table.tokens[0])


def test_the_evidence_is_whole(client: Client, two: tuple[Opened, str]) -> None:
    table, _ = two
    bundle = bundle_of(client, f"{table.deal_path}/bundle", client.guest(table, "reader"))
    assert bundle.view == "full"
    assert FAILS not in statuses(bundle).values()


@pytest.mark.parametrize(
    ("path", "view"),
    [
        *((path, "") for path in PATHS),
        *((path, f"?view={view}") for path in PATHS[:-1] for view in ("public", "seat:0", "full")),
    ],
)
def test_nothing_is_shown_of_a_deal_that_is_on(
    client: Client, two: tuple[Opened, str], path: str, view: str
) -> None:
    table, on = two
    for token in (client.guest(table, "reader"), client.guest(table, "reader", deal=on)):
        answer = client.send("GET", f"/v1/deals/{on}{path}{view}", token)
        assert answer.refusal == (403, "view-not-allowed")


def test_the_table_is_shown_with_names_and_without_notes(client: Client) -> None:
    seats = [{"name": "Ann", "ref": "user-a", "metadata": {"note": "x"}}, {"name": "Bob"}]
    table = client.open(**{**LONG, "seats": seats}, ref="match-1")
    token = client.guest(table, "reader")
    for path in ("", "/series"):
        text = client.send("GET", f"/v1/tables/{table.id}{path}", token).text
        assert path or "Ann" in text
        assert "user-a" not in text
        assert "match-1" not in text
    of_table = [f"{table.path}/{path}" for path in ("events", "bundle", "readers")]
    for address in (*of_table, f"/v1/disputes?table={table.id}"):
        answer = client.send("GET", address, token)
        assert answer.refusal == (403, "not-allowed")


def test_a_reader_of_one_deal_reads_no_other(client: Client, two: tuple[Opened, str]) -> None:
    table, on = two
    token = client.guest(table, "reader", deal=table.deal)
    assert client.get(f"{table.deal_path}?view=full", token)["status"] == "over"
    other = client.guest(table, "reader", deal=on)
    assert client.send("GET", table.deal_path, other).refusal == (404, "not-found")
    me = client.get("/v1/me", other)
    assert (me["kind"], me["name"], me["deal"]) == ("reader", "Eve", on)


def test_a_deal_of_another_table_is_not_found(client: Client, two: tuple[Opened, str]) -> None:
    table, _ = two
    other = client.open(**LONG)
    path = f"{table.path}/readers"
    body = {"name": "Eve", "deal": other.deal}
    assert client.send("POST", path, table.owner, json=body).refusal == (404, "not-found")
    token = client.guest(table, "reader")
    assert client.send("GET", other.deal_path, token).refusal == (404, "not-found")
    assert client.send("GET", other.path, token).refusal == (404, "not-found")


def test_a_player_shares_a_deal_and_ends_the_token(client: Client, two: tuple[Opened, str]) -> None:
    table, _ = two
    token = client.guest(table, "reader", table.tokens[1], deal=table.deal)
    lines = client.get(f"{table.path}/readers", table.tokens[0])["readers"]
    mine = lines[-1]
    assert (mine["by"], mine["deal"], mine["dismissed"]) == (1, table.deal, False)
    assert token not in str(lines)
    path = f"{table.path}/readers/{mine['reader']}"
    assert client.send("DELETE", path, table.tokens[0]).refusal == (403, "not-allowed")
    client.delete(path, table.tokens[1])
    assert client.send("GET", table.deal_path, token).refusal == (401, "unauthenticated")


def test_the_terms_of_a_table_bind_its_owner_too(client: Client) -> None:
    table = client.open(**LONG, views_after="members")
    path, body = f"{table.path}/readers", {"name": "Eve"}
    for who in (table.owner, table.tokens[0]):
        assert client.send("POST", path, who, json=body).refusal == (403, "not-allowed")


@pytest.mark.costly
def test_a_table_without_spectators_has_readers(client: Client) -> None:
    """Spectators watch a deal that is on; a reader reads it when it is over."""
    table = client.open(**LONG, spectators=False)
    token = client.guest(table, "reader")
    assert client.send("GET", table.deal_path, token).refusal == (403, "view-not-allowed")
    client.play(table, Random(7))
    assert client.get(f"{table.deal_path}?view=seat:1", token)["status"] == "over"
