"""Request parsing: strict JSON, and the place of every error."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from itertools import islice
from math import isfinite
from typing import Any, Final, NoReturn, TypeAlias, cast

import flask
import marshmallow
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from service.api.bad_requests import MOST_ERRORS, Fault, FieldError, invalid, pointer, shortened

Json: TypeAlias = Any

NESTED: Final = 16
"""The deepest nesting of a body."""


def read_json(raw: bytes) -> Json:
    """The JSON of a body.

    Stricter than Python's parser: UTF-8 only, unique names, finite numbers, valid Unicode and
    limited nesting.

    Raises:
        Fault: 400 for invalid JSON, 422 for text that is not valid Unicode.
    """
    try:
        value = json.loads(
            raw.decode(),
            object_pairs_hook=_object,
            parse_float=_number,
            parse_constant=_number,
        )
    except UnicodeDecodeError as error:
        raise _malformed(f"not UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise _malformed(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise _malformed(f"{error.msg} at character {error.pos}") from None
    except ValueError as error:
        raise _malformed(str(error)) from None
    _require_shallow(value)
    if not _is_text(json.dumps(value, ensure_ascii=False)):
        raise invalid(*islice(_not_text(value, ()), MOST_ERRORS))
    return value


_TOO_DEEP: Final = f"nested more than {NESTED} deep"


def _malformed(detail: str) -> Fault:
    return Fault(HTTPStatus.BAD_REQUEST, "malformed-json", f"The body is no JSON: {detail}.")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        twice = next(
            name for name, times in Counter(name for name, _ in pairs).items() if times > 1
        )
        raise ValueError(f"an object has {_quoted(twice)} twice")
    return value


EXACT: Final = 2**53
"""Up to this number a float represents every integer exactly."""


def _number(digits: str) -> float:
    """A number; 1.0 is read as the integer 1 (JSON Schema)."""
    if digits.lstrip("-")[:1].isdigit() and isfinite(value := float(digits)):
        return int(value) if value.is_integer() and abs(value) <= EXACT else value
    raise ValueError(f"{digits[:20]} is no number")


def _quoted(name: str) -> str:
    """A name that is safe to repeat in an answer: short, and in ASCII."""
    return json.dumps(name[:40])


def _require_shallow(value: Json) -> None:
    level = [value]
    for _ in range(NESTED + 1):
        level = [inner for each in level for inner in _inner(each)]
    if level:
        raise _malformed(_TOO_DEEP)


def _inner(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return cast("dict[str, Json]", value).values()
    return value if isinstance(value, list) else ()


def _not_text(value: Json, at: tuple[str | int, ...]) -> Iterator[FieldError]:
    """The places of all texts with a lone surrogate, which UTF-8 cannot encode."""
    match value:
        case str() if not _is_text(value):
            yield FieldError(
                "pointer", pointer(*at), "is not Unicode text: it has a lone surrogate"
            )
        case list():
            for place, item in enumerate(value):
                yield from _not_text(item, (*at, place))
        case dict():
            for name, item in cast("dict[str, Json]", value).items():
                if _is_text(name):
                    yield from _not_text(item, (*at, name))
                else:
                    yield FieldError("pointer", pointer(*at), "has a name that is not Unicode text")
        case _:
            pass


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def body(request: flask.Request) -> Json:
    """The JSON of a request's body, read once.

    Raises:
        Fault: It is of another type, or no JSON.
    """
    if "body" not in flask.g:
        if request.mimetype != "application/json":
            raise Fault(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "The body must be JSON, sent as application/json.",
            )
        flask.g.body = read_json(_bytes(request))
    return flask.g.body


def _bytes(request: flask.Request) -> bytes:
    """The whole body. Without a declared length, Werkzeug would silently cut off a long one."""
    raw, most = request.get_data(), request.max_content_length
    if request.content_length is None and most is not None and len(raw) >= most:
        raise RequestEntityTooLarge
    return raw


def asks(schema: marshmallow.Schema) -> bool:
    """Whether a body must not be empty."""
    return any(field.required for field in schema.fields.values())


class Parser(FlaskParser):
    """Passes bodies and queries to the schemas, and their errors to the caller."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - declared so in webargs
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": marshmallow.RAISE,
    }

    def load_json(self, req: flask.Request, schema: marshmallow.Schema) -> Json:
        """The body; a missing body counts as an empty object if nothing is required."""
        if not asks(schema) and not req.content_type and not _bytes(req):
            return {}
        return body(req)

    def handle_error(  # noqa: D102 - documented in webargs
        self,
        error: marshmallow.ValidationError,
        req: flask.Request,  # noqa: ARG002
        schema: marshmallow.Schema,  # noqa: ARG002
        *,
        error_status_code: int | None,  # noqa: ARG002
        error_headers: Mapping[str, str] | None,  # noqa: ARG002
    ) -> NoReturn:
        raise invalid(*islice(_field_errors(cast("dict[str, Any]", error.messages)), MOST_ERRORS))


def _field_errors(messages: Mapping[str, Any]) -> Iterator[FieldError]:
    for location, found in messages.items():
        if location == "json":
            yield from _pointers(found, ())
        else:
            for name, details in found.items():
                yield FieldError("parameter", shortened(name), " ".join(details))


def _pointers(found: Any, at: tuple[str | int, ...]) -> Iterator[FieldError]:
    if isinstance(found, Mapping):
        for name, inner in cast("Mapping[str | int, Any]", found).items():
            yield from _pointers(inner, at if name == "_schema" else (*at, name))
    else:
        yield FieldError("pointer", pointer(*at), " ".join(cast("list[str]", found)))
