"""Check the opening of a deal before the seat's seed is shown (F3)."""

import json
import re
from hashlib import sha256
from typing import Any, Final, NamedTuple, cast

from fairdeal_client.framing import id_bytes
from fairdeal_client.seed_file import Committed
from fairdeal_client.service_key import ServiceKey
from fairdeal_client.shapes import Deal, Receipt

NO_COMMITMENT: Final = "0" * 64
"""The server's commitment in a deal whose deck follows from no seed."""
MAX_POSITION: Final = 2**32
MAX_TIME: Final = 2**53
_HEX: Final = re.compile("([0-9a-f]{2})+")
_DIGITS: Final = {"head": 64, "key": 8, "signature": 128}


class UntrustedOpening(Exception):
    """The service's answers do not prove the opening of the deal, so the seed was not shown."""


class DealOpening(NamedTuple):
    """A valid receipt, and the text of each event that it covers."""

    receipt: Receipt
    events: list[str]


def check_opening(shown: Deal, bundle: bytes, committed: Committed, key: ServiceKey) -> DealOpening:
    """Check that the server can no longer choose its seed depending on ours.

    The receipt is signed by the service's key and is for the opening of this very deal. Its head
    follows from the bytes of the record, and these bytes have our commitment and the server's.

    Args:
        shown: the deal as the service shows it, with `fairness.receipt`.
        bundle: its evidence, fetched after that.
        committed: this seat's commitment.
        key: the service's.

    Raises:
        UntrustedOpening: one of these conditions is not met.
    """
    receipt = _receipt(shown["fairness"]["receipt"], committed, key)
    bodies = _bodies(bundle)
    heads = _heads(committed.deal, bodies)
    version = shown["version"]
    _require(
        shown["id"] == committed.deal
        and _is_whole(version, MAX_POSITION)
        and [shown["head"]] == heads[version - 1 : version],
        "the deal is shown with another head than its evidence has",
    )
    events = list(map(_envelope, bodies))
    is_test = _says_test(events[0])
    _require(
        key.has_signed(receipt, test=is_test), "the receipt is not signed by the service's key"
    )
    commands = [each.get("command") for each in events]
    last = next((at for at, each in enumerate(commands) if each != commands[0]), len(commands))
    position = receipt["position"]
    _require(position == last, f"the receipt is for event {position}; the opening ends with {last}")
    _require(receipt["head"] == heads[last - 1], "the receipt is for another record than is shown")
    _require(receipt["at"] == events[last - 1].get("at"), "the receipt says another time")
    _see_opened(events[0], committed)
    return DealOpening(receipt, bodies[:last])


def _require(condition: object, otherwise: str) -> None:
    if not condition:
        raise UntrustedOpening(otherwise)


def _receipt(given: Any, committed: Committed, key: ServiceKey) -> Receipt:
    _require(given is not None, "the service gives no receipt of the opening")
    _require(
        isinstance(given, dict)
        and given.keys() >= Receipt.__required_keys__
        and _is_whole(given["position"], MAX_POSITION)
        and _is_whole(given["at"], MAX_TIME)
        and all(_is_hex(given[name], digits) for name, digits in _DIGITS.items()),
        "the receipt is malformed",
    )
    _require(given["deal"] == committed.deal, "the receipt is for another deal")
    _require(given["key"] == key.id, f"the receipt names the key {given['key']}, not {key.id}")
    return cast("Receipt", {name: given[name] for name in Receipt.__annotations__})


def _bodies(bundle: bytes) -> list[str]:
    """The text of each event of a bundle."""
    try:
        bodies = [each["body"] for each in json.loads(bundle)["events"]]
        is_text = all(isinstance(each, str) and each.encode() for each in bodies)
    except (ValueError, TypeError, KeyError, RecursionError):
        bodies, is_text = [], False
    _require(bodies and is_text, "the evidence is malformed")
    return bodies


def _heads(deal: str, bodies: list[str]) -> list[str]:
    """The chain head after each event, computed from the bytes."""
    head, heads = sha256(b"fairdeal/1/genesis" + id_bytes(deal)).digest(), []
    for body in bodies:
        head = sha256(b"\x02" + head + sha256(body.encode()).digest()).digest()
        heads.append(head.hex())
    return heads


def _envelope(body: str) -> dict[str, Any]:
    """Parse the text of an event, which must be canonical JSON (RFC 8785)."""
    try:
        event = json.loads(body)
        is_canonical = body == json.dumps(
            event, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
        )
    except (ValueError, RecursionError):
        event, is_canonical = None, False
    _require(is_canonical and isinstance(event, dict), "an event of the evidence is malformed")
    return cast("dict[str, Any]", event)


def _says_test(event: dict[str, Any]) -> bool:
    """Whether a deal says that it belongs to a test table, whose receipts have a mark."""
    data = event.get("data")
    return isinstance(data, dict) and data.get("test") is True


def _see_opened(event: dict[str, Any], committed: Committed) -> None:
    data = event.get("data")
    _require(
        event.get("type") == "deal.opened" and isinstance(data, dict),
        "the record does not begin with deal.opened",
    )
    data = cast("dict[str, Any]", data)
    for name in ("deal", "table", "number"):
        said, mine = data.get(name), getattr(committed, name)
        is_same = type(said) is type(mine) and said == mine
        _require(is_same, f"deal.opened has the {name} {said}, not {mine}")
    commitments, server = data.get("commitments"), data.get("commitment")
    _require(
        isinstance(commitments, list)
        and commitments[committed.seat : committed.seat + 1] == [committed.commitment],
        f"deal.opened does not have our commitment at seat {committed.seat}",
    )
    _require(
        _is_hex(server, len(NO_COMMITMENT)) and server != NO_COMMITMENT,
        "deal.opened has no commitment of the server",
    )


def _is_whole(value: Any, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit


def _is_hex(value: Any, digits: int) -> bool:
    return isinstance(value, str) and len(value) == digits and _HEX.fullmatch(value) is not None
