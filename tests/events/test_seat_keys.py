"""The bytes that a player signs, and the valid public keys."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.canonical import canonical
from events.seat_keys import ACT, Signable, is_key

VECTORS: Any = json.loads((Path(__file__).parents[1] / "vectors" / "moves.json").read_text("utf-8"))
P = 2**255 - 19


def made(case: dict[str, Any]) -> Signable:
    head, move = bytes.fromhex(case["head"]), canonical(case["move"])
    return Signable(UUID(case["deal"]), case["seat"], case["position"], head, move)


@pytest.mark.parametrize("case", VECTORS["moves"], ids=lambda case: case["id"])
def test_the_vectors(case: dict[str, Any]) -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(case["seed"]))
    move, key = made(case), private.public_key().public_bytes_raw()
    assert key.hex() == case["key"]
    assert move.signed.hex() == case["signed"]
    assert private.sign(move.signed).hex() == case["signature"]
    assert move.is_by(key, bytes.fromhex(case["signature"]))


@pytest.mark.parametrize("case", VECTORS["moves"][:1], ids=lambda case: case["id"])
def test_any_other_move_or_place_is_not_signed(case: dict[str, Any]) -> None:
    move, key = made(case), bytes.fromhex(case["key"])
    signature = bytes.fromhex(case["signature"])
    for other in (
        move._replace(stream=UUID(int=1)),
        move._replace(tag=ACT),
        move._replace(seat=move.seat + 1),
        move._replace(position=move.position + 1),
        move._replace(head=bytes(32)),
        move._replace(said=move.said + b" "),
    ):
        assert not other.is_by(key, signature)
    assert not move.is_by(key, signature[:-1])
    assert not move.is_by(key[:-1], signature)


@pytest.mark.parametrize("case", VECTORS["keys"], ids=lambda case: case["id"])
def test_valid_keys(case: dict[str, Any]) -> None:
    assert is_key(bytes.fromhex(case["key"])) is case["holds"]


def test_a_value_of_wrong_length_is_invalid() -> None:
    key = bytes.fromhex(VECTORS["moves"][0]["key"])
    assert not is_key(key[:-1])
    assert not is_key(key + b"\0")


def test_under_the_neutral_element_any_signature_fits() -> None:
    """The reason why such a key is invalid: libraries accept it, and any signature fits it."""
    neutral, base = (1).to_bytes(32, "little"), (4 * pow(5, -1, P) % P).to_bytes(32, "little")
    forged = base + (1).to_bytes(32, "little")  # R = S·B with S = 1
    move = made(VECTORS["moves"][0])
    assert move.is_by(neutral, forged)
    assert not is_key(neutral)
