"""The turns that begin with each event of a deal, found in one pass and continued as it grows.

Past events never change, so a result stays true. The turns of the deals requested last are kept: a
byte for each event, and the state of the pass.
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
    """The turns of a deal up to the last event read.

    Attributes:
        begun: for each event, the seat whose turn begins with it, counted from 1; else 0.
        head: the hash of the record up to the last of them, which identifies it.
        state: the state of the game after it.
        bots: the bot or person on each seat then.
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
        """The number of events read."""
        return len(self.begun)

    def at(self, version: int) -> Seat | None:
        """The seat whose turn begins with the event at a version."""
        seat = self.begun[version - 1]
        return None if seat == _NOBODY else seat - 1


def first_turns(deal: Deal) -> Turns:
    """The event that opens a deal begins no turn."""
    opened = deal.opened
    return Turns(bytes([_NOBODY]), _head_at(deal, 1), deal.game.initial(opened), opened.bots)


def read_on(known: Turns, deal: Deal) -> Turns:
    """The turns of a deal, continued from the known ones to its end.

    Appends are whole commands, so the known part ends with one.
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
    """The turns after one more command.

    A turn begins with the last event of a command, after all its consequences. It is the turn of
    another seat, or of the seat that has just moved. Possible moves out of turn are not considered,
    because they would reveal hidden cards.
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
    """The turns of the deals requested last. Threads may share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[UUID, Viewer], Turns] = OrderedDict()
        self._lock = Lock()

    def of(self, deal: Deal) -> Turns:
        """The turns of a deal, to its end at least."""
        key = deal.id, deal.viewer
        with self._lock:
            kept = known = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if known is None or not _is_of(known, deal):
            known = first_turns(deal)
        if known.version < deal.version:
            known = read_on(known, deal)
        if known is not kept:
            self._keep(key, known)
        return known

    def _keep(self, key: tuple[UUID, Viewer], read: Turns) -> None:
        with self._lock:
            self._kept[key] = read
            self._kept.move_to_end(key)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)


def _is_of(known: Turns, deal: Deal) -> bool:
    """Whether the deal continues from there: the hash of a record covers all before it."""
    return known.version <= deal.version and _head_at(deal, known.version) == known.head


def _head_at(deal: Deal, version: int) -> bytes:
    return deal.records[version - 1].hash


_kept: Final = _Kept()


def turn_at(deal: Deal, version: int) -> Seat | None:
    """The seat of a person whose turn begins with the event at a version of a deal."""
    return _kept.of(deal).at(version)
