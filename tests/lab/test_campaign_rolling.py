"""A deploy of this state over the release 0.2.0, and back; `make rolling` writes its report."""

import subprocess
import sys

import pytest

from lab.campaign.checks import Findings, _is_known
from lab.campaign.counted import Measured
from lab.campaign.rolling import LONGEST, Result, report
from tests.missing import MissingError
from tests.serving import ROOT, on_linux

BALANCED = {"wretr": "3", "wredis": "2"}


def result(*, longest: float = 1.0, again: int = 1, wrong: tuple[str, ...] = ()) -> Result:
    """A deploy with a thousand requests."""
    measured = Measured()
    for number in range(1_000):
        measured.count("GET /v1/me", 0.01, 2 if number < again else 1)
    measured.count("POST /v1/tables?x=1", longest, 1)
    measured.close()
    measured.count("GET /v1/at-the-end", 99.0, 2)
    return Result("0.2.0", measured, [("a step", 1.5)], Findings(wrong=[*wrong]), BALANCED)


def test_a_deploy_is_right_if_few_requests_are_sent_again_and_none_waits_for_long() -> None:
    assert result().is_right
    assert not result(again=2).is_right
    assert not result(longest=LONGEST + 0.1).is_right
    assert not result(wrong=("a move is lost",)).is_right


def test_the_report_says_what_was_sent_again_and_what_waited_longest() -> None:
    text = report(result(wrong=("a move is lost",)), {"machine": "two cores"})
    assert "| requests of clients | 1,001 |" in text
    assert "| sent again by clients | 1 (0.100 %) |" in text
    assert "| the longest wait | 1.00 s (POST /v1/tables) |" in text
    assert "| a step | 1.5 |" in text
    assert "- a move is lost" in text
    assert "- GET /v1/me: sent 2 times" in text


def test_an_older_release_shows_fewer_fields_of_what_is_known() -> None:
    known = {"position": 3, "schema": 5, "command": 3, "data": {"seat": 0, "hints": False}}
    assert _is_known({"position": 3, "schema": 4, "data": {"seat": 0}}, known)
    assert not _is_known({"position": 3, "data": {"seat": 1}}, known)
    assert not _is_known({"position": 3, "name": "x"}, known)
    assert not _is_known(known, None)


@on_linux
@pytest.mark.long
def test_a_rolling_deploy_loses_nothing() -> None:
    command = [sys.executable, "-m", "lab.campaign.rolling"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "It cannot be tried here" in done.stdout:
        raise MissingError(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
