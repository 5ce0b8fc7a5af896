"""The scoring of boards: each result against all tables that held the same cards (C27)."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import median
from typing import Any, Final, Literal

from domain.kernel.game import Game
from domain.table.series import Table
from domain.tournaments.events import BoardRevealed

HUNDREDTHS: Final = 100
"""The unit of scores by comparison: a hundredth of a point."""
Comparison = Literal["mean", "median"]


def results_of(tables: Sequence[Table | None], number: int) -> tuple[tuple[int, ...], ...]:
    """The points of each seat for a board, by tables; none at a table that has not played it."""
    return tuple(() if table is None else _result_of(table, number) for table in tables)


def _result_of(table: Table, number: int) -> tuple[int, ...]:
    line = next((line for line in table.deals if line.number == number), None)
    if line is None or line.outcome is None:
        return ()
    nothing = (0,) * len(line.points)
    before = next((each.points for each in table.deals if each.number == number - 1), nothing)
    own = [after - start for start, after in zip(before, line.points, strict=True)]
    sides = table.game.sides(table.opened.seats)
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return tuple(own[side_of[seat]] for seat in range(table.opened.seats))


def compared(
    board: BoardRevealed, place: int, seat: int, *, by: Comparison, sign: Literal[1, -1]
) -> int:
    """The score of a seat for a board, in hundredths of a point.

    Args:
        board: The board.
        place: The place of the table in its round, from 0.
        seat: The seat.
        by: Whether the mean or the median of all tables is subtracted.
        sign: 1 where many points of the game are good, -1 where few are.
    """
    results = [each[seat] for each in board.results if each]
    if not results:
        return 0
    own = board.results[place]
    mine = own[seat] if own else sign * min(sign * each for each in results)
    usual = Fraction(sum(results), len(results)) if by == "mean" else Fraction(median(results))
    return round(HUNDREDTHS * (mine - usual))


def sign_of(game: Game[Any]) -> Literal[1, -1]:
    """1 where many points of a game are good, -1 where few are."""
    return 1 if game.counting.better == "high" else -1
