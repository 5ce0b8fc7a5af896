"""The clients of the first release, as they were then, still play.

`first_release.tar.gz` has the Python, shell and TypeScript clients of commit 35bf2bd, unchanged.
"""

import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.clients import typescript
from tests.e2e.conftest import call, key, url
from tests.serving import Service, on_linux

CLIENTS = Path(__file__).with_name("first_release.tar.gz")
TRANSPILE = """
import ts from "typescript";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
const compilerOptions = { module: "esnext", target: "es2022" };
for (const name of readdirSync(".").filter((each) => each.endsWith(".ts"))) {
  const { outputText } = ts.transpileModule(readFileSync(name, "utf-8"), { compilerOptions });
  writeFileSync(name.replace(".ts", ".js"), outputText);
}
writeFileSync("package.json", '{"type": "module"}');
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with tarfile.open(CLIENTS) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


def token(serve: Service, **player: Any) -> str:
    """The token of a person against a bot."""
    body = {
        "game": "durak",
        "name": "As before",
        "seats": [{"name": "Ann", **player}, {"bot": "easy"}],
    }
    opened = call(url(serve), key(serve), "POST", "/v1/tables", {**body, "target": 1})
    return str(opened["tokens"][0]["token"])


def series(*command: str, cwd: Path, **environment: str) -> Any:
    """The series that a client prints when it has played to the end."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@on_linux
def test_python_with_seeds(serve: Service, folder: Path) -> None:
    command = (sys.executable, "examples/random_client.py", url(serve))
    seat = token(serve, commits=True)
    assert series(*command, seat, cwd=folder, PYTHONPATH=str(folder))["status"] == "over"


@on_linux
@pytest.mark.long
def test_shell(serve: Service, folder: Path) -> None:
    played = series("bash", "examples/random_client.sh", url(serve), token(serve), cwd=folder)
    assert played["status"] == "over"


@on_linux
@pytest.mark.long
def test_typescript_with_seeds(serve: Service, folder: Path) -> None:
    source = folder / "clients" / "typescript" / "src"
    (source / "node_modules").symlink_to(typescript.built() / "node_modules")
    subprocess.run(
        ["node", "--input-type=module", "--eval", TRANSPILE], cwd=source, check=True, timeout=60
    )
    seat = token(serve, commits=True)
    assert series("node", "random.js", url(serve), seat, cwd=source)["status"] == "over"
