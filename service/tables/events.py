"""The events of a table in the API: each reader gets the fields that an event declares for them.

Every reader gets every event under its position. A field that is not for the reader is null, and so
is a field without a declaration, so a new field is hidden by default.
"""

from collections.abc import Collection
from typing import Final

from domain.kernel.event import Event, Json, to_json
from domain.table.events import SeatTaken, TableOpened
from domain.table.fields import FieldAudience, field_audiences
from domain.table.players import metadata_json, name_is_gone, pseudonym
from domain.tournaments.events import PlayerJoined, PlayerSubstituted, TournamentOpened
from domain.tournaments.tournament import pseudonym as pseudonym_of
from events.record import Recorded
from service.access.credentials import KEY
from service.deals.representation import event_json
from service.responses.live import TableEventJson

_AUTHORS: Final = frozenset({"seat", "auditor", "by"})
"""The fields of events that name their author."""


def table_event_json(
    record: Recorded, event: Event, *, readership: Collection[FieldAudience]
) -> TableEventJson:
    """An event of a table for a reader, with null for hidden fields.

    Args:
        record: Its record.
        event: The event.
        readership: The audiences that the reader belongs to.
    """
    known, data = field_audiences(type(event)), _fields(event)
    shown = {name: each if known.get(name) in readership else None for name, each in data.items()}
    is_named = all(known.get(name) in readership for name in _AUTHORS & data.keys())
    actor = _actor(record.actor, is_named=is_named)
    return {**event_json(record, event), "actor": actor, "data": shown}


def _fields(event: Event) -> dict[str, Json]:
    """The fields of a table's event as they are shown: with a pseudonym, and metadata by names."""
    data: dict[str, Json] = to_json(event)
    if isinstance(event, SeatTaken | TableOpened | TournamentOpened):
        data["metadata"] = metadata_json(event.metadata)
    if isinstance(event, PlayerJoined | PlayerSubstituted) and event.name is None:
        data["name"] = pseudonym_of(event.player)
    if isinstance(event, SeatTaken) and name_is_gone(event):
        data["name"] = pseudonym(event.seat)
    return data


def _actor(actor: str, *, is_named: bool) -> str:
    """The actor; only the kind of an API key, and of an author who is hidden from the reader."""
    kind, _, _ = actor.partition(":")
    return actor if is_named and kind != KEY else kind
