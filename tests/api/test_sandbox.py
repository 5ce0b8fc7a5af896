"""The sandbox: test keys, given decks, and a clock that can be moved."""

from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.cards import PACK_36
from domain.kernel.leaving import TimeOver
from service.access import keys
from service.deals.streams import find_deal
from tests.api.operations import HOOK
from tests.api.playing import GOAT, PERSONS, Client, Opened
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS, HAND
from verifier.verify import verify

KEYS, TABLES = "/v1/keys", "/v1/tables"
DECK = [*PACK_36[7:], *PACK_36[:7]]
DAY = 86_400


def test_key(client: Client) -> str:
    return keys.create_key(
        client.context.credentials, name="ci", default_visibility="public", test=True
    )


test_key.__test__ = False  # type: ignore[attr-defined] # it makes a test key, and is no test


def post(client: Client, path: str, who: str, body: Any) -> Any:
    return client.post(path, who, body)


def refused(client: Client, owner: str, path: str = TABLES, **body: Any) -> tuple[str, str]:
    """The code of a refusal, and the pointer of the fault or the detail."""
    fields = {**GOAT, **body} if path == TABLES else body
    answer = client.send("POST", path, owner, json=fields)
    assert answer.status_code >= 400, answer.text
    pointers = [each["pointer"] for each in answer.json.get("errors", ())]
    return answer.json["code"], pointers[0] if pointers else answer.json["detail"]


# --- Test keys ----------------------------------------------------------------------------------


@pytest.mark.costly
def test_all_tables_of_a_test_key_are_tests(client: Client) -> None:
    key = test_key(client)
    assert client.get("/v1/me", key)["test"] is True
    for chosen in ({}, {"test": True}):
        table = client.open(key, **chosen)
        assert client.get(f"{TABLES}/{table.id}", key)["test"] is True
    assert refused(client, key, test=False) == ("invalid", "/test")


def test_a_key_made_by_a_test_key_is_a_test_key(client: Client) -> None:
    key, own = test_key(client), client.key()
    made = post(client, KEYS, key, {"name": "child", "test": False})
    assert made["test"] is True
    again = post(client, KEYS, made["key"], {"name": "grandchild"})
    assert [each["test"] for each in client.get(KEYS, key)["keys"]] == [True, True, True]
    assert client.get("/v1/me", again["key"])["test"] is True
    assert post(client, KEYS, own, {"name": "plain"})["test"] is False
    assert post(client, KEYS, own, {"name": "for tests", "test": True})["test"] is True


def test_a_test_key_takes_no_seat_at_another_table(client: Client) -> None:
    table = client.open(seats=PERSONS[:1])
    refused: Any = client.send("PUT", f"{table.path}/seats/1", test_key(client), json=PERSONS[1])
    assert refused.status_code == 403, refused.text
    assert refused.json["key"] == "test-key-tests-only"


def test_the_branch_by_a_test_key_is_a_test(client: Client, played: Opened) -> None:
    made = post(client, KEYS, played.owner, {"name": "for tests", "test": True})["key"]
    branch = post(client, f"{played.deal_path}/branches", made, {"at": 5, "deal": "true"})
    assert branch["table"]["test"] is True


def test_the_keys_of_an_owner_share_its_tests(client: Client) -> None:
    """Whoever opens a test, all keys of the owner find it, get its news and may close it."""
    own, other = client.key(), client.key()
    keys_ = (own, *(post(client, KEYS, own, {"name": "ci", "test": True})["key"] for _ in "ab"))
    hooks = {who: post(client, "/v1/webhooks", who, HOOK)["id"] for who in (*keys_, other)}
    real = client.open(own, visibility="private")
    for opener in keys_:
        table = client.open(opener, test=True, visibility="private")
        client.sequence()
        client.read_feed()
        for who in keys_:
            listed = client.get(f"{TABLES}?owner=me&limit=100", who)["tables"]
            news = client.get("/v1/me/events?after=0&limit=100", who)["events"]
            sent = client.get(f"/v1/webhooks/{hooks[who]}/deliveries", who)["deliveries"]
            delivered = [each["payload"]["data"]["table"] for each in sent]
            for found in (
                [each["id"] for each in listed],
                [each["table"] for each in news],
                delivered,
            ):
                assert (table.id in found, real.id in found) == (True, who == own)
        assert client.get(f"/v1/webhooks/{hooks[other]}/deliveries", other)["deliveries"] == []
        client.delete(f"{TABLES}/{table.id}", keys_[-1])
    assert [each["id"] for each in client.get("/v1/webhooks", keys_[1])["webhooks"]] == [
        hooks[each] for each in keys_[1:]
    ]


def test_tests_of_others_are_in_no_list(client: Client) -> None:
    key, other = test_key(client), client.key()
    table = client.open(key)
    client.sequence()
    for who, listed in ((key, True), (other, False)):
        tables = client.get(f"{TABLES}?limit=100", who)["tables"]
        deals = client.get("/v1/deals?limit=100", who)["deals"]
        assert (table.id in {each["id"] for each in tables}) is listed
        assert (table.id in {each["table"] for each in deals}) is listed
    assert client.get(f"{TABLES}/{table.id}", other)["test"] is True, "it is public by its id"


# --- Given decks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (DECK[1:], (DECK[0], "-", "-")),
        ([*DECK[1:], DECK[1]], (DECK[0], DECK[1], "-")),
        ([], None),
    ],
)
def test_a_deck_has_every_card_once(
    client: Client, deck: Sequence[str], said: tuple[str, ...] | None
) -> None:
    body = {**GOAT, "test": True, "decks": [DECK, list(deck)]}
    answer: Any = client.send("POST", TABLES, client.key(), json=body).json
    assert answer["code"] == "invalid"
    assert answer["errors"][0]["pointer"] == "/decks/1"
    if said is not None:
        missing, doubled, unknown = said
        words = f"Missing: {missing}; doubled: {doubled}; not in the pack: {unknown}."
        assert words in answer["errors"][0]["detail"]


def test_the_cards_are_those_of_the_game(client: Client) -> None:
    body = {"game": "skat", "name": "x", "test": True, "decks": [DECK]}
    answer: Any = client.send("POST", TABLES, client.key(), json=body).json
    assert "Missing: -; doubled: -; not in the pack: 6S 6H 6D 6C." in answer["errors"][0]["detail"]


def test_other_tables_have_no_decks_and_no_delay(client: Client) -> None:
    owner = client.key()
    assert refused(client, owner, decks=[DECK]) == ("invalid", "/decks")
    assert refused(client, owner, bot_delay_ms=1) == ("invalid", "/bot_delay_ms")
    assert refused(client, owner, test=True, bot_delay_ms=60_001) == ("invalid", "/bot_delay_ms")


def test_no_seat_commits_at_a_table_with_decks(client: Client) -> None:
    owner, seats = client.key(), [{"name": "Ann", "commits": True}]
    chosen: dict[str, Any] = {"test": True, "decks": [DECK]}
    assert refused(client, owner, **chosen, seats=seats) == ("invalid", "/seats/0/commits")
    table = client.open(owner, **chosen, seats=[])
    answer: Any = client.send(
        "PUT", f"{TABLES}/{table.id}/seats/0", owner, json={"name": "Ann", "commits": True}
    ).json
    assert (answer["status"], answer["errors"][0]["pointer"]) == (422, "/commits")


def test_only_the_owner_sees_the_decks(client: Client) -> None:
    owner, other = client.key(), client.key()
    table = client.open(owner, test=True, decks=[DECK])
    path = f"{TABLES}/{table.id}/events"
    shown = {
        who: client.get(path, who)["events"][0]["data"]["decks"]
        for who in (owner, other, table.tokens[0])
    }
    assert shown == {owner: [" ".join(DECK)], other: None, table.tokens[0]: None}
    for who in (other, *table.tokens.values()):
        for page in (path, f"{TABLES}/{table.id}", f"{table.deal_path}?view=public"):
            assert " ".join(DECK[:3]) not in client.send("GET", page, who).text
    bundle = client.send("GET", f"{TABLES}/{table.id}/bundle", table.tokens[0])
    assert bundle.status_code == 200
    assert " ".join(DECK[:3]) not in bundle.text


def _case(client: Client, path: str, who: str) -> Case:
    return Case(read(client.send("GET", path, who).data))


def test_a_deal_with_a_given_deck_is_played_and_verified_as_laid_by_hand(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, test=True, decks=[DECK], target=2)
    hands = [client.get(table.deal_path, table.tokens[seat]) for seat in range(4)]
    dealt = [hand["state"]["hands"][seat] for seat, hand in enumerate(hands)]
    assert hands[0]["fairness"]["commitment"] == "0" * 64
    twin = client.open(owner, test=True, decks=[DECK], target=2)
    again = [client.get(twin.deal_path, twin.tokens[seat]) for seat in range(4)]
    assert [hand["state"]["hands"][seat] for seat, hand in enumerate(again)] == dealt
    client.play(table, Random(7))
    client.record(str(table.deal))
    deal = find_deal(client.context, UUID(table.deal))
    assert deal.over
    assert list(deal.progress.shuffled.deck) == DECK  # type: ignore[union-attr]
    case = _case(client, f"{table.deal_path}/bundle", owner)
    said = {each.check: each.status for each in verify(case)}
    assert {name for name, status in said.items() if status == HAND} == {
        *("commitments", "seeds", "pack", "root")
    }
    assert FAILS not in said.values()
    series = _case(client, f"{TABLES}/{table.id}/bundle", owner)
    for others in ((), (case,)):
        given = {each.check: each for each in verify(Case(series.bundle, others=others))}
        assert given["series"].status == HAND
        assert "a test table" in given["series"].detail
        assert not [each for each in given.values() if each.status == FAILS]


def test_later_deals_are_shuffled(client: Client) -> None:
    table = client.open(client.key(), test=True, decks=[DECK])
    client.play(table, Random(7))
    client.record(str(table.deal))
    shown = client.get(f"{TABLES}/{table.id}", table.owner)
    later = client.get(f"/v1/deals/{shown['deal']['id']}", table.owner)
    assert later["number"] == 2
    assert later["fairness"]["commitment"] != "0" * 64


# --- The clock ----------------------------------------------------------------------------------


def forward(client: Client, table: Opened, seconds: int, **headers: Any) -> Any:
    path = f"{TABLES}/{table.id}/clock"
    return client.post(path, table.owner, {"forward_seconds": seconds}, **headers)


def test_a_turn_ends_when_the_clock_passes_its_limit(client: Client) -> None:
    table = client.open(client.key(), test=True, turn_limit=600)
    before = client.get(table.deal_path, table.tokens[0])
    # a minute less than the limit, because this test takes some time too
    assert forward(client, table, 540)["ahead_seconds"] == 540
    assert client.get(table.deal_path, table.tokens[0])["away"] == []
    moved = forward(client, table, 60)
    assert moved["ahead_seconds"] == 600
    after = client.get(table.deal_path, table.tokens[0])
    assert after["away"] == [before["to_act"]]
    assert after["now"] >= moved["now"] > before["clock"]["until"]
    deal = find_deal(client.context, UUID(table.deal))
    assert any(isinstance(each, TimeOver) for each in deal.events)
    times = [each.at for each in deal.records]
    assert times == sorted(times)


def test_a_seed_is_late_when_the_clock_says_so(client: Client) -> None:
    seats = [{**person, "commits": True} for person in PERSONS]
    table = client.open(client.key(), test=True, reveal_seconds=3_600, seats=seats)
    forward(client, table, 3_600)
    [voided] = client.get(f"{TABLES}/{table.id}/series", table.owner)["deals"]
    assert voided["voided"] == [0, 1, 2, 3]


def test_a_repeated_request_moves_the_clock_once(client: Client) -> None:
    table = client.open(client.key(), test=True)
    first = forward(client, table, 60, Idempotency_Key="one-minute")
    forward(client, table, 30)
    assert forward(client, table, 60, Idempotency_Key="one-minute") == first
    assert forward(client, table, 1)["ahead_seconds"] == 91


def test_the_clock_has_a_bound(client: Client) -> None:
    table = client.open(client.key(), test=True)
    forward(client, table, 366 * DAY - 1)
    path = f"{TABLES}/{table.id}/clock"
    code, detail = refused(client, table.owner, path, forward_seconds=2)
    assert (code, "at most 1 seconds more" in detail) == ("not-allowed", True)
    for seconds in (0, -1, 366 * DAY + 1, 10**12, "60", 1.5, None):
        assert refused(client, table.owner, path, forward_seconds=seconds)[0] == "invalid"
    forward(client, table, 1)
    client.play(table, Random(2))
    assert find_deal(client.context, UUID(table.deal)).over, "the table is played on"


def test_only_the_owner_moves_the_clock_of_a_test_that_is_on(client: Client) -> None:
    owner = client.key()
    table, plain = client.open(owner, test=True), client.open(owner)
    for who in (client.key(), table.tokens[0]):
        path = f"{TABLES}/{table.id}/clock"
        assert refused(client, who, path, forward_seconds=1)[0] == "not-allowed"
    assert refused(client, owner, f"{TABLES}/{plain.id}/clock", forward_seconds=1)[0] == (
        "not-allowed"
    )
    client.send("DELETE", f"{TABLES}/{table.id}", owner)
    assert refused(client, owner, path, forward_seconds=1)[0] == "series-over"


def test_a_guest_is_admitted_by_the_moved_clock(client: Client) -> None:
    table = client.open(client.key(), test=True)
    body = {"name": "Eve", "expires_in": 3_600}
    token = post(client, f"{TABLES}/{table.id}/watchers", table.owner, body)["token"]
    assert client.send("GET", f"{TABLES}/{table.id}", token).status_code == 200
    forward(client, table, 3_600)
    assert client.send("GET", f"{TABLES}/{table.id}", token).status_code == 401


def test_the_record_of_a_moved_table_verifies(client: Client) -> None:
    table = client.open(client.key(), test=True, target=2, turn_limit=60)
    forward(client, table, 120)
    client.send("DELETE", f"{TABLES}/{table.id}", table.owner)
    deal = _case(client, f"{table.deal_path}/bundle", table.owner)
    series = _case(client, f"{TABLES}/{table.id}/bundle", table.owner)
    for case in (deal, Case(series.bundle, others=(deal,))):
        assert not [each for each in verify(case) if each.status == FAILS]
