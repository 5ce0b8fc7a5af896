"""Tables, their events and their series, as JSON.

Each reader gets the fields that an event declares for them. Every reader gets every event under its
position. A field that is not for the reader is null, and so is a field without a declaration, so a
new field is hidden by default.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, cast
from uuid import UUID

from domain.kernel.event import Event, Json, Seat, to_json
from domain.kernel.game import Game
from domain.kernel.sentence import Sentence
from domain.table.deal_line import DealLine
from domain.table.events import SeatTaken, TableOpened
from domain.table.fields import FieldAudience, field_audiences, terms_json
from domain.table.players import metadata_json, name_is_gone, pseudonym
from domain.table.series import Status, Table
from domain.tournaments.events import PlayerJoined, PlayerSubstituted, TournamentOpened
from domain.tournaments.tournament import pseudonym as pseudonym_of
from events.record import Recorded
from languages.catalogue import Language
from service.access.credentials import KEY
from service.deals.representation import end_json, event_json, table_waits
from service.responses.base import TermsJson
from service.responses.live import TableEventJson
from service.responses.players import notes_json, player_json, refs_json
from service.responses.problems import SentenceJson, sentence_json
from service.responses.shared import BranchOfJson, SeatJson, TableStatus
from service.responses.tables import (
    NextDealJson,
    RoundOfTableJson,
    SeriesDealJson,
    SeriesJson,
    TableJson,
)
from service.summaries import series_result
from service.timestamps import times_json, timestamp

ENDED: Final = ("over", "closed")
"""The statuses of a table without further deals."""
OPTIONS: Final = "options"
"""The field of a score that is left out."""


def shown_status(status: Status | str) -> TableStatus:
    """The status of a table in the API: between two deals the series counts as running."""
    between = status in ("committing", "pausing", "due")
    return "playing" if between else cast("TableStatus", status)


def table_json(
    table: Table,
    *,
    version: int,
    head: bytes,
    created_at: int,
    next_deal: UUID,
    owner: bool = False,
    party: bool = False,
    at: int | None = None,
) -> TableJson:
    """A table as it is at a version of its stream.

    Args:
        table: The table.
        version: The version.
        head: The hash of its record up to there.
        created_at: When it was opened.
        next_deal: The id that its next deal would have.
        owner: Whether it is shown to the owner of the table.
        party: Whether it is shown to a party to its disputes.
        at: The time now, in µs since the epoch; None in the answer to a command.
    """
    opened, ended = table.opened, table.ended
    deal = table.deals[-1] if table.status == "playing" else None
    return {
        "id": opened.table,
        "name": opened.name,
        **notes_json(opened, owner=owner),
        "game": opened.game,
        "rules": opened.rules,
        "options": dict(opened.options),
        "target": table.target,
        **cast("TermsJson", terms_json(opened)),
        "status": shown_status(table.status),
        "version": version,
        "head": head.hex(),
        "created_at": timestamp(created_at),
        **times_json(created_at, table.started_at, table.finished_at),
        "seats": [_seat_json(table, seat, owner=owner) for seat in range(opened.seats)],
        "deal": deal and {"id": deal.deal, "number": deal.number},
        "next_deal": None if table.status in ENDED else _next_deal(table, next_deal),
        "waiting_for": table_waits(table),
        "disputes_waiting": table.disputes.waiting if party else None,
        "now": None if at is None or table.status in ENDED else timestamp(at),
        "branch_of": branch_json(table),
        "rematch_of": table.rematch_of,
        "tournament": _round_of(table),
        "result": None if ended is None else series_result(opened, ended),
        "rematch": table.rematch,
    }


def _round_of(table: Table) -> RoundOfTableJson | None:
    drawn = table.drawn
    if drawn is None:
        return None
    return {"id": drawn.tournament, "round": drawn.round, "number": drawn.number}


def _seat_json(table: Table, seat: Seat, *, owner: bool) -> SeatJson:
    player = table.players[seat]
    return {
        "seat": seat,
        "side": _side(table, seat),
        **player_json(player, owner=owner),
        "commits": seat in table.promising,
        "left_out": seat in table.left_out,
        "key": table.keys[seat],
    }


def branch_json(table: Table) -> BranchOfJson | None:
    """The source of a branch; None for a table where a series is played."""
    branch = table.branch
    if branch is None:
        return None
    return {
        "deal": branch.deal,
        "at": branch.at,
        "cards": branch.cards,
        "from_seat": branch.from_seat,
    }


def _next_deal(table: Table, deal: UUID) -> NextDealJson:
    return {
        "id": str(deal),
        "number": table.next_number,
        "waiting": list(table.owing),
        "may_commit": [] if table.opened.decks else list(table.may_commit),
    }


def _side(table: Table, seat: int) -> int:
    sides = table.game.sides(table.opened.seats)
    return next(number for number, seats in enumerate(sides) if seat in seats)


def series_json(
    table: Table,
    *,
    version: int,
    created_at: int,
    hints: Mapping[str, Sequence[int] | None],
    faults: Mapping[str, Sentence],
    owner: bool = False,
    language: Language,
) -> SeriesJson:
    """The series of a table: the result of each deal, and the standings of the sides.

    Args:
        table: The table.
        version: The version of its stream.
        created_at: When it was opened.
        hints: How many hints each seat was given in a deal, by deals; none in all others. None: its
            record does not hold.
        faults: Why the records of deals do not hold, by deals.
        owner: Whether it is shown to the owner of the table.
        language: The language of the texts for people.
    """
    titles: list[str] = [*table.ended.titles] if table.ended else [""] * len(table.score.points)
    opened, ended = table.opened, table.ended
    sides = table.game.sides(opened.seats)
    return {
        "table": opened.table,
        "refs": refs_json(opened, table.players) if owner else None,
        "game": opened.game,
        "target": table.target,
        "status": shown_status(table.status),
        "version": version,
        **times_json(created_at, table.started_at, table.finished_at),
        "sides": [
            {"seats": list(seats), "points": points}
            for seats, points in zip(sides, table.score.points, strict=True)
        ],
        "deals": _deal_lines(table, hints, faults, language),
        "score": _score(table),
        "ledger": list(table.ledger),
        "adjustments": [
            {"deal": ruled.deal, "dispute": ruled.dispute, "points": list(ruled.adjustment)}
            for ruled in (each.ruled for each in table.disputes.disputes)
            if ruled is not None and any(ruled.adjustment)
        ],
        "winner": None if ended is None else ended.winner,
        "voids": sum(bool(line.voided) for line in table.deals),
        "forfeited": list(table.forfeited),
        "ranks": list(ended.ranks) if ended else [],
        "titles": titles,
        "titles_explained": [_title_json(table.game, title, language) for title in titles],
        "branch_of": branch_json(table),
    }


def _score(table: Table) -> Json:
    """The scoring details of the game. The table's options are shown elsewhere."""
    return {name: each for name, each in to_json(table.score).items() if name != OPTIONS}


def _title_json(game: Game[Any], title: str, language: Language) -> SentenceJson | None:
    """A title that a side has at the end, in words of the language."""
    key = f"{game.key}-title-{title.replace(' ', '-')}"
    return sentence_json(Sentence(key), language) if title else None


def _deal_lines(
    table: Table,
    hints: Mapping[str, Sequence[int] | None],
    faults: Mapping[str, Sentence],
    language: Language,
) -> list[SeriesDealJson]:
    start = DealLine(0, table.opened.table, points=(0,) * len(table.score.points))
    none = (0,) * table.opened.seats
    return [
        {
            "number": line.number,
            "deal": line.deal,
            "result": to_json(line.outcome),
            **end_json(
                *(table.game, line.outcome, line.voided, line.abandoned),
                board=table.boards > 0,
                language=language,
            ),
            "counted": [new - old for new, old in zip(line.points, before.points, strict=False)],
            "points": list(line.points),
            "hints": None if line.on or given is None else list(given),
            "fault": None if fault is None else sentence_json(fault, language),
        }
        for before, line in pairwise((start, *table.deals))
        for given, fault in [(hints.get(line.deal, none), faults.get(line.deal))]
    ]


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
