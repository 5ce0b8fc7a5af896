"""The lobby that can be followed: it agrees with the list, and shows only what a caller may see."""

from random import Random
from typing import Any

import pytest

from domain.kernel.event import Event
from domain.table import series
from domain.table.series import Table
from service.api.dependencies import Application
from service.live.lobby import _Tail
from tests.api.playing import PERSONS, Client, Opened
from tests.api.streamed import streamed, streams_of, takes_streams
from tests.api.test_lists import sit

PATH = "/v1/lobby/events"
FILTERS = ("", "free=true", "free=false", "game=skat", "status=open", "status=closed", "owner=me")
SKAT: dict[str, Any] = {"game": "skat"}


def changes(client: Client, who: str, after: int, query: str = "", *, limit: int = 100) -> Any:
    """All changes after a position, page by page, and the position up to which they were read."""
    found: list[Any] = []
    while True:
        page = client.get(f"{PATH}?after={after}&limit={limit}&{query}", who)
        found += page["events"]
        assert len(page["events"]) <= limit
        if page["position"] == after:
            return found, after
        after = page["position"]


def here(client: Client) -> int:
    """The position of the log's last event."""
    return client.sequence()


def listed(client: Client, who: str, query: str) -> dict[str, Any]:
    """The lobby by the list of tables."""
    stays = ("open", "playing") if "status" not in query else (query.partition("=")[2],)
    found = client.pages(f"/v1/tables?{query}", who)
    return {each["id"]: each for each in found if each["status"] in stays}


def kinds(found: list[Any], table: Opened) -> list[str]:
    return [each["type"] for each in found if each["table"] == table.id]


# --- It agrees with the list --------------------------------------------------------------------


class Crowd:
    """Keys that open tables, take seats, leave, and close tables, by chance."""

    def __init__(self, client: Client, chance: Random) -> None:
        self.client, self.chance = client, chance
        self.keys = [client.key() for _ in range(3)]
        self.tables: list[Opened] = []

    def act(self) -> None:
        chance = self.chance
        match chance.choice(("open", "open", "take", "take", "leave", "close")):
            case "open":
                seats = PERSONS[: chance.randrange(3)]
                visibility = chance.choice(("public", "public", "private"))
                fields = {"visibility": visibility, "seats": seats, "test": chance.random() < 0.2}
                game = chance.choice(("skat", "durak"))
                seats = seats if game == "skat" else seats[:1]
                made = self.client.open(
                    chance.choice(self.keys), game=game, **{**fields, "seats": seats}
                )
                self.tables.append(made)
            case "take" if self.tables:
                seat, who = chance.randrange(3), chance.choice(self.keys)
                path = f"/v1/tables/{chance.choice(self.tables).id}/seats/{seat}"
                self.client.send("PUT", path, who, json={"name": f"{who[-6:]} {seat}"})
            case "leave" if self.tables:
                table = chance.choice(self.tables)
                path = f"{table.path}/seats/{chance.randrange(3)}"
                self.client.send("DELETE", path, chance.choice(self.keys))
            case "close" if self.tables:
                table = chance.choice(self.tables)
                self.client.send("DELETE", table.path, table.owner)
            case _:
                pass


@pytest.mark.parametrize("seed", range(3))
def test_the_list_with_all_changes_after_its_position_is_the_list(
    client: Client, seed: int
) -> None:
    """A client that reads the list first misses nothing, whatever it filters."""
    chance = Random(seed)
    crowd = Crowd(client, chance)
    for _ in range(12):
        crowd.act()
    client.sequence()
    readers = [
        (who, query, listed(client, who, query), client.get("/v1/tables", who)["position"])
        for who in crowd.keys
        for query in FILTERS
    ]
    for _ in range(25):
        crowd.act()
        if chance.random() < 0.3:
            client.sequence()
    client.sequence()
    for who, query, lobby, position in readers:
        found, _ = changes(client, who, position, query, limit=chance.choice((1, 7, 100)))
        for each in found:
            if each["type"] == "table.listed":
                assert each["line"]["id"] == each["table"]
                lobby[each["table"]] = each["line"]
            else:
                assert each["line"] is None
                lobby.pop(each["table"], None)
        assert lobby == listed(client, who, query), query


def test_a_table_that_fills_is_gone_from_those_with_a_free_seat(client: Client) -> None:
    before = here(client)
    table = client.open(seats=PERSONS[:2], **SKAT)
    sit(client, table.id, 2, table.owner)
    here(client)
    for query, expected in (
        ("free=true", ["table.listed", "table.gone"]),
        ("", ["table.listed"] * 2),
        ("game=skat&owner=me", ["table.listed"] * 2),
        ("status=playing", ["table.listed"]),
        ("game=durak", []),
    ):
        found, _ = changes(client, table.owner, before, query)
        assert kinds(found, table) == expected, query


@pytest.mark.costly
def test_a_deal_that_is_counted_changes_nothing(client: Client) -> None:
    table = client.open(seats=[{"name": "Ann"}, {"name": "Bob"}], game="durak", pause_seconds=60)
    before = here(client)
    client.play(table, Random(1))
    client.record(str(table.deal))
    here(client)
    found, _ = changes(client, table.owner, before)
    assert set(kinds(found, table)) <= {"table.gone"}, "only the end of a series changes the line"


def test_without_a_position_it_begins_now(client: Client) -> None:
    table = client.open(seats=[])
    here(client)
    page = client.get(PATH, table.owner)
    assert page["events"] == []
    sit(client, table.id, 0, table.owner)
    here(client)
    [change] = client.get(f"{PATH}?after={page['position']}", table.owner)["events"]
    assert (change["type"], change["table"]) == ("table.listed", table.id)
    assert change["line"]["seats"][0]["name"] == PERSONS[0]["name"]


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_has_the_same_as_the_pages(client: Client, accept: str) -> None:
    before = here(client)
    table = client.open(seats=PERSONS[:1])
    here(client)
    takes_streams(client)
    answer = client.send("GET", f"{PATH}?after={before}", table.owner, Accept=accept)
    assert answer.status_code == 200
    stream = streams_of(client).pop()
    stream.renew()  # outside of the request, as a server does
    text = streamed(stream, client.flask.application)  # type: ignore[arg-type]
    [change] = changes(client, table.owner, before)[0]
    assert table.id in text
    assert f'"position":{change["position"]}' in text


# --- What others may not see --------------------------------------------------------------------


@pytest.mark.parametrize("fields", [{"visibility": "private"}, {"test": True}])
def test_private_tables_and_test_tables_show_to_their_parties_alone(
    client: Client, fields: dict[str, Any]
) -> None:
    stranger, guest, before = client.key(), client.key(), here(client)
    table = client.open(seats=PERSONS[:1], **fields)
    sit(client, table.id, 1, guest)
    client.send("DELETE", table.path, table.owner)
    size = here(client)
    for query in ("", "status=closed", "free=true"):
        assert changes(client, stranger, before, query) == ([], size)
        assert table.id not in listed(client, stranger, query)
    assert kinds(changes(client, table.owner, before)[0], table)[-1] == "table.gone"
    assert kinds(changes(client, guest, before)[0], table)[-1] == "table.gone"


def test_a_player_who_has_left_a_private_table_is_shown_nothing_of_it(client: Client) -> None:
    guest, before = client.key(), here(client)
    table = client.open(visibility="private", seats=PERSONS[:1])
    token = sit(client, table.id, 1, guest)
    here(client)
    assert kinds(changes(client, guest, before)[0], table) != []
    client.send("DELETE", f"{table.path}/seats/1", token)
    size = here(client)
    assert changes(client, guest, before) == ([], size)


def test_notes_are_for_the_owner_of_the_table(client: Client) -> None:
    stranger, before = client.key(), here(client)
    seats = [{"name": "Ann", "ref": "user-17", "metadata": {"team": "red"}}]
    table = client.open(seats=seats, ref="match-1")
    here(client)
    [mine] = changes(client, table.owner, before)[0]
    assert (mine["line"]["ref"], mine["line"]["seats"][0]["ref"]) == ("match-1", "user-17")
    [theirs] = changes(client, stranger, before)[0]
    assert not {"match-1", "user-17", "red"} & set(str(theirs).split("'"))
    assert kinds(changes(client, table.owner, before, "ref=user-17")[0], table) != []
    assert changes(client, stranger, before, "ref=user-17")[0] == []


@pytest.mark.parametrize("forgotten", [False, True])
def test_an_erased_name_is_in_no_change(client: Client, *, forgotten: bool) -> None:
    """Neither in what the process remembers, nor in what it reads again."""
    stranger, before = client.key(), here(client)
    table = client.open(seats=[{"name": "Zerlina"}])
    here(client)
    assert "Zerlina" in str(changes(client, stranger, before))
    assert client.send("DELETE", f"{table.path}/seats/0/person", table.owner).status_code == 204
    here(client)
    if forgotten:
        app: Any = client.flask.application
        app.lobby._tail = None
    for limit in (1, 100):
        found, _ = changes(client, stranger, before, limit=limit)
        assert kinds(found, table) == ["table.listed"] * 2
        assert "Zerlina" not in str(found)
        assert found[-1]["line"]["seats"][0]["erased"]


def test_tokens_do_not_follow_it(client: Client, table: Opened) -> None:
    assert client.send("GET", PATH, table.tokens[0]).status_code == 403
    assert client.send("GET", PATH).status_code == 200
    for query in ("status=committing", "free=maybe", "owner=you", "open=true", "cursor=x"):
        assert client.send("GET", f"{PATH}?{query}", table.owner).status_code == 422


# --- Cost ---------------------------------------------------------------------------------------


def test_the_log_is_read_once_for_all_who_follow(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = here(client)
    followers = [client.key() for _ in range(5)]
    for who in followers:
        client.get(f"{PATH}?after={before}", who)
    reads = list[range]()
    listings: Any = type(client.context.listings)
    real = listings.entries

    def counted(self: Any, span: range) -> Any:
        reads.append(span)
        return real(self, span)

    monkeypatch.setattr(listings, "entries", counted)
    table = client.open(seats=PERSONS[:1])
    after = here(client)
    for who in followers:
        assert kinds(changes(client, who, before)[0], table) == ["table.listed"]
    assert [span.stop for span in reads] == [after]


def test_old_changes_are_read_a_few_at_a_time(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, app = here(client), client.flask.application
    table = client.open(seats=[])
    for seat in range(3):
        sit(client, table.id, seat, table.owner)
    here(client)
    whole, position = changes(client, table.owner, before)
    monkeypatch.setattr("service.live.lobby.READ_AGAIN", 1)
    monkeypatch.setattr(app.lobby, "_tail", None)  # type: ignore[attr-defined]
    assert changes(client, table.owner, before) == (whole, position)
    assert len(whole) == 4


def test_an_invitation_changes_only_what_its_reference_finds(client: Client) -> None:
    table = client.open(seats=[])
    before, path = here(client), f"{table.path}/invitations"
    client.post(path, table.owner, {"name": "Ann", "ref": "user-17"})
    here(client)
    assert changes(client, table.owner, before)[0] == []
    [change] = changes(client, table.owner, before, "ref=user-17")[0]
    assert change["line"] == listed(client, table.owner, "ref=user-17")[table.id]


@pytest.mark.parametrize("new", [True, False])
def test_each_event_of_a_table_is_folded_few_times(
    client: Client, monkeypatch: pytest.MonkeyPatch, *, new: bool
) -> None:
    """Whether the changes are among the newest, or are read for the caller alone."""
    before = here(client)
    table = client.open(seats=PERSONS[:2])
    seat = f"{table.path}/seats/2"
    for _ in range(30):
        taken: Any = client.send("PUT", seat, table.owner, json=PERSONS[2]).json
        client.delete(seat, taken["token"])
    here(client)
    app = client.flask.application
    assert isinstance(app, Application)
    app.lobby._tail = _Tail(before, before, ()) if new else None
    folded, real = list[int](), series.evolve_at

    def counted(known: Table, event: Event, **given: Any) -> Table:
        folded.append(known.length)
        return real(known, event, **given)

    for module in ("service.live.lobby.evolve_at", "service.streams.series.evolve_at"):
        monkeypatch.setattr(module, counted)
    found, _ = changes(client, table.owner, before)
    assert kinds(found, table) == ["table.listed"] * 61
    assert len(folded) <= 3 * 63
