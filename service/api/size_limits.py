"""Size limits of a request's head, and the time limit of its body.

Flask limits the length of the body, and `service.api.parsing` its nesting.

The web server has far higher limits of its own. These hold whatever server or proxy is used.
"""

from http import HTTPStatus
from typing import Final

import flask

from service.api.bad_requests import Fault
from service.settings import Settings

LATE: Final = "fairdeal.late"
"""The key in the environment of a request whose body was incomplete at its time limit."""
ONE_HEADER: Final = 4_096
"""The limit of one header: libraries parse some by quadratic regular expressions."""
UNREAD: Final = frozenset({"HTTP_AUTHORIZATION", "HTTP_COOKIE"})
"""Headers that are not parsed by regular expressions."""
_HEADER: Final = "HTTP_"
_MEDIA_TYPE: Final = "CONTENT_TYPE"


def register(app: flask.Flask, settings: Settings) -> None:
    """Refuse a request that is too long before any other check."""

    def measure() -> None:
        environ = flask.request.environ
        if LATE in environ:
            detail = f"The body did not arrive within {settings.request_seconds} seconds."
            raise Fault(HTTPStatus.REQUEST_TIMEOUT, "request-timeout", detail)
        if len(environ["PATH_INFO"]) + len(environ["QUERY_STRING"]) > settings.address_bytes:
            detail = f"An address has at most {settings.address_bytes} bytes."
            raise Fault(HTTPStatus.REQUEST_URI_TOO_LONG, "uri-too-long", detail)
        for name in environ.keys() - UNREAD:
            if (_HEADER in name or name == _MEDIA_TYPE) and len(environ[name]) > ONE_HEADER:
                raise _too_large(f"A header has {ONE_HEADER} bytes at the most.")
        headers = sum(len(name) + len(environ[name]) for name in environ if _HEADER in name)
        if headers > settings.header_bytes:
            raise _too_large(f"All headers have {settings.header_bytes} bytes at the most.")

    def close(response: flask.Response) -> flask.Response:
        """Close the connection: the rest of a late body could be mistaken for another request."""
        if LATE in flask.request.environ:
            response.headers["Connection"] = "close"
        return response

    app.before_request(measure)
    app.after_request(close)


def _too_large(detail: str) -> Fault:
    return Fault(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "headers-too-large", detail)
