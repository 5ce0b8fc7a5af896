"""Sign a move with a key of your own: python examples/sign.py [DEAL] < KEY

KEY is 32 random bytes in hex, a secret. Alone it gives the public key, to be brought to a seat;
with DEAL, the answer of `GET /v1/deals/{deal}` to the seat's token, the body of a signed move.
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
    version, head = deal["version"], bytes.fromhex(deal["head"])
    seat = int(deal["view"].removeprefix("seat:"))
    said = json.dumps(move, sort_keys=True, separators=(",", ":")).encode()
    parts = [uuid.UUID(deal["id"]).bytes, u32(seat), u32(version), head, said]
    signed = framed(b"fairdeal/1/move") + u32(len(parts)) + b"".join(map(framed, parts))
    return {"move": move, "expected_version": version, "signature": key.sign(signed).hex()}


def framed(part: bytes) -> bytes:
    """Some bytes after their length."""
    return u32(len(part)) + part


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def main() -> None:
    """The public key, or the body of a move."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(sys.stdin.read().strip()))
    if len(sys.argv) == 1:
        print(key.public_key().public_bytes_raw().hex())
        return
    print(json.dumps(signed_move(key, json.loads(Path(sys.argv[1]).read_text("utf-8")))))


if __name__ == "__main__":
    main()
