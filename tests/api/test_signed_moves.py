"""Seats with keys over the API: bringing a key, signing, refusals, repetition, and visibility."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.event import Key
from domain.kernel.game import Game
from events.seat_keys import ACT
from tests.api.playing import PERSONS, Answer, Client, Opened, choice
from tests.keys import key_of, signature_of
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS, Verdict
from verifier.verify import verify

KEYED = (0, 2, 3)
NEUTRAL = Key("01" + "00" * 31)


@dataclass(repr=False)
class Signing(Client):
    """A client that signs the moves of the seats that have keys."""

    def make(self, table: Opened, seat: int, move: dict[str, Any], **headers: str) -> Answer:
        key = f"{len(self.sent)}"
        answer = self.attempt(table, seat, move, Idempotency_Key=key, **headers)
        assert answer.status_code == 201, answer.text
        return answer

    def attempt(self, table: Opened, seat: int, move: dict[str, Any], **headers: str) -> Answer:
        body: dict[str, Any] = {"move": move}
        if seat in KEYED:
            body["signature"] = self.signature(table, seat, move)
        path = f"{table.deal_path}/moves"
        return self.send("POST", path, table.tokens[seat], json=body, data=None, **headers)

    def signature(self, table: Opened, seat: int, move: dict[str, Any]) -> str:
        seen = self.get(table.deal_path, table.tokens[seat])
        where = {"position": seen["version"], "head": seen["head"]}
        return signature_of(seat, move, stream=str(table.deal), **where)

    def act(self, table: Opened, seat: int, said: dict[str, Any]) -> str:
        """The signature of a seat's act at a table."""
        shown = self.get(table.path, table.owner)
        where = {"position": shown["version"], "head": shown["head"], "tag": ACT}
        return signature_of(seat, said, stream=table.id, **where)

    def sat(self, game: Game[Any], **fields: Any) -> Opened:
        """A table where all seats sign except seat 1."""
        seats = [
            {**PERSONS[seat], **({"key": key_of(seat)} if seat in KEYED else {})}
            for seat in range(game.seats[0])
        ]
        return self.open(game=game.key, seats=seats, **fields)

    def turn(self, table: Opened) -> tuple[int, list[dict[str, Any]]]:
        """A seat with a key that may move, and its moves."""
        chance = Random(1)
        while (seat := self.get(table.deal_path, table.owner)["to_act"]) not in KEYED:
            moves = self.moves(str(table.deal), table.tokens[seat])
            self.make(table, seat, choice(moves, chance))
        moves = self.moves(str(table.deal), table.tokens[seat])
        return seat, [each["move"] for each in moves]


@pytest.fixture
def signing(client: Client) -> Signing:
    return Signing(client.flask, client.context)


@pytest.fixture
def table(signing: Signing) -> Opened:
    return signing.sat(GAMES["goat"])


def test_a_key_is_brought_with_the_seat_and_shown_to_all(signing: Signing) -> None:
    table = signing.open(seats=[{**PERSONS[0], "key": key_of(0)}, *PERSONS[1:3]])
    path, body = f"{table.path}/seats/3", {"name": "Dan", "key": key_of(3)}
    first = signing.post(path, table.owner, body, method="PUT", Idempotency_Key="sit")
    shown = signing.get(table.path, signing.key("somebody"))
    assert [seat["key"] for seat in shown["seats"]] == [key_of(0), None, None, key_of(3)]
    assert signing.send("PUT", path, table.owner, json=body, Idempotency_Key="sit").json == first
    deal = shown["deal"]["id"]
    (opened, *_) = signing.get(f"/v1/deals/{deal}/events", table.owner)["events"]
    assert opened["data"]["keys"] == [key_of(0), None, None, key_of(3)]


def test_a_key_ends_with_its_player(signing: Signing) -> None:
    table = signing.open(seats=[{**PERSONS[0], "key": key_of(0)}])
    path = f"{table.path}/seats/0"
    assert signing.send("DELETE", path, table.tokens[0]).refusal == (409, "signature-needed")
    signature = signing.act(table, 0, {"type": "leave"})
    signing.delete(f"{path}?signature={signature}", table.tokens[0])
    assert signing.get(table.path, table.owner)["seats"][0]["key"] is None


@pytest.mark.parametrize("key", ["", "AB" * 32, "ab" * 31, None, 7])
def test_invalid_keys(key: Any, signing: Signing) -> None:
    _refused(signing, key, (422, "invalid"))


@pytest.mark.parametrize("key", [NEUTRAL, "02" + "00" * 31])
def test_a_key_under_which_others_could_sign_is_refused(key: str, signing: Signing) -> None:
    """The neutral element; and bytes that are not a point of the curve."""
    _refused(signing, key, (409, "seat-key-refused"))


def test_a_move_that_is_signed_again_is_the_same_move(signing: Signing, table: Opened) -> None:
    """Its answer was lost, and the record has grown."""
    seat, (move, *_) = signing.turn(table)
    path = f"{table.deal_path}/moves"
    versions, answers = list[int](), list[Answer]()
    for _ in range(2):
        versions.append(signing.get(table.deal_path, table.tokens[seat])["version"])
        signature = signing.signature(table, seat, move)
        body = {"move": move, "signature": signature, "expected_version": versions[-1]}
        sent = signing.send("POST", path, table.tokens[seat], json=body, Idempotency_Key="lost")
        answers.append(sent)
    assert versions[0] < versions[1]
    assert [each.status_code for each in answers] == [201, 201]
    assert (answers[1].json or {})["events"] == (answers[0].json or {})["events"]
    body = {"move": move, "expected_version": versions[1]}
    other = signing.send("POST", path, table.tokens[seat], json=body, Idempotency_Key="lost")
    assert other.json["code"] == "idempotency-key-reused"


def _refused(signing: Signing, key: Any, wanted: tuple[int, str]) -> None:
    fields = {"game": "goat", "name": "x", "seats": [{}, {"name": "Ann", "key": key}]}
    opened = signing.send("POST", "/v1/tables", signing.key(), json=fields)
    table = signing.open(seats=[])
    path, body = f"{table.path}/seats/0", {"name": "Ann", "key": key}
    taken = signing.send("PUT", path, table.owner, json=body)
    for answer, pointer in ((opened, "/seats/1/key"), (taken, "/key")):
        assert answer.refusal == wanted
        assert answer.pointers == [pointer]


def test_only_a_person_has_a_key(signing: Signing) -> None:
    for seat in ({"key": key_of(0)}, {"bot": "easy", "key": key_of(0)}):
        fields = {"game": "goat", "name": "x", "seats": [seat]}
        assert signing.send("POST", "/v1/tables", signing.key(), json=fields).status_code == 422


def test_a_signed_move_is_recorded_with_its_signature(signing: Signing, table: Opened) -> None:
    seat, (move, *_) = signing.turn(table)
    signature = signing.signature(table, seat, move)
    made = signing.attempt(table, seat, move).json
    assert made is not None
    assert made["events"][0]["data"]["seat"] == seat
    proof = made["events"][1]
    assert proof["type"] == "deal.move_signed"
    assert proof["data"] == {"seat": seat, "signature": signature}
    events = f"{table.deal_path}/events"
    for who in (table.owner, *(table.tokens[each] for each in range(4) if each != seat)):
        page = signing.send("GET", events, who)
        assert signature not in page.text
        seen = page.json["events"][proof["position"] - 1]
        assert seen == {**proof, "data": {"seat": seat, "signature": None}}


def test_the_head_is_the_same_in_every_view(signing: Signing, table: Opened) -> None:
    seat, (move, *_) = signing.turn(table)
    before = signing.get(table.deal_path, table.owner)
    made: Any = signing.attempt(table, seat, move).json
    callers = (table.owner, *table.tokens.values())
    shown = [signing.get(table.deal_path, who) for who in callers]
    assert {each["head"] for each in shown} == {made["receipt"]["head"]}
    assert {each["version"] for each in shown} == {made["receipt"]["position"]}
    then = [signing.get(f"{table.deal_path}?at={before['version']}", who) for who in callers]
    assert {each["head"] for each in then} == {before["head"]}
    events, position = f"{table.deal_path}/events", before["version"]
    page = signing.get(f"{events}?limit={position}", table.owner)
    assert page["head"] == before["head"]
    for after in (0, position, shown[0]["version"], 900):
        page = signing.get(f"{events}?after={after}", table.tokens[1])
        assert page["head"] == shown[0]["head"]


def test_refusals_name_the_clause_and_change_nothing(signing: Signing, table: Opened) -> None:
    seat, (move, other, *_) = signing.turn(table)
    path, token = f"{table.deal_path}/moves", table.tokens[seat]
    head = signing.get(table.deal_path, token)["head"]
    for signature, wanted in (
        (None, "signature-needed"),
        ("ab" * 64, "signature-refused"),
        (signing.signature(table, seat, other), "signature-refused"),
        (signing.signature(table, (seat + 1) % 4, move), "signature-refused"),
    ):
        body = {"move": move} | ({"signature": signature} if signature else {})
        answer = signing.send("POST", path, token, json=body)
        assert answer.refusal == (409, wanted)
        assert [each["id"] for each in answer.json["clauses"]] == ["F7"]
        assert signature is None or signature not in answer.text
    assert signing.get(table.deal_path, token)["head"] == head
    assert signing.attempt(table, seat, move).status_code == 201


@pytest.mark.parametrize("word", ["", "AB" * 64, "ab" * 63, "ab" * 64 + "\n", None, 7])
def test_invalid_signatures(word: Any, signing: Signing, table: Opened) -> None:
    seat, (move, *_) = signing.turn(table)
    path, body = f"{table.deal_path}/moves", {"move": move, "signature": word}
    assert signing.send("POST", path, table.tokens[seat], json=body).refusal == (422, "invalid")


def test_a_seat_without_a_key_signs_nothing(signing: Signing, table: Opened) -> None:
    move = {"type": "lead", "cards": ["7C"]}
    body = {"move": move, "signature": signing.signature(table, 1, move)}
    answer = signing.send("POST", f"{table.deal_path}/moves", table.tokens[1], json=body)
    assert answer.refusal == (409, "signature-refused")
    assert answer.pointers[0] == "/signature"


def test_a_signed_move_that_the_rules_refuse(signing: Signing, table: Opened) -> None:
    seat, _ = signing.turn(table)
    other = next(each for each in KEYED if each != seat)
    lead = {"type": "lead", "cards": ["7C"]}
    assert signing.attempt(table, other, lead).json["code"] in ("not-your-turn", "illegal-move")
    assert signing.attempt(table, other, {"type": "no"}).json["code"] == "invalid"


def test_a_signature_fits_one_place_of_the_record(signing: Signing, table: Opened) -> None:
    """So a move that was signed but not accepted cannot be made later, and no move twice."""
    seat, (move, *_) = signing.turn(table)
    path, token = f"{table.deal_path}/moves", table.tokens[seat]
    version = signing.get(table.deal_path, token)["version"]
    body = {"move": move, "signature": signing.signature(table, seat, move)}
    first = signing.post(path, token, body, Idempotency_Key="once")
    signing.turn(table)
    assert signing.send("POST", path, token, json=body).refusal == (409, "signature-refused")
    late = {**body, "expected_version": version}
    assert signing.send("POST", path, token, json=late).refusal == (409, "stale-version")
    again = signing.send("POST", path, token, json=body, Idempotency_Key="once")
    assert (again.status_code, again.json) == (201, first)
    assert again.is_replayed
    signed_again = {**body, "signature": signing.signature(table, seat, move)}
    again = signing.send("POST", path, token, json=signed_again, Idempotency_Key="once")
    assert (again.status_code, again.json) == (201, first)
    other = {**body, "move": {"type": "lead", "cards": []}}
    reused = signing.send("POST", path, token, json=other, Idempotency_Key="once")
    assert reused.refusal == (422, "idempotency-key-reused")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_deals_of_every_game_prove_their_players(game: Game[Any], signing: Signing) -> None:
    table = signing.sat(game)
    path = table.deal_path
    signing.play(table, Random(7), moves=6)
    own = verdicts(signing, f"{path}/bundle", table.tokens[0])
    assert FAILS not in {each.status for each in own.values()}, own
    signing.play(table, Random(8), moves=3000)
    full = verdicts(signing, f"{path}/bundle?receipts=true", table.owner)
    assert full["signatures"].status == HOLDS
    assert "are signed by the keys in event 1" in full["signatures"].detail
    assert FAILS not in {each.status for each in full.values()}, full
    audit = f"{table.path}/auditors"
    auditor = signing.send("POST", audit, table.owner, json={"name": "The elder"}).json
    assert auditor is not None
    assert signing.get(f"{path}/audit", auditor["token"])["findings"] == []
    transcript = signing.send("GET", f"{path}/transcript", table.owner, Accept="text/plain")
    assert "signature" not in transcript.text


def verdicts(client: Client, path: str, who: str) -> dict[str, Verdict]:
    raw = client.send("GET", path, who).data
    return {each.check: each for each in verify(Case(read(raw)))}


def test_the_next_deal_has_the_same_keys_and_a_branch_none(signing: Signing) -> None:
    table = signing.sat(GAMES["durak"], target=3)
    first = str(table.deal)
    signing.play(table, Random(2), moves=3000)
    signing.record(first)
    following = signing.get(table.path, table.owner)["deal"]["id"]
    (opened, *_) = signing.get(f"/v1/deals/{following}/events", table.owner)["events"]
    assert opened["data"]["keys"] == [key_of(0), None]
    seats = [{"name": "Ann", "key": key_of(0)}, {"name": "Bob"}]
    for cards in ({"deal": "true"}, {"deal": "resample", "from_seat": 1}):
        fields = {"at": 6, "seats": seats, **cards}
        answer = signing.post(f"/v1/deals/{first}/branches", table.owner, fields)
        assert [each["key"] for each in answer["table"]["seats"]] == [None, None]
        deal = answer["table"]["deal"]["id"]
        events = signing.get(f"/v1/deals/{deal}/events", table.owner)["events"]
        assert events[0]["data"]["keys"] == []
        assert "deal.move_signed" not in {each["type"] for each in events}
        seat = signing.get(f"/v1/deals/{deal}", table.owner)["to_act"]
        token = {each["seat"]: each["token"] for each in answer["tokens"]}[seat]
        body = {"move": choice(signing.moves(deal, token), Random(1))}
        signing.post(f"/v1/deals/{deal}/moves", token, body)
