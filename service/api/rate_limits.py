"""Rate limits: budgets of requests, their accounts, and the headers of the answer.

The fields are those in draft-ietf-httpapi-ratelimit-headers-10.
"""

from collections.abc import Mapping
from fractions import Fraction
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

import flask

from service.access.budgets import SECOND, WINDOW, Account, Budget, Spent
from service.access.credentials import ApiKey, Principal, SeatHolder, counted_as
from service.api.dependencies import context, dependencies
from service.problems import Code, Problem
from service.settings import Settings

RETRY_AFTER: Final = "Retry-After"
SUBSCRIBER_BITS: Final = 64
"""The IPv6 prefix of one customer, who controls all addresses in it."""
ONE_TOKEN: Final = Fraction(1, 4)
"""The share of the owner's budget for one token, so that one player cannot block the others."""
ALL_TOKENS: Final = Fraction(3, 4)
"""The share for all tokens, so that players cannot keep the owner from closing a table."""

_DETAILS: Final[Mapping[Budget, str]] = {
    Budget.READS: "This owner, or this token, has read too often; wait, or follow a stream.",
    Budget.WRITES: "This owner, or this token, has asked for too many changes; wait, and go on.",
    Budget.OPENINGS: "This owner, or this token, has opened too many tables in a short time; wait.",
    Budget.STRANGERS: "Too many requests without a credential came from this address; wait.",
}


class Statement(NamedTuple):
    """The budgets that a request was counted on."""

    budget: Budget
    spent: Spent


def register(app: flask.Flask) -> None:
    """Add the remaining budget to the answers of an application."""
    app.after_request(_tell)


def spend(budget: Budget, who: Principal) -> None:
    """Count a request of an authenticated caller.

    Raises:
        Problem: ``too-many-requests``.
    """
    owner = _owner(who)
    if isinstance(who, ApiKey):
        _spend(budget, (owner, 1))
    else:
        _spend(budget, (counted_as(who), ONE_TOKEN), (f"tokens:{owner}", ALL_TOKENS), (owner, 1))


def _owner(who: Principal) -> str:
    """The owner of the budget: a seat uses its key's owner, other tokens the table's owner.

    Tokens share their owner's budget; they do not add to it.
    """
    if isinstance(who, ApiKey):
        return who.owner
    streams = context().streams  # authentication has just read the table
    table = streams.remembered_table(who.table) or streams.table(who.table)
    assert table is not None, "the token opens something at its table"
    player = table.state.players[who.seat] if isinstance(who, SeatHolder) else None
    return str(table.opened.owner if player is None else player.holder)


def spend_of_stranger() -> None:
    """Count a request without a valid credential, by its IP address.

    Raises:
        Problem: ``too-many-requests``.
    """
    _spend(Budget.STRANGERS, (_address(flask.request.remote_addr or ""), 1))


def _spend(budget: Budget, *shares: tuple[str, Fraction | int]) -> None:
    """Count a request on several accounts, each with a share of the quota."""
    quota = quota_of(dependencies().settings, budget)
    if not quota:
        return
    accounts = [Account(f"{budget}:{name}", max(1, int(quota * part))) for name, part in shares]
    spent = dependencies().counts.spend(*accounts)
    flask.g.statement = Statement(budget, spent)
    if spent.wait:
        more = {"violated-policies": [budget]}
        raise Problem(Code.TOO_MANY_REQUESTS, _DETAILS[budget], more=more)


def quota_of(settings: Settings, budget: Budget) -> int:
    """The quota of a window; 0: no limit."""
    quotas: dict[Budget, int] = {
        Budget.READS: settings.reads,
        Budget.WRITES: settings.writes,
        Budget.OPENINGS: settings.openings,
        Budget.STRANGERS: settings.strangers,
    }
    return quotas[budget]


def _address(text: str) -> str:
    """The address, or for IPv6 the prefix of one customer."""
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)  # the format of a dual-stack socket
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> SUBSCRIBER_BITS << SUBSCRIBER_BITS))
    return str(address)


def _tell(response: flask.Response) -> flask.Response:
    statement: Statement | None = flask.g.get("statement")
    if statement is None:
        return response
    budget, spent = statement
    response.headers["RateLimit-Policy"] = f'"{budget}";q={spent.quota};w={WINDOW}'
    response.headers["RateLimit"] = f'"{budget}";r={spent.left};t={_seconds(spent.debt)}'
    if spent.wait:
        response.headers[RETRY_AFTER] = str(_seconds(spent.wait))
    return response


def _seconds(microseconds: int) -> int:
    return -(-microseconds // SECOND)
