"""The score of a table that plays the boards of a round (C24)."""

from typing import Any, NamedTuple

from domain.games import rules_of
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game
from domain.kernel.options import parse_options
from domain.table.events import TableDrawn, TableOpened


class BoardScore(NamedTuple):
    """The score of a table whose series is the boards of a round.

    Nothing is carried from board to board: each counts as the first deal of a series.
    """

    opened: TableOpened
    boards: int
    """The boards of the round."""
    points: tuple[int, ...]
    deals: int = 0
    leader: Seat | None = None
    """Always None: the rules of a first deal name the leader."""

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return rules_of(self.opened.game, self.opened.rules)

    @property
    def dealer(self) -> Seat:
        """The dealer of the next board."""
        return self.deals % self.opened.seats

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each side by its points; empty before the last board."""
        if self.deals < self.boards:
            return ()
        return ranks_by_points(self.game, self.points)

    @property
    def winner(self) -> int | None:
        """The side that alone is first."""
        return self.ranks.index(1) if self.ranks.count(1) == 1 else None

    @property
    def titles(self) -> tuple[str, ...]:
        """Boards give none."""
        return ("",) * len(self.points)


def begin(opened: TableOpened, drawn: TableDrawn) -> BoardScore:
    """The score before the first board."""
    game = rules_of(opened.game, opened.rules)
    return BoardScore(opened, drawn.boards, (0,) * len(game.sides(opened.seats)))


def tally(score: BoardScore, outcome: Event) -> BoardScore:
    """The score after a board."""
    game, opened = score.game, score.opened
    options = parse_options(game.options, opened.options, seats=opened.seats)
    own = game.tally(game.opening_score(options, opened.seats), outcome).points
    points = tuple(old + new for old, new in zip(score.points, own, strict=True))
    return score._replace(points=points, deals=score.deals + 1)


def ranks_by_points(game: Game[Any], points: tuple[int, ...]) -> tuple[int, ...]:
    """The place of each side by its points, equal where shared."""
    sign = game.counting.sign
    return tuple(1 + sum(sign * other > sign * each for other in points) for each in points)
