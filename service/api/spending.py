"""Budgets of requests: whose, which, and what the answer says of it.

The fields are those of draft-ietf-httpapi-ratelimit-headers-10.
"""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

import flask

from service.access.budgets import SECOND, WINDOW, Budget, Spent
from service.access.credentials import Anybody, SeatHolder, counted_as
from service.api.parts import house, parts
from service.problems import Code, Problem
from service.settings import Settings

RETRY_AFTER: Final = "Retry-After"
SUBSCRIBER_BITS: Final = 64
"""What one customer is given of IPv6: all its addresses are his."""

_DETAILS: Final[Mapping[Budget, str]] = {
    Budget.READS: "This credential has read too often; wait, and read with `wait` or as a stream.",
    Budget.WRITES: "This credential has asked for too many changes; wait, and go on.",
    Budget.OPENINGS: "This owner has opened too many tables in a short time; wait, and go on.",
    Budget.STRANGERS: "Too many requests without a credential came from this address; wait.",
}


class Account(NamedTuple):
    """What was spent of which budget."""

    budget: Budget
    spent: Spent


def register(app: flask.Flask) -> None:
    """Let the answers of an application say what is left."""
    app.after_request(_tell)


def spend(budget: Budget, who: Anybody) -> None:
    """Count a request of somebody who is known.

    Raises:
        Problem: ``too-many-requests``.
    """
    if budget is Budget.OPENINGS and isinstance(who, SeatHolder):
        _spend(budget, f"seats:{_taker(who)}")
    else:
        _spend(budget, counted_as(who))


def _taker(seat: SeatHolder) -> str:
    """Whose key took a seat: each rematch has new tokens, and none of them a budget of its own."""
    table = house().journal.table(seat.table)
    player = table.state.players[seat.seat] if table is not None else None
    assert player is not None, "the token opens its seat"
    return str(player.holder)


def spend_of_stranger() -> None:
    """Count a request of nobody that is known, by the address that it comes from.

    Raises:
        Problem: ``too-many-requests``.
    """
    _spend(Budget.STRANGERS, _address(flask.request.remote_addr or ""))


def _spend(budget: Budget, name: str) -> None:
    quota = quota_of(parts().settings, budget)
    if not quota:
        return
    spent = parts().counts.spend(f"{budget}:{name}", quota)
    flask.g.account = Account(budget, spent)
    if not spent.allowed:
        more = {"violated-policies": [budget]}
        raise Problem(Code.TOO_MANY_REQUESTS, _DETAILS[budget], more=more)


def quota_of(settings: Settings, budget: Budget) -> int:
    """How many requests there may be in a window; 0: as many as come."""
    quotas: dict[Budget, int] = {
        Budget.READS: settings.reads,
        Budget.WRITES: settings.writes,
        Budget.OPENINGS: settings.openings,
        Budget.STRANGERS: settings.strangers,
    }
    return quotas[budget]


def _address(text: str) -> str:
    """The address, or of IPv6 the net that is one customer's."""
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)  # as a socket for both kinds has it
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> SUBSCRIBER_BITS << SUBSCRIBER_BITS))
    return str(address)


def _tell(response: flask.Response) -> flask.Response:
    account: Account | None = flask.g.get("account")
    if account is None:
        return response
    budget, spent = account
    response.headers["RateLimit-Policy"] = f'"{budget}";q={spent.quota};w={WINDOW}'
    response.headers["RateLimit"] = f'"{budget}";r={spent.left};t={_seconds(spent.debt)}'
    if not spent.allowed:
        response.headers[RETRY_AFTER] = str(_seconds(spent.wait))
    return response


def _seconds(microseconds: int) -> int:
    return -(-microseconds // SECOND)
