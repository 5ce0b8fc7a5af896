"""Requests and their answers, as the proxy recorded them."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qs, urlsplit

_MOVES: Final = re.compile(r"/v1/deals/[^/]+/moves")
_EVENTS: Final = re.compile(r"(/v1/(?:deals|tables)/[^/]+)/events")
_SHOWN: Final = re.compile(r"(/v1/(?:deals|tables)/[^/]+)(?:/series|/moves)?")
_DEAL: Final = re.compile(r"/v1/deals/[^/]+")
_BUNDLE: Final = re.compile(r"/v1/deals/[^/]+/bundle")
_COMMITMENT: Final = re.compile(r"/v1/tables/[^/]+/seats/[^/]+/commitment")
_SEED: Final = re.compile(r"/v1/deals/[^/]+/seed")
_RETURN: Final = re.compile(r"/v1/deals/[^/]+/return")
_NOW: Final = re.compile(rb'"now": ?"[^"]*"')

REFUSED: Final = 400
"""This status and higher ones say that nothing was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A recorded request."""

    at: float
    """When, in seconds of a monotonic clock."""
    method: str
    target: str
    """The path with its query, as it came."""
    headers: Mapping[str, str]
    """The header names in lower case."""
    body: bytes

    @property
    def path(self) -> str:
        """Without the query."""
        return urlsplit(self.target).path

    @property
    def key(self) -> str | None:
        """Its idempotency key."""
        return self.headers.get("idempotency-key")

    @property
    def said(self) -> Any:
        """The JSON of the body; the bytes if it is not JSON."""
        return _parsed(self.body)

    @property
    def after(self) -> int | None:
        """The position after which events are requested; None if it is missing or not a number."""
        query = parse_qs(urlsplit(self.target).query)
        said = self.headers.get("last-event-id") or query.get("after", [""])[0]
        return int(said) if re.fullmatch("[0-9]{1,16}", said) else None

    @property
    def looks_back(self) -> bool:
        """Whether the request is for a past position."""
        return "at" in parse_qs(urlsplit(self.target).query)

    @property
    def follows(self) -> str | None:
        """The path of the deal or table whose events are requested; None if no events are."""
        found = _EVENTS.fullmatch(self.path)
        return found[1] if found else None

    def is_same(self, other: "Request") -> bool:
        """Whether it is a repetition of the same request."""
        mine = (self.method, self.target, self.key, self.said)
        return mine == (other.method, other.target, other.key, other.said)


def is_read(request: Request) -> bool:
    """Whether it is a read request."""
    return request.method in {"GET", "HEAD"}


def is_write(request: Request) -> bool:
    """Whether it is a write request."""
    return not is_read(request)


def is_move(request: Request) -> bool:
    """Whether it makes a move."""
    return request.method == "POST" and _MOVES.fullmatch(request.path) is not None


def is_deal(request: Request) -> bool:
    """Whether it reads a deal, with the moves that are legal."""
    return is_read(request) and _DEAL.fullmatch(request.path) is not None


def is_bundle(request: Request) -> bool:
    """Whether it reads the evidence of a deal."""
    return is_read(request) and _BUNDLE.fullmatch(request.path) is not None


def is_commitment(request: Request) -> bool:
    """Whether it commits to a seed."""
    return is_write(request) and _COMMITMENT.fullmatch(request.path) is not None


def is_seed(request: Request) -> bool:
    """Whether it shows a seed."""
    return is_write(request) and _SEED.fullmatch(request.path) is not None


def is_return(request: Request) -> bool:
    """Whether it returns to a deal in which a bot plays for the seat."""
    return request.method == "POST" and _RETURN.fullmatch(request.path) is not None


def is_signed(request: Request) -> bool:
    """Whether it carries the seat's signature."""
    said = request.said
    return isinstance(said, dict) and "signature" in said


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A request, and the answer that its sender received."""

    request: Request
    ended: float
    status: int | None
    """None: no answer, the connection was closed."""
    fault: str | None = None
    """The fault that the proxy injected."""
    answer: bytes = b""
    """The body of the answer; empty for a stream."""
    retry_after: int | None = None
    """The seconds of the `Retry-After` header in the answer."""
    upto: int = 0
    """The position of the last event that the stream delivered in full."""

    @property
    def done(self) -> bool:
        """Whether the sender received confirmation."""
        return self.status is not None and self.status < REFUSED

    @property
    def content(self) -> Any:
        """The JSON of the answer; the bytes if it is not JSON."""
        return _parsed(self.answer)

    @property
    def news(self) -> bytes:
        """The body of the answer without the time at which it was made."""
        return _NOW.sub(b"", self.answer)

    @property
    def known(self) -> tuple[str, int] | None:
        """The deal or table, and the position up to which this answer shows it."""
        if (whose := self.request.follows) is not None:
            return whose, max(self.upto, _last_position(self.content))
        found = _SHOWN.fullmatch(self.request.path)
        content = self.content
        if found and isinstance(content, dict) and isinstance(content.get("version"), int):
            return found[1], content["version"]
        return None


Exchanges: TypeAlias = Sequence[Exchange]


def has_moved(exchanges: Exchanges) -> bool:
    """Whether the client received confirmation of a move."""
    return any(is_move(each.request) and each.done for each in exchanges)


def _last_position(page: Any) -> int:
    events = page.get("events") if isinstance(page, dict) else None
    return max((each["position"] for each in events or []), default=0)


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return raw
