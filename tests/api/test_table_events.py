"""The events of a table, as shown to its parties and to others."""

import json
import re
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from domain.kernel.event import Event
from domain.table import disputes, guests
from domain.table import events as tables
from domain.table.fields import field_audiences
from tests.api.playing import PERSONS, Client, Opened

DIGEST = re.compile("[0-9a-f]{64}")
KINDS = [
    kind
    for module in (tables, disputes, guests)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


@pytest.fixture(scope="module")
def disputed(client: Client) -> Opened:
    """A private word at a public table: a finished deal, a dispute, an auditor, a ruling."""
    table = client.open()
    client.play(table, Random(4))
    client.record(str(table.deal))
    claim = {"at": 3, "claim": "deal", "text": "They had them all."}
    client.send("POST", f"{table.deal_path}/disputes", table.tokens[0], json=claim)
    named = client.send("POST", f"{table.path}/auditors", table.owner, json={"name": "El"})
    ruling = {"ruling": "upheld", "adjustment": [1, -1], "text": "So he had."}
    client.post(f"{table.deal_path}/disputes/1/ruling", named.json["token"], ruling)
    return table


def read(client: Client, table: Opened, who: str, **query: int) -> Any:
    more = "&".join(f"{name}={value}" for name, value in query.items())
    return client.get(f"{table.path}/events?{more}", who)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_of_every_kind_it_is_said_who_is_shown_what(kind: type[Event]) -> None:
    every = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    assert every - field_audiences(kind).keys() <= {"owner", "holder", "token"}
    assert not field_audiences(kind).keys() & {"owner", "holder", "token"}


def test_positions_have_no_gaps_in_any_view(client: Client, disputed: Opened) -> None:
    for who in (disputed.owner, disputed.tokens[0], client.key("other")):
        page = read(client, disputed, who)
        found = [each["position"] for each in page["events"]]
        assert found == list(range(1, page["version"] + 1))
        parts = [read(client, disputed, who, after=n, limit=1)["events"] for n in range(len(found))]
        assert [each for part in parts for each in part] == page["events"]


def test_keys_and_token_hashes_are_not_shown(client: Client, disputed: Opened) -> None:
    held = client.principal(disputed.owner)
    for who in (disputed.owner, disputed.tokens[0], client.key("other")):
        shown = read(client, disputed, who)
        assert str(held.id) not in json.dumps(shown)
        for each in shown["events"]:
            if each["type"] != "table.deal_recorded":  # the head of the deal's record
                assert not DIGEST.search(json.dumps(each))


def test_claims_are_visible_to_the_parties_of_the_table(client: Client, disputed: Opened) -> None:
    for who in (disputed.owner, disputed.tokens[3]):
        said = json.dumps(read(client, disputed, who))
        assert all(word in said for word in ("They had them all.", "So he had.", '"El"'))
    page = read(client, disputed, client.key("other"))
    said = json.dumps(page)
    assert not any(word in said for word in ("He had", "So he", '"El"', "upheld"))
    [ruled] = [each for each in page["events"] if each["type"] == "table.dispute_ruled"]
    assert ruled["data"]["adjustment"] == [1, -1], "the ledger is public"
    actors = {each["actor"] for each in page["events"] if each["type"].startswith("table.dispute_")}
    assert actors == {"seat", "auditor"}, "the fields `seat` and `auditor` are hidden, too"


def test_a_private_table_is_not_there_for_others(client: Client) -> None:
    table = client.open(seats=PERSONS[:1], visibility="private")
    assert client.send("GET", f"{table.path}/events", client.key("other")).status_code == 404
