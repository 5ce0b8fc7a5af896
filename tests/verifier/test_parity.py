"""Both verifiers agree on every alteration: verdict, event and exit code."""

from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from tests.verifier import parity
from tests.verifier.corpus import OF_EVERY_KIND, mutants
from tests.verifier.javascript import question, said_of
from tests.verifier.making import TABLES, bundled, deal
from tests.verifier.mutations import Mutant
from verifier.bundle import Unreadable, read, write
from verifier.case import Case
from verifier.comparing import Named, compare
from verifier.form import Malformed
from verifier.verdicts import FAILS, Verdict
from verifier.verify import verify

SAMPLE: Final = len(OF_EVERY_KIND)
"""How many bundles of one game the ordinary tests alter: one of each kind."""
FEWER: Final = 4
"""How many of each other game."""
ALL: Final = 5_100
AT_ONCE: Final = 50
"""The number of bundles for one process of Node."""


def in_python(mutant: Mutant) -> list[Verdict]:
    rival, held = mutant.held.get("rival"), {**mutant.held}
    held.pop("rival", None)
    try:
        case = Case(read(mutant.raw), **held)
        if rival is None:
            return list(verify(case))
        return list(compare(Named("one", case), Named("other", Case(rival, **held))))
    except Unreadable as fault:
        return [Verdict("unreadable", FAILS, str(fault))]
    except Malformed as fault:
        return [Verdict("form", FAILS, str(fault))]


def differences(altered: Sequence[Mutant]) -> Iterator[str]:
    """The disagreements of the verifiers."""
    for mutant, others in zip(altered, said_of(map(question, altered)), strict=True):
        yield from unlike(mutant, in_python(mutant), others)


def unlike(mutant: Mutant, mine: list[Verdict], others: list[Verdict]) -> Iterator[str]:
    """Differing verdicts, events or exit codes, among the checks that JavaScript makes."""
    if [each.check for each in mine] != [each.check for each in others]:
        yield f"{mutant.kind}: Python {mine}, JavaScript {others}"
        return
    pairs = zip(mine, others, strict=True)
    made = [(one, other) for one, other in pairs if not parity.is_not_made(other)]
    for one, other in made:
        if one._replace(detail="") != other._replace(detail=""):
            yield f"{mutant.kind}: Python {one}, JavaScript {other}"
    codes = [parity.code(one[side] for one in made) for side in (0, 1)]
    if codes[0] != codes[1]:
        yield f"{mutant.kind}: Python exits with {codes[0]}, JavaScript with {codes[1]}"


def all_differences(key: str, seats: int, *, count: int, seed: int = 0) -> list[str]:
    found, batch = list[str](), list[Mutant]()
    for mutant in mutants(key, seats, count=count, seed=seed, turns=OF_EVERY_KIND):
        batch.append(mutant)
        if len(batch) == AT_ONCE:
            found += differences(batch)
            batch = []
    return [*found, *differences(batch)]


def test_the_verifiers_agree_on_a_sample() -> None:
    for key, seats in TABLES:
        count = SAMPLE if key == "goat" else FEWER
        assert all_differences(key, seats, count=count, seed=seats) == []


def test_a_difference_is_found() -> None:
    altered = [*mutants("durak", 2, count=FEWER, turns=OF_EVERY_KIND)]
    said = said_of(map(question, altered))
    fails = sum(any(each.status == FAILS for each in verdicts) for verdicts in said)
    assert fails > FEWER // 2
    honest = bundled(deal("durak", 2))
    forged = altered[0]._replace(raw=write(honest._replace(head=bytes(32))))
    others = [altered[0]._replace(raw=write(honest))]
    (mine, theirs) = in_python(forged), said_of(map(question, others))[0]
    assert [*unlike(forged, mine, theirs)]


@pytest.mark.long
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_verifiers_agree_on_thousands(key: str, seats: int) -> None:
    assert all_differences(key, seats, count=ALL // len(TABLES), seed=1) == []
