"""Each named alteration gets its verdict, and all four verifiers agree on it."""

import pytest

from tests.verifier import parity, test_by_the_format, test_short_verifier
from tests.verifier.alterations import ALTERATIONS
from tests.verifier.javascript import question, said_of
from tests.verifier.mutations import Mutant
from tests.verifier.test_parity import differences, in_python
from verifier.verdicts import OPEN

NAMES = sorted(ALTERATIONS)


def wanted(name: str) -> tuple[str, str, int | None]:
    """The check, the status and the position of the wanted verdict."""
    check, status, *position = ALTERATIONS[name].verdict.split()
    return check, status, int(position[1]) if position else None


def as_mutant(name: str) -> Mutant:
    return Mutant(name, ALTERATIONS[name].raw, frozenset())


@pytest.mark.parametrize("name", NAMES)
def test_an_alteration_gets_its_verdict(name: str) -> None:
    said = in_python(as_mutant(name))
    assert wanted(name) in [(each.check, each.status, each.position) for each in said], said


@pytest.mark.parametrize("name", NAMES)
def test_the_verifiers_of_the_document_agree_on_an_alteration(name: str) -> None:
    assert test_by_the_format.differences([as_mutant(name)]) == []
    assert test_short_verifier.differences([as_mutant(name)]) == []


def test_javascript_agrees_on_all_alterations() -> None:
    every = [as_mutant(name) for name in NAMES]
    assert [*differences(every)] == []
    for name, verdicts in zip(NAMES, said_of(map(question, every)), strict=True):
        made = [each for each in verdicts if not parity.is_not_made(each)]
        check, status, _ = wanted(name)
        assert status in {each.status for each in made if each.check == check} or status == OPEN
