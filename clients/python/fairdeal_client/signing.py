"""Signatures of a seat with a key of its own: over its moves and its acts (F7).

The bytes are specified in docs/evidence-format.md, section 9.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypedDict, TypeVar

from fairdeal_client.framing import id_bytes, tagged, u32
from fairdeal_client.problems import Problem
from fairdeal_client.runtime import SYSTEM, Runtime
from fairdeal_client.shapes import Deal, Json, Move

T = TypeVar("T")

Sign: TypeAlias = Callable[[bytes], bytes]
"""Signs with the seat's key (Ed25519)."""
REFUSED: Final = "signature-refused"
NOT_WANTED: Final = "/signature"
"""The error pointer of the service for a signature that it does not want."""
TRIES: Final = 10


class Place(TypedDict):
    """A deal or table as it was shown; its head fixes the whole record up to there."""

    id: str
    version: int
    head: str


def move_to_sign(deal: Deal, move: Move) -> bytes:
    """The bytes to sign for a move.

    Args:
        deal: as the seat was shown it; the move is sent with its version as `expected_version`.
        move: complete, as in `legal_moves`.
    """
    return _to_sign(b"fairdeal/1/move", deal, int(deal["view"].removeprefix("seat:")), move)


def act_to_sign(place: Place, seat: int, act: Mapping[str, Json]) -> bytes:
    """The bytes to sign for an act.

    Args:
        place: the deal or table as it was shown.
        seat: the number of the seat.
        act: complete, such as ``{"type": "leave"}``; its texts have no spaces around them.
    """
    return _to_sign(b"fairdeal/1/act", place, seat, act)


def _to_sign(tag: bytes, place: Place, seat: int, said: Mapping[str, Json]) -> bytes:
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    where = (id_bytes(place["id"]), u32(seat), u32(place["version"]))
    return tagged(tag, (*where, bytes.fromhex(place["head"]), text.encode()))


class Signer:
    """Signs the acts of a seat, if it has a key.

    Args:
        seat: the number of the seat.
        sign: signs with the seat's key; None if it has none.
        runtime: the random source of idempotency keys.
    """

    def __init__(self, seat: int, sign: Sign | None, runtime: Runtime = SYSTEM) -> None:
        self._seat, self._sign, self._runtime = seat, sign, runtime

    def act(
        self,
        act: Mapping[str, Json],
        read: Callable[[], Place],
        send: Callable[..., T],
        idempotency_key: str | None = None,
    ) -> T:
        """Send an act, signed if the seat has a key.

        If the record has grown since it was read, the act is signed and sent again under the same
        idempotency key, so it takes effect once.

        Args:
            act: the act to sign.
            read: reads the deal or table as it is now.
            send: sends the act; called with `signature` (None: none) and `idempotency_key`.
            idempotency_key: of the act; None: a new one.

        Raises:
            Problem: the service refuses the act.
        """
        key = idempotency_key or self._runtime.idempotency_key()
        if self._sign is None:
            return send(signature=None, idempotency_key=key)
        place = read()
        for _ in range(TRIES):
            signature = self._sign(_to_sign(b"fairdeal/1/act", place, self._seat, act)).hex()
            try:
                return send(signature=signature, idempotency_key=key)
            except Problem as refused:
                if refused.code != REFUSED:
                    raise
                if NOT_WANTED in [each.get("pointer") for each in refused.errors]:
                    break  # the stream was begun before acts were signed
                before, place = place, read()
                if place["version"] == before["version"]:
                    raise
        return send(signature=None, idempotency_key=key)
