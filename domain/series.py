"""A table's own stream: who sits, which deals were opened and recorded, how the series ended.

Its events hold no secrets. The score is carried from deal to deal by the game's rules.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from domain.deal import Terms
from domain.disputes import (
    AuditorAdmitted,
    AuditorDismissed,
    DisputeOpened,
    DisputeRuled,
    Docket,
    judged,
)
from domain.event import (
    EVERYONE,
    Digest,
    Event,
    Id,
    Json,
    Seat,
    Text,
    event,
    from_data,
    seen_by,
    to_json,
    upcaster,
)
from domain.game import Game, Score, ranks_of
from domain.games import rules_of
from domain.options import parse_options

Status: TypeAlias = Literal["open", "due", "playing", "over", "closed"]
"""``open`` waits for players, ``due`` for its next deal, ``playing`` for the deal that is on."""


@event("table.opened")
class TableOpened(Event):
    """Somebody opened a table. What it is played by is fixed here for the whole series."""

    table: Id
    owner: Id
    """The API key that opened it."""
    name: Text
    game: Text
    rules: Text
    options: Mapping[str, Json] = seen_by(EVERYONE)
    seats: int
    visibility: Literal["public", "private"]
    """Whether others than its owner and its players find it."""
    spectators: bool
    """Whether others may watch a deal that is on, as the public sees it."""


@event("table.branched")
class TableBranched(Event):
    """The table was opened to play on from an event of a finished deal. It is so for ever."""

    deal: Id
    at: int
    """The event that was the last to stay as it was."""
    cards: Literal["true", "resample"]
    """Whether they lie as they lay, or those that a seat had not seen are dealt anew."""
    from_seat: Seat | None
    """That seat; None: the cards are the true ones."""


@event("table.seat_taken")
class SeatTaken(Event):
    """A player sits down."""

    seat: Seat
    name: Text
    bot: Text | None
    """The bot's level; None: a person."""
    holder: Id | None
    """The API key that took the seat for a person."""
    token: Digest | None
    """The hash of the token that opens the seat to that person."""


@event("table.seat_left")
class SeatLeft(Event):
    """A player leaves before the start."""

    seat: Seat


@event("table.closed")
class TableClosed(Event):
    """The table was closed before the start."""


@event("table.deal_opened")
class DealOpened(Event):
    """A deal of the series has begun, in a stream of its own."""

    number: int
    deal: Id


@event("table.deal_recorded")
class DealRecorded(Event):
    """A finished deal counts in the series."""

    number: int
    deal: Id
    version: int
    """The deal's last event, and the hash of its record up to there."""
    head: Digest
    result: Mapping[str, Json] = seen_by(EVERYONE)
    """The event that settled the deal: type, schema and data."""


@event("table.series_ended", version=2)
class SeriesEnded(Event):
    """The target is reached."""

    winner: int | None
    """The side that won; None: the first place is shared."""
    ranks: tuple[int, ...]
    """The place of each side, 1 is the best, equal where shared."""
    points: tuple[int, ...]
    titles: tuple[Text, ...]


@upcaster("table.series_ended", version=1)
def _ranked(data: dict[str, Json]) -> dict[str, Json]:
    """One side had won, and every other one lost."""
    ranks = ranks_of(data["winner"], sides=len(data["points"]))
    return {**data, "ranks": list(ranks)}


class Player(NamedTuple):
    """Who sits on a seat."""

    name: Text
    bot: Text | None
    holder: Id | None
    token: Digest | None


class DealLine(NamedTuple):
    """A deal of the series: how it ended, and what each side stood at after it."""

    number: int
    deal: Id
    outcome: Event | None = None
    points: tuple[int, ...] = ()


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
        return "playing" if self.deals and self.deals[-1].outcome is None else "due"

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
    return Table(opened, (None,) * opened.seats, score)


def evolve(table: Table, event: Event) -> Table:  # noqa: PLR0911 - one case a kind of event
    """The table after an event."""
    match event:
        case SeatTaken():
            return _seat(table, event.seat, _player(event))
        case SeatLeft():
            return _seat(table, event.seat, None)
        case TableClosed():
            return table._replace(closed=True)
        case DealOpened():
            return table._replace(deals=(*table.deals, DealLine(event.number, event.deal)))
        case DealRecorded():
            return _record(table, event)
        case SeriesEnded():
            return table._replace(ended=event)
        case TableBranched():
            return table._replace(branch=event)
        case AuditorAdmitted() | AuditorDismissed() | DisputeOpened() | DisputeRuled():
            return table._replace(docket=judged(table.docket, event))
        case _:
            raise TypeError(f"{event.TYPE} is no event of a table")


def _seat(table: Table, seat: Seat, player: Player | None) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return table._replace(players=players)


def _player(event: SeatTaken) -> Player:
    return Player(event.name, event.bot, event.holder, event.token)


def _record(table: Table, event: DealRecorded) -> Table:
    result = event.result
    outcome = from_data(result["type"], result["schema"], result["data"])
    score = table.game.tally(table.score, outcome)
    line = DealLine(event.number, event.deal, outcome, score.points)
    return table._replace(score=score, deals=(*table.deals[:-1], line))


def terms(table: Table, *, deal: Id) -> Terms:
    """What the next deal is played on: dealer and leader carried from the deal before."""
    opened = table.opened
    return Terms(
        deal=deal,
        table=opened.table,
        number=len(table.deals) + 1,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        seats=opened.seats,
        dealer=table.score.dealer,
        leader=table.score.leader,
        bots=tuple(player and player.bot for player in table.players),
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
