"""The contract, `openapi.yaml`: OpenAPI 3.1, made from routes, schemas, games and webhooks."""

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, Final, cast

import flask
from flask_smorest import Api  # type: ignore[import-untyped]
from werkzeug.routing import BaseConverter

from domain.games import GAMES
from domain.kernel.cards import SUITS
from domain.kernel.game import Game
from service.access.credentials import ENTRY, GUEST_KINDS
from service.api.contract.compact import compact, component_name, keep_types_few
from service.api.contract.examples import illustrate, response_name, share_examples
from service.api.contract.games import (
    JsonSchema,
    constant,
    event_name,
    event_schema,
    events_of,
    moves_of,
    options_schema,
    part,
    score_schema,
    seat_request_name,
    seat_request_schema,
    state_schema,
    table_request_schema,
)
from service.api.contract.plain_yaml import written
from service.api.contract.response_schemas import (
    component_reference,
    components,
    reference,
    said_by_name,
)
from service.api.contract.tags import TAGS
from service.api.problems import MEDIA_TYPE
from service.api.routes import HEADERS, headed
from service.api.schemas.fields import Hexadecimal, Text, WordOf
from service.api.schemas.request import CombinedRequest, combinations_of
from service.responses.base import AnyEventJson
from service.responses.problems import ProblemJson
from service.responses.webhooks import NEWS_KINDS


class SeatConverter(BaseConverter):
    """A seat in a path."""

    regex = "[0-9]"
    part_isolating = True

    def schema(self) -> dict[str, Any]:
        """How the contract writes it."""
        return {"type": "integer", "minimum": 0, "maximum": 9}

    def to_python(self, value: str) -> int:
        """The seat."""
        return int(value)


TAG: Final = {"name": "news", "description": "Requests that the service sends to your webhooks."}
"""The tag of these operations, which are not requests to the service."""

_REFERENCE: Final = "#/components/schemas/"


def describe_payloads(spec: Any) -> None:
    """Add the payload of every kind of notice, and the answers of receivers."""
    for status, name in _COMPONENTS.items():
        spec.components.response(name, _RESPONSES[status])
    spec.components.schemas["News"] = _NEWS
    for kind, (said, data) in NEWS_KINDS.items():
        spec.components.schemas[payload_name(kind)] = {
            "description": said,
            "allOf": [{"$ref": f"{_REFERENCE}News"}],
            "properties": {
                "type": constant(kind),
                "data": reference(data),
            },
        }


def payload_name(kind: str) -> str:
    """How the contract names the payload of a kind of news: short, for generators of clients."""
    subject, _, what = kind.partition(".")
    words = what.split("_") if "_" in what else (subject, what)
    return "".join(word.title() for word in words) + "News"


def payload_operation(kind: str) -> str:
    """How the contract names the sending of a kind of news."""
    name = payload_name(kind)
    return name[0].lower() + name[1:]


def webhooks_section() -> JsonSchema:
    """The webhooks by kind (OpenAPI 3.1, 4.8.1)."""
    return {kind: {"post": _webhook(kind, said)} for kind, (said, _) in NEWS_KINDS.items()}


def _webhook(kind: str, said: str) -> JsonSchema:
    reference = {"$ref": _REFERENCE + payload_name(kind)}
    return {
        "operationId": payload_operation(kind),
        "tags": [TAG["name"]],
        "summary": said,
        "security": [],
        "parameters": [dict(each) for each in _HEADERS],
        "requestBody": {"required": True, "content": {"application/json": {"schema": reference}}},
        "responses": {
            status: {"$ref": f"#/components/responses/{name}"}
            for status, name in _COMPONENTS.items()
        },
    }


def _header(name: str, description: str) -> JsonSchema:
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": description,
        "schema": {"type": "string"},
    }


_HEADERS: Final = (
    _header("webhook-id", "The id of the delivery, the same in every try."),
    _header("webhook-timestamp", "When it is tried, in seconds since the epoch."),
    _header(
        "webhook-signature",
        "`v1,…` and `v1a,…`, separated by a space: HMAC-SHA256 and Ed25519 over "
        "`{webhook-id}.{webhook-timestamp}.{body}`, in base64.",
    ),
)
_NEWS: Final[JsonSchema] = {
    "type": "object",
    "description": "The envelope of all news.",
    "required": ["type", "timestamp", "data"],
    "properties": {
        "type": {"type": "string", "description": "The kind of news."},
        "timestamp": {
            "type": "string",
            "format": "date-time",
            "description": "When it happened.",
        },
        "data": {"description": "Ids and numbers of the place: read on there."},
    },
}
_RESPONSES: Final[JsonSchema] = {
    "2XX": {"description": "The delivery was accepted."},
    "410": {"description": "No more news is wanted: the webhook is disabled."},
    "default": {
        "description": "The delivery failed, and is tried again. `Retry-After` of a 429 or 503 "
        "says when, an hour at most."
    },
}
_COMPONENTS: Final = {
    "2XX": "DeliveryTaken",
    "410": "DeliveryUnwanted",
    "default": "DeliveryFailed",
}
"""The component name of the receivers' answers."""


TITLE: Final = "Fairdeal"
VERSION: Final = "1"
OPENAPI: Final = "3.1.0"
ABOUT: Final = """\
Card games whose hands can be proved. Every action is an event; your view is the fold of the events
as your seat saw them. Cards that you may not know are `null`.

**Credentials.** `Authorization: Bearer …` with an API key (`key_…`), which opens tables and takes
seats, or with a seat token (`seat_…`), which plays that seat and opens nothing else. An auditor's
token (`audit_…`) opens the evidence of one table's finished deals, and rules its disputes; a
watcher's (`view_…`) shows one table and its deals as the public sees them. A reader's (`read_…`)
shows finished deals of one table in full. An invitation (`invite_…`) takes one seat, once. The
token of a player of a tournament (`entry_…`) shows the tournament, its tables, and their seat of
each round. A key without the scope that an operation names is refused (`scope-missing`).

**Limits.** Requests are counted against a budget of the owner of the key, or of the token.
`RateLimit` of every counted answer says how much is left, `RateLimit-Policy` names the budget.
`Retry-After` of a 429 says when to come back.

**Repeating.** With an `Idempotency-Key` a POST, PUT or DELETE may be sent again: the same key and
body get the first answer, marked `Idempotent-Replayed: true`; the same key with another body is
refused. Draw the keys at random. PATCH takes none: it can be repeated without one.

**Streams.** The events of a deal or a table, the notices for the caller and the changes of the
lobby have three forms with the same objects. `Accept` selects pages (with `wait`, long polls),
`text/event-stream` or `application/x-ndjson`. Resume by `Last-Event-ID`, `lastEventId` or `after`.

**Languages.** Texts for people are in the language that `Accept-Language` prefers among those of
`GET /v1/languages`; English is the default. `Content-Language` says which it is, and such answers
vary by `Accept-Language`. A sentence has a `key` and `values` beside its text, the same in every
language. Card codes, and all words that programs read, are in no language.

**Examples** are recorded answers; long lists in them are cut short.

**Refusals** are problem details (RFC 9457). `errors` say which field is wrong, `clauses` which
rules a move breaks. A refused request has changed nothing.

**Seeds.** A seat that `commits` adds a seed of its own to the shuffle of every deal: it commits to
it before the deal (`next_deal`), and shows it when the deal is opened. Check `fairness.receipt` of
the deal against the events of its `bundle` before you show a seed. Before all seeds are shown there
are no cards; a late seed or commitment voids the deal.

**Seat keys.** A seat may bring an Ed25519 key when it is taken. Then its moves and acts are signed:
`signature` is over the move or act and the `head` of the deal or table, so it is valid at that one
place (F7). After the record has grown, sign again and repeat the request under the same idempotency
key: the signature does not make it another request.

**Leaving.** A seat whose player was late or left is in `away` and has no `legal_moves`: a bot plays
until the player comes back (POST to the deal's `return`). While no player is there, it lets the
turn limit pass before each of its turns (L3).

**A random bot**: GET the deal; if it has `legal_moves` that are not `early`, POST one as `move`.
"""
INFO: Final = {
    "title": TITLE,
    "version": VERSION,
    "description": ABOUT,
    "contact": {"name": "The operator of this service"},
    "license": {"name": "MIT", "identifier": "MIT"},
}
NAMED: Final = {
    "code": "The `code` of a problem.",
    "deal": "The id of a deal.",
    "delivery": "The id of a delivery: the header `webhook-id`.",
    "dispute": "The number of the dispute within its deal, from 1.",
    "phrase": "The number of the phrase at its table, from 1.",
    "game": "The game, by its key.",
    "key": "The id of an API key.",
    "seat": "The seat, from 0.",
    "table": "The id of a table.",
    "tournament": "The id of a tournament.",
    "player": "The number of a player.",
    "webhook": "The id of a webhook.",
}
"""Parameters in paths."""
SPENT: Final = ("Retry-After", "RateLimit-Policy", "RateLimit")
"""Rate-limit headers (draft-ietf-httpapi-ratelimit-headers-10) of every counted response."""
_SAID: Final = {HTTPStatus.NOT_MODIFIED: "Nothing is new: the reader has the answer already."}
"""Responses that are the same everywhere and are no problems."""
_TAGS: Final = ("Move", "State")
LONGEST_MOVE: Final = 22
"""Of a longer name of a move, only the last word of its type is kept."""


def register(app: flask.Flask) -> None:
    """Register all operations in an application. Nothing is described, which takes a while."""
    app.url_map.converters["seat"] = SeatConverter
    for routes in TAGS:
        app.register_blueprint(routes.blueprint)


def _described() -> JsonSchema:
    """The operations and the schemas of the contract, as flask-smorest describes them."""
    app = flask.Flask(__name__)
    app.url_map.converters["seat"] = SeatConverter
    app.config |= {"API_TITLE": TITLE, "API_VERSION": VERSION, "OPENAPI_VERSION": OPENAPI}
    api: Any = _Api(app)
    api.register_converter(SeatConverter, SeatConverter.schema)
    api.ma_plugin.converter.add_attribute_function(component_reference)
    api.ma_plugin.converter.add_attribute_function(_longest)
    api.ma_plugin.converter.add_attribute_function(said_by_name)
    _describe_credentials(api.spec)
    for routes in TAGS:
        api.register_blueprint(routes.blueprint)
    describe_payloads(api.spec)
    _describe_schemas(api)
    _describe_games(api.spec)
    return cast("JsonSchema", api.spec.to_dict())


class _Api(Api):  # type: ignore[misc] # flask-smorest has no types
    """flask-smorest without its own error handler; `service.api.problems` replaces it."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        pass

    def _register_pagination_header(self) -> None:
        """Remove flask-smorest's pagination header and its schema."""

    def _register_responses(self) -> None:
        found = cast("Any", self.spec).components
        body = {"schema": reference(ProblemJson)}
        for name, header in HEADERS.items():
            found.header(name, header)
        for status in HTTPStatus:
            response: JsonSchema = {"description": _SAID.get(status, status.phrase)}
            if status >= HTTPStatus.BAD_REQUEST:
                response["content"] = {MEDIA_TYPE: body}
            if status is HTTPStatus.TOO_MANY_REQUESTS:
                response["headers"] = headed(*SPENT)
            found.response(response_name(status), response, lazy=True)


def _longest(_converter: Any, field: Any, **_: Any) -> JsonSchema:
    if isinstance(field, Text) and not isinstance(field, WordOf | Hexadecimal):
        return {"maxLength": field.longest}
    return {}


def _describe_credentials(spec: Any) -> None:
    for name, what in (
        ("apiKey", "An API key, `key_…`."),
        ("seatToken", "A token, `seat_…`."),
        *((f"{scope}Token", f"A token, `{kind}_…`.") for scope, kind in GUEST_KINDS.items()),
        ("entryToken", f"A token, `{ENTRY}_…`."),
    ):
        scheme = {"type": "http", "scheme": "bearer", "description": what}
        spec.components.security_scheme(name, scheme)


def _describe_schemas(api: Any) -> None:
    """Add the answers, and describe each request by its class."""
    known = api.spec.components.schemas
    for key, name in api.ma_plugin.converter.refs.items():
        known[name].setdefault("description", " ".join((key[0].__doc__ or "").split()))
        if issubclass(key[0], CombinedRequest):
            known[name] |= combinations_of(key[0])
    news = {data for _, data in NEWS_KINDS.values()}
    known |= components(
        {AnyEventJson, ProblemJson, *news, *(each for routes in TAGS for each in routes.responses)}
    )


# --- Parts from the games ------------------------------------------------------------------------


def _describe_games(spec: Any) -> None:
    known = cast("dict[str, JsonSchema]", spec.components.schemas)
    shape, seat = known["CreateTableRequest"], known["SeatRequest"]
    codes = f"^[6789TJQKA][{''.join(SUITS)}]$"
    known["Card"] = {
        "type": ["string", "null"],
        "pattern": codes,
        "description": "Rank and suit; T is the ten, such as `TC`. Null: unknown to the observer.",
    }
    for game in GAMES.values():
        known |= _of_game(game, shape, seat)
    known["SeatRequest"] = seat_request_schema(tuple(GAMES.values()), seat)
    tables = {game.key: f"{part(game)}TableRequest" for game in GAMES.values()}
    known["CreateTableRequest"] = {"description": shape["description"], **_union("game", tables)}
    moves, states = ([f"{part(game)}{what}" for game in GAMES.values()] for what in _TAGS)
    known["Move"] = {  # two games may share a word
        "anyOf": _references(moves),
        "description": "A move, in the words of the game.",
    }
    known["State"] = {
        "anyOf": _references(states),
        "description": "The state of the deal, in the form of the game.",
    }
    known["Score"] = {
        "anyOf": _references(f"{part(game)}Score" for game in GAMES.values()),
        "description": "The score of a series after its last deal, as `game` counts.",
    }
    kinds = {event_name(kind): kind for game in GAMES.values() for kind in events_of(game)}
    known |= {name: event_schema(kind) for name, kind in kinds.items()}
    known["Event"] = {
        "description": "An event: the envelope is the same for all, `data` depends on the type.",
        **_union("type", {kind.TYPE: name for name, kind in kinds.items()}),
    }


def _of_game(game: Game[Any], shape: JsonSchema, seat: JsonSchema) -> dict[str, JsonSchema]:
    name, own_seat = part(game), seat_request_name(game)
    moves = {word: move_name(name, word) for word in moves_of(game)}
    return {
        **({own_seat: seat_request_schema((game,), seat)} if own_seat.startswith(name) else {}),
        **{moves[word]: schema for word, schema in moves_of(game).items()},
        f"{name}Move": {"description": f"A move of {game.title}.", **_union("type", moves)},
        f"{name}State": state_schema(game),
        f"{name}Score": score_schema(game),
        f"{name}Options": options_schema(game, *game.seats),
        f"{name}TableRequest": table_request_schema(game, shape),
    }


def move_name(name: str, word: str) -> str:
    """The component of a move of a game. Generators name a file by it and by its field `type`."""
    words = (word, word.rpartition("_")[2])
    whole, last = (f"{name}{component_name(each)}Move" for each in words)
    return whole if len(whole) <= LONGEST_MOVE else last


def _one_of(names: Any) -> JsonSchema:
    references = _references(names)
    return references[0] if len(references) == 1 else {"oneOf": references}


def _union(field: str, names: Mapping[str, str]) -> JsonSchema:
    """One of several components, told apart by a field that they have in common.

    Args:
        field: The field.
        names: The component of each value of the field.
    """
    mapping = {value: _REFERENCE + name for value, name in names.items()}
    return {
        **_one_of(names.values()),
        "discriminator": {"propertyName": field, "mapping": mapping},
    }


def _references(names: Any) -> list[JsonSchema]:
    return [{"$ref": _REFERENCE + name} for name in names]


# --- The document --------------------------------------------------------------------------------


def contract() -> JsonSchema:
    """The contract with its examples and shared components."""
    document = bare_contract()
    illustrate(document)
    compact(document)
    keep_types_few(document)
    share_examples(document)
    return document


def bare_contract() -> JsonSchema:
    """The contract without examples and with every schema inline."""
    found = _described()
    components = found["components"]
    return {
        "openapi": OPENAPI,
        "info": INFO,
        "servers": [{"url": "/", "description": "The service that serves this contract."}],
        "tags": [
            *(
                {"name": routes.blueprint.name, "description": routes.blueprint.description}
                for routes in TAGS
            ),
            TAG,
        ],
        "paths": {path: _in_order(methods) for path, methods in found["paths"].items()},
        "webhooks": webhooks_section(),
        "components": {name: dict(sorted(each.items())) for name, each in components.items()},
    }


def _meaning(parameter: JsonSchema) -> str:
    """The description of a parameter in a path."""
    name = parameter["name"]
    counts = parameter["schema"].get("type") == "integer"
    return NAMED.get(name) or (f"The number of the {name}, from 1." if counts else "")


def _in_order(methods: JsonSchema) -> JsonSchema:
    """The operations of a path, each with its keywords in reading order."""
    shared = [{**each, "description": _meaning(each)} for each in methods.pop("parameters", [])]
    return {
        **({"parameters": shared} if shared else {}),
        **{method: _operation(operation) for method, operation in methods.items()},
    }


def _operation(found: JsonSchema) -> JsonSchema:
    ordered = {
        "operationId": found.pop("operationId"),
        "tags": found.pop("tags"),
        "summary": found["summary"],
        **({"description": found.pop("description")} if "description" in found else {}),
        "security": found.pop("security"),
        **({"deprecated": True} if found.pop("deprecated", False) else {}),
        **found,
    }
    for each in ordered.get("parameters", ()):
        each.pop("required", None) if each.get("required") is False else None
    ordered["responses"] = dict(sorted(found["responses"].items()))
    return ordered


@cache
def contract_yaml() -> str:
    """The contract as it is committed and served."""
    return written(contract())
