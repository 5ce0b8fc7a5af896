"""The dashboard for Grafana: what it shows is exported, and its limits are those of the alerts."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import yaml

from service.health import PROCESSES, Late
from tests.missing import needs
from tests.serving import ROOT
from tests.setup.alert_rules import FOLDER, LIMITS, RULES, exported, named_in

TEXT = (FOLDER / "dashboard.json").read_text("utf-8")
BOARD: dict[str, Any] = json.loads(TEXT)
PANELS: list[dict[str, Any]] = BOARD["panels"]
EXPRESSIONS = [target["expr"] for panel in PANELS for target in panel["targets"]]
SCREEN = (24, 22)
"""Columns and rows of Grafana's grid that a screen of 1920 by 1080 pixels shows at a time."""
PARTS = re.compile(r"_(bucket|sum|count)$")
"""Series of a histogram."""


def marked(panel: dict[str, Any]) -> set[float]:
    """The values at which a panel changes its colour."""
    steps = panel["fieldConfig"]["defaults"]["thresholds"]["steps"]
    return {step["value"] for step in steps} - {None}


def is_measured(measured: str, panel: dict[str, Any]) -> bool:
    """Whether a panel shows what an alert measures, perhaps the most of it."""
    return any(measured in each["expr"] for each in panel["targets"])


@needs("promtool", shutil.which("promtool"))
def test_every_expression_parses(tmp_path: Path) -> None:
    texts = [each.replace("$__rate_interval", "1m") for each in EXPRESSIONS]
    rules = [{"record": f"panel:{at}", "expr": text} for at, text in enumerate(texts)]
    file = tmp_path / "rules.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    command = ["promtool", "check", "rules", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(EXPRESSIONS)} rules found" in done.stdout


def test_it_shows_every_metric_and_no_other() -> None:
    assert {PARTS.sub("", each) for text in EXPRESSIONS for each in named_in(text)} == exported()


def test_its_labels_are_those_of_the_service() -> None:
    labels = re.findall(r'(\w+)="([^"]+)"', " ".join(EXPRESSIONS))
    assert {value for name, value in labels if name == "process"} <= {*PROCESSES}
    assert {value for name, value in labels if name == "work"} <= {*Late._fields}
    [endpoint] = {value for name, value in labels if name == "endpoint"}
    path = re.sub(r"<uuid:(\w+)>", r"{\1}", endpoint)
    assert f"\n  {path}:\n" in (ROOT / "openapi.yaml").read_text("utf-8")


def test_every_limit_of_an_alert_is_marked() -> None:
    """A limit of 0 is passed by the number 1, and a panel changes its colour at a number."""
    for alert, (measured, limit) in LIMITS.items():
        shown = [panel for panel in PANELS if is_measured(measured, panel) and marked(panel)]
        assert shown, alert
        assert all((limit or 1) in marked(panel) for panel in shown), alert


def test_no_other_limit_is_marked() -> None:
    for panel in PANELS:
        known = {limit or 1 for text, limit in LIMITS.values() if is_measured(text, panel)}
        down = {1} if panel["targets"][0]["expr"].endswith("_up)") else set[float]()
        assert marked(panel) <= known | down, panel["title"]


def test_a_panel_of_an_alert_names_its_section() -> None:
    for panel in (each for each in PANELS if each["type"] == "stat"):
        named = re.findall(r"docs/operating\.md#[a-z-]+", panel["description"])
        expression = panel["targets"][0]["expr"]
        alerts = [rule for rule in RULES if re.split(" [<>] ", rule["expr"])[0] in expression]
        assert len(named) == len(alerts) == 1, panel["title"]
        assert named[0] in alerts[0]["annotations"]["summary"]


def test_it_is_of_no_installation() -> None:
    [variable] = BOARD["templating"]["list"]
    assert (variable["type"], variable["query"]) == ("datasource", "prometheus")
    assert (BOARD["id"], BOARD["uid"]) == (None, None)
    assert set(re.findall(r'"uid": ("[^"]*")', TEXT)) == {f'"${{{variable["name"]}}}"'}
    assert "current" not in variable


def test_panels_have_units_and_ids_of_their_own() -> None:
    for name in ("id", "title"):
        assert len({panel[name] for panel in PANELS}) == len(PANELS)
    assert all(panel["fieldConfig"]["defaults"]["unit"] for panel in PANELS)


def test_it_fits_on_one_screen() -> None:
    covered: set[tuple[int, int]] = set()
    for place in (panel["gridPos"] for panel in PANELS):
        cells = {
            (place["x"] + column, place["y"] + row)
            for column in range(place["w"])
            for row in range(place["h"])
        }
        assert not covered & cells
        covered |= cells
    width, height = SCREEN
    assert covered == {(column, row) for column in range(width) for row in range(height)}
