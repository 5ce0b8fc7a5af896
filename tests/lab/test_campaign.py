"""A short campaign; `make faults` runs a long one."""

import subprocess
import sys
from argparse import Namespace
from contextlib import nullcontext
from pathlib import Path

import pytest

from fairdeal_client import Client, Patience
from lab.campaign import __main__ as campaign
from lab.campaign import checks, setups
from lab.campaign.__main__ import SLOW, WRONG, main, shares
from lab.campaign.checks import Findings
from lab.campaign.hooks import Hook
from lab.campaign.load import Load
from lab.campaign.plan import Fault, Faults, plan
from lab.campaign.report import Recovery, Result, report, total
from lab.campaign.setups import SET_UPS
from lab.clusters import programs
from tests.networks import Loopback
from tests.servers import DATABASE
from tests.serving import ROOT, free_port, on_linux

FAULTS = 40
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
    result = Result("embedded", recoveries, found, {"seed": "1"}, ["a slow disk: no rights"])
    text = report(result, tables=8)
    assert "| web | killed | 2 | 2.0 | 3.0 | 3.0 | log | 3.5 | 2.5 | 0.3 |" in text
    assert "3 faults, 2 of them kills; 1,234 acknowledged moves" in text
    assert "- a move is lost" in text
    assert "- Not tried here: a slow disk: no rights" in text
    assert "- silent: for" in text
    assert "- cut: for" not in text


def seen(part: str, kind: str, seconds: float, tables: float, moves: float) -> Recovery:
    return Recovery(Fault(part, kind), seconds, "log", tables, "table 1", moves, 0.1)


def test_a_report_says_which_part_of_the_bar_is_met() -> None:
    recoveries = [
        *(seen("web", "killed", 1.0, 1.0, 1.0) for _ in range(39)),
        seen("one web process", "killed", 4.9, 4.9, 4.9),
        seen("worker", "killed", 2.1, 10.1, 2.1),
        seen("worker", "stopped", 9.0, 9.0, 9.0),
        seen("sequencer", "killed", 2.0, 2.0, 2.0),
        seen("primary", "node killed", 20.0, 21.0, 24.9),
        seen("standby", "node stopped", 0.3, 0.4, 25.1),
        seen("primary", "postgres killed", 1.0, 1.0, 1.0),
    ]
    result = Result("external-patroni", recoveries, Findings(), {}, [])
    text = total([result, result._replace(recoveries=[], name="embedded")])
    assert "| recovery of the web after a kill, s | 40 | 1.0 | 4.9 |" in text
    assert "| recovery of the worker after a kill, s | 1 | 2.1 | 2.1 |" in text
    lines, ends = text.partition("| what |")[2].splitlines(), (" met |", "missed |")
    rows = [line.split(" | ") for line in lines if line.endswith(ends)]
    met = {row[0].removeprefix("| "): row[-1] == "met |" for row in rows}
    assert met == {
        "recovery of the web after a kill, s": True,
        "recovery of the worker after a kill, s": False,
        "recovery of the sequencer after a kill, s": True,
        "until every table goes on, s": False,
        "moves paused while PostgreSQL fails over, s": False,
        "reads of deals that are over paused meanwhile, s": True,
    }
    assert "| recovery of the process of webhooks after a kill, s | 0 | | | 95 % within 2, " in text
    first, second = [line for line in text.splitlines() if line.startswith("| e")]
    assert first.startswith("| external-patroni | 46 |")
    assert "| missed: recovery of the worker after a kill, s: up to 2.1 (1); until " in first
    assert second.endswith("| 0 | met |")
    assert "46 faults, 44 of them kills. Wrong: 0." in text


def test_all_faults_are_divided_among_the_set_ups() -> None:
    assert shares(1000).keys() == SET_UPS.keys()
    assert sum(shares(1000).values()) == 1000 == sum(shares(999).values()) + 1


def test_a_set_up_whose_servers_are_not_here_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(DATABASE, f"postgresql://postgres@127.0.0.1:{free_port()}/postgres")
    monkeypatch.setattr(setups, "network", lambda: nullcontext(Loopback()))
    assert main(["--setup", "external-redis", "--faults", "1"]) == WRONG
    assert "The set-up external-redis is missing here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("external-patroni", "no etcd; on Debian: apt-get install etcd-server"),
        ("external-rabbitmq-cluster", "no epmd; on Debian: apt-get install erlang-base"),
    ],
)
def test_a_set_up_whose_packages_are_not_installed_is_missing(
    name: str, missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(programs, "PATH", "")
    assert main(["--setup", name, "--faults", "1"]) == WRONG
    assert missing in capsys.readouterr().out


def test_a_set_up_in_which_no_such_fault_can_happen_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        campaign, "run", lambda *_: campaign.chosen({}, Namespace(part="", kind=""))
    )
    assert main(["--faults", "1"]) == WRONG
    assert "The set-up embedded is missing here: no such fault" in capsys.readouterr().out


def test_a_service_that_no_longer_answers_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its campaign ends in a report, and the logs are kept."""
    monkeypatch.setattr(checks, "PATIENCE", Patience(seconds=0.1))
    load = Load(f"http://127.0.0.1:{free_port()}", "key", 1)
    load.opened["table"] = load.owners["deal"] = "token"
    with Client(load.url, load.key) as owner:
        found = campaign.compared(load, Hook(owner, "none", []))
    assert [each.partition(": ")[2][:11] for each in found.wrong] == ["Unreachable"]


@pytest.mark.parametrize(
    ("seconds", "wrong", "happened", "status"),
    [
        (1.0, [], 2, 0),
        (5.1, [], 2, SLOW),
        (1.0, ["a move is lost"], 2, WRONG),
        (1.0, [], 1, WRONG),
    ],
    ids=("right", "slow", "wrong", "ended early"),
)
def test_the_exit_status(
    seconds: float, wrong: list[str], happened: int, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    recoveries = [seen("web", "killed", seconds, seconds, seconds)] * happened
    result = Result("embedded", recoveries, Findings(wrong=wrong), {}, [])
    monkeypatch.setattr(campaign, "run", lambda *_: result)
    assert main(["--faults", "2"]) == status


def test_a_campaign_can_be_limited_and_its_report_says_to_what(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taken = list[Faults]()

    def run(_name: str, _count: int, args: Namespace) -> Result:
        taken.append(campaign.chosen(dict.fromkeys(TWELVE, lambda: None), args))
        return Result("embedded", [seen("a", "killed", 1.0, 1.0, 1.0)] * 2, Findings(), {}, [])

    monkeypatch.setattr(campaign, "run", run)
    monkeypatch.setattr(campaign, "REPORTS", tmp_path)
    every = ["--faults", "2", "--write"]
    for only in ([], ["--kind", "killed"], ["--part", "a", "--kind", "killed"]):
        assert main([*every, *only]) == 0
    assert [len(each) for each in taken] == [12, 6, 1]
    names = {"embedded.md", "embedded-killed.md", "embedded-a-killed.md"}
    assert {each.name for each in tmp_path.iterdir()} == names


@on_linux
@pytest.mark.long
def test_a_campaign_finds_nothing_wrong() -> None:
    command = [sys.executable, "-m", "lab.campaign", "--faults", str(FAULTS), "--seed", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in {0, SLOW}, done.stdout + done.stderr
    assert "Wrong: 0." in done.stdout
