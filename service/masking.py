"""Erased persons: their names leave the remembered records and events of a table.

The store no longer has the openings of an erased person. An older table has the name in the hashed
bytes of its record, which stay as they are; only evidence for the parties shows these bytes.
"""

from collections.abc import Sequence
from dataclasses import replace

import orjson

from domain.kernel.event import Event
from domain.table.events import PersonErased, SeatTaken
from events.record import Recorded

Records = tuple[Recorded, ...]
Events = tuple[Event, ...]


def masked(records: Records, events: Events, new: Sequence[Event]) -> tuple[Records, Events]:
    """Records and events without the persons that new events have erased."""
    erased = {each.taken for each in new if isinstance(each, PersonErased)}
    if not erased:
        return records, events
    return (
        tuple(_record(each) if each.version in erased else each for each in records),
        tuple(_event(each) if at in erased else each for at, each in enumerate(events, start=1)),
    )


def _record(record: Recorded) -> Recorded:
    return record._replace(envelope=orjson.loads(record.body), openings=())


def _event(event: Event) -> Event:
    assert isinstance(event, SeatTaken), "the judge lets nothing else be erased"
    return replace(event, name=None, ref=None, metadata=None)
