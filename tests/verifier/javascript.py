"""The verifier in JavaScript, asked as the one in Python is."""

import json
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from domain.kernel.sentence import Sentence
from events.translog.receipts import receipt_json
from tests import node
from tests.verifier.mutations import Mutant
from verifier.bundle import Growth, write
from verifier.verdicts import Verdict

MODULE: Final = Path(__file__).with_name("javascript.mjs")


def call(function: str, *given: Any) -> Any:
    """Call a function of the module with the same name."""
    return node.call(MODULE, function, *given)


def said_of(questions: Iterable[dict[str, Any]]) -> list[list[Verdict]]:
    return [[_verdict(*each) for each in call("verdicts", question)] for question in questions]


def said_of_tournament(raw: bytes, key: str) -> list[tuple[int | str | None, list[Verdict]]]:
    """The verdicts on each record of a tournament's evidence, by lines; None: the tournament."""
    said = call("tournament", base64(raw), key)
    return [(line, [_verdict(*each) for each in verdicts]) for line, verdicts in said]


def rests_of(raw: bytes, key: str) -> list[Sentence]:
    """The facts that rest on the word of the service, as the summary of a file says."""
    return [_said(each) for each in call("rests", base64(raw), key)]


def _verdict(check: str, status: Any, sentence: Any, *place: Any) -> Verdict:
    position, kind, field, clauses = place
    return Verdict(check, status, _said(sentence), position, kind, field, tuple(clauses))


def _said(value: Any) -> Any:
    """A value of a sentence, or a sentence."""
    if isinstance(value, dict) and value.keys() == {"key", "values"}:
        return Sentence(value["key"], {name: _said(each) for name, each in value["values"].items()})
    return value


def base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def question(given: Mutant) -> dict[str, Any]:
    held = given.held
    receipts = [json.dumps(receipt_json(each)).encode() for each in held.get("receipts", ())]
    seeds = held.get("own_seeds", {})
    return {
        "raw": base64(given.raw),
        "receipts": list(map(base64, receipts)),
        "checkpoints": list(held.get("checkpoints", ())),
        "consistency": [base64(growth_json(each)) for each in held.get("growths", ())],
        "key": str(held["key"]) if "key" in held else None,
        "pins": [each._asdict() for each in held.get("pins", ())],
        "seatKeys": [(seat, key.hex()) for seat, key in held.get("seat_keys", {}).items()],
        "ownSeeds": [(seat, seed and seed.hex()) for seat, seed in seeds.items()],
        "others": [base64(write(each.bundle)) for each in held.get("others", ())],
        **({"other": base64(write(held["rival"]))} if "rival" in held else {}),
    }


def growth_json(growth: Growth) -> bytes:
    proof = [each.hex() for each in growth.proof]
    origin, old, size, _ = growth
    return json.dumps({"log": origin, "from": old, "to": size, "proof": proof}).encode()
