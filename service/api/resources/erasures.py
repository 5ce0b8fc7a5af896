"""People: their names are erased, and every proof stays valid."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.problems import FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import answer, done
from service.api.routes import Routes, Success
from service.api.schemas.fields import Ref, about
from service.api.schemas.request import Request
from service.players import erasure
from service.responses.erasures import ErasureJson

ROUTES: Final = Routes("erasures", description="Names of people, which can be erased.")


class ErasureRequest(Request):
    """The user whose names are erased."""

    ref = Ref(required=True, metadata=about("The `ref` of the user's seats."))


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>/person",
    "DELETE",
    "erasePerson",
    Success(
        HTTPStatus.NO_CONTENT, said="The name is erased, with the owner's notes on the person."
    ),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    repeatable=True,
    scope=Scope.TABLES,
)
def erase_person(table: UUID, seat: int) -> flask.Response:
    """Erase the name of the person on a seat, their `ref` and their `metadata`, for ever.

    The holder of the seat may, and the table's owner, who also erases all who left the seat before.
    The table then shows a pseudonym, in everything that it ever answers. Play goes on as before.
    """
    repeated = erasure.erase_seat(app.context, g.principal, table, seat, read_command())
    return done(replayed=repeated)


@ROUTES.operation(
    "/erasures",
    "POST",
    "erasePeople",
    Success(HTTPStatus.OK, ErasureJson),
    refusals=(*OF_BODIES, FORBIDDEN),
    scope=Scope.TABLES,
    seated=False,
)
@ROUTES.takes(ErasureRequest, location="json")
def erase_people(body: dict[str, Any]) -> flask.Response:
    """Erase a user of yours from all of your tables, by the `ref` that their seats have.

    At each table it does what `erasePerson` does. While `more` is true, send the request again. A
    repeated request finds nothing left to erase.
    """
    erased = erasure.erase_ref(app.context, g.principal, body["ref"], read_command())
    return answer(ErasureJson(persons=erased.persons, tables=erased.tables, more=erased.more))
