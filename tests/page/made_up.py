"""A service with a game that the page has never heard of: the skeleton of `make new-game`, changed.

It runs in a copy of the project.
"""

import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.e2e.conftest import key, started
from tests.page.browsing import Site
from tools.new_game import GAMES, ROOT, main

KEY: Final = "made_up"
TITLE: Final = "Made Up"
CHANGED: Final = ("domain", "languages", "service")


@contextmanager
def made_up(browser: Browser, root: Path, change: Callable[[Path], None]) -> Generator[Site]:
    """A service with five games, the fifth of which `change` has changed in the copy."""
    ignored = shutil.ignore_patterns("__pycache__")
    for path in ROOT.iterdir():
        if path.name in CHANGED:
            shutil.copytree(path, root / path.name, ignore=ignored)
        elif path.name != "tests" and not path.name.startswith("."):
            (root / path.name).symlink_to(path)
    assert main([KEY, "--title", TITLE, "--root", str(root)]) is None
    change(root)
    with started(root.name, PYTHONPATH=str(root)) as serve:
        yield Site(f"http://127.0.0.1:{serve.port}", key(serve), browser)


def replace(root: Path, name: str, *pairs: tuple[str, str]) -> None:
    """Replace texts of a file of the game, each of which it has."""
    file = root / GAMES / KEY / name
    text = file.read_text("utf-8")
    for before, after in pairs:
        assert before in text, (name, before)
        text = text.replace(before, after)
    file.write_text(text, "utf-8")
