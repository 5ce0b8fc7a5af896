"""The most important test: every alteration of a bundle is detected, and named correctly."""

import os
from collections import Counter
from typing import Final

import pytest

from domain.games import GAMES
from tests.sampling import cases
from tests.verifier.corpus import TURNS, mutants
from tests.verifier.making import TABLES, bundled, deal, verdicts
from tests.verifier.mutations import Mutant
from verifier.bundle import Unreadable, read
from verifier.case import Case
from verifier.form import Malformed
from verifier.verdicts import FAILS, HOLDS, NONE, Verdict
from verifier.verify import verify

COUNT: Final = int(os.environ.get("MUTATIONS", cases(sample=80, full=1000)))
"""How many bundles of each game are altered; raise it to search for longer."""
ALL_KINDS: Final = 1000
"""Among so many there is every kind."""

every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


@every_table
def test_unaltered_bundles_hold(key: str, seats: int) -> None:
    said = verdicts(bundled(deal(key, seats)))
    assert {each.status for each in said.values()} <= {HOLDS, NONE}, said


@every_table
def test_every_alteration_is_detected_and_named(key: str, seats: int) -> None:
    kinds: Counter[str] = Counter()
    for mutant in mutants(key, seats, count=COUNT // len(GAMES[key].seats)):
        found = list(failures(mutant))
        assert mutant.found_by & {each.check for each in found}, (mutant.kind, found)
        if mutant.position is not None:
            assert mutant.position in {each.position for each in found}, (mutant.kind, found)
        kinds[mutant.kind] += 1
    assert COUNT < ALL_KINDS or len(kinds) >= len({*TURNS})


def failures(mutant: Mutant) -> list[Verdict]:
    """The failing checks, up to the first expected one."""
    try:
        case = Case(read(mutant.raw), **mutant.held)
    except Unreadable as fault:
        return [Verdict("unreadable", FAILS, str(fault))]
    except Malformed as fault:
        return [Verdict("form", FAILS, str(fault))]
    found = []
    for verdict in verify(case):
        if verdict.status == FAILS:
            found.append(verdict)
            if verdict.check in mutant.found_by:
                break
    return found
