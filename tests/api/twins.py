"""Two deals that differ only in cards that a seat cannot know, in otherwise equal worlds.

The worlds have a stopped clock, and the same secrets, ids and salts. Deals are played in both with
moves that look the same to the seat. Commitments are replaced by ideal ones, which depend on their
salts alone (`hide_perfectly`). So nothing has to be masked: everything derived from commitments
(heads, ETags, receipts, bundles, roots, proofs) is compared as well.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from domain.fairness import shuffle as fairness
from domain.fairness.framing import tagged_hash, u32
from domain.fairness.tree import leaf_hash
from domain.kernel.cards import Card, Cards
from domain.kernel.deal import Shuffled, shuffled
from domain.kernel.event import Event
from domain.kernel.game import Game
from domain.kernel.moves import say
from service.settings import Settings
from tests.api.playing import Client, client_of
from tests.contexts import SECRET, opened_context
from tests.laws.play import random_deal, seat_of, steps
from tests.laws.policies import policies
from tests.memory.context import memory_context
from tests.redealing import dealt_anew
from tests.simulation.runtime import SimulatedRuntime

TRIES: Final = 300
SEATS: Final = 4
"""The most that sit at a table of the tests."""


class Twin(NamedTuple):
    """A deal as played in a world: the order of its pack, its lots, its moves so far."""

    deck: Cards
    lots: tuple[int, ...]
    moves: tuple[tuple[int, Any], ...]


class Twins(NamedTuple):
    """Two deals that a seat cannot distinguish."""

    seat: int
    seats: int
    pair: tuple[Twin, Twin]


# --- Deals ---------------------------------------------------------------------------------------


def twins(game: Game[Any], chance: Random, *, moves: int, policy: str) -> Twins:
    """Two deals of a game with at most so many moves; all cards unseen by the seat differ."""
    choose = policies(game)[policy]
    while True:
        seats = chance.choice([each for each in game.seats if each <= SEATS])
        run = random_deal(game, chance, seats=seats)
        played = steps(run, chance, choose(run))
        for _ in range(chance.randint(0, moves)):
            next(played, None)
        if run.over:
            continue
        seat = chance.randrange(seats)
        other = dealt_anew(
            game,
            run.events,
            at=len(run.events),
            seat=seat,
            opened=run.opened,
            key=chance.randbytes(32),
            tries=TRIES,
        )
        if other is not None:
            pair = (_twin(run.events), _twin(other.events))
            if pair[0].deck != pair[1].deck:
                return Twins(seat, seats, pair)


def _twin(made: Sequence[Event]) -> Twin:
    order = next(each for each in made if isinstance(each, Shuffled))
    said = tuple((seat_of(each), say(each)) for each in made if each.MOVE is not None)
    return Twin(order.deck, order.lots or (), said)


# --- Worlds --------------------------------------------------------------------------------------


def hide_perfectly(patch: pytest.MonkeyPatch) -> None:
    """Make commitments independent of the hidden value: they depend on their salts alone."""

    def commitment(salt: bytes, _payload: bytes) -> bytes:
        return tagged_hash("fairdeal/1/secret", salt)

    def leaf(position: int, salt: bytes, _card: Card) -> bytes:
        return leaf_hash(u32(position) + salt)

    patch.setattr("events.chain.commitment", commitment)
    patch.setattr("events.record.commitment", commitment)
    patch.setattr(fairness, "_leaf", leaf)


def _deal_so(patch: pytest.MonkeyPatch, twin: Twin) -> None:
    def dealt(*args: Any, **more: Any) -> Shuffled:
        return replace(shuffled(*args, **more), deck=twin.deck, lots=twin.lots)

    patch.setattr("service.deals.streams.shuffled", dealt)
    patch.setattr("domain.judge.beginning.follows", lambda *_, **__: True)


@contextmanager
def world(twin: Twin, url: str = "", *, quota: int = 0) -> Generator[Client]:
    """A service in which the next deals are dealt as given; without a database it is in memory.

    Without a quota nothing is charged.
    """
    runtime = SimulatedRuntime()
    with (
        pytest.MonkeyPatch.context() as patch,
        opened_context(url, runtime=runtime) if url else nullcontext() as on_database,
        runtime.stopped(),
    ):
        dependencies = on_database or memory_context(runtime=runtime)
        hide_perfectly(patch)
        _deal_so(patch, twin)
        counted = ("reads", "writes", "openings", "strangers")
        budgets: dict[str, Any] = dict.fromkeys(counted, quota)
        settings = Settings(given_secret=SECRET, web_threads=8, polls=4, **budgets)
        yield client_of(dependencies, settings)
