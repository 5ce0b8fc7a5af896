"""Disputes: claims of players, rulings of auditors, and their effect on the ledger."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.games import GAMES
from domain.table.events import DealOpened
from service.settings import Settings
from service.tables import progress
from tests.api.playing import PERSONS, Answer, Client, Opened
from tests.api.test_repeating import Send, together

CLAIM = {"at": 9, "claim": "legality", "text": "He had a heart."}
UPHELD = {"ruling": "upheld", "adjustment": [-2, 2], "text": "So he had."}
DISMISSED = {"ruling": "dismissed", "text": "He had none."}


@pytest.fixture
def table(client: Client) -> Opened:
    return finished(client)


def finished(client: Client, owner: str | None = None, **fields: Any) -> Opened:
    """A table whose first deal is over and counts."""
    table = client.open(owner, **fields)
    client.play(table, Random(5))
    client.record(str(table.deal))
    return table


def disputed(client: Client, table: Opened, seat: int = 0, **more: Any) -> dict[str, Any]:
    path = f"{table.deal_path}/disputes"
    made: dict[str, Any] = client.post(path, table.tokens[seat], {**CLAIM, **more})
    return made


def ruling(table: Opened, number: int = 1) -> str:
    return f"{table.deal_path}/disputes/{number}/ruling"


def test_a_dispute_is_opened_and_ruled(client: Client, table: Opened) -> None:
    """A ruling is shown to all, with its auditor, its reason and its points."""
    token = client.guest(table, "auditor")
    opened = disputed(client, table, seat=2)
    assert opened == {
        "deal": table.deal,
        "number": 1,
        "dispute": 1,
        "status": "open",
        "seat": 2,
        "owner_may_act": True,
        **CLAIM,
        "opened_at": opened["opened_at"],
        "answers": [],
        **dict.fromkeys(("withdrawn_at", "ruling", "appeal", "overturned")),
    }
    before = client.get(f"{table.path}/series", table.owner)

    answer = client.send("POST", ruling(table), token, json=UPHELD)

    assert answer.status_code == 201, answer.text
    auditor = {"auditor": 1, "name": "Eve", "appointed_by": client.table(table).opened.owner}
    ledger = [had + added for had, added in zip(before["ledger"], [-2, 2], strict=True)]
    given = {**UPHELD, **auditor, "of_party": True, "ledger": ledger}
    assert answer.json == {**given, "ruled_at": answer.json["ruled_at"]}
    for who in (table.owner, table.tokens[1], token):
        shown = client.get(f"{table.deal_path}/disputes", who)
        line = {**opened, "status": "ruled", "ruling": answer.json}
        assert shown == {"deal": table.deal, "disputes": [line]}
    after = client.get(f"{table.path}/series", table.owner)
    points = [side["points"] for side in before["sides"]]
    assert before["ledger"] == points
    assert after["ledger"] == [points[0] - 2, points[1] + 2]
    assert after["adjustments"] == [{"deal": table.deal, "dispute": 1, "points": [-2, 2]}]
    changed = {"version", "ledger", "adjustments"}
    assert {name for name in after if after[name] != before[name]} == changed


def test_a_dispute_is_ruled_once(client: Client, table: Opened) -> None:
    token, other = client.guest(table, "auditor"), client.guest(table, "auditor")
    disputed(client, table)
    assert client.send("POST", ruling(table), token, json=DISMISSED).status_code == 201
    for who in (token, other):
        again = client.send("POST", ruling(table), who, json=UPHELD)
        assert again.refusal == (409, "dispute-ruled")
    series = client.get(f"{table.path}/series", table.owner)
    assert series["ledger"] == [side["points"] for side in series["sides"]]
    assert series["adjustments"] == []


def test_of_two_rulings_at_the_same_moment_one_counts(client: Client, table: Opened) -> None:
    judges = [client.guest(table, "auditor") for _ in range(4)]
    disputed(client, table)
    answers = together(client, [partial(rule, table, judge) for judge in judges])
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    series = client.get(f"{table.path}/series", table.owner)
    assert [each["points"] for each in series["adjustments"]] == [[-2, 2]]


def rule(table: Opened, judge: str, send: Send) -> Answer:
    return send("POST", ruling(table), judge, json=UPHELD)


def test_disputes_at_the_same_moment_are_numbered_in_turn(client: Client, table: Opened) -> None:
    path = f"{table.deal_path}/disputes"

    def dispute(token: str, send: Send) -> Answer:
        return send("POST", path, token, json=CLAIM)

    answers = together(client, [partial(dispute, token) for token in table.tokens.values()])
    assert [answer.status_code for answer in answers] == [201] * 4
    numbers = [each["dispute"] for each in client.get(path, table.owner)["disputes"]]
    assert numbers == [1, 2, 3, 4]


def test_a_repeated_request_takes_effect_once(client: Client, table: Opened) -> None:
    disputes, auditors = f"{table.deal_path}/disputes", f"{table.path}/auditors"
    first = twice(client, auditors, table.owner, {"name": "Ombudsman"})
    opened = twice(client, disputes, table.tokens[0], CLAIM)
    ruled = twice(client, ruling(table), first["token"], UPHELD)
    line = {**opened, "status": "ruled", "ruling": ruled}
    assert client.get(disputes, table.owner)["disputes"] == [line]
    assert len(client.get(auditors, table.owner)["auditors"]) == 1


def twice(client: Client, path: str, who: str, body: Any) -> Any:
    """Send a request, let other events happen, and send it again."""
    key = uuid4().hex
    first = client.send("POST", path, who, json=body, Idempotency_Key=key)
    again = client.send("POST", path, who, json=body, Idempotency_Key=key)
    assert first.status_code == again.status_code == 201, first.text
    assert again.is_replayed
    assert first.json == again.json
    other = {**body, "text": "Otherwise.", "name": "Otherwise"}
    body = {name: other[name] for name in body}
    refused = client.send("POST", path, who, json=body, Idempotency_Key=key)
    assert refused.json["code"] == "idempotency-key-reused"
    return first.json


def test_the_same_key_of_another_caller_is_another_dispute(client: Client, table: Opened) -> None:
    path = f"{table.deal_path}/disputes"
    for seat in (0, 1):
        answer = client.send("POST", path, table.tokens[seat], json=CLAIM, Idempotency_Key="k")
        assert not answer.is_replayed
    assert [each["seat"] for each in client.get(path, table.owner)["disputes"]] == [0, 1]


def test_a_seat_opens_so_many_disputes_and_no_more(client: Client, table: Opened) -> None:
    for _ in range(3):
        disputed(client, table)
    refused = client.send("POST", f"{table.deal_path}/disputes", table.tokens[0], json=CLAIM)
    assert refused.refusal == (409, "limit-reached")
    assert disputed(client, table, seat=1)["dispute"] == 4
    codes = [acted(client, table, "answers", seat=2, text="No.").status_code for _ in range(4)]
    assert codes == [201, 201, 201, 409]
    assert acted(client, table, "answers", seat=1, text="No.").status_code == 201


def test_a_deal_that_is_on_has_no_disputes(client: Client) -> None:
    table = client.open()
    path = f"{table.deal_path}/disputes"
    token = client.guest(table, "auditor")
    refused = client.send("POST", path, table.tokens[0], json={**CLAIM, "at": 1})
    assert refused.refusal == (409, "deal-on")
    for who in (table.owner, table.tokens[0], token):
        assert client.send("GET", path, who).status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": 0},
        {"at": "9"},
        {"claim": "bad luck"},
        {"text": ""},
        {"text": "  "},
        {"text": "\u200b \u2060\u3164"},
        {"text": "two\nlines"},
        {"text": "\u202eback"},
        {"text": "x" * 1_001},
        {"seat": 1},
    ],
)
def test_a_claim_is_as_the_contract_has_it(
    wrong: dict[str, Any], client: Client, table: Opened
) -> None:
    path = f"{table.deal_path}/disputes"
    refused = client.send("POST", path, table.tokens[0], json={**CLAIM, **wrong})
    assert refused.refusal == (422, "invalid")
    assert client.get(path, table.owner)["disputes"] == []


def test_a_claim_names_an_event_that_there_is(client: Client, table: Opened) -> None:
    path = f"{table.deal_path}/disputes"
    last = client.get(table.deal_path, table.owner)["version"]
    for at in (last + 1, 900):
        refused = client.send("POST", path, table.tokens[0], json={**CLAIM, "at": at})
        assert refused.refusal == (404, "not-found")
    assert disputed(client, table, at=last)["at"] == last


@pytest.mark.parametrize(
    "wrong",
    [
        {"adjustment": [1]},
        {"adjustment": [1, 2, 3]},
        {"adjustment": [0.5, 1]},
        {"adjustment": [1_000_001, 0]},
        {"ruling": "dismissed"},
        {"ruling": "dismissed", "adjustment": [-1, 0]},
        {"ruling": "undecided"},
        {"text": "\0"},
    ],
)
def test_a_ruling_is_as_the_contract_has_it(
    wrong: dict[str, Any], client: Client, table: Opened
) -> None:
    token = client.guest(table, "auditor")
    disputed(client, table)
    refused = client.send("POST", ruling(table), token, json={**UPHELD, **wrong})
    assert refused.refusal == (422, "invalid")
    assert client.get(f"{table.deal_path}/disputes", token)["disputes"][0]["ruling"] is None


def test_only_disputed_events_are_ruled(client: Client, table: Opened) -> None:
    token = client.guest(table, "auditor")
    assert client.send("POST", ruling(table), token, json=UPHELD).status_code == 404
    disputed(client, table)
    assert client.send("POST", ruling(table, 2), token, json=UPHELD).status_code == 404


def test_the_table_plays_on(client: Client, table: Opened) -> None:
    """Disputes belong to the table's stream; the next deals are recorded as usual."""
    disputed(client, table)
    table.deal = client.get(table.path, table.owner)["deal"]["id"]
    client.play(table, Random(6))
    client.record(str(table.deal))
    disputed(client, table)
    series = client.get(f"{table.path}/series", table.owner)
    assert [line["number"] for line in series["deals"]] == [1, 2, 3]


def test_concurrent_events_make_no_second_deal(
    client: Client, table: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal is opened before its table records it, so a late process finds the same deal."""
    decide = progress._decision

    def late(context: Any, on: UUID, before: Any, events: Any, *more: Any, **options: Any) -> Any:
        if isinstance(events[0], DealOpened):
            monkeypatch.undo()
            disputed(client, table, seat=3)
        return decide(context, on, before, events, *more, **options)

    first, on = table.deal, client.get(table.path, table.owner)["deal"]["id"]
    table.deal = on
    client.play(table, Random(6))
    table.deal = first
    monkeypatch.setattr(progress, "_decision", late)
    client.record(on)
    lines = client.get(f"{table.path}/series", table.owner)["deals"]
    statuses = ("persons", "bots", "over", "recorded")
    rows = client.context.store.find(kind="deal", statuses=statuses, limit=1000)
    deals = [str(row.id) for row in rows if row.summary["table"] == table.id]
    assert deals == [line["deal"] for line in lines]


def test_a_table_has_so_many_auditors_at_a_time(client: Client, table: Opened) -> None:
    path = f"{table.path}/auditors"
    for _ in range(5):
        client.guest(table, "auditor")
    refused = client.send("POST", path, table.owner, json={"name": "One more"})
    assert refused.refusal == (409, "limit-reached")
    client.delete(f"{path}/3", table.owner)
    client.guest(table, "auditor")
    dismissed = [each["dismissed"] for each in client.get(path, table.owner)["auditors"]]
    assert dismissed == [False, False, True, False, False, False]


def test_no_token_is_kept_or_shown_again(client: Client, table: Opened) -> None:
    token = client.guest(table, "auditor")
    assert token.startswith("audit_")
    assert len(token) > 60
    assert token not in str(client.get(f"{table.path}/auditors", table.owner))
    stored = client.table(table)
    assert not [record for record in stored.records if token[6:].encode() in record.body]


def test_a_move_is_disputed_by_its_number(client: Client, table: Opened) -> None:
    path = table.deal_path
    page: Any = client.get(f"{path}/events?limit=1000&view=full", table.owner)
    positions = [each["position"] for each in page["events"] if each["type"] in moves()]
    body = {"claim": "legality", "text": "No."}
    for number in (0, len(positions) - 1):
        sent = {**body, "move": number}
        shown: Any = client.send("POST", f"{path}/disputes", table.tokens[0], json=sent).json
        assert shown["at"] == positions[number]
    gone = {**body, "move": len(positions)}
    assert client.send("POST", f"{path}/disputes", table.tokens[0], json=gone).status_code == 404


def moves() -> set[str]:
    return {each.TYPE for game in GAMES.values() for each in game.moves}


@pytest.mark.parametrize("more", [{}, {"at": 1, "move": 1}])
def test_either_the_event_or_the_move_is_named(
    client: Client, table: Opened, more: dict[str, int]
) -> None:
    body = {"claim": "legality", "text": "No.", **more}
    answer = client.send("POST", f"{table.deal_path}/disputes", table.tokens[0], json=body)
    error = answer.json["errors"][0]
    assert (answer.status_code, error["detail"]) == (422, "Send exactly one of: at, move.")


def test_the_record_says_who_appointed_an_auditor(client: Client, table: Opened) -> None:
    """The key that appointed the auditor is shown, with the seats that it holds."""
    client.guest(table, "auditor")
    shown: Any = client.get(f"{table.path}/auditors", table.owner)
    stream = client.table(table)
    (line,) = shown["auditors"]
    assert line["appointed_by"] == stream.opened.owner
    assert line["owner_seats"] == [0, 1, 2, 3], "its key has taken the seats of all persons"


# --- Withdrawal and appeal ----------------------------------------------------------------------


def acted(client: Client, table: Opened, act: str, seat: int, **body: str) -> Answer:
    path = f"{table.deal_path}/disputes/1/{act}"
    return client.send("POST", path, table.tokens[seat], json=body)


def first_dispute(client: Client, table: Opened) -> dict[str, Any]:
    shown: dict[str, Any] = client.get(f"{table.deal_path}/disputes", table.owner)["disputes"][0]
    return shown


def test_the_seat_that_opened_a_dispute_withdraws_it(client: Client, table: Opened) -> None:
    token = client.guest(table, "auditor")
    disputed(client, table)
    assert acted(client, table, "withdrawal", seat=1).refusal == (403, "not-allowed")
    withdrawn = acted(client, table, "withdrawal", seat=0)
    assert withdrawn.status_code == 201
    shown = first_dispute(client, table)
    assert (shown["status"], shown["withdrawn_at"]) == ("withdrawn", withdrawn.json["withdrawn_at"])
    assert client.send("POST", ruling(table), token, json=UPHELD).refusal == (409, "dispute-ruled")
    for act, body in (
        ("withdrawal", {}),
        ("answers", {"text": "No."}),
        ("appeal", {"text": "No."}),
    ):
        assert acted(client, table, act, seat=0, **body).refusal == (409, "dispute-ruled"), act


def test_another_auditor_rules_the_appeal(client: Client, table: Opened) -> None:
    judge, other = client.guest(table, "auditor"), client.guest(table, "auditor")
    disputed(client, table)
    assert acted(client, table, "appeal", seat=3, text="No.").refusal == (409, "dispute-ruled")
    first = client.post(ruling(table), judge, UPHELD)
    points = client.get(f"{table.path}/series", table.owner)["ledger"]

    appealed = acted(client, table, "appeal", seat=3, text="He had none.")

    assert appealed.status_code == 201, appealed.text
    waiting = first_dispute(client, table)
    assert (waiting["status"], waiting["ruling"]) == ("appealed", first)
    assert waiting["appeal"] == appealed.json
    assert client.get(f"{table.path}/series", table.owner)["ledger"] == points
    assert acted(client, table, "appeal", seat=0, text="No.").refusal == (409, "dispute-ruled")
    assert acted(client, table, "withdrawal", seat=0).refusal == (409, "dispute-ruled")
    again = client.send("POST", ruling(table), judge, json=DISMISSED)
    assert again.refusal == (403, "not-allowed")
    second = client.post(ruling(table), other, DISMISSED)
    final = first_dispute(client, table)
    assert (final["status"], final["ruling"], final["overturned"]) == ("ruled", second, first)
    series = client.get(f"{table.path}/series", table.owner)
    assert series["ledger"] == [side["points"] for side in series["sides"]] == second["ledger"]
    assert series["adjustments"] == []
    assert acted(client, table, "appeal", seat=3, text="No.").refusal == (409, "dispute-ruled")


def test_auditors_can_be_fixed_before_the_first_deal(client: Client) -> None:
    """Two auditors are admitted while a seat is free; a third one comes after the first deal."""
    table = client.open(seats=[*PERSONS[:3], {}], fixed_auditors=True)
    judges = [client.guest(table, "auditor") for _ in range(2)]
    client.sit(table, 3)
    client.play(table, Random(5))
    client.record(str(table.deal))
    late = client.guest(table, "auditor")
    disputed(client, table)
    assert client.send("POST", ruling(table), late, json=UPHELD).refusal == (403, "not-allowed")
    assert client.send("POST", ruling(table), judges[0], json=UPHELD).status_code == 201
    assert acted(client, table, "appeal", seat=1, text="No.").status_code == 201
    assert client.send("POST", ruling(table), late, json=UPHELD).refusal == (403, "not-allowed")
    assert client.send("POST", ruling(table), judges[1], json=UPHELD).status_code == 201
    listed = client.get(f"{table.path}/auditors", table.owner)["auditors"]
    assert [each["may_rule"] for each in listed] == [True, True, False]


def test_with_one_fixed_auditor_there_is_no_appeal(client: Client) -> None:
    table = client.open(seats=[*PERSONS[:3], {}], fixed_auditors=True)
    judge = client.guest(table, "auditor")
    client.sit(table, 3)
    client.play(table, Random(5))
    client.record(str(table.deal))
    disputed(client, table)
    assert client.send("POST", ruling(table), judge, json=UPHELD).status_code == 201
    assert acted(client, table, "appeal", seat=1, text="No.").refusal == (403, "not-allowed")


def test_what_the_owner_may_have_written_is_labelled(client: Client) -> None:
    """P19: the host re-issues an invited player's token, and files as that player (E7)."""
    table = client.open(seats=[{}] * 4)
    for seat in range(4):
        client.sit(table, seat, client.guest(table, "invitation", seat=seat))
    client.play(table, Random(5))
    client.record(str(table.deal))
    judge = client.guest(table, "auditor")
    by_player = disputed(client, table, seat=0)
    first = client.post(ruling(table), judge, UPHELD)
    table.tokens[0] = client.post(f"{table.path}/seats/0/token", table.owner)["token"]
    by_host = disputed(client, table, seat=0)
    second = client.post(ruling(table, 2), judge, UPHELD)
    assert [each["owner_may_act"] for each in (by_player, by_host)] == [False, True]
    assert [each["of_party"] for each in (first, second)] == [False, True]
    assert not first_dispute(client, table)["owner_may_act"], "what was filed before stays so"


def test_the_label_follows_the_seat_into_a_rematch(client: Client) -> None:
    """P19: the token that the host issued again leads to the seat in the rematch."""
    table = client.open(seats=[{}] * 4, abandon="forfeit")
    for seat in range(4):
        client.sit(table, seat, client.guest(table, "invitation", seat=seat))
    client.post(f"{table.deal_path}/leaving", table.tokens[1])
    client.record(str(table.deal))
    table.tokens[2] = client.post(f"{table.path}/seats/2/token", table.owner)["token"]
    path = f"{table.path}/rematch"
    tokens = {}
    for token in table.tokens.values():
        opened: Any = client.send("POST", path, token, json={}).json
        tokens.update({each["seat"]: each["token"] for each in opened["tokens"]})
    rematch = Opened(opened["table"]["id"], opened["table"]["deal"]["id"], tokens, table.owner)
    client.play(rematch, Random(5))
    client.record(str(rematch.deal))
    labels = [disputed(client, rematch, seat=seat)["owner_may_act"] for seat in range(4)]
    assert labels == [False, True, False, False], "one seat to the right"


def test_a_player_who_renews_their_own_token_is_not_the_owner(client: Client) -> None:
    """A key of theirs that another key of theirs made may do it, too."""
    table, key = client.open(seats=[*PERSONS[:3], {}]), client.key()
    client.sit(table, 3, key)
    other = client.post("/v1/keys", key, {"name": "at home"})["key"]
    table.tokens[3] = client.post(f"{table.path}/seats/3/token", other)["token"]
    client.play(table, Random(5))
    client.record(str(table.deal))
    assert not disputed(client, table, seat=3)["owner_may_act"]
    table.tokens[3] = client.post(f"{table.path}/seats/3/token", table.owner)["token"]
    assert disputed(client, table, seat=3)["owner_may_act"]


def test_a_token_that_was_issued_to_who_sat_there_before_is_no_label(client: Client) -> None:
    table, key = client.open(seats=[*PERSONS[:2], {}, {}]), client.key()
    client.sit(table, 3, key)
    client.post(f"{table.path}/seats/3/token", table.owner)
    client.delete(f"{table.path}/seats/3", key)
    client.sit(table, 3, client.guest(table, "invitation", seat=3))
    client.sit(table, 2)
    client.play(table, Random(5))
    client.record(str(table.deal))
    assert not disputed(client, table, seat=3)["owner_may_act"]


def test_a_ruling_is_appealed_though_its_auditor_was_dismissed(client: Client) -> None:
    table = client.open(seats=[*PERSONS[:3], {}], fixed_auditors=True)
    judges = [client.guest(table, "auditor") for _ in range(2)]
    client.sit(table, 3)
    client.play(table, Random(5))
    client.record(str(table.deal))
    disputed(client, table)
    client.post(ruling(table), judges[0], UPHELD)
    client.delete(f"{table.path}/auditors/1", table.owner)
    assert acted(client, table, "appeal", seat=1, text="No.").status_code == 201
    assert client.send("POST", ruling(table), judges[1], json=UPHELD).status_code == 201


def test_a_long_list_of_disputes_counts_as_several_requests(
    client: Client, settings: Settings, table: Opened
) -> None:
    words = "\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL S}" * 1000
    for seat in (0, 1, 2, 3) * 3:
        disputed(client, table, seat, text=words)
        client.post(f"{table.deal_path}/disputes/1/answers", table.tokens[seat], {"text": words})
    narrow = client.beside(replace(settings, reads=100))
    left = [
        left_after(narrow, path, table.owner)
        for path in (table.path, f"{table.deal_path}/disputes")
    ]
    assert left[0] - left[1] == 2


def left_after(client: Client, path: str, who: str) -> int:
    """The reads that are left after one."""
    budget = client.send("GET", path, who).headers["RateLimit"]
    return int(budget.split("r=")[1].split(";")[0])


def test_a_list_shows_only_what_the_record_has(
    client: Client, table: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row of the projection that names no dispute of the table is left out."""
    disputed(client, table)
    client.sequence()
    listings = type(client.context.listings)
    real = listings.disputes

    def more(*args: Any, **options: Any) -> list[Any]:
        rows = real(*args, **options)
        return [*rows, *(row._replace(number=row.number + 1) for row in rows)]

    monkeypatch.setattr(listings, "disputes", more)
    shown: Any = client.get("/v1/disputes", table.owner)
    assert [each["dispute"] for each in shown["disputes"]] == [1]
