"""A short campaign; `make faults` runs a long one."""

import subprocess
import sys

from tests.campaign.plan import PARTS, plan
from tests.sampling import cases
from tests.serving import ROOT, on_linux

FAULTS = cases(sample=4, full=40)


def test_a_plan_is_the_same_for_a_seed_and_takes_every_part_in_turn() -> None:
    assert list(plan(7, 40)) == list(plan(7, 40)) != list(plan(8, 40))
    assert {fault.part for fault in plan(1, len(PARTS))} == set(PARTS)
    assert {fault.kind for fault in plan(1, 40)} == {"killed", "stopped"}


@on_linux
def test_a_campaign_finds_nothing_wrong() -> None:
    command = [sys.executable, "-m", "tests.campaign", "--faults", str(FAULTS), "--seed", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Wrong: 0." in done.stdout
