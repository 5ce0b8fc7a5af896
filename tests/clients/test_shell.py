"""The curl client, with rare answers of the service."""

import json
import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[2] / "clients" / "examples" / "random_client.sh"
END = b"event: end\ndata: {}\n\n"


def table(deal: str | None, status: str = "playing") -> dict[str, Any]:
    return {"status": status, "version": 4, "deal": deal and {"id": deal}}


class Service(ThreadingHTTPServer):
    """Answers by path; of several answers each is given once, in order."""

    def __init__(self, answers: dict[str, list[Any]]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.received: list[str] = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        service = self.server
        assert isinstance(service, Service)
        path = self.path.partition("?")[0]
        service.received.append(path)
        replies = service.answers.get(path, [])
        body = replies.pop(0) if replies else None
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """Say nothing."""


@contextmanager
def serving(answers: dict[str, list[Any]]) -> Generator[Service]:
    with Service(answers) as service:
        thread = threading.Thread(target=service.serve_forever)
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()


def test_between_two_deals_it_waits_for_the_next() -> None:
    """As when the worker is restarted: the table has no deal for a while."""
    over = {"status": "over", "version": 9, "away": [], "legal_moves": []}
    answers: dict[str, list[Any]] = {
        "/v1/me": [{"table": "t", "seat": 0}],
        "/v1/tables/t": [table("one"), table(None), table("two"), table(None, "over")],
        "/v1/tables/t/events": [{"events": []}],
        "/v1/tables/t/series": [b"", {"status": "over"}],  # to curl, a cut in the headers is empty
        "/v1/deals/one": [over],
        "/v1/deals/one/events": [END],
        "/v1/deals/two": [over],
        "/v1/deals/two/events": [],  # a 404, as for a deal that the seat may no longer see
    }
    with serving(answers) as service:
        url = f"http://127.0.0.1:{service.server_port}"
        done = subprocess.run(
            ["bash", str(SCRIPT), url, "seat_x"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"status": "over"}
    assert set(service.received) == set(answers)
    assert not any(answers.values()), "all answers were requested"
