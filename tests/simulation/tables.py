"""A context in memory, and operations at its tables."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID

import pytest

from domain.judge.deal_rules import check
from domain.kernel.event import Seat
from domain.kernel.moves import legal_moves, say
from domain.table.series import Table
from events.store import Appended
from service.access.credentials import ApiKey, SeatHolder
from service.access.scopes import Scope
from service.context import Context
from service.deals import seeds
from service.deals.moves import play_move
from service.deals.streams import announce, find_deal
from service.problems import Code, Problem
from service.repository import StreamRepository
from service.streams import Deal, Done, TableStream
from service.tables.creation import NewSeat, NewTable, open_table
from service.tables.progress import deal_of
from tests.contexts import SECRET, Inbox
from tests.memory.store import MemoryStore
from tests.seeding import commitment_of, seed_of
from tests.simulation.runtime import RUNTIME
from tests.verifier.making import bundled
from tests.workers.conftest import command
from verifier.bundle import Bundle
from verifier.case import Case
from verifier.verify import verify

OWNER = ApiKey(
    id=UUID(int=7),
    name="owner",
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
    root=UUID(int=7),
    maker=None,
    scopes=frozenset(Scope),
)
SECOND = 1_000_000


class Racing(MemoryStore):
    """Runs an action between the decision on a command and its append."""

    between: Callable[[], object] | None = None

    def append(self, *given: Any, **more: Any) -> Appended:
        act, self.between = self.between, None
        if act is not None:
            act()
        return super().append(*given, **more)


def context_in_memory(store: MemoryStore | None = None) -> Context:
    store = store or MemoryStore()
    nothing = cast("Any", None)
    return Context(
        store=store,
        streams=StreamRepository(store, RUNTIME),
        translog=nothing,
        listings=nothing,
        credentials=nothing,
        webhooks=nothing,
        player_queue=nothing,
        analyses=nothing,
        people=nothing,
        ratings=nothing,
        health=nothing,
        scrubber=nothing,
        tasks=Inbox(),
        secret=SECRET,
        runtime=RUNTIME,
    )


def opened(
    context: Context,
    *,
    game: str = "goat",
    bots: Sequence[Seat] = (),
    commits: Sequence[Seat] = (),
    seats: int = 4,
    level: str = "easy",
    **fields: Any,
) -> UUID:
    """A table of persons, with bots on some seats."""
    new_seats = [
        NewSeat(bot=level) if seat in bots else NewSeat(name=f"P{seat}", commits=seat in commits)
        for seat in range(seats)
    ]
    wanted = {"turn_limit": 10, **fields}
    return open_table(
        context,
        OWNER,
        NewTable(**{"game": game, "name": "yard", "options": {}, "seats": new_seats, **wanted}),
        command(),
    ).table.id


def record_of(context: Context, table: UUID) -> TableStream:
    found = context.streams.table(table)
    assert found is not None
    return found


def at_table(context: Context, table: UUID) -> Table:
    return record_of(context, table).state


def on(context: Context, table: UUID) -> Deal:
    """The deal that was opened last."""
    return find_deal(context, UUID(at_table(context, table).deals[-1].deal))


def turn(context: Context, table: UUID) -> Seat:
    deal = on(context, table)
    seat = deal.game.to_act(deal.state)
    assert seat is not None
    return seat


def moves_of(deal: Deal, seat: Seat) -> list[dict[str, Any]]:
    return [say(each) for each in legal_moves(deal.game, deal.view(seat), seat)]


def move(context: Context, table: UUID, seat: Seat, **more: Any) -> Done[Deal]:
    """Make the first legal move of a seat."""
    deal = on(context, table)
    played = play_move(
        context, deal.id, seat, moves_of(deal, seat)[0], command=command(f"seat:{seat}"), **more
    )
    announce(context, played.stream)
    return played


def next_deal(context: Context, table: UUID) -> UUID:
    """The id of the deal that is opened next."""
    stream = record_of(context, table)
    return deal_of(context, stream, stream.state.next_number)


def commit(
    context: Context, table: UUID, seat: Seat, *, deal: UUID | None = None, **more: Any
) -> UUID:
    """Commit to the seed of a seat for the next deal, which is returned."""
    deal = deal or next_deal(context, table)
    given = {"commitment": commitment_of(deal, seat), "command": command(f"seat:{seat}"), **more}
    by = given.pop("by", SeatHolder(table, seat))
    seeds.commit_seed(context, by, table, seat, deal=deal, **given)
    return deal


def show(context: Context, table: UUID, seat: Seat, deal: UUID, **more: Any) -> Done[Deal]:
    """Show the seed of a seat."""
    by = SeatHolder(table, seat)
    given = {"seed": seed_of(deal, seat), "command": command(by.actor), **more}
    return seeds.reveal_seed(context, by, deal, **given)


def refused(code: Code, act: Callable[..., object], *given: Any, **more: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        act(*given, **more)
    assert caught.value.code == code
    return caught.value


def types(deal: Deal) -> list[str]:
    return [each.TYPE for each in deal.events]


def evidence(deal: Any) -> Bundle:
    return bundled(deal.records, view="full" if deal.viewer == "full" else "public")


def assert_proved(context: Context, table: UUID) -> None:
    """Every deal follows the rules, and the verifier finds no fault in it or in the series."""
    state = at_table(context, table)
    deals = [
        found
        for line in state.deals
        if (found := context.streams.deal(UUID(line.deal), viewer="full"))
    ]
    for deal in deals:
        assert check(deal.game, deal.events) == ()
    cases = tuple(Case(evidence(deal)) for deal in deals if deal.over)
    for case in cases:
        assert [each for each in verify(case) if each.status == "fails"] == []
    stream = context.streams.table(table)
    whole = Case(evidence(stream), others=cases)
    assert [each for each in verify(whole) if each.status == "fails"] == []
