"""Make the virtual environment from the locks: `install.py LOCK STAMP`, called by make.

It needs only Python 3.11. It uses uv from the PATH or from PyPI; if neither has it, it uses pip
with the same locks. Nothing is ever removed from an environment, so that a running `fairdeal serve`
is not disturbed; use `make clean` to start from scratch.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

UV = "uv==0.13.8"
VENV = Path(".venv")
CACHE = Path(".cache")
PYTHON = VENV / "bin" / "python"


def main(lock: Path, stamp: Path) -> None:
    """Install a lock and the project itself, and write the stamp file for make."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "install.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # another make may be running
        installer = with_uv() or with_pip()
        run(*installer, "--require-hashes", "-r", str(lock))
        run(*installer, "--no-deps", "--no-build-isolation", "-e", ".")
        stamp.touch()


def with_uv() -> list[str] | None:
    """Return the command that installs with uv into the environment; create that if necessary."""
    uv = find_uv()
    if uv is None:
        return None
    if not PYTHON.exists():
        run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV))
    return [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(PYTHON)]


def with_pip() -> list[str]:
    """Return the command that installs with pip into the environment; create that if necessary."""
    if not works(PYTHON, "-m", "pip", "--version"):
        make_venv(VENV)
    return [str(PYTHON), "-m", "pip", "install", "--quiet"]


def find_uv() -> str | None:
    """Return a working uv: the one on the PATH, or our own, fetched from PyPI if necessary."""
    found = shutil.which("uv")
    if found and works(found, "--version"):
        return found
    own = CACHE / UV
    program = str(own / "bin" / "uv")
    if works(program, "--version"):
        return program
    python: str | Path = sys.executable
    if not works(python, "-m", "pip", "--version"):
        python = make_venv(CACHE / "pip")
    works(python, "-m", "pip", "install", "--quiet", "--target", own, UV)
    return program if works(program, "--version") else None


def make_venv(folder: Path) -> Path:
    """Make an environment with pip in it and return its Python."""
    if not works(sys.executable, "-m", "venv", "--clear", folder):
        sys.exit(
            f"{sys.executable} cannot make a virtual environment: install its venv module "
            "(Debian and Ubuntu: apt install python3-venv) or uv, and call make again."
        )
    return folder / "bin" / "python"


def run(*argv: str) -> None:
    """Run a command; exit with its exit code if it fails."""
    code = subprocess.run(argv, check=False, env=environment()).returncode
    if code:
        sys.exit(code)


def works(*argv: str | Path) -> bool:
    """Return whether a command can be run and succeeds."""
    try:
        return (
            subprocess.run(argv, check=False, capture_output=True, env=environment()).returncode
            == 0
        )
    except OSError:
        return False


def environment() -> dict[str, str]:
    """Return our environment without variables that would redirect the installer."""
    return {
        k: v for k, v in os.environ.items() if k not in {"VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH"}
    }


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  PYTHON may be any
        sys.exit(
            f"Fairdeal needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}."
        )
    main(Path(sys.argv[1]), Path(sys.argv[2]))
