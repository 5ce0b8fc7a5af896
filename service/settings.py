"""All settings of the service, read once from the environment into one frozen value.

An invalid value stops the start with a sentence that names the variable. Secrets are not in `repr`.
"""

import os
import re
import secrets
from base64 import b64decode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

ANY: Final = "*"
LONGEST: Final = 300
_PORTS: Final = {"http": 80, "https": 443}
"""Ports that an origin does not name, by the schemes whose hosts are written in lower case."""
_ORIGIN: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?"
)


def origin_fault(text: str) -> str | None:
    """Why a text is no origin that a page can have, with one that is; None: it is an origin.

    Any scheme can have one, as that of an app (`capacitor://localhost`) or of an extension.
    """
    written = _written(text)
    if text in (ANY, written):
        return None
    example = "https://cards.example or capacitor://localhost, with spaces between"
    return f"has {text!r}, but an origin is like {written or example}, and {ANY} is any"


def _written(text: str) -> str | None:
    """The origin of an address, as a browser writes it; None: it has none."""
    if len(text) > LONGEST:
        return None
    with suppress(ValueError):
        parts = urlsplit(text)
        host = parts.netloc.rpartition("@")[2]
        if parts.scheme in _PORTS:
            host = host.lower().removesuffix(f":{_PORTS[parts.scheme]}")
        origin = f"{parts.scheme}://{host}"
        if _ORIGIN.fullmatch(origin) and (parts.port or 1) > 0:
            return origin
    return None


SECRET_BYTES = 32
KEY_BYTES = 32
ORIGIN_PATTERN = r"[a-z0-9.-]{1,63}(/[A-Za-z0-9._-]{1,63}){0,3}"
"""A host, perhaps with a path: visible text without space and plus, as in signed notes."""
DATABASE_SCHEMES = ("postgresql://", "postgres://")
BROKER_SCHEMES = ("redis://", "rediss://", "redis+socket://", "amqp://", "amqps://")
MOST_REQUESTS = 10_000_000
NUMBERS = "PROMETHEUS_MULTIPROC_DIR"
"""The folder for metrics: made by `fairdeal serve`, read by `prometheus_client`; no setting."""
QUEUES = ("play", "bots", "hard", "analyses")
"""The queues of tasks: of series and deadlines, bots, bots of `hard`, and analyses."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")
HOUSE_TABLES = 100
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("console", "json")


def queue_name(prefix: str, queue: str) -> str:
    """The name of a queue on the broker, which several services may share."""
    return f"{prefix}.{queue}"


class SettingsError(ValueError):
    """An invalid setting; the message names its variable and the expected value."""

    def __init__(self, variable: str, fault: str) -> None:
        super().__init__(f"{variable} {fault}.")
        self.variable = variable


SettingParser = Callable[[str, str], Any]
"""Parses the text of a variable with this name; raises `SettingsError`."""


def _text(_variable: str, text: str) -> str:
    return text


def _path(_variable: str, text: str) -> Path:
    return Path(text).expanduser().absolute()


def _secret(variable: str, text: str) -> bytes:
    if len(text.encode()) < SECRET_BYTES:
        raise SettingsError(variable, f"has to be {SECRET_BYTES} characters or more, all random")
    return text.encode()


def _key(variable: str, text: str) -> str:
    """A private key in hex, in upper or lower case."""
    for decode in (bytes.fromhex, partial(b64decode, validate=True)):
        with suppress(ValueError):
            if len(key := decode(text)) == KEY_BYTES:
                return key.hex()
    raise SettingsError(variable, f"has to be {KEY_BYTES} bytes in hex or base64, all random")


def _origin(variable: str, text: str) -> str:
    if not re.fullmatch(ORIGIN_PATTERN, text):
        raise SettingsError(variable, f"is {text!r}, but has to be like cards.example/log")
    return text


def _witness(variable: str, text: str) -> str:
    if re.fullmatch(r"https://[A-Za-z0-9.:\[\]-]{1,255}(/[!-~]{0,1000})?", text):
        return text
    if "://" in text:
        fault = f"is {text!r}, but has to be a file or an address like https://cards.example/it"
        raise SettingsError(variable, fault)
    return str(_path(variable, text))


def _archive(variable: str, text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]{1,255}/([!#-;=?-~]{0,1000}/)?", text):
        fault = f"is {text!r}, but has to be like https://cards.example/archive/"
        raise SettingsError(variable, fault)
    return text


def _origins(variable: str, text: str) -> str:
    for fault in filter(None, map(origin_fault, text.split())):
        raise SettingsError(variable, fault)
    return text


def _address(variable: str, text: str) -> str:
    if not text.startswith(("https://", "http://")) or origin_fault(text):
        raise SettingsError(variable, f"is {text!r}, but has to be like https://cards.example")
    return text


def _url(*schemes: str) -> SettingParser:
    def read(variable: str, text: str) -> str:
        if not text.startswith(schemes):  # the value is not repeated: it may contain a password
            raise SettingsError(variable, f"has to start with {' or '.join(schemes)}")
        return text

    return read


def _number(lowest: int, highest: int) -> SettingParser:
    def read(variable: str, text: str) -> int:
        if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
            fault = f"is {text!r}, but has to be a whole number from {lowest} to {highest}"
            raise SettingsError(variable, fault)
        return int(text)

    return read


def _networks(variable: str, text: str) -> str:
    try:
        return ",".join(str(ip_network(each.strip())) for each in text.split(","))
    except ValueError:
        fault = f"is {text!r}, but has to be a list of networks like 10.0.0.0/8,fd00::/8"
        raise SettingsError(variable, fault) from None


def _queues(variable: str, text: str) -> str:
    if not set(text.split(",")) <= set(QUEUES):
        fault = f"is {text!r}, but has to be some of {','.join(QUEUES)}, separated by commas"
        raise SettingsError(variable, fault)
    return text


def _pauses(variable: str, text: str) -> str:
    """Numbers of seconds, such as the pauses between attempts."""
    if not re.fullmatch(r"[0-9]{1,6}(,[0-9]{1,6}){0,31}", text):
        fault = f"is {text!r}, but has to be whole numbers of seconds like 5,30,120"
        raise SettingsError(variable, fault)
    return text


def _one_of(*choices: str) -> SettingParser:
    def read(variable: str, text: str) -> str:
        if text not in choices:
            raise SettingsError(variable, f"is {text!r}, but has to be {' or '.join(choices)}")
        return text

    return read


def _setting(variable: str, read: SettingParser, default: object, *, shown: bool = True) -> Any:
    metadata = {"variable": variable, "read": read}
    return field(default=default, repr=shown, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of the service.

    Attributes:
        database_url: PostgreSQL 15 or newer; without it, the embedded one.
        migration_database_url: the same, as a user that may change its schema, if not that user.
        replica_database_url: a replica, which may lag; webs ask it for deals that are over.
        broker_url: RabbitMQ, Redis or Valkey; without it, the embedded Valkey.
        queue: the prefix of all queue names, which separates services on one broker.
        data: the folder of the embedded servers' data and of the secret.
        host: the address on which the web listens.
        port: the TCP port on which the web listens.
        tls_certificate: the file with the certificate of the web, in PEM, followed by those that
            lead to its root. The web then speaks HTTPS, and HTTP/2 too. It needs `tls_key`.
        tls_key: the file with the private key of `tls_certificate`, in PEM, without a password.
        metrics_port: the TCP port of `/metrics`, for Prometheus; 0: there is none.
        metrics_host: the address of `/metrics`, which shows the times of moves at private tables.
        drain_seconds: how long a web that has to stop still answers, unready in `/readyz`: longer
            than a load balancer needs to notice. 0: its streams end at once.
        web_processes: processes that answer requests; 0: one for each core, but at most 4.
        web_threads: requests that a web process answers at a time.
        worker_threads: tasks that a worker runs at a time.
        worker_queues: the queues that a worker serves, separated by commas. Bots of `hard` have one
            of their own, so that workers can be reserved for them.
        bot_delay: a bot's move waits so many times the usual delay, on slow machines. 0: it waits
            for nothing. This is for tests only, as the time of a move then depends on the cards.
        pool_size: the most database connections of a process.
        statement_seconds: the time limit of a statement in the database, including its waits for
            locks. An answer that does not come two seconds later, such as that of a server that
            hangs or waits for its standby, is given up. The request gets 503 and can be repeated.
        body_bytes: the longest request body.
        request_seconds: the time limit of a request's head, and again of its body.
        page_size: the most entries on a page of a list.
        poll_seconds: the longest wait of a long poll.
        polls: long polls that wait at a time in a process; fewer than its threads, so that waiting
            clients do not block others. One token, or the keys of an owner, get at most half of
            them.
        streams: streams that are open at a time in a process. An owner, with all their keys and
            tables, has at most four in five of these and of the polls.
        streams_each: the most streams of one token, or of all keys of an owner together.
        beat_ms: milliseconds until a silent stream gets a keep-alive; its credential is checked as
            often.
        disputes: the most disputes that a seat opens on a deal.
        auditors: the most auditors of a table at a time.
        auditor_days: the longest that an auditor's token lasts.
        keys: the most valid API keys of an owner.
        grace_seconds: the longest time for which a key's old secret stays valid beside its
            successor.
        watchers: the most watchers of a table at a time.
        watcher_days: the longest that a watcher's token lasts.
        readers: the most readers of a table at a time.
        reader_days: the longest that a reader's token lasts.
        invitations: the most open invitations of a table at a time.
        invitation_days: the longest that an invitation lasts.
        open_tables: the most tables of an owner that are neither over nor closed; 0: any number.
        play_now: the most open tables where people without a key play against bots, three for each
            address; 0: none. Default: 100 if the web listens on the loopback address, otherwise 0.
        reads: read requests of an owner, or a token, in a minute; 0: any number.
        writes: requests of an owner, or a token, that change something, in a minute; 0: any number.
        openings: requests of an owner that open a table, in a minute; 0: any number.
        strangers: requests of an address without a valid credential, in a minute; 0: any number.
        proxies: the number of proxies in front, each of which adds to `X-Forwarded-For` or
            `Forwarded`. Any further entries there are not trusted.
        address_bytes: the longest address of a request, its query included.
        header_bytes: the longest head of a request, all headers together.
        cors_origins: the origins whose pages or apps may read answers, with spaces between, or *.
        address: the origin at which browsers reach the service, such as https://cards.example.
            Previews of links and oEmbed name it. Without it, they name the host of the request.
        hsts_seconds: the time for which browsers must use HTTPS only; 0: no such header.
        audit_states: the most states of a deal that are searched to find where it was decided.
        webhooks: the most webhooks of an API key.
        webhook_networks: networks besides the internet to which webhooks may go, over HTTP and to
            any port as well, such as an intranet, separated by commas. Every holder of an API key
            can then send requests into them.
        webhook_seconds: the time limit of a receiver's answer.
        webhook_retries: the seconds from each failure to the next try, separated by commas.
        webhook_days: after so many days of failures a webhook is disabled.
        webhook_slots: concurrent deliveries of a process.
        idle_test_days: days without an event after which the service closes a test table; 0: never.
        idle_open_days: days without an event after which it closes a table whose series has not
            begun; 0: never. Such a table has no result that could be lost.
        idle_days: days without an event after which it closes any other table that is not over; 0:
            never. The series then has no result, and some series pause for months.
        archive: the address at which the folder of `fairdeal archive` is served. Refusals of
            archived deals then say where they are. Without it, they do not.
        retention_months: the months that deals stay in the database. `fairdeal doctor` names older
            ones that can be archived; 0: none.
        log_level: the lowest level that is logged: debug, info, warning or error.
        log_format: console, for people, or json, for machines: the lines on standard error.
        log_file: the file that also gets every line of the level info as JSON, whatever `log_level`
            is. With 10 MB it is moved aside, over the one before it. Without it, `fairdeal serve`
            with the embedded PostgreSQL takes fairdeal.log in the data folder.
        given_secret: the key of all keyed digests and derivations; without it, the one that is
            kept in the data folder.
        given_signing_key: the private Ed25519 key that signs the log, in hex or base64;
            without it, one that follows from the secret.
        origin: the permanent name of the log in every checkpoint. It must be globally unique, such
            as a domain of yours with a path.
        witness: a file, which the sequencer keeps, or an https address of others, with the last
            published checkpoint. A sequencer starts only if the log extends it, so a restored
            database cannot sign a second history. Without it, an embedded database has a file in
            the state folder of its user (XDG_STATE_HOME, by default ~/.local/state); for others,
            nothing of the kind is checked.
    """

    database_url: str | None = _setting("DATABASE_URL", _url(*DATABASE_SCHEMES), None, shown=False)
    migration_database_url: str | None = _setting(
        "MIGRATION_DATABASE_URL", _url(*DATABASE_SCHEMES), None, shown=False
    )
    replica_database_url: str | None = _setting(
        "REPLICA_DATABASE_URL", _url(*DATABASE_SCHEMES), None, shown=False
    )
    broker_url: str | None = _setting("BROKER_URL", _url(*BROKER_SCHEMES), None, shown=False)
    queue: str = _setting("FAIRDEAL_QUEUE", _text, "fairdeal")
    data: Path = _setting("FAIRDEAL_DATA", _path, Path(".data"))  # noqa: RUF009  a Path is immutable
    host: str = _setting("FAIRDEAL_HOST", _text, "127.0.0.1")
    port: int = _setting("FAIRDEAL_PORT", _number(1, 65_535), 8_080)
    tls_certificate: Path | None = _setting("FAIRDEAL_TLS_CERTIFICATE", _path, None)  # noqa: RUF009  as `data`
    tls_key: Path | None = _setting("FAIRDEAL_TLS_KEY", _path, None)  # noqa: RUF009  as `data`
    metrics_port: int = _setting("FAIRDEAL_METRICS_PORT", _number(0, 65_535), 0)
    metrics_host: str = _setting("FAIRDEAL_METRICS_HOST", _text, "127.0.0.1")
    drain_seconds: int = _setting("FAIRDEAL_DRAIN_SECONDS", _number(0, 600), 0)
    web_processes: int = _setting("FAIRDEAL_WEB_PROCESSES", _number(0, 64), 0)
    web_threads: int = _setting("FAIRDEAL_WEB_THREADS", _number(2, 256), 16)
    worker_threads: int = _setting("FAIRDEAL_WORKER_THREADS", _number(1, 256), 4)
    worker_queues: str = _setting("FAIRDEAL_WORKER_QUEUES", _queues, ",".join(QUEUES))
    bot_delay: int = _setting("FAIRDEAL_BOT_DELAY", _number(0, 100), 1)
    pool_size: int = _setting("FAIRDEAL_POOL_SIZE", _number(1, 256), 8)
    statement_seconds: int = _setting("FAIRDEAL_STATEMENT_SECONDS", _number(1, 600), 10)
    body_bytes: int = _setting("FAIRDEAL_BODY_BYTES", _number(1_024, 16_777_216), 65_536)
    request_seconds: int = _setting("FAIRDEAL_REQUEST_SECONDS", _number(1, 600), 10)
    page_size: int = _setting("FAIRDEAL_PAGE_SIZE", _number(1, 1_000), 100)
    poll_seconds: int = _setting("FAIRDEAL_POLL_SECONDS", _number(1, 120), 25)
    polls: int = _setting("FAIRDEAL_POLLS", _number(1, 255), 12)
    streams: int = _setting("FAIRDEAL_STREAMS", _number(1, 100_000), 2_000)
    streams_each: int = _setting("FAIRDEAL_STREAMS_EACH", _number(1, 100_000), 1_000)
    beat_ms: int = _setting("FAIRDEAL_BEAT_MS", _number(50, 60_000), 7_000)
    disputes: int = _setting("FAIRDEAL_DISPUTES", _number(0, 100), 3)
    auditors: int = _setting("FAIRDEAL_AUDITORS", _number(0, 100), 5)
    auditor_days: int = _setting("FAIRDEAL_AUDITOR_DAYS", _number(1, 3_650), 90)
    keys: int = _setting("FAIRDEAL_KEYS", _number(1, 10_000), 100)
    grace_seconds: int = _setting("FAIRDEAL_GRACE_SECONDS", _number(0, 31_536_000), 604_800)
    watchers: int = _setting("FAIRDEAL_WATCHERS", _number(0, 10_000), 50)
    watcher_days: int = _setting("FAIRDEAL_WATCHER_DAYS", _number(1, 3_650), 30)
    readers: int = _setting("FAIRDEAL_READERS", _number(0, 10_000), 50)
    reader_days: int = _setting("FAIRDEAL_READER_DAYS", _number(1, 3_650), 365)
    invitations: int = _setting("FAIRDEAL_INVITATIONS", _number(0, 10_000), 50)
    invitation_days: int = _setting("FAIRDEAL_INVITATION_DAYS", _number(1, 3_650), 30)
    open_tables: int = _setting("FAIRDEAL_OPEN_TABLES", _number(0, 100_000), 1_000)
    play_now: int | None = _setting("FAIRDEAL_PLAY_NOW", _number(0, 100_000), None)
    reads: int = _setting("FAIRDEAL_READS", _number(0, MOST_REQUESTS), 12_000)
    writes: int = _setting("FAIRDEAL_WRITES", _number(0, MOST_REQUESTS), 6_000)
    openings: int = _setting("FAIRDEAL_OPENINGS", _number(0, MOST_REQUESTS), 600)
    strangers: int = _setting("FAIRDEAL_STRANGERS", _number(0, MOST_REQUESTS), 3_000)
    proxies: int = _setting("FAIRDEAL_PROXIES", _number(0, 8), 0)
    address_bytes: int = _setting("FAIRDEAL_ADDRESS_BYTES", _number(1_024, 32_768), 4_096)
    header_bytes: int = _setting("FAIRDEAL_HEADER_BYTES", _number(4_096, 65_536), 16_384)
    cors_origins: str = _setting("FAIRDEAL_CORS_ORIGINS", _origins, "")
    address: str = _setting("FAIRDEAL_ADDRESS", _address, "")
    hsts_seconds: int = _setting("FAIRDEAL_HSTS_SECONDS", _number(0, 63_072_000), 0)
    audit_states: int = _setting("FAIRDEAL_AUDIT_STATES", _number(1, 1_000_000), 20_000)
    webhooks: int = _setting("FAIRDEAL_WEBHOOKS", _number(0, 1_000), 10)
    webhook_networks: str = _setting("FAIRDEAL_WEBHOOK_NETWORKS", _networks, "")
    webhook_seconds: int = _setting("FAIRDEAL_WEBHOOK_SECONDS", _number(1, 30), 15)
    webhook_retries: str = _setting(
        "FAIRDEAL_WEBHOOK_RETRIES", _pauses, "5,30,120,600,1800,3600,10800,21600,43200"
    )
    webhook_days: int = _setting("FAIRDEAL_WEBHOOK_DAYS", _number(1, 365), 5)
    webhook_slots: int = _setting("FAIRDEAL_WEBHOOK_PLACES", _number(2, 256), 16)
    idle_test_days: int = _setting("FAIRDEAL_IDLE_TEST_DAYS", _number(0, 3_650), 7)
    idle_open_days: int = _setting("FAIRDEAL_IDLE_OPEN_DAYS", _number(0, 3_650), 30)
    idle_days: int = _setting("FAIRDEAL_IDLE_DAYS", _number(0, 3_650), 0)
    archive: str = _setting("FAIRDEAL_ARCHIVE", _archive, "")
    retention_months: int = _setting("FAIRDEAL_RETENTION_MONTHS", _number(0, 1_200), 0)
    log_level: str = _setting("FAIRDEAL_LOG_LEVEL", _one_of(*LOG_LEVELS), "info")
    log_format: str = _setting("FAIRDEAL_LOG_FORMAT", _one_of(*LOG_FORMATS), "console")
    log_file: Path | None = _setting("FAIRDEAL_LOG_FILE", _path, None)  # noqa: RUF009  as `data`
    given_secret: bytes | None = _setting("FAIRDEAL_SECRET", _secret, None, shown=False)
    """Code reads `secret` instead."""
    given_signing_key: str | None = _setting("FAIRDEAL_SIGNING_KEY", _key, None, shown=False)
    origin: str = _setting("FAIRDEAL_ORIGIN", _origin, "fairdeal.localhost/log")
    witness: str | None = _setting("FAIRDEAL_WITNESS", _witness, None)

    def __post_init__(self) -> None:
        if self.polls >= self.web_threads:
            fault = f"is {self.polls}, but has to be less than FAIRDEAL_WEB_THREADS"
            raise SettingsError("FAIRDEAL_POLLS", f"{fault} ({self.web_threads})")
        if (self.tls_certificate is None) != (self.tls_key is None):
            pair = ("FAIRDEAL_TLS_CERTIFICATE", "FAIRDEAL_TLS_KEY")
            absent, given = pair if self.tls_certificate is None else pair[::-1]
            raise SettingsError(absent, f"has to be set too, because {given} is")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; an empty variable counts as absent.

        Raises:
            SettingsError: a value is invalid.
        """
        chosen: dict[str, Any] = {}
        for setting in fields(cls):
            variable, read = setting.metadata["variable"], setting.metadata["read"]
            if text := environment.get(variable):
                chosen[setting.name] = read(variable, text)
        return cls(**chosen)

    def environment(self) -> dict[str, str]:
        """Return the variables that make another process read these settings."""
        values = {
            setting.metadata["variable"]: getattr(self, setting.name) for setting in fields(self)
        }
        return {
            variable: value.decode() if isinstance(value, bytes) else str(value)
            for variable, value in values.items()
            if value is not None
        }

    @property
    def origins(self) -> frozenset[str]:
        """The pages of other origins that may read answers; ``*``: all."""
        return frozenset(self.cors_origins.split())

    @property
    def house_tables(self) -> int:
        """The most open tables of people who have no key; 0: they may open none."""
        usual = HOUSE_TABLES if self.host in LOOPBACK else 0
        return usual if self.play_now is None else self.play_now

    @property
    def signing_seed(self) -> bytes | None:
        """The private key that signs the log, 32 bytes; None: one that follows from the secret."""
        return bytes.fromhex(self.given_signing_key) if self.given_signing_key else None

    @property
    def secret(self) -> bytes:
        """The key of all keyed digests, 32 bytes or more; made in the data folder at first use."""
        return self.given_secret or _kept_secret(self.data / "secret")


def _kept_secret(path: Path) -> bytes:
    """Read the secret from a file with access for its owner only, or create it atomically."""
    with suppress(FileNotFoundError):
        return bytes.fromhex(path.read_text(encoding="ascii"))
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".secret-{secrets.token_hex(8)}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):  # another process was first: its secret is used
        path.hardlink_to(fresh)
    fresh.unlink()
    return bytes.fromhex(path.read_text(encoding="ascii"))
