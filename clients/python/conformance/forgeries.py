"""Forgeries: what a cheating service might give a seat that is about to show its seed (rule F3)."""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from conformance.exchanges import Exchanges, Request, is_bundle, is_deal
from conformance.fault_injection import Fault, Script
from conformance.tables import MINE

FORGED: Final = "forged: "
"""The prefix of the names of such faults; the rest says what the client was given."""

Alter = Callable[[Any], None]
"""Alters an answer, as JSON, in place, or leaves it unchanged."""


def wrong_signature() -> Script:
    """The receipt of the opening has the signature of something else."""

    def alter(deal: Any) -> None:
        if _is_waited_for(deal):
            receipt = deal["fairness"]["receipt"]
            receipt["signature"] = _flipped(receipt["signature"])

    return _altering(is_deal, "a receipt whose signature does not hold", alter)


def other_receipt() -> Script:
    """Replace the receipt of every later deal by the first deal's receipt, which is genuine."""
    first: dict[str, Any] = {}

    def alter(deal: Any) -> None:
        if _is_waited_for(deal):
            first.update({} if first else deal["fairness"]["receipt"])
            if deal["id"] != first["deal"]:
                deal["fairness"]["receipt"] = dict(first)

    return _altering(is_deal, "the receipt of another deal", alter)


def other_record() -> Script:
    """Replace the server's commitment in the evidence, so that it differs from the signed one."""

    def alter(bundle: Any) -> None:
        body = bundle["events"][0]["body"]
        commitment = json.loads(body)["data"]["commitment"]
        bundle["events"][0]["body"] = body.replace(commitment, _flipped(commitment))
        head = sha256(b"fairdeal/1/genesis" + UUID(bundle["stream"]).bytes).digest()
        for event in bundle["events"]:
            head = sha256(b"\x02" + head + sha256(event["body"].encode()).digest()).digest()
            event["hash"] = head.hex()
        bundle["head"] = head.hex()

    return _altering(is_bundle, "evidence that is not what the receipt was signed for", alter)


def _altering(which: Callable[[Request], bool], what: str, alter: Alter) -> Script:
    def altered(answer: bytes) -> bytes:
        try:
            value = json.loads(answer)
            alter(value)
        except (ValueError, KeyError, TypeError):  # it is a problem
            return answer
        text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return answer if json.loads(answer) == value else text.encode()

    def decide(request: Request, exchanges: Exchanges) -> Fault | None:  # noqa: ARG001 - a script has them
        return Fault(FORGED + what, altered=altered) if which(request) else None

    return decide


def _is_waited_for(deal: Mapping[str, Any]) -> bool:
    return MINE in deal["fairness"]["waiting"]


def _flipped(digits: str) -> str:
    return digits[:-1] + "01"[digits[-1] == "0"]
