"""Watchers, readers, invitations, tokens of seats and erased people, in the record of a table."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import orjson

from domain.kernel.event import Digest, Event, Id, Text
from domain.table.events import (
    PersonErased,
    SeatTaken,
    SeatTokenIssued,
    TableActSigned,
    TableRematched,
)
from domain.table.guests import (
    InvitationWithdrawn,
    Invited,
    ReaderAdmitted,
    ReaderDismissed,
    WatcherAdmitted,
    WatcherDismissed,
)
from events.canonical import canonical
from tests.verifier.entries import Entry
from tests.verifier.making import LATE, NOW, Step, bundled, kept, signed_by_players
from tests.verifier.mutations import rechained
from tests.verifier.older import in_old_form
from tests.verifier.series import PERSON, TABLE, a_series, complete, table_bundle, taken
from verifier.bundle import Bundle
from verifier.bundle import BundleEvent as Recorded

KEY, FIRST = f"key:{PERSON}", "invitation:1"
TOKEN, UNTIL = Digest("ab" * 32), NOW + 1_000 * LATE
READER = ReaderAdmitted(1, Text("Archive"), None, None, TOKEN, UNTIL)
SECOND_READER: Final = replace(READER, reader=2)
WATCHER = WatcherAdmitted(1, Text("Screen"), None, TOKEN, until=1)
INVITED = Invited(1, None, Text("Eve"), TOKEN, UNTIL, ref=Text("user-e"))
WITHDRAWN = InvitationWithdrawn(1, 5)


def by(actor: str, *events: Event) -> Step:
    return actor, events


def sitting(seat: int = 1, *, holder: Id | None = None) -> SeatTaken:
    return replace(taken(seat), holder=holder)


def half_empty(*steps: Step) -> Bundle:
    """These steps at a table with one player."""
    opened, left, first, *_ = a_series("durak", 2).table
    return table_bundle([opened, left, first, *steps])


def finished(*steps: Step) -> Bundle:
    """These steps after a series."""
    return table_bundle([*a_series("durak", 2).table, *steps])


def of_four(*seats: int) -> Bundle:
    """An invitation by which these seats are taken."""
    (actor, (opened, *_)), *_ = a_series("goat", 4).table
    used = [by(FIRST, sitting(seat)) for seat in seats]
    return table_bundle([(actor, (opened,)), by(KEY, INVITED), *used])


def rematch() -> Bundle:
    (actor, (opened, *_)), *_ = a_series("durak", 2).table
    return table_bundle([(actor, (opened, TableRematched(TABLE))), by(KEY, INVITED)])


INVITATIONS: Final[dict[str, list[Step]]] = {
    "to any seat": [by(KEY, INVITED), by(FIRST, sitting())],
    "to one seat": [by(KEY, replace(INVITED, seat=1)), by(FIRST, sitting())],
    "withdrawn": [by(KEY, INVITED), by(KEY, WITHDRAWN)],
    "another one": [
        by(KEY, INVITED),
        by(KEY, WITHDRAWN),
        by(KEY, replace(INVITED, invitation=2)),
        by("invitation:2", sitting()),
    ],
    "erased together": [by(KEY, INVITED), by(KEY, PersonErased(0, 4), WITHDRAWN)],
}
ODD_INVITATIONS: Final[dict[str, list[Step]]] = {
    "without an invitation": [by(FIRST, sitting())],
    "another number": [by(KEY, INVITED), by("invitation:2", sitting())],
    "in another form": [by(KEY, INVITED), by("invitation:01", sitting())],
    "to another seat": [by(KEY, replace(INVITED, seat=0)), by(FIRST, sitting())],
    "held by a key": [by(KEY, INVITED), by(FIRST, sitting(holder=PERSON))],
    "expired": [by(KEY, replace(INVITED, until=NOW - 1)), by(FIRST, sitting())],
    "used after it was withdrawn": [by(KEY, INVITED), by(KEY, WITHDRAWN), by(FIRST, sitting())],
    "withdrawn twice": [by(KEY, INVITED), by(KEY, WITHDRAWN), by(KEY, WITHDRAWN)],
    "withdrawn at another place": [by(KEY, INVITED), by(KEY, InvitationWithdrawn(1, 4))],
    "withdrawn after use": [by(KEY, INVITED), by(FIRST, sitting()), by(KEY, WITHDRAWN)],
    "numbers with gaps": [by(KEY, replace(INVITED, invitation=2))],
    "to a seat that is none": [by(KEY, replace(INVITED, seat=2))],
    "to a full table": [by(KEY, sitting(holder=PERSON)), by(KEY, INVITED)],
}


def readers(*more: Step) -> Bundle:
    """Readers of a table and of its first deal, the first of whom is dismissed."""
    first = Id(str(a_series("durak", 2).cases()[0].bundle.stream))
    second = replace(SECOND_READER, deal=first)
    return finished(by(KEY, READER), by(KEY, second), by(KEY, ReaderDismissed(1)), *more)


def watchers(*more: Step) -> Bundle:
    second = replace(WATCHER, watcher=2, by=1)
    return finished(by(KEY, WATCHER), by("seat:1", second), by(KEY, WatcherDismissed(1)), *more)


THIRD: Final = replace(READER, reader=3)
ODD_READERS: Final = {
    "a reader with the first number": READER,
    "a reader dismissed twice": ReaderDismissed(1),
    "a reader of no deal": replace(THIRD, deal=TABLE),
    "no reader dismissed": ReaderDismissed(3),
}
ODD_WATCHERS: Final = {
    "a watcher with the first number": WATCHER,
    "a watcher dismissed twice": WatcherDismissed(1),
    "watcher 0 dismissed": WatcherDismissed(0),
    "no watcher dismissed": WatcherDismissed(3),
}


# --- Tokens ---------------------------------------------------------------------------------------


def issued(seat: int, actor: str = KEY) -> Step:
    return by(actor, SeatTokenIssued(seat, TOKEN))


def unsigned(steps: list[Step]) -> list[Step]:
    return [
        (actor, tuple(each for each in events if not isinstance(each, TableActSigned)))
        for actor, events in steps
    ]


def issued_at_any_time() -> Bundle:
    first, *rest = unsigned(a_series("durak", 2).table)
    return table_bundle(signed_by_players([first, issued(0), *rest, issued(1), issued(1)]))


def issued_for_a_free_seat() -> Bundle:
    opened, left, *_ = a_series("durak", 2).table
    return table_bundle([opened, left, issued(0)])


# --- People ---------------------------------------------------------------------------------------


@cache
def known() -> list[Step]:
    """A series whose players were known to its owner."""
    noted: dict[str, Any] = {
        "ref": Text("user-42"),
        "metadata": ((Text("club"), Text("Saturday")),),
    }
    made = unsigned(complete(a_series("durak", 2).table))
    return signed_by_players(
        [
            (who, tuple(replace(e, **noted) if isinstance(e, SeatTaken) else e for e in events))
            for who, events in made
        ]
    )


def erasures() -> list[Step]:
    """The erasure of every person, each in a command of its own."""
    events = [event for _, events in known() for event in events]
    taken = [(at, each) for at, each in enumerate(events, 1) if isinstance(each, SeatTaken)]
    return [by(KEY, PersonErased(each.seat, at)) for at, each in taken]


def public(*more: Step) -> Bundle:
    return bundled(kept([*known(), *more]), view="public", receipts=False, logged=False)


def full() -> Bundle:
    return bundled(kept(known()), receipts=False, logged=False)


def with_openings(change: Callable[[Any], Any]) -> Bundle:
    """The public record with other openings of the first name."""
    bundle = public()
    at = next(at for at, entry in enumerate(bundle.events) if entry.openings)
    assert [each.slot for each in bundle.events[at].openings] == ["name"]
    assert [each.slot for each in full().events[at].openings] == ["metadata", "name", "ref"]
    entry = bundle.events[at]._replace(openings=change(bundle.events[at].openings))
    return bundle._replace(events=(*bundle.events[:at], entry, *bundle.events[at + 1 :]))


def another_name(payload: bytes) -> Bundle:
    return with_openings(lambda openings: (openings[0]._replace(payload=payload),))


def with_notes() -> Bundle:
    notes = next(entry.openings for entry in full().events if len(entry.openings) > 1)
    return with_openings(lambda _: notes)


def erased_in_an_older_table() -> Bundle:
    """Its record has the names themselves."""
    old = in_old_form(public())
    assert b'"name":"Ann"' in old.events[1].body
    envelope = orjson.loads(old.events[-1].body)
    erasure = {"command": str(TABLE), "data": {"seat": 0, "taken": 2}, "schema": 1}
    body = canonical({**envelope, **erasure, "type": PersonErased.TYPE})
    return rechained(old, [*old.events, Recorded(body, b"")])


NO_PERSON: Final = ((1, 2), (0, 3), (0, 999), (0, 0), (-1, 2))
"""Seats and events by which nobody sat down."""

ENTRIES: Final = {
    **{
        f"an invitation {name}": Entry(partial(half_empty, *steps))
        for name, steps in INVITATIONS.items()
    },
    **{
        f"an odd invitation, {name}": Entry(partial(half_empty, *steps))
        for name, steps in ODD_INVITATIONS.items()
    },
    "an invitation used once": Entry(partial(of_four, 1)),
    "an invitation used twice": Entry(partial(of_four, 1, 2)),
    "an invitation to a rematch": Entry(rematch),
    **{
        f"an invitation by {actor}": Entry(partial(half_empty, by(actor, INVITED)))
        for actor in ("seat:0", "system", FIRST)
    },
    **{
        f"an invitation withdrawn by {actor}": Entry(
            partial(half_empty, by(KEY, INVITED), by(actor, WITHDRAWN))
        )
        for actor in ("seat:0", "system", FIRST)
    },
    "readers": Entry(readers),
    "a reader by a seat": Entry(lambda: readers(by("seat:1", THIRD))),
    "watchers": Entry(watchers),
    **{name: Entry(partial(readers, by(KEY, event))) for name, event in ODD_READERS.items()},
    **{name: Entry(partial(watchers, by(KEY, event))) for name, event in ODD_WATCHERS.items()},
    "a watcher by no seat": Entry(
        lambda: watchers(by("seat:9", replace(WATCHER, watcher=3, by=9)))
    ),
    "tokens at any time": Entry(issued_at_any_time),
    "a token for a seat that is free": Entry(issued_for_a_free_seat),
    **{f"a token for seat {seat}": Entry(partial(finished, issued(seat))) for seat in (2, -1)},
    **{
        f"a token by {actor}": Entry(partial(finished, issued(1, actor)))
        for actor in ("seat:1", "system")
    },
    "a name that is opened": Entry(public),
    "a name that is closed": Entry(lambda: with_openings(lambda _: ())),
    "another name": Entry(partial(another_name, b'"Eve"')),
    "no name": Entry(partial(another_name, b"null")),
    "notes of the owner": Entry(full),
    "notes of the owner in public": Entry(with_notes),
    "all are erased": Entry(lambda: public(*erasures())),
    "erased twice": Entry(lambda: public(*erasures(), erasures()[0])),
    **{
        f"seat {seat}, event {event} erased": Entry(
            partial(public, by(KEY, PersonErased(seat, event)))
        )
        for seat, event in NO_PERSON
    },
    "erased at an older table": Entry(erased_in_an_older_table),
}
