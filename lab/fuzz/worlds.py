"""The worlds of attackers: their own tables with deals, and credentials, good and bad."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Final

from lab.fuzz.shots import World
from run.embedded import valkey
from run.embedded.server import serving as started
from service.access import keys
from service.context import Context
from tests import servers
from tests.api.playing import PERSONS, log_everything
from tests.api.serving import Web, serving
from tests.contexts import opened_context

UNLIMITED: Final = {
    "FAIRDEAL_READS": "0",
    "FAIRDEAL_WRITES": "0",
    "FAIRDEAL_OPENINGS": "0",
    "FAIRDEAL_STRANGERS": "0",
    "FAIRDEAL_POLL_SECONDS": "1",
    "FAIRDEAL_WEB_THREADS": "8",
    "FAIRDEAL_POLLS": "4",
    "FAIRDEAL_LOG_LEVEL": "warning",
    "FAIRDEAL_METRICS_PORT": "0",
}
NIL: Final = "00000000-0000-8000-8000-000000000000"
HOOK: Final = {"url": "https://cards.example/hook"}
EVENING: Final = {"game": "durak", "name": "Club evening", "format": "swiss"}
GAMES: Final = {"goat": 4, "durak": 2, "svoi_kozyri": 2, "skat": 3}


@dataclass(frozen=True)
class Worlds:
    """Makes worlds at a service."""

    web: Web
    context: Context
    turn: Lock = field(default_factory=Lock)
    """Connections make their worlds at the same time; one of them does what the sequencer does."""

    def __call__(self, chance: Random) -> World:
        """A new owner with a table of some game, its deal running, and the credentials of all
        parties.
        """
        owner, other = (keys.create_key(self.context.credentials, name=each) for each in "ab")
        game = chance.choice(list(GAMES))
        seats = PERSONS[: GAMES[game]]
        opened = self.web.post("/v1/tables", owner, {"game": game, "name": "x", "seats": seats})
        table, deal = opened["table"]["id"], opened["table"]["deal"]["id"]
        tokens = [each["token"] for each in opened["tokens"]]
        named = {"name": "Eve"}
        auditor = self.web.post(f"/v1/tables/{table}/auditors", owner, named)["token"]
        watcher, reader = (
            self.web.post(f"/v1/tables/{table}/{kind}", owner, named)["token"]
            for kind in ("watchers", "readers")
        )
        hook = self.web.post("/v1/webhooks", owner, HOOK)["id"]
        evening = self.web.post("/v1/tournaments", owner, EVENING)["id"]
        on_turn: Any = self.web.get(f"/v1/deals/{deal}", owner).json()["to_act"]
        seat = on_turn if isinstance(on_turn, int) else 0
        names = {
            "table": table,
            "deal": deal,
            "seat": str(seat),
            "next": str((seat + 1) % len(seats)),
            "size": str(self._logged()),
            "webhook": hook,
            "delivery": NIL,
            "tournament": evening,
        }
        good = (owner, tokens[seat], tokens[0])
        poor = (other, *tokens, auditor, watcher, reader, None, "key_" + "A" * 43)
        return World(names, (*good, *good, *poor))

    def _logged(self) -> int:
        with self.turn:
            return log_everything(self.context)


@contextmanager
def attacked() -> Generator[tuple[Web, Worlds]]:
    """A web of its own without limits, and the worlds there."""
    with (
        TemporaryDirectory() as folder,
        servers.fresh_database(servers.embedded_database()) as url,
        started(valkey.server(Path(folder))) as broker,
        opened_context(url) as context,
        serving(url, broker, Path(folder), **UNLIMITED) as web,
    ):
        yield web, Worlds(web, context)


def resident(web: Web) -> int:
    """The memory of all web processes together, in MiB."""
    held = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            if web.process.pid in (parent, int(stat.parent.name)):
                status = (stat.parent / "status").read_text()
                held += int(status.partition("VmRSS:")[2].split()[0])
        except (OSError, ValueError, IndexError):
            continue
    return held >> 10
