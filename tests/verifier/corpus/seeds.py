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
    "nothing is kept": Entry(
        whole,
        "seeds holds",
        "0, 1, 3 open theirs; only --seed can show their owner: seats 0, 1, 3",
    ),
    "one is": Entry(
        whole,
        "seeds holds",
        "as the player kept it: seat 0; only --seed can show their owner: seats 1, 3",
        partial(held, 0, of=0),
    ),
    "all are": Entry(
        whole, "seeds holds", "as the player kept it: seats 0, 1, 3", lambda: {"own_seeds": seeds()}
    ),
    "another seed": Entry(whole, "seeds 2", KEPT, partial(held, 0, OTHER)),
    "another's seed": Entry(whole, "seeds 3", KEPT, partial(held, 1, of=0)),
    "a seat that adds none": Entry(
        whole, "seeds 1", "this seat adds no seed", partial(held, NONE, OTHER)
    ),
    "a seat that is not there": Entry(
        whole, "seeds 1", "this seat adds no seed", partial(held, 9, OTHER)
    ),
    "none for this deal": Entry(
        whole, "seeds 1", "commitments/0: this seat adds a seed", partial(held, 0)
    ),
    "not shown yet": Entry(
        opened, "seeds open", "as the player kept it: seat 0", partial(held, 0, of=0)
    ),
    "another commitment": Entry(
        opened, "seeds 1", "it is not the commitment", partial(held, 0, OTHER)
    ),
    "keys that nobody knows": Entry(
        keyed, "signatures holds", "only --seat-key can show their owner: seats 0, 2, 3"
    ),
    "a key that is known": Entry(
        keyed, "signatures holds", "owner: seats 2, 3", partial(key, 0, of=0)
    ),
    "another's key": Entry(
        keyed, "signatures 1", "keys/0: the key that you know is", partial(key, 0, of=10)
    ),
    "the key of a seat without one": Entry(
        keyed, "signatures 1", "keys/1: the key that you know is", partial(key, 1, of=0)
    ),
    "the key of no seat": Entry(
        keyed, "signatures 1", "keys/9: the key that you know is", partial(key, 9, of=0)
    ),
}
