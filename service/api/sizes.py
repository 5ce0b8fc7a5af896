"""How long the head of a request may be; the body has its limit in Flask, its nesting in `reading`.

The web server has limits of its own, far above these: whatever runs in front, they hold here.
"""

from http import HTTPStatus
from typing import Final

import flask

from service.api.faults import Fault
from service.settings import Settings

_HEADER: Final = "HTTP_"


def register(app: flask.Flask, settings: Settings) -> None:
    """Refuse what is too long before anything else is asked."""

    def measure() -> None:
        environ = flask.request.environ
        if len(environ["PATH_INFO"]) + len(environ["QUERY_STRING"]) > settings.address_bytes:
            detail = f"An address has {settings.address_bytes} bytes at the most."
            raise Fault(HTTPStatus.REQUEST_URI_TOO_LONG, "uri-too-long", detail)
        headers = sum(len(name) + len(environ[name]) for name in environ if _HEADER in name)
        if headers > settings.header_bytes:
            detail = f"All headers together have {settings.header_bytes} bytes at the most."
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise Fault(status, "headers-too-large", detail)

    app.before_request(measure)
