"""The JSON views of tables, series, deals and events.

A view of a deal uses only the fold of the viewer's own record, and the viewer's own events.
Anything else that follows from the full record has no place here.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias, cast, get_args
from uuid import UUID

from domain.kernel.choices import Choice, Values, choices
from domain.kernel.clock import SECOND
from domain.kernel.decided import winners
from domain.kernel.event import Event, Json, Seat, redact, to_json
from domain.kernel.game import Game
from domain.kernel.leaving import Abandoned
from domain.kernel.moves import legal_moves, say
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence
from domain.kernel.tricks import last_trick
from domain.table.deal_line import DealLine
from domain.table.events import DealAbandoned
from domain.table.fields import terms_json
from domain.table.series import Status, Table
from events.record import Recorded
from events.translog.notes import SigningKey
from events.translog.receipts import Receipt
from languages.catalogue import Language
from service.play import receipts
from service.play.fairness_statement import (
    abandoned_sentences,
    fairness_json,
    voided_sentences,
)
from service.play.hints_shown import hints_json
from service.play.sentences import sentence_json
from service.play.visibility import viewer_name
from service.play.waits import deal_waits, table_waits
from service.problems import not_found
from service.responses.base import EventJson, TermsJson
from service.responses.deals import (
    CardPointsJson,
    ChoiceJson,
    DealJson,
    FieldValuesJson,
    LegalMoveJson,
    MoveOfDealJson,
    MoveResultJson,
)
from service.responses.players import notes_json, player_json, refs_json
from service.responses.problems import SentenceJson
from service.responses.shared import (
    BranchOfJson,
    ClockJson,
    EndJson,
    ExplainedJson,
    SeatJson,
    TableStatus,
    TimesJson,
)
from service.responses.tables import (
    NextDealJson,
    SeriesDealJson,
    SeriesJson,
    TableJson,
)
from service.streams import Deal, Done
from service.table_summary import series_result
from service.timestamps import timestamp

ENDED: Final = ("over", "closed")
"""The statuses of a table without further deals."""
Legal: TypeAlias = Literal["full", "compact", "both", "none"]
"""The forms of legal moves: the list of all, the values that fit, both, or none of them."""
LEGAL: Final[tuple[Legal, ...]] = get_args(Legal)
OPTIONS: Final = "options"
"""The field of a score that is left out."""


# --- Tables -------------------------------------------------------------------------------------


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
        "now": None if at is None or table.status in ENDED else timestamp(at),
        "branch_of": branch_json(table),
        "rematch_of": table.rematch_of,
        "result": None if ended is None else series_result(opened, ended),
        "rematch": table.rematch,
    }


def _seat_json(table: Table, seat: Seat, *, owner: bool) -> SeatJson:
    player = table.players[seat]
    return {
        "seat": seat,
        "side": _side(table, seat),
        **player_json(player, owner=owner),
        "commits": seat in table.adding,
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
    return {"id": str(deal), "number": table.next_number, "waiting": list(table.owing)}


def _side(table: Table, seat: int) -> int:
    sides = table.game.sides(table.opened.seats)
    return next(number for number, seats in enumerate(sides) if seat in seats)


def times_json(opened_at: int, started_at: int | None, finished_at: int | None) -> TimesJson:
    """When a table or a deal was opened, began and ended."""
    return {
        "opened_at": timestamp(opened_at),
        "started_at": None if started_at is None else timestamp(started_at),
        "finished_at": None if finished_at is None else timestamp(finished_at),
    }


def series_json(
    table: Table,
    *,
    version: int,
    created_at: int,
    hints: Mapping[str, Sequence[int]],
    owner: bool = False,
    language: Language,
) -> SeriesJson:
    """The series of a table: the result of each deal, and the standings of the sides.

    Args:
        table: The table.
        version: The version of its stream.
        created_at: When it was opened.
        hints: How many hints each seat was given in a deal, by deals; none in all others.
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
        "deals": _deal_lines(table, hints, language),
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
    table: Table, hints: Mapping[str, Sequence[int]], language: Language
) -> list[SeriesDealJson]:
    start = DealLine(0, table.opened.table, points=(0,) * len(table.score.points))
    none = (0,) * table.opened.seats
    return [
        {
            "number": line.number,
            "deal": line.deal,
            "result": to_json(line.outcome),
            **_end_json(table.game, line.outcome, line.voided, line.abandoned, language),
            "counted": [new - old for new, old in zip(line.points, before.points, strict=False)],
            "points": list(line.points),
            "hints": None if line.on else list(hints.get(line.deal, none)),
        }
        for before, line in pairwise((start, *table.deals))
    ]


def explained(
    game: Game[Any],
    outcome: Event | None,
    voided: Sequence[Seat],
    abandoned: Abandoned | DealAbandoned | None,
    *,
    language: Language,
) -> ExplainedJson:
    """How a deal ended: the texts alone, and the sentences with their keys and values."""
    sentences = [
        *(() if outcome is None else game.explain(outcome)),
        *voided_sentences(voided),
        *abandoned_sentences(abandoned),
    ]
    shown = [sentence_json(each, language) for each in sentences]
    return {"explained": [each["text"] for each in shown], "explanations": shown}


def _end_json(
    game: Game[Any],
    outcome: Event | None,
    voided: Sequence[Seat],
    end: Abandoned | DealAbandoned | None,
    language: Language,
) -> EndJson:
    """How a deal ended, and who kept it from being played out."""
    return {
        **explained(game, outcome, voided, end, language=language),
        "voided": list(voided),
        "abandoned": None if end is None else {"seats": list(end.seats), "reason": end.reason},
    }


# --- Deals --------------------------------------------------------------------------------------


def deal_json(
    deal: Deal,
    was: Progress,
    *,
    legal: Legal = "full",
    reveal_until: int | None = None,
    receipt: Receipt | None = None,
    now: int | None = None,
    language: Language,
) -> DealJson:
    """A deal as its viewer saw it after one of its events.

    Args:
        deal: The viewer's deal.
        was: The deal after that event.
        legal: The form of the legal moves.
        reveal_until: The deadline for seeds, while they are waited for.
        receipt: The receipt for its opening, while seeds are waited for.
        now: The time at its table, if it is on and shown as it is.
        language: The language of the texts for people.
    """
    game, opened, last, at = deal.game, deal.opened, deal.version, was.position
    over, bots, hints = was.is_over, was.bots, hints_json(was, deal.viewer, language)
    voided, clock = was.voided.seats if was.voided else (), was.clock and was.clock.until
    moves = _legal(deal, was)
    times = times_json(deal.opened_at, deal.started_at, deal.finished_at)
    ended = _end_json(game, was.outcome, voided, was.abandoned, language)
    return {
        "id": opened.deal,
        "table": opened.table,
        "number": opened.number,
        "game": opened.game,
        "rules": opened.rules,
        "view": viewer_name(deal.viewer),
        "at": at,
        "head": deal.records[at - 1].hash.hex(),
        "version": last,
        "status": "over" if over else "playing",
        "opened_at": times["opened_at"],
        "started_at": times["started_at"],
        "finished_at": times["finished_at"],
        "explained": ended["explained"],
        "explanations": ended["explanations"],
        "voided": ended["voided"],
        "abandoned": ended["abandoned"],
        "won_by": list(winners(game, opened, was.outcome)) if was.outcome else [],
        "card_points": _card_points_json(game, was.outcome),
        "played_for": [sentence_json(each, language) for each in game.played_for(was.state)],
        "fairness": fairness_json(was, receipt=receipt, language=language),
        "to_act": None if over else game.to_act(was.state),
        "bots": list(bots),
        "away": [seat for seat, bot in enumerate(bots) if bot != opened.bots[seat]],
        "clock": _clock_json(deal) if at == last else None,
        "waiting_for": deal_waits(was, until=reveal_until if was.shuffled is None else clock),
        "now": None if now is None else timestamp(now),
        "state": to_json(was.state),
        "last_trick": to_json(last_trick(was, deal.events)),
        "hints": hints["hints"],
        "hint": hints["hint"],
        "legal_moves": [legal_json(move) for move in moves] if legal in ("full", "both") else [],
        "choices": None
        if legal in ("full", "none")
        else [choice_json(each) for each in choices(moves)],
    }


def _card_points_json(game: Game[Any], outcome: Event | None) -> CardPointsJson | None:
    points = None if outcome is None else game.card_points(outcome)
    if points is None:
        return None
    return {
        "seats": list(points.seats),
        "others": list(points.others),
        "points": points.points,
        "least": points.least,
        "all": points.all,
    }


def legal_form(name: str | None) -> Legal:
    """The form of legal moves with a name; the full one for any other."""
    forms: dict[str | None, Legal] = {form: form for form in LEGAL}
    return forms.get(name, "full")


def _legal(deal: Deal, was: Progress) -> Sequence[Event]:
    """The legal moves of the viewer's seat: now, or at any time of a deal that is over.

    While the deal is on, only the holder of a seat has its view.
    """
    seat, plays = deal.viewer, deal.over or was.position == deal.version
    if isinstance(seat, str) or was.is_over or was.shuffled is None or not plays:
        return ()
    if not deal.over and was.bots[seat] is not None:
        return ()
    return legal_moves(deal.game, was.state, seat)


def _clock_json(deal: Deal) -> ClockJson | None:
    clock = deal.clock
    if clock is None or deal.over:
        return None
    return {
        "turn": clock.turn // SECOND,
        "banks": [each / SECOND for each in clock.banks],
        "seat": clock.seat,
        "until": None if clock.until is None else timestamp(clock.until),
    }


def legal_json(move: Event) -> LegalMoveJson:
    """A legal move, with the clause that grants it."""
    return {"move": say(move), "clause": move.CLAUSE, "early": move.EARLY}


def choice_json(choice: Choice) -> ChoiceJson:
    """A choice in the API."""
    kind = choice.kind
    assert kind.MOVE is not None, "it stands for moves"
    return {
        "type": kind.MOVE,
        "clause": kind.CLAUSE,
        "early": kind.EARLY,
        "fields": {name: _values_json(values) for name, values in choice.fields.items()},
    }


def _values_json(values: Values) -> FieldValuesJson:
    fit: FieldValuesJson = (
        {"cards": [*values.fit]} if values.are_cards else {"values": [*values.fit]}
    )
    if values.least is None or values.most is None:
        return fit
    fit["least"], fit["most"] = values.least, values.most
    return fit


def event_json(record: Recorded, event: Event) -> EventJson:
    """An event as its viewer was shown it."""
    return {
        "position": record.version,
        "type": event.TYPE,
        "schema": event.VERSION,
        "at": timestamp(record.at),
        "command": record.version - record.cmd_seq,
        "actor": record.envelope["actor"],
        "data": to_json(event),
    }


def events_json(deal: Deal, *, after: int, limit: int) -> list[EventJson]:
    """The events that follow a position, up to a limit."""
    chosen = slice(after, after + limit)
    return [
        event_json(record, event)
        for record, event in zip(deal.records[chosen], deal.events[chosen], strict=True)
    ]


def move_of_deal_json(deal: Deal, number: int) -> MoveOfDealJson:
    """A move of a deal, as its viewer was shown it.

    Args:
        deal: The viewer's deal.
        number: 1 for its first move.

    Raises:
        Problem: ``not-found``.
    """
    moves = [index for index, event in enumerate(deal.events) if event.MOVE is not None]
    if number > len(moves):
        raise not_found("move")
    event, record = deal.events[moves[number - 1]], deal.records[moves[number - 1]]
    return {
        "deal": str(deal.id),
        "view": viewer_name(deal.viewer),
        "number": number,
        "seat": cast("Any", event).seat,
        "clause": event.CLAUSE,
        "at": timestamp(record.at),
        "event": event_json(record, event),
    }


def played_json(done: Done[Deal], seat: Seat, *, key: SigningKey) -> MoveResultJson:
    """The consequences of a command, as its player was shown them, with a receipt by a key."""
    deal, last = done.stream, done.records[-1]
    return {
        "deal": str(deal.id),
        "version": last.version,
        "events": [
            event_json(record, redact(deal.events[record.version - 1], seat))
            for record in done.records
        ],
        "receipt": receipts.receipt_json(receipts.receipt(key, last, first=deal.records[0])),
    }
