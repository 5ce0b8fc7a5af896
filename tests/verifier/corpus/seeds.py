"""Seeds that players kept: the one in the record must be the same."""

from functools import cache, partial
from typing import Final

from domain.games import GAMES
from domain.kernel.deal import SeedRevealed
from tests.keys import key_of
from tests.verifier.entries import Entry
from tests.verifier.making import Step, bundled, deal, kept, played
from verifier.bundle import Bundle

NONE: Final = 2
"""The seat that adds no seed."""
OTHER: Final = b"o" * 32


@cache
def steps() -> list[Step]:
    return played(GAMES["goat"], seats=4, number=1)


@cache
def seeds() -> dict[int, bytes]:
    """The seeds of seats 0, 1 and 3."""
    events = [event for _, events in steps() for event in events]
    return {e.seat: bytes.fromhex(e.seed) for e in events if isinstance(e, SeedRevealed)}


@cache
def whole() -> Bundle:
    return bundled(deal("goat", 4))


def opened() -> Bundle:
    """No seed is shown yet."""
    return bundled(kept(steps()[:1], viewer=0), view="seat:0")


def held(seat: int, seed: bytes | None = None, *, of: int | None = None) -> dict[str, object]:
    """The seed of a seat that a reader holds: this one, or that of a seat; None: there is none."""
    return {"own_seeds": {seat: seed if of is None else seeds()[of]}}


def key(seat: int, *, of: int) -> dict[str, object]:
    """The key of a seat's player that a reader knows."""
    return {"seat_keys": {seat: bytes.fromhex(key_of(of))}}


def keyed() -> Bundle:
    return bundled(deal("goat", 4, 3))


KEPT: Final = "it is not the seed that you kept"
ENTRIES: Final = {
    "nothing is kept": Entry(whole),
    "one is": Entry(whole, held=partial(held, 0, of=0)),
    "all are": Entry(whole, held=lambda: {"own_seeds": seeds()}),
    "another seed": Entry(whole, held=partial(held, 0, OTHER)),
    "another's seed": Entry(whole, held=partial(held, 1, of=0)),
    "a seat that adds none": Entry(whole, held=partial(held, NONE, OTHER)),
    "a seat that is not there": Entry(whole, held=partial(held, 9, OTHER)),
    "none for this deal": Entry(whole, held=partial(held, 0)),
    "not shown yet": Entry(opened, held=partial(held, 0, of=0)),
    "another commitment": Entry(opened, held=partial(held, 0, OTHER)),
    "keys that nobody knows": Entry(keyed),
    "a key that is known": Entry(keyed, held=partial(key, 0, of=0)),
    "another's key": Entry(keyed, held=partial(key, 0, of=10)),
    "the key of a seat without one": Entry(keyed, held=partial(key, 1, of=0)),
    "the key of no seat": Entry(keyed, held=partial(key, 9, of=0)),
}
