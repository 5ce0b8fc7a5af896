"""The laws of the record, checked after every append of a simulation."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from domain.fairness.tree import root
from domain.games import rules_of
from domain.judge import deal_rules, table_rules, tournament_rules
from domain.judge.record_rules import Fact
from domain.kernel.progress import Progress
from domain.table.events import DealRecorded
from domain.table.series import Table
from domain.tournaments.events import BoardRevealed, TableResultRecorded, TournamentTableOpened
from domain.tournaments.standings import result_of
from domain.tournaments.tournament import Tournament
from events.chain import verify
from events.record import FULL, Recorded
from events.translog.store import LogEntry, StoredCheckpoint
from service.streams import event_of
from tests.memory.database import Memory
from tests.memory.store import MemoryStore, Streams, Translog


class Laws:
    """Follows all streams of a database.

    Each append is one command of one actor, whose id occurs once in its stream. Its events follow
    the rules and go on with the chain of hashes. In a deal, times never go back. A deal counts in
    its series once, when it is over, and with its result; so does a table in its tournament. A
    board is revealed when all tables of its round have ended it, and then at each of them.

    Args:
        memory: the database.

    Attributes:
        versions: how many events each stream has.
        deals: the deals in full.
        tables: the tables.
        tournaments: the tournaments.
    """

    def __init__(self, memory: Memory) -> None:
        self._streams = memory.tables(Streams)
        self._translog = memory.tables(Translog)
        self._entries: list[LogEntry] = []
        self._logged: dict[UUID, int] = {}
        self._signed: dict[int, StoredCheckpoint] = {}
        self._store = MemoryStore(memory)
        self.versions: dict[UUID, int] = {}
        self._heads: dict[UUID, bytes] = {}
        self._times: dict[UUID, int] = {}
        self._commands: set[tuple[UUID, UUID]] = set()
        self.deals: dict[UUID, Progress] = {}
        self.tables: dict[UUID, Table] = {}
        self.tournaments: dict[UUID, Tournament] = {}

    def follow(self) -> None:
        """Check what was appended since the last call: deals, then tables, then tournaments."""
        for stream, row in sorted(self._streams.streams.items(), key=lambda each: each[1].kind):
            known = self.versions.get(stream, 0)
            if row.version > known:
                records = self._store._read(stream, FULL, range(known, row.version))
                self._see(stream, row.kind, records)

    def follow_log(self) -> None:
        """Check the log: it only grows, has each event once and in order, and is signed truly."""
        entries, signed = self._translog.entries, self._translog.checkpoints
        assert [*entries[: len(self._entries)]] == self._entries, "the log has changed"
        for each in entries[len(self._entries) :]:
            assert each.version == self._logged.get(each.stream, 0) + 1, "an event is not in order"
            self._logged[each.stream] = each.version
        self._entries = [*entries]
        for size in signed.keys() - self._signed.keys():
            assert size <= len(entries), "what is not in the log is signed"
            assert signed[size].root == root([each.leaf for each in entries[:size]])
        assert all(signed[size] == each for size, each in self._signed.items())
        self._signed = dict(signed)

    def _see(self, stream: UUID, kind: str, records: Sequence[Recorded]) -> None:
        known = self.versions.get(stream, 0)
        since = (known, self._heads[stream]) if known else None
        self._heads[stream] = verify(records, stream=stream, since=since)
        self.versions[stream] = records[-1].version
        for command, group in groupby(records, key=lambda each: each.command_id):
            assert (stream, command) not in self._commands, "a command has taken effect twice"
            self._commands.add((stream, command))
            of_command = [*group]
            assert len({(each.at, each.actor) for each in of_command}) == 1
            if kind == "deal":
                assert self._times.get(stream, 0) <= of_command[0].at, "time has gone back"
            self._times[stream] = of_command[0].at
            facts = [Fact(event_of(each), each.schema, each.at, each.actor) for each in of_command]
            if kind == "deal":
                self._see_deal(stream, facts)
            elif kind == "table":
                self._see_table(stream, facts)
            elif kind == "tournament":
                self._see_tournament(stream, facts)

    def _see_deal(self, stream: UUID, facts: Sequence[Fact]) -> None:
        before, first = self.deals.get(stream), facts[0].event
        opened: Any = first
        game = None if before else rules_of(opened.game, opened.rules)
        self.deals[stream] = after = deal_rules.follow_append(before, facts, game=game)
        if after.revealed and after.opened.board is not None:
            drawn = self.tables[UUID(after.opened.table)].drawn
            assert drawn is not None, "it is a board of a tournament"
            last = self.tournaments[UUID(drawn.tournament)].rounds[drawn.round - 1]
            assert after.opened.number <= len(last.boards), "others still play the board"

    def _see_table(self, stream: UUID, facts: Sequence[Fact]) -> None:
        self.tables[stream] = table_rules.follow_append(self.tables.get(stream), facts)
        for event in (fact.event for fact in facts):
            if isinstance(event, DealRecorded):
                deal = self.deals[UUID(event.deal)]
                assert deal.outcome is not None, "a deal counts that is not over"
                assert event.result["type"] == deal.outcome.TYPE
                assert event.version == self.versions[UUID(event.deal)]

    def _see_tournament(self, stream: UUID, facts: Sequence[Fact]) -> None:
        before = self.tournaments.get(stream)
        self.tournaments[stream] = tournament_rules.follow_append(before, facts)
        for event in (fact.event for fact in facts):
            if isinstance(event, TournamentTableOpened):
                drawn = self.tables[UUID(event.table)].drawn
                assert drawn is not None, "the table is of no tournament"
                assert (drawn.round, drawn.number) == (event.round, event.number)
            if isinstance(event, BoardRevealed):
                self._see_board(stream, event)
            if isinstance(event, TableResultRecorded):
                table = self.tables[UUID(event.table)]
                assert table.is_finished, "a table counts that is not over"
                assert result_of(table).points == event.points

    def _see_board(self, tournament: UUID, event: BoardRevealed) -> None:
        for table in self.tables.values():
            drawn = table.drawn
            if drawn and (UUID(drawn.tournament), drawn.round) == (tournament, event.round):
                ended = [line.number for line in table.deals if not line.on]
                assert table.is_finished or event.number in ended, "a table still plays the board"
