"""Erased persons: their names leave the remembered records of tables and tournaments.

The store no longer has the openings of an erased person, or of an invitation that was withdrawn. An
older table has the name in the hashed bytes of its record, which stay as they are; only evidence
for the parties shows these bytes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import orjson

from domain.kernel.event import Event
from domain.table.events import PersonErased, SeatTaken
from domain.table.guests import InvitationWithdrawn, Invited, invitation_of
from domain.tournaments.events import PlayerErased, PlayerJoined, PlayerSubstituted
from events.record import Recorded

Records = tuple[Recorded, ...]
Events = tuple[Event, ...]


def masked(records: Records, events: Events, new: Sequence[Event]) -> tuple[Records, Events]:
    """Records and events without the persons that new events have erased."""
    erased = {*_erased(records, events, new)}
    if not erased:
        return records, events
    return (
        tuple(_record(each) if each.version in erased else each for each in records),
        tuple(_event(each) if at in erased else each for at, each in enumerate(events, start=1)),
    )


def _erased(records: Records, events: Events, new: Sequence[Event]) -> Iterator[int]:
    """The positions of events whose openings are deleted by new events."""
    for event in new:
        if isinstance(event, InvitationWithdrawn):
            yield event.invited
        if isinstance(event, PlayerErased):
            yield event.taken
        if isinstance(event, PersonErased):
            yield event.taken
            number = invitation_of(records[event.taken - 1].actor)
            for at, each in enumerate(events, start=1):
                if isinstance(each, Invited) and each.invitation == number:
                    yield at


def _record(record: Recorded) -> Recorded:
    return record._replace(envelope=orjson.loads(record.body), openings=())


def _event(event: Event) -> Event:
    if isinstance(event, PlayerJoined | PlayerSubstituted):
        return replace(event, name=None, ref=None)
    assert isinstance(event, SeatTaken | Invited), "the judge lets nothing else be erased"
    return replace(event, name=None, ref=None, metadata=None)
