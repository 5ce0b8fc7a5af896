"""Deals as JSON: how they stand, end and wait, their events, moves and fairness statements.

A view of a deal uses only the fold of the viewer's own record, and the viewer's own events.
Anything else that follows from the full record has no place here.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from domain.fairness.shuffle import CardProof
from domain.kernel.choices import Choice, Values, choices
from domain.kernel.clock import SECOND
from domain.kernel.deal import Opened, is_by_hand
from domain.kernel.decided import winners
from domain.kernel.event import Event, Json, Seat, redact, to_json
from domain.kernel.game import Game
from domain.kernel.leaving import Abandoned, explain_end
from domain.kernel.moves import legal_moves, say
from domain.kernel.progress import Progress, explain_move
from domain.kernel.sentence import Sentence
from domain.kernel.tricks import last_trick
from domain.table.events import DealAbandoned
from domain.table.next_deal import pause_until
from domain.table.series import Table
from events.record import Recorded
from events.translog.notes import SigningKey
from events.translog.receipts import Receipt
from languages.catalogue import Language
from service.deals import signatures
from service.deals.hints import hints_json
from service.deals.signatures import receipt_json
from service.deals.visibility import viewer_name
from service.problems import not_found
from service.responses.base import EventJson
from service.responses.deals import (
    AimJson,
    CardOpeningsJson,
    CardPointsJson,
    ChoiceJson,
    DealJson,
    FieldValuesJson,
    LegalMoveJson,
    MoveOfDealJson,
    MoveResultJson,
)
from service.responses.problems import SentenceJson, sentence_json
from service.responses.shared import (
    ClockJson,
    EndJson,
    ExplainedJson,
    FairnessJson,
    WaitingForJson,
    WaitKind,
)
from service.streams import Deal, Done
from service.timestamps import times_json, timestamp


def deal_waits(deal: Progress, *, until: int | None) -> WaitingForJson:
    """The player or the seed for which a deal waits.

    Args:
        deal: The deal.
        until: The deadline, in µs since the epoch, if there is one.
    """
    if deal.is_played:
        return _waits("nothing")
    if deal.shuffled is None:
        return _waits("seeds", *deal.owing, until=until)
    seat = deal.to_act
    if seat is None:
        return _waits("nothing")
    return _waits("move" if deal.bots[seat] is None else "bots", seat, until=until)


def table_waits(table: Table) -> WaitingForJson:
    """What a table waits for. Its deal says whose move it is, to whoever may see the deal."""
    match table.status:
        case "open":
            free = (seat for seat, player in enumerate(table.players) if player is None)
            return _waits("players", *free)
        case "committing":
            since = table.due_since
            until = since + table.opened.reveal_seconds * SECOND if since else None
            return _waits("seeds", *table.owing, until=until)
        case "pausing":
            return _waits("ready", *table.unready, until=pause_until(table))
        case "due":
            return _waits("next_deal")
        case "playing":
            return _waits("deal")
        case _:
            return _waits("nothing")


def _waits(kind: WaitKind, *seats: Seat, until: int | None = None) -> WaitingForJson:
    shown = None if until is None else timestamp(until)
    return {"kind": kind, "seats": list(seats), "until": shown}


def fairness_json(deal: Progress, *, receipt: Receipt | None, language: Language) -> FairnessJson:
    """The parties to the shuffle of a deal, the pending ones, and the resulting guarantees.

    Args:
        deal: The deal.
        receipt: For its opening, while seeds are waited for.
        language: The language of the texts.
    """
    opened = deal.opened
    guarantee = sentence_json(_guarantee(opened), language)
    shown = {each.seat: each.seed for each in deal.shown}
    return {
        "commitment": opened.commitment,
        "seats": [
            {"seat": seat, "commitment": commitment, "seed": shown.get(seat)}
            for seat, commitment in enumerate(opened.commitments)
            if commitment is not None
        ],
        "waiting": [] if deal.is_off else list(deal.owing),
        "receipt": None if receipt is None else receipt_json(receipt),
        "guarantee": guarantee["text"],
        "guarantee_explained": guarantee,
    }


def _guarantee(opened: Opened) -> Sentence:
    if is_by_hand(opened):
        return Sentence("shuffle-by-hand")
    if opened.test:
        return Sentence("deal-of-test")
    if opened.board is not None:
        return Sentence("shuffle-of-board")
    if not opened.adding:
        return Sentence("shuffle-server-alone")
    return Sentence("shuffle-together", _named(opened.adding))


def voided_sentences(seats: Sequence[Seat]) -> list[Sentence]:
    """The reason why a deal was voided; none if it was not."""
    return [Sentence("deal-voided", _named(seats), "F4")] if seats else []


def abandoned_sentences(end: Abandoned | DealAbandoned | None) -> list[Sentence]:
    """The reason why a deal was not played out; none if it was."""
    return [] if end is None else [explain_end(end.seats, end.reason)]


def _named(seats: Sequence[Seat]) -> dict[str, Json]:
    return {"seats": list(seats), "number": len(seats)}


def openings_json(deal: Deal, openings: Sequence[CardProof], *, view: str) -> CardOpeningsJson:
    """The proofs of cards against the root of a deal's shuffle, which is null before it."""
    shuffled = deal.progress.shuffled
    return {
        "deal": str(deal.id),
        "view": view,
        "root": None if shuffled is None else shuffled.root,
        "size": len(deal.game.pack),
        "openings": [
            {
                "position": each.position,
                "card": each.card,
                "salt": each.salt.hex(),
                "path": [node.hex() for node in each.path],
            }
            for each in openings
        ],
    }


def explained(
    game: Game[Any],
    outcome: Event | None,
    voided: Sequence[Seat],
    abandoned: Abandoned | DealAbandoned | None,
    *,
    board: bool,
    language: Language,
) -> ExplainedJson:
    """How a deal ended: the texts alone, and the sentences with their keys and values."""
    sentences = [
        *(() if outcome is None else game.explained(outcome, board=board)),
        *voided_sentences(voided),
        *abandoned_sentences(abandoned),
    ]
    shown = [sentence_json(each, language) for each in sentences]
    return {"explained": [each["text"] for each in shown], "explanations": shown}


def end_json(
    game: Game[Any],
    outcome: Event | None,
    voided: Sequence[Seat],
    end: Abandoned | DealAbandoned | None,
    *,
    board: bool,
    language: Language,
) -> EndJson:
    """How a deal ended, and who kept it from being played out."""
    return {
        **explained(game, outcome, voided, end, board=board, language=language),
        "voided": list(voided),
        "abandoned": None if end is None else {"seats": list(end.seats), "reason": end.reason},
    }


Legal: TypeAlias = Literal["full", "compact", "both", "none"]
"""The forms of legal moves: the list of all, the values that fit, both, or none of them."""
LEGAL: Final[tuple[Legal, ...]] = get_args(Legal)


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
    over, bots, hints = was.is_played, was.bots, hints_json(was, deal.viewer, language)
    voided, clock = was.voided.seats if was.voided else (), was.clock and was.clock.until
    moves = _legal(deal, was)
    times = times_json(deal.opened_at, deal.started_at, deal.finished_at)
    is_board = opened.board is not None
    ended = end_json(game, was.outcome, voided, was.abandoned, board=is_board, language=language)
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
        "trick": was.trick or None,
        "last_trick": to_json(last_trick(was, deal.events)),
        "hints": hints["hints"],
        "hint": hints["hint"],
        "legal_moves": [legal_json(move) for move in moves] if legal in ("full", "both") else [],
        "choices": None
        if legal in ("full", "none")
        else [choice_json(each) for each in choices(moves)],
        "aims": _aims_json(game, was.state) if moves else {},
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
        "tricks": list(points.tricks),
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
    if isinstance(seat, str) or was.is_played or was.shuffled is None or not plays:
        return ()
    if not deal.played and was.bots[seat] is not None:
        return ()
    return legal_moves(deal.game, was.state, seat)


def _clock_json(deal: Deal) -> ClockJson | None:
    clock = deal.clock
    if clock is None or deal.played:
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


def _aims_json(game: Game[Any], state: Any) -> dict[str, AimJson]:
    """The cards, the suit or the bid that the moves of each type are about."""
    aims = {str(kind.MOVE): game.aim(state, kind) for kind in game.moves}
    return {
        move: {
            "beats": [*aim.beats],
            "takes": [*aim.takes],
            "follows": None
            if aim.follows is None
            else {"led": aim.follows.led, "lacking": aim.follows.lacking},
            "holds": aim.holds,
        }
        for move, aim in aims.items()
        if any(aim)
    }


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


def explanation_json(before: Progress, move: Event, language: Language) -> SentenceJson:
    """Why the rules allowed a move, as far as the viewer of the deal knows.

    Args:
        before: The deal before the move, as its viewer saw it.
        move: The move, as its viewer was shown it.
        language: The language of the text.
    """
    return sentence_json(explain_move(before, move), language)


def move_of_deal_json(deal: Deal, number: int, language: Language) -> MoveOfDealJson:
    """A move of a deal, as its viewer was shown it.

    Args:
        deal: The viewer's deal.
        number: 1 for its first move.
        language: The language of the texts for people.

    Raises:
        Problem: ``not-found``.
    """
    moves = [index for index, event in enumerate(deal.events) if event.MOVE is not None]
    if number > len(moves):
        raise not_found("move")
    index = moves[number - 1]
    event, record, before = deal.events[index], deal.records[index], deal.at(index)
    return {
        "deal": str(deal.id),
        "view": viewer_name(deal.viewer),
        "number": number,
        "seat": cast("Any", event).seat,
        "clause": event.CLAUSE,
        "at": timestamp(record.at),
        "event": event_json(record, event),
        "trick": deal.at(index + 1).trick or None,
        "explanation": explanation_json(before, event, language),
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
        "receipt": signatures.receipt_json(signatures.receipt(key, last, first=deal.records[0])),
    }
