"""The alert rules, and the metrics that the service exports."""

import re
from typing import Any

import yaml

from service.api import metrics
from tests.serving import ROOT

FOLDER = ROOT / "tools" / "deploy" / "prometheus"
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((FOLDER / "alerts.yaml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]
LIMITS: dict[str, tuple[str, float]] = {
    rule["alert"]: (measured, float(limit))
    for rule in RULES
    for measured, above, limit in [rule["expr"].rpartition(" > ")]
    if above
}
"""By the name of an alert: the expression that it measures, and the number that it is above."""


def named_in(text: str) -> set[str]:
    """The metrics that a text names."""
    return set(re.findall(r"fairdeal_\w+", text))


def exported() -> set[str]:
    """The names of all metrics that the service exports."""
    metrics.look_at_database(answers=True)
    return set(re.findall(r"^# TYPE (\w+)", metrics.page().decode(), re.MULTILINE))
