"""Requests as the proxy had them, and what their sender was told."""

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

REFUSED: Final = 400
"""This status and those above it say that nothing was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked."""

    at: float
    """When, in seconds of a clock that only goes forward."""
    method: str
    target: str
    """The path with its query, as it came."""
    headers: Mapping[str, str]
    """Their names in small letters."""
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
        """The JSON of the body; the bytes, where they are none."""
        return _parsed(self.body)

    @property
    def after(self) -> int | None:
        """The position after which events are asked for; None: it is no number, or none is said."""
        query = parse_qs(urlsplit(self.target).query)
        said = self.headers.get("last-event-id") or query.get("after", [""])[0]
        return int(said) if re.fullmatch("[0-9]{1,9}", said) else None

    @property
    def looks_back(self) -> bool:
        """Whether what was at some position is asked for, and not what is."""
        return "at" in parse_qs(urlsplit(self.target).query)

    @property
    def follows(self) -> str | None:
        """Whose events are asked for: the path of a deal or a table; None: no events are."""
        found = _EVENTS.fullmatch(self.path)
        return found[1] if found else None

    def is_same(self, other: "Request") -> bool:
        """Whether it is another sending of the same request."""
        mine = (self.method, self.target, self.key, self.said)
        return mine == (other.method, other.target, other.key, other.said)


def is_read(request: Request) -> bool:
    """Whether it changes nothing."""
    return request.method in {"GET", "HEAD"}


def is_write(request: Request) -> bool:
    """Whether it changes something."""
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
    """Whether it comes back to a deal in which a bot plays for the seat."""
    return request.method == "POST" and _RETURN.fullmatch(request.path) is not None


def is_signed(request: Request) -> bool:
    """Whether the seat's signature comes with it."""
    said = request.said
    return isinstance(said, dict) and "signature" in said


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A request, and what its sender was told."""

    request: Request
    ended: float
    status: int | None
    """None: nothing, the connection was closed."""
    fault: str | None = None
    """What the proxy did to it on purpose."""
    answer: bytes = b""
    """The body of the answer; of a stream nothing."""
    retry_after: int | None = None
    """The seconds after which the sender was told to come again."""
    upto: int = 0
    """The position of the last event that he was given whole by a stream."""

    @property
    def done(self) -> bool:
        """Whether the sender was told that it is done."""
        return self.status is not None and self.status < REFUSED

    @property
    def told(self) -> Any:
        """The JSON of the answer; the bytes, where they are none."""
        return _parsed(self.answer)

    @property
    def known(self) -> tuple[str, int] | None:
        """Of which deal or table the sender knows it all up to which position by this answer."""
        if (whose := self.request.follows) is not None:
            return whose, max(self.upto, _last_position(self.told))
        found = _SHOWN.fullmatch(self.request.path)
        told = self.told
        if found and isinstance(told, dict) and isinstance(told.get("version"), int):
            return found[1], told["version"]
        return None


Log: TypeAlias = Sequence[Exchange]


def has_moved(log: Log) -> bool:
    """Whether the client has been told of a move that it is made."""
    return any(is_move(each.request) and each.done for each in log)


def _last_position(page: Any) -> int:
    events = page.get("events") if isinstance(page, dict) else None
    return max((each["position"] for each in events or []), default=0)


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return raw
