"""The back ends of the guide "Your app on Fairdeal", each as a process under its own pages."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

from fairdeal_client import Client
from run.cli.verify import main as verify
from service.runtime import SYSTEM
from tests.clients import typescript
from tests.e2e.conftest import call, key, started, url
from tests.missing import MissingError
from tests.serving import ROOT, Serve, free_port, on_linux, until

EXAMPLES: Final = ROOT / "clients" / "examples"
MOST_LINES: Final = 100
COMMANDS: Final = {
    "python": (sys.executable, str(EXAMPLES / "backend.py")),
    "node": ("node", str(EXAMPLES / "backend.mjs")),
}
USERS: Final = ("ann", "bob")
FORGED: Final = {
    "webhook-id": "forged",
    "webhook-signature": f"v1,{'A' * 43}=",
    "Content-Type": "application/json",
}


class App:
    """A back end as a process."""

    def __init__(self, command: tuple[str, ...], service: Serve, folder: Path) -> None:
        self.state, self.port = folder / "state.json", free_port()
        self.arguments = [*command, url(service), key(service), str(self.port), str(self.state)]
        self.output = folder / "output"
        self.start()

    def start(self) -> None:
        with self.output.open("ab") as output:
            environment = {"PYTHONPATH": str(ROOT / "clients" / "python"), "PATH": "/usr/bin:/bin"}
            self.process = subprocess.Popen(
                self.arguments, stdout=output, stderr=output, env=environment
            )
        until(lambda: self.process.poll() is not None or self.accepts())
        assert self.process.poll() is None, self.output.read_text()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def accepts(self) -> bool:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
            try:
                connection.connect()
            except OSError:
                return False
        return True

    def post(self, action: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            sent = headers or {"Content-Type": "application/json"}
            connection.request("POST", f"/{action}", json.dumps(body), sent)
            answer = connection.getresponse()
            said = answer.read()
            assert answer.status < 300, (answer.status, said, self.output.read_text())
            return json.loads(said) if said else None

    def noticed(self, table: str) -> set[str]:
        """The types of the notices about a table."""
        notices = self.kept()["notices"].values()
        return {each["type"] for each in notices if each["data"].get("table") == table}

    def kept(self) -> Any:
        return json.loads(self.state.read_text())


class Page:
    """An open page of a user, which shows all events that it gets."""

    def __init__(self, port: int, user: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.request("GET", f"/events/{user}")
        self.events = list[Any]()
        self.reading = Thread(target=self._read)
        self.reading.start()

    def _read(self) -> None:
        with closing(self.connection), suppress(HTTPException, OSError):
            for line in self.connection.getresponse():
                if line.startswith(b"data: "):
                    self.events.append(json.loads(line.removeprefix(b"data: ")))

    def deals(self) -> list[str]:
        """The deals of the events, in their order."""
        return [*dict.fromkeys(each["deal"] for each in self.events if each["deal"])]

    def wait_for(self, deal: str, events: int) -> None:
        until(lambda: len(self.of_deal(deal)) >= events)

    def of_deal(self, deal: str) -> list[Any]:
        return [each["event"] for each in self.events if each["deal"] == deal]


@pytest.fixture(scope="module")
def service() -> Generator[Serve]:
    with started("app", FAIRDEAL_WEBHOOK_NETWORKS="127.0.0.0/8") as serve:
        yield serve


def proofs(
    service: Serve, table: str, deal: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> list[list[str]]:
    """The verdicts of `fairdeal verify` on the evidence of a deal and its table."""
    files = [folder / "deal.json", folder / "table.json"]
    with Client(url(service), key(service)) as client:
        files[0].write_bytes(client.bundle("deals", deal))
        files[1].write_bytes(client.bundle("tables", table))
    capsys.readouterr()
    verify([str(file) for file in files], SYSTEM)
    lines = capsys.readouterr().out.splitlines()
    return [line.split()[:2] for line in lines if not line.endswith(":")]


@contextmanager
def running(language: str, service: Serve, folder: Path) -> Iterator[App]:
    if shutil.which(COMMANDS[language][0]) is None:
        raise MissingError(language)
    app = App(COMMANDS[language], service, folder)
    try:
        yield app
    finally:
        app.stop()


def play(app: App, table: str, deal: str) -> None:
    """Play a deal to its end: the users with the first legal move, each sent twice."""
    for turn in range(1_000):
        for user in USERS:
            at = {"user": user, "table": table, "deal": deal}
            view = app.post("view", at)
            if view["status"] == "over":
                return
            if view["legal_moves"]:
                move = {**at, "move": view["legal_moves"][0]["move"], "intent": f"{deal}-{turn}"}
                assert app.post("move", move)["version"] == app.post("move", move)["version"]
    raise AssertionError("the deal does not end")


@on_linux
@pytest.mark.long
def test_the_program_in_typescript_of_the_guide(service: Serve) -> None:
    (program,) = typescript.snippets(typescript.PAGES[1])
    printed = typescript.run_program(program, url(service), key(service))
    assert re.search(r"^[0-9a-f-]{36} .+ \d+ frames$", printed, re.MULTILINE)
    assert "persons: 1, tables: 1, more: false" in printed


@on_linux
@pytest.mark.long
def test_the_evening_in_typescript(service: Serve) -> None:
    (program,) = typescript.snippets(typescript.PAGES[2])
    assert len(program.splitlines()) <= 60
    printed = typescript.run_program(program, url(service), key(service))
    assert len(re.findall(r"^\d+ .+ \d( \d: \d){2}$", printed, re.MULTILINE)) == 34


@pytest.mark.parametrize("language", COMMANDS)
def test_it_has_at_most_100_lines(language: str) -> None:
    lines = Path(COMMANDS[language][1]).read_text("utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= MOST_LINES


@on_linux
@pytest.mark.long
@pytest.mark.parametrize("language", ["python", "node"])
def test_a_back_end_does_all_that_the_guide_says(
    language: str, service: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = partial(call, url(service), key(service), "GET")
    with running(language, service, tmp_path) as app:
        pages = {user: Page(app.port, user) for user in USERS}
        game = {"users": USERS, "bots": 2, "game": "goat", "intent": language}
        table = app.post("open", game)["table"]
        assert app.post("open", game)["table"] == table
        until(lambda: all(page.deals() for page in pages.values()))
        (deal,) = pages["ann"].deals()
        play(app, table, deal)
        for user, page in pages.items():
            token = app.kept()["tokens"][table][user]
            events = call(url(service), token, "GET", f"/v1/deals/{deal}/events")["events"]
            page.wait_for(deal, len(events))
            assert page.of_deal(deal) == events, "each as the seat of the user sees it"

        until(lambda: {"turn.started", "deal.finished"} <= app.noticed(table))
        with pytest.raises(AssertionError):
            app.post(
                "hook", {"type": "forged"}, FORGED | {"webhook-timestamp": f"{time.time():.0f}"}
            )
        assert "forged" not in app.kept()["notices"]

        app.stop()
        for page in pages.values():
            page.reading.join()
        app.start()
        assert app.post("scores", {"table": table})["deals"][0]["deal"] == deal
        for seat in range(4):
            replay = app.post("replay", {"deal": deal, "view": f"seat:{seat}"})
            assert len(replay["frames"]) == replay["version"] - 1
            assert None not in replay["first"]["state"]["hands"][seat]
        yesterday = (datetime.now(UTC) - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        found = app.post("deals", {"ref": "ann", "since": yesterday})["deals"]
        assert deal in [each["id"] for each in found]

        before = proofs(service, table, deal, tmp_path, capsys)
        assert app.post("erase", {"ref": "ann"})["persons"] >= 1
        names = [player["name"] for player in ask(f"/v1/tables/{table}")["seats"]]
        assert names[:2] == ["Player 1", "bob"]
        until(lambda: proofs(service, table, deal, tmp_path, capsys) == before)
        assert ["holds", "openings"] in before
        assert not {"FAILS"} & {status for status, _ in before}
