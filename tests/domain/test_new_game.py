"""The skeleton of a new game is playable, and keeps every law once its records are written."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tools.new_game import GAMES, ROOT, free_letter, letters_in_use, main, with_line

KEY: Final = "made_up"
COPIED: Final = (
    "bots",
    "domain",
    "events",
    "formats",
    "languages",
    "offline",
    "service",
    "tests",
    "tools",
    "verifier",
)
RECORDS: Final = {
    "test_the_transcripts_come_out",
    "test_a_whole_record_comes_out_again",
    "test_trees_of_moves_have_as_many_leaves",
    "test_every_event_has_a_specimen_of_every_schema",
    "test_todays_specimen_is_what_would_be_stored_today",
}
"""The tests that fail until `make game-records` has been run."""
AUTHORS: Final = {
    "test_each_reason_is_said_of_some_move_in_each_language",
    "test_open_values_of_small_endings_are_those_of_best_play",
    "test_scenes_show_cards_of_the_pack_and_have_a_text_in_each_language",
}
"""The laws that demand a text or an example of the game's own: the author writes it."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project with a new game in it."""
    root = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "docs"):
        (root / name).symlink_to(ROOT / name)
    assert main([KEY, "--title", "Made Up", "--root", str(root)]) is None
    yield root
    shutil.rmtree(root)


def run(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=checkout,
        env={"PYTHONPATH": str(checkout), "LAW_DEALS": "4", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def failing(checkout: Path, *paths: str) -> set[str]:
    """The names of the tests of the new game that fail in the copy."""
    options = ("-q", "-n", "0", "-k", KEY, "-p", "no:cacheprovider", "-p", "no:randomly")
    done = run(checkout, "-m", "pytest", *options, *paths)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    lines = (line for line in done.stdout.splitlines() if line.startswith("FAILED "))
    return {line.partition("::")[2].partition("[")[0].partition(" ")[0] for line in lines}


def test_a_skeleton_fails_only_for_want_of_records(checkout: Path) -> None:
    paths = ("tests/laws/test_golden.py", "tests/domain/test_specimens.py")
    assert failing(checkout, *paths) == RECORDS
    written = run(checkout, "tools/game_records.py", KEY)
    assert written.returncode == 0, written.stderr
    assert len(written.stdout.splitlines()) == 10
    again = run(checkout, "tools/game_records.py", KEY)
    assert (again.returncode, again.stdout) == (0, "")
    more = ("tests/laws/test_rules_text.py", f"tests/domain/{KEY}")
    assert failing(checkout, *paths, *more) == set()


@pytest.mark.long
def test_it_keeps_every_law_but_those_that_only_its_author_can_meet(checkout: Path) -> None:
    run(checkout, "tools/game_records.py", KEY)
    assert failing(checkout, "tests/laws") == AUTHORS


def test_a_letter_that_no_game_has_is_chosen() -> None:
    assert letters_in_use(ROOT) == {*"GDSK", *"TFLHC"}
    assert free_letter(ROOT, "goat") == "O"
    assert free_letter(ROOT, "skgdtflh_") == "A"


def test_the_list_of_games_stays_in_order() -> None:
    before = (ROOT / GAMES / "__init__.py").read_text("utf-8")
    after = with_line(before, KEY)
    assert f", {KEY.upper()})" in after
    added = set(after.splitlines()) - set(before.splitlines())
    assert f"from domain.games.{KEY} import {KEY.upper()}" in added
    assert len(added) == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["Made-Up"], "is not a key"),
        (["goat"], "exists"),
        ([KEY, "--letter", "G"], "another --letter"),
        ([KEY, "--letter", "T"], "another --letter"),
        ([KEY, "--letter", "g"], "another --letter"),
    ],
)
def test_what_cannot_be_written_is_refused(arguments: list[str], why: str) -> None:
    refused = main(arguments)
    assert refused is not None
    assert why in refused
    assert not (ROOT / GAMES / KEY).exists()
