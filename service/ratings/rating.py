"""The rating of a player, and its change by a series: Plackett-Luce by Weng and Lin."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """The strength of a player in a game, as far as it is known.

    Attributes:
        mean: The most likely strength.
        deviation: The standard deviation of the strength.
        series: The number of series that count.
        changed_at: When the last of them was over, in µs since the epoch.
    """

    mean: float = _MODEL.mu
    deviation: float = _MODEL.sigma
    series: int = 0
    changed_at: int = 0


def rate(
    sides: Sequence[Sequence[str]], ranks: Sequence[int], before: Mapping[str, Rating], *, at: int
) -> dict[str, Rating]:
    """The ratings of the players of a series after it.

    A player of several seats gets the mean of what each seat would get.

    Args:
        sides: The players of each side.
        ranks: The place of each side; 1 is the best.
        before: The ratings of all these players.
        at: When the series was over, in µs since the epoch.
    """
    teams = [[_of_model(before[player]) for player in side] for side in sides]
    found = defaultdict[str, list[PlackettLuceRating]](list)
    for side, team in zip(sides, _MODEL.rate(teams, ranks=[*map(float, ranks)]), strict=True):
        for player, rating in zip(side, team, strict=True):
            found[player].append(rating)
    return {
        player: Rating(
            fmean(each.mu for each in ratings),
            fmean(each.sigma for each in ratings),
            before[player].series + 1,
            at,
        )
        for player, ratings in found.items()
    }


def _of_model(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mean, sigma=rating.deviation)
