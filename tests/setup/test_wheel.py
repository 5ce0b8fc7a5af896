"""The built wheel in empty environments: by the guide, which uses pip, and by pipx and uvx."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.missing import MissingError
from tests.serving import ROOT, Serve, free_port, on_linux

pytestmark = [pytest.mark.long, on_linux]

SECONDS: Final = 600
STARTING: Final = 300.0
"""The time limit of a start that first installs."""
BLOCKS: Final = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
NO_NETWORK: Final = re.compile(
    r"NewConnectionError|NameResolutionError|Network is unreachable"
    r"|dns error|client error \(Connect\)"
)
KEPT: Final = re.compile(r"(PIP|UV|SSL|REQUESTS|CURL)_\w+|(HTTPS?|ALL|NO)_PROXY", re.IGNORECASE)
"""The variables by which the machine reaches a package index."""


def environment(home: Path, *folders: Path, **more: str) -> dict[str, str]:
    """A shell that finds Python and the system's programs alone, besides some folders."""
    python = Path(getattr(sys, "_base_executable", sys.executable)).parent
    path = (*folders, python, "/usr/local/bin", "/usr/bin", "/bin")
    kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    return {**kept, "PATH": ":".join(map(str, path)), "HOME": str(home), **more}


def run(command: Sequence[str], folder: Path, variables: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    if done.returncode != 0 and NO_NETWORK.search(done.stderr):
        raise MissingError("an index of Python packages, which cannot be reached")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run(build, ROOT, dict(os.environ))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of pipx and uvx."""
    made = tmp_path_factory.mktemp("tools")
    run([sys.executable, "-m", "venv", "venv"], made, dict(os.environ))
    run(["venv/bin/pip", "install", "-q", "pipx", "uv"], made, dict(os.environ))
    return made / "venv" / "bin"


def test_from_nothing_to_a_verified_series(wheel: Path, tmp_path: Path) -> None:
    blocks = BLOCKS.findall((ROOT / "docs" / "start.md").read_text("utf-8"))
    script = "\n".join(["trap 'kill $(jobs -p) 2> kill.txt || wait' EXIT", *blocks])
    variables = environment(tmp_path, WHEEL=str(wheel), PORT=str(free_port()))
    said = run(["bash", "-euc", script], tmp_path, variables)
    deals = re.findall(r"^deal-(\S+)\.json:$", said, re.MULTILINE)
    assert len(deals) >= 3
    assert {*re.findall(r'^\d+ deal\.finished .*"deal":"(\S+?)"', said, re.MULTILINE)} == {*deals}
    assert len(re.findall(r"^\d+ series\.finished ", said, re.MULTILINE)) == 1
    assert not re.findall(r"^(?:FAILS|open) .*", said, re.MULTILINE)
    assert len(re.findall(r"^holds  score ", said, re.MULTILINE)) == len(deals)


@pytest.mark.parametrize("way", ["pipx", "uvx"])
def test_other_installers_serve_too(way: str, wheel: Path, tools: Path, tmp_path: Path) -> None:
    wanted = f"{wheel}[embedded]"
    homes = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
    variables = environment(tmp_path, tools, tmp_path / "bin", **homes)
    command = ["uvx", "--from", wanted, "fairdeal"]
    if way == "pipx":
        run(["pipx", "install", wanted], tmp_path, variables)
        command = ["fairdeal"]
    assert run([*command, "--version"], tmp_path, variables).startswith("fairdeal ")
    started = ("env", "-i", *(f"{name}={value}" for name, value in variables.items()))
    port = free_port()
    serve = Serve(tmp_path, (*started, *command, "serve", "--port", str(port)))
    serve.port = port
    try:
        assert serve.ready(STARTING).answer()
    finally:
        assert serve.stop() == 0
