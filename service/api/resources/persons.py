"""Persons: their phrases at a table, presence, reports and ratings; their names are erased."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from domain.table.guests import WATCHER
from domain.table.phrases import PHRASES
from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.headers import language
from service.api.problems import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import answer, created, done, listed, page_of, public_answer
from service.api.routes import Routes, Success
from service.api.schemas.fields import Digits, PageCursor, Ref, Text, WordOf, about
from service.api.schemas.request import LONGEST_WORD, Request
from service.players import erasure, phrases
from service.ratings.lists import find_ratings
from service.responses.players import (
    ErasureJson,
    PeopleJson,
    PhraseJson,
    PhraseListJson,
    PhraseTextJson,
    RatingListJson,
    ReportListJson,
)

AT_TABLES: Final = Routes(
    "phrases", description="Phrases at a table, and the people who are there."
)


class PhraseRequest(Request):
    """What a person says."""

    phrase = WordOf(PHRASES, required=True, metadata=about("Its key."))


@AT_TABLES.operation(
    "/phrases",
    "GET",
    "listPhrases",
    Success(HTTPStatus.OK, PhraseListJson),
    secured=False,
    tagged=True,
)
def list_phrases() -> flask.Response:
    """List what people can say at a table, with the texts in the language of the answer."""
    texts: list[PhraseTextJson] = [
        {"phrase": each, "text": language().message(f"phrase-{each}")} for each in PHRASES
    ]
    return public_answer(PhraseListJson(phrases=texts))


@AT_TABLES.operation(
    "/tables/<uuid:table>/people",
    "GET",
    "getPeople",
    Success(HTTPStatus.OK, PeopleJson),
    refusals=(NOT_FOUND,),
    guests=(WATCHER,),
    public=True,
)
def get_people(table: UUID) -> flask.Response:
    """Read which seats are present, and the last ten phrases.

    Callers who may not watch a deal see no one. With `people`, the streams of the table and of its
    deals have the same as lines `{"type": "people", "position": …, "people": …}`: one at the
    beginning, and one after each change. They are no events, and their position is the stream's.
    """
    response = answer(phrases.read_people(app.context, g.principal, table))
    response.headers["Cache-Control"] = "private, no-store"
    return response


@AT_TABLES.operation(
    "/tables/<uuid:table>/phrases",
    "POST",
    "sayPhrase",
    Success(HTTPStatus.CREATED, PhraseJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    keyed=False,
)
@AT_TABLES.takes(PhraseRequest, location="json")
def say_phrase(body: dict[str, Any], table: UUID) -> flask.Response:
    """Say a phrase of the fixed list to the people at the table.

    With the token of a person's seat; bots say nothing. `phrases` of the table tells when. A seat
    says one phrase in five seconds (429 `too-soon`, with `Retry-After`). A phrase is no part of
    the record. It is deleted after 30 days, or when the person is erased.
    """
    said, replayed = phrases.say(app.context, g.principal, table, body["phrase"], read_command())
    return created(phrases.phrase_json(said), replayed=replayed)


@AT_TABLES.operation(
    "/tables/<uuid:table>/phrases/<int(min=1):phrase>/report",
    "POST",
    "reportPhrase",
    Success(HTTPStatus.CREATED, PhraseJson, said="The phrase that is reported."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID, CONFLICT),
    keyed=False,
)
def report_phrase(table: UUID, phrase: int) -> flask.Response:
    """Report a phrase that another seat has said: to the owner of the table.

    With the token of a person's seat. The owner sees it with the phrases before it, ten in all.
    Nothing else follows from it. A seat has five reports. To report a phrase twice changes nothing.
    """
    reported, replayed = phrases.report(app.context, g.principal, table, phrase)
    return created(phrases.phrase_json(reported), replayed=replayed)


@AT_TABLES.operation(
    "/reports",
    "GET",
    "listReports",
    Success(HTTPStatus.OK, ReportListJson),
    scope=Scope.DISPUTES,
    seated=False,
)
def list_reports() -> flask.Response:
    """Read the reports of phrases at the caller's tables: the newest hundred of 30 days."""
    response = answer(ReportListJson(reports=phrases.reports_json(app.context, g.principal)))
    response.headers["Cache-Control"] = "private, no-store"
    return response


ERASURES: Final = Routes("erasures", description="Names of people, which can be erased.")


class ErasureRequest(Request):
    """The user whose names are erased."""

    ref = Ref(required=True, metadata=about("The `ref` of the user's seats."))


@ERASURES.operation(
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


@ERASURES.operation(
    "/erasures",
    "POST",
    "erasePeople",
    Success(HTTPStatus.OK, ErasureJson),
    refusals=(*OF_BODIES, FORBIDDEN),
    scope=Scope.TABLES,
    seated=False,
)
@ERASURES.takes(ErasureRequest, location="json")
def erase_people(body: dict[str, Any]) -> flask.Response:
    """Erase a user of yours from all of your tables, by the `ref` that their seats have.

    At each table it does what `erasePerson` does. While `more` is true, send the request again. A
    repeated request finds nothing left to erase.
    """
    erased = erasure.erase_ref(app.context, g.principal, body["ref"], read_command())
    return answer(ErasureJson(persons=erased.persons, tables=erased.tables, more=erased.more))


RATINGS: Final = Routes("ratings", description="The strength of people and bots, by their series.")


class RatingsQuery(Request):
    """Which ratings are listed."""

    game = Text(longest=LONGEST_WORD, metadata=about("Only ratings in this game."))
    ref = Ref(metadata=about("Only ratings of the person with this id of yours."))
    cursor = PageCursor(size=44)
    limit = Digits(low=1, high=1000, metadata=about("The most ratings on the page."))


@RATINGS.operation(
    "/ratings",
    "GET",
    "listRatings",
    Success(HTTPStatus.OK, RatingListJson),
    refusals=(INVALID,),
    seated=False,
    tagged=True,
)
@RATINGS.takes(RatingsQuery, location="query")
def list_ratings(query: dict[str, Any]) -> flask.Response:
    """List the ratings of the people at the caller's tables, and of bots, the best first.

    People are known by the `ref` that the owner has given them. A series counts some seconds after
    its end; one of a tournament when its round is over. Test tables do not count.
    """
    game, ref, page = query.get("game"), query.get("ref"), page_of(query)
    return listed(find_ratings(app.context, g.principal, game=game, ref=ref, **page))
