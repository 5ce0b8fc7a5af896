"""A table as the fold of its own stream: the players, the deals of the series, and its end.

The score is carried from deal to deal by the game's rules.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from domain.games import rules_of
from domain.kernel.event import Digest, Event, Id, Key, Seat, Text, to_json
from domain.kernel.game import Game, Score
from domain.kernel.leaving import End
from domain.kernel.options import parse_options
from domain.kernel.stored import from_data
from domain.table import boards, guests
from domain.table.boards import BoardScore
from domain.table.deal_line import DealLine
from domain.table.disputes import DisputeEvent, Disputes, judged
from domain.table.events import (
    ClockMoved,
    DealAbandoned,
    DealOpened,
    DealRecorded,
    DealRevealed,
    DealVoided,
    PersonErased,
    RematchOpened,
    SeatCommitted,
    SeatLeft,
    SeatReady,
    SeatTaken,
    SeatTokenIssued,
    SeriesEnded,
    TableActSigned,
    TableBranched,
    TableClosed,
    TableDrawn,
    TableOpened,
    TableRematched,
)
from domain.table.guests import GuestEvent, Guests
from domain.table.players import Player, erased, reissued, seated

Status: TypeAlias = Literal["open", "committing", "pausing", "due", "playing", "over", "closed"]
"""``open`` waits for players, ``committing`` for commitments to the seeds of the next deal,
``pausing`` for players who are not ready for it, ``due`` for that deal, ``playing`` for the deal
that is on."""

LEAVES_OUT: Final = 6
"""From this version of the first event on, a seat that has voided a deal is left out (F4), and a
person may add a seed to a deal that does not wait for it (F1)."""
VOIDS_ALLOWED: Final = 2
"""The deals of a series that a seat may void; with the next one it has lost (F5)."""


class Table(NamedTuple):
    """A table and its series."""

    opened: TableOpened
    players: tuple[Player | None, ...]
    score: Score
    deals: tuple[DealLine, ...] = ()
    ended: SeriesEnded | None = None
    closed: bool = False
    branch: TableBranched | None = None
    disputes: Disputes = Disputes()
    guests: Guests = Guests()
    commitments: tuple[Digest | None, ...] = ()
    """To the next deal, seat by seat."""
    left_out: frozenset[Seat] = frozenset()
    """The seats that have voided a deal and have added no seed since (F4)."""
    drawn: TableDrawn | None = None
    """The round of a tournament that it is played in."""
    rematch_of: Id | None = None
    """The earlier table, whose players alone play again here."""
    moved: int = 1
    """By how many seats to the right they have moved since."""
    rematch: Id | None = None
    """The table at which the players of this one play again."""
    ready: frozenset[Seat] = frozenset()
    """The seats that are ready for the next deal."""
    next_deal: Id | None = None
    """The identifier of the next deal, for commitments."""
    first_version: int = TableOpened.VERSION
    """The version that the first event was recorded in."""
    length: int = 1
    """The number of its events: the position of the last one."""
    persons: Mapping[int, SeatTaken] = {}
    """All persons who ever sat down and are not erased, by the positions of these events."""
    due_since: int = 0
    """When a player, or the end of a deal, last made the table wait for the next deal."""
    started_at: int | None = None
    """When the last seat was taken."""
    finished_at: int | None = None
    """When the series ended, or the table was closed."""
    clock_ahead: int = 0
    """How far ahead the clock of a test table is, in seconds."""

    @property
    def game(self) -> Game[Any]:
        """The game that is played here."""
        return rules_of(self.opened.game, self.opened.rules)

    @property
    def started(self) -> bool:
        """Whether every seat is taken; from then on no player can leave."""
        return all(self.players)

    @property
    def status(self) -> Status:
        """The event that the table waits for."""
        if self.closed:
            return "closed"
        if self.ended is not None or self._has_branched_out:
            return "over"
        if not self.started:
            return "open"
        if self.deals and self.deals[-1].on:
            return "playing"
        if self.owing:
            return "committing"
        return "pausing" if self.unready else "due"

    @property
    def is_finished(self) -> bool:
        """Whether there will be no further deal."""
        return self.status in ("over", "closed")

    @property
    def next_number(self) -> int:
        """The number of the next deal; one that was voided has used up its own."""
        return len(self.deals) + 1

    @property
    def promising(self) -> tuple[Seat, ...]:
        """The seats that add a seed to every deal (F1); none at a branch, whose deck has none."""
        if self.branch is not None:
            return ()
        return tuple(n for n, player in enumerate(self.players) if player and player.commits)

    @property
    def may_add(self) -> tuple[Seat, ...]:
        """The seats that may add a seed (F1)."""
        if self.branch is not None or self.boards or self.first_version < LEAVES_OUT:
            return self.promising
        return tuple(n for n, player in enumerate(self.players) if player and player.bot is None)

    @property
    def may_commit(self) -> tuple[Seat, ...]:
        """The seats that may commit to the next deal; none once it may be opened without them."""
        if self.status not in ("open", "committing", "playing"):
            return ()
        return tuple(seat for seat in self.may_add if self.commitments[seat] is None)

    @property
    def adding(self) -> tuple[Seat, ...]:
        """The seats that add a seed to the next deal: without those that are left out (F4)."""
        waited_for = set(self.promising).difference(self.left_out)
        committed = self.commitments
        return tuple(n for n in self.may_add if n in waited_for or committed[n] is not None)

    @property
    def keys(self) -> tuple[Key | None, ...]:
        """The keys with which seats sign their moves and acts (F7); a branch has no keys."""
        if self.branch is not None:
            return (None,) * len(self.players)
        return tuple(player and player.key for player in self.players)

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that have still to commit to the next deal."""
        return tuple(seat for seat in self.adding if self.commitments[seat] is None)

    @property
    def unready(self) -> tuple[Seat, ...]:
        """The seats that the next deal waits for in a pause. The first deal comes without one."""
        if not (self.opened.pause_seconds and self.deals):
            return ()
        persons = (n for n, each in enumerate(self.players) if each and each.kind == "person")
        return tuple(seat for seat in persons if seat not in self.ready)

    @property
    def forfeited(self) -> tuple[Seat, ...]:
        """The seats that have voided too many deals (F5), or have left or resigned (L4, L5)."""
        voids = [seat for line in self.deals for seat in line.voided]
        given = {seat for seat in voids if voids.count(seat) > VOIDS_ALLOWED}
        given.update(*(line.abandoned.seats for line in self.deals if line.abandoned is not None))
        return tuple(sorted(given))

    @property
    def may_be_rematched(self) -> bool:
        """Whether its series has come to its end, so that another one may follow it."""
        is_free = self.branch is None and self.drawn is None
        return self.ended is not None and is_free and not self.closed

    @property
    def _has_branched_out(self) -> bool:
        """Whether a branch has had its one deal."""
        return self.branch is not None and any(line.outcome is not None for line in self.deals)

    @property
    def boards(self) -> int:
        """The boards that its series consists of; 0: its deals have cards of their own."""
        return 0 if self.drawn is None else self.drawn.boards

    @property
    def is_covered(self) -> bool:
        """Whether boards of it are still to come, or were not revealed (C26)."""
        all_revealed = all(line.revealed for line in self.deals)
        return bool(self.boards) and not (self.is_finished and all_revealed)

    @property
    def shown(self) -> int:
        """The last event that is shown to others than its seats (C26).

        It is the one before the first board that is not revealed was opened.
        """
        if not self.boards:
            return self.length
        covered = (line.opened - 1 for line in self.deals if not line.revealed)
        return next(covered, self.length)

    @property
    def ledger(self) -> tuple[int, ...]:
        """The points as played, with what was ruled in disputes."""
        return self.disputes.adjusted(self.score.points)

    @property
    def target(self) -> int:
        """The target that ends the series."""
        opened = self.opened
        options = parse_options(self.game.options, opened.options, seats=opened.seats)
        return cast("int", getattr(options, self.game.target))


def fold_table(events: Iterable[Event]) -> Table:
    """The table from its events, the first of which opened it; without times and actors."""
    opened, *rest = events
    return reduce(evolve, rest, begin(cast("TableOpened", opened)))


def begin(opened: TableOpened, *, first_version: int = TableOpened.VERSION, at: int = 0) -> Table:
    """The table after the event that opened it.

    Args:
        opened: The event.
        first_version: The version that it was recorded in.
        at: When, in µs since the epoch.

    Raises:
        BadOption: The game does not have such options.
    """
    game = rules_of(opened.game, opened.rules)
    options = parse_options(game.options, opened.options, seats=opened.seats)
    score = game.opening_score(options, opened.seats)
    nobody = (None,) * opened.seats
    table = Table(opened, nobody, score, commitments=nobody)
    return table._replace(first_version=first_version, due_since=at)


def evolve_at(table: Table, event: Event, *, at: int, actor: str) -> Table:
    """The table after an event that an actor recorded at a moment, in µs since the epoch."""
    after = evolve(table, event)
    if isinstance(event, SeatTaken):
        known = guests.used(after.guests, event, actor=actor, at=after.length)
        after = after._replace(guests=known)
    if isinstance(event, _MAKING_DUE):
        after = after._replace(due_since=at)
    if after.started and after.started_at is None:
        after = after._replace(started_at=at)
    if after.is_finished and after.finished_at is None:
        after = after._replace(finished_at=at)
    return after


_MAKING_DUE: Final = (SeatTaken, DealRecorded, DealVoided)


def evolve(table: Table, event: Event) -> Table:
    """The table after an event."""
    ahead = table.clock_ahead + (event.seconds if isinstance(event, ClockMoved) else 0)
    return _changed(table._replace(length=table.length + 1, clock_ahead=ahead), event)


def _changed(table: Table, event: Event) -> Table:  # noqa: C901, PLR0911, PLR0912 - by event
    match event:
        case SeatTaken():
            return _take(table, event)
        case PersonErased():
            return _erase(table, event)
        case SeatTokenIssued():
            return table._replace(players=reissued(table.players, event))
        case SeatLeft():
            return _seat(table, event.seat, None)
        case TableClosed():
            return table._replace(closed=True)
        case SeatCommitted():
            return _commit(table, event.seat, event.commitment)._replace(next_deal=event.deal)
        case SeatReady():
            return table._replace(ready=table.ready | {event.seat})
        case DealOpened():
            return _open(table, event)
        case DealVoided():
            return _void(table, event)
        case DealAbandoned():
            return _abandon(table, event)
        case DealRecorded():
            return _record(table, event)
        case DealRevealed():
            return _reveal(table, event)
        case SeriesEnded():
            return table._replace(ended=event)
        case TableBranched():
            return table._replace(branch=event)
        case TableDrawn():
            score = boards.begin(table.opened, event) if event.boards else table.score
            return table._replace(drawn=event, score=score)
        case TableRematched():
            return table._replace(rematch_of=event.of, moved=event.moved)
        case RematchOpened():
            return table._replace(rematch=event.table)
        case TableActSigned() | ClockMoved():
            return table
        case _ if isinstance(event, DisputeEvent):
            return table._replace(disputes=judged(table.disputes, event, at=table.length))
        case _ if isinstance(event, GuestEvent):
            early = not table.deals
            admitted = guests.evolved(table.guests, event, at=table.length, early=early)
            return table._replace(guests=admitted)
        case _:
            raise TypeError(f"{event.TYPE} is no event of a table")


def _take(table: Table, event: SeatTaken) -> Table:
    if event.bot is None:
        table = table._replace(persons={**table.persons, table.length: event})
    return _seat(table, event.seat, seated(event, table.players, at=table.length))


def _erase(table: Table, event: PersonErased) -> Table:
    persons = {at: taken for at, taken in table.persons.items() if at != event.taken}
    players = tuple(
        erased(player, event.seat) if player is not None and player.taken == event.taken else player
        for player in table.players
    )
    known = guests.without_person(table.guests, event.taken)
    return table._replace(players=players, persons=persons, guests=known)


def _seat(table: Table, seat: Seat, player: Player | None) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return _commit(table._replace(players=players), seat, None)


def _commit(table: Table, seat: Seat, commitment: Digest | None) -> Table:
    before = table.commitments
    return table._replace(commitments=(*before[:seat], commitment, *before[seat + 1 :]))


def _uncommitted(table: Table) -> Table:
    nobody = (None,) * table.opened.seats
    return table._replace(commitments=nobody, ready=frozenset(), next_deal=None)


def _open(table: Table, event: DealOpened) -> Table:
    line = DealLine(event.number, event.deal, opened=table.length, adding=table.adding)
    out = table.left_out.difference(table.adding)
    return _uncommitted(table)._replace(deals=(*table.deals, line), left_out=out)


def _abandon(table: Table, event: DealAbandoned) -> Table:
    line = table.deals[-1]._replace(points=table.score.points, abandoned=event)
    return table._replace(deals=(*table.deals[:-1], line))


def _reveal(table: Table, event: DealRevealed) -> Table:
    lines = [
        line._replace(revealed=True) if line.deal == event.deal else line for line in table.deals
    ]
    return table._replace(deals=tuple(lines))


def _void(table: Table, event: DealVoided) -> Table:
    """The number is used up. Commitments to the deal after one that was opened still stand."""
    was_opened = event.number < table.next_number
    after = table if was_opened else _uncommitted(table)
    line = DealLine(event.number, event.deal, points=table.score.points, voided=event.seats)
    out = table.left_out.union(event.seats) if table.first_version >= LEAVES_OUT else frozenset()
    return after._replace(deals=(*table.deals[: event.number - 1], line), left_out=out)


def _record(table: Table, event: DealRecorded) -> Table:
    result = event.result
    outcome = from_data(result["type"], result["schema"], result["data"])
    before = table.score
    score: Score = (
        boards.tally(before, outcome)
        if isinstance(before, BoardScore)
        else table.game.tally(before, outcome)
    )
    line = table.deals[-1]._replace(outcome=outcome, points=score.points, version=event.version)
    return table._replace(score=score, deals=(*table.deals[:-1], line))


def recorded(
    table: Table, outcome: Event, *, version: int, head: Digest
) -> tuple[DealRecorded | SeriesEnded, ...]:
    """The events at the end of the current deal: its record, and perhaps the end of the series."""
    on = table.deals[-1]
    result = {"type": outcome.TYPE, "schema": outcome.VERSION, "data": to_json(outcome)}
    record = DealRecorded(on.number, on.deal, version, head, result)
    score = evolve(table, record).score
    if not score.ranks:
        return (record,)
    titles = tuple(map(Text, score.titles))
    return (record, SeriesEnded(score.winner, score.ranks, score.points, titles))


def voided(
    table: Table,
    *,
    deal: Id,
    seats: tuple[Seat, ...],
    version: int | None = None,
    head: Digest | None = None,
) -> tuple[DealVoided | SeriesEnded, ...]:
    """The events when a deal is void by the fault of these seats (F4, F5).

    Args:
        table: With the deal on, or waiting for commitments to it.
        deal: The deal.
        seats: The seats that failed.
        version: Its last event; None: it was never opened.
        head: The hash of its record up to there.
    """
    number = table.deals[-1].number if table.status == "playing" else table.next_number
    record = DealVoided(number, deal, seats, version, head)
    after = evolve(table, record)
    return (record, _forfeit(after)) if after.forfeited else (record,)


def abandoned(
    table: Table,
    *,
    seats: tuple[Seat, ...],
    reason: End,
    version: int | None = None,
    head: Digest | None = None,
) -> tuple[DealAbandoned | SeriesEnded | TableClosed, ...]:
    """The events when the current deal is abandoned (L4-L6).

    Args:
        table: With the deal on.
        seats: The seats at fault; none where the table is closed.
        reason: The reason.
        version: Its last event.
        head: The hash of its record up to there.
    """
    on = table.deals[-1]
    record = DealAbandoned(on.number, on.deal, seats, reason, version, head)
    return (record, _forfeit(evolve(table, record)) if seats else TableClosed())


def _forfeit(table: Table) -> SeriesEnded:
    """The sides that forfeited come last; all others share the place before them.

    The points of the others are no result of a series that was not played out (F5, L4).
    """
    sides = table.game.sides(table.opened.seats)
    lost = [any(seat in table.forfeited for seat in side) for side in sides]
    ranks = tuple(1 + lost.count(False) if each else 1 for each in lost)
    winner = ranks.index(1) if ranks.count(1) == 1 else None
    return SeriesEnded(winner, ranks, table.score.points, (Text(""),) * len(sides))
