"""The preferences of a client for an answer (RFC 7240)."""

from typing import Final

import flask
from werkzeug.http import parse_options_header

from service.api.headers import vary

PREFER: Final = "Prefer"
APPLIED: Final = "Preference-Applied"
REPRESENTATION: Final = "return=representation"


def representation() -> dict[str, str] | None:
    """The parameters of the preference for a representation; None: there is no such preference."""
    for preference in flask.request.headers.get(PREFER, "").split(","):
        name, parameters = parse_options_header(preference.strip())
        if name.lower().replace('"', "") == REPRESENTATION:
            return parameters
    return None


def applied(response: flask.Response) -> flask.Response:
    """An answer that says that the preference for a representation was followed."""
    response.headers[APPLIED] = REPRESENTATION
    vary(response, PREFER)
    return response
