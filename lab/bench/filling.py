"""A database filled with tables of Goat that persons play, up to a number of events.

All is played by the use cases of the service: judged, sealed and chained by its own code.
"""

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any, Final
from uuid import UUID

from domain.judge.deal_rules import play_on
from domain.kernel.event import FULL
from domain.kernel.moves import legal_moves
from domain.table.guests import AUDITOR
from domain.table.series import Table
from events.listings import Listings
from events.postgres import Pool
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from service import ids
from service.access.credentials import ApiKey, GuestHolder, SeatHolder
from service.access.keyring import Keyring
from service.access.keys import create_key
from service.analyses.store import Analyses
from service.assembly import scrubber_in, store_in
from service.commands import Command
from service.context import Context, webhooks_in
from service.deals.streams import in_deal, recorded_time
from service.disputes.use_cases import open_dispute, rule_dispute
from service.health import Health
from service.players.guests import admit_guest
from service.players.phrase_store import People
from service.players.queue_store import PlayerQueue
from service.proof.translog import TransparencyLog, signing_key
from service.ratings.store import Ratings
from service.repository import StreamRepository
from service.runtime import SYSTEM
from service.settings import Settings
from service.streams import Deal, Effect
from service.tables.creation import NewSeat, NewTable, open_table
from service.tables.progress import record_deal

OWNERS: Final = 2
"""The keys that open tables: each owns as large a part of a larger database."""
TOGETHER: Final = 8
"""Tables that are played at the same time, so that their events are mixed in the log."""
STAY_OPEN: Final = 0.05
"""The part of tables that wait for players."""
STAND_STILL: Final = 0.05
"""The part of tables whose first deal is never finished."""
AUDITED: Final = 0.5
"""The part of tables with an auditor. Half of their deals are disputed, half of these ruled."""
NAMES: Final = ("Ann", "Bob", "Cid", "Dan")
DAY: Final = 86_400


class Silent:
    """Announces nothing: the filler does the work at once."""

    def play_bots(
        self, deal: UUID, *, version: int, levels: Collection[str | None], owner: str
    ) -> None: ...

    def record_deal(self, deal: UUID, *, owner: str) -> None: ...

    def end_turn(self, deal: UUID, *, version: int, at: int, owner: str) -> None: ...

    def open_deal(self, table: UUID, *, at: int, owner: str) -> None: ...

    def advance_tournament(
        self, tournament: UUID, *, owner: str, table: UUID | None = None
    ) -> None: ...

    def analyse(self, deal: UUID) -> None: ...


def context_on(pool: Pool, settings: Settings) -> Context:
    """The parts of a service on a database, without workers."""
    store = store_in(pool, settings.secret, SYSTEM)
    return Context(
        store=store,
        streams=StreamRepository(store, SYSTEM),
        tasks=Silent(),
        runtime=SYSTEM,
        analyses=Analyses(pool),
        people=People(pool),
        ratings=Ratings(pool),
        health=Health(pool, SYSTEM),
        scrubber=scrubber_in(pool, store, settings),
        secret=settings.secret,
        translog=TransparencyLog(PostgresLog(pool), signing_key(settings)),
        listings=Listings(pool),
        credentials=Keyring(pool, SYSTEM),
        webhooks=webhooks_in(pool),
        player_queue=PlayerQueue(pool),
    )


def with_owners(context: Context) -> list[ApiKey]:
    """The keys that will own the tables."""
    for number in range(OWNERS):
        create_key(context.credentials, name=f"growth {number}", default_visibility="public")
    keys = context.credentials.keys()
    return [each for each in keys if each.name.startswith("growth")]


# --- Playing --------------------------------------------------------------------------------------


class Filler:
    """Plays tables to their end, many at a time, by moves of chance.

    Args:
        context: The service.
        owners: The keys that open tables.
        chance: The chance.
        together: The number of tables that are played at the same time.
    """

    def __init__(
        self,
        context: Context,
        owners: Sequence[ApiKey],
        chance: Random,
        *,
        together: int = TOGETHER,
    ) -> None:
        self.context = context
        self._owners = owners
        self._chance = chance
        self._together = together
        self._tables: list[Iterator[int]] = []

    def play(self, events: int) -> int:
        """Append at least so many events; return their number. Tables may stay unfinished."""
        done = 0
        while done < events:
            while len(self._tables) < self._together:
                self._tables.append(self._table())
            done += self._continue()
        return done

    def play_tables(self, count: int) -> None:
        """Play so many tables, all as far as they go."""
        while count or self._tables:
            while count and len(self._tables) < self._together:
                self._tables.append(self._table())
                count -= 1
            self._continue()

    def _continue(self) -> int:
        """A command at a table of chance; the number of its events."""
        table = self._chance.choice(self._tables)
        made = next(table, None)
        if made is None:
            self._tables.remove(table)
        return made or 0

    def _table(self) -> Iterator[int]:
        """Play a table: the numbers of the events of its commands."""
        owner, kind = self._chance.choice(self._owners), self._chance.random()
        persons = 2 if kind < STAY_OPEN else len(NAMES)
        table = self.opened(owner, persons)
        yield self._state(table).length
        if persons < len(NAMES):
            return
        auditor = self._auditor(owner, table) if self._chance.random() < AUDITED else None
        if kind < STAY_OPEN + STAND_STILL:
            yield from self._moves(self.deal_on(table), upto=self._chance.randrange(1, 12))
            return
        while not self._state(table).is_finished:
            deal = self.deal_on(table)
            yield from self._moves(deal)
            before = self._state(table).length
            record_deal(self.context, deal)
            if auditor is not None and self._chance.random() < 0.5:
                self._dispute(table, deal, auditor)
            yield self._state(table).length - before

    def opened(self, owner: ApiKey, persons: int = len(NAMES)) -> UUID:
        """Open a table with so many persons, at which the first deal is on if that is all."""
        seats = [NewSeat(name=name) for name in NAMES[:persons]]
        seats += [NewSeat()] * (len(NAMES) - persons)
        options = {"molodka": "on_turn"}  # so that no player is quicker than the seat on turn
        new = NewTable(game="goat", name="growth", options=options, seats=seats)
        return open_table(self.context, owner, new, command(owner.actor)).table.id

    def deal_on(self, table: UUID) -> UUID:
        """The deal that is on."""
        return UUID(self._state(table).deals[-1].deal)

    def _moves(self, deal: UUID, upto: int = 10_000) -> Iterator[int]:
        """Make moves of chance until the deal is over, or so many."""
        found = self.full(deal)
        yield found.version
        for _ in range(upto):
            if found.over:
                return
            before = found.version
            found = self.move(found)
            yield found.version - before

    def full(self, deal: UUID) -> Deal:
        """The full deal."""
        streams = self.context.streams
        found = streams.remembered_deal(deal, viewer=FULL) or streams.deal(deal, viewer=FULL)
        assert found is not None, "it was opened"
        return found

    def chosen(self, deal: Deal) -> tuple[int, Any]:
        """The seat to act, and a move of it."""
        seat = deal.game.to_act(deal.state)
        assert seat is not None, "the deal is on"
        legal = legal_moves(deal.game, deal.state, seat)
        return seat, self._chance.choice([each for each in legal if not each.EARLY] or legal)

    def move(self, deal: Deal) -> Deal:
        """Make a move of chance: judged as every move is, but for the words of a refusal."""
        seat, move = self.chosen(deal)
        by = command(f"seat:{seat}")

        def decided(on: Deal) -> Effect:
            at = recorded_time(on, SYSTEM.now())
            return Effect(*play_on(on.progress, (move,), actor=by.actor, at=at), at)

        return in_deal(self.context, deal.id, by, decided).stream

    def _auditor(self, owner: ApiKey, table: UUID) -> GuestHolder:
        given = admit_guest(
            self.context,
            owner,
            table,
            AUDITOR,
            name="Eve",
            seconds=DAY,
            limit=10,
            command=command(owner.actor),
        )
        return GuestHolder(table, AUDITOR, given.number)

    def _dispute(self, table: UUID, deal: UUID, auditor: GuestHolder) -> None:
        dispute(self.context, table, deal, seat=self._chance.randrange(len(NAMES)))
        if self._chance.random() < 0.5:
            rule_dispute(
                self.context,
                auditor,
                deal,
                1,
                ruling="dismissed",
                adjustment=(),
                text="The record holds.",
                command=command(auditor.actor),
            )

    def _state(self, table: UUID) -> Table:
        stream = self.context.streams.remembered_table(table) or self.context.streams.table(table)
        assert stream is not None, "it was opened"
        return stream.state


def dispute(context: Context, table: UUID, deal: UUID, *, seat: int) -> None:
    """Dispute the first event of a finished deal."""
    holder = SeatHolder(table, seat)
    open_dispute(
        context,
        holder,
        deal,
        claim="score",
        text="That was mine.",
        limit=400,
        command=command(holder.actor),
        at=1,
    )


def command(actor: str) -> Command:
    return Command(ids.fresh_command_id(SYSTEM), actor)


def log_all(sequencer: Sequencer) -> int:
    """Log everything that waits; return the number of new entries."""
    logged = 0
    while (step := sequencer.advance()).more or step.logged:
        logged += step.logged
    return logged
