"""Tables that the release 0.2.0 can read, as long as it runs beside this one or may come back."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, cast
from uuid import UUID

import pytest

from domain.judge.record_rules import DEAL, READ_BY, TABLE, is_allowed
from domain.kernel.deal import Opened as DealOpened
from domain.table.events import TableOpened
from events.postgres import PostgresStore
from events.record import PUBLIC
from service import logs
from service.assembly import build, build_play
from service.context import PlayContext
from service.repository import StreamRepository
from service.runtime import Runtime
from service.settings import Settings
from tests.api.playing import Client, Opened, client_of
from tests.simulation.runtime import RUNTIME
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS
from verifier.verify import verify

AT = 11
LONG = 24
"""More loss points than two deals of Goat can give: 6 each, or 12 after a deal without a loser."""
VERSION = READ_BY["0.2.0"]
DURAK = {"game": "durak", "name": "x", "seats": [{"name": "Ann"}, {"name": "Bob"}]}
UNKNOWN: list[tuple[dict[str, Any], str]] = [
    ({"hints": True}, "/hints"),
    ({"pause_seconds": 5}, "/pause_seconds"),
    ({"ref": "mine"}, "/ref"),
    ({"metadata": {"a": "b"}}, "/metadata"),
    ({"seats": [{"name": "Ann", "ref": "ann"}, {"name": "Bob"}]}, "/seats/0/ref"),
    ({"seats": [{"name": "Ann"}, {"bot": "hard"}]}, "/seats/1/bot"),
    ({"stand_in": "hard"}, "/stand_in"),
    (
        {
            "game": "skat",
            "seats": [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cleo"}],
            "options": {"claims": "order"},
        },
        "/options",
    ),
]


@pytest.fixture(scope="module")
def older(client: Client, settings: Settings) -> Client:
    """A process of this release whose new tables 0.2.0 can read."""
    streams = StreamRepository(client.context.store, RUNTIME, table_version=VERSION)
    context = replace(client.context, streams=streams)
    return client_of(context, settings)


def schemas(client: Client, stream: str) -> list[tuple[str, int]]:
    """The types of a stream's events, and the versions in which they were written."""
    records = client.context.store.load(UUID(stream), viewer=PUBLIC)
    return [(each.type, each.schema) for each in records]


def series(client: Client, table: Opened) -> list[str]:
    streams = client.table(table)
    return [str(each.deal) for each in streams.state.deals]


def test_all_events_are_in_versions_that_the_release_knows(older: Client, client: Client) -> None:
    table = older.open(target=LONG)
    older.play(table, Random(3))
    older.record(str(table.deal))
    second = series(client, table)[-1]
    client.play(replace(table, deal=second), Random(4))
    client.record(second)  # by a process whose own tables are newer
    deals = series(client, table)
    assert len(deals) == 3
    for first, stream in [(TABLE, table.id), *((DEAL, each) for each in deals)]:
        (opened, version), *rest = schemas(client, stream)
        assert (opened, version) == (first, VERSION)
        assert all(is_allowed(first, VERSION, *each) for each in rest)
    for token in (table.owner, table.tokens[1]):
        answer = client.send("GET", f"{table.deal_path}/bundle", token)
        verdicts = list(verify(Case(read(answer.data))))
        assert len(verdicts) > 5
        assert [each for each in verdicts if each.status == FAILS] == []


def test_the_answer_says_what_is_read_later(older: Client, client: Client) -> None:
    answer: Any = older.send("POST", "/v1/tables", owner := older.key(), json=DURAK).json
    shown = answer["table"]
    assert shown["views_after"] == "members", "in the form of the release"
    assert {**client.get(f"/v1/tables/{shown['id']}", owner), "now": shown["now"]} == shown


@pytest.mark.parametrize(("fields", "pointer"), UNKNOWN)
def test_what_the_release_does_not_know_is_refused(
    older: Client, client: Client, fields: Mapping[str, Any], pointer: str
) -> None:
    answer = older.send("POST", "/v1/tables", older.key(), json={**DURAK, **fields})
    assert answer.status_code in {409, 422, 503}
    assert pointer in str(answer.json)
    assert (
        client.send("POST", "/v1/tables", client.key(), json={**DURAK, **fields}).status_code == 201
    )


def test_a_branch_of_a_newer_table_is_as_new(older: Client, client: Client, played: Opened) -> None:
    path, body = f"{played.deal_path}/branches", {"at": AT, "deal": "true"}
    answer: Any = older.send("POST", path, played.owner, json=body).json
    branch = Opened(answer["table"]["id"], None, {}, played.owner)
    assert schemas(client, branch.id)[0] == (TABLE, TableOpened.VERSION)
    assert schemas(client, series(client, branch)[0])[0] == (DEAL, DealOpened.VERSION)


@pytest.fixture
def complete(
    settings: Settings, url: str, valkey_broker: str, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """All that a program is assembled from; logging stays as the other tests have it."""
    monkeypatch.setattr(logs, "set_up", lambda **_: None)
    return replace(settings, database_url=url, broker_url=valkey_broker)


@pytest.mark.parametrize("assemble", [build, build_play], ids=["web", "worker"])
@pytest.mark.parametrize(("release", "version"), [("", TableOpened.VERSION), ("0.2.0", VERSION)])
def test_the_setting_says_which_release(
    assemble: Callable[[Settings, Runtime], PlayContext],
    release: str,
    version: int,
    complete: Settings,
) -> None:
    context = assemble(replace(complete, readable_by=release), RUNTIME)
    with cast("PostgresStore", context.store).pool:
        assert context.streams.table_version == version
