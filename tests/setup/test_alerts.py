"""Alert rules: tested by promtool where it is installed, and their metrics and sections exist."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import yaml

from run.doctor import (
    BEHIND_SECONDS,
    COMMITS_WAIT_SECONDS,
    LATE_SECONDS,
    LONG_QUEUE,
    OVERDUE_SECONDS,
    SILENT_SECONDS,
    UNREAD,
    Section,
)
from tests.missing import needs
from tests.serving import ROOT
from tests.setup.alert_rules import FOLDER, LIMITS, RULES, exported, named_in


@needs("promtool", shutil.which("promtool"))
def test_the_rules_raise_the_expected_alerts() -> None:
    command = ["promtool", "test", "rules", "alerts.test.yaml"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_rule_has_a_test() -> None:
    tests = yaml.safe_load((FOLDER / "alerts.test.yaml").read_text("utf-8"))["tests"]
    raised = {
        case["alertname"]
        for test in tests
        for case in test["alert_rule_test"]
        if case["exp_alerts"]
    }
    assert raised == {rule["alert"] for rule in RULES}


def test_every_rule_is_about_a_metric_that_exists() -> None:
    exist = exported()
    for rule in RULES:
        assert named_in(rule["expr"]) <= exist, rule["alert"]


def test_the_rules_and_the_doctor_have_the_same_limits() -> None:
    limits = {alert: limit for alert, (_, limit) in LIMITS.items()}
    assert limits["FairdealWebsSilent"] == SILENT_SECONDS["web"]
    assert limits["FairdealNewsUnread"] == UNREAD
    assert limits["FairdealWorkersSilent"] == SILENT_SECONDS["sweep"]
    assert limits["FairdealSequencerSilent"] == SILENT_SECONDS["sequencer"]
    assert limits["FairdealWitnessSilent"] == SILENT_SECONDS["witness"]
    assert limits["FairdealWebhooksSilent"] == SILENT_SECONDS["webhooks"]
    assert limits["FairdealWorkLate"] == LATE_SECONDS
    assert limits["FairdealQueueLong"] == LONG_QUEUE
    assert limits["FairdealLogBehind"] == BEHIND_SECONDS
    assert limits["FairdealWebhooksLate"] == OVERDUE_SECONDS
    assert limits["FairdealCommitsWait"] == COMMITS_WAIT_SECONDS


def sections(page: Path) -> set[str]:
    titles = re.findall(r"^## (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {title.lower().replace(" ", "-") for title in titles}


def test_every_rule_and_finding_names_a_section_of_the_guide() -> None:
    summaries = " ".join(rule["annotations"]["summary"] for rule in RULES)
    named = set(re.findall(r"docs/operating\.md#([a-z-]+)", summaries))
    guide = sections(ROOT / "docs" / "operating.md")
    assert named | set(get_args(Section)) - {""} == guide - {
        "dashboard",
        "deploy-a-release",
        "who-can-read-what",
    }
