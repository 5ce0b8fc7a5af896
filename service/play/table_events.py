"""The events of a table as callers are shown them: each reader what an event declares for them.

Every reader has every event under its position. A field that is not for them is null, and so is one
that does not say who is shown it: a new field tells nobody more than was decided.
"""

from domain.kernel.event import Event, Json, to_json
from domain.table.fields import ALL, PARTIES, readers
from events.record import Recorded
from service.access.credentials import KEY
from service.play.queries import event_json


def table_event_json(record: Recorded, event: Event, *, party: bool) -> dict[str, Json]:
    """An event of a table as a reader is shown it, with null for what is not for him.

    Args:
        record: Its record.
        event: The event.
        party: Whether the reader is the table's owner or a player.
    """
    known, data = readers(type(event)), to_json(event)
    allowed = (ALL, PARTIES) if party else (ALL,)
    shown = {name: each if known.get(name) in allowed else None for name, each in data.items()}
    return {**event_json(record, event), "actor": _actor(record.actor), "data": shown}


def _actor(actor: str) -> str:
    """Who did it; of an API key, only that it was one."""
    return KEY if actor.startswith(f"{KEY}:") else actor
