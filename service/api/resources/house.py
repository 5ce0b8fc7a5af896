"""Playing on the page without a key: tables of the house, and the queue of those who wait."""

from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

import flask
from flask import g

from domain.kernel.sentence import Sentence
from service import ids
from service.access.budgets import Price
from service.access.credentials import HOUSE, counted_as
from service.api.authentication import stranger
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, OF_BODIES
from service.api.resources.tables import created_table, new_table_json, table_opened
from service.api.responses import answer
from service.api.routes import Routes, Success
from service.api.schemas.fields import Flag, Name, Pattern, Text, WholeNumberField, about
from service.api.schemas.request import LONGEST_WORD, Request
from service.api.schemas.requests import LARGEST
from service.commands import Command
from service.problems import Code, Problem
from service.responses.players import QueuePlaceJson
from service.responses.tables import NewHouseTableJson, NewTableJson
from service.tables.house import (
    NewGame,
    QueueStanding,
    WantedGame,
    leave_queue,
    open_house_table,
    open_lesson,
    wait_for_others,
)

ROUTES: Final = Routes(
    "play-now", description="Games against bots or with a friend, at once and without a key."
)
PRICE: Final = Price(base=20)


class WantedGameRequest(Request):
    """A request for a game of the house."""

    game = Text(longest=LONGEST_WORD, required=True, metadata=about("The game, by its key."))
    name = Name(required=True, metadata=about("The name of the player at the table."))
    target = WholeNumberField(
        low=1,
        high=LARGEST,
        metadata=about("The score or number of deals that ends the series. Default: the game's."),
    )


class PlayNowRequest(WantedGameRequest):
    """A request for a game at once, against bots or with a friend."""

    level = Text(longest=LONGEST_WORD, required=True, metadata=about("The level of the bots."))
    friend = Flag(
        load_default=False,
        metadata=about("Whether the seat opposite stays free, for a friend who is sent the link."),
    )


class BeginLessonRequest(Request):
    """A request for a lesson."""

    name = Name(required=True, metadata=about("The name of the learner at the table."))


@ROUTES.operation(
    "/play-now",
    "POST",
    "playNow",
    Success(HTTPStatus.CREATED, NewHouseTableJson),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    price=PRICE,
    secured=False,
    placed=True,
)
@ROUTES.takes(PlayNowRequest, location="json")
def play_now(body: dict[str, Any]) -> flask.Response:
    """Play at once, without a key, with bots or a friend: for the page of this service alone.

    Such a table is the house's. It is private, and is closed after an hour without a move. There
    are no webhooks, notes, analyses and branches. People at one address have three at a time. Where
    the operator offers no such tables, it is refused (`not-allowed`).

    With `friend` the seat opposite stays free: the answer has an invitation to it. Bots play on all
    other seats. Hints are for games against bots alone.
    """
    address, command = _stranger()
    made = open_house_table(app.context, NewGame(**body), address, command)
    shown: NewHouseTableJson = {
        **new_table_json(made.done, command),
        "invitation": made.invitation,
    }
    return created_table(made.done, shown)


@ROUTES.operation(
    "/lessons/<game>",
    "POST",
    "beginLesson",
    Success(HTTPStatus.CREATED, NewTableJson),
    refusals=(*OF_BODIES, FORBIDDEN, HTTPStatus.NOT_FOUND, CONFLICT),
    price=PRICE,
    secured=False,
    placed=True,
)
@ROUTES.takes(BeginLessonRequest, location="json")
def begin_lesson(body: dict[str, Any], game: str) -> flask.Response:
    """Begin a lesson, by the key of its game: for the page of this service alone.

    Its table is as one of `playNow`, and a test: its deal is laid by hand. `getLesson` gives its
    steps.
    """
    address, command = _stranger()
    return table_opened(open_lesson(app.context, game, body["name"], address, command), command)


def _stranger() -> tuple[str, Command]:
    """The account of the address that asks, and the command to open a table for it.

    Raises:
        Problem: ``not-allowed``.
    """
    require_own_page()
    g.principal = stranger().principal
    id_ = ids.fresh_command_id(app.context.runtime)
    return counted_as(g.principal), Command(id_, HOUSE.actor, correlation=g.request_id)


def require_own_page() -> None:
    """Check that a page of this service asks, as far as browsers show it.

    Behind a proxy that changes `Host`, browsers still name the site by `Sec-Fetch-Site`.

    Raises:
        Problem: ``not-allowed``.
    """
    headers = flask.request.headers
    origin = urlsplit(headers.get("Origin", "")).netloc
    is_ours = origin == headers.get("Host") or headers.get("Sec-Fetch-Site") == "same-origin"
    if not (origin and is_ours):
        raise Problem(Code.NOT_ALLOWED, Sentence("own-page-only"))


QUEUE: Final = Routes("queue", description="People without a key who wait for others to play with.")
QUEUE_PRICE: Final = Price(base=2)


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


class QueueRequest(WantedGameRequest):
    """A request to wait for others, or to wait on."""

    place = _place()
    bots = Text(
        longest=LONGEST_WORD,
        allow_none=True,
        load_default=None,
        metadata=about("The level of the bots that may fill the table; null: none may."),
    )


@QUEUE.operation(
    "/queue",
    "PUT",
    "waitForPlayers",
    Success(HTTPStatus.OK, QueuePlaceJson),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    price=QUEUE_PRICE,
    secured=False,
)
@QUEUE.takes(QueueRequest, location="json")
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


@QUEUE.operation(
    "/queue/leaving",
    "POST",
    "leaveQueue",
    Success(HTTPStatus.OK, QueuePlaceJson),
    refusals=(*OF_BODIES, FORBIDDEN),
    secured=False,
)
@QUEUE.takes(QueueSecretRequest, location="json")
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
