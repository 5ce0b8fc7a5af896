"""A short campaign; `make faults` runs a long one."""

import subprocess
import sys

import pytest

from tests.campaign.__main__ import main
from tests.campaign.checks import Findings
from tests.campaign.plan import Fault, plan
from tests.campaign.report import Recovery, report
from tests.sampling import cases
from tests.servers import DATABASE
from tests.serving import ROOT, free_port, on_linux
from tools.patroni import cluster

FAULTS = cases(sample=3, full=40)
TWELVE = {Fault(part, kind) for part in "abcdef" for kind in ("killed", "stopped")}


def test_a_plan_is_the_same_for_a_seed_and_takes_every_fault_in_turn() -> None:
    assert list(plan(7, 40, TWELVE)) == list(plan(7, 40, TWELVE)) != list(plan(8, 40, TWELVE))
    planned = list(plan(1, 24, TWELVE))
    assert set(planned[:12]) == set(planned[12:]) == TWELVE


def test_a_report_has_a_row_for_each_fault_and_everything_that_is_wrong() -> None:
    recoveries = [
        Recovery(Fault("web", "killed"), 1.0, "moves", 2.0, "table 1", 1.5, 0.3),
        Recovery(Fault("web", "killed"), 3.0, "log", 3.5, "table 1", 2.5, 0.2),
        Recovery(Fault("worker", "silent"), 0.5, "bots", 0.75, "table 1", 0.1, 0.1),
    ]
    found = Findings(moves=1234, wrong=["a move is lost"])
    text = report(
        "embedded",
        recoveries,
        found,
        tables=8,
        about=[("seed", "1")],
        missing=["a slow disk: no rights"],
    )
    assert "| web | killed | 2 | 2.0 | 3.0 | 3.0 | log | 3.5 | 2.5 | 0.3 |" in text
    assert "3 faults; 1,234 acknowledged moves" in text
    assert "- a move is lost" in text
    assert "- Not tried here: a slow disk: no rights" in text
    assert "- silent: for" in text
    assert "- cut: for" not in text


def test_a_set_up_whose_servers_are_not_here_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(DATABASE, f"postgresql://postgres@127.0.0.1:{free_port()}/postgres")
    assert main(["--setup", "external-redis", "--faults", "1"]) == 1
    assert "The set-up external-redis is missing here" in capsys.readouterr().out


def test_a_set_up_whose_packages_are_not_installed_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATH", "")
    assert main(["--setup", "external-patroni", "--faults", "1"]) == 1
    assert "no etcd; on Debian: apt-get install etcd-server" in capsys.readouterr().out


@on_linux
def test_a_campaign_finds_nothing_wrong() -> None:
    command = [sys.executable, "-m", "tests.campaign", "--faults", str(FAULTS), "--seed", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Wrong: 0." in done.stdout
