"""The HTTP statuses of refusals, by short names."""

from http import HTTPStatus
from typing import Final

BAD_REQUEST: Final = HTTPStatus.BAD_REQUEST
FORBIDDEN: Final = HTTPStatus.FORBIDDEN
NOT_FOUND: Final = HTTPStatus.NOT_FOUND
NOT_ACCEPTABLE: Final = HTTPStatus.NOT_ACCEPTABLE
CONFLICT: Final = HTTPStatus.CONFLICT
GONE: Final = HTTPStatus.GONE
INVALID: Final = HTTPStatus.UNPROCESSABLE_ENTITY
TOO_MANY: Final = HTTPStatus.TOO_MANY_REQUESTS
UNAVAILABLE: Final = HTTPStatus.SERVICE_UNAVAILABLE

OF_BODIES: Final = (
    BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    INVALID,
)
"""The statuses of every operation that reads a body."""
