"""A house on a real database, and what all tests of the workers do with it."""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from uuid import UUID

import pytest

from domain.check import check
from domain.game import legal_moves
from domain.moves import say
from domain.series import Table
from events.postgres import open_pool
from events.postgres_log import PostgresLog
from proofs.notes import SigningKey
from service import ids, keys
from service.building import store_in
from service.commands import Asked
from service.credentials import ApiKey, Credentials
from service.deals import announce, find_deal, play_move
from service.house import House
from service.journal import Journal
from service.logbook import Logbook
from service.problems import Code, Problem
from service.tables import SeatWish, TableWish, open_table
from tests.serving import until

Announced = tuple[str, UUID]
HUMAN = 0
SECRET = b"a secret of the tests, 32 bytes."


@dataclass
class Inbox:
    """Announcements, kept for the test to deliver as it likes."""

    waiting: list[Announced] = field(default_factory=list)

    def play_bots(self, deal: UUID, *, version: int) -> None:
        assert version > 0
        self.waiting.append(("play_bots", deal))

    def record_deal(self, deal: UUID) -> None:
        self.waiting.append(("record_deal", deal))


@contextmanager
def opened_house(url: str) -> Iterator[House]:
    with open_pool(url, size=4) as pool:
        store = store_in(pool, SECRET)
        yield House(
            store=store,
            journal=Journal(store),
            logbook=Logbook(PostgresLog(pool), SigningKey("fairdeal.test/log", bytes(32))),
            credentials=Credentials(pool),
            tasks=Inbox(),
            secret=SECRET,
        )


@pytest.fixture
def house(database: str) -> Generator[House]:
    with opened_house(database) as made:
        yield made


def inbox(house: House) -> Inbox:
    assert isinstance(house.tasks, Inbox)
    return house.tasks


def owner(house: House) -> ApiKey:
    key = house.credentials.key(keys.test_key(house.credentials, house.secret))
    assert key is not None
    return key


def asked() -> Asked:
    return Asked(ids.fresh_command_id(), "test")


def open_goat(house: House, *, target: int = 4, persons: int = 1) -> UUID:
    """A table of Goat: persons first, then bots."""
    seats = [
        SeatWish(name=f"P{seat}") if seat < persons else SeatWish(bot=("easy", "medium")[seat % 2])
        for seat in range(4)
    ]
    wish = TableWish(game="goat", name="yard", options={}, target=target, seats=seats)
    return open_table(house, owner(house), wish, asked()).table.id


def table(house: House, table: UUID) -> Table:
    stream = house.journal.table(table)
    assert stream is not None
    return stream.state


def play_a_move(house: House, table_id: UUID, chance: Random, seat: int = HUMAN) -> bool:
    """Make a random move for a person where there is one to make, and announce what follows."""
    state = table(house, table_id)
    if state.status != "playing":
        return False
    deal = find_deal(house, UUID(state.deals[-1].deal))
    legal = legal_moves(deal.game, deal.view(seat), seat)
    if not legal:
        return False
    try:
        played = play_move(house, deal.id, seat, say(chance.choice(legal)), asked=asked())
    except Problem as problem:
        if problem.code not in {Code.ILLEGAL_MOVE, Code.NOT_YOUR_TURN, Code.DEAL_OVER}:
            raise
        return False  # a bot was quicker
    announce(house, played.deal)
    return True


def assert_sound(house: House, table_id: UUID) -> None:
    """The series is over, its deals are numbered without a gap, and every record checks clean."""
    state = table(house, table_id)
    assert state.status == "over"
    assert [line.number for line in state.deals] == list(range(1, len(state.deals) + 1))
    for line in state.deals:
        deal = find_deal(house, UUID(line.deal))
        assert check(deal.game, deal.events) == ()
        assert deal.outcome == line.outcome
        until(lambda deal=deal: status(house, deal.id) == "recorded")  # type: ignore[misc]


def status(house: House, deal: UUID) -> str:
    """Where a deal stands, for the sweep."""
    head = house.store.head(deal)
    assert head is not None
    return head.status


def afresh(house: House) -> House:
    """The same service in another process, as far as memory goes."""
    return replace(house, journal=Journal(house.store))


Deliver = Callable[[House, Announced], None]
