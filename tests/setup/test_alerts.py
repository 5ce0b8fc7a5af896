"""Alert rules: tested by promtool where it is installed, and their metrics and sections exist."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest
import yaml

from service.api import metrics
from service.doctor import (
    BEHIND_SECONDS,
    LATE_SECONDS,
    OVERDUE_SECONDS,
    SILENT_SECONDS,
    Section,
)
from tests.serving import ROOT

FOLDER = ROOT / "tools" / "deploy" / "prometheus"
RULES = [
    rule
    for group in yaml.safe_load((FOLDER / "alerts.yaml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]

ABOVE = [rule for rule in RULES if " > " in rule["expr"]]


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
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
    metrics.look_at_database(answers=True)
    exist = set(re.findall(r"^# TYPE (\w+)", metrics.page().decode(), re.MULTILINE))
    for rule in RULES:
        assert set(re.findall(r"fairdeal_\w+", rule["expr"])) <= exist, rule["alert"]


def test_the_rules_and_the_doctor_have_the_same_limits() -> None:
    limits = {rule["alert"]: float(rule["expr"].rpartition("> ")[2]) for rule in ABOVE}
    assert limits["FairdealWorkersSilent"] == SILENT_SECONDS["sweep"]
    assert limits["FairdealSequencerSilent"] == SILENT_SECONDS["sequencer"]
    assert limits["FairdealWebhooksSilent"] == SILENT_SECONDS["webhooks"]
    assert limits["FairdealWorkLate"] == LATE_SECONDS
    assert limits["FairdealLogBehind"] == BEHIND_SECONDS
    assert limits["FairdealWebhooksLate"] == OVERDUE_SECONDS


def sections(page: Path) -> set[str]:
    titles = re.findall(r"^## (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {title.lower().replace(" ", "-") for title in titles}


def test_every_rule_and_finding_names_a_section_of_the_guide() -> None:
    summaries = " ".join(rule["annotations"]["summary"] for rule in RULES)
    named = set(re.findall(r"docs/operating\.md#([a-z-]+)", summaries))
    assert named | set(get_args(Section)) - {""} == sections(ROOT / "docs" / "operating.md")
