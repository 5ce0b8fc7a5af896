"""The Python client, written by hand, is checked against the contract and the recipes."""

import inspect
import re
from pathlib import Path
from typing import Any, cast, get_args, get_origin, get_type_hints, is_typeddict
from uuid import UUID

import pytest
import yaml

from domain.fairness.shuffle import commitment
from events.canonical import canonical
from events.seat_keys import ACT, Signable
from fairdeal_client import Client, act_to_sign, move_to_sign, shapes
from fairdeal_client.framing import commitment as own_commitment
from fairdeal_client.shapes import DealShown
from fairdeal_client.signing import Place
from tests.clients.scripted import answer, scripted

CONTRACT: dict[str, Any] = yaml.safe_load(Path("openapi.yaml").read_text("utf-8"))
SCHEMAS = CONTRACT["components"]["schemas"]
SHAPES = [each for each in vars(shapes).values() if is_typeddict(each)]
DEAL = "01234567-89ab-8def-8123-456789abcdef"


FREE = (Any, dict[str, Any])
"""What is a game's own."""


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_shapes_are_those_of_the_contract(shape: Any) -> None:
    schema = SCHEMAS[shape.__name__]
    known = shape.__required_keys__ | shape.__optional_keys__
    assert known == set(schema["properties"]), "update clients/python/fairdeal_client/shapes.py"
    assert shape.__required_keys__ == set(schema["required"])
    for name, kind in get_type_hints(shape).items():
        assert _fits(kind, schema["properties"][name]), name


def _fits(kind: Any, schema: dict[str, Any]) -> bool:  # noqa: PLR0911 - by form
    """Whether a type agrees with the contract, as deep as the types go."""
    match schema:
        case {"$ref": str(name)}:
            return kind in FREE or kind.__name__ == name.rpartition("/")[2]
        case {"anyOf": [one, {"type": "null"}]}:
            return kind is Any or (type(None) in get_args(kind) and _fits(get_args(kind)[0], one))
        case {"enum": [*values, None]}:
            return type(None) in get_args(kind) and _fits(get_args(kind)[0], {"enum": values})
        case {"enum": list(values)}:
            return kind is str or set(get_args(kind)) == set(values)
        case {"type": "array", "items": items}:
            return get_origin(kind) is list and _fits(get_args(kind)[0], items)
        case {"type": [str(one), "null"], **more}:
            return type(None) in get_args(kind) and _fits(get_args(kind)[0], {**more, "type": one})
        case _:
            pass
    plain = {"string": str, "integer": int, "number": float, "boolean": bool, "object": dict}[
        schema["type"]
    ]
    return plain in (kind, get_origin(kind))


CALLS: dict[str, tuple[Any, ...]] = {
    "me": (),
    "games": (),
    "game": ("goat",),
    "tables": (),
    "open_table": ("goat", "T"),
    "table": (DEAL,),
    "close_table": (DEAL,),
    "take_seat": (DEAL, 0, "Ann"),
    "leave_seat": (DEAL, 0),
    "rematch": (DEAL,),
    "series": (DEAL,),
    "deal": (DEAL,),
    "move": (DEAL, {}),
    "leave": (DEAL,),
    "come_back": (DEAL,),
    "resign": (DEAL,),
    "open_dispute": (DEAL,),
    "answer_dispute": (DEAL, 1, "No."),
    "admit_watcher": (DEAL, "Eve"),
    "dismiss_watcher": (DEAL, 1),
    "events": (DEAL,),
    "table_events": (DEAL,),
    "notices": (),
    "commit": (DEAL, 0, DEAL, "00"),
    "show_seed": (DEAL, b"x"),
    "openings": (DEAL,),
    "transcript": (DEAL,),
    "bundle": ("deals", DEAL),
    "log_key": (),
}


NAMED: dict[str, dict[str, Any]] = {"open_dispute": {"at": 3, "claim": "deal", "text": "No."}}


def test_every_method_is_tried() -> None:
    methods = {name for name, _ in inspect.getmembers(Client, inspect.isfunction)}
    assert {name for name in methods if name[0] != "_"} == CALLS.keys() | {"ask", "close"}


@pytest.mark.parametrize("name", CALLS)
def test_every_method_is_an_operation(name: str) -> None:
    said: dict[str, Any] = {"games": [], "tables": [], "next": None, "events": [], "position": 0}
    streams = {"events": 1, "table_events": 1, "notices": 2}
    replies = [answer(200, said), answer(204)][-streams.get(name, 1) :]
    if name not in streams:
        replies = [answer(200, said)]
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


def test_commitments_are_by_the_recipe() -> None:
    seed = bytes(range(32))
    expected = commitment(UUID(DEAL).bytes, role="P", index=3, seed=seed)
    assert own_commitment(DEAL, 3, seed) == expected.hex()


def test_the_signed_bytes_are_the_checked_ones() -> None:
    move = {"type": "lead", "cards": ["7C"], "a": None}
    shown = cast("DealShown", {"id": DEAL, "view": "seat:2", "version": 9, "head": "ab" * 32})
    said = b'{"a":null,"cards":["7C"],"type":"lead"}'
    assert move_to_sign(shown, move) == Signable(UUID(DEAL), 2, 9, b"\xab" * 32, said).signed


def test_the_signed_bytes_of_an_act_are_the_checked_ones() -> None:
    """Texts are plain UTF-8, and only characters that JSON must escape are escaped (RFC 8785)."""
    text = 'a\t"\u2028\x7f\xe9\U0001f0cf\\'
    act = {"type": "answer", "text": text, "dispute": 1}
    place = Place(id=DEAL, version=9, head="ab" * 32)
    said = '{"dispute":1,"text":"a\\t\\"\u2028\x7f\xe9\U0001f0cf\\\\","type":"answer"}'.encode()
    assert said == canonical(act)
    signable = Signable(UUID(DEAL), 2, 9, b"\xab" * 32, said, ACT)
    assert act_to_sign(place, 2, act) == signable.signed
