"""Actors: moves and seeds of a person are by their seat, everything else by the server."""

from functools import cache, partial
from typing import Final

from domain.games import GAMES
from domain.kernel.event import Event, Text
from domain.kernel.leaving import Abandoned, Resigned, SeatTakenOver
from events.record import PUBLIC
from tests.verifier.entries import Entry
from tests.verifier.making import Step, bundled, kept, played
from tests.verifier.series import a_series, table_bundle
from verifier.bundle import Bundle


@cache
def steps() -> list[Step]:
    """A deal of two persons, one of whom adds a seed."""
    return played(GAMES["durak"], seats=2, number=1)


def by_others(old: str, new: str) -> Bundle:
    """The record with this in place of some actor; of every actor, if that is empty."""
    renamed = [(actor.replace(old, new) if old else new, events) for actor, events in steps()]
    return bundled(kept(renamed), receipts=False, logged=False)


def one_by_another(place: int, actor: str) -> Bundle:
    """The record with another actor of one command."""
    altered = [*steps()]
    altered[place] = actor, altered[place][1]
    return bundled(kept(altered), receipts=False, logged=False)


def ended(end: Event, actor: str) -> Bundle:
    return bundled(kept([*steps()[:5], (actor, (end,))], viewer=PUBLIC), view="public")


def table_by_others(old: str, new: str) -> Bundle:
    made = a_series("durak", 2).table
    return table_bundle([(new if actor == old else actor, events) for actor, events in made])


ENTRIES: Final = {
    "all may act": Entry(lambda: by_others("?", "?")),
    "all moves by the other seat": Entry(partial(by_others, "seat:1", "seat:0")),
    "all by an operator": Entry(partial(by_others, "", "key:operator")),
    "all by the server": Entry(partial(by_others, "", "system")),
    "opened by a player": Entry(partial(one_by_another, 0, "seat:0")),
    "a seed shown by another": Entry(partial(one_by_another, 1, "seat:1")),
    "the last move by an unknown actor": Entry(partial(one_by_another, -1, "test")),
    "left by the player": Entry(partial(ended, Abandoned((1,), "left"), "seat:1")),
    "left by another": Entry(partial(ended, Abandoned((1,), "left"), "seat:0")),
    "resigned by one of two": Entry(partial(ended, Abandoned((0, 1), "resigned"), "seat:0")),
    "closed by the owner": Entry(partial(ended, Abandoned((), "closed"), "key:owner")),
    "closed by a player": Entry(partial(ended, Abandoned((), "closed"), "seat:0")),
    "ended by the server": Entry(partial(ended, Abandoned((1,), "time"), "system")),
    "resigned for another": Entry(partial(ended, Resigned(1), "seat:0")),
    "left by the server": Entry(partial(ended, SeatTakenOver(1, Text("easy"), "left"), "system")),
    "a table by those who may": Entry(lambda: table_by_others("?", "?")),
    "commitments by the other seat": Entry(partial(table_by_others, "seat:0", "seat:1")),
    "commitments by an operator": Entry(partial(table_by_others, "seat:1", "key:operator")),
    "deals counted by a player": Entry(partial(table_by_others, "system", "seat:0")),
}
