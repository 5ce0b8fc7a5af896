"""The archive of a person: deals by player, contract and result, as a sheet, and counted."""

import csv
from io import StringIO
from random import Random
from typing import Any

import pytest

from service.lists.lines import written
from tests.api.playing import Client

SHEET = "text/csv"
FORMULA = '=HYPERLINK("http://evil.example")'


@pytest.fixture(scope="module")
def owner(client: Client) -> str:
    """The owner of some deals of Skat, and of one of Goat."""
    key = client.key()
    people = [{"name": "Ann", "ref": "u-1"}, {"name": FORMULA, "ref": "u-2"}, {"name": "Cid"}]
    for chance in range(8):
        table = client.open(key, game="skat", seats=people, name="Ours", ref="club")
        client.play(table, Random(chance))
        client.record(str(table.deal))
    goat = client.open(key, seats=[*people, {"name": "Dan"}])
    client.play(goat, Random(5))
    client.record(str(goat.deal))
    client.sequence()
    return key


def deals(client: Client, owner: str, query: str) -> list[dict[str, Any]]:
    path = f"/v1/deals?owner=me&status=over&limit=100&{query}"
    found: list[dict[str, Any]] = client.get(path, owner)["deals"]
    return found


def test_deals_are_found_by_person_contract_and_result(client: Client, owner: str) -> None:
    every = deals(client, owner, "")
    assert len(every) == 9
    assert {each["contract"] for each in every} > {None}
    assert deals(client, owner, "player=ann") == every
    assert deals(client, owner, "player=nobody") == []
    for contract in {each["contract"] for each in every} - {None}:
        declared = [each for each in every if each["contract"] == contract]
        assert deals(client, owner, f"contract={contract}") == declared
        for result in ("won", "lost"):
            own = [
                each
                for each in declared
                if each["declarer"] == 0 and (0 in each["won_by"]) == (result == "won")
            ]
            assert deals(client, owner, f"ref=u-1&contract={contract}&result={result}") == own
    lost = [each for each in every if each["won_by"] and 0 not in each["won_by"]]
    assert deals(client, owner, "player=Ann&result=lost") == lost


def test_a_sheet_has_a_line_for_each_person_and_no_formula(client: Client, owner: str) -> None:
    answer = client.send("GET", "/v1/deals?owner=me&status=over", owner, Accept=SHEET)
    assert answer.mimetype == SHEET
    lines = list(csv.DictReader(StringIO(answer.text, newline="")))
    assert len(lines) == 8 * 3 + 4
    assert {each["name"] for each in lines} == {"Ann", f"'{FORMULA}", "Cid", "Dan"}
    assert {each["result"] for each in lines} <= {"won", "lost", "even"}
    own = client.send("GET", "/v1/deals?owner=me&ref=u-1&result=won", owner, Accept=SHEET).text
    assert {each["ref"] for each in csv.DictReader(StringIO(own, newline=""))} <= {"u-1"}
    assert client.send("GET", "/v1/deals", Accept=SHEET).refusal == (401, "unauthenticated")


def test_no_cell_begins_a_formula() -> None:
    signs = (*"=+-@\uff1d\uff0b\uff0d\uff20\ufe66\u2212", "\t", "\r", "\n")
    cells = [f"{before}{sign}1" for before in ("", " ", "\u3000", "\ufeff") for sign in signs[:10]]
    cells += [f"{sign}1" for sign in signs[10:]]
    sheet = written([cells, ["Ann = Bob", "(-1)", -1]]).decode()
    unsafe, safe = csv.reader(StringIO(sheet, newline=""))
    assert (unsafe, safe) == ([f"'{cell}" for cell in cells], ["Ann = Bob", "(-1)", "-1"])


def test_results_are_counted_for_each_reference(client: Client, owner: str) -> None:
    said = client.get("/v1/me/statistics", owner)
    assert (said["deals"], said["next"]) == (9, None)
    every = deals(client, owner, "")
    for line in said["people"]:
        assert line["deals"] == line["won"] + line["lost"] + line["even"]
    own = [each for each in said["people"] if each["ref"] == "u-1"]
    assert sum(each["deals"] for each in own) == 9
    assert sum(each["won"] for each in own) == sum(0 in each["won_by"] for each in every)
    grands = "ref=u-1&contract=grand&result=lost"
    counted = client.get(f"/v1/me/statistics?{grands}", owner)
    assert counted["deals"] == len(deals(client, owner, grands))
    part = client.get("/v1/me/statistics?limit=4", owner)
    rest = client.get(f"/v1/me/statistics?cursor={part['next']}", owner)
    assert (part["deals"], rest["deals"]) == (4, 5)


def test_others_see_no_references(client: Client, owner: str) -> None:
    stranger = client.key("other")
    assert client.get("/v1/me/statistics", stranger)["deals"] == 0
    assert client.get("/v1/deals?ref=u-1", stranger)["deals"] == []
    shown = client.send("GET", "/v1/deals?player=Ann", stranger, Accept=SHEET).text
    assert "u-1" not in shown
    seat = client.open(owner)
    assert client.send("GET", "/v1/me/statistics", seat.tokens[0]).refusal == (403, "not-allowed")


@pytest.mark.parametrize("first", "=+-@\t\r")
def test_no_cell_is_a_formula(first: str) -> None:
    assert f"'{first}1" in written([[f"{first}1", "2"]]).decode()
