"""The events of a table as callers are shown them: which fields, and who may see them.

Every reader has every event under its position. What is not for him is null; a kind of event that
is not listed here shows nothing of itself, so that a new one tells nobody more than was decided.
"""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.event import Event, Json, to_json
from domain.table import disputes, watching
from domain.table import events as table
from events.record import Recorded
from service.access.credentials import KEY
from service.play.queries import event_json

EVERYBODY: Final[Mapping[type[Event], tuple[str, ...]]] = {
    table.TableOpened: (
        *("table", "name", "game", "rules", "options", "seats", "visibility", "spectators"),
        *("reveal_seconds", "turn_limit", "time_bank", "abandon", "stand_in", "test"),
    ),
    table.TableBranched: ("deal", "at", "cards", "from_seat"),
    table.TableRematched: ("of",),
    table.SeatTaken: ("seat", "name", "bot", "commits", "key", "kind"),
    table.SeatCommitted: ("seat", "number", "deal", "commitment"),
    table.SeatLeft: ("seat",),
    table.TableClosed: (),
    table.DealOpened: ("number", "deal"),
    table.DealVoided: ("number", "deal", "seats", "version", "head"),
    table.DealAbandoned: ("number", "deal", "seats", "reason", "version", "head"),
    table.DealRecorded: ("number", "deal", "version", "head", "result"),
    table.SeriesEnded: ("winner", "ranks", "points", "titles"),
    table.RematchOpened: ("table",),
    watching.WatcherAdmitted: (),
    watching.WatcherDismissed: (),
    disputes.AuditorAdmitted: (),
    disputes.AuditorDismissed: (),
    disputes.DisputeOpened: (),
    disputes.DisputeAnswered: (),
    table.ActSigned: ("seat", "signature"),
    disputes.DisputeRuled: ("deal", "dispute", "adjustment"),
}
"""What whoever may know of the table is shown. The ledger is as public as the series."""

PARTIES: Final[Mapping[type[Event], tuple[str, ...]]] = {
    watching.WatcherAdmitted: ("watcher", "name", "by", "until"),
    watching.WatcherDismissed: ("watcher",),
    disputes.AuditorAdmitted: ("auditor", "name", "until"),
    disputes.AuditorDismissed: ("auditor",),
    disputes.DisputeOpened: ("deal", "dispute", "seat", "at", "claim", "text"),
    disputes.DisputeAnswered: ("deal", "dispute", "seat", "text"),
    disputes.DisputeRuled: ("ruling", "text", "auditor"),
}
"""What its owner and its players are shown besides. Nobody is shown keys or hashes of tokens."""


def table_event_json(record: Recorded, event: Event, *, party: bool) -> dict[str, Json]:
    """An event of a table as a reader is shown it, with null for what is not for him.

    Args:
        record: Its record.
        event: The event.
        party: Whether the reader is the table's owner or a player.
    """
    public, more = EVERYBODY.get(type(event), ()), PARTIES.get(type(event), ())
    allowed = {*public, *(more if party else ())}
    data: dict[str, Any] = to_json(event)
    shown = {name: value if name in allowed else None for name, value in data.items()}
    return {**event_json(record, event), "actor": _actor(record.actor), "data": shown}


def _actor(actor: str) -> str:
    """Who did it; of an API key, only that it was one."""
    return KEY if actor.startswith(f"{KEY}:") else actor
