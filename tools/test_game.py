"""Run every test that concerns one game: ``make test-game NAME=schnapsen``.

These are the tests with the name of the game in their id, its own folder among them, and the few
tests of all games together. The law that deals end runs first; where it fails, the other laws of
the game are skipped.
"""

import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("laws", "domain", "bots", "verifier", "api", "cli", "e2e/test_games.py")
OF_ALL: Final = (
    "tests/test_architecture.py",
    "tests/laws/test_rules_text.py",
    "tests/domain/test_specimens.py",
    "tests/verifier/test_tables.py",
    "tests/api/test_examples.py",
    "tests/api/test_service.py::test_games",
)
"""Where the tests are that hold for all games together: how their ids begin."""


class Concerning:
    """Chooses the tests of a game."""

    def __init__(self, key: str, others: set[str]) -> None:
        self.key = key
        self.others = others

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out all other tests."""
        chosen = [item for item in items if self.concerns(item.nodeid)]
        left_out = [item for item in items if not self.concerns(item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = chosen

    def concerns(self, test: str) -> bool:
        """Whether a test is of the game, or of all games and of no other one."""
        if self.key in test:
            return True
        return test.startswith(OF_ALL) and not any(other in test for other in self.others)


def main(arguments: list[str]) -> int:
    """Run the tests: 0 if all have passed."""
    sys.path.insert(0, str(ROOT))
    from domain.games import GAMES  # noqa: PLC0415 - the project is found only now

    key, *more = arguments or [""]
    if key not in GAMES:
        sys.stderr.write(f"NAME is one of {', '.join(GAMES)}\n")
        return 2
    paths = [str(ROOT / "tests" / folder) for folder in FOLDERS]
    options = ["-q", "--numprocesses=0", *more]
    paths.append(str(ROOT / "tests" / "test_architecture.py"))
    return int(pytest.main([*options, *paths], plugins=[Concerning(key, {*GAMES} - {key})]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
