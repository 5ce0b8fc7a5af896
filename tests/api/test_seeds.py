"""Seats add seeds over the API: committed, shown, proved, refused, and never in a log."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.fairness.shuffle import CardProof, opens
from domain.games import GAMES
from domain.judge.deal_rules import check
from domain.kernel.game import Game
from formats import notations_of
from formats.transcript import read
from offline.replay import held, replay
from service.deals import seeds
from service.tables.progress import record_deal
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_evidence import bundle_of
from tests.seeding import commitment_of, seed_of
from tests.simulation.runtime import RUNTIME
from tests.verifier.mutations import Mutant
from tests.verifier.verifiers import in_javascript, in_python
from verifier.bundle import write
from verifier.verdicts import FAILS

ADDING = [{"name": "Ann", "commits": True}, *PERSONS[1:3], {"name": "Dan", "commits": True}]
SEATS = (0, 3)


def open_adding(client: Client, **fields: Any) -> Opened:
    return client.open(seats=ADDING, **fields)


def shown(client: Client, table: Opened) -> Any:
    return client.get(table.path, table.owner)


def commit(client: Client, table: Opened, seat: int, **headers: Any) -> Any:
    deal = shown(client, table)["next_deal"]["id"]
    path = f"{table.path}/seats/{seat}/commitment"
    body = {"deal": deal, "commitment": commitment_of(deal, seat)}
    return client.send("PUT", path, table.tokens[seat], json=body, **headers)


def show(client: Client, table: Opened, seat: int, **headers: Any) -> Any:
    following = shown(client, table)["next_deal"]["id"]
    body = {
        "seed": seed_of(str(table.deal), seat),
        "next_commitment": commitment_of(following, seat),
    }
    return client.send("POST", f"{table.deal_path}/seed", table.tokens[seat], json=body, **headers)


def opened(client: Client, **fields: Any) -> Opened:
    """A table whose first deal waits for seeds."""
    table = open_adding(client, **fields)
    for seat in SEATS:
        answer = commit(client, table, seat)
        assert answer.status_code == 200, answer.text
    table.deal = shown(client, table)["deal"]["id"]
    return table


def dealt(client: Client, **fields: Any) -> Opened:
    table = opened(client, **fields)
    for seat in SEATS:
        assert show(client, table, seat).status_code == 201
    return table


def test_the_next_deal_is_known_ahead(client: Client) -> None:
    table = open_adding(client)
    before = shown(client, table)
    assert before["deal"] is None
    assert before["status"] == "playing"
    assert (before["next_deal"]["number"], before["next_deal"]["waiting"]) == (1, [0, 3])
    assert [seat["commits"] for seat in before["seats"]] == [True, False, False, True]
    first = commit(client, table, 3).json
    assert first["next_deal"]["waiting"] == [0]
    assert first["deal"] is None
    last = commit(client, table, 0).json
    assert last["deal"] == {"id": before["next_deal"]["id"], "number": 1}
    assert last["next_deal"]["number"] == 2
    assert last["next_deal"]["waiting"] == [0, 3]


def test_without_seeds_a_deal_starts_at_once_and_says_what_that_means(client: Client) -> None:
    table = client.open()
    deal = client.get(table.deal_path, table.owner)
    assert deal["fairness"]["seats"] == deal["fairness"]["waiting"] == []
    assert deal["fairness"]["guarantee"].startswith("No seat adds a seed")
    assert shown(client, table)["next_deal"]["number"] == 2


def test_a_commitment_may_come_with_the_seat(client: Client) -> None:
    table = client.open(seats=ADDING[:3])
    deal = shown(client, table)["next_deal"]["id"]
    path, body = f"{table.path}/seats/3", {"name": "Dan"}
    own = {**body, "commitment": commitment_of(deal, 3)}
    first = client.post(path, table.owner, own, method="PUT", Idempotency_Key="sit")
    assert first["table"]["seats"][3]["commits"] is True
    assert first["table"]["next_deal"]["waiting"] == [0]
    assert commit(client, table, 0).json["deal"]["id"] == deal
    assert client.send("PUT", path, table.owner, json=own, Idempotency_Key="sit").json == first
    assert client.send("PUT", path, table.owner, json={"name": "Eve"}).status_code == 409


def test_a_seat_has_the_receipt_of_the_opening_before_it_shows_its_seed(client: Client) -> None:
    """F3: it fixes the server's commitment, which was thus chosen before any seed is known."""
    table = opened(client)
    path, token = table.deal_path, table.tokens[0]
    receipt = client.get(path, token)["fairness"]["receipt"]
    assert (receipt["deal"], receipt["position"]) == (table.deal, 1)
    assert client.get(path, token)["fairness"]["receipt"] == receipt
    for seat in SEATS:
        assert client.get(path, token)["fairness"]["receipt"] == receipt
        assert show(client, table, seat).status_code == 201
    assert client.get(path, token)["fairness"]["receipt"] is None, "it is too late for it"
    assert client.get(f"{path}?at=1", token)["fairness"]["receipt"] == receipt
    bundle = client.get(f"{path}/bundle?receipts=true", token)
    assert receipt in bundle["receipts"]


def test_a_deal_waits_for_seeds_and_shows_them_to_all(client: Client) -> None:
    table = opened(client)
    path = table.deal_path
    assert show(client, table, 3).status_code == 201
    for who in (table.owner, table.tokens[1]):
        deal = client.get(path, who)
        assert (deal["status"], deal["to_act"], deal["legal_moves"]) == ("playing", None, [])
        assert deal["fairness"]["waiting"] == [0]
        assert deal["fairness"]["seats"] == [
            {"seat": 0, "commitment": commitment_of(table.deal or "", 0), "seed": None},
            {
                "seat": 3,
                "commitment": commitment_of(table.deal or "", 3),
                "seed": seed_of(table.deal or "", 3),
            },
        ]
        assert "of seat 0 and seat 3" in deal["fairness"]["guarantee"]
    move = {"move": {"type": "lead", "cards": ["7C"]}}
    refused = client.send("POST", f"{path}/moves", table.tokens[0], json=move).json
    assert refused is not None
    assert (refused["code"], refused["clauses"][0]["id"]) == ("illegal-move", "T4")
    events = client.get(f"{path}/events", table.tokens[1])["events"]
    assert [event["type"] for event in events] == ["deal.opened", "deal.seed_revealed"]
    last = show(client, table, 0).json
    assert [event["type"] for event in last["events"]][:2] == [
        "deal.seed_revealed",
        "deal.shuffled",
    ]
    assert client.get(path, table.owner)["to_act"] is not None
    assert client.get(f"{path}?at=2", table.owner)["fairness"]["waiting"] == [0]


def test_a_series_costs_no_extra_calls(client: Client) -> None:
    """Every seed is sent with the next deal's commitment, so the next deal is there at once."""
    table = dealt(client)
    client.play(table, Random(3))
    record_deal(client.context, UUID(table.deal))
    following = shown(client, table)
    assert following["deal"]["number"] == 2
    assert following["deal"]["id"] != table.deal
    table.deal = following["deal"]["id"]
    for seat in SEATS:
        assert show(client, table, seat).status_code == 201
    assert client.get(table.deal_path, table.owner)["to_act"] is not None


def test_refusals_name_their_clause(client: Client) -> None:
    table = opened(client)
    answers = [
        client.send("POST", f"{table.deal_path}/seed", table.tokens[0], json={"seed": "ab" * 32}),
        client.send(
            "POST",
            f"{table.deal_path}/seed",
            table.tokens[1],
            json={"seed": seed_of(table.deal or "", 1)},
        ),
        client.send(
            "PUT",
            f"{table.path}/seats/0/commitment",
            table.tokens[0],
            json={"deal": table.deal, "commitment": "cd" * 32},
        ),
    ]
    codes = [answer.refusal for answer in answers if answer.json]
    assert codes == [(409, "seed-refused"), (409, "seed-refused"), (409, "already-committed")]
    clauses = [answer.json["clauses"][0] for answer in answers if answer.json]
    assert [each["id"] for each in clauses] == ["F3", "F3", "F2"]
    assert all(each["text"] for each in clauses)
    assert all("ab" * 32 not in answer.text for answer in answers), "no seed comes back"


@pytest.mark.parametrize("word", ["", "AB" * 32, "ab" * 31, "ab" * 32 + "\n", None, 7])
def test_invalid_seeds(word: Any, client: Client) -> None:
    table = opened(client)
    answer = client.send("POST", f"{table.deal_path}/seed", table.tokens[0], json={"seed": word})
    assert answer.status_code == 422


def test_repeated_requests_get_the_first_answer(client: Client) -> None:
    table = open_adding(client)
    first = commit(client, table, 0, Idempotency_Key="mine")
    assert not first.is_replayed
    again = commit(client, table, 0, Idempotency_Key="mine")
    assert (again.json, again.headers["Idempotent-Replayed"]) == (first.json, "true")
    assert commit(client, table, 0).headers["Idempotent-Replayed"] == "true"
    other = {"deal": first.json["next_deal"]["id"], "commitment": "cd" * 32}
    path = f"{table.path}/seats/0/commitment"
    reused = client.send("PUT", path, table.tokens[0], json=other, Idempotency_Key="mine")
    assert reused.status_code == 422
    commit(client, table, 3)
    table.deal = shown(client, table)["deal"]["id"]
    one = show(client, table, 0, Idempotency_Key="seed")
    show(client, table, 3)
    two = show(client, table, 0, Idempotency_Key="seed")
    assert (two.json, two.headers["Idempotent-Replayed"]) == (one.json, "true")
    assert show(client, table, 0).json == one.json


def test_a_seat_is_proved_its_cards_and_no_others(client: Client) -> None:
    table = dealt(client)
    for seat in range(4):
        deal = client.get(table.deal_path, table.tokens[seat])
        found = proofs(client, table, table.tokens[seat])
        hand = deal["state"]["hands"][seat]
        assert {each["card"] for each in found["openings"]} == set(hand)
        assert found["view"] == f"seat:{seat}"
    assert proofs(client, table, table.owner)["openings"] == []
    client.play(table, Random(4))
    assert len(proofs(client, table, table.owner, "?view=full")["openings"]) == 36
    proved = proofs(client, table, table.owner, "?view=seat:1")["openings"]
    assert {each["card"] for each in proved} == dealt_unseen(client, table, 1)


def dealt_unseen(client: Client, table: Opened, seat: int) -> set[str]:
    """The nine cards dealt to a seat in a finished deal, except the one that all were shown."""
    exported = client.get(f"{table.deal_path}/events?view=full", table.owner)["events"]
    given = [each["data"]["hands"][seat] for each in exported if "hands" in each["data"]]
    cards = {card for hand in given for card in hand}
    assert len(cards) == 9
    return cards - {each["data"].get("shown") for each in exported}


def proofs(client: Client, table: Opened, who: str, view: str = "") -> Any:
    """The proofs; each is checked against the root that all have seen."""
    found = client.get(f"{table.deal_path}/openings{view}", who)
    events = client.get(f"{table.deal_path}/events", table.owner)["events"]
    root = next(event["data"]["root"] for event in events if event["type"] == "deal.shuffled")
    assert found["root"] == root
    for each in found["openings"]:
        path = tuple(map(bytes.fromhex, each["path"]))
        proof = CardProof(each["position"], each["card"], bytes.fromhex(each["salt"]), path)
        assert opens(proof, size=found["size"], root=bytes.fromhex(root))
    return found


def test_before_the_shuffle_nothing_is_proved(client: Client) -> None:
    table = opened(client)
    found = client.get(f"{table.deal_path}/openings", table.tokens[0])
    assert (found["root"], found["openings"]) == (None, [])


def test_a_voided_deal_says_whose_fault_it_is(client: Client) -> None:
    table = opened(client, reveal_seconds=30)
    assert shown(client, table)["reveal_seconds"] == 30
    show(client, table, 0)
    RUNTIME.pass_time(31)
    assert seeds.void_late_deal(client.context, UUID(table.deal))
    deal = client.get(table.deal_path, table.owner)
    assert (deal["status"], deal["voided"], deal["fairness"]["waiting"]) == ("over", [3], [])
    assert deal["explained"] == [
        "Voided: no commitment, or no seed, came in time from seat 3. [F4]"
    ]
    assert deal["legal_moves"] == []
    events = client.get(f"{table.deal_path}/events", table.owner)["events"]
    assert [event["type"] for event in events][-2:] == ["deal.voided", "deal.revealed"]
    transcript = client.send("GET", f"{table.deal_path}/transcript", table.owner)
    assert transcript.refusal == (409, "deal-voided")
    series = client.get(f"{table.path}/series", table.owner)
    line = series["deals"][0]
    assert (line["voided"], line["result"], line["counted"]) == ([3], None, [0, 0])
    assert line["explained"] == deal["explained"]
    assert (series["voids"], series["forfeited"]) == (1, [])
    assert show(client, table, 3).refusal == (409, "deal-voided")
    move = {"move": {"type": "lead", "cards": ["7C"]}}
    over = client.send("POST", f"{table.deal_path}/moves", table.tokens[0], json=move)
    assert over.json["code"] == "deal-over"


def test_later_deals_do_not_wait_for_a_seat_that_was_late(client: Client) -> None:
    """A closed browser costs one deal. The seat may add a seed again, and the record verifies."""
    table = opened(client, reveal_seconds=30, target=24)
    show(client, table, 0)
    RUNTIME.pass_time(31)
    assert seeds.void_late_deal(client.context, UUID(table.deal))
    table.deal = shown(client, table)["deal"]["id"]
    assert [each["left_out"] for each in shown(client, table)["seats"]] == [False] * 3 + [True]
    assert show(client, table, 0).status_code == 201
    fairness = client.get(table.deal_path, table.owner)["fairness"]
    assert [each["seat"] for each in fairness["seats"]] == [0]
    assert commit(client, table, 3).status_code == 200
    client.play(table, Random(6))
    client.record(str(table.deal))
    on = shown(client, table)["deal"]
    fairness = client.get(f"/v1/deals/{on['id']}", table.owner)["fairness"]
    assert [each["seat"] for each in fairness["seats"]] == [0, 3]
    assert not any(each["left_out"] for each in shown(client, table)["seats"])
    record = write(bundle_of(client, f"{table.path}/bundle", table.owner))
    given = Mutant("left out", record, frozenset())
    for verdicts in (in_python(given), in_javascript(given)):
        assert {each.check for each in verdicts if each.status == FAILS} == set()
        found = {each.check: each.detail for each in verdicts}
        assert found["consequences"].startswith("seats and deals follow each other as they must")


def test_a_seat_that_the_host_has_filled_adds_seeds_to_later_deals(client: Client) -> None:
    """The first deal does not wait for it. It commits while a deal is on; the record verifies."""
    table = client.open(target=24, pause_seconds=60)
    assert shown(client, table)["next_deal"]["waiting"] == []
    assert shown(client, table)["next_deal"]["may_commit"] == [0, 1, 2, 3]
    assert commit(client, table, 1).status_code == 200
    assert shown(client, table)["next_deal"]["may_commit"] == [0, 2, 3]
    client.play(table, Random(6))
    client.record(str(table.deal))
    assert shown(client, table)["next_deal"]["may_commit"] == []
    assert commit(client, table, 2).refusal == (409, "not-the-next-deal"), (
        "it may be opened already"
    )
    for seat in range(4):
        client.post(f"{table.path}/seats/{seat}/ready", table.tokens[seat], {"number": 2})
    table.deal = shown(client, table)["deal"]["id"]
    assert client.get(table.deal_path, table.owner)["fairness"]["waiting"] == [1]
    assert show(client, table, 1).status_code == 201
    assert client.get(table.deal_path, table.owner)["status"] == "playing"
    record = Mutant(
        "unasked", write(bundle_of(client, f"{table.path}/bundle", table.owner)), frozenset()
    )
    for verdicts in (in_python(record), in_javascript(record)):
        assert {each.check for each in verdicts if each.status == FAILS} == set()
    by_hand = client.open(test=True, decks=[[*GAMES["goat"].pack]])
    assert shown(client, by_hand)["next_deal"]["may_commit"] == []
    assert commit(client, by_hand, 1).refusal == (422, "invalid")


def test_the_server_fills_in_no_seat(client: Client) -> None:
    for seats in (
        [{"bot": "easy", "commits": True}],
        [{"commits": True}],
        [{"name": "Ann", "bot": "easy"}],
    ):
        answer = client.send(
            "POST", "/v1/tables", client.key(), json={"game": "goat", "name": "x", "seats": seats}
        )
        assert answer.status_code == 422


def test_no_seed_is_logged(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    table = dealt(client)
    show(client, table, 0)
    client.send("POST", f"{table.deal_path}/seed", table.tokens[0], json={"seed": "ab" * 32})
    said = "".join(capsys.readouterr())
    record = client.deal(table)
    secret = [record.opened.seed or "", *(seed_of(table.deal or "", seat) for seat in SEATS)]
    assert "POST" in said
    assert not [seed for seed in (*secret, "ab" * 32) if seed in said]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_deals_of_every_game_with_seeds_verify(game: Game[Any], client: Client) -> None:
    seats = [{**PERSONS[seat], "commits": True} for seat in range(game.seats[0])]
    table = client.open(game=game.key, seats=seats)
    for seat in range(len(seats)):
        assert commit(client, table, seat).status_code == 200
    table.deal = shown(client, table)["deal"]["id"]
    for seat in range(len(seats)):
        assert show(client, table, seat).status_code == 201
    client.play(table, Random(6), moves=3000)
    record = client.deal(table)
    assert check(game, record.events) == ()
    path = f"{table.deal_path}/transcript"
    exported = client.send("GET", path, table.owner, Accept="application/x-ndjson")
    assert replay(read(exported.data)).ok
    words = client.send("GET", path, table.owner, Accept="text/plain")
    assert words.text.count(" adds its seed") == len(seats)
    for notation in notations_of(game):
        written = client.send("GET", path, table.owner, Accept=notation.media_type)
        (piece,) = notation.pieces([written.text])
        assert held(notation.read(piece.text), name="").ok


def test_a_seed_alone_has_no_signature(client: Client) -> None:
    """The signature would belong to the next commitment; nothing is revealed."""
    table = opened(client)
    path, token = f"{table.deal_path}/seed", table.tokens[0]
    deal = client.get(table.deal_path, token)
    body = {"seed": "00" * 32, "signature": "ab" * 64}
    assert client.send("POST", path, token, json=body).refusal == (409, "seed-refused")
    body["seed"] = seed_of(str(table.deal), 0)
    refused = client.send("POST", path, token, json=body)
    assert refused.refusal == (409, "signature-refused")
    assert refused.pointers[0] == "/signature"
    assert client.get(table.deal_path, token)["version"] == deal["version"]
    del body["signature"]
    assert client.send("POST", path, token, json=body).status_code == 201
