"""Each record of the corpus gets its verdicts, and all four verifiers agree on it."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

import pytest

from tests.verifier import corpus
from tests.verifier.entries import Entry, problems, verdicts_of

MODULES: Final = [module.name for module in iter_modules(corpus.__path__)]
ENTRIES: Final[dict[str, dict[str, Entry]]] = {
    module: import_module(f"{corpus.__name__}.{module}").ENTRIES for module in MODULES
}
QUICK: Final = {"acts", "checks", "guests"}
"""The modules that `make quick` runs, too."""
VERDICTS: Final = {module: verdicts_of(module) for module in MODULES}


@pytest.mark.parametrize("module", MODULES)
def test_every_entry_has_its_verdicts(module: str) -> None:
    assert list(ENTRIES[module]) == list(VERDICTS[module])


@pytest.mark.parametrize(
    ("module", "name"),
    [
        pytest.param(module, name, marks=() if module in QUICK else pytest.mark.costly)
        for module in MODULES
        for name in ENTRIES[module]
    ],
)
def test_all_verifiers_give_its_verdicts(module: str, name: str) -> None:
    assert [*problems(name, ENTRIES[module][name], VERDICTS[module][name])] == []
