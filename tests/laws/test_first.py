"""The law that deals end: it runs first, and if it fails no other law of the game is tried."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.laws.conftest import FIRST, pytest_runtest_setup
from tests.laws.ending import reason_to_skip
from tests.laws.endless import HANGING
from tests.laws.small import SMALL

ROOT = Path(__file__).parents[2]
LAWS = ("every_law", "play")
SECONDS = 120
WORKERS = {"alone": ("-p", "no:xdist"), "parallel": ("-n", "2", "--dist=worksteal")}


def run_laws(hanging: str, *arguments: str) -> str:
    """The report of the laws on a game whose deals hang like this."""
    files = (f"tests/laws/test_{name}.py" for name in LAWS)
    around = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.laws.endless", "-p", "no:cacheprovider"),
            *("-v", *arguments, *files),
        ],
        cwd=ROOT,
        env={**around, "ENDLESS": hanging},
        capture_output=True,
        check=False,
        text=True,
        timeout=SECONDS,
    )
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("workers", WORKERS)
def test_a_game_that_does_not_end_fails_one_law_and_skips_the_others(workers: str) -> None:
    output = run_laws("moves", *WORKERS[workers])
    counts = dict(re.findall(r"(\d+) (failed|passed|skipped|errors?)", output.splitlines()[-1]))
    assert list(counts.values()) == ["failed", "skipped"], output
    assert "1" in counts
    assert f"FAILED tests/laws/test_every_law.py::{FIRST}[small]" in output
    assert re.search(
        r"^SKIPPED \[\d+\].*no deal of small can be relied on to end", output, re.MULTILINE
    )


@pytest.mark.parametrize(
    ("hanging", "reason"),
    [
        ("moves", "a deal of small does not end"),
        ("consequences", "the table of small never waits for a player"),
        ("no-move", "a deal of small is not over, and no seat has a legal move"),
    ],
)
def test_the_laws_are_skipped_with_the_place_where_a_deal_hangs(hanging: str, reason: str) -> None:
    game = HANGING[hanging]
    assert re.search(f"under by_kind: .*{reason}", str(reason_to_skip(game)))
    law: Any = SimpleNamespace(callspec=SimpleNamespace(params={"game": game}))
    with pytest.raises(pytest.skip.Exception, match=reason):
        pytest_runtest_setup(law)
    law.originalname = FIRST
    pytest_runtest_setup(law)
    assert reason_to_skip(SMALL) is None


def test_it_is_collected_before_all_other_laws(request: pytest.FixtureRequest) -> None:
    laws = [item for item in request.session.items if item.nodeid.startswith("tests/laws/")]
    names = [getattr(item, "originalname", None) for item in laws]
    first = [at for at, name in enumerate(names) if name == FIRST]
    assert first == list(range(len(first))) or request.config.option.order
