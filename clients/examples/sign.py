"""Sign moves and acts with a key of your own: python clients/examples/sign.py [DEAL [ACT]] < KEY

KEY is 32 secret random bytes in hex. Without arguments, the program prints the public key, which
the player brings to a seat. DEAL is the answer of `GET /v1/deals/{deal}` to the seat's token. With
it, the program prints the body of a signed move. With ACT (`leave`, `return` or `resign`), it
prints the signed body of that act. docs/evidence-format.md, section 9, specifies the bytes.
"""

import json
import sys
import uuid
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def signed_move(key: Ed25519PrivateKey, deal: Any) -> dict[str, Any]:
    """The first legal move, signed with the record as it stands."""
    move = next(each["move"] for each in deal["legal_moves"] if not each["early"])
    signature = key.sign(to_sign(b"fairdeal/1/move", deal, move)).hex()
    return {"move": move, "expected_version": deal["version"], "signature": signature}


def signed_act(key: Ed25519PrivateKey, deal: Any, act: str) -> dict[str, str]:
    """An act, signed with the record as it stands."""
    return {"signature": key.sign(to_sign(b"fairdeal/1/act", deal, {"type": act})).hex()}


def to_sign(tag: bytes, deal: Any, statement: dict[str, Any]) -> bytes:
    """The bytes of a move or an act."""
    seat, head = int(deal["view"].removeprefix("seat:")), bytes.fromhex(deal["head"])
    said = json.dumps(statement, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    parts = [uuid.UUID(deal["id"]).bytes, u32(seat), u32(deal["version"]), head, said.encode()]
    return framed(tag) + u32(len(parts)) + b"".join(map(framed, parts))


def framed(part: bytes) -> bytes:
    """Some bytes after their length."""
    return u32(len(part)) + part


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def main() -> None:
    """The public key, or the body of a move or an act."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(sys.stdin.read().strip()))
    if len(sys.argv) == 1:
        print(key.public_key().public_bytes_raw().hex())
        return
    deal = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    body = signed_act(key, deal, sys.argv[2]) if sys.argv[2:] else signed_move(key, deal)
    print(json.dumps(body))


if __name__ == "__main__":
    main()
