"""A table as the fold of its own stream: who sits, the deals of the series, and how it ended.

The score is carried from deal to deal by the game's rules.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from domain.deal import Terms
from domain.disputes import DisputeEvent, Docket, judged
from domain.event import Digest, Event, Id, Seat, Text, from_data, to_json
from domain.game import Game, Score
from domain.games import rules_of
from domain.options import parse_options
from domain.table import (
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    SeriesEnded,
    TableBranched,
    TableClosed,
    TableOpened,
)

Status: TypeAlias = Literal["open", "committing", "due", "playing", "over", "closed"]
"""``open`` waits for players, ``committing`` for commitments to the seeds of the next deal, ``due``
for that deal, ``playing`` for the deal that is on."""

VOIDS_ALLOWED: Final = 2
"""So many deals of a series may fail by a seat; with the next one it has lost (F5)."""


class Player(NamedTuple):
    """Who sits on a seat."""

    name: Text
    bot: Text | None
    holder: Id | None
    token: Digest | None
    commits: bool = False


class DealLine(NamedTuple):
    """A deal of the series: how it ended, what each side stood at after it, or who voided it."""

    number: int
    deal: Id
    outcome: Event | None = None
    points: tuple[int, ...] = ()
    voided: tuple[Seat, ...] = ()

    @property
    def on(self) -> bool:
        """Whether it is being played."""
        return self.outcome is None and not self.voided


class Table(NamedTuple):
    """A table and its series."""

    opened: TableOpened
    players: tuple[Player | None, ...]
    score: Score
    deals: tuple[DealLine, ...] = ()
    ended: SeriesEnded | None = None
    closed: bool = False
    branch: TableBranched | None = None
    docket: Docket = Docket()
    commitments: tuple[Digest | None, ...] = ()
    """To the next deal, seat by seat."""

    @property
    def game(self) -> Game[Any]:
        """The game that is played here."""
        return rules_of(self.opened.game, self.opened.rules)

    @property
    def started(self) -> bool:
        """Whether every seat is taken; from then on nobody leaves."""
        return all(self.players)

    @property
    def status(self) -> Status:
        """What the table waits for."""
        if self.closed:
            return "closed"
        if self.ended is not None or self._has_branched_out:
            return "over"
        if not self.started:
            return "open"
        if self.deals and self.deals[-1].on:
            return "playing"
        return "committing" if self.owing else "due"

    @property
    def next_number(self) -> int:
        """The number of the next deal; one that was voided has used up its own."""
        return len(self.deals) + 1

    @property
    def adding(self) -> tuple[Seat, ...]:
        """The seats that add a seed to every deal (F1); none to a branch, whose deck has none."""
        if self.branch is not None:
            return ()
        return tuple(n for n, player in enumerate(self.players) if player and player.commits)

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that have still to commit to the next deal."""
        return tuple(seat for seat in self.adding if self.commitments[seat] is None)

    @property
    def forfeited(self) -> tuple[Seat, ...]:
        """The seats that have voided more deals than they may (F5)."""
        voids = [seat for line in self.deals for seat in line.voided]
        return tuple(seat for seat in sorted(set(voids)) if voids.count(seat) > VOIDS_ALLOWED)

    @property
    def _has_branched_out(self) -> bool:
        """Whether a branch has had its one deal."""
        return self.branch is not None and any(line.outcome is not None for line in self.deals)

    @property
    def ledger(self) -> tuple[int, ...]:
        """The points as played, with what was ruled in disputes."""
        return self.docket.adjusted(self.score.points)

    @property
    def target(self) -> int:
        """What ends the series."""
        opened = self.opened
        options = parse_options(self.game.options, opened.options, seats=opened.seats)
        return cast("int", getattr(options, self.game.target))


def fold_table(events: Iterable[Event]) -> Table:
    """The table from its events, the first of which opened it."""
    opened, *rest = events
    return reduce(evolve, rest, _initial(cast("TableOpened", opened)))


def _initial(opened: TableOpened) -> Table:
    game = rules_of(opened.game, opened.rules)
    options = parse_options(game.options, opened.options, seats=opened.seats)
    score = game.opening_score(options, opened.seats)
    nobody = (None,) * opened.seats
    return Table(opened, nobody, score, commitments=nobody)


def evolve(table: Table, event: Event) -> Table:  # noqa: C901, PLR0911 - one case an event
    """The table after an event."""
    match event:
        case SeatTaken():
            return _seat(table, event.seat, _player(event))
        case SeatLeft():
            return _seat(table, event.seat, None)
        case TableClosed():
            return table._replace(closed=True)
        case SeatCommitted():
            return _commit(table, event.seat, event.commitment)
        case DealOpened():
            line = DealLine(event.number, event.deal)
            return _uncommitted(table)._replace(deals=(*table.deals, line))
        case DealVoided():
            return _void(table, event)
        case DealRecorded():
            return _record(table, event)
        case SeriesEnded():
            return table._replace(ended=event)
        case TableBranched():
            return table._replace(branch=event)
        case _ if isinstance(event, DisputeEvent):
            return table._replace(docket=judged(table.docket, event))
        case _:
            raise TypeError(f"{event.TYPE} is no event of a table")


def _seat(table: Table, seat: Seat, player: Player | None) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return _commit(table._replace(players=players), seat, None)


def _commit(table: Table, seat: Seat, commitment: Digest | None) -> Table:
    before = table.commitments
    return table._replace(commitments=(*before[:seat], commitment, *before[seat + 1 :]))


def _uncommitted(table: Table) -> Table:
    return table._replace(commitments=(None,) * table.opened.seats)


def _void(table: Table, event: DealVoided) -> Table:
    """The number is used up. Commitments to the deal after one that was opened still stand."""
    was_opened = event.number < table.next_number
    after = table if was_opened else _uncommitted(table)
    line = DealLine(event.number, event.deal, points=table.score.points, voided=event.seats)
    return after._replace(deals=(*table.deals[: event.number - 1], line))


def _player(event: SeatTaken) -> Player:
    return Player(event.name, event.bot, event.holder, event.token, event.commits)


def _record(table: Table, event: DealRecorded) -> Table:
    result = event.result
    outcome = from_data(result["type"], result["schema"], result["data"])
    score = table.game.tally(table.score, outcome)
    line = DealLine(event.number, event.deal, outcome, score.points)
    return table._replace(score=score, deals=(*table.deals[:-1], line))


def terms(table: Table, *, deal: Id) -> Terms:
    """What the next deal is played on: dealer and leader carried from the deal before.

    Every seat that adds a seed has committed to it.
    """
    opened = table.opened
    return Terms(
        deal=deal,
        table=opened.table,
        number=table.next_number,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        seats=opened.seats,
        dealer=table.score.dealer,
        leader=table.score.leader,
        bots=tuple(player and player.bot for player in table.players),
        commitments=table.commitments if table.adding else (),
    )


def recorded(
    table: Table, outcome: Event, *, version: int, head: Digest
) -> tuple[DealRecorded | SeriesEnded, ...]:
    """What the end of the deal that is on brings: its record, and perhaps the series' end."""
    on = table.deals[-1]
    result = {"type": outcome.TYPE, "schema": outcome.SCHEMA, "data": to_json(outcome)}
    record = DealRecorded(on.number, on.deal, version, head, result)
    score = evolve(table, record).score
    if not score.ranks:
        return (record,)
    titles = tuple(map(Text, score.titles))
    return (record, SeriesEnded(score.winner, score.ranks, score.points, titles))


def voided(
    table: Table, *, deal: Id, seats: tuple[Seat, ...]
) -> tuple[DealVoided | SeriesEnded, ...]:
    """What it brings that there is no deal by the fault of these seats (F4, F5).

    Args:
        table: With the deal on, or waiting for commitments to it.
        deal: The deal.
        seats: Who failed.
    """
    number = table.deals[-1].number if table.status == "playing" else table.next_number
    record = DealVoided(number, deal, seats)
    after = evolve(table, record)
    return (record, _forfeit(after)) if after.forfeited else (record,)


def _forfeit(table: Table) -> SeriesEnded:
    """The sides of those who forfeited come last, all others share the place before them (F5)."""
    sides = table.game.sides(table.opened.seats)
    lost = [any(seat in table.forfeited for seat in side) for side in sides]
    ranks = tuple(1 + lost.count(False) if each else 1 for each in lost)
    winner = ranks.index(1) if ranks.count(1) == 1 else None
    return SeriesEnded(winner, ranks, table.score.points, (Text(""),) * len(sides))
