"""The disputes at all tables of an owner: filters, visibility and pages."""

from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest

from service.settings import Settings
from tests.api.playing import Client, Opened
from tests.api.test_branches import everybody, opened
from tests.api.test_disputes import DISMISSED, disputed, finished, ruling


def listed(client: Client, who: str, query: str = "", *, limit: int = 100) -> list[dict[str, Any]]:
    return client.pages(f"/v1/disputes?{query}", who, limit=limit)


@pytest.fixture(scope="module")
def tables(client: Client) -> list[Opened]:
    """Three tables of an owner, one a test, and one of another; the disputes are not logged yet."""
    owner = client.key()
    made = [finished(client, owner), finished(client, owner, test=True)]
    made += [finished(client, owner), finished(client)]
    for table in (made[0], made[1], made[3], made[0]):
        disputed(client, table, seat=1)
    judge = client.guest(made[0], "auditor")
    assert client.send("POST", ruling(made[0]), judge, json=DISMISSED).status_code == 201
    path = f"/v1/deals/{made[0].deal}/disputes/2/answers"
    client.post(path, made[0].tokens[2], {"text": "I had none."})
    return made


def test_a_dispute_is_listed_once_it_is_logged(client: Client) -> None:
    table = finished(client)
    disputed(client, table)
    assert listed(client, table.owner) == []
    client.sequence()
    assert len(listed(client, table.owner)) == 1


def test_the_list_has_what_the_tables_have(client: Client, tables: list[Opened]) -> None:
    client.sequence()
    owner = tables[0].owner
    whole = listed(client, owner)
    expected = [
        {"table": table.id, **each}
        for table in tables[:3]
        for each in client.get(f"{table.deal_path}/disputes", owner)["disputes"]
    ]
    assert whole == sorted(expected, key=lambda line: line["opened_at"], reverse=True)
    assert [line["table"] for line in whole] == [tables[0].id, tables[1].id, tables[0].id]
    assert [len(line["answers"]) for line in whole] == [1, 0, 0]
    assert [line["ruling"] is None for line in whole] == [True, True, False]
    for limit in (1, 2):
        assert listed(client, owner, limit=limit) == whole
        for query, chosen in (
            ("&status=open", whole[:2]),
            ("&status=ruled", whole[2:]),
            (f"&table={tables[0].id}", [whole[0], whole[2]]),
            (f"&table={tables[0].id}&status=open", whole[:1]),
            (f"&table={tables[2].id}", []),
        ):
            assert listed(client, owner, query, limit=limit) == chosen, query


def test_disputes_of_others_are_not_listed(client: Client, tables: list[Opened]) -> None:
    client.sequence()
    stranger, other = client.key(), tables[3].owner
    assert listed(client, stranger) == []
    assert [line["table"] for line in listed(client, other)] == [tables[3].id]
    for query in (f"&table={tables[0].id}", f"&table={UUID(int=9)}"):
        assert listed(client, other, query) == []
    cursor = client.get("/v1/disputes?limit=1", tables[0].owner)["next"]
    assert tables[0].id not in str(client.get(f"/v1/disputes?cursor={cursor}", other))


def test_an_open_dispute_is_not_shown_with_a_ruling(client: Client) -> None:
    """The ruling is on record, but not in the log yet."""
    table = finished(client)
    disputed(client, table)
    client.sequence()
    judge = client.guest(table, "auditor")
    client.send("POST", ruling(table), judge, json=DISMISSED)
    assert listed(client, table.owner, "&status=open") == []
    assert [line["ruling"]["ruling"] for line in listed(client, table.owner)] == ["dismissed"]


def test_any_cursor_gives_some_page(client: Client, tables: list[Opened]) -> None:
    for cursor in ("A" * 52, "_" * 52, "-a" * 26):
        assert client.get(f"/v1/disputes?cursor={cursor}", tables[0].owner)["next"] is None
    for cursor in ("A" * 44, "A" * 51 + "=", "A" * 56):
        answer = client.send("GET", f"/v1/disputes?cursor={cursor}", tables[0].owner)
        assert answer.status_code == 422


def test_a_seat_and_an_auditor_list_the_disputes_of_their_table(
    client: Client, tables: list[Opened]
) -> None:
    client.sequence()
    table, other = tables[0], tables[2]
    known = listed(client, table.owner, f"&table={table.id}")
    for who in (table.tokens[2], client.guest(table, "auditor")):
        assert listed(client, who) == listed(client, who, f"&table={table.id}") == known
        assert listed(client, who, f"&table={other.id}") == []
    assert listed(client, other.tokens[0]) == []


def test_hundreds_of_disputes_are_read_by_pages(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page reads the projection once and each of its tables once, however many there are."""
    owner, made = client.key(), []
    many = client.beside(replace(settings, disputes=100, page_size=60))
    for _ in range(3):
        made.append(finished(many, owner))
        for number in range(100):
            disputed(many, made[-1], seat=number % 4)
    client.sequence()
    reads = list[str]()
    for of, name in ((client.context.listings, "disputes"), (client.context.streams, "table")):
        monkeypatch.setattr(of, name, counted(getattr(of, name), name, reads))
    seen, path = list[tuple[str, int]](), "/v1/disputes?limit=1000"
    page: dict[str, Any] = {"next": ""}
    while page["next"] is not None:
        reads.clear()
        page = many.get(path + (page["next"] and f"&cursor={page['next']}"), owner)
        lines = page["disputes"]
        tables = {line["table"] for line in lines}
        assert len(lines) <= 60
        assert (reads.count("disputes"), reads.count("table")) == (1, len(tables))
        seen += [(line["deal"], line["dispute"]) for line in lines]
    assert len(seen) == len(set(seen)) == 300


def counted(real: Any, name: str, calls: list[str]) -> Any:
    """A function that notes each of its calls."""

    def noting(*args: Any, **options: Any) -> Any:
        calls.append(name)
        return real(*args, **options)

    return noting


def test_disputes_of_branches_are_listed(client: Client) -> None:
    table = finished(client)
    branch = opened(client, table, seats=everybody(table))
    client.play(branch, Random(5))
    client.record(str(branch.deal))
    disputed(client, branch, seat=3)
    client.sequence()
    assert [line["deal"] for line in listed(client, table.owner)] == [branch.deal]
