"""Invitations: what one shows, takes and leaves behind, and who may make it."""

from random import Random
from typing import Any, Final
from uuid import uuid4

import pytest

from service.settings import Settings
from tests.api.inviting import LABEL, NOTE, NOTED, REF, begun, invited, listed, sit, withdraw
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_evidence import bundle_of, statuses
from tests.simulation.runtime import RUNTIME
from verifier.bundle import write
from verifier.verdicts import FAILS

HOUR: Final = 3_600


# --- The way in -----------------------------------------------------------------------------------


def test_a_person_without_a_key_sits_down_and_plays(client: Client) -> None:
    table = begun(client)
    token = invited(client, table, seat=1, **NOTED)["token"]
    known = {
        "kind": "invitation",
        "table": table.id,
        "invitation": 1,
        "name": "The yard",
        "seat": 1,
    }
    assert client.get("/v1/me", token) == {**known, "state": "open"}
    before = client.get(table.path, token)
    assert [seat["name"] for seat in before["seats"]] == ["Ann", None]
    taken: Any = sit(client, table, token).json
    assert (taken["seat"], taken["table"]["status"]) == (1, "playing")
    deal = taken["table"]["deal"]["id"]
    assert client.get(f"/v1/deals/{deal}", taken["token"])["view"] == "seat:1"
    assert client.get("/v1/me", token) == {**known, "state": "used"}
    shown = client.get(table.path, table.owner)["seats"][1]
    assert (shown["name"], shown["ref"], shown["metadata"]) == ("Eve", REF, {"note": NOTE})


def test_the_list_is_for_the_owner_and_has_no_token(client: Client) -> None:
    table = begun(client)
    made = invited(client, table, **NOTED)
    withdrawn = invited(client, table, seat=1)
    assert withdraw(client, table, 2).status_code == 204
    sit(client, table, made["token"])
    used, gone = listed(client, table)
    known = {"invitation": 1, "seat": None, "name": LABEL, "until": made["until"], **NOTED}
    assert used == {**known, "state": "used", "taken": 1}
    assert (gone["state"], gone["name"], gone["taken"]) == ("withdrawn", None, None)
    assert withdrawn["token"] not in str(listed(client, table))
    path = f"{table.path}/invitations"
    assert client.send("GET", path, table.tokens[0]).refusal == (403, "not-allowed")
    assert client.send("GET", path, client.key()).refusal == (404, "not-found")


def test_an_invitation_shows_no_other_table(client: Client) -> None:
    tables = [begun(client), begun(client)]
    tokens = [invited(client, table)["token"] for table in tables]
    for table, token in zip(tables, reversed(tokens), strict=True):
        answer = client.send("GET", f"/v1/tables/{table.id}", token)
        assert answer.refusal == (404, "not-found")


def test_a_key_that_holds_a_seat_is_no_owner(client: Client) -> None:
    table, holder = client.open(seats=PERSONS[:2], visibility="public"), client.key()
    path = table.path
    assert client.send("PUT", f"{path}/seats/2", holder, json=PERSONS[2]).status_code == 201
    answer = client.send("POST", f"{path}/invitations", holder, json={"name": LABEL})
    assert answer.refusal == (403, "not-allowed")


@pytest.mark.parametrize("seat", [None, 1])
def test_the_record_says_by_which_invitation_a_seat_was_taken(
    client: Client, seat: int | None
) -> None:
    table = begun(client)
    sit(client, table, invited(client, table, seat=seat, **NOTED)["token"])
    events = client.get(f"{table.path}/events", table.tokens[0])["events"]
    made, taken = events[2:4]
    assert (made["type"], made["actor"]) == ("table.invited", "key")
    hidden = {"name": None, "token": None, "ref": None, "metadata": None}
    assert {**made["data"], "until": 0} == {"invitation": 1, "seat": seat, "until": 0, **hidden}
    assert (taken["type"], taken["actor"]) == ("table.seat_taken", "invitation:1")
    client.sequence()
    bundle = bundle_of(client, f"{table.path}/bundle", table.tokens[0])
    assert REF.encode() not in write(bundle)
    assert LABEL.encode() not in write(bundle)
    assert FAILS not in statuses(bundle).values()


def test_the_seat_is_held_by_no_key(client: Client) -> None:
    """Otherwise all keys of the host would see the cards of their guests."""
    table = begun(client)
    taken: Any = sit(client, table, invited(client, table)["token"]).json
    client.sequence()
    path = "/v1/me/tables/events?after=0"
    lines = client.get(path, table.owner)["events"]
    assert {each["seat"] for line in lines for each in line["seats"]} == {0}
    assert client.get(path, taken["token"])["events"]
    deal = taken["table"]["deal"]["id"]
    hidden = client.send("GET", f"/v1/deals/{deal}?view=seat:1", table.owner)
    assert hidden.refusal == (403, "view-not-allowed")


def test_an_invited_person_brings_a_seed(client: Client) -> None:
    table = begun(client)
    taken = sit(client, table, invited(client, table)["token"], commitment="ab" * 32)
    assert taken.status_code == 201
    assert taken.json["table"]["seats"][1]["commits"]
    mine = sit(client, table, invited(client, begun(client))["token"], ref="mine")
    assert mine.refusal == (404, "not-found")


# --- Once -----------------------------------------------------------------------------------------


def test_the_same_request_gives_the_same_seat_again(client: Client) -> None:
    table = begun(client)
    token, key = invited(client, table)["token"], uuid4().hex
    first = sit(client, table, token, key=key)
    again = sit(client, table, token, key=key)
    assert (first.status_code, first.json) == (again.status_code, again.json)
    assert again.is_replayed
    assert (
        sit(client, table, token, key=key, name="Mallory").json["code"] == "idempotency-key-reused"
    )
    assert sit(client, table, token, key=uuid4().hex).refusal == (409, "invitation-used")
    assert sit(client, table, token).refusal == (409, "invitation-used")
    assert client.send("GET", table.path, token).refusal == (404, "not-found")
    assert withdraw(client, table).refusal == (409, "invitation-used")


def test_it_stays_used_after_the_person_has_left(client: Client) -> None:
    table = client.open(seats=[*PERSONS[:1], {}, {}, {}])
    token = invited(client, table)["token"]
    taken: Any = sit(client, table, token, 2).json
    client.delete(f"{table.path}/seats/2", taken["token"])
    assert sit(client, table, token, 2).refusal == (409, "invitation-used")
    assert listed(client, table)[0]["state"] == "used"
    assert sit(client, table, invited(client, table)["token"], 2).status_code == 201


# --- Refusals -------------------------------------------------------------------------------------


def test_another_seat(client: Client) -> None:
    table = client.open(seats=[*PERSONS[:1], {}, {}, {}])
    token = invited(client, table, seat=2)["token"]
    assert sit(client, table, token, 1).refusal == (403, "not-allowed")
    assert sit(client, table, token, 9).refusal == (403, "not-allowed")
    anywhere = invited(client, table)["token"]
    assert sit(client, table, anywhere, 9).refusal == (404, "not-found")
    assert sit(client, table, anywhere, 0).refusal == (409, "seat-taken")
    assert sit(client, table, anywhere, 1, name="Ann").refusal == (409, "name-taken")
    for notes in ({"ref": "mine"}, {"metadata": {"vip": "yes"}}):
        assert sit(client, table, anywhere, 1, **notes).refusal == (422, "invalid")
    assert sit(client, table, anywhere, 1).status_code == 201


def test_a_seat_that_somebody_else_has_taken(client: Client) -> None:
    table = begun(client)
    token = invited(client, table, seat=1)["token"]
    sit(client, table, table.owner)
    assert sit(client, table, token).refusal == (409, "seat-taken")
    assert client.get("/v1/me", token)["state"] == "open"
    path = f"{table.path}/invitations"
    for seat in (1, None):
        body = {"name": LABEL, "seat": seat}
        assert client.send("POST", path, table.owner, json=body).refusal == (409, "seat-taken")


def test_a_table_that_was_closed(client: Client) -> None:
    table = begun(client)
    token = invited(client, table)["token"]
    client.delete(table.path, table.owner)
    assert sit(client, table, token).refusal == (409, "table-started")
    path, body = f"{table.path}/invitations", {"name": LABEL}
    assert client.send("POST", path, table.owner, json=body).refusal == (409, "table-started")
    assert withdraw(client, table).status_code == 204


def test_one_that_was_withdrawn_or_has_expired(client: Client) -> None:
    table = begun(client)
    gone, old = (invited(client, table, expires_in=60)["token"] for _ in range(2))
    assert withdraw(client, table).status_code == 204
    assert withdraw(client, table).status_code == 204
    assert sit(client, table, gone).refusal == (401, "unauthenticated")
    RUNTIME.pass_time(HOUR)
    assert sit(client, table, old).refusal == (401, "unauthenticated")
    assert [each["state"] for each in listed(client, table)] == ["withdrawn", "expired"]


def test_one_that_expires_between_the_check_and_the_append(client: Client) -> None:
    table = begun(client)
    token = invited(client, table, expires_in=60)["token"]
    RUNTIME.pass_time(HOUR)
    assert sit(client, table, token).refusal == (401, "unauthenticated")


def test_the_owner_alone_invites(client: Client) -> None:
    table = begun(client)
    path, body = f"{table.path}/invitations", {"name": LABEL}
    assert client.send("POST", path, table.tokens[0], json=body).refusal == (403, "not-allowed")
    assert client.send("POST", path, client.key(), json=body).refusal == (404, "not-found")
    token = invited(client, table)["token"]
    assert client.send("POST", path, token, json=body).refusal == (403, "not-allowed")
    assert client.send("DELETE", f"{path}/1", client.key()).refusal == (404, "not-found")
    assert client.send("DELETE", f"{path}/9", table.owner).refusal == (404, "not-found")


def test_open_invitations_are_limited_and_others_are_not(client: Client) -> None:
    table = client.open(seats=[*PERSONS[:1], {}, {}, {}])
    limit = Settings().invitations
    tokens = [invited(client, table)["token"] for _ in range(limit)]
    path, body = f"{table.path}/invitations", {"name": LABEL}
    assert client.send("POST", path, table.owner, json=body).refusal == (409, "limit-reached")
    sit(client, table, tokens[0])
    assert client.send("POST", path, table.owner, json=body).status_code == 201


@pytest.mark.costly
def test_a_rematch_keeps_its_seats(client: Client) -> None:
    """An invited player comes back with the token of their seat, and the owner gets none of it."""
    table = begun(client, options={"points_to_win": 1})
    taken: Any = sit(client, table, invited(client, table)["token"]).json
    table.tokens[1], table.deal = taken["token"], taken["table"]["deal"]["id"]
    client.play(table, Random(3))
    client.record(str(table.deal))
    path = f"{table.path}/rematch"
    opened: Any = client.send("POST", path, table.owner, json={}).json
    assert [each["seat"] for each in opened["tokens"]] == [1]
    rematch = Opened(opened["table"]["id"], None, {}, table.owner)
    body, invitations = {"name": LABEL}, f"/v1/tables/{rematch.id}/invitations"
    assert client.send("POST", invitations, table.owner, json=body).refusal == (409, "seat-taken")
    mine: Any = client.send("POST", path, taken["token"], json={}).json
    assert [each["seat"] for each in mine["tokens"]] == [0]
    assert mine["table"]["status"] == "playing"
