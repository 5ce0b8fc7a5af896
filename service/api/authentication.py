"""Authentication: the credential in the Authorization header."""

from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Final, NamedTuple, NoReturn

import flask

from domain.table.guests import AUDITOR, WATCHER, GuestScope
from service.access.credentials import (
    KEY,
    SEAT,
    ApiKey,
    GuestHolder,
    Principal,
    SeatHolder,
    admits,
    opens,
    read_guest_token,
    read_seat_token,
    require_scope,
)
from service.access.scopes import Scope
from service.api.dependencies import context
from service.context import Context
from service.problems import Code, Problem
from service.timestamps import now

_SCHEME: Final = "bearer"
_WORK_OF_GUESTS: Final[Mapping[GuestScope, str]] = {
    AUDITOR: "An auditor reads evidence and rules disputes.",
    WATCHER: "A watcher sees a table and its deals, as the public does.",
}


def identify() -> Principal:
    """The caller of this request.

    Raises:
        Problem: ``unauthenticated``.
    """
    who = who_has(context(), presented())
    table = context().streams.remembered_table(who.table) if isinstance(who, SeatHolder) else None
    if table is not None:
        flask.g.game = table.opened.game  # problems name the clauses of this game
    return who


class AccessPolicy(NamedTuple):
    """The principals that an operation accepts, for both the contract and the access check.

    Attributes:
        keyed: Whether API keys are accepted.
        scope: The scope that a key must have; None: no scope.
        seated: Whether seat tokens are accepted.
        guests: The scopes of the guests whose tokens are accepted.
    """

    keyed: bool
    scope: Scope | None
    seated: bool
    guests: Collection[GuestScope]

    def security(self) -> list[dict[str, list[str]]]:
        """The security requirement in the contract. The scope of a key is listed as a role."""
        scopes = [] if self.scope is None else [self.scope.value]
        return [
            {name: roles}
            for name, roles, let_in in (
                ("apiKey", scopes, self.keyed),
                ("seatToken", [], self.seated),
                ("auditorToken", [], AUDITOR in self.guests),
                ("watcherToken", [], WATCHER in self.guests),
            )
            if let_in
        ]

    def refusals(self) -> tuple[HTTPStatus, ...]:
        """The refusals of authenticated callers; none if every principal is accepted."""
        all_guests = set(self.guests) == _WORK_OF_GUESTS.keys()
        everybody = self.keyed and self.scope is None and self.seated and all_guests
        return (HTTPStatus.UNAUTHORIZED, *(() if everybody else (HTTPStatus.FORBIDDEN,)))

    def authorize(self, who: Principal) -> None:
        """Refuse a principal that the operation does not accept, whatever the resource.

        Raises:
            Problem: ``not-allowed``, ``scope-missing``.
        """
        match who:
            case ApiKey():
                let_in, others = self.keyed, "That is done with the token of a seat."
            case SeatHolder():
                let_in, others = self.seated, "That is done with an API key."
            case GuestHolder(scope=scope):
                let_in, others = scope in self.guests, _WORK_OF_GUESTS[scope]
        if not let_in:
            raise Problem(Code.NOT_ALLOWED, others)
        if self.scope is not None:
            require_scope(who, self.scope)


def presented() -> str:
    """The credential that came with this request.

    Raises:
        Problem: ``unauthenticated``.
    """
    scheme, _, credential = flask.request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != _SCHEME or not credential:
        _refuse("Send an API key or a seat token: Authorization: Bearer …")
    return credential.strip()


def who_has(at: Context, credential: str) -> Principal:
    """The principal of a credential.

    Raises:
        Problem: ``unauthenticated``.
    """
    found: Principal | None = None
    if credential.startswith(f"{KEY}_"):
        found = at.credentials.key(credential)
    elif credential.startswith(f"{SEAT}_"):
        found = _seat_holder(at, credential)
    else:
        found = _guest(at, credential)
    if found is None:
        _refuse("Unknown or expired credential.")
    return found


def _seat_holder(at: Context, token: str) -> SeatHolder | None:
    """The seat of a seat token.

    No player leaves a table once every seat is taken (`Table.started`). From then on the remembered
    facts about its seats stay true, and the table need not be read.
    """
    claimed = read_seat_token(token)
    if claimed is None:
        return None
    table = at.streams.remembered_table(claimed.table)
    if table is None or not table.state.started:
        table = at.streams.table(claimed.table)
    if table is None or claimed.seat >= table.opened.seats:
        return None
    return claimed if opens(token, table.state.players[claimed.seat]) else None


def _guest(at: Context, token: str) -> GuestHolder | None:
    claimed = read_guest_token(token)
    table = at.streams.table(claimed.table) if claimed is not None else None
    if claimed is None or table is None:
        return None
    guest = table.state.guests.find(claimed.scope, claimed.number)
    return claimed if guest is not None and admits(token, guest, now=now()) else None


def _refuse(detail: str) -> NoReturn:
    raise Problem(Code.UNAUTHENTICATED, detail)
