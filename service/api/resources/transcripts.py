"""A deal in other forms: as JSON, as a line of a file, in words; a position as SVG or text."""

from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Any, Final

import flask
import orjson

from domain.games import GAMES
from domain.kernel.event import FULL
from domain.kernel.sentence import Sentence
from formats import notations_of
from formats.notation import Notation
from formats.text_transcript import lines_of
from formats.transcript import write
from service.api.dependencies import app
from service.api.headers import language, vary
from service.api.problems import Fault
from service.api.responses import compressed, tag
from service.deals.views import as_drawing, as_text
from service.streams import Deal, TableStream
from service.timestamps import when

JSON, LINES, WORDS = "application/json", "application/x-ndjson", "text/plain"


def _said(kind: str, description: str) -> dict[str, Any]:
    return {"type": kind, "description": description}


MEDIA_TYPES: Final[Mapping[str, dict[str, Any]]] = {
    JSON: {
        "type": "object",
        "description": "A transcript, in the form of the project's test vectors.",
        "properties": {
            "id": _said("string", "The id of the deal."),
            "game": _said("string", "The game, by its key."),
            "options": _said("object", "The options of the table."),
            "seats": _said("integer", "How many seats the table has."),
            "dealer": _said("integer", "The seat that deals, where one was carried."),
            "leader": _said("integer", "The seat that leads, where one was carried."),
            "deck": {**_said("array", "The pack in its order."), "items": {"type": "string"}},
            "moves": {**_said("array", "The moves, in their order."), "items": {"type": "object"}},
            "expect": _said("object", "The expected result, for a replay."),
            "abandoned": _said("object", "Seats and reason, where the deal was abandoned."),
        },
        "additionalProperties": _said("integer", "The result of a lot of the game, by its name."),
        "required": ["id", "game", "options", "deck", "moves", "expect"],
    },
    LINES: _said("string", "The same on one line, as `fairdeal replay` reads it."),
    WORDS: _said("string", "The deal in words, for people."),
    **{
        notation.media_type: {
            "type": "string",
            "description": f"The notation of the {notation.title}, of a deal of {game.title}.",
        }
        for game in GAMES.values()
        for notation in notations_of(game)
    },
}


def transcript(deal: Deal) -> flask.Response:
    """The transcript in the form that the caller accepts; JSON if any form is accepted.

    Args:
        deal: The full deal.

    Raises:
        Fault: The caller accepts none of the forms.
    """
    assert deal.viewer == FULL, "a transcript has all the cards"
    form = accepted(_forms(deal))
    key = tag("transcript", deal.head, form)
    data = app.cache.get(key, lambda: _written(deal, form))
    response = compressed(flask.Response(data, mimetype=form), key=key)
    response.headers["Cache-Control"] = "private, max-age=86400, immutable"
    vary(response, "Accept", "Authorization")
    return response


def _forms(deal: Deal) -> Mapping[str, Notation | None]:
    """The forms that a transcript of this deal has, and the notations that they are."""
    notations = {notation.media_type: notation for notation in notations_of(deal.game)}
    return {JSON: None, LINES: None, WORDS: None, **notations}


def accepted(forms: Collection[str]) -> str:
    """The form that the caller accepts; the first if any is accepted.

    Raises:
        Fault: The caller accepts none of them.
    """
    wanted = flask.request.accept_mimetypes
    form = wanted.best_match([*forms]) if wanted else next(iter(forms))
    if form is None:
        available = Sentence("transcript-forms", {"forms": list(forms)})
        raise Fault(HTTPStatus.NOT_ACCEPTABLE, "not-acceptable", available)
    return form


def _written(deal: Deal, form: str) -> bytes:
    if (notation := _forms(deal)[form]) is not None:
        record = notation.write(deal.events, date=when(deal.records[0].at))
        return f"{record}\n".encode()
    if form == WORDS:
        return "\n".join([*lines_of(deal.events, name=str(deal.id)), ""]).encode()
    line = orjson.dumps(write(deal.game, deal.events))
    return line if form == JSON else line + b"\n"


SVG, POSITION_WORDS = "image/svg+xml", "text/plain"
FORMS: Final[Mapping[str, dict[str, Any]]] = {
    POSITION_WORDS: {
        "type": "string",
        "description": "A line for each hand, and each place with cards.",
    },
    SVG: {"type": "string", "description": "A drawing, with the names of the players."},
}


def position_of(seen: Deal, at: int, table: TableStream) -> flask.Response:
    """A position in the form that the caller accepts; text if any form is accepted.

    Args:
        seen: The viewer's deal.
        at: The position of the last event that is shown.
        table: Its table.

    Raises:
        Fault: The caller accepts none of the forms.
    """
    form = accepted(FORMS)
    made = (as_drawing if form == SVG else as_text)(seen, at, table.state, language())
    response = flask.Response(made, mimetype=form)
    if seen.over:
        response = compressed(response)
    response.headers["Cache-Control"] = "private, max-age=3600" if seen.over else "no-store"
    response.vary.update(("Accept", "Authorization"))
    return response
