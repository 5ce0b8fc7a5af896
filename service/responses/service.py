"""The caller, and the health of the service."""

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from service.responses.base import Id, Time

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
