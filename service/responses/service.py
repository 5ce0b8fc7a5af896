"""The caller, their API keys, and the health of the service."""

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from service.access.credentials import Visibility
from service.responses.base import Id, ScopeName, Time

Process: TypeAlias = Literal["web", "sweep", "sequencer", "witness", "webhooks"]


class MeJson(TypedDict):
    """The caller."""

    kind: Literal["key", "seat", "auditor", "watcher", "reader", "invitation", "entry"]
    """The kind of credential."""
    name: str
    """The name of the key, the player, the guest, or of the table invited to."""
    id: NotRequired[Id]
    """Of an API key."""
    created_at: NotRequired[Time]
    """When an API key was made."""
    scopes: NotRequired[list[str]]
    """Of an API key: its scopes."""
    test: NotRequired[bool]
    """Of an API key: whether all its tables are tests."""
    table: NotRequired[Id]
    """Of a seat or a guest."""
    seat: NotRequired[int]
    """Of a seat, or of an invitation to one or that took it."""
    auditor: NotRequired[int]
    """Of an auditor."""
    watcher: NotRequired[int]
    """Of a watcher."""
    reader: NotRequired[int]
    """Of a reader."""
    deal: NotRequired[Id]
    """Of a reader of one deal."""
    invitation: NotRequired[int]
    """Of an invitation."""
    state: NotRequired[Literal["open", "used"]]
    """Of an invitation."""
    tournament: NotRequired[Id]
    """Of a player of a tournament."""
    player: NotRequired[int]
    """Of a player of a tournament: their number."""


class HealthJson(TypedDict):
    """The health of the service."""

    status: str
    """`ok`."""


class LogStatusJson(TypedDict):
    """The status of the log."""

    size: int | None
    """How many entries are signed."""
    waiting: int
    """An upper bound of the appends that are not logged yet."""
    behind_seconds: float
    """How long the first of them has waited."""
    broken_streams: int
    """How many streams are not logged because they are damaged."""


class HeartbeatJson(TypedDict):
    """The last sign of life of a kind of process."""

    age_seconds: float
    """How long ago it last did its work."""
    fault: str | None
    """Why it refuses to go on; else null."""


class ReadinessJson(HealthJson):
    """Whether requests can be served. The log and the heartbeats do not decide that."""

    log: LogStatusJson
    heartbeats: dict[Process, HeartbeatJson]
    """Of each kind that has ever run; `witness`: its file has the last checkpoint."""


class ApiKeyJson(TypedDict):
    """An API key; its secret is never shown again."""

    id: Id
    """The key."""
    name: str
    """The name of the key."""
    scopes: list[ScopeName]
    """The scopes of the key."""
    created_at: Time
    """When it was made."""
    default_visibility: Visibility
    """The visibility of its tables, where a request does not name one."""
    test: bool
    """Whether it is a test key: all its tables are tests, it is a stranger at all others, and the
    keys that it makes are test keys."""
    made_by: Id | None
    """The key that made it; null: the operator."""


class NewApiKeyJson(ApiKeyJson):
    """A new API key, with its secret. Keep it: it is not kept here."""

    key: str
    """The secret, `key_…`."""


class RotatedApiKeyJson(NewApiKeyJson):
    """A key with its new secret."""

    former_until: Time
    """The latest time at which the old secret ends."""


class ApiKeyListJson(TypedDict):
    """The key that asks, and all keys that come from it, the oldest first."""

    keys: list[ApiKeyJson]
    """The keys that are valid."""
