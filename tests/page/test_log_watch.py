"""What the page keeps of the log, in Node: the newest checkpoint that goes on from those before."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from domain.fairness import tree
from events.translog.notes import SigningKey
from events.translog.store import Break, StoredCheckpoint
from tests import node
from tests.events.making import KEY
from tests.verifier.test_forks import HONEST, evidence, forked, note

MODULE: Final = Path(__file__).with_name("log_watch.mjs")
SEEN: Final = 9
ANEW: Final = SigningKey("example.com/anew", bytes(32))


def answers(leaves: list[bytes], *, key: SigningKey = KEY, breaks: Any = ()) -> dict[str, str]:
    """The answers of a service with this log to a browser that has seen nine entries of it."""
    shown = evidence(SEEN, leaves)
    return {
        "key": f"{key.verifier}\n",
        "checkpoint": note(leaves, key=key),
        "consistency": json.dumps({name: shown[name] for name in ("root", "proof")}),
        "breaks": json.dumps({"breaks": list(breaks)}),
    }


def compared(*logs: dict[str, str]) -> list[tuple[str | None, str | None]]:
    """The status of each notice, and the checkpoint that is kept then."""
    found = node.call(MODULE, "compared", [answers(HONEST[:SEEN]), *logs])
    assert (found[0]["notice"], [*found[0]["kept"].values()]) == (None, [note(HONEST[:SEEN])])
    return [
        (each["notice"] and each["notice"]["status"], each["kept"].get(str(KEY.verifier)))
        for each in found[1:]
    ]


BEFORE: Final = note(HONEST[:SEEN])


def test_a_log_that_grows_is_kept_and_not_mentioned() -> None:
    assert compared(answers(HONEST)) == [(None, note(HONEST))]


@pytest.mark.parametrize(
    ("status", "leaves"),
    [("forked", forked(4)), ("forked", forked(4)[:SEEN]), ("smaller", HONEST[:5])],
)
def test_no_other_log_takes_its_place(status: str, leaves: list[bytes]) -> None:
    """So the notice comes again, and the browser has the evidence."""
    assert compared(*[answers(leaves)] * 2) == [(status, BEFORE)] * 2


@pytest.mark.parametrize("proof", [{"root": None, "proof": []}, {"root": "00" * 32, "proof": []}])
def test_nor_does_one_without_a_proof(proof: dict[str, Any]) -> None:
    unproved = {**answers(HONEST), "consistency": json.dumps(proof)}
    assert compared(unproved) == [("unproved", BEFORE)]


def begun_anew(**more: Any) -> dict[str, str]:
    """The answers of a service that has begun a log with the key `ANEW`."""
    tip = StoredCheckpoint(7, tree.root(HONEST[:7]), note(HONEST[:7]))
    begun = Break(1, ANEW.name, KEY.name, tip, None, 0, "The disk failed.")
    said = {
        "at": "2026-01-15T08:00:00Z",
        "reason": begun.reason,
        "ended": {"log": KEY.name, "size": 7, "checkpoint": tip.note},
        "statement": ANEW.sign(begun.text),
    }
    return answers(HONEST[:7], key=ANEW, breaks=[{**said, **more}])


def test_a_log_that_was_begun_anew_has_its_reason_once() -> None:
    assert compared(begun_anew(), begun_anew()) == [("begun-anew", None), (None, None)]
    assert compared(begun_anew(statement=ANEW.sign("No.\n"))) == [(None, BEFORE)]
