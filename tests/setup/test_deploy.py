"""The files for deployments agree with the service and its guides; `make check` lints them."""

import os
import re
import shutil
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any, get_args

import pytest
import yaml

from run.processes import metrics
from run.processes.serve import Part, stop_seconds
from service.settings import Settings
from tests.missing import needs
from tests.serving import ROOT

FOLDER = ROOT / "tools" / "deploy"
FILES = sorted(
    each for each in FOLDER.rglob("*") if each.is_file() and "prometheus" not in each.parts
)
VARIABLES = {field.metadata["variable"] for field in fields(Settings)}
UNIT = FOLDER / "systemd" / "fairdeal@.service"
KUBERNETES = {
    path.name: list(yaml.safe_load_all(path.read_text("utf-8")))
    for path in sorted((FOLDER / "kubernetes").iterdir())
}
OBJECTS = list(chain.from_iterable(KUBERNETES.values()))
PODS = {
    each["spec"]["template"]["metadata"]["labels"]["part"]: each["spec"]["template"]["spec"]
    for each in OBJECTS
    if "template" in each["spec"]
}
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))["services"]
OWN = {name: each for name, each in COMPOSE.items() if each["image"] == "fairdeal"}
"""The services of compose that run the image of this project."""
GUIDE = (ROOT / "docs" / "running.md").read_text("utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")


def unit() -> Mapping[str, list[str]]:
    """The values of each key of the unit, in their order."""
    found = defaultdict[str, list[str]](list)
    for key, value in re.findall(r"^(\w+)=(.*)$", UNIT.read_text("utf-8"), re.MULTILINE):
        found[key].append(value)
    return found


def containers() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each part on Kubernetes, and its container."""
    for part, pod in PODS.items():
        [container] = pod["containers"]
        yield part, container


def environment(container: Mapping[str, Any]) -> dict[str, Any]:
    """The variables of a container that stand in the file, or where their values come from."""
    return {
        each["name"]: each.get("value", each.get("valueFrom")) for each in container.get("env", ())
    }


def unit_environment() -> dict[str, str]:
    return dict(each.split("=", 1) for each in unit()["Environment"])


def block_after(place: str, guide: str) -> str:
    """The commands of a guide that come first after a place in it."""
    _, found, text = guide.partition(place)
    assert found, place
    return text.split("```\n", 2)[1]


def test_every_variable_is_a_setting() -> None:
    text = "\n".join(each.read_text("utf-8") for each in FILES)
    used = set(re.findall(r"\b(?:FAIRDEAL_[A-Z_]+|(?:MIGRATION_)?DATABASE_URL|BROKER_URL)\b", text))
    assert used <= VARIABLES
    assert len(used) > 5


def test_every_part_is_one_of_serve() -> None:
    text = "\n".join(each.read_text("utf-8") for each in FILES)
    assert set(re.findall(r"--only,? ([a-z]+)", text)) == set(get_args(Part))


def test_queues_are_served_by_some_worker() -> None:
    served = [
        Settings.from_environment({"FAIRDEAL_WORKER_QUEUES": queues}).worker_queues.split(",")
        for service in COMPOSE.values()
        if (queues := service.get("environment", {}).get("FAIRDEAL_WORKER_QUEUES"))
    ]
    assert sorted(chain.from_iterable(served)) == sorted(Settings().worker_queues.split(","))


def test_nothing_on_kubernetes_runs_as_root_or_writes_to_its_image() -> None:
    assert PODS.keys() == {"migrate", *get_args(Part)}
    for pod in PODS.values():
        assert pod["securityContext"]["runAsNonRoot"]
        assert all(each["securityContext"]["readOnlyRootFilesystem"] for each in pod["containers"])


def graces(part: str) -> Mapping[str, tuple[str, int]]:
    """By kind of deployment: for how long this part drains, and how much time it has to stop."""
    [container] = PODS[part]["containers"]
    own = OWN[part]
    by_systemd = unit_environment()["FAIRDEAL_DRAIN_SECONDS"]
    drain = "FAIRDEAL_DRAIN_SECONDS"
    return {
        "kubernetes": (
            environment(container).get(drain, "0"),
            PODS[part]["terminationGracePeriodSeconds"],
        ),
        "compose": (
            own["environment"].get(drain, "0"),
            int(own["stop_grace_period"].removesuffix("s")),
        ),
        "systemd": (by_systemd, int(unit()["TimeoutStopSec"][0])),
    }


@pytest.mark.parametrize(
    ("part", "programs"),
    [
        ("web", ("web", "metrics")),
        ("worker", ("worker", "beat", "webhooks", "metrics")),
        ("sequencer", ("sequencer", "metrics")),
    ],
)
def test_a_part_has_the_time_to_stop_that_it_takes(part: str, programs: Sequence[str]) -> None:
    """Even with the highest time limit of webhooks."""
    for kind, (drain, grace) in graces(part).items():
        assert part != "web" or int(drain) > 0, kind
        limits = stop_seconds(Settings(drain_seconds=int(drain), webhook_seconds=30))
        assert grace > sum(limits[each] for each in programs), kind
    assert OWN["worker-hard"]["stop_grace_period"] == OWN["worker"]["stop_grace_period"]
    assert unit()["KillMode"] == ["mixed"], "otherwise all processes get the signal at once"


def test_a_part_of_a_machine_can_have_settings_of_its_own() -> None:
    """Such as the port of its metrics: if two parts have the same, one of them does not start."""
    assert unit()["EnvironmentFile"] == ["/etc/fairdeal/environment", "-/etc/fairdeal/%i.env"]
    assert "FAIRDEAL_METRICS_PORT" not in unit_environment()


def test_the_image_is_to_be_named_before_use() -> None:
    for name, objects in KUBERNETES.items():
        text = (FOLDER / "kubernetes" / name).read_text("utf-8")
        assert "sed s/:VERSION/" in text, name
        assert f'sed "s/:VERSION/:$RELEASE/" {name} | kubectl' in OPERATING
        pods = [each["spec"]["template"]["spec"] for each in objects if "template" in each["spec"]]
        for container in chain.from_iterable(pod["containers"] for pod in pods):
            assert container["image"].endswith("/fairdeal:VERSION")


def test_a_migration_can_be_run_again_with_another_image() -> None:
    """The template of a job cannot be changed, and `kubectl apply` needs a name."""
    [job] = KUBERNETES["migrate.yaml"]
    assert job["kind"] == "Job"
    assert job["metadata"].keys() & {"name", "generateName"} == {"generateName"}
    assert "kubectl create" in (FOLDER / "kubernetes" / "migrate.yaml").read_text("utf-8")
    assert re.search(r"migrate\.yaml \| kubectl create .*--output name\)", OPERATING)
    assert all(each["kind"] != "Job" for each in KUBERNETES["fairdeal.yaml"])


@pytest.mark.parametrize(
    ("failing", "done"),
    [
        ("create", ["create"]),
        ("wait", ["create", "wait"]),
        ("apply", ["create", "wait", "apply"]),
        ("none", ["create", "wait", "apply", "rollout"]),
    ],
)
def test_nothing_is_replaced_before_the_migration_is_complete(
    failing: str, done: Sequence[str], tmp_path: Path
) -> None:
    """The commands of the guide, with a `kubectl` that fails at one of them."""
    block = block_after("\n### On Kubernetes\n", OPERATING)
    kubectl = tmp_path / "kubectl"
    kubectl.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/done\n[ "$1" != {failing} ]\n')
    kubectl.chmod(0o755)
    ran = subprocess.run(
        ["bash", "-c", block],
        cwd=FOLDER / "kubernetes",
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "RELEASE": "0.3.0"},
        capture_output=True,
        check=False,
    )
    assert (tmp_path / "done").read_text().split() == done
    assert bool(ran.returncode) == (failing != "none")


def test_a_command_beside_a_unit_has_its_settings() -> None:
    """The commands of the guide for systemd, whose files only root can read."""
    block = block_after("\n**With systemd**", GUIDE)
    assert f"--property=EnvironmentFile={unit()['EnvironmentFile'][0]} " in block
    program = unit()["ExecStart"][0].split()[0]
    commands = re.findall(rf"{re.escape(program)} (\w+)", block)
    assert commands == ["doctor", "migrate", "archive", "log"]
    witness = unit_environment()["FAIRDEAL_WITNESS"].replace("%S", "/var/lib")
    assert f"--setenv=FAIRDEAL_WITNESS={witness.replace('%i', 'sequencer')} " in block


def test_every_part_has_a_probe_that_it_answers() -> None:
    image = (FOLDER / "Containerfile").read_text("utf-8")
    port = re.search(r"FAIRDEAL_METRICS_PORT=(\d+)", image)
    assert port is not None
    for part, container in containers():
        if part == "migrate":
            continue
        ports = {each["name"]: each["containerPort"] for each in container["ports"]}
        assert ports["metrics"] == int(port[1])
        ready = container["readinessProbe"]["httpGet"]
        expected = ("/readyz", "http") if part == "web" else (metrics.PATH, "metrics")
        assert (ready["path"], ready["port"]) == expected, part
        assert ready["port"] in ports
    for name in OWN.keys() - {"migrate"}:
        address = "8080/readyz" if name == "web" else f"{port[1]}{metrics.PATH}"
        assert f":{address}'" in OWN[name]["healthcheck"]["test"][-1], name


def test_the_image_is_built_from_every_package_of_the_wheel() -> None:
    image = (FOLDER / "Containerfile").read_text("utf-8")
    copied = re.findall(r"^COPY (\S+) \1$", image, re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {each for each in packages if not each.startswith(tuple(copied))} == set()
    assert all((ROOT / each).is_dir() for each in copied)


def test_a_silent_database_restarts_no_part() -> None:
    """`/healthz` does not ask it; `/metrics` answers for another process of the pod."""
    live = {
        part: container["livenessProbe"]["httpGet"]["path"]
        for part, container in containers()
        if "livenessProbe" in container
    }
    assert live == {"web": "/healthz"}


def test_only_migrations_get_the_login_of_the_owner() -> None:
    secrets = {
        part: {each["secretRef"]["name"] for each in container.get("envFrom", ())}
        for part, container in containers()
    }
    assert secrets == {"migrate": set(), **{part: {"fairdeal"} for part in get_args(Part)}}
    own = {part: environment(container) for part, container in containers()}
    kept_in = own["migrate"].pop("MIGRATION_DATABASE_URL")["secretKeyRef"]
    assert kept_in["name"] not in set(chain.from_iterable(secrets.values()))
    assert not any("MIGRATION_DATABASE_URL" in variables for variables in own.values())
    given = {name for name, each in OWN.items() if "MIGRATION_DATABASE_URL" in each["environment"]}
    assert given == {"migrate"}


def test_compose_has_the_roles_of_the_guide() -> None:
    script = (FOLDER / "postgres" / "roles.sql").read_text("utf-8")
    statements = re.findall(r"^CREATE .*;$", script, re.MULTILINE)
    without_passwords = [re.sub(r":'\w+'", "'…'", each) for each in statements]
    assert without_passwords == re.findall(r"^CREATE (?:ROLE|DATABASE) .*;$", GUIDE, re.MULTILINE)
    passwords = re.findall(r"^\\getenv \w+ (\w+)$", script, re.MULTILINE)
    assert passwords == ["OWNER_PASSWORD", "SERVICE_PASSWORD"]
    server = COMPOSE["postgres"]
    assert server["environment"].keys() == {"POSTGRES_PASSWORD", *passwords}
    [mounted] = [each for each in server["volumes"] if each.startswith("./postgres/roles.sql:")]
    assert mounted.split(":")[1].startswith("/docker-entrypoint-initdb.d/")
    for each in OWN.values():
        url = each["environment"]["DATABASE_URL"]
        assert url.startswith("postgresql://fairdeal_login:${SERVICE_PASSWORD:?}@")
    owner = OWN["migrate"]["environment"]["MIGRATION_DATABASE_URL"]
    assert owner.startswith("postgresql://fairdeal_owner:${OWNER_PASSWORD:?}@")


def test_a_sequencer_can_write_its_witness() -> None:
    [container] = PODS["sequencer"]["containers"]
    [mount] = [each for each in container["volumeMounts"] if each["name"] == "witness"]
    assert "fsGroup" in PODS["sequencer"]["securityContext"]
    [own] = OWN["sequencer"]["volumes"]
    folders = {
        environment(container)["FAIRDEAL_WITNESS"]: mount["mountPath"],
        OWN["sequencer"]["environment"]["FAIRDEAL_WITNESS"]: own.partition(":")[2],
        unit_environment()["FAIRDEAL_WITNESS"]: f"%S/{unit()['StateDirectory'][0]}",
    }
    for file, folder in folders.items():
        assert str(PurePosixPath(file).parent) == folder
    image = (FOLDER / "Containerfile").read_text("utf-8")
    assert f"install --directory --owner 10001 --group 10001 {mount['mountPath']}\n" in image


def test_the_volume_of_a_witness_is_of_one_pod() -> None:
    [claim] = [each for each in OBJECTS if each["kind"] == "PersistentVolumeClaim"]
    [sequencer] = [
        each["spec"] for each in OBJECTS if each["metadata"].get("name") == "fairdeal-sequencer"
    ]
    assert claim["spec"]["accessModes"] == ["ReadWriteOnce"]
    assert sequencer["replicas"] == 1
    assert sequencer["strategy"]["type"] == "Recreate"
    names = [
        each["persistentVolumeClaim"]["claimName"]
        for each in PODS["sequencer"]["volumes"]
        if "persistentVolumeClaim" in each
    ]
    assert names == [claim["metadata"]["name"]]


def test_every_file_is_linted() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = makefile.partition("\ncheck:")[2].partition("\n\n")[0].replace("$(DEPLOY)", ".")
    linted = {
        path for pattern in re.findall(r"(?<= \./)\S+", recipe) for path in FOLDER.glob(pattern)
    }
    elsewhere = {UNIT, FOLDER / "postgres" / "roles.sql"}  # by the tests here
    assert linted | elsewhere == set(FILES)


@needs("systemd", shutil.which("systemd-analyze"))
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    text = UNIT.read_text("utf-8").replace("/opt/fairdeal/bin/fairdeal", "/bin/true")
    instance = tmp_path / "fairdeal@web.service"
    instance.write_text(text, "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", instance], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
