"""Derive ratings from the log: each part of it once, whichever process does it, however often.

The order of results is the order of the log, so it does not matter which worker comes first. A
process that comes second finds that the log was read further, and keeps nothing.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar
from uuid import UUID

import structlog

from bots import actor
from domain.judge.record_rules import deal_version
from domain.kernel.event import Seat
from domain.kernel.game import Game
from domain.table.boards import ranks_by_points
from domain.table.disputes import DisputeRuled
from domain.table.events import PersonErased, SeriesEnded
from domain.table.series import Table
from domain.tournaments.events import (
    PlayerErased,
    PlayerSubstituted,
    RoundDrawn,
    TableResultRecorded,
)
from domain.tournaments.tournament import Round, Tournament, TournamentTable
from service.problems import Problem
from service.ratings.store import RatedEvent, RatedSeries, Rating, RatingKey, Ratings, rate
from service.repository import StreamRepository
from service.streams import TableStream, TournamentStream

LIMIT: Final = 1_000
"""Events of the log that are read at a time."""
PARTS: Final = 20
"""The most parts of the log that one task reads."""
REMEMBERED: Final = 64
REF: Final = "ref:"
BOT: Final = "bot:"
OF_TOURNAMENTS: Final = (TableResultRecorded.TYPE, PlayerErased.TYPE)

T = TypeVar("T")

log = structlog.get_logger()


def derive_ratings(
    ratings: Ratings, streams: StreamRepository, *, limit: int = LIMIT, parts: int = PARTS
) -> bool:
    """Read on in the log, and change the ratings by what is there.

    Args:
        ratings: The ratings.
        streams: The streams.
        limit: The most events of the log that are read at a time.
        parts: The most parts of so many events.

    Returns:
        Whether there may be more to read.
    """
    for _ in range(parts):
        part = ratings.read(limit)
        if part.start == part.end:
            return False
        changes = _Changes(ratings, streams)
        for event in part.events:
            changes.take(event)
        if not ratings.advance(part, changes.ratings, changes.series):
            return True
    return True


class _Changes:
    """The changes by a part of the log."""

    def __init__(self, stored: Ratings, streams: StreamRepository) -> None:
        self._stored = stored
        self.ratings = dict[RatingKey, Rating | None]()
        self.series = dict[UUID, RatedSeries]()
        # A stream has all of its entries, as it is read after them.
        self._table = lru_cache(REMEMBERED)(streams.table)
        self._tournament = lru_cache(REMEMBERED)(streams.tournament)

    def take(self, event: RatedEvent) -> None:
        """Change what an event changes. A corrupted record changes nothing, and stops nothing."""
        try:
            if event.type in OF_TOURNAMENTS:
                self._of_tournament(self._tournament(event.stream), event.version)
            else:
                self._of_table(self._table(event.stream), event.version)
        except Problem as problem:
            log.critical("ratings.unread", stream=str(event.stream), code=problem.code)

    def _of_table(self, stream: TableStream | None, version: int) -> None:
        """A series is over, or ruled on, outside of tournaments; or a person is erased."""
        assert stream is not None, "it is in the log"
        state, at = stream.state, stream.records[version - 1].at
        match stream.events[version - 1]:
            case SeriesEnded():
                if stream.opened.test or state.branch is not None or state.drawn is not None:
                    return
                players = [
                    None if each is None else _player(each.ref, each.bot, stream)
                    for each in state.players
                ]
                ranks = _final_ranks(stream.at(version))
                self._count(stream.id, UUID(stream.opened.owner), state.game, players, ranks, at=at)
            case DisputeRuled():
                former, ranks = (_final_ranks(stream.at(each)) for each in (version - 1, version))
                if former != ranks and state.drawn is None:
                    self._correct(stream.id, state.game, former, ranks, at=at)
            case PersonErased(seat=seat):
                self._erase(stream.id, seat)
            case _:
                return

    def _of_tournament(self, stream: TournamentStream | None, version: int) -> None:
        """The last table of a round is over; or a person is erased."""
        assert stream is not None, "it is in the log"
        rounds, at = stream.state.rounds, stream.records[version - 1].at
        match stream.events[version - 1]:
            case TableResultRecorded(round=number):
                if not stream.opened.test and _ends_round(stream, version, rounds[number - 1]):
                    then = stream.at(version)
                    for place in then.rounds[number - 1].tables:
                        self._of_place(then, place, at=at)
            case PlayerErased() as erased:
                for number in _rounds_of(stream, erased):
                    for place in rounds[number - 1].tables:
                        if place.table is not None and erased.player in place.players:
                            self._erase(UUID(place.table), place.players.index(erased.player))
            case _:
                return

    def _of_place(self, state: Tournament, place: TournamentTable, *, at: int) -> None:
        """A table of a round that is over."""
        assert place.result is not None, "the round is over"
        assert place.table is not None, "its table was opened"
        table = UUID(place.table)
        players = list[str | None]()
        for player in map(state.player, place.players):
            bot = state.opened.fill if player is None else player.bot
            played = None if bot is None else self._table(table)
            players.append(_player(player and player.ref, bot, played))
        sides = state.game.sides(len(players))
        ranks = [place.result.ranks[side[0]] for side in sides]
        self._count(table, UUID(state.opened.owner), state.game, players, ranks, at=at)

    def _count(
        self,
        table: UUID,
        owner: UUID,
        game: Game[Any],
        players: Sequence[str | None],
        ranks: Sequence[int],
        *,
        at: int,
    ) -> None:
        """Let a series count, if all its players are known and it is between at least two."""
        known = [each for each in players if each is not None]
        if len(known) < len(players) or len({*known}) == 1:
            return
        before = self._before({RatingKey(owner, game.key, each) for each in known})
        sides = [[known[seat] for seat in side] for side in game.sides(len(known))]
        after = rate(sides, ranks, {key.player: rating for key, rating in before.items()}, at=at)
        self.ratings |= {key: after[key.player] for key in before}
        own = [before[RatingKey(owner, game.key, each)] for each in known]
        means, deviations = zip(*(each[:2] for each in own), strict=True)
        self.series[table] = RatedSeries(owner, game.key, tuple(known), means, deviations)

    def _correct(
        self,
        table: UUID,
        game: Game[Any],
        former: Sequence[int],
        ranks: Sequence[int],
        *,
        at: int,
    ) -> None:
        """Let a series that counts have other places; series after it keep their effect."""
        series = self._find(table)
        if series is None:
            return
        seats = [player or str(seat) for seat, player in enumerate(series.players)]
        starts = zip(seats, map(Rating, series.means, series.deviations), strict=True)
        sides = [[seats[seat] for seat in side] for side in game.sides(len(seats))]
        start = dict(starts)
        wrong, right = (rate(sides, each, start, at=at) for each in (former, ranks))
        known = {each for each in series.players if each is not None}
        for key, now in self._before({RatingKey(*series[:2], each) for each in known}).items():
            mean = now.mean + right[key.player].mean - wrong[key.player].mean
            deviation = now.deviation * right[key.player].deviation / wrong[key.player].deviation
            self.ratings[key] = now._replace(mean=mean, deviation=deviation, changed_at=at)

    def _find(self, table: UUID) -> RatedSeries | None:
        return self.series.get(table) or self._stored.series(table)

    def _erase(self, table: UUID, seat: Seat) -> None:
        """Forget who sat on a seat; with the last series of a person the rating goes."""
        series = self._find(table)
        player = None if series is None else series.players[seat]
        if series is None or player is None:
            return
        others = _without(series.players, seat, None)
        self.series[table] = series._replace(
            players=others,
            means=_without(series.means, seat, Rating().mean),
            deviations=_without(series.deviations, seat, Rating().deviation),
        )
        if player in others:
            return
        key = RatingKey(series.owner, series.game, player)
        before = self._before({key})[key]
        left = before._replace(series=before.series - 1)
        self.ratings[key] = left if left.series > 0 else None

    def _before(self, keys: Collection[RatingKey]) -> dict[RatingKey, Rating]:
        """The ratings of players so far."""
        stored = self._stored.find([each for each in keys if each not in self.ratings])
        return {each: self.ratings.get(each, stored.get(each)) or Rating() for each in sorted(keys)}


def _without(values: Sequence[T], seat: Seat, value: T) -> tuple[T, ...]:
    """The values by seats, with another one of a seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def _final_ranks(table: Table) -> Sequence[int]:
    """The places of the sides, by what was ruled so far; none before the end of the series.

    Sides that have forfeited come last, whatever was ruled.
    """
    if table.ended is None:
        return ()
    is_as_played = table.forfeited or table.ledger == table.score.points
    return table.ended.ranks if is_as_played else ranks_by_points(table.game, table.ledger)


def _rounds_of(stream: TournamentStream, erased: PlayerErased) -> list[int]:
    """The rounds for which the person who is erased was drawn; a substitute has others."""
    found, is_here = list[int](), False
    for version, event in enumerate(stream.events, start=1):
        if version == erased.taken:
            is_here = True
        elif isinstance(event, PlayerSubstituted) and event.player == erased.player:
            is_here = False
        elif isinstance(event, RoundDrawn) and is_here:
            found.append(event.round)
    return found


def _ends_round(stream: TournamentStream, version: int, own: Round) -> bool:
    """Whether a round is over, and no result of it was recorded after a version."""
    return own.is_done and not any(
        isinstance(each, TableResultRecorded) and each.round == own.number
        for each in stream.events[version:]
    )


def _player(ref: str | None, bot: str | None, table: TableStream | None) -> str | None:
    """The player of a seat, as in a `RatingKey`; None: a person without a `ref`."""
    if bot is None:
        return None if ref is None else REF + ref
    assert table is not None, "it is read for a bot"
    opened = deal_version(table.state.first_version)
    return f"{BOT}{bot}/{actor(table.state.game, bot, seat=0, opened=opened).version}"
