"""An installation of separate processes, as operators run them, and the commands of the guides."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg

from run.embedded import postgres, valkey
from run.embedded.paths import Owner
from run.embedded.server import Server, launch
from tests.cli.commands import fairdeal_now as fairdeal
from tests.contexts import SECRET
from tests.e2e.conftest import call, url
from tests.serving import COMMAND, ROOT, SECONDS, Serve, until

PARTS: Final = ("web", "worker", "sequencer")
ORIGIN: Final = "cards.example/log"
BLOCKS: Final = re.compile(r"^ *```sh\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
SETTINGS: Final = {
    name: value
    for name, value in postgres.SETTINGS.items()
    if name not in {"fsync", "synchronous_commit", "max_connections"}
}
"""The defaults of these three are the embedded settings, and ALTER SYSTEM can change them."""
BOTS: Final = {"game": "goat", "name": "yard", "seats": [{"bot": "easy"}] * 4, "target": 24}
PATIENCE: Final = 3 * SECONDS
OWNER, LOGIN = "fairdeal_owner", "fairdeal_login"
"""The logins of docs/running.md: of migrations, and of the service."""


def blocks(page: str, section: str) -> list[str]:
    """The shell blocks in a section of a guide, up to the next heading."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    _, title, rest = text.partition(f"# {section}\n")
    assert title, section
    return BLOCKS.findall(re.split(r"^##", rest, maxsplit=1, flags=re.MULTILINE)[0])


def create_roles(admin_url: str) -> None:
    """Create those roles of docs/running.md that a server lacks, as its administrator.

    Tests do so at the same time: PostgreSQL calls a role that another one has just created a
    duplicate key.
    """
    guide = (ROOT / "docs" / "running.md").read_text("utf-8")
    roles = re.findall(r"^CREATE ROLE .*;$", guide, re.MULTILINE)
    assert len(roles) == 3
    with psycopg.connect(admin_url, autocommit=True) as admin:
        for role in roles:
            with suppress(psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
                admin.execute(role.encode())


def as_login(admin_url: str, login: str) -> str:
    """The URL of a database as another user than its administrator."""
    return admin_url.replace("//postgres@", f"//{login}@")


def shell(**variables: str) -> dict[str, str]:
    """The environment of a shell that finds the programs of PostgreSQL, and `fairdeal`."""
    programs = postgres.program("psql").parent, Path(sys.executable).parent
    path = ":".join([*map(str, programs), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **variables}


def run_block(
    block: str, environment: Mapping[str, str], *, stdin: str = "", owner: Owner | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a block of a guide, which may end with an error.

    Args:
        block: The block.
        environment: As `shell` makes it.
        stdin: The input.
        owner: The user who runs it; None: the user of this process.
    """
    return subprocess.run(
        ["bash", "-euc", block],
        input=stdin,
        env=environment,
        cwd="/",
        user=None if owner is None else owner.uid,
        group=None if owner is None else owner.gid,
        extra_groups=None if owner is None else [],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


class Installation:
    """PostgreSQL, Valkey, and a process for each part.

    Attributes:
        folder: everything lies here.
        settings: the environment of every part, and of every command.
        admin_url: the database as an administrator of its server, ``ADMIN_URL`` for commands.
        servers: the definitions of the database and the broker.
        running: the processes of those two.
        parts: the parts that run.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.servers: dict[str, Callable[[], Server]] = {
            "database": lambda: postgres.server(folder, settings=SETTINGS),
            "broker": lambda: valkey.server(folder),
        }
        self.running = {name: launch(make()) for name, make in self.servers.items()}
        self.admin_url = postgres.url(folder)
        create_roles(self.admin_url)
        self.execute(f"ALTER DATABASE fairdeal OWNER TO {OWNER}")
        self.settings = {
            "DATABASE_URL": as_login(self.admin_url, LOGIN),
            "MIGRATION_DATABASE_URL": as_login(self.admin_url, OWNER),
            "BROKER_URL": valkey.url(folder),
            "FAIRDEAL_SECRET": SECRET.decode(),
            "FAIRDEAL_ORIGIN": ORIGIN,
            "FAIRDEAL_BOT_DELAY": "1",
        }
        self.parts: dict[str, Serve] = {}

    def run(self, block: str, **variables: str) -> str:
        """Run a block of a guide to its end, and return what it printed."""
        done = self.ran(block, **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ran(
        self, block: str, *, stdin: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a block of a guide, which may end with an error."""
        variables = {"ADMIN_URL": self.admin_url, **variables}
        return run_block(block, self.environment(**variables), stdin=stdin)

    def environment(self, **variables: str) -> dict[str, str]:
        return shell(**{**self.settings, **variables})

    def start(self, *parts: str) -> None:
        for part in parts:
            self.follow(part, " ".join(("exec", *COMMAND, "--only", part)))
        if "web" in parts:
            until(lambda: self.parts["web"].answer() is not None, PATIENCE)

    def follow(self, part: str, block: str) -> None:
        """Run a block of a guide that starts a part; its process stays."""
        folder = self.folder / part
        folder.mkdir(exist_ok=True)
        self.parts[part] = Serve(folder, ("bash", "-euc", block), **self.environment())

    def stop(self, *parts: str) -> None:
        for part in parts:
            serve = self.parts.pop(part)
            if serve.process.poll() is None:
                serve.stop()

    def kill(self, server: str) -> None:
        """Kill the database or the broker."""
        self.running[server].send_signal(signal.SIGKILL)
        self.running[server].wait()

    def launch(self, server: str) -> None:
        self.running[server] = launch(self.servers[server]())

    def execute(self, statement: str, *values: object) -> list[Any]:
        """Change the database as its administrator, past all triggers."""
        with psycopg.connect(self.admin_url, autocommit=True) as admin:
            admin.execute("SET session_replication_role = replica")
            cursor = admin.execute(statement.encode(), values)
            return cursor.fetchall() if cursor.description else []

    def pass_time(self, seconds: int = 300) -> None:
        """Make heartbeats, work and appends that wait older, as if time had passed."""
        by = f"- interval '{seconds} seconds'"
        self.execute(f"UPDATE heartbeat SET at = at {by}")  # noqa: S608
        self.execute(f"UPDATE stream SET updated_at = updated_at {by}")  # noqa: S608
        self.execute(f"UPDATE outbox SET at = at {by}")  # noqa: S608

    def bad(self, **variables: str) -> set[str]:
        """The sections that `fairdeal doctor` names for what is bad."""
        ran = fairdeal("doctor", "--bad", stdin=b"", **{**self.settings, **variables})
        named = re.findall(r"docs/operating\.md#([a-z-]+)\.$", ran.out, re.MULTILINE)
        assert len(named) == len(ran.out.splitlines()), ran
        assert ran.code == bool(named), ran
        return {*named}

    def doctor(self, **variables: str) -> str:
        return fairdeal("doctor", stdin=b"", **{**self.settings, **variables}).out

    def get_well(self) -> None:
        """Wait until nothing is bad."""
        until(lambda: not self.bad(), PATIENCE)

    def key(self) -> str:
        return fairdeal(
            "keys", "create", "--name", "a test", stdin=b"", **self.settings
        ).out.strip()

    def call(self, credential: str, method: str, path: str, body: Any = None) -> Any:
        return call(url(self.parts["web"]), credential, method, path, body)

    def close(self) -> None:
        self.stop(*self.parts)
        for process in self.running.values():
            with suppress(ProcessLookupError):
                process.terminate()
            process.wait(SECONDS)


@contextmanager
def installed(*parts: str, disk: Path | None = None) -> Generator[Installation]:
    """A migrated installation of which these parts run, and which is well.

    Args:
        parts: The parts.
        disk: A folder in which everything lies; None: the folder of temporary files.
    """
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-installed-", dir=disk))
    folder.chmod(0o755)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder)
        site = Installation(folder)
        stack.callback(site.close)
        assert fairdeal("migrate", stdin=b"", **site.settings).code == 0
        site.start(*parts)
        yield site


class Bots:
    """A table of bots, who play for ever."""

    def __init__(self, site: Installation) -> None:
        self.site = site
        self.key = site.key()
        self.table = site.call(self.key, "POST", "/v1/tables", BOTS)["table"]["id"]

    def now(self) -> tuple[str, int]:
        """The deal that is on, and its version; between two deals, it waits for the next one."""
        deals = list[Any]()

        def is_opened() -> bool:
            deals.append(self.site.call(self.key, "GET", f"/v1/tables/{self.table}")["deal"])
            return deals[-1] is not None

        until(is_opened, PATIENCE)
        deal = deals[-1]
        return deal["id"], self.site.call(self.key, "GET", f"/v1/deals/{deal['id']}")["version"]

    def go_on(self) -> None:
        """Wait until they have moved."""
        before = self.now()
        until(lambda: self.now() != before, PATIENCE)
