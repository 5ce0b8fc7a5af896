"""The contract, `openapi.yaml`: OpenAPI 3.1, made from the routes, the schemas and the games."""

from functools import cache
from http import HTTPStatus
from typing import Any, Final, cast

import flask
import yaml
from flask_smorest import Api  # type: ignore[import-untyped]
from werkzeug.routing import BaseConverter

from domain.cards import SUITS
from domain.game import Game
from domain.games import GAMES
from service.api import (
    branches,
    bundles,
    deals,
    disputes,
    games,
    log,
    people,
    seeds,
    tables,
    watch,
)
from service.api.fields import NAME_PATTERN, Name, component_reference
from service.api.grammar import (
    JsonSchema,
    event_name,
    event_schema,
    events_of,
    move_schema,
    options_schema,
    part,
    score_schema,
    seat_wish_schema,
    sized,
    state_schema,
    table_wish_schema,
)
from service.api.problems import MEDIA_TYPE
from service.api.schemas import ProblemDetails

TITLE: Final = "Fairdeal"
VERSION: Final = "1"
OPENAPI: Final = "3.1.0"
ABOUT: Final = """\
Card games whose hands can be proved. Every action is an event; what you are shown is the fold of
the events as your seat saw them. Cards that you may not know are `null`.

**Credentials.** `Authorization: Bearer …` with an API key (`key_…`), which opens tables and takes
seats, or with a seat token (`seat_…`), which plays that seat and opens nothing else. An auditor's
token (`audit_…`) opens the evidence of one table's finished deals, and rules its disputes.

**Repeating.** With an `Idempotency-Key` any request may be sent again: the same key and body get
the first answer, marked `Idempotent-Replayed: true`; the same key with another body is refused.

**Refusals** are problem details (RFC 9457). `errors` say which field is wrong, `clauses` which
rules a move breaks. A refused request has changed nothing.

**Seeds.** A seat that `commits` adds a seed of its own to the shuffle of every deal: it commits to
it before the deal (`next_deal`), and shows it when the deal is opened. Before all seeds are shown
there are no cards; what is late voids the deal.

**A random bot**: GET the deal; if there are `legal_moves` that are not `early`, POST the `move` of
one.
"""
TAGS: Final = (
    games.ROUTES,
    tables.ROUTES,
    deals.ROUTES,
    seeds.ROUTES,
    disputes.ROUTES,
    branches.ROUTES,
    bundles.ROUTES,
    log.ROUTES,
    people.ROUTES,
    watch.ROUTES,
)
_REFERENCE: Final = "#/components/schemas/"


class SeatConverter(BaseConverter):
    """A seat in an address."""

    regex = "[0-9]"
    part_isolating = True

    def schema(self) -> JsonSchema:
        """How the contract writes it."""
        return {"type": "integer", "minimum": 0, "maximum": 9}

    def to_python(self, value: str) -> int:
        """The seat."""
        return int(value)


def register(app: flask.Flask) -> Any:
    """Give an application all operations; return what describes them."""
    app.url_map.converters["seat"] = SeatConverter
    app.config |= {"API_TITLE": TITLE, "API_VERSION": VERSION, "OPENAPI_VERSION": OPENAPI}
    api: Any = _Api(app)
    api.register_converter(SeatConverter, SeatConverter.schema)
    api.ma_plugin.converter.add_attribute_function(component_reference)
    api.ma_plugin.converter.add_attribute_function(_name_pattern)
    _describe_credentials(api.spec)
    for routes in TAGS:
        api.register_blueprint(routes.blueprint)
    _describe_games(api.spec)
    return api


class _Api(Api):  # type: ignore[misc] # flask-smorest has no types
    """flask-smorest, with problem details; `service.api.problems` answers them."""

    ERROR_SCHEMA = ProblemDetails
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        pass

    def _register_responses(self) -> None:
        components = cast("Any", self.spec).components
        reference = {"schema": {"$ref": f"{_REFERENCE}ProblemDetails"}}
        components.schema("ProblemDetails", schema=ProblemDetails)
        for status in HTTPStatus:
            response: JsonSchema = {"description": status.phrase}
            if status >= HTTPStatus.BAD_REQUEST:
                response["content"] = {MEDIA_TYPE: reference}
            components.response(status.name, response, lazy=True)


def _name_pattern(_converter: Any, field: Any, **_: Any) -> JsonSchema:
    if isinstance(field, Name):
        return {"pattern": NAME_PATTERN, "maxLength": field.longest}
    return {}


def _describe_credentials(spec: Any) -> None:
    for name, what in (
        ("apiKey", "An API key, `key_…`."),
        ("seatToken", "A token, `seat_…`."),
        ("auditorToken", "A token, `audit_…`."),
    ):
        scheme = {"type": "http", "scheme": "bearer", "description": what}
        spec.components.security_scheme(name, scheme)


# --- What the games bring ------------------------------------------------------------------------


def _describe_games(spec: Any) -> None:
    known = cast("dict[str, JsonSchema]", spec.components.schemas)
    shape, seat = known["TableWish"], known["SeatWish"]
    codes = f"^[6789TJQKA][{''.join(SUITS)}]$"
    known["Card"] = {
        "type": ["string", "null"],
        "pattern": codes,
        "description": "Rank and suit, such as `TH`; null: not known to the observer.",
    }
    for game in GAMES.values():
        known |= _of_game(game, shape, seat)
    known["SeatWish"] = seat_wish_schema(tuple(GAMES.values()), seat)
    known["TableWish"] = _one_of(
        sized("TableWish", game, seats) for game in GAMES.values() for seats in game.seats
    )
    known["Move"] = _one_of(f"{part(game)}Move" for game in GAMES.values())
    known["State"] = {**_one_of(f"{part(game)}State" for game in GAMES.values())}
    known["Score"] = {
        "anyOf": _references(f"{part(game)}Score" for game in GAMES.values()),
        "description": "What a series stands at after its last deal: as `game` counts.",
    }
    kinds = {event_name(kind): kind for game in GAMES.values() for kind in events_of(game)}
    known |= {name: event_schema(kind) for name, kind in kinds.items()}
    mapping = {kind.TYPE: _REFERENCE + name for name, kind in kinds.items()}
    known["Event"] = {
        **_one_of(kinds),
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _of_game(game: Game[Any], shape: JsonSchema, seat: JsonSchema) -> dict[str, JsonSchema]:
    name = part(game)
    return {
        f"{name}Move": move_schema(game),
        f"{name}State": state_schema(game),
        f"{name}Score": score_schema(game),
        f"{name}SeatWish": seat_wish_schema((game,), seat),
        **{sized("Options", game, seats): options_schema(game, seats) for seats in game.seats},
        **{
            sized("TableWish", game, seats): table_wish_schema(game, shape, seats)
            for seats in game.seats
        },
    }


def _one_of(names: Any) -> JsonSchema:
    references = _references(names)
    return references[0] if len(references) == 1 else {"oneOf": references}


def _references(names: Any) -> list[JsonSchema]:
    return [{"$ref": _REFERENCE + name} for name in names]


# --- The document --------------------------------------------------------------------------------


def contract() -> JsonSchema:
    """The contract."""
    app = flask.Flask(__name__)
    found = cast("JsonSchema", register(app).spec.to_dict())
    components = found["components"]
    return {
        "openapi": OPENAPI,
        "info": {"title": TITLE, "version": VERSION, "description": ABOUT},
        "tags": [
            {"name": routes.blueprint.name, "description": routes.blueprint.description}
            for routes in TAGS
        ],
        "paths": {path: _in_order(methods) for path, methods in found["paths"].items()},
        "components": {name: dict(sorted(each.items())) for name, each in components.items()},
    }


def _in_order(methods: JsonSchema) -> JsonSchema:
    """The operations of an address, each in the order in which it is read."""
    shared = methods.pop("parameters", [])
    return {
        **({"parameters": shared} if shared else {}),
        **{method: _operation(operation) for method, operation in methods.items()},
    }


def _operation(found: JsonSchema) -> JsonSchema:
    ordered = {
        "operationId": found.pop("operationId"),
        "tags": found.pop("tags"),
        "summary": found["summary"],
        "description": found.pop("description", found["summary"]),
        "security": found.pop("security"),
        **found,
    }
    ordered["responses"] = dict(sorted(found["responses"].items()))
    return ordered


@cache
def contract_yaml() -> str:
    """The contract as it is committed and served."""
    return yaml.dump(contract(), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=100)


class _Plain(yaml.SafeDumper):
    """Writes what stands twice twice: readers of contracts know no aliases."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Plain.add_representer(str, _text)
