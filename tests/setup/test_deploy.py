"""The files for deployments name settings, parts and queues that exist; linters are run by hand."""

import re
from dataclasses import fields
from itertools import chain
from typing import get_args

import yaml

from service.live.draining import stop_seconds
from service.processes.serve import Part
from service.settings import Settings
from tests.serving import ROOT

FOLDER = ROOT / "tools" / "deploy"
FILES = sorted(
    each for each in FOLDER.rglob("*") if each.is_file() and "prometheus" not in each.parts
)
VARIABLES = {field.metadata["variable"] for field in fields(Settings)}


def test_every_variable_is_a_setting() -> None:
    text = "\n".join(each.read_text("utf-8") for each in FILES)
    used = set(re.findall(r"\b(?:FAIRDEAL_[A-Z_]+|(?:MIGRATION_)?DATABASE_URL|BROKER_URL)\b", text))
    assert used <= VARIABLES
    assert len(used) > 5


def test_every_part_is_one_of_serve() -> None:
    text = "\n".join(each.read_text("utf-8") for each in FILES)
    assert set(re.findall(r"--only,? ([a-z]+)", text)) == set(get_args(Part))


def test_queues_are_served_by_some_worker() -> None:
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]
    served = [
        Settings.from_environment({"FAIRDEAL_WORKER_QUEUES": queues}).worker_queues.split(",")
        for service in services.values()
        if (queues := service.get("environment", {}).get("FAIRDEAL_WORKER_QUEUES"))
    ]
    assert sorted(chain.from_iterable(served)) == sorted(Settings().worker_queues.split(","))


def test_nothing_on_kubernetes_runs_as_root_or_writes_to_its_image() -> None:
    documents = yaml.safe_load_all((FOLDER / "kubernetes" / "fairdeal.yaml").read_text("utf-8"))
    pods = [each["spec"]["template"]["spec"] for each in documents if "template" in each["spec"]]
    assert len(pods) == 4
    for pod in pods:
        assert pod["securityContext"]["runAsNonRoot"]
        assert all(each["securityContext"]["readOnlyRootFilesystem"] for each in pod["containers"])


def test_a_web_has_the_time_to_stop_that_it_takes() -> None:
    documents = yaml.safe_load_all((FOLDER / "kubernetes" / "fairdeal.yaml").read_text("utf-8"))
    pods = [each["spec"]["template"]["spec"] for each in documents if "template" in each["spec"]]
    drained = {
        pod["terminationGracePeriodSeconds"]: int(variable["value"])
        for pod in pods
        for variable in pod["containers"][0].get("env", ())
        if variable["name"] == "FAIRDEAL_DRAIN_SECONDS"
    }
    unit = (FOLDER / "systemd" / "fairdeal@.service").read_text("utf-8")
    said = re.search(r"FAIRDEAL_DRAIN_SECONDS=(\d+).*\nTimeoutStopSec=(\d+)", unit)
    assert said is not None
    drained[int(said[2])] = int(said[1])
    assert "\nKillMode=mixed\n" in unit, "otherwise all processes get the signal at once"
    assert all(seconds > 0 and given > stop_seconds(seconds) for given, seconds in drained.items())
