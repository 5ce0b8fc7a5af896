"""Requests: their beginning and limits, strict JSON, and the command of an idempotency key.

The web server has far higher limits of its own. These hold whatever server or proxy is used. Flask
limits the length of a body.
"""

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from http import HTTPStatus
from itertools import chain, islice
from math import isfinite
from typing import Any, Final, NoReturn, ParamSpec, TypeAlias, TypeVar, cast
from uuid import UUID

import flask
import marshmallow
from flask import g
from flask.globals import app_ctx, request_ctx
from structlog.contextvars import bind_contextvars, clear_contextvars
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from domain.kernel.event import Digest
from domain.kernel.sentence import Sentence
from service import ids
from service.access.credentials import Anonymous, ApiKey, EntryHolder, Identity, SeatHolder
from service.api.dependencies import app
from service.api.headers import IDEMPOTENCY_KEY, REQUEST_ID, preflight
from service.api.problems import (
    MOST_ERRORS,
    TOO_MANY,
    Fault,
    FieldError,
    invalid,
    pointer,
    shortened,
)
from service.api.schemas.request import Request
from service.commands import Command
from service.fair import WAITING
from service.problems import Code

P = ParamSpec("P")
T = TypeVar("T")
Json: TypeAlias = Any

LATE: Final = "fairdeal.late"
"""The key in the environment of a request whose body was incomplete at its time limit."""
CUT: Final = "fairdeal.cut"
"""The same of a request whose body ended before it was complete."""
CROWDED: Final = "fairdeal.crowded"
"""The key in the environment of a request for whose caller too many others wait already."""
UNFIT: Final = frozenset({LATE, CUT, CROWDED})
ONE_HEADER: Final = 4_096
"""The limit of one header: libraries parse some by quadratic regular expressions."""
UNREAD: Final = frozenset({"HTTP_AUTHORIZATION", "HTTP_COOKIE"})
"""Headers that are not parsed by regular expressions."""
NESTED: Final = 16
"""The deepest nesting of a body."""
KEPT_QUERY: Final = 200
"""The longest query whose values are kept."""
MOST_NAMES: Final = 70
"""The most names of an object in a body. No schema takes as many, and unknown ones cost time."""
MOST_BRACKETS: Final = 10_240
"""The most opening brackets in a body. Texts within their own limits have fewer, and each list and
object costs time.
"""
MOST_DIGITS: Final = 400
"""The most digits of a whole number in a body: about as many as the largest float has."""
EXACT: Final = 2**53
"""Up to this number a float represents every integer exactly."""
KEY_PATTERN: Final = "^[!-~]{1,255}$"
LEAST_OF_STRANGER: Final = 20
"""The least characters of a key without a credential: who guesses it gets the token of a player."""
_HEADER: Final = "HTTP_"
_REQUEST_ID: Final = f"{_HEADER}{REQUEST_ID.upper().replace('-', '_')}"
_MEDIA_TYPE: Final = "CONTENT_TYPE"
_ENCODING: Final = "HTTP_CONTENT_ENCODING"
_AS_IT_IS: Final = "identity"
_SANE_ID: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_KEY: Final = re.compile(KEY_PATTERN)
_SCOPE: Final = "request"
_SIGNED: Final = frozenset({"signature", "expected_version"})
"""The fields that change when a caller signs the same request again, over a longer record."""
_MALFORMED: Final = "malformed-json"
_BLANKS: Final = b" \t\r\n"
_TOO_DEEP: Final = f"nested more than {NESTED} deep"


# --- Beginning -----------------------------------------------------------------------------------


def begin() -> flask.Response | None:
    """Begin a request: its id, its start, and the limits of its head.

    Logs name the table, deal and seat in the address. Free text is left out: it can be anything.

    Raises:
        Fault: The address or a header is too long, or the body came too late.
    """
    request, about, runtime = request_ctx.request, app_ctx.g, app.context.runtime
    given = request.environ.get(_REQUEST_ID, "")
    about.request_id = given if _SANE_ID.fullmatch(given) else runtime.uuid().hex
    about.started_at = runtime.monotonic()
    named = (request.view_args or {}).items()
    subject = {name: str(value) for name, value in named if isinstance(value, (UUID, int))}
    clear_contextvars()
    bind_contextvars(request=about.request_id, **subject)
    if not UNFIT.isdisjoint(request.environ):
        raise _unfit(request.environ)
    _require_short_head(request.environ)
    return preflight() if request.method == "OPTIONS" else None


def _unfit(environ: dict[str, Any]) -> Fault:
    """Why the bridge gave a request that is not worked on."""
    if LATE in environ:
        slow = Sentence("body-too-slow", {"seconds": app.settings.request_seconds})
        return Fault(HTTPStatus.REQUEST_TIMEOUT, "request-timeout", slow)
    if CUT in environ:
        return _cut_off()
    crowded = Sentence("too-many-waiting", {"most": WAITING})
    return Fault(TOO_MANY, Code.TOO_MANY_REQUESTS, crowded, retry=1)


def _require_short_head(environ: dict[str, Any]) -> None:
    settings, size, detail = app.settings, 0, None
    if len(environ["PATH_INFO"]) + len(environ["QUERY_STRING"]) > settings.address_bytes:
        long = Sentence("address-too-long", {"bytes": settings.address_bytes})
        raise Fault(HTTPStatus.REQUEST_URI_TOO_LONG, "uri-too-long", long)
    for name, value in environ.items():
        if _HEADER in name:
            size += len(name) + len(value)
        elif name != _MEDIA_TYPE:
            continue
        if len(value) > ONE_HEADER and name not in UNREAD:
            detail = Sentence("header-too-long", {"bytes": ONE_HEADER})
    if size > settings.header_bytes:
        detail = detail or Sentence("headers-too-long", {"bytes": settings.header_bytes})
    if detail:
        raise Fault(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "headers-too-large", detail)


# --- Commands ------------------------------------------------------------------------------------


def read_command(*, signature: str | None = None) -> Command:
    """The command of this request. The same key, caller and resource: the same command.

    A signature is over the record as it was when the caller signed. It is no part of the
    fingerprint, nor is the version of that record, so a caller may sign again and repeat the
    request after the record has grown.

    Args:
        signature: The signature of the caller's seat that came with it, in hex.

    Raises:
        Fault: The key is not one.
    """
    request, about, context = request_ctx.request, app_ctx.g, app.context
    identity: Identity = about.identity
    secret = context.secret
    who, key = identity.principal, request.headers.get(IDEMPOTENCY_KEY)
    if key is None:
        id_ = ids.fresh_command_id(context.runtime)
    elif not _KEY.fullmatch(key):
        raise invalid(FieldError("header", IDEMPOTENCY_KEY, Sentence("form-idempotency-key")))
    elif isinstance(who, Anonymous) and len(key) < LEAST_OF_STRANGER:
        least = Sentence("form-idempotency-key-short", {"least": LEAST_OF_STRANGER})
        raise invalid(FieldError("header", IDEMPOTENCY_KEY, least))
    else:
        id_ = ids.command_id(secret, _SCOPE, identity.scope, request.method, request.path, key)
    body = about.get("body")
    if isinstance(body, dict) and "signature" in body:
        fields = cast("dict[str, Json]", body).items()
        body = {name: value for name, value in fields if name not in _SIGNED}
    said = json.dumps(body, sort_keys=True)
    return Command(
        id_,
        identity.actor,
        fingerprint=ids.digest(secret, ids.FINGERPRINT, request.method, request.path, said),
        correlation=about.request_id,
        token=Digest(identity.hash) if isinstance(who, SeatHolder | EntryHolder) else None,
        signature=signature,
        tests_only=isinstance(who, ApiKey) and who.test,
    )


# --- JSON ----------------------------------------------------------------------------------------


def read_json(raw: bytes) -> Json:
    """The JSON of a body.

    Stricter than Python's parser: UTF-8 only, unique names, finite numbers, valid Unicode, limited
    nesting, and a limited number of names, lists and objects.

    Raises:
        Fault: 400 for invalid JSON, 422 for text that is not valid Unicode and for too many names.
    """
    if raw.startswith(BOM_UTF8):
        raise _malformed("it begins with a byte order mark")
    try:
        text = raw.decode()
        if (brackets := text.count("[") + text.count("{")) > MOST_BRACKETS:
            raise _malformed(f"more than {MOST_BRACKETS} opening brackets")
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
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
    has_escape = "\\u" in text  # only an escape can write half a character
    if has_escape or brackets > NESTED or text.count(":") > MOST_NAMES:
        _require_small(value, suspect=has_escape)
    return value


def _require_small(value: Json, *, suspect: bool) -> None:
    """See that a value is nested little, with few names, and where it is suspect its texts."""
    level: list[Json] = [value]
    for _ in range(NESTED + 1):
        inner = [each for each in level if isinstance(each, (list, dict))]
        objects = [each for each in inner if isinstance(each, dict)]
        suspect = suspect or any(len(each) > MOST_NAMES for each in objects)
        level = [*chain(*(each.values() if isinstance(each, dict) else each for each in inner))]
    if level:
        raise _malformed(_TOO_DEEP)
    if suspect and (errors := [*islice(_errors_in(value, ()), MOST_ERRORS)]):
        raise invalid(*errors)


def _malformed(detail: str) -> Fault:
    return Fault(HTTPStatus.BAD_REQUEST, _MALFORMED, Sentence(_MALFORMED, {"why": detail}))


def _cut_off() -> Fault:
    return Fault(HTTPStatus.BAD_REQUEST, _MALFORMED, Sentence("body-cut-off"))


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        twice = next(
            name for name, times in Counter(name for name, _ in pairs).items() if times > 1
        )
        raise ValueError(f"an object has {_quoted(twice)} twice")
    return value


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has more than {MOST_DIGITS} digits")
    return int(digits)


def _number(digits: str) -> float:
    """A number; 1.0 is read as the integer 1 (JSON Schema)."""
    if digits.lstrip("-")[:1].isdigit() and isfinite(value := float(digits)):
        return int(value) if value.is_integer() and abs(value) <= EXACT else value
    raise ValueError(f"{digits[:20]} is no number")


def _quoted(name: str) -> str:
    """A name that is safe to repeat in an answer: short, and in ASCII."""
    return json.dumps(name[:40])


def _errors_in(value: Json, at: tuple[str | int, ...]) -> Iterator[FieldError]:
    """Errors of objects with too many names, and of texts that UTF-8 cannot encode."""
    match value:
        case str() if not _is_text(value):
            yield FieldError("pointer", pointer(*at), Sentence("form-surrogate"))
        case list():
            for place, item in enumerate(value):
                yield from _errors_in(item, (*at, place))
        case dict() if len(cast("dict[str, Json]", value)) > MOST_NAMES:
            number = len(cast("dict[str, Json]", value))
            many = Sentence("form-many-names", {"number": number})
            yield FieldError("pointer", pointer(*at), many)
        case dict():
            for name, item in cast("dict[str, Json]", value).items():
                if _is_text(name):
                    yield from _errors_in(item, (*at, name))
                else:
                    yield FieldError("pointer", pointer(*at), Sentence("form-name-not-unicode"))
        case _:
            pass


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


# --- Schemas -------------------------------------------------------------------------------------


def asks(schema: marshmallow.Schema) -> bool:
    """Whether a body must not be empty."""
    return any(field.required for field in schema.fields.values())


def _bytes(request: flask.Request) -> bytes:
    """The whole body. Without a declared length, Werkzeug would silently cut off a long one."""
    length, most = request.content_length, app.settings.body_bytes
    if length is not None and length <= most:  # without the objects that Werkzeug reads it by
        body: bytes = request.environ["wsgi.input"].read(length)
        if len(body) < length:
            raise _cut_off()
        return body
    raw = request.get_data()
    if length is None and len(raw) >= most:
        raise RequestEntityTooLarge
    return raw


class Parser(FlaskParser):
    """Passes bodies and queries to the schemas, and their errors to the caller."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - declared so in webargs
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": marshmallow.RAISE,
    }

    def parse(self, argmap: Any, req: Any = None, **rest: Any) -> Any:
        """What is passed. A short query is the same each time."""
        query = flask.request.query_string if rest.get("location") == "query" else None
        if query is not None and len(query) <= KEPT_QUERY:
            return dict(_of_query(argmap, query))
        return super().parse(argmap, req, **rest)

    def load_json(self, req: flask.Request, schema: marshmallow.Schema) -> Json:
        """The body; an empty body, of any type, is an empty object if nothing is required.

        Raises:
            Fault: It is missing, of another type, or no JSON.
        """
        raw = _bytes(req)
        if not raw.strip(_BLANKS):
            if asks(schema):
                needed = (name for name, field in schema.fields.items() if field.required)
                missing = Sentence("body-missing", {"fields": [*needed]})
                raise Fault(HTTPStatus.BAD_REQUEST, _MALFORMED, missing)
            return {}
        if req.mimetype != "application/json":
            no_json = Sentence("body-not-json")
            raise Fault(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", no_json)
        if req.environ.get(_ENCODING, _AS_IT_IS) != _AS_IT_IS:
            encoded = Sentence("body-encoded")
            raise Fault(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", encoded)
        g.body = read_json(raw)
        return g.body

    def load_querystring(self, req: flask.Request, schema: marshmallow.Schema) -> Any:
        """The parameters, each with one value.

        Raises:
            Fault: One has several.
        """
        repeated = [name for name, values in req.args.lists() if len({*values}) > 1]
        if repeated:
            detail = Sentence("form-several")
            raise invalid(*(FieldError("parameter", shortened(name), detail) for name in repeated))
        return super().load_querystring(req, schema)

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


PARSER: Final = Parser()


@lru_cache(maxsize=1_000)
def _of_query(schema: Any, query: bytes) -> Any:  # noqa: ARG001 - that of the request
    return super(Parser, PARSER).parse(schema, location="query")


def without_query(view: Callable[P, T]) -> Callable[P, T]:
    """A view whose operation takes no parameters in the query, so that it refuses any."""

    @wraps(view)
    def strict(*args: P.args, **kwargs: P.kwargs) -> T:
        if flask.request.query_string:
            PARSER.parse(Request(), flask.request, location="query")
        return view(*args, **kwargs)

    return strict


def _field_errors(messages: Mapping[str, Any]) -> Iterator[FieldError]:
    for location, found in messages.items():
        if location == "json":
            yield from _pointers(found, ())
        else:
            for name, details in found.items():
                yield FieldError("parameter", shortened(name), details[0])


def _pointers(found: Any, at: tuple[str | int, ...]) -> Iterator[FieldError]:
    if isinstance(found, Mapping):
        for name, inner in cast("Mapping[str | int, Any]", found).items():
            yield from _pointers(inner, at if name == "_schema" else (*at, name))
    else:
        yield FieldError("pointer", pointer(*at), found[0])
