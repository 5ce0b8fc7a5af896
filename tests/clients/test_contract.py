"""The Python client is held against the contract, and against the recipes."""

import inspect
import re
from pathlib import Path
from typing import Any, cast
from unittest.mock import Mock
from uuid import UUID

import pytest
import yaml

import fairdeal_client.shapes
from domain.fairness.shuffle import commitment
from events.canonical import canonical
from events.seat_keys import ACT, Signable
from fairdeal_client import Client, act_to_sign, move_to_sign
from fairdeal_client.framing import commitment as own_commitment
from fairdeal_client.shapes import Deal
from fairdeal_client.signing import Place
from tests.api.contracts import bare_contract
from tests.clients.scripted import answer, scripted
from tools.shapes import FILE, shapes

CONTRACT: dict[str, Any] = yaml.load(Path("openapi.yaml").read_text("utf-8"), yaml.CSafeLoader)
SCHEMAS = CONTRACT["components"]["schemas"]
DEAL = "01234567-89ab-8def-8123-456789abcdef"


def test_the_types_are_those_of_the_contract() -> None:
    assert FILE.read_text("utf-8") == shapes(bare_contract()), "run `make shapes`"


@pytest.mark.parametrize("name", ["Table", "Deal", "MoveResult", "NewTable", "Problem"])
def test_types_have_the_fields_of_their_schemas(name: str) -> None:
    kind = getattr(fairdeal_client.shapes, name)
    schema = SCHEMAS[name]
    assert {*schema["properties"]} <= kind.__annotations__.keys()
    assert {*schema["required"]} <= kind.__required_keys__


def test_former_names_stay() -> None:
    assert fairdeal_client.DealShown is fairdeal_client.Deal


CALLS: dict[str, tuple[Any, ...]] = {
    "me": (),
    "games": (),
    "game": ("goat",),
    "tables": (),
    "open_table": ("goat", "T"),
    "table": (DEAL,),
    "close_table": (DEAL,),
    "move_clock": (DEAL, 60),
    "take_seat": (DEAL, 0, "Ann"),
    "leave_seat": (DEAL, 0),
    "ready": (DEAL, 0, 2),
    "follow_lobby": (),
    "rematch": (DEAL,),
    "people": (DEAL,),
    "follow_people": (DEAL,),
    "say": (DEAL, "hello"),
    "report": (DEAL, 1),
    "reports": (),
    "ratings": (),
    "judge": (DEAL, {}),
    "series": (DEAL,),
    "deal": (DEAL,),
    "move": (DEAL, {}),
    "leave": (DEAL,),
    "come_back": (DEAL,),
    "resign": (DEAL,),
    "open_dispute": (DEAL,),
    "disputes": (),
    "answer_dispute": (DEAL, 1, "No."),
    "withdraw_dispute": (DEAL, 1),
    "appeal_ruling": (DEAL, 1, "No."),
    "admit_watcher": (DEAL, "Eve"),
    "dismiss_watcher": (DEAL, 1),
    "admit_reader": (DEAL, "Eve"),
    "dismiss_reader": (DEAL, 1),
    "invite": (DEAL, "Eve"),
    "withdraw_invitation": (DEAL, 1),
    "come_in": ("Eve",),
    "events": (DEAL,),
    "table_events": (DEAL,),
    "notices": (),
    "all_events": (),
    "deliveries": (),
    "deals": (),
    "export": (),
    "frames": (DEAL,),
    "add_webhook": ("https://cards.example/hook",),
    "erase": ("user-1",),
    "commit": (DEAL, 0, DEAL, "00"),
    "show_seed": (DEAL, b"x"),
    "openings": (DEAL,),
    "transcript": (DEAL,),
    "bundle": ("deals", DEAL),
    "tournament_evidence": (DEAL,),
    "log_key": (),
    "open_tournament": ("goat", "T"),
    "tournaments": (),
    "tournament": (DEAL,),
    "join_tournament": (DEAL,),
    "withdraw": (DEAL, 1),
    "substitute": (DEAL, 1, "Eve", "Ill"),
    "call_round": (DEAL,),
    "board": (DEAL,),
    "entry": (DEAL,),
    "show_round_seed": (DEAL, Mock(**{"rounds.return_value": ["00" * 32, "11" * 32]})),
    "correct_score": (DEAL,),
    "close_tournament": (DEAL,),
}


REQUESTS: dict[str, int] = {"come_in": 3, "show_round_seed": 3}
"""How many requests a method sends, where it is not one."""
KINDS = {
    "export": b"application/x-ndjson",
    "tournament_evidence": b"application/x-ndjson",
    "log_key": b"text/plain",
}
"""The media types of answers that are no JSON."""
NAMED: dict[str, dict[str, Any]] = {
    "open_dispute": {"at": 3, "claim": "deal", "text": "No."},
    "open_tournament": {"form": "swiss"},
    "join_tournament": {"name": "Ann"},
    "board": {"number": 1, "board": 1, "tables": (1, 2)},
    "correct_score": {"number": 1, "player": 1, "points": -1, "reason": "Late"},
}


def test_every_method_is_tried() -> None:
    methods = {name for name, _ in inspect.getmembers(Client, inspect.isfunction)}
    others = {"ask", "check_log", "close"}
    assert {name for name in methods if name[0] != "_"} == CALLS.keys() | others


@pytest.mark.parametrize("name", CALLS)
def test_every_method_is_an_operation(name: str) -> None:
    said: dict[str, Any] = {"games": [], "tables": [], "next": None, "events": [], "position": 0}
    streams = {"events": 1, "table_events": 1, "notices": 2, "follow_lobby": 2, "all_events": 2}
    streams |= {"deliveries": 2, "follow_people": 1}
    said |= {
        "table": DEAL,
        "seats": [],
        "deals": [],
        "disputes": [],
        "persons": 0,
        "more": False,
        "reports": [],
        "tournaments": [],
        "owes_seed": True,
        "name": "Ann",
        "round": 1,
        "rounds": 1,
    }
    replies = [answer(200, said), answer(204)][-streams.get(name, 1) :]
    if name not in streams:
        kind = KINDS.get(name, b"application/json")
        whole = answer(200, said).replace(b"application/json", kind)
        replies = [whole] * REQUESTS.get(name, 1)
    with scripted(*replies) as script, Client(script.url, "key_x") as client:
        result = getattr(client, name)(*CALLS[name], **NAMED.get(name, {}))
        if inspect.isgenerator(result):
            list(result)
    for received in script.received:
        path = received.path.partition("?")[0]
        assert [template for template in CONTRACT["paths"] if _is(path, template, received.method)]


def _is(path: str, template: str, method: str) -> bool:
    pattern = re.sub(r"\{\w+\}", "[^/]+", template)
    return bool(re.fullmatch(pattern, path)) and method.lower() in CONTRACT["paths"][template]


def test_lists_are_read_page_by_page() -> None:
    pages: list[dict[str, Any]] = [
        {"disputes": [{"dispute": 1}], "next": "c"},
        {"disputes": [], "next": None},
    ]
    with scripted(*(answer(200, page) for page in pages)) as script:
        with Client(script.url, "key_x") as client:
            assert list(client.disputes(status="open")) == pages[0]["disputes"]
        paths = [each.path for each in script.received]
    assert paths == ["/v1/disputes?status=open", "/v1/disputes?status=open&cursor=c"]


def test_commitments_are_by_the_recipe() -> None:
    seed = bytes(range(32))
    expected = commitment(UUID(DEAL).bytes, role="P", index=3, seed=seed)
    assert own_commitment(DEAL, 3, seed) == expected.hex()


def test_the_signed_bytes_are_the_checked_ones() -> None:
    move = {"type": "lead", "cards": ["7C"], "a": None}
    shown = cast("Deal", {"id": DEAL, "view": "seat:2", "version": 9, "head": "ab" * 32})
    said = b'{"a":null,"cards":["7C"],"type":"lead"}'
    assert move_to_sign(shown, move) == Signable(UUID(DEAL), 2, 9, b"\xab" * 32, said).signed


def test_the_signed_bytes_of_an_act_are_the_checked_ones() -> None:
    """Texts are plain UTF-8, and only characters that JSON must escape are escaped (RFC 8785)."""
    act = {"type": "answer", "text": 'a\t"\u2028\x7f\xe9\U0001f0cf\\', "dispute": 1}
    place = Place(id=DEAL, version=9, head="ab" * 32)
    said = '{"dispute":1,"text":"a\\t\\"\u2028\x7f\xe9\U0001f0cf\\\\","type":"answer"}'.encode()
    assert said == canonical(act)
    signable = Signable(UUID(DEAL), 2, 9, b"\xab" * 32, said, ACT)
    assert act_to_sign(place, 2, act) == signable.signed
