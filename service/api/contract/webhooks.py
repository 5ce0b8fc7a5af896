"""The section ``webhooks`` of the contract: payloads and the answers of receivers."""

from typing import Any, Final

from service.api.contract.games import JsonSchema, constant
from service.api.contract.response_schemas import reference
from service.responses.webhooks import NEWS_KINDS

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
    return {kind: {"post": _operation(kind, said)} for kind, (said, _) in NEWS_KINDS.items()}


def _operation(kind: str, said: str) -> JsonSchema:
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
