"""Each record of the corpus gets its verdicts, and all four verifiers agree on it."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

import pytest

from tests.verifier import corpus
from tests.verifier.entries import Entry, problems

EVERY: Final[dict[str, Entry]] = {
    f"{module.name}: {name}": entry
    for module in iter_modules(corpus.__path__)
    for name, entry in import_module(f"{corpus.__name__}.{module.name}").ENTRIES.items()
}


@pytest.mark.parametrize("name", EVERY)
def test_all_verifiers_give_its_verdicts(name: str) -> None:
    assert [*problems(name, EVERY[name])] == []
