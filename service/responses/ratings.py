"""Ratings of people and of bots."""

from typing_extensions import TypedDict

from service.responses.base import Time


class RatedBotJson(TypedDict):
    """A bot of the house; another version is another player."""

    level: str
    """Its level."""
    version: int
    """The version of its policy."""


class RatingJson(TypedDict):
    """The rating of a player in a game."""

    game: str
    ref: str | None
    """Your own id of the person; null: a bot."""
    bot: RatedBotJson | None
    """Null: a person."""
    rating: float
    """The most likely strength: 25 before the first series."""
    uncertainty: float
    """Its standard deviation: the strength is within twice of it in 19 of 20 cases."""
    series: int
    """How many series count."""
    changed_at: Time
    """When the last of them was over."""


class RatingListJson(TypedDict):
    """Ratings, the best first."""

    ratings: list[RatingJson]
    """The ratings of the page."""
    next: str | None
    """The cursor of the next page, if any."""
