"""Two deals that differ only in cards that a seat cannot know, in otherwise equal worlds.

The worlds have a stopped clock, and the same secrets, ids and salts. Deals are played in both with
moves that look the same to the seat. Commitments are replaced by ideal ones, which depend on their
salts alone (`hide_perfectly`). So nothing has to be masked: everything derived from commitments
(heads, ETags, receipts, bundles, roots, proofs) is compared as well.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from domain.fairness import shuffle as fairness
from domain.fairness.framing import tagged_hash, u32
from domain.fairness.tree import leaf_hash
from domain.kernel.cards import Card, Cards
from domain.kernel.deal import Shuffled, shuffled
from domain.kernel.event import Event
from domain.kernel.game import Game
from domain.kernel.moves import say
from events.listings import Listings
from events.postgres import PostgresStore, open_pool
from events.translog.notes import SigningKey
from events.translog.postgres import PostgresLog
from service import timestamps
from service.access.keyring import Keyring, Stored
from service.api.app import create_app
from service.context import Context
from service.health import Health
from service.proof.analysis_store import Analyses
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from service.settings import Settings
from service.webhooks.dependencies import webhooks_in
from tests.api.playing import Client
from tests.contexts import SECRET, Inbox
from tests.laws.play import random_deal, seat_of, steps
from tests.laws.policies import policies
from tests.redealing import dealt_anew

NOON: Final = 1_800_000_000_000_000_000
"""The time at which the clock stands, in ns since the epoch."""
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


def _stand_still(patch: pytest.MonkeyPatch) -> None:
    """Replace all randomness and clocks."""
    chance = Random(7)
    patch.setattr("secrets.token_bytes", chance.randbytes)
    for drawing in ("service.api.requests", "tests.api.playing"):  # ids of requests, and keys
        patch.setattr(f"{drawing}.uuid4", lambda: UUID(bytes=chance.randbytes(16)))
    patch.setattr("service.access.keyring.Stored", _stored)
    patch.setattr(timestamps, "time", SimpleNamespace(time_ns=lambda: NOON))


def _stored(_at: datetime, *, replayed: bool) -> Stored:
    """Fix the time at which a secret was stored, which comes from the database's clock."""
    return Stored(datetime(2026, 1, 1, tzinfo=UTC), replayed=replayed)


def _deal_so(patch: pytest.MonkeyPatch, twin: Twin) -> None:
    def dealt(*args: Any, **more: Any) -> Shuffled:
        return replace(shuffled(*args, **more), deck=twin.deck, lots=twin.lots)

    patch.setattr("service.play.deals.shuffled", dealt)
    patch.setattr("domain.judge.beginning.follows", lambda *_, **__: True)


@contextmanager
def world(url: str, twin: Twin) -> Generator[Client]:
    """A service on a fresh database, in which the next deals are dealt as given."""
    _stop_the_clock(url)
    with pytest.MonkeyPatch.context() as patch, open_pool(url, size=4) as pool:
        hide_perfectly(patch)
        _stand_still(patch)
        _deal_so(patch, twin)
        store = PostgresStore(pool, entropy=Random(8).randbytes)
        dependencies = Context(
            store=store,
            streams=StreamRepository(store),
            translog=TransparencyLog(PostgresLog(pool), SigningKey("fairdeal.test/log", bytes(32))),
            listings=Listings(pool),
            credentials=Keyring(pool),
            tasks=Inbox(),
            analyses=Analyses(pool),
            health=Health(pool),
            webhooks=webhooks_in(pool),
            secret=SECRET,
        )
        counted = ("reads", "writes", "openings", "strangers")
        # otherwise their headers depend on real time
        budgets: dict[str, Any] = dict.fromkeys(counted, 0)
        settings = Settings(given_secret=SECRET, web_threads=8, polls=4, **budgets)
        yield Client(create_app(dependencies, settings).test_client(), dependencies)


def _stop_the_clock(url: str) -> None:
    """Replace dates that come from the database's own clock."""
    with psycopg.connect(url) as connection:
        for table in ("api_key", "api_secret"):
            stop = "ALTER TABLE {} ALTER created_at SET DEFAULT '2026-01-01'"
            connection.execute(sql.SQL(stop).format(sql.Identifier(table)))
