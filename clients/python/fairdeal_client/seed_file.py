"""The file with a player's seeds, commitments, openings and the service's key.

It has one JSON object in a line, and lines are only added. ``kind`` gives the type of a line:

    key         key, source ("player" or "service")
    commitment  deal, table, number, seat, seed, commitment
    rounds      tournament, name (of the player), rounds, seed (of the last round)
    opening     deal, seat, receipt, events (the text of each event that the receipt covers)
    shown       deal, seat, receipt (of the seed)
    refused     deal, seat, reason, receipt, bundle (what the service gave, as it came)

If there are two lines of one kind for one deal and seat, or for one player, the first counts. So
two clients that use the file at the same time agree on one seed. An incomplete line was cut off by
a crash before anything was sent; it is ignored.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from fairdeal_client.framing import commitment, round_seeds
from fairdeal_client.runtime import SYSTEM, Runtime
from fairdeal_client.service_key import ServiceKey

SEED_BYTES: Final = 32
OWNER_ONLY: Final = 0o600


def usual_file(origin: str) -> Path:
    """The file of seeds for a service, in the home folder of the user."""
    folder = Path.home() / ".fairdeal"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"seeds-{re.sub('[^A-Za-z0-9.-]+', '-', origin)}"


class Committed(NamedTuple):
    """A seed, and the deal and seat for which it was committed to."""

    deal: str
    table: str
    number: int
    seat: int
    seed: str
    commitment: str


class SeedFile:
    """A file of seeds, created with the first line and readable by its owner only.

    Every line is on disk (fsync) when the method that adds it returns.

    Args:
        path: of the file.
        runtime: the random source of the seeds.
    """

    def __init__(self, path: str | os.PathLike[str], runtime: Runtime = SYSTEM) -> None:
        self.path = Path(path)
        self._runtime = runtime

    def __str__(self) -> str:
        return str(self.path)

    def commit(self, deal: str, table: str, number: int, seat: int) -> Committed:
        """The seed for a deal: drawn and stored on the first call, then always the same.

        Raises:
            ValueError: the file has this deal with another table or number.
        """
        seed = self._runtime.random_bytes(SEED_BYTES)
        drawn = Committed(deal, table, number, seat, seed.hex(), commitment(deal, seat, seed))
        self.add("commitment", **(self.committed(deal, seat) or drawn)._asdict())
        kept = self.committed(deal, seat) or drawn
        if (kept.table, kept.number) != (table, number):
            said, here = f"{number} of table {table}", f"{kept.number} of table {kept.table}"
            raise ValueError(f"{self} has {deal} as deal {here}; the service says {said}")
        return kept

    def committed(self, deal: str, seat: int) -> Committed | None:
        """The seed that was committed to; None if the file has none for this deal and seat."""
        line = self.find("commitment", deal, seat)
        if line is None:
            return None
        return Committed(**{name: line[name] for name in Committed._fields})

    def rounds(self, tournament: str, name: str, rounds: int) -> list[str]:
        """The commitment of a player of a tournament, and their seed of each round.

        They are drawn and stored on the first call, then always the same.

        Args:
            tournament: the tournament.
            name: the name of the player; spaces around it are cut off, as the service does.
            rounds: the number of its rounds.
        """
        name = name.strip()
        seed = self._runtime.random_bytes(SEED_BYTES).hex()
        drawn = {"tournament": tournament, "name": name, "rounds": rounds, "seed": seed}
        self.add("rounds", **(self._rounds(tournament, name) or drawn))
        kept = self._rounds(tournament, name) or drawn
        return round_seeds(tournament, bytes.fromhex(str(kept["seed"])), rounds)

    def _rounds(self, tournament: str, name: str) -> dict[str, Any] | None:
        wanted = ("rounds", tournament, name)
        return next(
            (
                {member: each for member, each in line.items() if member != "kind"}
                for line in self.lines()
                if (line["kind"], line.get("tournament"), line.get("name")) == wanted
            ),
            None,
        )

    def service_key(self, given: str | None, ask: Callable[[], str], service: str) -> ServiceKey:
        """The key whose receipts are trusted.

        Args:
            given: the key that the player has from elsewhere.
            ask: fetches the service's key. It is called once, if neither the player nor the file
                has a key: trust on first use.
            service: the origin of the service. It is kept with a fetched key, because verifiers
                trust a key only if it came over HTTPS, or from the machine itself.

        Raises:
            ValueError: it is not a key, or the file has another one.
        """
        kept = self._kept_key()
        if kept is None:
            key = ServiceKey.read(ask() if given is None else given)
            source = {"source": "player"} if given else {"source": "service", "service": service}
            self.add("key", key=key.text, **source)
            kept = self._kept_key() or key
        if given is not None and ServiceKey.read(given) != kept:
            raise ValueError(f"{self} has the service key {kept.text}, not {given.strip()}")
        return kept

    def _kept_key(self) -> ServiceKey | None:
        key = next((line["key"] for line in self.lines() if line["kind"] == "key"), None)
        return key and ServiceKey.read(key)

    def find(self, kind: str, deal: str, seat: int) -> dict[str, Any] | None:
        """The first line of a kind for a deal and seat."""
        wanted = (kind, deal, seat)
        found = (x for x in self.lines() if (x["kind"], x.get("deal"), x.get("seat")) == wanted)
        return next(found, None)

    def lines(self) -> Iterator[dict[str, Any]]:
        """All complete lines, in order."""
        for raw in self._read().split(b"\n"):
            try:
                line = json.loads(raw)
            except ValueError:
                continue
            if isinstance(line, dict) and "kind" in line:
                yield line

    def add(self, kind: str, **members: Any) -> None:
        """Add a line, unless the file already has it."""
        line, before = {"kind": kind, **members}, self._read()
        said = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        is_torn = before[-1:] not in {b"", b"\n"}
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, OWNER_ONLY)
        with open(handle, "ab") as file:  # noqa: PTH123 - it has its mode from the first moment
            if line not in self.lines():
                file.write(b"\n" * is_torn + said + b"\n")
            file.flush()
            os.fsync(handle)
        if not before:
            _sync_folder(self.path.parent)

    def _read(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that a new file's name survives a crash (POSIX only)."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
