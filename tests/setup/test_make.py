"""The Makefile and the locks agree with each other and with the help."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


def make(*arguments: str) -> str:
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    ).stdout


def test_help_is_the_default_and_lists_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    listed = [line.split()[1] for line in make().splitlines()]
    assert listed == phony[1].split()
    assert make("help") == make()


def pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text()
    return dict(re.findall(r"^([a-z0-9-]+)(==\S+)", text, re.MULTILINE))


def test_the_development_lock_goes_on_from_the_other() -> None:
    runtime, development = pins("requirements.lock"), pins("requirements-dev.lock")
    assert runtime.items() <= development.items()
    assert "pytest" in development.keys() - runtime.keys()


def test_the_locks_hold_what_the_project_asks_for() -> None:
    """As far as can be checked without an index; `make lock` repairs it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    requirements = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["embedded"],
        *project["dependency-groups"]["build"],
        *project["dependency-groups"]["dev"],
    ]
    locked = pins("requirements-dev.lock")
    for requirement in map(Requirement, requirements):
        assert requirement.specifier.contains(locked[requirement.name.lower()].strip("=")), (
            requirement
        )


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_everything_locked_has_hashes_and_no_place(lock: str) -> None:
    text = (ROOT / lock).read_text()
    entries = re.split(r"\n(?=[a-z0-9])", text.strip())
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text


def test_for_an_old_python_the_error_names_the_required_version(tmp_path: Path) -> None:
    script = tmp_path / "old.py"
    install = ROOT / "tools" / "install.py"
    script.write_text(
        f"import runpy, sys; sys.version_info = (3, 9); runpy.run_path({str(install)!r}, "
        "run_name='__main__')"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Fairdeal needs Python 3.11 or newer")


def test_for_a_python_without_venv_the_error_names_the_package(tmp_path: Path) -> None:
    script = (
        "import runpy, sys; from pathlib import Path;"
        f"install = runpy.run_path({str(ROOT / 'tools' / 'install.py')!r});"
        "sys.executable = '/bin/false';"
        "install['make_venv'](Path('x'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr
    assert done.stderr.count("\n") == 2, "the step, and the remedy"
