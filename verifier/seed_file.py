"""Seeds that players kept for themselves: a client's seed file, or one seed in hex."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson

from events.translog.receipts import Receipt
from verifier.bundle import LONGEST, Pin, Unreadable, read_receipt

_SEED: Final = re.compile("[0-9a-f]{64}", re.ASCII)
_SAFE: Final = re.compile(
    r"https://[^\s/@]+|http://(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?", re.ASCII
)
"""The addresses from which a key is pinned: no proxy on the way can replace it. What goes to the
machine itself passes no network.
"""
PLAYER: Final = "the player"
"""The source of a key that its player gave to the client."""


class SeedFile(NamedTuple):
    """Seeds that a player kept.

    Attributes:
        seeds: by deal and seat; if there are two for one deal and seat, the first.
        receipts: for openings, and for the seeds that were shown.
        alone: a seed that does not name its deal.
        pins: the key of the service, if it came from the service itself, or from the player.
    """

    seeds: dict[tuple[str, int], bytes]
    receipts: tuple[Receipt, ...] = ()
    alone: bytes | None = None
    pins: tuple[Pin, ...] = ()

    def seed(self, deal: UUID, seat: int) -> bytes | None:
        """The seed of a seat for a deal; None if the file has none."""
        return self.seeds.get((str(deal), seat), self.alone)


def read_seed_file(raw: bytes) -> SeedFile:
    """Read the seeds in a file.

    Raises:
        Unreadable: there are none.
    """
    alone = raw[:LONGEST].decode("latin-1").strip()
    if _SEED.fullmatch(alone):
        return SeedFile({}, alone=bytes.fromhex(alone))
    seeds: dict[tuple[str, int], bytes] = {}
    receipts: list[Receipt] = []
    pins: list[Pin] = []
    for text, line in _lines(raw[:LONGEST]):
        match line:
            case {"kind": "commitment", "deal": str(deal), "seat": int(seat), "seed": str(seed)}:
                if _SEED.fullmatch(seed):
                    seeds.setdefault((deal, seat), bytes.fromhex(seed))
            case {"kind": "opening" | "shown"}:
                receipts.append(read_receipt(text))
            case {"kind": "key", "key": str(key), "source": "player"}:
                pins.append(Pin(key.strip(), PLAYER))
            case {"kind": "key", "key": str(key), "service": str(service)}:
                if _SAFE.fullmatch(service):
                    pins.append(Pin(key.strip(), service))
            case _:
                pass
    if not seeds:
        raise Unreadable("this is no seed in hex, and no file in which a client keeps seeds")
    return SeedFile(seeds, tuple(dict.fromkeys(receipts)), pins=tuple(pins))


def _lines(raw: bytes) -> Iterator[tuple[bytes, Any]]:
    """The complete lines: a line that was cut off by a crash is dropped."""
    for text in raw.split(b"\n"):
        try:
            yield text, orjson.loads(text)
        except ValueError:
            continue
