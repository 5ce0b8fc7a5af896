"""Ratings of an owner's people and of bots."""

from http import HTTPStatus
from typing import Any, Final

import flask
from flask import g

from service.api.dependencies import app
from service.api.problems import INVALID
from service.api.responses import listed, page_of
from service.api.routes import Routes, Success
from service.api.schemas.fields import Digits, PageCursor, Ref, Text, about
from service.api.schemas.request import LONGEST_WORD, Request
from service.ratings.lists import find_ratings
from service.responses.players import RatingListJson

ROUTES: Final = Routes("ratings", description="The strength of people and bots, by their series.")


class RatingsQuery(Request):
    """Which ratings are listed."""

    game = Text(longest=LONGEST_WORD, metadata=about("Only ratings in this game."))
    ref = Ref(metadata=about("Only ratings of the person with this id of yours."))
    cursor = PageCursor(size=44)
    limit = Digits(low=1, high=1000, metadata=about("The most ratings on the page."))


@ROUTES.operation(
    "/ratings",
    "GET",
    "listRatings",
    Success(HTTPStatus.OK, RatingListJson),
    refusals=(INVALID,),
    seated=False,
    tagged=True,
)
@ROUTES.takes(RatingsQuery, location="query")
def list_ratings(query: dict[str, Any]) -> flask.Response:
    """List the ratings of the people at the caller's tables, and of bots, the best first.

    People are known by the `ref` that the owner has given them. A series counts some seconds after
    its end; one of a tournament when its round is over. Test tables do not count.
    """
    game, ref, page = query.get("game"), query.get("ref"), page_of(query)
    return listed(find_ratings(app.context, g.principal, game=game, ref=ref, **page))
