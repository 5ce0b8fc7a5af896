"""The client under test, run as a program that is started, killed and restarted."""

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
        command: Its arguments; `{url}`, `{token}` and `{folder}` are replaced by the seat's values.
        url: Where it is to play.
        token: The seat's token.
        folder: For its output, and for files that it needs after a restart.
        secret: The private key of the seat, in hex; written to the file `key` in `{folder}`.
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
        """Its exit code; None while it runs."""
        return self._process.poll()

    def again(self) -> None:
        """Kill it, and start it again."""
        self.kill()
        self._process = self._start()

    def kill(self) -> None:
        """Kill it together with all processes that it has started."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def finish(self) -> int | None:
        """Wait for its end; return None if it does not end, which is no failure."""
        try:
            return self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            return None

    def last_words(self) -> str:
        """The end of its output, without the token."""
        printed = self._output.read_text("utf-8", errors="replace").replace(self._token, "seat_…")
        return " | ".join(printed.strip().splitlines()[-LAST_LINES:])
