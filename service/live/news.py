"""Notices of events, and the turns that begin with them: ids and numbers only.

A notice has no card and no name, and nothing that follows from a hidden card. Its receiver reads
the resource that it points to, and sees as much as their credential allows.

The turns that begin with each event of a deal, found in one pass and continued as it grows. Past
events never change, so a result stays true. The turns of the deals requested last are kept: a byte
for each event, and the state of the pass.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.kernel.deal import Shuffled
from domain.kernel.event import Event, Seat, Text, Viewer
from domain.kernel.game import evolve
from domain.kernel.leaving import Resigned, SeatReturned, SeatTakenOver, players
from domain.table import disputes
from domain.table import events as table
from domain.tournaments import events as tournaments
from service.responses.live import NewsAboutJson, NewsKind, TournamentNewsKind
from service.responses.webhooks import TournamentAboutJson
from service.streams import Deal
from service.summaries import series_result

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


OF_DISPUTES: Final[Mapping[type[disputes.DisputeEvent], NewsKind]] = {
    disputes.DisputeOpened: "dispute.opened",
    disputes.DisputeAnswered: "dispute.answered",
    disputes.DisputeWithdrawn: "dispute.withdrawn",
    disputes.DisputeRuled: "dispute.ruled",
    disputes.DisputeAppealed: "dispute.appealed",
}


class News(NamedTuple):
    """A notice for the members of a table: for all of them, or for one seat."""

    kind: NewsKind
    about: NewsAboutJson
    seat: Seat | None = None
    """The seat whose holder gets the notice. None: every member of the table."""


class TournamentNews(NamedTuple):
    """News of a tournament for its owner."""

    kind: TournamentNewsKind
    about: TournamentAboutJson


def of_table(  # noqa: PLR0911
    events: tuple[Event, ...], version: int, *, started: bool
) -> News | None:
    """The notice of the event at a version of a table's stream; None: there is none.

    Args:
        events: The events of the stream.
        version: The version.
        started: Whether every seat is taken after all of them.
    """
    match events[version - 1]:
        case table.SeatTaken() as taken:
            began = started and not _is_seated_later(events[version:])
            return News("table.started" if began else "seat.taken", {"seat": taken.seat})
        case table.SeatLeft() as left:
            return News("seat.left", {"seat": left.seat})
        case table.TableClosed():
            return News("table.closed", {})
        case table.DealRecorded() | table.DealVoided() | table.DealAbandoned() as end:
            return _finished(end)
        case table.RematchOpened(table=rematch):
            return News("table.rematched", {"rematch": rematch})
        case table.SeriesEnded() as ended:
            return News("series.finished", _result(events[0], ended))
        case table.PersonErased() as erased:
            return News("person.erased", {"seat": erased.seat})
        case event if isinstance(event, disputes.DisputeEvent):
            kind = OF_DISPUTES[type(event)]
            return News(kind, {"deal": event.deal, "dispute": event.dispute})
        case _:
            return None


def _is_seated_later(events: tuple[Event, ...]) -> bool:
    """Whether seats change: they no longer do once all are taken."""
    return any(isinstance(each, (table.SeatTaken, table.SeatLeft)) for each in events)


def _result(opened: Event, ended: table.SeriesEnded) -> NewsAboutJson:
    assert isinstance(opened, table.TableOpened), "a table begins with it"
    result = series_result(opened, ended)
    return {"winner": result["winner"], "sides": result["sides"]}


def _finished(end: table.DealRecorded | table.DealVoided | table.DealAbandoned) -> News:
    about: NewsAboutJson = {
        "deal": end.deal,
        "number": end.number,
        "voided": isinstance(end, table.DealVoided),
        "abandoned": isinstance(end, table.DealAbandoned),
    }
    return News("deal.finished", about)


def of_tournament(event: Event) -> TournamentNews | None:
    """The news in an event of a tournament; None: there is none."""
    match event:
        case tournaments.RoundDrawn():
            return TournamentNews("tournament.round_drawn", {"round": event.round})
        case tournaments.TournamentTableOpened():
            return TournamentNews("tournament.table_opened", _place(event))
        case tournaments.TableResultRecorded():
            return TournamentNews("tournament.standings_changed", _place(event))
        case tournaments.BoardRevealed() | tournaments.ScoreCorrected():
            return TournamentNews("tournament.standings_changed", {"round": event.round})
        case tournaments.TournamentClosed():
            return TournamentNews("tournament.closed", {"reason": event.reason})
        case _:
            return None


def _place(
    event: tournaments.TournamentTableOpened | tournaments.TableResultRecorded,
) -> TournamentAboutJson:
    return {"round": event.round, "number": event.number, "table": event.table}


def of_deal(deal: Deal, version: int) -> News | None:
    """The notice of the event at a version of a deal, as the public sees it; None: none."""
    return _of_leaving(deal, version) or _of_turn(deal, version)


def _of_leaving(deal: Deal, version: int) -> News | None:
    """The notice that a player has left, has come back, or has resigned.

    A player who was away when the deal began had left before. A player who comes back on their own
    turn gets no additional notice of the turn, because they asked for it.
    """
    match deal.events[version - 1]:
        case SeatTakenOver(seat=seat, reason=reason) if reason != "away":
            return News("seat.left", {**_place_of(deal, seat), "why": reason})
        case SeatReturned(seat=seat):
            return News("seat.returned", _place_of(deal, seat))
        case Resigned(seat=seat):
            return News("seat.resigned", _place_of(deal, seat))
        case _:
            return None


def _of_turn(deal: Deal, version: int) -> News | None:
    """The notice that a person's turn has begun (`service.live.news`)."""
    seat = turn_at(deal, version)
    if seat is None:
        return None
    return News("turn.started", {**_place_of(deal, seat), "version": version}, seat)


def _place_of(deal: Deal, seat: Seat) -> NewsAboutJson:
    return {"deal": str(deal.id), "number": deal.opened.number, "seat": seat}
