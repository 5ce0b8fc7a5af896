"""Lists of deals and tables: filters, times, visibility, pages, and what a page costs."""

from base64 import urlsafe_b64decode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest

from service.api.schemas.fields import Moment
from service.lists.listings import DEAL_LISTED, ref_party
from service.lists.queries import LATEST, cursor_of
from service.responses.players import NO_NOTES, NOBODY
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_seeds import opened as waiting_for_seeds

SKAT: dict[str, Any] = {"game": "skat", "seats": PERSONS[:3]}


def deals(client: Client, who: str, query: str = "", *, limit: int = 100) -> list[dict[str, Any]]:
    return client.pages(f"/v1/deals?{query}", who, limit=limit)


def names(found: list[dict[str, Any]]) -> list[str]:
    return [each["id"] for each in found]


@pytest.fixture(scope="module")
def over(client: Client) -> Opened:
    """A table with a finished deal and one that is on."""
    table = client.open(**SKAT)
    client.play(table, Random(4))
    client.record(str(table.deal))
    client.sequence()
    return table


def test_a_line_says_what_the_deal_and_the_series_say(client: Client, over: Opened) -> None:
    on, finished = deals(client, over.owner, "&owner=me")
    series = client.get(f"{over.path}/series", over.owner)
    table = client.get(over.path, over.owner)
    for line, status in ((on, "playing"), (finished, "over")):
        shown = client.get(f"/v1/deals/{line['id']}", over.owner)
        for name in ("id", "table", "number", "game", "opened_at", "started_at", "finished_at"):
            assert line[name] == shown[name]
        assert line["explained"] == shown["explained"]
        assert line["status"] == status
        seats = [{**seat, "ref": None} for seat in line["seats"]]
        assert [seat["name"] for seat in seats] == [each["name"] for each in table["seats"]]
    assert finished["explained"] == series["deals"][0]["explained"] != []
    assert finished["started_at"] <= finished["finished_at"] <= on["opened_at"]
    assert on["finished_at"] is None


def test_tables_and_series_say_when_they_began_and_ended(client: Client) -> None:
    table = client.open(seats=PERSONS[:3])
    path = table.path
    before = client.get(path, table.owner)
    assert (before["started_at"], before["finished_at"]) == (None, None)
    taken = client.send("PUT", f"{path}/seats/3", table.owner, json=PERSONS[3]).json["table"]
    started = client.get(path, table.owner)
    assert taken["started_at"] == started["started_at"] >= started["opened_at"]
    client.send("DELETE", path, table.owner)
    ended, series = client.get(path, table.owner), client.get(f"{path}/series", table.owner)
    assert ended["started_at"] == started["started_at"] <= ended["finished_at"]
    times = ("opened_at", "started_at", "finished_at")
    assert [series[name] for name in times] == [ended[name] for name in times]
    client.sequence()
    [line] = client.get("/v1/tables?owner=me", table.owner)["tables"]
    assert [line[name] for name in times] == [ended[name] for name in times]


def sit(client: Client, table: str, seat: int, who: str) -> str:
    """Take a seat at a table that its owner alone may see, as if the caller were invited."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.tables.sight.may_see", lambda *_: True)
        answer = client.send("PUT", f"/v1/tables/{table}/seats/{seat}", who, json=PERSONS[seat])
    return str(answer.json["token"])


def test_only_those_who_may_see_a_table_find_its_deals(client: Client) -> None:
    guest, stranger = client.key(), client.key()
    table = client.open(visibility="private", seats=PERSONS[:2], game="skat")
    token = sit(client, table.id, 2, guest)
    public = client.open(**SKAT)
    client.sequence()
    [mine] = deals(client, table.owner, "&owner=me")
    for who, seen in ((table.owner, True), (guest, True), (stranger, False)):
        assert (mine["id"] in names(deals(client, who))) is seen
        assert names(deals(client, who, f"&table={table.id}")) == [mine["id"]] * seen
        assert public.deal in names(deals(client, who))
    assert deals(client, guest, "&owner=me") == []
    assert names(deals(client, stranger, f"&table={public.id}")) == [public.deal]
    assert deals(client, stranger, f"&table={UUID(int=9)}") == []
    assert client.send("GET", "/v1/deals", token).status_code == 403


def test_a_player_who_has_left_a_private_table_does_not_find_it(client: Client) -> None:
    guest = client.key()
    table = client.open(visibility="private", seats=[], game="skat")
    token = sit(client, table.id, 0, guest)
    client.sequence()
    assert client.get("/v1/tables?limit=1", guest)["tables"][0]["id"] == table.id
    assert client.send("DELETE", f"{table.path}/seats/0", token).status_code == 204
    client.sequence()
    assert table.id not in str(client.get("/v1/tables", guest))
    assert client.get(f"/v1/tables?table={table.id}", guest)["tables"] == []


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_filters_choose_the_same_as_the_whole_list(client: Client, limit: int) -> None:
    owner = client.key()
    skat = [client.open(owner, **SKAT) for _ in range(3)]
    goat = [client.open(owner) for _ in range(2)]
    seeds = waiting_for_seeds(client)
    client.send("DELETE", f"/v1/tables/{skat[0].id}", owner)
    client.sequence()
    whole = deals(client, owner, "&owner=me", limit=limit)
    made = [*skat, *goat]
    assert names(whole) == [each.deal for each in reversed(made)]
    chosen_by: dict[str, Callable[[dict[str, Any]], bool]] = {
        "&game=goat": lambda line: line["game"] == "goat",
        "&status=playing": lambda line: line["status"] == "playing",
        "&status=abandoned": lambda line: line["status"] == "abandoned",
        "&status=seeds": lambda _: False,
        f"&table={skat[1].id}": lambda line: line["table"] == skat[1].id,
        f"&since={whole[2]['opened_at']}": lambda line: line["opened_at"] >= whole[2]["opened_at"],
        f"&until={whole[2]['opened_at']}": lambda line: line["opened_at"] < whole[2]["opened_at"],
        "&game=skat&status=playing": lambda line: line["table"] in {skat[1].id, skat[2].id},
    }
    for query, chosen in chosen_by.items():
        found = deals(client, owner, f"&owner=me{query}", limit=limit)
        assert found == [line for line in whole if chosen(line)], query
    assert seeds.deal in names(deals(client, seeds.owner, "&status=seeds&owner=me", limit=limit))


def test_tables_are_found_by_a_free_seat(client: Client) -> None:
    owner = client.key()
    waiting, full = client.open(owner, seats=PERSONS[:1]), client.open(owner)
    client.sequence()
    for query, table in (("free=true", waiting), ("free=false", full)):
        found = client.get(f"/v1/tables?owner=me&{query}", owner)["tables"]
        assert [each["id"] for each in found] == [table.id]


def test_no_seat_has_a_reference_yet(client: Client, over: Opened) -> None:
    assert deals(client, over.owner, "&ref=user-17") == []
    assert client.get("/v1/tables?ref=user-17", over.owner)["tables"] == []
    owners = (UUID(int=1), UUID(int=2))
    parties = {ref_party(owner, ref) for owner in owners for ref in ("a", "b")}
    assert len(parties) == 4


SEASON = {"season": "2026-autumn"}
NOTED: tuple[dict[str, Any], ...] = (
    {"ref": "match-1", "metadata": {**SEASON, "round:1": "a=b & c"}},
    {"ref": "match-2", "metadata": SEASON},
    {"ref": "match-1", "metadata": {"season": "2026", "round": ""}},
    {},
)
"""The notes of an owner on tables; Ann is user-1 at those that have a `ref`."""
FOUND_BY: dict[str, list[int]] = {
    "table_ref=match-1": [2, 0],
    "table_ref=match": [],
    "ref=user-1": [2, 1, 0],
    "ref=match-1": [],
    "metadata=season=2026-autumn": [1, 0],
    "metadata=season%3D2026-autumn": [1, 0],
    "metadata=season=": [],
    "metadata=round=": [2],
    "metadata=round:1=a=b%20%26%20c": [0],
    "metadata=season=2026-autumn&table_ref=match-1": [0],
    "metadata=season=2026-autumn&ref=user-1&game=skat&owner=me": [1, 0],
    "metadata=season=2026-autumn&game=goat": [],
}


@pytest.mark.parametrize(
    "on", ["client", pytest.param("database_client", marks=pytest.mark.costly)]
)
def test_what_their_owner_noted_finds_tables_and_deals(
    request: pytest.FixtureRequest, on: str
) -> None:
    client: Client = request.getfixturevalue(on)
    owner, other = client.key(), client.key()
    begun = client.get("/v1/lobby/events", owner)["position"]
    made = list[Opened]()
    for noted in NOTED:
        ann = {**PERSONS[0], **({"ref": "user-1"} if "ref" in noted else {})}
        made.append(client.open(owner, game="skat", seats=[ann, *PERSONS[1:3]], **noted))
    client.open(other, **SKAT, **NOTED[0])
    client.sequence()
    for query, chosen in FOUND_BY.items():
        tables = [made[each].id for each in chosen]
        assert names(client.get(f"/v1/tables?{query}", owner)["tables"]) == tables, query
        assert names(deals(client, owner, f"&{query}", limit=1)) == [made[n].deal for n in chosen]
        changes = client.get(f"/v1/lobby/events?after={begun}&{query}", owner)["events"]
        assert [each["table"] for each in reversed(changes)] == tables, query
        assert not {*tables} & {*names(client.get(f"/v1/tables?{query}", other)["tables"])}
        assert client.send("GET", f"/v1/tables?{query}").status_code == 401


EVENINGS_BY: dict[str, list[int]] = {
    "owner=me": [2, 1, 0],
    "tournament_ref=match-1": [2, 0],
    "ref=user-1": [2, 1, 0],
    "ref=user-2": [],
    "metadata=season=2026-autumn": [1, 0],
    "metadata=season=2026-autumn&tournament_ref=match-2": [1],
    "game=skat": [],
    "owner=me&game=durak&status=open": [2, 1, 0],
    "status=over": [],
    "until=2000-01-01T00:00:00Z": [],
    "since=2000-01-01T00:00:00Z&ref=user-1": [2, 1, 0],
}


@pytest.mark.parametrize(
    "on", ["client", pytest.param("database_client", marks=pytest.mark.costly)]
)
def test_filters_of_tournaments(request: pytest.FixtureRequest, on: str) -> None:
    """Tournaments are found as tables are, by their owner's notes and by who plays in them."""
    client: Client = request.getfixturevalue(on)
    owner, other = client.key(), client.key()
    terms = {"game": "durak", "name": "Evening", "format": "lot", "visibility": "private"}
    made = list[str]()
    for noted in NOTED[:3]:
        made.append(client.post("/v1/tournaments", owner, {**terms, **noted})["id"])
        client.sequence()
        path = f"/v1/tournaments/{made[-1]}/players"
        ann = client.post(path, owner, {"name": "Ann", "ref": "user-1"})
        assert ann["player"] == 1
        bob = client.post(path, owner, {"name": "Bob", "ref": "user-2"})["player"]
        client.sequence()
        found = client.get("/v1/tournaments?ref=user-2", owner)["tournaments"]
        assert names(found) == [made[-1]]
        assert client.send("DELETE", f"{path}/{bob}/person", owner).status_code == 204
        client.sequence()
    public = client.post("/v1/tournaments", other, {**terms, "visibility": "public"})["id"]
    client.sequence()
    for query, chosen in EVENINGS_BY.items():
        path = f"/v1/tournaments?{query}"
        pages = paged(client, path, owner)
        assert names(pages) == [made[each] for each in chosen], query
        assert not {*made} & {*names(client.get(path, other)["tournaments"])}
    every = client.get("/v1/tournaments", owner)["tournaments"]
    assert [(each["id"], each["ref"]) for each in every][:2] == [
        (public, None),
        (made[2], "match-1"),
    ]
    for query, status in (("owner=me", 401), ("ref=user-1", 401), ("table_ref=match-1", 422)):
        assert client.send("GET", f"/v1/tournaments?{query}").status_code == status
    assert public in names(client.get("/v1/tournaments")["tournaments"])


def paged(client: Client, path: str, who: str) -> list[Any]:
    """All entries of a list of tournaments, which is read one at a time."""
    found, cursor = list[Any](), ""
    while True:
        page = client.get(f"{path}&limit=1{cursor}", who)
        found += page["tournaments"]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


@pytest.mark.parametrize(
    "query",
    [
        *("metadata=season", "metadata==x", f"metadata={'k' * 41}=x", f"metadata=k={'v' * 501}"),
        *("metadata=a%20b=x", "metadata=k=a%00", "table_ref=", f"table_ref={'x' * 65}"),
        *("owner=you", "status=committing", "since=yesterday", "since=2026-13-01T00:00:00Z"),
        *("until=2026-11-23T12:00:00", "table=1", "ref=", f"ref={'x' * 65}", "free=true"),
        *("until=2026-11-23T24:00:00Z", "since=2026-11-00T00:00:00Z"),
    ],
)
def test_what_does_not_fit_is_refused(client: Client, query: str) -> None:
    assert client.send("GET", f"/v1/deals?{query}", client.key()).status_code == 422


def test_a_time_may_have_an_offset(client: Client, over: Opened) -> None:
    zone = timedelta(hours=5, minutes=30)
    line = deals(client, over.owner, "&owner=me")[-1]
    at = datetime.fromisoformat(line["opened_at"])
    assert at.tzinfo == UTC
    there = (at + zone).replace(tzinfo=None).isoformat(timespec="microseconds")
    for offset, found in (("%2B05:30", True), ("%2B05:29", False)):
        listed = deals(client, over.owner, f"&owner=me&since={there}{offset}")
        assert (line["id"] in names(listed)) is found


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("1970-01-01T00:00:01.5Z", 1_500_000),
        ("1970-01-01T00:00:00.000001Z", 1),
        ("1970-01-02T01:00:00+01:30", 84_600_000_000),
        ("1969-12-31T23:00:00-01:30", 1_800_000_000),
        ("2026-02-31T00:00:00Z", 1_772_496_000_000_000),
        ("0000-01-01T00:00:00Z", 0),
        ("9999-12-31T23:59:59-23:59", LATEST),
    ],
)
def test_every_time_that_fits_is_one(client: Client, written: str, at: int) -> None:
    read: Any = Moment().deserialize(written)
    assert read == at
    query = f"since={written}&until={written}".replace("+", "%2B")
    assert client.get(f"/v1/deals?{query}", client.key())["deals"] == []


def test_after_the_last_line_there_is_nothing(client: Client, over: Opened) -> None:
    line = client.context.listings.find(
        kind="deal", parties=[UUID(over.id)], statuses=DEAL_LISTED, limit=9
    )[-1]
    cursor = cursor_of(client.context.secret, line)
    for query in ("owner=me", f"table={over.id}", f"table={UUID(int=9)}"):
        page = client.get(f"/v1/deals?{query}&cursor={cursor}", over.owner)
        assert page == {"deals": [], "next": None}


def listed(client: Client, who: str, query: str = "", *, limit: int = 100) -> list[str]:
    """The ids of all pages."""
    client.sequence()
    return [each["id"] for each in client.pages(f"/v1/tables?{query}", who, limit=limit)]


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_tables_are_listed_the_newest_first_each_once(client: Client, limit: int) -> None:
    owner = client.key()
    opened = [client.open(owner, seats=PERSONS[:1]).id for _ in range(5)]
    found = listed(client, owner, limit=limit)
    assert [each for each in found if each in opened] == opened[::-1]
    assert len(set(found)) == len(found)


def test_private_tables_are_listed_for_their_owner_only(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, visibility="private").id
    assert table in listed(client, owner)
    assert table not in listed(client, client.key())


def test_tables_are_listed_by_what_they_stand_at(client: Client) -> None:
    owner = client.key()
    tables = {
        "open": client.open(owner, seats=[]).id,
        "playing": client.open(owner).id,
        "closed": client.open(owner, seats=[]).id,
    }
    client.send("DELETE", f"/v1/tables/{tables['closed']}", owner)
    for status in ("open", "playing", "closed", "over"):
        found = listed(client, owner, f"&status={status}")
        assert [each for each in tables.values() if each in found] == [
            tables[name] for name in tables if name == status
        ]
    assert tables["open"] in listed(client, owner, "&open=true")
    assert tables["open"] not in listed(client, owner, "&open=false")
    assert tables["playing"] in listed(client, owner, "&open=false&game=goat")
    assert listed(client, owner, "&game=chess") == []
    assert listed(client, owner, "&open=true&status=over") == []


def test_a_line_names_the_player_of_a_seat(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, name=" Ours ", target=6, seats=[{"name": "Ann"}, {"bot": "easy"}])
    client.sequence()
    page: Any = client.get("/v1/tables?limit=1", owner)
    opened_at = client.get(table.path, owner)["created_at"]
    assert page["tables"][0] == {
        "id": table.id,
        "name": "Ours",
        **NO_NOTES,
        "game": "goat",
        "target": 6,
        "visibility": "public",
        "spectators": True,
        "hints": False,
        "status": "open",
        "created_at": opened_at,
        "opened_at": opened_at,
        "started_at": None,
        "finished_at": None,
        "result": None,
        "seats": [
            {"seat": 0, **NOBODY, "name": "Ann", "kind": "person"},
            {"seat": 1, **NOBODY, "name": "easy", "bot": "easy", "kind": "bot"},
            {"seat": 2, **NOBODY},
            {"seat": 3, **NOBODY},
        ],
        "branch_of": None,
        "rematch_of": None,
    }


def test_an_external_bot_is_shown_as_one(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, seats=[{"name": "Ann's", "kind": "bot"}, {"bot": "easy"}])
    path = table.path
    for seat, body in ((2, {"name": "Cid's", "kind": "bot"}), (3, {"name": "Dan"})):
        assert client.send("PUT", f"{path}/seats/{seat}", owner, json=body).status_code == 201
    kinds = [("bot", None), ("bot", "easy"), ("bot", None), ("person", None)]
    shown = client.get(path, owner)
    assert [(each["kind"], each["bot"]) for each in shown["seats"]] == kinds
    client.sequence()
    line: Any = client.get("/v1/tables?limit=1", owner)["tables"][0]
    assert [(each["kind"], each["bot"]) for each in line["seats"]] == kinds
    events = client.get(f"{path}/events", owner)["events"]
    taken = [each["data"] for each in events if each["type"] == "table.seat_taken"]
    assert [(each["kind"], each["bot"]) for each in taken] == kinds


@pytest.mark.parametrize(
    "seat", [{"bot": "easy", "kind": "bot"}, {"kind": "bot"}, {"name": "Ann", "kind": "program"}]
)
def test_only_named_seats_have_a_kind(client: Client, seat: Any) -> None:
    fields = {"game": "goat", "name": "The yard", "seats": [seat]}
    refused = client.send("POST", "/v1/tables", client.key(), json=fields)
    assert refused.status_code == 422
    assert refused.json
    assert refused.json["errors"][0]["pointer"].startswith("/seats/0")


@pytest.mark.parametrize("cursor", ["A" * 44, "_" * 44, "-" * 44])
def test_any_cursor_is_a_place_in_the_list(client: Client, cursor: str) -> None:
    assert "tables" in client.get(f"/v1/tables?cursor={cursor}", client.key())


def test_a_cursor_names_no_table(client: Client) -> None:
    """It is the place of the last row examined, perhaps of another owner's private table."""
    listed = [client.open() for _ in range(2)]
    hidden = [client.open(visibility="private") for _ in range(6)]
    client.sequence()
    cursor = client.get("/v1/tables?limit=1", client.key())["next"]
    assert cursor is not None, listed
    assert not any(UUID(each.id).bytes in urlsafe_b64decode(cursor) for each in hidden)
