"""Generators make clients of the contract that pass the type checker and play; linters agree."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
import yaml

from tests.e2e.conftest import key, url
from tests.missing import MissingError
from tests.npm import NO_NETWORK
from tests.serving import Service

pytestmark = pytest.mark.long

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent / "generators"
SECONDS: Final = 400
MOST_FILES: Final = 4.2
"""The most files of a Python client for each operation that it can call: one of its own, a quarter
of a file of its group, 2.2 objects and 0.6 enumerations."""
LONGEST_NAME: Final = 32
GENERATORS_OWN: Final = {
    "attrs_client": (
        r"client\.py:\d+: error: Argument 1 to \"__a?exit__\"",  # its `object` for any arguments
        r"models/(ruling|frames|lesson|phrase)\.py:\d+: error: ",  # a field named as its schema
    ),
    "pydantic_client": (
        r"models/(move|audit|series)\.py:\d+: error: ",  # unions, in lists and in unions
    ),
}
"""Errors in generated code that do not come from the contract."""


@pytest.fixture(scope="module")
def python() -> Path:
    """The programs of the pinned generators, in an environment of their own."""
    _need("java")
    made = _kept("requirements.txt")
    if not (made / "whole").exists():
        _run([sys.executable, "-m", "venv", str(made / "venv")], made)
        install = ["venv/bin/python", "-m", "pip", "install", "-q", "-r", "requirements.txt"]
        _run(install, made)
        (made / "whole").touch()
    return made / "venv" / "bin"


@pytest.fixture(scope="module")
def node() -> Path:
    """The programs of the pinned packages from npm."""
    _need("node", "npm")
    made = _kept("package.json")
    if not (made / "whole").exists():
        _run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"], made)
        (made / "whole").touch()
    return made / "node_modules"


def _need(*programs: str) -> None:
    for each in programs:
        if shutil.which(each) is None:
            raise MissingError(each)


def _kept(name: str) -> Path:
    """A folder that is kept from run to run, for what a file of packages asks for."""
    digest = hashlib.sha256((HERE / name).read_bytes()).hexdigest()[:16]
    folder = ROOT / ".cache" / "generators" / digest
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / name, folder)
    return folder


def _run(command: Sequence[object], folder: Path, *, fails: bool = False) -> str:
    done = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    said = done.stdout + done.stderr
    if done.returncode != 0 and NO_NETWORK.search(said):
        raise MissingError("packages of the generators, which cannot be fetched")
    assert fails or done.returncode == 0, said
    return said


def _contract(folder: Path, *, without: str = "") -> Path:
    document = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf-8"))
    document.pop(without, None)
    path = folder / "openapi.json"
    path.write_text(json.dumps(document, default=str))
    return path


def _type_checked(python: Path, folder: Path, *names: str) -> None:
    said = _run([python / "mypy", *names], folder, fails=True)
    allowed = "|".join(each for name in names for each in GENERATORS_OWN.get(name, ()))
    errors = [line for line in said.splitlines() if ": error: " in line]
    assert [each for each in errors if not (allowed and re.search(allowed, each))] == []
    assert "Found" in said or "Success" in said, said


def _plays(serve: Service, command: Sequence[object], folder: Path) -> None:
    assert _run([*command, url(serve), key(serve)], folder).split() == ["over"]


def test_openapi_python_client(python: Path, serve: Service, tmp_path: Path) -> None:
    contract, name = _contract(tmp_path), "attrs_client"
    command = ["generate", "--path", contract, "--meta", "none", "--output-path", name]
    said = _run([python / "openapi-python-client", *command], tmp_path)
    left_out = re.findall(r"^WARNING parsing (.*) within|^(Unable to .*)$", said, re.MULTILINE)
    lines, yaml_file = "GET /v1/tournaments/{tournament}/bundle", "GET /openapi.yaml"
    assert left_out == [(lines, ""), (yaml_file, "")]  # it reads neither lines of JSON nor YAML
    files = [each.stem for each in (tmp_path / name).rglob("*.py")]
    operations = sum(
        "operationId" in each
        for methods in json.loads(contract.read_text())["paths"].values()
        for each in methods.values()
    )
    assert len(files) < MOST_FILES * operations
    assert [each for each in files if len(each) > LONGEST_NAME] == []
    shutil.copy(HERE / "play_attrs.py", tmp_path)
    _type_checked(python, tmp_path, name, "play_attrs.py")
    _plays(serve, [python / "python", "play_attrs.py"], tmp_path)


def test_openapi_generator(python: Path, serve: Service, tmp_path: Path) -> None:
    """Without webhooks: it writes parameters without types for them."""
    contract, name = _contract(tmp_path, without="webhooks"), "pydantic_client"
    package = f"--additional-properties=packageName={name}"
    command = ["generate", "-i", contract, "-g", "python", "-o", ".", package]
    _run([python / "openapi-generator-cli", *command], tmp_path)
    shutil.copy(HERE / "play_pydantic.py", tmp_path)
    _type_checked(python, tmp_path, name, "play_pydantic.py")
    _plays(serve, [python / "python", "play_pydantic.py"], tmp_path)


def test_datamodel_code_generator(python: Path, tmp_path: Path) -> None:
    options = ["--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11"]
    options += ["--use-annotated", "--set-default-enum-member", "--collapse-root-models"]
    contract = ["--input", _contract(tmp_path), "--input-file-type", "openapi"]
    command = [python / "datamodel-codegen", *contract, *options, "--output", "models.py"]
    _run(command, tmp_path)
    _type_checked(python, tmp_path, "models.py")


@pytest.fixture(scope="module")
def typescript(node: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both TypeScript clients, generated, type-checked and compiled in one run."""
    folder = tmp_path_factory.mktemp("typescript")
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    shutil.copy(ROOT / "openapi.yaml", folder)
    (folder / "node_modules").symlink_to(node)
    _run(["node_modules/.bin/openapi-ts"], folder)
    types = ["openapi.yaml", "--output", "contract.ts", "--default-non-nullable=false"]
    _run(["node_modules/.bin/openapi-typescript", *types], folder)
    _run(["node_modules/.bin/tsc"], folder)
    return folder


@pytest.mark.parametrize("client", ["play_hey", "play_fetch"])
def test_typescript(typescript: Path, serve: Service, client: str) -> None:
    _plays(serve, ["node", f"out/{client}.js"], typescript)


@pytest.mark.parametrize(
    "command",
    [
        ["redocly", "lint", "--config=redocly.yaml", "--max-problems=20"],
        ["spectral", "lint", "--ruleset=.spectral.yaml", "--fail-severity=warn"],
    ],
    ids=["redocly", "spectral"],
)
def test_linters(node: Path, command: list[str]) -> None:
    said = _run([node / ".bin" / command[0], *command[1:], ROOT / "openapi.yaml"], HERE)
    assert not re.search(r"You have \d+ warning|\d+ problem", said), said
