"""Verification of signatures in the clients: plain Python, and WebCrypto in node."""

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from events.translog.receipts import Receipt, receipt_json
from fairdeal_client import ServiceKey
from fairdeal_client.ed25519 import is_key, verify
from tests.clients import typescript
from tests.verifier.making import KEY, NOW, OTHER_KEY

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
P: Final = 2**255 - 19
VECTORS: Final = Path(__file__).parents[1] / "vectors"
KEYS: Any = json.loads((VECTORS / "moves.json").read_text())["keys"]

RFC_8032: Final[list[dict[str, str]]] = json.loads((VECTORS / "ed25519.json").read_text())[
    "signatures"
]
"""Section 7.1, but for the long one."""


def split_case(case: dict[str, str]) -> tuple[bytes, bytes, bytes]:
    return (
        bytes.fromhex(case["key"]),
        bytes.fromhex(case["message"]),
        bytes.fromhex(case["signature"]),
    )


@pytest.mark.parametrize("case", RFC_8032, ids=lambda case: case["id"])
def test_the_vectors_of_the_rfc(case: dict[str, str]) -> None:
    key, message, signature = split_case(case)
    assert verify(key, message, signature)
    assert not verify(key, message + b"\0", signature)
    for at in range(0, 512, 7):
        flipped = bytearray(signature)
        flipped[at // 8] ^= 1 << at % 8
        assert not verify(key, message, bytes(flipped)), at


def test_it_says_what_a_library_says() -> None:
    chance = Random(8032)
    for size in range(100):
        private = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        key, message = private.public_key().public_bytes_raw(), chance.randbytes(size)
        assert verify(key, message, private.sign(message))


@pytest.mark.parametrize("case", KEYS, ids=lambda case: case["id"])
def test_valid_keys(case: dict[str, Any]) -> None:
    raw = bytes.fromhex(case["key"])
    assert is_key(raw) is case["holds"]
    assert not is_key(raw + b"\0")
    assert not is_key(raw[:-1])


def test_under_a_key_of_small_order_nothing_is_signed() -> None:
    """Libraries accept it, and any signature fits it."""
    neutral, base = (1).to_bytes(32, "little"), (4 * pow(5, -1, P) % P).to_bytes(32, "little")
    assert not verify(neutral, b"whatever", base + (1).to_bytes(32, "little"))  # R = S·B with S = 1


def another_form(signature: bytes) -> dict[str, bytes]:
    """The same signature in other encodings that a lenient reader accepts."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    return {
        "S of another size": r + (s + ORDER).to_bytes(32, "little"),
        "too short": signature[:-1],
        "too long": signature + b"\0",
        "the sign of R": r[:-1] + bytes([r[-1] ^ 128]) + signature[32:],
    }


@pytest.mark.parametrize("form", another_form(bytes(64)))
def test_a_signature_has_one_form(form: str) -> None:
    for key, message, signature in map(split_case, RFC_8032):
        assert not verify(key, message, another_form(signature)[form])


def test_r_has_one_encoding() -> None:
    """The neutral element as R has two encodings, one of which is not canonical."""
    key, _, _ = split_case(RFC_8032[0])
    for r in (P + 1, 1 | 1 << 255):
        assert not verify(key, b"", r.to_bytes(32, "little") + bytes(32))


# --- Keys and receipts of a service --------------------------------------------------------------


def text_of(raw: bytes, name: str = "fairdeal.example/log") -> str:
    key = b"\x01" + raw
    key_id = sha256(name.encode() + b"\n" + key).hexdigest()[:8]
    return f"{name}+{key_id}+{b64encode(key).decode()}"


GOOD: Final = str(KEY.verifier)
NO_KEYS: Final = {
    **{each["id"]: text_of(bytes.fromhex(each["key"])) for each in KEYS if not each["holds"]},
    "another id": GOOD.replace(KEY.verifier.id.hex(), "00000000"),
    "too short": text_of(KEY.verifier.public[:-1]),
    "no name": text_of(KEY.verifier.public, ""),
    "a name with a space": text_of(KEY.verifier.public, "a b"),
    "no base64": GOOD + "!",
    "another kind of key": GOOD.partition("+")[0] + "+00000000+AgAA",
    "nothing": "",
}
RECEIPT: Final = Receipt(UUID(int=7), 2, b"\x05" * 32, NOW).by(KEY)
RECEIPTS: Final = {
    "as signed": RECEIPT,
    "by another": RECEIPT.by(OTHER_KEY),
    **{
        name: RECEIPT._replace(signature=signature)
        for name, signature in another_form(RECEIPT.signature).items()
        if len(signature) == 64
    },
    "another deal": RECEIPT._replace(deal=UUID(int=8)),
    "another position": RECEIPT._replace(position=3),
    "another head": RECEIPT._replace(head=bytes(32)),
    "another time": RECEIPT._replace(at=1),
}


@pytest.mark.parametrize("name", NO_KEYS)
def test_invalid_service_keys(name: str) -> None:
    with pytest.raises(ValueError, match=r"not the text|more signatures fit"):
        ServiceKey.read(NO_KEYS[name])


def test_receipts_are_by_the_key_or_not() -> None:
    key = ServiceKey.read(f"{GOOD}\n")
    assert (key.text, key.id, key.public) == (GOOD, KEY.verifier.id.hex(), KEY.verifier.public)
    signed = {name for name, each in RECEIPTS.items() if key.has_signed(shown(each))}
    assert signed == {"as signed"}


def shown(receipt: Receipt) -> Any:
    return receipt_json(receipt)


SAID: Final = """
const { keys, receipts, good } = GIVEN;
const read = await Promise.all(keys.map((text) => ServiceKey.read(text).catch((no) => no.name)));
const key = await ServiceKey.read(good);
const signed = await Promise.all(receipts.map((each) => key.hasSigned(each)));
console.log(JSON.stringify({ read, signed, id: key.id }));
"""


def test_typescript_says_the_same() -> None:
    given = {
        "keys": [
            *NO_KEYS.values(),
            *(text_of(bytes.fromhex(e["key"])) for e in KEYS if e["holds"]),
        ],
        "receipts": list(map(shown, RECEIPTS.values())),
        "good": f"{GOOD}\n",
    }
    code = f"const GIVEN = {json.dumps(given)};{SAID}"
    said = json.loads(typescript.execute("http://127.0.0.1:9", "seat_x", code))
    assert said["read"][: len(NO_KEYS)] == ["TypeError"] * len(NO_KEYS)
    assert all(each["publicKey"] for each in said["read"][len(NO_KEYS) :])
    assert said["signed"] == [name == "as signed" for name in RECEIPTS]
    assert said["id"] == KEY.verifier.id.hex()
