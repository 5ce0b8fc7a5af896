"""The section ``webhooks`` of the contract: what receivers are sent, and what they answer."""

from typing import Any, Final, TypeAlias

from service.api.schemas.webhooks import PLACES

JsonSchema: TypeAlias = dict[str, Any]

_REFERENCE: Final = "#/components/schemas/"


def describe_payloads(spec: Any) -> None:
    """Give the contract the payload of every kind of news."""
    for kind, (said, place) in PLACES.items():
        if place.__name__ not in spec.components.schemas:
            spec.components.schema(place.__name__, schema=place)
        spec.components.schemas[payload_name(kind)] = {
            "type": "object",
            "description": said,
            "required": ["type", "timestamp", "data"],
            "properties": {
                "type": {"type": "string", "const": kind, "description": "What has happened."},
                "timestamp": {
                    "type": "string",
                    "format": "date-time",
                    "description": "When it happened.",
                },
                "data": {"$ref": _REFERENCE + place.__name__},
            },
        }


def payload_name(kind: str) -> str:
    """How the contract names the payload of a kind of news."""
    return "".join(word.title() for word in kind.split(".")) + "News"


def payload_operation(kind: str) -> str:
    """How the contract names the sending of a kind of news."""
    name = payload_name(kind)
    return name[0].lower() + name[1:]


def webhooks_section() -> JsonSchema:
    """What is sent to webhooks, by its kind (OpenAPI 3.1, 4.8.1)."""
    return {kind: {"post": _operation(kind, said)} for kind, (said, _) in PLACES.items()}


def _operation(kind: str, said: str) -> JsonSchema:
    reference = {"$ref": _REFERENCE + payload_name(kind)}
    return {
        "operationId": payload_operation(kind),
        "tags": ["webhooks"],
        "summary": said,
        "description": f"{said} Ids and numbers only: read on through the API.",
        "security": [],
        "parameters": [dict(each) for each in _HEADERS],
        "requestBody": {"required": True, "content": {"application/json": {"schema": reference}}},
        "responses": dict(_RESPONSES),
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
_RESPONSES: Final[JsonSchema] = {
    "2XX": {"description": "It was taken."},
    "410": {"description": "Nothing is wanted any more: the webhook is disabled."},
    "429": {"description": "Too many: `Retry-After` says when to come again, an hour at most."},
    "503": {"description": "Not now: `Retry-After` says when to come again, an hour at most."},
    "default": {"description": "It was not taken, and is tried again."},
}
