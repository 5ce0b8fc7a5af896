"""A whole service with metrics: its processes share what was imported, and not their numbers."""

import os
import re
import signal
from contextlib import suppress
from urllib.request import urlopen

import pytest

from tests.e2e.conftest import call, key, started, url
from tests.serving import children_of, free_port, on_linux, until


@pytest.mark.long
@on_linux
def test_requests_of_all_web_processes_are_counted_and_heartbeats_seen() -> None:
    port = free_port()

    def value(name: str) -> float:
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            page = answer.read().decode()
        return sum(map(float, re.findall(rf"^{name}\S* (\S+)$", page, re.MULTILINE)))

    def is_answered() -> bool:
        with suppress(OSError):
            value("fairdeal_requests_total")
            return True
        return False

    with started("measured", FAIRDEAL_METRICS_PORT=str(port), FAIRDEAL_WEB_PROCESSES="2") as serve:
        until(is_answered)
        owner = key(serve)
        for _ in range(20):
            call(url(serve), owner, "GET", "/v1/me")
        until(lambda: value("fairdeal_requests_total") >= 20)
        until(lambda: value("fairdeal_heartbeat_age_seconds") > 0)
        counted = value("fairdeal_requests_total")
        for process in children_of(serve.children()["web"]):
            os.kill(process, signal.SIGKILL)
        for _ in range(20):
            call(url(serve), owner, "GET", "/v1/me")
        until(lambda: value("fairdeal_requests_total") >= counted + 20)
        printed = (serve.output.parent / "data" / "fairdeal.log").read_text() + serve.printed()
    assert "Traceback" not in printed
