"""Policies of bots, beyond the corpus."""

from unittest.mock import patch

from bots import core
from tests.missing import needs
from tests.sampling import cases
from tests.verifier.corpus.policies import irreproducible
from tests.verifier.making import bundled, kept, played_by_bots, verdicts
from verifier.verdicts import FAILS, HOLDS


def test_a_policy_without_a_budget_fails_in_a_record_of_today() -> None:
    """No entry of the corpus: by the document this is no actor, and so another check fails."""
    every = verdicts(irreproducible("easy/1", 3))
    assert (every["bots"].status, every["actors"].status) == (FAILS, HOLDS)
    assert "the seed of easy/1 was not in the record" in every["bots"].detail


@needs("the wheel wasmtime", core.is_available())
def test_moves_of_the_core_are_recomputed_by_it_or_by_its_twin() -> None:
    level = ("medium", "hard")[cases(sample=0, full=1)]  # the twin takes 100 times as long
    bundle = bundled(kept(played_by_bots("durak", 2, levels=(level, level))))
    by_core = verdicts(bundle)["bots"]
    assert by_core.status == HOLDS, by_core
    assert f"{level}/" in str(by_core.detail)
    with patch.object(core, "is_available", return_value=False):
        assert verdicts(bundle)["bots"] == by_core
