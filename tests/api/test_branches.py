"""Branches: finished deals played on from an earlier event, also if seats had added seeds."""

from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.games import GAMES
from domain.judge.deal_rules import check
from domain.kernel.event import redact
from service.deals import seeds, streams
from tests.api.playing import Client, Opened
from tests.api.test_disputes import CLAIM, disputed
from tests.api.test_seeds import dealt
from tests.api.test_seeds import opened as with_seeds
from tests.laws.play import named
from tests.simulation.runtime import RUNTIME

AT = 12


def branch(client: Client, source: Opened, who: str | None = None, **body: Any) -> Any:
    fields = {"at": AT, "deal": "true", **body}
    return client.send("POST", f"{source.deal_path}/branches", who or source.owner, json=fields)


def opened(client: Client, source: Opened, who: str | None = None, **body: Any) -> Opened:
    answer = branch(client, source, who, **body)
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/v1/tables/{answer.json['table']['id']}"
    deal = answer.json["table"]["deal"]
    tokens = {each["seat"]: each["token"] for each in answer.json["tokens"]}
    return Opened(answer.json["table"]["id"], deal and deal["id"], tokens, source.owner)


@pytest.fixture(scope="module", params=list(GAMES))
def over(request: pytest.FixtureRequest, client: Client) -> Opened:
    """A finished deal of every game."""
    seats = [{"name": f"P{seat}"} for seat in range(GAMES[request.param].seats[0])]
    table = client.open(game=request.param, seats=seats)
    client.play(table, Random(4))
    client.record(str(table.deal))
    return table


def everybody(table: Opened) -> list[dict[str, str]]:
    return [{"name": f"Again {seat}"} for seat in table.tokens]


def full(client: Client, table: Opened) -> Any:
    return client.deal(table)


def test_with_the_true_cards_it_goes_on_from_the_event(client: Client, over: Opened) -> None:
    made = opened(client, over, seats=everybody(over))
    source, deal = full(client, over), full(client, made)
    assert deal.events[2:AT] == source.events[2:AT]
    assert deal.events[1].deck == source.events[1].deck
    assert check(deal.game, deal.events) == ()


def test_a_redealt_deal_looks_the_same_to_the_seat(client: Client, over: Opened) -> None:
    for seat in over.tokens:
        made = opened(client, over, deal="resample", from_seat=seat, seats=everybody(over))
        source, deal = full(client, over), full(client, made)
        shown = [redact(event, seat) for event in source.events[2:AT]]
        assert [redact(event, seat) for event in deal.events[2:AT]] == shown
        assert check(deal.game, deal.events) == ()
        if len(source.game.pack) - len(frozenset[str]().union(*map(named, shown))) > 5:
            assert deal.events[1].deck != source.events[1].deck


def test_it_has_one_deal_and_is_a_branch_for_ever(client: Client, over: Opened) -> None:
    made = opened(client, over, seats=everybody(over))
    origin = {"deal": over.deal, "at": AT, "cards": "true", "from_seat": None}
    before = client.get(f"{over.path}/series", over.owner)
    assert client.get(f"/v1/tables/{made.id}", over.owner)["branch_of"] == origin
    client.play(made, Random(1))
    client.record(str(made.deal))
    table = client.get(f"/v1/tables/{made.id}", over.owner)
    series = client.get(f"/v1/tables/{made.id}/series", over.owner)
    assert (table["status"], table["deal"], table["branch_of"]) == ("over", None, origin)
    assert (series["status"], series["branch_of"]) == ("over", origin)
    (line,) = series["deals"]
    assert line["result"] is not None
    assert client.get(f"{over.path}/series", over.owner) == before
    client.sequence()
    lines = client.get("/v1/tables?status=over", over.owner)["tables"]
    assert {each["id"]: each["branch_of"] for each in lines}[made.id] == origin
    stream = client.table(made)
    assert [event.TYPE for event in stream.events[:2]] == ["table.opened", "table.branched"]


def test_its_evidence_says_that_its_deck_is_made_by_hand(client: Client, over: Opened) -> None:
    made = opened(client, over, seats=everybody(over))
    client.play(made, Random(1))
    shown = client.get(f"/v1/deals/{made.deal}/audit", made.owner)
    assert (shown["deck"], shown["findings"]) == ("hand", [])
    assert shown["events"][0]["data"]["seed"] is None
    assert "deal.revealed" not in {event["type"] for event in shown["events"]}
    assert client.get(f"/v1/deals/{made.deal}/transcript", made.owner)["expect"]["over"] is True


def test_a_branch_of_a_branch(client: Client, played: Opened) -> None:
    made = opened(client, played, seats=everybody(played))
    client.play(made, Random(1))
    again = opened(client, made, at=AT + 2, seats=everybody(played))
    assert full(client, again).events[2 : AT + 2] == full(client, made).events[2 : AT + 2]


# --- Players and permissions ----------------------------------------------------------------------


def bots_of(client: Client, made: Opened) -> list[Any]:
    seats = client.get(f"/v1/tables/{made.id}", made.owner)["seats"]
    return [each["bot"] for each in seats]


def test_by_default_one_person_plays_with_bots(client: Client, played: Opened) -> None:
    turn = client.get(f"{played.deal_path}?at={AT}", played.owner)["to_act"]
    for who, fields, seat in (
        (played.owner, {}, turn),
        (played.owner, {"from_seat": 3}, 3),
        (played.owner, {"deal": "resample"}, turn),
        (played.tokens[2], {}, 2),
        (played.tokens[2], {"from_seat": 1}, 1),
        (client.key("other"), {}, turn),
    ):
        made = opened(client, played, who, **fields)
        assert list(made.tokens) == [seat]
        made.owner = made.tokens[seat]
        assert bots_of(client, made) == [None if each == seat else "medium" for each in range(4)]


def test_bots_take_seats_without_a_name(client: Client, played: Opened) -> None:
    made = opened(client, played, seats=[{"name": "Ann"}, {"bot": "easy"}])
    assert bots_of(client, made) == [None, "easy", "medium", "medium"]


def test_seats_may_wait_for_players(client: Client, played: Opened) -> None:
    seats = [{"name": "Ann"}, {}, {"bot": "easy"}, {"bot": "medium"}]
    made = opened(client, played, deal="resample", from_seat=0, seats=seats)
    assert made.deal is None
    client.sequence()
    lobby = client.get("/v1/tables?status=open", played.owner)["tables"]
    assert made.id in {line["id"] for line in lobby if line["branch_of"]}
    path = f"/v1/tables/{made.id}/seats/1"
    taken: Any = client.send("PUT", path, played.owner, json={"name": "Bob"}).json
    made.deal = taken["table"]["deal"]["id"]
    assert full(client, made).events[2].TYPE == full(client, played).events[2].TYPE
    assert full(client, made).opened.bots == (None, None, "easy", "medium")


def test_the_same_request_opens_one_branch(client: Client, played: Opened) -> None:
    path, key = f"{played.deal_path}/branches", uuid4().hex
    fields = {"at": AT, "deal": "resample", "from_seat": 1, "seats": everybody(played)}
    first, again = (
        client.send("POST", path, played.owner, json=fields, Idempotency_Key=key) for _ in "12"
    )
    assert first.status_code == again.status_code == 201
    assert again.is_replayed
    assert first.json == again.json


def test_permissions(client: Client) -> None:
    table = client.open(visibility="private")
    client.play(table, Random(5))
    foreign = client.open().tokens[0]
    for who, status in (
        ("junk", 401),
        (client.key("other"), 404),
        (foreign, 404),
        (client.guest(table, "auditor"), 403),
        (table.owner, 201),
        (table.tokens[1], 201),
    ):
        assert branch(client, table, who).status_code == status


def test_it_is_as_private_as_its_source(client: Client) -> None:
    table = client.open(visibility="private", spectators=False)
    client.play(table, Random(5))
    for who in (table.owner, table.tokens[1]):
        made = opened(client, table, who)
        other = client.key("other")
        assert client.send("GET", f"/v1/tables/{made.id}", other).status_code == 404
        assert client.send("GET", f"/v1/deals/{made.deal}", other).status_code == 404
        assert made.id not in str(client.get("/v1/tables", other))
        assert client.get(f"/v1/tables/{made.id}", table.owner)["visibility"] == "private"


def test_a_seat_of_a_branch_sees_no_more_than_its_own(client: Client, played: Opened) -> None:
    """Above all, not the source's cards under another name: its view is a fold like any other."""
    made = opened(client, played, deal="resample", from_seat=0, seats=everybody(played))
    for seat, token in made.tokens.items():
        state = client.get(f"/v1/deals/{made.deal}", token)["state"]
        hands = [hand for other, hand in enumerate(state["hands"]) if other != seat]
        shown = [redact(event, seat) for event in full(client, made).events]
        known = frozenset[str]().union(*map(named, shown))
        assert {card for hand in hands for card in hand if card} <= known
        assert client.send("GET", f"/v1/deals/{made.deal}?view=full", token).status_code == 403
        events = client.get(f"/v1/deals/{made.deal}/events", token)["events"]
        assert events[1]["data"]["deck"] == [None] * 36
        assert events[0]["data"]["seed"] is None


# --- Refused -------------------------------------------------------------------------------------


def test_a_deal_that_is_on_has_no_branches(client: Client) -> None:
    assert branch(client, client.open(), at=3).refusal == (409, "deal-on")


def test_nothing_is_left_to_play_at_the_end(client: Client, played: Opened) -> None:
    last = full(client, played).version
    for at, status, code in ((last, 409, "deal-over"), (last + 1, 404, "not-found")):
        for cards in ("true", "resample"):
            assert branch(client, played, at=at, deal=cards).refusal == (status, code)


def test_where_no_cards_fit_it_says_so(
    client: Client, played: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "TRIES", 0)
    assert branch(client, played, deal="resample").refusal == (409, "not-consistent")


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"at": 0}, 422),
        ({"at": None}, 422),
        ({"deal": "false"}, 422),
        ({"from_seat": -1}, 422),
        ({"from_seat": 10}, 422),
        ({"from_seat": 4}, 404),
        ({"seats": [{}] * 5}, 404),
        ({"seats": [{}] * 11}, 422),
        ({"seats": [{"name": "Ann", "bot": "easy"}, {}, {}, {}]}, 422),
        ({"seats": [{"bot": "perfect"}, {}, {}, {}]}, 422),
        ({"options": {}}, 422),
    ],
)
def test_a_request_is_as_the_contract_has_it(
    wrong: dict[str, Any], status: int, client: Client, played: Opened
) -> None:
    assert branch(client, played, **wrong).status_code == status


SHUFFLE = 4
"""Its position: before it stand the seeds of two seats."""


@pytest.fixture(scope="module")
def together(client: Client) -> Opened:
    """A finished deal with seeds of two seats."""
    table = dealt(client)
    client.play(table, Random(3))
    return table


def test_its_evidence_holds(client: Client, together: Opened) -> None:
    disputed(client, together, at=SHUFFLE)
    shown = client.get(f"{together.deal_path}/audit", client.guest(together, "auditor"))
    assert (shown["findings"], shown["deck"]) == ([], "seed")
    assert shown["decided"]["at"] >= SHUFFLE
    assert shown["choices"] == [
        {
            "at": SHUFFLE,
            **dict.fromkeys(("move_at", "seat", "move", "trick", "explanation", "state")),
        }
        | {"seats": []}
    ]


@pytest.mark.parametrize("cards", ["true", "resample"])
def test_its_branch_begins_with_the_shuffle(client: Client, together: Opened, cards: str) -> None:
    made = opened(client, together, at=SHUFFLE + 6, deal=cards, seats=everybody(together))
    source, deal = full(client, together), full(client, made)
    assert [event.TYPE for event in deal.events[1:8]] == [
        event.TYPE for event in source.events[SHUFFLE - 1 : SHUFFLE + 6]
    ]
    assert (deal.events[1].deck == source.events[SHUFFLE - 1].deck) is (cards == "true")


def test_nothing_vouches_for_the_deck_of_a_branch(client: Client, together: Opened) -> None:
    made = opened(client, together, at=1, seats=everybody(together))
    for who in (*made.tokens.values(), made.owner):
        shown = client.get(f"/v1/deals/{made.deal}", who)["fairness"]
        assert "made by hand" in shown["guarantee"]
        assert (shown["seats"], shown["waiting"]) == ([], [])
        assert client.get(f"/v1/deals/{made.deal}/openings", who)["openings"] == []


def test_no_seat_adds_a_seed_to_a_branch(client: Client, together: Opened) -> None:
    seats = [{"name": name, "commits": True} for name in ("Ann", "Bob", "Cid", "Dan")]
    made = opened(client, together, at=1, seats=seats)
    assert made.deal is not None
    client.play(made, Random(1))


def test_of_a_voided_deal_there_is_nothing_to_dispute(client: Client) -> None:
    table = with_seeds(client)
    RUNTIME.pass_time(3_600)
    assert seeds.void_late_deal(client.context, UUID(str(table.deal)))
    path = f"/v1/deals/{table.deal}"
    answers: list[Any] = [
        client.send("POST", f"{path}/disputes", table.tokens[0], json={**CLAIM, "at": 1}),
        client.send("GET", f"{path}/audit", table.owner),
        client.send("GET", f"{path}/disputes", table.tokens[1]),
        branch(client, table, at=1),
    ]
    codes = [each.refusal for each in answers]
    assert codes == [(409, "deal-voided")] * 4
