"""The standings of a tournament, each line explained by what made it (C15-C19, C27)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.kernel.event import Digest, Id
from domain.table.boards import ranks_by_points
from domain.table.deal_line import DealLine
from domain.table.series import Table
from domain.tournaments.boards import compared
from domain.tournaments.events import TableResultRecorded
from domain.tournaments.tournament import Contestant, Round, Tournament, TournamentTable

BYE: Final = 2
"""The matchpoints of a bye (C17)."""


BoardScores: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""The scores of the revealed boards of a round, by boards, tables, and seats."""


class ScoreLine(NamedTuple):
    """A line of a contestant's score."""

    round: int
    kind: Literal["table", "bye", "correction"]
    points: int
    table: int | None = None
    """The number of the table in its round."""
    reason: str | None = None
    boards: tuple[int, ...] = ()
    """The points of each board that is revealed, where they make the score."""


class StandingLine(NamedTuple):
    """A line of the standings."""

    rank: int
    """1 is the best; equal where nothing but the lot decides."""
    contestant: Contestant
    points: int
    opponents: int
    """The sum of the opponents' scores."""
    won: int
    lost: int
    reached: int
    """In a knock-out, the round after the last that they have won, or had a bye in."""
    lines: tuple[ScoreLine, ...]


class SeatResult(NamedTuple):
    """The result of a table, by seats (C15)."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]


# --- The result of a table ----------------------------------------------------------------------


def result_of(table: Table) -> SeatResult:
    """The result of a table by its own record, over or closed (C15, C16)."""
    sides = table.game.sides(table.opened.seats)
    ended = table.ended
    points = table.score.points if ended is None else ended.points
    ranks = ranks_by_points(table.game, points) if ended is None else ended.ranks
    won, lost = _deals(table)
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    seats = range(table.opened.seats)
    return SeatResult(
        *(tuple(each[side_of[seat]] for seat in seats) for each in (points, ranks, won, lost))
    )


def _deals(table: Table) -> tuple[list[int], list[int]]:
    """The deals that each side has won and lost."""
    sides = len(table.score.points)
    won, lost = [0] * sides, [0] * sides
    sign = table.game.counting.sign
    start = DealLine(0, table.opened.table, points=(0,) * sides)
    counted = [line for line in table.deals if line.outcome is not None]
    for before, line in pairwise((start, *counted)):
        gained = [sign * (b - a) for a, b in zip(before.points, line.points, strict=True)]
        for best, count in ((max(gained), won), (min(gained), lost)):
            if gained.count(best) == 1:
                count[gained.index(best)] += 1
    return won, lost


# --- The standings ------------------------------------------------------------------------------


def standings(tournament: Tournament, *, lot: Sequence[int] = ()) -> tuple[StandingLine, ...]:
    """The standings, the best first (C18).

    Args:
        tournament: The tournament.
        lot: The contestants in the order of the lot by which equal ones are ordered.
    """
    known = {each.number: each for each in tournament.contestants}
    of = {player: each.number for each in known.values() for player in each.players}
    lines, met, deals = _lines(tournament, of)
    reached = _reached(tournament)
    scores = {number: sum(each.points for each in lines[number]) for number in known}
    rows = [
        StandingLine(
            rank=0,
            contestant=known[number],
            points=scores[number],
            opponents=sum(scores.get(other, 0) for other in met[number]),
            won=deals[number][0],
            lost=deals[number][1],
            reached=reached[number],
            lines=tuple(lines[number]),
        )
        for number in known
    ]
    lots = {number: at for at, number in enumerate(lot)}
    rows.sort(
        key=lambda row: (_order_of(tournament, row), lots.get(row.contestant.number, len(lots)))
    )
    return tuple(_numbered(tournament, rows))


def _order_of(tournament: Tournament, row: StandingLine) -> tuple[int, ...]:
    """The order of the standings, the lot apart; the smaller the better."""
    form = tournament.opened.format
    out = -row.reached if form == "knock_out" else 0
    sign = -1 if tournament.opened.scoring == "matchpoints" else -tournament.game.counting.sign
    opponents = -row.opponents if form == "swiss" else 0
    return (out, sign * row.points, opponents, -row.won, row.lost)


def _numbered(tournament: Tournament, rows: Sequence[StandingLine]) -> Iterator[StandingLine]:
    above = 0
    for _, equal in groupby(rows, key=lambda row: _order_of(tournament, row)):
        those = list(equal)
        yield from (row._replace(rank=above + 1) for row in those)
        above += len(those)


def _lines(
    tournament: Tournament, of: Mapping[int, int]
) -> tuple[dict[int, list[ScoreLine]], dict[int, list[int]], dict[int, tuple[int, int]]]:
    """The lines of each contestant, whom they have met, and the deals that they won and lost."""
    lines, met = defaultdict[int, list[ScoreLine]](list), defaultdict[int, list[int]](list)
    won, lost = Counter[int](), Counter[int]()
    for each in tournament.rounds:
        for number in sorted({of[player] for player in _byes(each) if player in of}):
            lines[number].append(ScoreLine(each.number, "bye", _bye(tournament)))
        boards = _board_scores(tournament, each)
        for at, table in enumerate(each.tables, start=1):
            for number, seat in _contestants(table, of).items():
                if (line := _line(tournament, each, boards, at, seat)) is not None:
                    lines[number].append(line)
                if table.result is None:
                    continue
                met[number] += [other for other in _contestants(table, of) if other != number]
                won[number] += table.result.won[seat]
                lost[number] += table.result.lost[seat]
    for fixed in tournament.corrections:
        if (ruled := of.get(fixed.player)) is not None:
            line = ScoreLine(fixed.round, "correction", fixed.points, reason=fixed.reason)
            lines[ruled].append(line)
    return lines, met, {number: (won[number], lost[number]) for number in of.values()}


def winners(tournament: Tournament, each: Round) -> Iterator[int]:
    """The contestants that have won the tables of a round that have their result (C14, C27)."""
    boards = _board_scores(tournament, each)
    for at, table in enumerate(each.tables, start=1):
        if table.result is not None:
            yield _winner(tournament, each, boards, at, table.result)


def _winner(
    tournament: Tournament, each: Round, boards: BoardScores, at: int, result: TableResultRecorded
) -> int:
    """The contestant that has won a table; the first of those who share the place."""
    players = each.tables[at - 1].players

    def place(side: Sequence[int]) -> int:
        if tournament.opened.scoring not in ("mean", "median"):
            return result.ranks[side[0]]
        line = _line(tournament, each, boards, at, side[0])
        return 0 if line is None else -tournament.game.counting.sign * line.points

    return number_of(tournament, players[min(tournament.game.sides(len(players)), key=place)[0]])


def number_of(tournament: Tournament, player: int) -> int:
    """The number of the contestant of a player; 0 is a bot of the house."""
    return (tournament.players[player - 1].partner or player) if player else 0


def _reached(tournament: Tournament) -> Counter[int]:
    """The round that each contestant of a knock-out has reached by winning, or by a bye."""
    reached = Counter[int]()
    if tournament.opened.format != "knock_out":
        return reached
    for each in tournament.rounds:
        for number in (*winners(tournament, each), *_byes(each)):
            reached[number] = each.number + 1
    return reached


def _byes(each: Round) -> tuple[int, ...]:
    return () if each.drawn is None else each.drawn.byes


def _bye(tournament: Tournament) -> int:
    by_matchpoints = tournament.opened.scoring == "matchpoints"
    return BYE if by_matchpoints and tournament.opened.format != "round_robin" else 0


def _contestants(table: TournamentTable, of: Mapping[int, int]) -> dict[int, int]:
    """The contestants at a table, each with one of its seats."""
    found = dict[int, int]()
    for seat, player in enumerate(table.players):
        if player in of:
            found.setdefault(of[player], seat)
    return found


def _line(
    tournament: Tournament, each: Round, boards: BoardScores, at: int, seat: int
) -> ScoreLine | None:
    """The line of a table for the contestant on a seat; None: nothing counts yet (C17, C26)."""
    scoring, result = tournament.opened.scoring, each.tables[at - 1].result
    if tournament.opened.boards and scoring != "matchpoints":
        own = tuple(board[at - 1][seat] if board[at - 1] else 0 for board in boards)
        return ScoreLine(each.number, "table", sum(own), at, boards=own) if own else None
    if result is None:
        return None
    points = result.points[seat]
    if scoring == "matchpoints":
        points = _matchpoints(tournament, each.tables[at - 1], result, seat)
    return ScoreLine(each.number, "table", points, at)


def _board_scores(tournament: Tournament, each: Round) -> BoardScores:
    scoring, sign = tournament.opened.scoring, tournament.game.counting.sign
    played = [board.results for board in each.boards if board.results]
    if scoring in ("mean", "median"):
        return [compared(results, by=scoring, sign=sign) for results in played]
    return played


def _matchpoints(
    tournament: Tournament, table: TournamentTable, result: TableResultRecorded, seat: int
) -> int:
    """The matchpoints of a table for the contestant on a seat (C17)."""
    sides = tournament.game.sides(len(table.players))
    mine = result.ranks[seat]
    others = [result.ranks[side[0]] for side in sides if seat not in side]
    return sum(2 * (other > mine) + (other == mine) for other in others)


# --- Recording ----------------------------------------------------------------------------------


def recorded(
    number: int, at: int, table: Table, *, version: int, head: Digest
) -> TableResultRecorded:
    """The event that records the result of a table in its round."""
    known = Id(table.opened.table)
    return TableResultRecorded(number, at, known, version, head, *result_of(table))
