"""The requests of ratings."""

from service.api.schemas.fields import Digits, PageCursor, Ref, Text, about
from service.api.schemas.request import Request
from service.api.schemas.terms import LONGEST_WORD


class RatingsQuery(Request):
    """Which ratings are listed."""

    game = Text(longest=LONGEST_WORD, metadata=about("Only ratings in this game."))
    ref = Ref(metadata=about("Only ratings of the person with this id of yours."))
    cursor = PageCursor(size=44)
    limit = Digits(low=1, high=1000, metadata=about("The most ratings on the page."))
