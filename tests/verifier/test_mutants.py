"""The most important test: every alteration is detected and named, by every verifier."""

from typing import Final

import pytest

from tests.sampling import cases
from tests.verifier.making import TABLES, bundled, deal
from tests.verifier.mutants import OF_EVERY_KIND, mutants
from tests.verifier.mutations import Mutant
from tests.verifier.verifiers import as_it_is, differences, disagree, in_python
from verifier.verdicts import FAILS, Verdict

FEWER: Final = 6
"""The ordinary run makes every kind of alteration at one table, and every sixth at the others."""
MANY: Final = 1_500

every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


@every_table
def test_every_alteration_is_detected_and_named(key: str, seats: int) -> None:
    at = TABLES.index((key, seats))
    turns = OF_EVERY_KIND[at - 1 :: FEWER] if at else OF_EVERY_KIND
    for mutant in mutants(
        key, seats, count=cases(sample=len(turns), full=MANY), seed=seats, turns=turns
    ):
        verdicts = in_python(mutant)
        assert is_found(mutant, verdicts), (mutant.kind, verdicts)
        assert [*disagree(mutant, verdicts)] == [], mutant.kind


def is_found(mutant: Mutant, verdicts: list[Verdict]) -> bool:
    """Whether one of the checks fails that must, at the event that was altered."""
    found = [each for each in verdicts if each.status == FAILS]
    named = mutant.position is None or mutant.position in {each.position for each in found}
    return named and (not mutant.found_by or bool(mutant.found_by & {each.check for each in found}))


def test_a_difference_is_found() -> None:
    """By each of the other verifiers."""
    whole = as_it_is(bundled(deal("durak", 2)))
    forged = as_it_is(bundled(deal("durak", 2))._replace(head=bytes(32)))
    assert differences([whole, forged]) == []
    found = [*disagree(forged, in_python(whole))]
    assert [each.partition(" ")[0] for each in found] == ["Python", "Python", "the", "the"], found
