"""The queue of people without a key who wait for others to play with."""

from http import HTTPStatus
from typing import Any, Final

import flask
from flask import g

from domain.kernel.sentence import Sentence
from service.access.budgets import Price
from service.access.credentials import counted_as
from service.api.authentication import stranger
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, OF_BODIES
from service.api.resources.house import require_own_page
from service.api.responses import answer
from service.api.routes import Routes, Success
from service.api.schemas.fields import Name, Text, WholeNumberField, about
from service.api.schemas.forms import Pattern
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST
from service.api.schemas.terms import LONGEST_WORD
from service.responses.queue import QueuePlaceJson
from service.tables.house import QueueStanding, WantedGame, leave_queue, wait_for_others

ROUTES: Final = Routes(
    "queue", description="People without a key who wait for others to play with."
)
PRICE: Final = Price(base=2)


_SECRET = "^wait_[A-Za-z0-9_-]{43}$"  # noqa: S105 - the form, not a secret


def _place() -> Text:
    return Text(
        longest=48,
        required=True,
        pattern=Pattern(_SECRET, Sentence("form-place")),
        metadata=about(
            "The secret of the place, which the page makes: `wait_` and 32 random bytes."
        ),
    )


class QueueSecretRequest(Request):
    """A request about a place in the queue."""

    place = _place()


class QueueRequest(Request):
    """A request to wait for others, or to wait on."""

    place = _place()
    game = Text(longest=LONGEST_WORD, required=True, metadata=about("The game, by its key."))
    name = Name(required=True, metadata=about("The name of the player at the table."))
    target = WholeNumberField(
        low=1,
        high=LARGEST,
        metadata=about("The score or number of deals that ends the series. Default: the game's."),
    )
    bots = Text(
        longest=LONGEST_WORD,
        allow_none=True,
        load_default=None,
        metadata=about("The level of the bots that may fill the table; null: none may."),
    )


@ROUTES.operation(
    "/queue",
    "PUT",
    "waitForPlayers",
    Success(HTTPStatus.OK, QueuePlaceJson),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    price=PRICE,
    secured=False,
)
@ROUTES.takes(QueueRequest, location="json")
def wait_for_players(body: dict[str, Any]) -> flask.Response:
    """Wait for others who want to play the same game: for the page of this service alone.

    Send it again every few seconds. A place ends a minute after it was last sent. Those who have
    waited longest are seated first, at a table of the house as with `POST /play-now`. Where enough
    players are missing for half a minute, bots fill the table of those who agree. The same place
    has one seat at most, whatever is sent again. An address has three places and open tables.
    """
    require_own_page()
    g.principal = stranger().principal
    return _answer(wait_for_others(app.context, WantedGame(**body), counted_as(g.principal)))


@ROUTES.operation(
    "/queue/leaving",
    "POST",
    "leaveQueue",
    Success(HTTPStatus.OK, QueuePlaceJson),
    refusals=(*OF_BODIES, FORBIDDEN),
    secured=False,
)
@ROUTES.takes(QueueSecretRequest, location="json")
def leave(body: dict[str, Any]) -> flask.Response:
    """Give a place in the queue up for good. A person who was seated meanwhile keeps the seat."""
    require_own_page()
    g.principal = stranger().principal
    return _answer(leave_queue(app.context, body["place"]))


def _answer(standing: QueueStanding) -> flask.Response:
    seated = standing.seated
    shown: QueuePlaceJson = {
        "state": standing.state,
        "ahead": standing.ahead,
        "missing": standing.missing,
        "bots_in": standing.bots_in,
        "table": None if standing.table is None else str(standing.table),
        "seat": None if seated is None else seated.seat,
        "token": None if seated is None else seated.token,
    }
    return answer(shown)
