"""Erasure: a person's name leaves the database and every answer, and every proof stays valid."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, cast
from uuid import UUID, uuid4

import orjson
import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from domain.kernel.stored import older_data
from domain.table import series
from domain.table.events import TableOpened
from events.record import CommandMetadata, NewEvent, Secret
from service.access.credentials import seat_token
from service.repository import StreamRepository
from service.streams import TABLES
from service.tables import creation
from service.tables.creation import NewSeat, NewTable
from tests.api.playing import Client, Opened
from tests.api.test_evidence import bundle_of, statuses
from tests.simulation.runtime import RUNTIME
from verifier.verdicts import FAILS

ANN: Final = "Zerlina Quux"
NOTE: Final = "prefers mornings"
REF: Final = "user-zq-77"
SEATS: Final = [
    {"name": ANN, "ref": REF, "metadata": {"note": NOTE}},
    {"name": "Bob", "ref": "user-b"},
]
DURAK: Final[dict[str, Any]] = {"game": "durak", "options": {"points_to_win": 1}}
V4: Final = 4
OLD: Final = "Quentin Vex"
"""A name that one older table of one test has."""


def played(client: Client, seats: Any = SEATS) -> Opened:
    """A table whose series is over, all of it in the log."""
    table = client.open(seats=seats, visibility="public", **DURAK)
    client.play(table, Random(3))
    client.record(str(table.deal))
    client.sequence()
    return table


def columns_with(url: str, word: str) -> Iterator[str]:
    """The tables of the database that hold a word: in a text, in JSON, or in bytes."""
    in_hex = word.encode().hex()
    with psycopg.connect(url) as connection:
        names = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
            " AND relkind = 'r' ORDER BY relname"
        ).fetchall()
        for (name,) in names:
            query = SQL(
                "SELECT count(*) FROM {} t WHERE position(%s in t::text) > 0"
                " OR position(%s in t::text) > 0"
            )
            row = connection.execute(query.format(Identifier(name)), (word, in_hex)).fetchone()
            if row != (0,):
                yield name


def paths(table: Opened) -> list[str]:
    """Everything that says something about a table."""
    on, deal = table.path, table.deal_path
    of_table = [on, f"{on}/series", f"{on}/events", f"{on}/bundle?receipts=true"]
    views = [deal, f"{deal}?view=full", f"{deal}/events?view=full", f"{deal}/bundle"]
    proofs = [f"{deal}/transcript", f"{deal}/audit", f"{deal}/disputes", f"{on}/watchers"]
    return [*of_table, *views, *proofs, "/v1/tables", "/v1/me", "/v1/me/events?after=0"]


def answers(client: Client, table: Opened) -> dict[tuple[str, str], str]:
    """The answers to every caller, by path and caller."""
    callers = {"owner": table.owner, "seat": table.tokens[1], "other": client.key()}
    return {
        (path, name): client.send("GET", path, who).text
        for path in paths(table)
        for name, who in callers.items()
    }


def with_word(found: dict[tuple[str, str], str], word: str) -> set[str]:
    return {
        path.partition("?")[0].rpartition("/")[2]
        for (path, _), text in found.items()
        if word in text
    }


def erasable(url: str, table: str) -> int:
    """How many values of a table that can be erased are stored."""
    with psycopg.connect(url) as connection:
        query = "SELECT count(*) FROM secret WHERE stream_id = %s AND audience < -1"
        [(count,)] = connection.execute(query, [table]).fetchall()
    return int(count)


def test_an_erased_name_is_nowhere(database_client: Client, url: str) -> None:
    client = database_client
    name, note, ref = "Philippa Zorn", "sleeps at noon", "user-of-one-test"
    table = played(client, [{"name": name, "ref": ref, "metadata": {"note": note}}, SEATS[1]])
    before = answers(client, table)
    assert {"events", "bundle", "tables", "audit"} <= with_word(before, name)
    assert {*columns_with(url, name)} == {"stream"}, "its secret is encrypted"
    kept = erasable(url, table.id)
    done = client.send("POST", "/v1/erasures", table.owner, json={"ref": ref})
    assert done.json == {"persons": 1, "tables": 1, "more": False}
    found = answers(client, table)
    for word in (name, note, ref):
        assert with_word(found, word) == set()
        assert list(columns_with(url, word)) == []
    assert erasable(url, table.id) == kept - 3, "their secrets are deleted, not only unreadable"
    shown = client.get(table.path, table.owner)["seats"]
    assert [(each["name"], each["erased"], each["ref"]) for each in shown] == [
        ("Player 1", True, None),
        ("Bob", False, "user-b"),
    ]


@pytest.mark.costly
def test_every_proof_stays_valid(client: Client) -> None:
    table = played(client)
    on = f"{table.path}/bundle"
    before, old = statuses(bundle_of(client, on, table.owner)), bundle_of(client, on, table.owner)
    erase(client, table, 0)
    client.sequence()
    bundle = bundle_of(client, on, table.owner)
    assert statuses(bundle) == before
    assert FAILS not in before.values()
    assert [each.body for each in bundle.events[: len(old.events)]] == [
        each.body for each in old.events
    ]
    assert statuses(bundle_of(client, f"{table.deal_path}/bundle", table.owner))["log"] != FAILS


def erase(client: Client, table: Opened, seat: int, who: str | None = None) -> int:
    path = f"{table.path}/seats/{seat}/person"
    return client.send("DELETE", path, who or table.owner).status_code


def test_a_seat_erases_itself_and_no_other(client: Client) -> None:
    table = client.open(seats=SEATS, **DURAK)
    assert erase(client, table, 1, table.tokens[0]) == 403
    assert erase(client, table, 0, table.tokens[0]) == 204
    seats = client.get(table.path, table.tokens[1])["seats"]
    assert [each["name"] for each in seats] == ["Player 1", "Bob"]
    events = client.get(f"{table.path}/events", table.owner)["events"]
    assert (events[-1]["type"], events[-1]["data"]) == (
        "table.person_erased",
        {"seat": 0, "taken": 2},
    )
    assert erase(client, table, 0, table.tokens[0]) == 204
    assert client.get(table.path, table.owner)["version"] == events[-1]["position"]


@pytest.mark.costly
def test_play_goes_on(client: Client) -> None:
    table = client.open(seats=SEATS, **DURAK)
    assert erase(client, table, 0) == 204
    assert client.play(table, Random(4)) > 0


def test_who_left_is_erased_too_and_who_sits_there_now_is_not(client: Client) -> None:
    table = client.open(seats=[SEATS[0]], **DURAK)
    path = f"{table.path}/seats/0"
    client.delete(path, table.owner)
    assert client.send("PUT", path, table.owner, json={"name": "Cleo"}).status_code == 201
    done: Any = client.send("POST", "/v1/erasures", table.owner, json={"ref": REF}).json
    assert done["persons"] == 1
    events = client.send("GET", f"{table.path}/events", table.owner).text
    assert ANN not in events
    assert "Cleo" in events
    assert erase(client, table, 0) == 204
    assert "Cleo" not in client.send("GET", f"{table.path}/events", table.owner).text


def test_an_owner_erases_all_who_sat_on_a_seat_and_its_invitation(client: Client) -> None:
    table = client.open(seats=[SEATS[0]], **DURAK)
    path = f"{table.path}/seats/0"
    client.delete(path, table.owner)
    token = client.guest(table, "invitation", ref="user-c", metadata={"note": NOTE})
    assert client.send("PUT", path, token, json={"name": "Cleo"}).status_code == 201
    done: Any = client.send("POST", "/v1/erasures", table.owner, json={"ref": "user-c"}).json
    assert done == {"persons": 1, "tables": 1, "more": False}
    assert ANN in client.send("GET", f"{table.path}/events", table.owner).text
    assert erase(client, table, 0) == 204
    events = client.send("GET", f"{table.path}/events", table.owner).text
    assert [word for word in (ANN, REF, "Cleo", NOTE) if word in events] == []


def test_another_owner_erases_nothing(client: Client) -> None:
    table = client.open(seats=SEATS, **DURAK)
    done = client.send("POST", "/v1/erasures", client.key(), json={"ref": REF})
    assert done.json == {"persons": 0, "tables": 0, "more": False}
    assert client.get(table.path, table.owner)["seats"][0]["name"] == ANN


@pytest.mark.costly
def test_a_rematch_keeps_the_refs_and_they_are_erased_there_too(client: Client) -> None:
    table = played(client)
    answer: Any = client.send("POST", f"{table.path}/rematch", table.owner, json={}).json
    seats = answer["table"]["seats"]
    assert [each["ref"] for each in seats] == ["user-b", REF]
    assert seats[1]["metadata"] == {"note": NOTE}
    done: Any = client.send("POST", "/v1/erasures", table.owner, json={"ref": REF}).json
    assert done["tables"] == 2
    shown = client.get(f"/v1/tables/{answer['table']['id']}", table.owner)["seats"]
    assert [each["name"] for each in shown] == ["Bob", "Player 2"]


def test_an_empty_seat_and_a_bot_have_nobody_to_erase(client: Client) -> None:
    table = client.open(seats=[{"bot": "easy"}], **DURAK)
    assert [erase(client, table, seat) for seat in (0, 1, 9)] == [404, 404, 404]


def test_notices_of_a_process_that_remembers_the_table_have_no_erased_ref(client: Client) -> None:
    table = client.open(seats=SEATS, **DURAK)
    client.sequence()
    beside = client.beside(streams=StreamRepository(client.context.store, RUNTIME))
    news = "/v1/me/events?after=0&limit=1000"
    assert REF in beside.send("GET", news, table.owner).text
    assert erase(client, table, 0) == 204
    client.sequence()
    assert REF not in beside.send("GET", news, table.owner).text


def test_a_process_that_remembers_the_table_forgets_the_name(client: Client) -> None:
    table = client.open(seats=SEATS, **DURAK)
    other = StreamRepository(client.context.store, RUNTIME)
    known = other.table(UUID(table.id))
    assert known is not None
    assert known.state.players[0].name == ANN  # type: ignore[union-attr]
    assert erase(client, table, 0) == 204
    after = other.table(UUID(table.id))
    assert ANN not in repr(after)
    assert ANN not in repr(other.remembered_table(UUID(table.id)))
    assert after is not None
    assert not any(
        ANN.encode() in each.payload for record in after.records for each in record.openings
    )


@pytest.fixture
def older(client: Client) -> Opened:
    """A table that an older release has opened."""
    return opened_before(client, "Oldrich Vane")


def opened_before(client: Client, name: str) -> Opened:
    """A table that an older release has opened: the name is in the hashed bytes."""
    owner, table = client.key(), UUID(int=0xF << 124 | uuid4().int >> 4)
    root = client.get("/v1/me", owner)["id"]
    new = NewTable(
        name="Old",
        visibility="public",
        views_after="members",
        test=False,
        seats=[NewSeat(name), NewSeat()],
        **DURAK,
    )
    token = seat_token(table, 0, b"\1" * 32)
    events = creation.new_table(table, root, new, {0: token})
    folded = series.begin(cast("TableOpened", events[0]), first_version=V4)
    status, summary = TABLES.summary(TABLES.grown(folded, events[1:], RUNTIME.now(), "key:x"))
    client.context.store.append(
        table,
        kind=TABLES.kind,
        expected=0,
        command=CommandMetadata(id=uuid4(), actor=f"key:{root}", at=RUNTIME.now()),
        events=[NewEvent(each.TYPE, V4, older_data(each, V4, seal=Secret)) for each in events],
        status=status,
        summary=summary,
    )
    return Opened(str(table), None, {0: token}, owner)


def test_an_older_table_masks_the_name_but_for_the_evidence(
    database_client: Client, url: str
) -> None:
    client = database_client
    older = opened_before(client, OLD)
    path = older.path
    taken = client.post(f"{path}/seats/1", older.owner, {"name": "Bob"}, method="PUT")
    tokens = {**older.tokens, 1: taken["token"]}
    table = Opened(older.id, taken["table"]["deal"]["id"], tokens, older.owner)
    records = client.context.store.load(UUID(older.id), viewer="public")
    assert [each.schema for each in records if each.type == "table.seat_taken"] == [V4, V4]
    assert OLD in client.send("GET", f"{path}/events", older.owner).text
    assert erase(client, table, 0) == 204
    client.play(table, Random(3))
    client.record(str(table.deal))
    assert with_word(answers(client, table), OLD) == {"bundle"}
    assert {*columns_with(url, OLD)} == {"event_tables"}
    bundle = bundle_of(client, f"{path}/bundle", older.owner)
    assert FAILS not in statuses(bundle).values()
    assert orjson.loads(bundle.events[1].body)["data"]["name"] == OLD


def test_an_older_table_takes_no_notes(client: Client, older: Opened) -> None:
    path = f"{older.path}/seats/1"
    refused = client.send("PUT", path, older.owner, json={"name": "Bob", "ref": "x"})
    assert refused.status_code == 422
