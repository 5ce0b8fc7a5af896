"""Lists of ratings, for the owner of the tables."""

from typing import Final

from service.access.credentials import ApiKey
from service.context import Context
from service.lists.queries import read_cursor, written_cursor
from service.ratings.deriving import BOT, REF
from service.ratings.store import RatingLine
from service.responses.players import RatingJson, RatingListJson
from service.timestamps import timestamp

DIGITS: Final = 3
"""Decimal places of a rating."""


def find_ratings(
    context: Context,
    owner: ApiKey,
    *,
    game: str | None,
    ref: str | None,
    cursor: str | None,
    limit: int,
) -> RatingListJson:
    """The ratings of an owner, the best first.

    Args:
        context: The service.
        owner: The owner.
        game: Of this game alone; None: of all games.
        ref: Of this person alone; None: of all.
        cursor: Of the page; None: the first one.
        limit: The most ratings of the page.
    """
    lines = context.ratings.page(
        owner.owners,
        game=game,
        player=None if ref is None else REF + ref,
        after=None if cursor is None else read_cursor(context.secret, cursor),
        limit=limit + 1,
    )
    shown = lines[:limit]
    more = len(lines) > limit
    following = written_cursor(context.secret, shown[-1].cursor) if more else None
    return {"ratings": [*map(_rating_json, shown)], "next": following}


def _rating_json(line: RatingLine) -> RatingJson:
    player, rating = line.key.player, line.rating
    level, _, version = player.removeprefix(BOT).partition("/")
    return {
        "game": line.key.game,
        "ref": player.removeprefix(REF) if player.startswith(REF) else None,
        "bot": {"level": level, "version": int(version)} if player.startswith(BOT) else None,
        "rating": round(rating.mean, DIGITS),
        "uncertainty": round(rating.deviation, DIGITS),
        "series": rating.series,
        "changed_at": timestamp(rating.changed_at),
    }
