"""Principals and their credentials: API keys of integrators, tokens of persons, the house.

Only a SHA-256 hash of each credential is stored.

The hash of a seat's token is in the event by which the seat was taken, or got another token, so the
table itself says who may sit there: a token ends when its player leaves, or when the next one is
issued. The token names its table and seat. Tokens of guests work the same way: they name table and
number, and have an expiry time.

The house: the owner, built in, of the tables that people open on the page without a key. It has no
credential. So its tables are in no public list, have no webhooks and no notes, and all of them
together have the share of one owner.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hmac import compare_digest
from typing import Final, Literal, NamedTuple, TypeAlias, TypeGuard
from uuid import UUID

from domain.kernel.event import Id, Seat
from domain.kernel.sentence import Sentence
from domain.table.guests import AUDITOR, INVITATION, READER, WATCHER, GuestScope
from domain.table.series import Table
from service.access.budgets import TOKENS, Account
from service.access.scopes import Scope
from service.ids import hashed
from service.problems import Code, Problem

Visibility: TypeAlias = Literal["public", "private"]
"""Whether others than the owner of a table and its players find it."""
KEY: Final = "key"
ENTRY: Final = "entry"
SEAT: Final = "seat"
GUEST_KINDS: Final[Mapping[GuestScope, str]] = {
    AUDITOR: "audit",
    WATCHER: "view",
    READER: "read",
    INVITATION: "invite",
}
"""The kind of token of each guest."""
SEAT_TOKEN_BYTES: Final = 16 + 1 + 32
GUEST_TOKEN_BYTES: Final = 16 + 2 + 32
ENTRY_TOKEN_BYTES: Final = GUEST_TOKEN_BYTES
MOST_GUESTS: Final = 2**16 - 1
"""The limit on guests of one scope that a table ever has: the token has two bytes for it."""


def tests_of(owner: UUID) -> UUID:
    """The owner of an owner's tests, and the other way round: their ids differ in the last bit."""
    return UUID(int=owner.int ^ 1)


def owners_of(root: UUID, *, test: bool) -> frozenset[UUID]:
    """The owners for whom a key acts: the root and its tests; a test key for the tests alone."""
    return frozenset({tests_of(root)} if test else {root, tests_of(root)})


@lru_cache(maxsize=1_000)  # asked for each line of a list
def _names_of(root: UUID, *, test: bool) -> frozenset[str]:
    """The same as in the record."""
    return frozenset(map(str, owners_of(root, test=test)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """An integrator's key.

    Attributes:
        id: Its id.
        name: Its name.
        created_at: When it was made.
        root: The key made on the command line from which it descends, perhaps itself. Tables opened
            with the key belong to the root, and tests to the owner of its tests (`tests_of`). So
            all keys of an integrator act for the same owners, except that a test key is a stranger
            wherever there is no test.
        maker: The key that made it; None: the command line.
        scopes: The permissions.
        revoked_at: When it was revoked.
        ending: Whether the secret that came with the request is being replaced by another one.
        default_visibility: The visibility of tables whose request does not name one.
        test: Whether all its tables are tests; never changed.
    """

    id: UUID
    name: str
    created_at: datetime
    root: UUID
    maker: UUID | None
    scopes: frozenset[Scope]
    revoked_at: datetime | None = None
    ending: bool = False
    default_visibility: Visibility = "private"
    test: bool = False

    @property
    def actor(self) -> str:
        """The name of the key in the record."""
        return f"key:{self.id}"

    @property
    def owner(self) -> Id:
        """The owner on whom its requests are counted."""
        return self.owner_at(test=self.test)

    @property
    def owners(self) -> frozenset[UUID]:
        """The owners for whom it acts."""
        return owners_of(self.root, test=self.test)

    def owner_at(self, *, test: bool) -> Id:
        """The owner of what it begins, as named in the record: at a test, or elsewhere."""
        return Id(str(tests_of(self.root) if test else self.root))

    def acts_for(self, *owners: Id | None) -> bool:
        """Whether it acts for one of these owners of tables and holders of seats."""
        return not _names_of(self.root, test=self.test).isdisjoint(owners)


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """The token of one seat at one table; it opens nothing else."""

    table: UUID
    seat: Seat

    @property
    def actor(self) -> str:
        """The name of the seat in the record."""
        return f"seat:{self.seat}"


@dataclass(frozen=True, slots=True)
class GuestHolder:
    """The token of one guest of one table.

    An auditor's opens the disputes of the table and their evidence. A watcher's gives the public
    view of the table and its deals. A reader's opens finished deals. An invitation takes a seat.
    """

    table: UUID
    scope: GuestScope
    number: int

    @property
    def actor(self) -> str:
        """The name of the guest in the record and in logs."""
        return f"{self.scope}:{self.number}"


@dataclass(frozen=True, slots=True)
class EntryHolder:
    """The token of one player of a tournament: it shows their seat of each round."""

    tournament: UUID
    player: int

    @property
    def actor(self) -> str:
        """The name of the player in the record."""
        return f"{ENTRY}:{self.player}"


@dataclass(frozen=True, slots=True)
class Anonymous:
    """A caller without a credential, who may read what is public."""

    account: str
    """The account of the caller's address."""

    @property
    def actor(self) -> str:
        """The name of all such callers in logs."""
        return "anonymous"


TokenHolder: TypeAlias = SeatHolder | GuestHolder
OwnerOrSeat: TypeAlias = ApiKey | SeatHolder
Principal: TypeAlias = OwnerOrSeat | GuestHolder | EntryHolder | Anonymous
"""All callers. An operation names the scopes of the guests that it admits, and says whether it
admits callers without a credential."""


def is_auditor(who: Principal) -> TypeGuard[GuestHolder]:
    """Whether a principal is an auditor."""
    return isinstance(who, GuestHolder) and who.scope == AUDITOR


def is_reader(who: Principal) -> TypeGuard[GuestHolder]:
    """Whether a principal is a reader."""
    return isinstance(who, GuestHolder) and who.scope == READER


class Identity(NamedTuple):
    """An authenticated caller, with what every request needs to know of its credential.

    Attributes:
        principal: The principal.
        actor: Its name in the record.
        hash: The hash of the credential, in hex.
        scope: The scope of its idempotency keys: the id of an API key, or the hash of a token. Each
            holder of a seat has one, of the token that came first; later ones of theirs share it.
        payer: The owner or address that the requests count for.
        token: The account of a token. None: a key, or no credential.
        game: The game of a token's table, whose clauses problems name.
        lasting: Whether the credential can end only with the issue of another one: the token of a
            seat at a table that has started.
    """

    principal: Principal
    actor: str
    hash: str
    scope: str
    payer: str
    token: str | None = None
    game: str | None = None
    lasting: bool = False

    def accounts(self, budget: str, quota: int) -> list[Account]:
        """The accounts that its requests are counted on.

        Tokens are counted apart from the keys of their owner: players cannot keep the owner from
        closing a table, and nobody sees from the owner's budget how much is played.
        """
        if self.token is None:
            return [Account(f"{budget}:{self.payer}", quota)]
        own = Account(f"{budget}:{self.token}", max(1, quota // TOKENS))
        return [own, Account(f"{budget}:tokens:{self.payer}", quota)]


def require_scope(who: Principal, scope: Scope) -> None:
    """Check that a key has a scope. Tokens of seats and others have no scopes.

    Raises:
        Problem: ``scope-missing``.
    """
    if isinstance(who, ApiKey) and scope not in who.scopes:
        missing = Sentence("scope-missing", {"scope": scope})
        raise Problem(Code.SCOPE_MISSING, missing, more={"scope": scope})


def counted_as(who: Principal) -> str:
    """The name of a principal for rate limits: all keys of an owner share one."""
    match who:
        case ApiKey():
            return str(who.owner)
        case Anonymous():
            return who.account
        case EntryHolder():
            return f"{who.tournament}:{who.actor}"
        case _:
            return f"{who.table}:{who.actor}"


def account_owner(who: TokenHolder, table: Table, owner: Id) -> Id:
    """The owner on whom a token counts: of the key that took the seat, or else of the table."""
    player = table.players[who.seat] if isinstance(who, SeatHolder) else None
    return (player and player.holder) or owner


def seat_token(table: UUID, seat: Seat, secret: bytes) -> str:
    """Build the token of a seat from 32 secret bytes."""
    return _written(SEAT, table.bytes + bytes([seat]) + secret)


def guest_token(table: UUID, scope: GuestScope, number: int, secret: bytes) -> str:
    """Build the token of a guest from 32 secret bytes."""
    return _written(GUEST_KINDS[scope], table.bytes + number.to_bytes(2, "big") + secret)


def entry_token(tournament: UUID, player: int, secret: bytes) -> str:
    """Build the token of a player of a tournament from 32 secret bytes."""
    return _written(ENTRY, tournament.bytes + player.to_bytes(2, "big") + secret)


def _written(kind: str, raw: bytes) -> str:
    return f"{kind}_{urlsafe_b64encode(raw).rstrip(b'=').decode()}"


def read_token(token: str) -> TokenHolder | EntryHolder | None:
    """The holder that a token names. Only the table or tournament can validate the token."""
    kind, _, text = token.partition("_")
    try:
        raw = urlsafe_b64decode(f"{text}==")
    except ValueError:
        return None
    if kind == SEAT and len(raw) == SEAT_TOKEN_BYTES:
        return SeatHolder(UUID(bytes=raw[:16]), raw[16])
    if kind == ENTRY and len(raw) == ENTRY_TOKEN_BYTES:
        return EntryHolder(UUID(bytes=raw[:16]), int.from_bytes(raw[16:18], "big"))
    for scope, of_scope in GUEST_KINDS.items():
        if kind == of_scope and len(raw) == GUEST_TOKEN_BYTES:
            return GuestHolder(UUID(bytes=raw[:16]), scope, int.from_bytes(raw[16:18], "big"))
    return None


def opens(token: str, holder: TokenHolder, table: Table, *, now: int) -> bool:
    """Whether a token belongs to the holder that it names and is valid at this time."""
    expected: str | None = None
    if isinstance(holder, GuestHolder):
        guest = table.guests.find(holder.scope, holder.number)
        expected = guest.token if guest is not None and guest.is_valid(now) else None
    elif holder.seat < len(table.players):
        player = table.players[holder.seat]
        expected = player.token if player is not None else None
    return expected is not None and compare_digest(hashed(token).hex(), expected)


_ID: Final = UUID("0f4153e0-0000-8000-8000-000000000000")
HOUSE: Final = ApiKey(
    id=_ID,
    name="house",
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
    root=_ID,
    maker=None,
    scopes=frozenset({Scope.TABLES, Scope.PLAY}),
)
OPEN_OF_ADDRESS: Final = 3
"""The most tables of the house that people at one address have open."""
IDLE_SECONDS: Final = 3_600
"""After so long without an event the service closes a table of the house."""


def require_not_house(owner: Id) -> None:
    """Check that a table has another owner than the house, which offers play alone.

    Raises:
        Problem: ``not-allowed``.
    """
    if owner == HOUSE.owner:
        raise Problem(Code.NOT_ALLOWED, Sentence("not-at-house-tables"))
