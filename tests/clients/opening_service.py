"""A service that opens one deal for a seat that adds a seed, honestly or with a forgery."""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.fairness.shuffle import PLAYER, commitment
from domain.games import GAMES
from domain.kernel.deal import Opened, SeedRevealed, commit
from domain.kernel.event import Digest, Event, Id
from domain.kernel.leaving import ClockSet
from events.chain import genesis, link
from events.translog.notes import SigningKey
from events.translog.receipts import Receipt, receipt_json
from tests.laws.play import terms
from tests.verifier.making import KEY, NOW, Keeping
from verifier.bundle import DEAL as KIND
from verifier.bundle import Bundle, BundleEvent, write

DEAL: Final = "0f0f0f0f-1111-8222-8333-444455556666"
OTHER: Final = "0f0f0f0f-1111-8222-8333-444455557777"
TABLE: Final = "a0a0a0a0-1111-8222-8333-444455556666"
SEAT: Final = 0
SERVER_SEED: Final = b"s" * 32
THEIR_SEED: Final = b"t" * 32
OPENING: Final = 2
"""The events of the opening: `deal.opened` and the clock."""


class Given(NamedTuple):
    """The answers to a client while the deal waits for its seed."""

    receipt: Any
    bundle: bytes
    """Empty: it is not given."""
    head: str
    version: int


Gives = Callable[[str], Given]
"""The answers to a client that has made this commitment."""


def committed(seat: int, seed: bytes, deal: str = DEAL) -> Digest:
    raw = commitment(UUID(deal).bytes, role=PLAYER, index=seat, seed=seed)
    return Digest(raw.hex())


def opened(mine: str, *, server_seed: bytes = SERVER_SEED, **changed: Any) -> Opened:
    """The first event, in which seat 1 has committed too."""
    on = terms(GAMES["durak"], {}, seats=2)
    theirs = (Digest(mine), committed(1, THEIR_SEED))
    on = on._replace(deal=Id(DEAL), table=Id(TABLE), commitments=theirs)
    return replace(commit(on, seed=server_seed), **changed)


def bodies(first: Sequence[Event]) -> list[bytes]:
    """The record after the opening and the seed of seat 1, as the store keeps it."""
    keeping = Keeping(UUID(DEAL))
    keeping.append("system", first)
    keeping.append("seat:1", (SeedRevealed(1, Digest(THEIR_SEED.hex())),))
    return [each.body for each in keeping.store.load(UUID(DEAL), viewer=SEAT)]


def given(
    record: Sequence[bytes], *, key: SigningKey = KEY, marked: bool = False, **changed: Any
) -> Given:
    """A record with the receipt of its opening; a changed receipt is signed again.

    `marked`: the receipt is that of a test.
    """
    heads = [genesis(UUID(DEAL))]
    for body in record:
        heads.append(link(heads[-1], body))
    receipt = Receipt(UUID(DEAL), OPENING, heads[OPENING], NOW)._replace(**changed)
    bundle = Bundle(
        kind=KIND,
        stream=UUID(DEAL),
        view=f"seat:{SEAT}",
        game="durak",
        rules="1",
        events=tuple(map(BundleEvent, record, heads[1:])),
        head=heads[-1],
        key=str(key.verifier),
    )
    said = receipt_json(receipt.by(key, test=marked))
    return Given(said, write(bundle), heads[-1].hex(), len(record))


def honest(mine: str, *, marked: bool = False, **changed: Any) -> Given:
    record = bodies([opened(mine, **changed), ClockSet(30, 0, stand_ins_wait=True)])
    return given(record, marked=marked)


class Service(ThreadingHTTPServer):
    """One deal: committed to, opened, and voided once the seed is shown."""

    daemon_threads = True

    def __init__(self, gives: Gives) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.gives = gives
        self.key = str(KEY.verifier)
        self.commitment: str | None = None
        self.seed: str | None = None
        self.received: list[str] = []
        self.asks_again = False
        """Whether it waits for a commitment though it has one."""
        self.forgets = False
        """Whether it deals without the seat's seed."""
        self.file: Path | None = None
        """The seed file of the client, of which is noted what it has at each moment."""
        self.had: dict[str, list[str]] = {}
        self.fatal = ""
        """The moment at which the client is killed, or its connection is cut."""
        self.kills = False
        """Whether a program is killed then."""
        self.victim: subprocess.Popen[Any] | None = None
        self.started = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def ends(self, name: str) -> bool:
        """Note the content of the file; return whether the client gets no answer here."""
        if self.file is not None and self.file.exists():
            lines = map(json.loads, self.file.read_text("utf-8").splitlines())
            self.had[name] = [each["kind"] for each in lines]
        if self.fatal != name:
            return False
        if self.kills:
            self.fatal = ""
            assert self.started.wait(60)
            assert self.victim is not None
            os.kill(self.victim.pid, signal.SIGKILL)
            self.victim.wait()
        return True

    def table(self) -> dict[str, Any]:
        is_open = self.commitment is not None and not self.asks_again
        seat = {"commits": True, "key": None}
        return {
            "id": TABLE,
            "status": "playing" if self.seed is None else "over",
            "version": 5 + is_open,
            "seats": [seat, seat],
            "deal": {"id": DEAL, "number": 1} if is_open else None,
            "next_deal": {
                "id": OTHER if is_open else DEAL,
                "number": 2 if is_open else 1,
                "waiting": [] if is_open else [SEAT],
                "may_commit": [] if is_open else [SEAT],
            },
        }

    def deal(self) -> dict[str, Any]:
        assert self.commitment is not None
        receipt, _, head, version = self.gives(self.commitment)
        waiting = [SEAT] if self.seed is None else []
        return {
            "id": DEAL,
            "head": head,
            "version": version,
            "fairness": {
                "seats": [{"seat": seat} for seat in (() if self.forgets else (SEAT, 1))],
                "receipt": receipt if waiting and not self.forgets else None,
                "waiting": [] if self.forgets else waiting,
            },
            "away": [],
            "legal_moves": [],
        }


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Service

    def do_GET(self) -> None:
        service, path = self.server, self.path.removeprefix("/v1")
        service.received.append(f"GET {path}")
        deal, table = f"/deals/{DEAL}", f"/tables/{TABLE}"
        match path:
            case "/me":
                self._json(200, {"kind": "seat", "name": "Ann", "table": TABLE, "seat": SEAT})
            case "/log/key":
                self._answer(200, "text/plain", f"{service.key}\n".encode())
            case _ if path == table:
                if not self._ends("table"):
                    self._json(200, service.table())
            case _ if path == deal:
                self._json(200, service.deal())
            case _ if path == f"{deal}/bundle":
                assert service.commitment is not None
                if not self._ends("bundle"):
                    made = service.gives(service.commitment).bundle
                    self._answer(200 if made else 403, "application/json", made or b"{}")
            case _ if path in {f"{deal}/events", f"{table}/events"}:
                self._events(is_over=path.startswith(deal) and service.seed is not None)
            case _:
                self._json(404, {"code": "not-found"})

    def do_PUT(self) -> None:
        service, said = self.server, self._said()
        if self._ends("commitment"):
            return
        if service.commitment not in {None, said["commitment"]}:
            self._json(409, {"code": "already-committed"})
            return
        service.commitment = said["commitment"]
        if not self._ends("committed"):
            self._json(200, service.table())

    def do_POST(self) -> None:
        service, said = self.server, self._said()
        if self._ends("seed"):
            return
        if committed(SEAT, bytes.fromhex(said["seed"])) != service.commitment:
            self._json(409, {"code": "seed-refused"})
            return
        service.seed = said["seed"]
        if not self._ends("shown"):
            receipt = receipt_json(Receipt(UUID(DEAL), 4, bytes(32), NOW).by(KEY))
            self._json(201, {"deal": DEAL, "version": 4, "events": [], "receipt": receipt})

    def _ends(self, name: str) -> bool:
        self.close_connection = self.server.ends(name)
        return self.close_connection

    def _said(self) -> Any:
        self.server.received.append(f"{self.command} {self.path.removeprefix('/v1')}")
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def _events(self, *, is_over: bool) -> None:
        last = int(self.headers["Last-Event-ID"])
        if is_over:
            self._answer(204, "", b"")
        elif "event-stream" in self.headers["Accept"]:
            event = b'id: %d\ndata: {"position":%d}\n\n' % (last + 1, last + 1)
            self._answer(200, "text/event-stream", event)
        else:
            self._answer(200, "application/x-ndjson", b'{"position":%d}\n' % (last + 1))

    def _json(self, status: int, body: Any) -> None:
        kind = "application/json" if status < 400 else "application/problem+json"
        self._answer(status, kind, json.dumps(body).encode())

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        head = f"HTTP/1.1 {status} X\r\n"
        if status != 204:
            head += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        with suppress(OSError):  # the client may have been killed
            self.wfile.write(head.encode() + b"\r\n" + body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """Say nothing."""


@contextmanager
def served(gives: Gives) -> Generator[Service]:
    """The service, at work."""
    with Service(gives) as service:
        thread = threading.Thread(target=service.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()
