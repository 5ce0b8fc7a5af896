"""A context on a real database, and common operations of the workers' tests."""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from random import Random
from uuid import UUID

import pytest

from domain.judge.deal_rules import check
from domain.kernel.moves import legal_moves, say
from domain.table.series import Table
from service import ids
from service.access import keys
from service.access.credentials import ApiKey
from service.commands import Command
from service.context import Context
from service.deals.moves import play_move
from service.deals.streams import announce, find_deal
from service.problems import Code, Problem
from service.repository import StreamRepository
from service.tables.creation import NewSeat, NewTable, open_table
from tests.contexts import Inbox, opened_context
from tests.serving import until
from tests.simulation.runtime import RUNTIME
from workers.due import WaitingMove

HUMAN = 0


@pytest.fixture
def context(database: str) -> Generator[Context]:
    with opened_context(database) as made:
        yield made


def inbox(context: Context) -> Inbox:
    assert isinstance(context.tasks, Inbox)
    return context.tasks


def owner(context: Context) -> ApiKey:
    key = context.credentials.key(keys.test_key(context.credentials, context.secret))
    assert key is not None
    return key


def command(actor: str = "key:test") -> Command:
    return Command(ids.fresh_command_id(RUNTIME), actor)


def open_goat(context: Context, *, target: int = 4, persons: int = 1) -> UUID:
    """A table of Goat: persons first, then bots."""
    seats = [
        NewSeat(name=f"P{seat}") if seat < persons else NewSeat(bot=("easy", "medium")[seat % 2])
        for seat in range(4)
    ]
    fields = NewTable(game="goat", name="yard", options={}, target=target, seats=seats)
    return open_table(context, owner(context), fields, command()).table.id


def table(context: Context, table: UUID) -> Table:
    stream = context.streams.table(table)
    assert stream is not None
    return stream.state


def play_a_move(context: Context, table_id: UUID, chance: Random, seat: int = HUMAN) -> bool:
    """Make a random move for a person if one can move, and announce the consequences."""
    state = table(context, table_id)
    if state.status != "playing":
        return False
    deal = find_deal(context, UUID(state.deals[-1].deal))
    legal = legal_moves(deal.game, deal.view(seat), seat)
    if not legal:
        return False
    try:
        played = play_move(
            context, deal.id, seat, say(chance.choice(legal)), command=command(f"seat:{seat}")
        )
    except Problem as problem:
        if problem.code not in {Code.ILLEGAL_MOVE, Code.NOT_YOUR_TURN, Code.DEAL_OVER}:
            raise
        return False  # a bot was faster
    announce(context, played.stream)
    return True


def assert_sound(context: Context, table_id: UUID) -> None:
    """The series is over, its deals are numbered without a gap, and every record checks clean."""
    state = table(context, table_id)
    assert state.status == "over"
    assert [line.number for line in state.deals] == list(range(1, len(state.deals) + 1))
    for line in state.deals:
        deal = find_deal(context, UUID(line.deal))
        assert check(deal.game, deal.events) == ()
        assert deal.outcome == line.outcome
        until(lambda deal=deal: status(context, deal.id) == "recorded")  # type: ignore[misc]


def status(context: Context, deal: UUID) -> str:
    """The status of a deal, for the sweep."""
    head = context.store.head(deal)
    assert head is not None
    return head.status


def afresh(context: Context) -> Context:
    """The same service in another process: it has no memory of the first."""
    return replace(context, streams=StreamRepository(context.store, RUNTIME))


@dataclass
class Queue:
    """Keeps the bots' moves until the test makes them."""

    factor: int = 1
    waiting: list[tuple[int, WaitingMove]] = field(default_factory=list)

    def add(self, at: int, move: WaitingMove) -> None:
        self.waiting.append((at, move))
