"""The list: what deals come to, and how a series ends (K31-K33)."""

from typing import Final, Literal, NamedTuple

from domain.games.skat.model import Options, Settled
from domain.kernel.event import Seat

GAME: Final = 50
"""The Seeger-Fabian bonus for a won game, and the penalty for a lost one (K32)."""
OTHERS: Final = {3: 40, 4: 30}
"""The points of each other player for a lost game, by the number of players (K32)."""


def list_points(
    scoring: Literal["seeger_fabian", "classic", "bierlachs"],
    seats: int,
    *,
    declarer: Seat,
    won: bool,
    value: int,
) -> tuple[int, ...]:
    """The list points of each seat for a deal (K32)."""
    if scoring != "seeger_fabian":
        return tuple(value if seat == declarer else 0 for seat in range(seats))
    own = value + GAME if won else value - GAME
    other = 0 if won else OTHERS[seats]
    return tuple(own if seat == declarer else other for seat in range(seats))


class SkatScore(NamedTuple):
    """The score of a list. Tuples are by seat."""

    options: Options
    points: tuple[int, ...]
    won: tuple[int, ...]
    """Games won as declarer."""
    lost: tuple[int, ...]
    """Games lost as declarer."""
    passed: int = 0
    """Deals that were passed out, and count (K8)."""
    dealer: Seat | None = None
    leader: Seat | None = None
    ranks: tuple[int, ...] = ()
    """The place of each seat; empty before the list is over."""

    @property
    def deals(self) -> int:
        """The deals that count (K33)."""
        return sum(self.won) + sum(self.lost) + self.passed

    @property
    def winner(self) -> int | None:
        """The seat that alone is first."""
        return self.ranks.index(1) if self.ranks.count(1) == 1 else None

    @property
    def titles(self) -> tuple[str, ...]:
        """A list gives none."""
        return ("",) * len(self.points)


def opening_score(options: Options, seats: int) -> SkatScore:
    """The list before the first deal."""
    nothing = (0,) * seats
    return SkatScore(options, nothing, nothing, nothing)


def tally(score: SkatScore, settled: Settled) -> SkatScore:
    """The list after a deal; one that is dealt again does not count (K8)."""
    after = score._replace(dealer=settled.next_dealer)
    if settled.declarer is None:
        if score.options.all_pass == "redeal":
            return after
        return _ranked(after._replace(passed=score.passed + 1))
    pairs = zip(score.points, settled.list_points, strict=True)
    after = after._replace(points=tuple(old + new for old, new in pairs))
    if settled.won:
        return _ranked(after._replace(won=_one_more(score.won, settled.declarer)))
    return _ranked(after._replace(lost=_one_more(score.lost, settled.declarer)))


def _one_more(counts: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])


def _ranked(score: SkatScore) -> SkatScore:
    """The score with the place of each seat, once the list is over (K33).

    Places follow from points, then games won, then fewer games lost.
    """
    options = score.options
    drunk = options.scoring == "bierlachs" and min(score.points) <= -options.limit
    if score.deals < options.deals and not drunk:
        return score
    rows = [
        (-points, -won, lost)
        for points, won, lost in zip(score.points, score.won, score.lost, strict=True)
    ]
    return score._replace(ranks=tuple(1 + sum(row < mine for row in rows) for mine in rows))
