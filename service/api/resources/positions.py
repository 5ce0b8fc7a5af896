"""A position of a deal as SVG, and as text."""

from collections.abc import Mapping
from typing import Any, Final

import flask

from service.api.headers import language
from service.api.resources.transcripts import accepted
from service.api.responses import compressed
from service.deals.positions import as_drawing, as_text
from service.streams import Deal, TableStream

SVG, WORDS = "image/svg+xml", "text/plain"
FORMS: Final[Mapping[str, dict[str, Any]]] = {
    WORDS: {"type": "string", "description": "A line for each hand, and each place with cards."},
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
