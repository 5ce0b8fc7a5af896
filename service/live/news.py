"""Notices of events: ids and numbers only, known to every member of the table.

A notice has no card and no name, and nothing that follows from a hidden card. Its receiver reads
the resource that it points to, and sees as much as their credential allows.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.kernel.event import Event, Seat
from domain.kernel.leaving import Resigned, SeatReturned, SeatTakenOver
from domain.table import disputes
from domain.table import events as table
from domain.tournaments import events as tournaments
from service.live.turns import turn_at
from service.responses.live import NewsAboutJson, NewsKind, TournamentNewsKind
from service.responses.webhooks import TournamentAboutJson
from service.streams import Deal
from service.summaries import series_result

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
    """The notice that a person's turn has begun (`service.live.turns`)."""
    seat = turn_at(deal, version)
    if seat is None:
        return None
    return News("turn.started", {**_place_of(deal, seat), "version": version}, seat)


def _place_of(deal: Deal, seat: Seat) -> NewsAboutJson:
    return {"deal": str(deal.id), "number": deal.opened.number, "seat": seat}
