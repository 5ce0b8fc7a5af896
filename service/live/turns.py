"""Whose turn begins with which event of a deal: found in one pass, and gone on with as it grows.

What has happened stays, so what was found once stays true. It is kept for the deals that were asked
for last: a byte for each event, and where the pass stands.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final
from uuid import UUID

from domain.kernel.deal import Shuffled
from domain.kernel.event import Event, Seat, Text, Viewer
from domain.kernel.game import evolve
from domain.kernel.leaving import players
from service.streams import Deal

REMEMBERED: Final = 1_000
"""Deals whose turns are kept in a process."""
_NOBODY: Final = 0


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a deal, as far as it was read.

    Attributes:
        begun: for each event, the seat whose turn begins with it, counted from 1; else 0.
        head: the hash of the record up to the last of them, by which it is known again.
        state: the game after it.
        bots: who plays on each seat then.
        dealt: whether the pack has its order.
        waits_for: the seat that the deal waits for.
    """

    begun: bytes
    head: bytes
    state: Any
    bots: tuple[Text | None, ...]
    dealt: bool = False
    waits_for: Seat | None = None

    @property
    def version(self) -> int:
        """How far it goes."""
        return len(self.begun)

    def at(self, version: int) -> Seat | None:
        """The seat whose turn begins with the event at a version."""
        seat = self.begun[version - 1]
        return None if seat == _NOBODY else seat - 1


def first_turns(deal: Deal) -> Turns:
    """Nobody's, by the event that opened a deal."""
    opened = deal.opened
    return Turns(bytes([_NOBODY]), _head_at(deal, 1), deal.game.initial(opened), opened.bots)


def read_on(known: Turns, deal: Deal) -> Turns:
    """The turns of a deal that begins with what is known, to its end.

    Appends are whole commands, so what is known ends with one.
    """
    for events in _commands(deal, known.version):
        known = _after(known, deal, events)
    return known


def _commands(deal: Deal, version: int) -> Iterator[tuple[Event, ...]]:
    """The events after a version, command by command."""
    first = version
    for at in range(version + 1, deal.version + 1):
        if at == deal.version or deal.records[at].cmd_seq == 0:
            yield deal.events[first:at]
            first = at


def _after(known: Turns, deal: Deal, events: tuple[Event, ...]) -> Turns:
    """A command later.

    A turn begins with the last event of a command, once all that follows from it has happened: when
    it is another seat's, or the same one's that has just moved. Whether anybody could move out of
    turn is not asked, as that would tell what he holds.
    """
    state = known.state
    for event in events:
        state = evolve(deal.game, state, event)
    dealt = known.dealt or any(isinstance(event, Shuffled) for event in events)
    bots = players(known.bots, events)
    on = dealt and deal.game.outcome(state) is None
    seat = deal.game.to_act(state) if on else None
    begins = seat is not None and bots[seat] is None
    begins = begins and (seat != known.waits_for or _is_move_of(events[0], seat))
    last = seat + 1 if begins and seat is not None else _NOBODY
    begun = known.begun + bytes([_NOBODY] * (len(events) - 1) + [last])
    return Turns(begun, _head_at(deal, len(begun)), state, bots, dealt, seat)


def _is_move_of(event: Event, seat: Seat | None) -> bool:
    return bool(event.MOVE) and getattr(event, "seat", None) == seat


class _Kept:
    """The turns of the deals that were asked for last. Threads may share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[UUID, Viewer], Turns] = OrderedDict()
        self._lock = Lock()

    def of(self, deal: Deal) -> Turns:
        """The turns of a deal, to its end at least."""
        with self._lock:
            known = self._kept.get((deal.id, deal.reader))
        if known is None or not _is_of(known, deal):
            known = first_turns(deal)
        if known.version < deal.version:
            known = read_on(known, deal)
        self._keep(deal, known)
        return known

    def _keep(self, deal: Deal, read: Turns) -> None:
        with self._lock:
            self._kept[deal.id, deal.reader] = read
            self._kept.move_to_end((deal.id, deal.reader))
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)


def _is_of(known: Turns, deal: Deal) -> bool:
    """Whether the deal goes on from there: the hash of a record stands for all before it."""
    return known.version <= deal.version and _head_at(deal, known.version) == known.head


def _head_at(deal: Deal, version: int) -> bytes:
    return deal.records[version - 1].hash


_kept: Final = _Kept()


def turn_at(deal: Deal, version: int) -> Seat | None:
    """The seat of a person whose turn begins with the event at a version of a deal."""
    return _kept.of(deal).at(version)
