"""The test vectors in JavaScript, byte for byte; and that a key is judged once."""

import json
from pathlib import Path
from typing import Any, Final

from tests.verifier.javascript import base64, call
from tests.verifier.making import verdicts
from tests.verifier.series import a_series, table_bundle
from verifier.bundle import write

VECTORS: Final = Path(__file__).parents[1] / "vectors"


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


def test_every_step_of_a_shuffle_is_the_same() -> None:
    for one in vectors("fairness")["cases"]:
        made = call("shuffled", one)
        assert made.pop("opens") == [True] * len(one["openings"])
        assert made == {name: one[name] for name in made}


def test_signed_moves_and_keys_are_the_same() -> None:
    expected = vectors("moves")
    made = call("moves", expected)
    assert made["signed"] == [each["signed"] for each in expected["moves"]]
    assert made["fits"] == [True] * len(expected["moves"])
    assert made["keys"] == [each["holds"] for each in expected["keys"]]


def test_a_key_is_judged_once_however_often_it_signs() -> None:
    """In JavaScript, too: a table has thousands of acts, and to judge a key takes 4 ms."""
    table = table_bundle(a_series("durak", 2).table)
    assert verdicts(table)["signatures"].detail.startswith("4 acts")
    assert call("numbersRead", base64(write(table))) <= 1
