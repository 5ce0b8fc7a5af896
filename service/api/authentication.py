"""Access to operations: authentication, rate limits and authorization of a request."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from hmac import compare_digest
from http import HTTPStatus
from typing import Final, NamedTuple, ParamSpec, TypeAlias

import flask
from flask import g
from flask.globals import app_ctx
from structlog.contextvars import bind_contextvars

from domain.kernel.event import Digest
from domain.kernel.sentence import Sentence
from domain.table.events import SeatTaken
from domain.table.guests import AUDITOR, INVITATION, READER, WATCHER, GuestScope
from domain.table.players import Player
from service.access.budgets import Account, Budget, Counters, Price, Spent, subscriber
from service.access.credentials import (
    KEY,
    Anonymous,
    ApiKey,
    EntryHolder,
    GuestHolder,
    Identity,
    Principal,
    SeatHolder,
    TokenHolder,
    account_owner,
    counted_as,
    opens,
    read_token,
    require_scope,
)
from service.access.scopes import Scope
from service.api.dependencies import RememberedIdentity, app
from service.api.peers import client_address
from service.clocks.table_time import table_time
from service.context import Context
from service.games.rulebook import GENERAL
from service.ids import hashed
from service.problems import Code, Problem
from service.streams import TableStream

P = ParamSpec("P")
View: TypeAlias = Callable[P, flask.Response]

REMEMBERED: Final = 10_000
"""Identities that a process remembers."""
REMEMBERED_SECONDS: Final = 5.0
"""How long a process remembers an identity before it reads new events of the table."""
_SCHEME: Final = "bearer"
PRICE: Final = Price()
_WORK_OF_GUESTS: Final[Mapping[GuestScope, Sentence]] = {
    AUDITOR: Sentence("work-of-auditor"),
    WATCHER: Sentence("work-of-watcher"),
    READER: Sentence("work-of-reader"),
    INVITATION: Sentence("work-of-invitation"),
}


class AccessPolicy(NamedTuple):
    """The principals that an operation accepts, for both the contract and the access check.

    Attributes:
        secured: Whether callers are identified at all.
        keyed: Whether API keys are accepted.
        scope: The scope that a key must have; None: no scope.
        seated: Whether seat tokens are accepted.
        guests: The scopes of the guests whose tokens are accepted.
        entries: Whether the tokens of players of tournaments are accepted.
        public: Whether callers without a credential are accepted.
    """

    secured: bool
    keyed: bool
    scope: Scope | None
    seated: bool
    guests: Collection[GuestScope]
    entries: bool
    public: bool

    def security(self) -> list[dict[str, list[str]]]:
        """The security requirement in the contract. The scope of a key is listed as a role."""
        if not self.secured:
            return []
        scopes = [] if self.scope is None else [self.scope.value]
        anonymous: list[dict[str, list[str]]] = [{}] if self.public else []
        return [
            {name: roles}
            for name, roles, let_in in (
                ("apiKey", scopes, self.keyed),
                ("seatToken", [], self.seated),
                *((f"{scope}Token", [], scope in self.guests) for scope in _WORK_OF_GUESTS),
                ("entryToken", [], self.entries),
            )
            if let_in
        ] + anonymous

    def refusals(self) -> tuple[HTTPStatus, ...]:
        """The refusals of callers for who they are."""
        if not self.secured:
            return ()
        all_guests = set(self.guests) == set(_WORK_OF_GUESTS)
        tokens = self.seated and all_guests and self.entries
        everybody = self.keyed and self.scope is None and tokens
        return (HTTPStatus.UNAUTHORIZED, *(() if everybody else (HTTPStatus.FORBIDDEN,)))

    def authorize(self, who: Principal) -> None:
        """Refuse a principal that the operation does not accept, whatever the resource.

        Raises:
            Problem: ``not-allowed``, ``scope-missing``.
        """
        match who:
            case ApiKey():
                let_in, others = self.keyed, Sentence("done-by-seat")
            case SeatHolder():
                let_in, others = self.seated, Sentence("done-by-key")
            case GuestHolder(scope=scope):
                let_in, others = scope in self.guests, _WORK_OF_GUESTS[scope]
            case EntryHolder():
                let_in, others = self.entries, Sentence("work-of-entry")
            case Anonymous():
                return
        if not let_in:
            raise Problem(Code.NOT_ALLOWED, others)
        if self.scope is not None:
            require_scope(who, self.scope)


class Bill(NamedTuple):
    """Where the size of an answer is charged.

    Attributes:
        counters: The counters.
        accounts: The accounts.
        size: So many bytes count as one request.
    """

    counters: Counters
    accounts: list[Account]
    size: int

    def charge(self, size: int) -> Spent | None:
        """Charge the bytes of an answer, or of a part of a stream; None: too few to count."""
        price = size // self.size
        return self.counters.charge(*self.accounts, price=price) if price else None


# --- Requests ------------------------------------------------------------------------------------


def secured_by(view: View[P], policy: AccessPolicy, budget: Budget, price: Price) -> View[P]:
    """Authenticate, count and authorize a request before its body is read.

    A view finds the caller in ``g.principal``, and the credential in ``g.credential``.
    """

    @wraps(view)
    def authorized(*args: P.args, **kwargs: P.kwargs) -> flask.Response:
        about = app_ctx.g
        anonymous = policy.public and "Authorization" not in flask.request.headers
        try:
            about.identity = identity = stranger() if anonymous else identify()
        except Problem:
            spend_of_stranger()
            raise
        about.principal, about.game = identity.principal, identity.game or GENERAL
        bind_contextvars(actor=identity.actor)
        if not anonymous:
            app.shares.remember(identity.hash, identity.payer)
        spend(Budget.STRANGERS if anonymous else budget, identity, price)
        policy.authorize(identity.principal)
        return view(*args, **kwargs)

    return authorized


def counted(view: View[P], price: Price) -> View[P]:
    """Count a request to a public operation."""

    @wraps(view)
    def served(*args: P.args, **kwargs: P.kwargs) -> flask.Response:
        spend_of_stranger(price)
        return view(*args, **kwargs)

    return served


def spend(budget: Budget, identity: Identity, price: Price) -> None:
    """Count a request on the accounts of its caller.

    The accounts and the price are kept in ``g.bill`` for the size of the answer.

    Raises:
        Problem: ``too-many-requests``.
    """
    quota = app.quotas[budget]
    if not quota:
        return
    accounts = identity.accounts(budget, quota)
    g.budget, g.bill = budget, Bill(app.counters, accounts, price.size)
    g.spent = app.counters.spend(*accounts, price=price.base)
    if g.spent.wait:
        more = {"violated-policies": [budget]}
        raise Problem(Code.TOO_MANY_REQUESTS, Sentence(f"budget-{budget}"), more=more)


def spend_of_stranger(price: Price = PRICE) -> None:
    """Count a request without a valid credential, by its IP address.

    Raises:
        Problem: ``too-many-requests``.
    """
    spend(Budget.STRANGERS, stranger(), price)


# --- Credentials ---------------------------------------------------------------------------------


def stranger() -> Identity:
    """The caller without a credential, counted by the IP address."""
    g.credential = ""
    address = client_address(flask.request.environ, app.settings.proxies)
    who = Anonymous(subscriber(address))
    return Identity(who, who.actor, hashed(who.account).hex(), "", who.account)


def identify() -> Identity:
    """The caller of this request.

    The remembered holder of a seat counts until its time is over, unless this process knows that
    the seat has got another token.

    Raises:
        Problem: ``unauthenticated``.
    """
    scheme, _, credential = flask.request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != _SCHEME or not credential:
        raise Problem(Code.UNAUTHENTICATED, Sentence("credential-missing"))
    g.credential = credential = credential.strip()
    known, context = app.identities, app.context
    token, at = hashed(credential), context.runtime.monotonic()
    remembered = known.get(token)
    if remembered is not None and at < remembered.until:
        holder, hash_ = remembered.holder, remembered.identity.hash
        table = context.streams.remembered_table(holder.table)
        player = None if table is None else table.folded.players[holder.seat]
        if player is None or compare_digest(player.token or "", hash_):
            return remembered.identity
    identity = authenticate(context, credential)
    if identity.lasting and isinstance(identity.principal, SeatHolder):
        if len(known) >= REMEMBERED:
            known.clear()
        until = at + REMEMBERED_SECONDS
        known[token] = RememberedIdentity(identity, identity.principal, until)
    return identity


def authenticate(context: Context, credential: str) -> Identity:
    """The caller with a credential.

    Raises:
        Problem: ``unauthenticated``.
    """
    identity: Identity | None = None
    if credential.startswith(f"{KEY}_"):
        key = context.credentials.key(credential)
        if key is not None:
            hash_ = hashed(credential).hex()
            identity = Identity(key, key.actor, hash_, str(key.id), key.owner)
    elif isinstance(holder := read_token(credential), EntryHolder):
        identity = _with_entry(context, credential, holder)
    elif holder is not None:
        identity = _with_token(context, credential, holder)
    if identity is None:
        raise Problem(Code.UNAUTHENTICATED, Sentence("credential-unknown"))
    return identity


def _first_token(table: TableStream, player: Player) -> Digest:
    """The hash of the token that a person got when they sat down."""
    taken = table.events[player.taken - 1]
    assert isinstance(taken, SeatTaken), "the player sat down by it"
    assert taken.token is not None, "a token opens the seat"
    return taken.token


def _with_token(context: Context, token: str, holder: TokenHolder) -> Identity | None:
    """The caller with a token of a table; None if the token is not valid.

    No player leaves a table once every seat is taken (`Table.started`). From then on a token ends
    only when another one is issued, so the identity may be remembered for a short time.
    """
    table, seated = context.streams.table(holder.table), isinstance(holder, SeatHolder)
    if table is None or not opens(token, holder, table.state, now=table_time(context, table)):
        return None
    player = table.state.players[holder.seat] if isinstance(holder, SeatHolder) else None
    hash_ = hashed(token).hex()
    return Identity(
        holder,
        holder.actor,
        hash_,
        hash_ if player is None else _first_token(table, player),
        account_owner(holder, table.state, table.opened.owner),
        counted_as(holder),
        game=table.opened.game,
        lasting=seated and table.state.started,
    )


def _with_entry(context: Context, token: str, holder: EntryHolder) -> Identity | None:
    """The caller with the token of a player of a tournament; None if the token is not valid."""
    stream, hash_ = context.streams.tournament(holder.tournament), hashed(token).hex()
    player = None if stream is None else stream.state.player(holder.player)
    if stream is None or player is None or not compare_digest(player.token or "", hash_):
        return None
    owner = stream.opened.owner
    return Identity(holder, holder.actor, hash_, hash_, owner, counted_as(holder))
