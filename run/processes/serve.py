"""`fairdeal serve`: web, worker, beat, webhooks, sequencer, and the embedded servers.

This process starts the others, restarts those that end, and stops all in order. While the embedded
servers start, it imports what the others run. They are forks of it, so each starts at once.
"""

import gc
import os
import signal
import ssl
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Literal
from uuid import uuid4

from run.embedded import postgres, valkey
from run.embedded.errors import EmbeddedError
from run.embedded.folder import claimed
from run.embedded.server import Server
from run.processes import machine, parent_watch, ports
from run.processes.forked import ForkedProgram, open_files
from run.processes.site import EVERYWHERE, Site
from run.processes.supervisor import Boot, Supervisor
from service.live import waiting
from service.logs import BoundedFile
from service.settings import NUMBERS, Settings, SettingsError, queue_name

Part = Literal["web", "worker", "sequencer"]

TestKey = Callable[[Settings], str]
"""Creates an API key for testing."""

Invite = Callable[[str, str, ssl.SSLContext | None], str | None]
"""Invites a person to a table: the address of the service, its API key, and what is trusted."""

IMPORTS: Mapping[Part, tuple[str, ...]] = MappingProxyType(
    {
        "web": ("granian.server", "service.api.app"),
        "worker": (
            "celery.bin.celery",
            "service.webhooks.follower",
            "workers.consumer",
            "workers.due",
            "workers.idle",
            "workers.sweep",
            "workers.turns",
        ),
        "sequencer": (
            "events.translog.sequencer",
            "service.health",
            "service.proof.translog",
            "service.proof.witness",
        ),
    }
)
"""The imports that the programs of each part need. They start no thread and open no connection.

With a port for metrics they open the files of these, which the forks keep and replace by their own.
"""
CELERY = ("celery", "--quiet", "-A", "workers.app")
UNENCRYPTED = "Browsers there cannot verify or sign over plain HTTP: start with --tls instead."
TASK_SECONDS = 20
"""As in `service.tasks`, which takes long to import."""
STOP_SECONDS = 5
"""The time limit of a stop, besides the work that the program finishes first."""
STEADY_SECONDS = 10.0
"""A program that cannot start ends sooner."""
SELF_SIGNED = "Browsers warn of its self-signed certificate. Compare its SHA-256 fingerprint there:"


UNWITNESSED = (
    "No state folder of this user can be written, so nothing would notice that a restored backup is"
    " too old: set FAIRDEAL_WITNESS."
)


class ServeError(Exception):
    """The service cannot be started; the message gives the reason and the remedy."""


def run(
    settings: Settings,
    *,
    only: Part | None = None,
    tls: bool = False,
    test_key: TestKey | None = None,
    invite: Invite | None = None,
) -> int:
    """Run the service until a signal arrives; return the exit code.

    Args:
        settings: they reach the children as environment variables.
        only: the web, the worker with the beat and the webhooks, or the sequencer; None: all.
        tls: the web speaks HTTPS; if the settings name no certificate, with a self-signed one.
        test_key: creates the API key that is printed with the URL; called with the settings, which
            then have the URLs of the running servers.
        invite: called with that key once everything runs; the address with the token is printed.
    """
    settings = replace(settings, data=settings.data.absolute())
    supervisor = Supervisor(say=_say)
    try:
        with ExitStack() as stack:
            _see_that_the_secret_is_shared(settings)
            site = None
            if only in {None, "web"}:
                settings = _with_certificate(settings) if tls else settings
                site = Site.of(settings)
                ports.see_that_it_is_free(settings.host, settings.port, "FAIRDEAL_PORT")
            kept = _kept_open(settings, stack)
            shared = {
                parent_watch.VARIABLE: str(kept[0]),
                parent_watch.SUPERVISOR: uuid4().hex,
                **_numbers(settings, stack),
            }
            _see_that_the_log_opens(settings)
            settings = _with_witness(settings) if only in {None, "sequencer"} else settings
            service = _Service(
                supervisor=supervisor,
                kept=kept,
                shared=shared,
                only=only,
                site=site,
                test_key=test_key,
                invite=invite,
            )
            supervisor.run(service.boot(settings))
    except (ServeError, SettingsError, EmbeddedError, OSError) as error:
        _say(str(error))
        return 1
    return 0


def _kept_open(settings: Settings, stack: ExitStack) -> tuple[int, ...]:
    """Return the files that children inherit: the pipe to the supervisor, and the folder's lock."""
    read_end, writer = os.pipe()
    stack.callback(os.close, read_end)
    stack.callback(os.close, writer)
    if settings.database_url is not None and settings.broker_url is not None:
        return (read_end,)
    return (read_end, stack.enter_context(claimed(settings.data)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Service:
    """The parts of the service on this machine.

    Attributes:
        supervisor: keeps them running.
        kept: the files that all of them inherit.
        shared: the variables that all of them get, besides the settings.
        only: the only part to run; None: all.
        site: where the web answers; None: no web runs here.
        test_key: see `run`.
        invite: see `run`.
        opened: the files that the imports have opened, and whose objects the forks have.
    """

    supervisor: Supervisor
    kept: tuple[int, ...]
    shared: Mapping[str, str]
    only: Part | None
    site: Site | None
    test_key: TestKey | None
    invite: Invite | None
    opened: set[int] = field(default_factory=set[int])

    def boot(self, settings: Settings) -> Boot:
        """Start the servers, upgrade the schema, start the processes that depend on them."""
        given = settings.database_url
        settings = yield from self._servers(settings)
        _migrate(settings)
        if given is not None:
            _see_that_the_database_is_open(given)
        key = None
        if self.site is not None:
            self._keep(settings, "web", "run.processes.web")
            key = self.test_key(settings) if self.test_key is not None else None
        if self._runs("worker"):
            self._keep(settings, "worker", *_worker(settings))
        if self.site is not None:
            _say("waiting for the web to answer")
            while not self.site.answers():
                yield
            _announce(settings, self.site, key)
        if self._runs("sequencer"):
            self._keep(settings, "sequencer", "run.processes.sequencing")
        if self._runs("worker"):
            self._keep(settings, "beat", *_beat(settings))
            self._keep(settings, "webhooks", "run.processes.delivering")
        if settings.metrics_port:
            yield from self._ready_for_metrics()
            self._keep(settings, "metrics", "run.processes.metrics")
        if self.site is not None and key is not None and self.invite is not None:
            _show_page(self.site, self.invite(self.site.here, key, self.site.trust))

    def _ready_for_metrics(self) -> Boot:
        """Wait for steady programs: without a web, a readiness probe looks at the metrics."""
        while self.site is None and not self.supervisor.runs_steadily(STEADY_SECONDS):
            yield

    def _runs(self, part: Part) -> bool:
        return self.only in {None, part}

    def _servers(self, settings: Settings) -> Generator[None, None, Settings]:
        """Start the embedded servers in parallel, and return the settings with their URLs."""
        started: list[Server] = []
        if settings.database_url is None:
            _say("starting PostgreSQL")
            started.append(self._server(partial(postgres.server, settings.data)))
            settings = replace(settings, database_url=started[-1].url)
        if settings.broker_url is None:
            _say("starting Valkey")
            started.append(self._server(partial(valkey.server, settings.data)))
            settings = replace(settings, broker_url=started[-1].url)
        yield from self._import()
        while not all(server.ready() for server in started):
            yield
        return settings

    def _server(self, make: Callable[[], Server]) -> Server:
        server = make()
        self.supervisor.keep(server.program, prepare=make)
        return server

    def _import(self) -> Boot:
        """Import what the programs have in common with one another and with their next starts."""
        os.environ.update(self.shared)  # the metrics look there for their folder
        gc.disable()  # it would take a tenth of the time, and find nothing
        for part, names in IMPORTS.items():
            for each in names if self._runs(part) else ():
                before = open_files()
                import_module(each)
                self.opened.update(open_files() - before)
                yield
        gc.enable()

    def _keep(self, settings: Settings, name: str, *module: str) -> None:
        program = ForkedProgram(
            name=name,
            argv=module,
            env={**settings.environment(), **self.shared},
            inherit=(*self.kept, *self.opened),
            stop=((signal.SIGTERM, stop_seconds(settings)[name]),),
        )
        self.supervisor.keep(program)


def stop_seconds(settings: Settings) -> dict[str, int]:
    """How long each program may take to stop, by its name; then it is killed.

    Programs are stopped one after the other. So a stop takes the sum of them at most.
    """
    return {
        "web": waiting.stop_seconds(settings.drain_seconds),
        "worker": TASK_SECONDS + STOP_SECONDS,
        "sequencer": STOP_SECONDS,
        "beat": STOP_SECONDS,
        "webhooks": settings.webhook_seconds + STOP_SECONDS,
        "metrics": STOP_SECONDS,
    }


def _worker(settings: Settings) -> tuple[str, ...]:
    # otherwise a start waits a second for other workers
    alone = ("--without-gossip", "--without-mingle")
    pool = ("--concurrency", str(settings.worker_threads))
    names = (queue_name(settings.queue, each) for each in settings.worker_queues.split(","))
    queues = ("--queues", ",".join(names))
    return (*CELERY, "worker", "--loglevel", settings.log_level, *pool, *queues, *alone)


def _beat(settings: Settings) -> tuple[str, ...]:
    in_memory = ("--scheduler", "celery.beat:Scheduler")
    return (*CELERY, "beat", "--loglevel", settings.log_level, *in_memory)


def _migrate(settings: Settings) -> None:
    """Upgrade the schema, if it is out of date; see that this program runs on it."""
    import psycopg  # noqa: PLC0415  while the servers start

    import migrations  # noqa: PLC0415
    from events.connections import connect  # noqa: PLC0415

    url = settings.migration_database_url or settings.database_url or ""
    try:
        with connect(url) as connection:
            schema = migrations.read_schema(connection)
    except psycopg.Error as error:
        raise ServeError(f"The database cannot be reached: {error}") from error
    if schema.is_behind:
        _upgrade(url, is_needed=schema.fault is not None)
    elif schema.fault is not None:
        raise ServeError(schema.fault)


def _upgrade(url: str, *, is_needed: bool) -> None:
    import psycopg  # noqa: PLC0415

    from migrations.run import MigrationFailed, upgrade  # noqa: PLC0415  loads Alembic

    _say("bringing the schema of the database up to date")
    try:
        upgrade(url)
    except (MigrationFailed, psycopg.Error) as error:
        fault = f"The schema cannot be upgraded: {error}"
        if is_needed:
            raise ServeError(fault) from error
        _say(f"{fault} This program runs on the present one too.")


def _see_that_the_database_is_open(url: str) -> None:
    """Check that the service may use a database that it has not made itself."""
    import psycopg  # noqa: PLC0415

    from events.connections import AccessRefused, check_access  # noqa: PLC0415

    try:
        check_access(url)
    except AccessRefused as error:
        raise ServeError(str(error)) from error
    except psycopg.Error as error:
        raise ServeError(f"The database cannot be used: {error}") from error


def _see_that_the_secret_is_shared(settings: Settings) -> None:
    """Check that FAIRDEAL_SECRET is set: processes that share a database must share the secret."""
    if settings.database_url is not None and settings.given_secret is None:
        raise ServeError(
            "FAIRDEAL_SECRET has to be given with DATABASE_URL: 32 characters or more, all random, "
            "and the same for all processes, permanently."
        )


def _numbers(settings: Settings, stack: ExitStack) -> dict[str, str]:
    """The variable with the folder of the metrics; none without a port for them."""
    if not settings.metrics_port:
        return {}
    host, port = settings.metrics_host, settings.metrics_port
    ports.see_that_it_is_free(host, port, "FAIRDEAL_METRICS_PORT")
    return {NUMBERS: stack.enter_context(TemporaryDirectory(prefix="fairdeal-numbers-"))}


def _with_certificate(settings: Settings) -> Settings:
    """The settings with a certificate: the one that they name, or the self-signed one."""
    if settings.tls_certificate is not None:
        return settings
    from run.processes.certificate import self_signed  # noqa: PLC0415  it takes 0.2 s to load

    own = frozenset[str]() if settings.host in EVERYWHERE else {settings.host}
    made = self_signed(settings.data, machine.names() | own, at=datetime.now(UTC))
    return replace(settings, tls_certificate=made[0], tls_key=made[1])


def _with_witness(settings: Settings) -> Settings:
    """The settings with a witness outside of the data folder, where the database is embedded."""
    from service.proof.witness import with_own_file  # noqa: PLC0415  it takes 0.1 s to load

    if settings.witness is not None or settings.database_url is not None:
        return settings
    chosen = with_own_file(settings)
    if chosen.witness is not None:
        folder = Path(chosen.witness).parent
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK) and not folder.is_relative_to(settings.data):
                return chosen
    _say(UNWITNESSED)
    return settings


def _see_that_the_log_opens(settings: Settings) -> None:
    if settings.log_file is not None:
        try:
            BoundedFile(settings.log_file).close()
        except OSError as error:
            fault = f"is {settings.log_file}, which cannot be written ({error.strerror})"
            raise SettingsError("FAIRDEAL_LOG_FILE", fault) from error


def _announce(settings: Settings, site: Site, key: str | None) -> None:
    """Print what a person needs who has just started the service."""
    lines = [f"Fairdeal answers at {site.shown}"]
    if site.certificate is None and site.for_others is not None:
        lines += [f"From other devices: {site.for_others}", UNENCRYPTED]
    if site.certificate is not None and site.certificate.self_signed:
        lines += [SELF_SIGNED, site.certificate.fingerprint]
    if key is not None:
        lines += [f"API key to try it with: {key}"]
    if settings.log_file is not None:
        lines += [f"Every request is logged in {_short(settings.log_file)}"]
    sys.stdout.write("\n".join([*lines, "Ctrl-C stops it.", ""]))
    sys.stdout.flush()


def _short(path: Path) -> Path:
    """The path as seen from the current folder, if it is within."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _show_page(site: Site, token: str | None) -> None:
    """Print the address of the page that leads to a table."""
    if token is not None:
        sys.stdout.write(f"Play against a bot in a browser: {site.shown}/#{token}\n")
        sys.stdout.flush()


def _say(line: str) -> None:
    with suppress(OSError):  # a full disk must not end what is kept running
        sys.stderr.write(f"fairdeal: {line}\n")
        sys.stderr.flush()
