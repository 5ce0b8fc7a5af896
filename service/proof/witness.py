"""The witness of the log: a file, which the sequencer keeps, or an address that others keep."""

import os
import ssl
import time
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Final

import httpcore

from events.translog.notes import LONGEST_NOTE, BadNote, Checkpoint
from events.translog.store import StoredCheckpoint
from events.translog.witness import Unwitnessed
from service.proof.translog import signing_key
from service.runtime import Runtime
from service.settings import Settings

SECONDS: Final = 10
"""The time limit of an answer."""
BETWEEN: Final = 1.0
"""The least number of seconds between two writes of a file."""
_NAME_DIGITS: Final = 32
_MOST_BYTES: Final = 4 * LONGEST_NOTE
_CURE: Final = "the log is not signed until it can be read, or FAIRDEAL_WITNESS is unset"


class FileWitness:
    """The last checkpoint in a file. The folder should be on another disk than the database.

    Args:
        path: of the file.
        runtime: says when it may be written again.
    """

    def __init__(self, path: Path, runtime: Runtime) -> None:
        self._path = path
        self._runtime = runtime
        self._kept = ""
        self._kept_at = -BETWEEN

    def read(self) -> str | None:
        """See `Witness.read`."""
        try:
            with self._path.open("rb") as file:
                return _text(file.read(_MOST_BYTES + 1), self._path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unreadable(self._path, error) from None

    def begin(self, tip: StoredCheckpoint | None) -> None:
        """Write the first checkpoint, of a log that began before its witness.

        Raises:
            Unwitnessed: It is unknown whether there is one.
            OSError: It cannot be written.
        """
        if tip is not None and self.read() is None:
            self._write(tip.note)

    def keep(self, tip: StoredCheckpoint) -> bool:
        """Write a checkpoint, at most once in a second, and never over a larger one.

        Returns:
            Whether it is there.

        Raises:
            OSError: It cannot be written.
        """
        now = self._runtime.monotonic()
        if tip.note == self._kept or now < self._kept_at + BETWEEN:
            return tip.note == self._kept
        self._kept_at = now
        if not self._has_later(tip):
            self._write(tip.note)
        self._kept = tip.note
        return True

    def _has_later(self, tip: StoredCheckpoint) -> bool:
        """Whether another sequencer has written a larger checkpoint of the same log."""
        try:
            there, mine = Checkpoint.read(self.read() or ""), Checkpoint.read(tip.note)
        except (BadNote, Unwitnessed):
            return False
        return there.origin == mine.origin and there.size > mine.size

    def _write(self, note: str) -> None:
        fresh = self._path.with_name(f".{self._path.name}-{self._runtime.random_bytes(8).hex()}")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                file.write(note)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        finally:
            fresh.unlink(missing_ok=True)


class WebWitness:
    """The last checkpoint at an address of the web.

    Args:
        url: the address, with https.
    """

    def __init__(self, url: str) -> None:
        self._url = url

    def read(self) -> str | None:
        """See `Witness.read`."""
        try:
            return _text(_fetched(self._url), self._url)
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
            raise _unreadable(self._url, error) from None


def own_file(settings: Settings, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The file of the witness that an embedded database has: in the state folder of its user.

    It is named after the public key, which another installation does not have.

    Args:
        settings: With the key of the log.
        environment: Names the folder (XDG Base Directory Specification); usually ~/.local/state.

    Returns:
        The path; None: the user has no folder.
    """
    state = Path(environment.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():  # the specification has such a path ignored
        try:
            state = Path.home() / ".local" / "state"
        except RuntimeError:
            return None
    name = signing_key(settings).verifier.public.hex()[:_NAME_DIGITS]
    return state / "fairdeal" / f"{name}.checkpoint"


def with_own_file(settings: Settings, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings with that file, if they have an embedded database and no other witness."""
    if settings.witness is not None or settings.database_url is not None:
        return settings
    path = own_file(settings, environment)
    return settings if path is None else replace(settings, witness=str(path))


def witness_of(settings: Settings, runtime: Runtime) -> FileWitness | WebWitness | None:
    """The witness of the settings; None: there is none."""
    if settings.witness is None:
        return None
    if settings.witness.startswith("https://"):
        return WebWitness(settings.witness)
    return FileWitness(Path(settings.witness), runtime)


def _fetched(url: str) -> bytes:
    """The answer of an address, which may not redirect, be long or come slowly."""
    ends, body = time.monotonic() + SECONDS, b""
    limits = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)}
    context = ssl.create_default_context()
    with (
        httpcore.ConnectionPool(ssl_context=context) as pool,
        pool.stream("GET", url, extensions=limits) as response,
    ):
        if response.status != HTTPStatus.OK:
            raise Unwitnessed(f"the witness {url} answers {response.status}; {_CURE}")
        for part in response.iter_stream():
            body += part
            if time.monotonic() > ends:
                raise httpcore.ReadTimeout("the answer is too slow")
            if len(body) > _MOST_BYTES:
                break
    return body


def _text(body: bytes, name: object) -> str:
    """The note in these bytes; whether it is one is seen when it is opened."""
    try:
        if len(body) <= _MOST_BYTES:
            return body.decode()
    except UnicodeDecodeError:
        pass
    raise Unwitnessed(f"the witness {name} is no checkpoint; {_CURE}")


def _unreadable(name: object, error: Exception) -> Unwitnessed:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Unwitnessed(f"the witness {name} cannot be read ({reason}); {_CURE}")
