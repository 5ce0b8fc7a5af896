"""The short verifier agrees with the project's, or leaves a check open: it never contradicts it."""

import ast
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from tests.sampling import cases
from tests.verifier import short_verifier
from tests.verifier.corpus import OF_EVERY_KIND, mutants
from tests.verifier.making import TABLES
from tests.verifier.mutations import Mutant
from tests.verifier.test_by_the_format import RIVAL, as_mutants, honest
from tests.verifier.test_javascript import bundles
from tests.verifier.test_parity import in_python
from verifier.bundle import receipt_json
from verifier.verdicts import FAILS, HOLDS, OPEN

FILE: Final = Path(__file__).parent / "short_verifier.py"
LINES: Final = 250
"""It has fewer."""
FEWER: Final = 10
"""The ordinary test takes every tenth honest bundle."""
MANY: Final = 200
IN_FULL: Final = {"chain", "seeds", "pack", "root", "receipts"}
"""Checks that it makes as the project does."""
IN_PART: Final = {"form", "openings", "signatures"}
"""Checks of which it makes a part: it finds some failures, and leaves the rest open."""


def unlike(mutant: Mutant) -> Iterator[str]:
    """The checks where it contradicts the project, or leaves open a check that it makes in full.

    If the project's `form` fails, it may not notice, and judge checks that the project leaves open:
    then only contradictions count.
    """
    held = mutant.held
    mine = short_verifier.verify(
        mutant.raw,
        [receipt_json(each) for each in held.get("receipts", ())],
        str(held["key"]) if "key" in held else None,
    )
    others = {each.check: each.status for each in in_python(mutant)}
    sound = others.get("form") == HOLDS
    if sound and [*mine] != [*others]:
        yield f"{mutant.kind}: it makes {[*mine]}, the project {[*others]}"
    for check in mine.keys() & others.keys():
        status, other = mine[check], others[check]
        opposite = {status, other} == {HOLDS, FAILS}
        rules = check == "pack" and other == FAILS and status == OPEN
        allowed = {OPEN, other} if check in IN_PART or rules else {other}
        allowed = allowed if check in IN_FULL | IN_PART else {OPEN}
        if opposite or (sound and status not in allowed):
            yield f"{mutant.kind}: {check} {status}, the project {other}"


def differences(every: Iterable[Mutant]) -> list[str]:
    single = (each for each in every if RIVAL not in each.held)
    return [*chain.from_iterable(map(unlike, single))]


def test_the_verifiers_agree_on_honest_bundles() -> None:
    assert (
        differences(as_mutants([*honest(), *bundles()[:: cases(sample=5 * FEWER, full=FEWER)]]))
        == []
    )


def test_the_verifiers_agree_on_a_sample_of_mutants() -> None:
    every = mutants("goat", 4, count=len(OF_EVERY_KIND), seed=4, turns=OF_EVERY_KIND)
    assert differences(every) == []


@pytest.mark.long
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_verifiers_agree_on_hundreds_of_mutants(key: str, seats: int) -> None:
    assert differences(mutants(key, seats, count=MANY, seed=5, turns=OF_EVERY_KIND)) == []


def test_it_is_short_and_takes_nothing_of_the_project() -> None:
    text = FILE.read_text("utf-8")
    nodes = [*ast.walk(ast.parse(text))]
    modules = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    others = {each.partition(".")[0] for each in modules}
    assert others - {"cryptography"} <= sys.stdlib_module_names
    assert len(text.splitlines()) < LINES
