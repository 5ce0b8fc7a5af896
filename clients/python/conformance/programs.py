"""The client under test as a program that is started, killed and started again."""

import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SECONDS: Final = 5.0
LAST_LINES: Final = 3


class Program:
    """A program that plays a seat.

    Args:
        command: Its words, in which `{url}`, `{token}` and `{folder}` stand for those of the seat.
        url: Where it is to play.
        token: Of the seat.
        folder: For what it prints, and for what it needs after a restart.
        secret: The private key of the seat, in hex: it is in the file `key` of `{folder}`.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        url: str,
        token: str,
        folder: Path,
        secret: str | None = None,
    ) -> None:
        own = folder / "own"
        own.mkdir()
        if secret is not None:
            (own / "key").write_text(secret, "utf-8")
        given = {"url": url, "token": token, "folder": str(own)}
        self._command = list(command)
        for name, value in given.items():
            self._command = [word.replace(f"{{{name}}}", value) for word in self._command]
        self._given = {f"FAIRDEAL_{name.upper()}": value for name, value in given.items()}
        self._output = folder / "output"
        self._token = token
        self._process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        with self._output.open("ab") as output:
            return subprocess.Popen(
                self._command,
                env={**os.environ, **self._given},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def ended(self) -> int | None:
        """What it has exited with; None: it runs."""
        return self._process.poll()

    def again(self) -> None:
        """Kill it, and start it again."""
        self.kill()
        self._process = self._start()

    def kill(self) -> None:
        """End it with all that it has started."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def finish(self) -> int | None:
        """Let it come to its end; None: it does not, which is its own affair."""
        try:
            return self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            return None

    def last_words(self) -> str:
        """The end of what it has printed, without the token."""
        printed = self._output.read_text("utf-8", errors="replace").replace(self._token, "seat_…")
        return " | ".join(printed.strip().splitlines()[-LAST_LINES:])
