"""The law that deals end runs before all others; if it fails for a game, they are skipped.

Each process of a parallel run checks it separately, so no data is passed between them.
"""

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.game import Game
from tests.laws.ending import reason_to_skip

FIRST = "test_a_deal_ends_however_it_is_played"
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not (_is_first(item) and item.path.is_relative_to(HERE)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    played: Any = getattr(item, "callspec", None)
    game = played.params.get("game") if played is not None else None
    if isinstance(game, Game) and not _is_first(item) and (reason := reason_to_skip(game)):
        pytest.skip(f"{reason} (see {FIRST})")


def _is_first(item: pytest.Item) -> bool:
    return getattr(item, "originalname", None) == FIRST
