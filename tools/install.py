"""Make the virtual environment from the locks: `install.py LOCK STAMP`, called by make.

It needs only Python 3.11. It uses uv from the PATH or from PyPI; where uv is missing or fails, it
uses pip with the same locks. It prints a line for each step, with its time. Nothing is ever removed
from an environment, so that a running `fairdeal serve` is not disturbed; use `make clean` to start
from scratch.
"""

from __future__ import annotations  # an older Python reads this file, too, to say that it is old

import fcntl
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

UV = "uv==0.13.8"
VENV = Path(".venv")
CACHE = Path(".cache")
PYTHON = VENV / "bin" / "python"
CERTIFICATES = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Variables that name the certificates of a proxy; uv knows the first, pip those after it."""
SYSTEM_CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Alpine
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora
    "/etc/ssl/cert.pem",  # macOS
)
LAST_LINES = 12
"""How much of the output of a step that fails is printed."""
BEAT = 0.25
"""How often the line of a step in progress is written on a terminal, in seconds."""


def main(lock: Path, stamp: Path) -> None:
    """Install a lock and the project itself, and write the stamp file for make."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "install.lock").open("w") as turn:
        take_turn(turn.fileno())
        if not install("uv", with_uv(), lock):
            say("uv does not work here, so pip is used")
            if not install("pip", with_pip(), lock):
                sys.exit("The installation failed: see above. `make` again goes on from here.")
        stamp.touch()


def take_turn(turn: int) -> None:
    """Wait for the end of another installation."""
    try:
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("Waiting for another make that installs")
        fcntl.flock(turn, fcntl.LOCK_EX)


def install(name: str, installer: list[str] | None, lock: Path) -> bool:
    """Install a lock and the project by an installer, if there is one; return whether it worked."""
    if installer is None:
        return False
    packages = sum("==" in line for line in lock.read_text("utf-8").splitlines())
    locked = perform(
        f"Install {packages} packages of {lock} with {name}",
        *(*installer, "--require-hashes", "-r", str(lock)),
    )
    own = (*installer, "--no-deps", "--no-build-isolation", "-e", ".")
    return locked and perform("Install fairdeal", *own)


def with_uv() -> list[str] | None:
    """Return the command that installs with uv into the environment; create that if necessary."""
    uv = find_uv()
    if uv is None:
        return None
    made = PYTHON.exists() or perform(
        f"Make {VENV}", uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)
    )
    install = [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(PYTHON)]
    return install if made else None


def with_pip() -> list[str]:
    """Return the command that installs with pip into the environment; create that if necessary."""
    has_pip = works(PYTHON, "-m", "pip", "--version") or works(PYTHON, "-m", "ensurepip")
    if not has_pip:
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
    fetch = (str(python), "-m", "pip", "install", "--quiet", "--target", str(own), UV)
    return program if perform(f"Fetch {UV}", *fetch) and works(program, "--version") else None


def make_venv(folder: Path) -> Path:
    """Make an environment with pip in it and return its Python."""
    if not perform(f"Make {folder}", sys.executable, "-m", "venv", "--clear", str(folder)):
        sys.exit(
            f"{sys.executable} cannot make a virtual environment: install its venv module "
            "(Debian and Ubuntu: apt install python3-venv) or uv, and call make again."
        )
    return folder / "bin" / "python"


# --- Steps --------------------------------------------------------------------------------------


def perform(what: str, *argv: str) -> bool:
    """Run a command, and print a line with its time; return whether it worked.

    If it fails, the end of its output follows.
    """
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        try:
            code = wait(what, began, subprocess.Popen(argv, stdout=output, stderr=output, env=ENV))
        except OSError as error:
            output.write(str(error).encode())
            code = 1
        say(f"{what}: {'failed after ' if code else ''}{time.monotonic() - began:.1f} s")
        if code:
            output.seek(0)
            lines = output.read().decode("utf-8", "replace").splitlines()
            for line in lines[-LAST_LINES:]:
                say(f"    {line}")
    return code == 0


def wait(what: str, began: float, process: subprocess.Popen[bytes]) -> int:
    """Wait for a command; on a terminal, a line says meanwhile how long it has taken."""
    while True:
        try:
            return process.wait(BEAT if sys.stderr.isatty() else None)
        except subprocess.TimeoutExpired:
            sys.stderr.write(f"\r{what} … {time.monotonic() - began:.0f} s")
            sys.stderr.flush()


def say(line: str) -> None:
    """Print a line, in the place of the line of a step in progress."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    sys.stderr.write(f"{clear}{line}\n")
    sys.stderr.flush()


def works(*argv: str | Path) -> bool:
    """Return whether a command can be run and succeeds."""
    try:
        return subprocess.run(argv, check=False, capture_output=True, env=ENV).returncode == 0
    except OSError:
        return False


# --- The environment of the installers ----------------------------------------------------------


def environment(given: dict[str, str]) -> dict[str, str]:
    """The variables for uv and pip.

    - None that would send them elsewhere.
    - The certificates of a proxy under the names that uv and pip know.
    - A cache that can be written, where the home cannot.
    """
    redirecting = {"VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH"}
    made = {name: value for name, value in given.items() if name not in redirecting}
    certificates = trusted(given)
    if certificates is not None:
        for name in ("SSL_CERT_FILE", "PIP_CERT"):
            made.setdefault(name, certificates)
    if "UV_CACHE_DIR" not in given and not is_writable(uv_cache(given)):
        made["UV_CACHE_DIR"] = str((CACHE / "uv").absolute())
    return made


def trusted(given: dict[str, str]) -> str | None:
    """The file of certificates that the user has named, if any."""
    named = [given[name] for name in CERTIFICATES if given.get(name)]
    if not named and given.get("UV_NATIVE_TLS", "").lower() in {"1", "true"}:
        own = ssl.get_default_verify_paths().cafile
        named = [path for path in (own, *SYSTEM_CERTIFICATES) if path and Path(path).exists()]
    return named[0] if named else None


def uv_cache(given: dict[str, str]) -> Path:
    """The folder in which uv keeps its cache by default."""
    home = given.get("HOME") or os.path.expanduser("~")  # noqa: PTH111  it fails without a home
    return Path(given.get("XDG_CACHE_HOME") or Path(home, ".cache")) / "uv"


def is_writable(folder: Path) -> bool:
    """Return whether files can be written in a folder, which may have to be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


ENV = environment(dict(os.environ))

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036  PYTHON may be any
        sys.exit(
            f"Fairdeal needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}."
        )
    main(Path(sys.argv[1]), Path(sys.argv[2]))
