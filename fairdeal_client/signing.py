"""The bytes that a seat with a key of its own signs with each move (clause F7)."""

import json
import uuid

from fairdeal_client.seeds import tagged, u32
from fairdeal_client.shapes import DealShown, Move


def move_to_sign(deal: DealShown, move: Move) -> bytes:
    """A move, and by the head the whole record up to it; to be signed with Ed25519.

    Args:
        deal: as the seat was shown it; the move is sent with its version as `expected_version`.
        move: in full, as its `legal_moves` have it.
    """
    seat = int(deal["view"].removeprefix("seat:"))
    said = json.dumps(move, sort_keys=True, separators=(",", ":")).encode()
    place = (uuid.UUID(deal["id"]).bytes, u32(seat), u32(deal["version"]))
    return tagged(b"fairdeal/1/move", (*place, bytes.fromhex(deal["head"]), said))
