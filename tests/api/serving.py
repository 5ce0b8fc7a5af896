"""The web as a process of its own, over a real database and broker."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from service.settings import NUMBERS
from tests import plain
from tests.contexts import SECRET
from tests.serving import free_port, until


@dataclass(frozen=True)
class Web:
    url: str
    log_file: Path
    process: subprocess.Popen[bytes]
    metrics: str

    def numbers(self) -> str:
        """The metrics that Prometheus gets."""
        answer = plain.get(f"{self.metrics}/metrics", timeout=30)
        assert answer.status_code == 200, answer.text
        return answer.text

    def get(self, path: str, who: str | None = None, **headers: str) -> httpx.Response:
        return plain.get(self.url + path, headers={**_bearer(who), **headers}, timeout=30)

    def post(self, path: str, who: str, body: Any) -> Any:
        answer = plain.post(self.url + path, headers=_bearer(who), json=body, timeout=30)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def logged(self) -> str:
        return self.log_file.read_text("utf-8")


def _bearer(who: str | None) -> dict[str, str]:
    return {} if who is None else {"Authorization": f"Bearer {who}"}


@contextmanager
def serving(
    database: str, broker: str, folder: Path, numbers: Path | None = None, /, **environment: str
) -> Iterator[Web]:
    """A web process on a port of its own, with these settings.

    If there is a folder for its numbers, its metrics are on another port.
    """
    port, other = free_port(), free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {
        "DATABASE_URL": database,
        "BROKER_URL": broker,
        "FAIRDEAL_PORT": str(port),
        "FAIRDEAL_METRICS_PORT": str(other) if numbers else "0",
        "FAIRDEAL_SECRET": SECRET.decode(),
        "FAIRDEAL_LOG_FORMAT": "json",
        **environment,
    }
    if numbers:
        numbers.mkdir()
        settings[NUMBERS] = str(numbers)
    log_file = folder / f"web-{port}.log"
    with log_file.open("wb") as output:
        processes = [
            subprocess.Popen(
                [sys.executable, "-m", f"run.processes.{name}"],
                env={**os.environ, **settings},
                stdout=output,
                stderr=output,
            )
            for name in (["web", "metrics"] if numbers else ["web"])
        ]
    web = Web(url, log_file, processes[0], f"http://127.0.0.1:{other}")
    try:
        until(lambda: web.process.poll() is not None or answers(f"{url}/readyz"))
        assert web.process.poll() is None, web.logged()
        if numbers:
            until(lambda: answers(f"{web.metrics}/metrics"))
        yield web
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(60)


def answers(url: str) -> bool:
    try:
        return plain.get(url).status_code == 200
    except httpx.TransportError:
        return False
