"""The scoring of boards: each result against all tables that held the same cards (C27)."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import median
from typing import Final, Literal

from domain.table.series import Table

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
    results: Sequence[Sequence[int]], *, by: Comparison, sign: Literal[1, -1]
) -> tuple[tuple[int, ...], ...]:
    """The scores of a board, in hundredths of a point, by tables and seats.

    Args:
        results: The points of each table by seats; none at a table that has not played it.
        by: Whether the mean or the median of all tables is subtracted.
        sign: 1 where many points of the game are good, -1 where few are.
    """
    seats = [*zip(*filter(None, results), strict=True)]
    usual = [
        Fraction(sum(seat), len(seat)) if by == "mean" else Fraction(median(seat)) for seat in seats
    ]
    worst = [sign * min(sign * points for points in seat) for seat in seats]
    return tuple(
        tuple(
            round(HUNDREDTHS * (mine - mid)) for mine, mid in zip(own or worst, usual, strict=True)
        )
        for own in results
    )
