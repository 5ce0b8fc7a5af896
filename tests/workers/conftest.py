"""A house on a real database, and what all tests of the workers do with it."""

from collections.abc import Callable, Generator
from dataclasses import replace
from random import Random
from uuid import UUID

import pytest

from domain.judge.check import check
from domain.kernel.game import legal_moves
from domain.kernel.moves import say
from domain.table.series import Table
from service import ids
from service.access import keys
from service.access.credentials import ApiKey
from service.commands import Asked
from service.context import House
from service.play.deal_stream import announce, find_deal
from service.play.deals import play_move
from service.play.tables import SeatWish, TableWish, open_table
from service.problems import Code, Problem
from service.streams import Journal
from tests.houses import Announced, Inbox, opened_house
from tests.serving import until

HUMAN = 0


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


def asked(actor: str = "key:test") -> Asked:
    return Asked(ids.fresh_command_id(), actor)


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
        played = play_move(
            house, deal.id, seat, say(chance.choice(legal)), asked=asked(f"seat:{seat}")
        )
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
