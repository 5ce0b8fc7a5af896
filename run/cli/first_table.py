"""The first table: how the person who has started the service gets to play, without an API key.

The table waits for one person; all other seats have bots. A later start finds it again while its
seat is free.
"""

import json
import ssl
import urllib.request
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPException
from itertools import chain, count
from typing import Any, Final

REF: Final = "first-table"
"""The owner's id of such a table."""
SECONDS: Final = 10.0
DAY: Final = 86_400
PAUSE: Final = 3_600
"""The result of a deal stays until the person is ready for the next one, for so many seconds."""


@dataclass(frozen=True, slots=True)
class _Service:
    url: str
    key: str
    trust: ssl.SSLContext | None

    def answer(self, path: str, body: Any = None, *, once: str | None = None) -> Any:
        """The answer of the service; `once` is the idempotency key."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        if once is not None:
            headers["Idempotency-Key"] = once
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)  # noqa: S310  our own
        opened = urllib.request.urlopen(request, timeout=SECONDS, context=self.trust)  # noqa: S310
        with opened as answer:
            return json.load(answer)


def invitation(url: str, key: str, trust: ssl.SSLContext | None = None) -> str | None:
    """Invite a person to the first table.

    Args:
        url: The address of a service that answers.
        key: The API key that opens the table.
        trust: The certificates that are trusted; None: those that everybody trusts.

    Returns:
        The token of the invitation; None if the service refuses it.
    """
    service = _Service(url, key, trust)
    today = datetime.now(UTC).date()
    try:
        table = _table(service, f"{REF}-{today}")
        body = {"name": REF, "seat": 0, "expires_in": DAY}
        path = f"/v1/tables/{table}/invitations"
        made = service.answer(path, body, once=f"{REF}-{today}")
    except (OSError, HTTPException, ValueError):  # also every refusal: HTTPError is an OSError
        return None
    token: str = made["token"]
    return token


def _table(service: _Service, once: str) -> str:
    """The id of the first table, which is opened if there is none with its seat free.

    The list lacks the tables of the last second; these are found by their idempotency keys.
    """
    found = service.answer(f"/v1/tables?owner=me&ref={REF}&free=true")["tables"]
    tables = (_opened(service, f"{once}-{number}") for number in count())
    free = (each for each in chain(found, tables) if any(_is_free(seat) for seat in each["seats"]))
    table: str = next(free)["id"]
    return table


def _is_free(seat: Any) -> bool:
    return seat["kind"] is None


def _opened(service: _Service, once: str) -> Any:
    """The table of an idempotency key as it is now."""
    game = min(service.answer("/v1/games")["games"], key=lambda each: each["seats"][0])
    others = [{"bot": game["bots"][0]} for _ in range(game["seats"][0] - 1)]
    body = {
        "game": game["key"],
        "name": game["title"],
        "ref": REF,
        "visibility": "public",
        "pause_seconds": PAUSE,
        "seats": [{}, *others],
    }
    table = service.answer("/v1/tables", body, once=once)["table"]["id"]
    return service.answer(f"/v1/tables/{table}")
