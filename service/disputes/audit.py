"""The evidence of a finished deal, as JSON: knowledge, legal moves, timing and rules."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, cast

from domain.judge.deal_rules import check
from domain.kernel.decided import Decided, decided
from domain.kernel.event import Event, Seat, redact, to_json
from domain.kernel.game import fold
from domain.kernel.moves import legal_moves, say
from domain.table.series import Table
from languages.catalogue import IN_ENGLISH, Language
from service.deals.representation import event_json, explanation_json, legal_json
from service.responses.base import EventJson
from service.responses.disputes import (
    AuditJson,
    DecisionJson,
    MoveTimingJson,
)
from service.responses.players import player_json
from service.streams import Deal
from service.timestamps import timestamp

REMEMBERED: Final = 256
"""Deals whose decisive events a process remembers."""


def audit_json(
    table: Table, deal: Deal, *, at: Iterable[int], states: int, language: Language
) -> AuditJson:
    """The evidence of a finished deal.

    Args:
        table: Its table.
        deal: The full deal.
        at: Positions of events for which all legal moves are listed, besides the disputed events.
        states: The most states that are searched to find where it was decided.
        language: The language of the reasons why moves were allowed.
    """
    opened = deal.opened
    disputed = {each.opened.at for each in table.disputes.of(opened.deal)}
    where = None if deal.outcome is None else _decided(_Finished(deal.head, deal), states)
    return {
        "deal": opened.deal,
        "table": opened.table,
        "number": opened.number,
        "game": opened.game,
        "rules": opened.rules,
        "version": deal.version,
        "head": deal.head.hex(),
        "deck": "hand" if opened.seed is None else "seed",
        "parties": [
            {
                "seat": seat,
                **player_json(player, owner=False),
                "bot": opened.bots[seat],
            }
            for seat, player in enumerate(table.players)
        ],
        "events": [event_json(*each) for each in zip(deal.records, deal.events, strict=True)],
        "views": [{"seat": seat, "events": _seen(deal, seat)} for seat in range(opened.seats)],
        "choices": [decision_json(deal, each, language) for each in sorted({*at, *disputed})],
        "timing": list(_timing(deal)),
        "findings": [
            {
                "position": found.position,
                "clauses": list(found.clauses),
                "detail": IN_ENGLISH.text(found.detail),
                "key": found.detail.key,
                "values": dict(found.detail.values),
                "field": found.field,
            }
            for found in check(deal.game, deal.events)
        ],
        "decided": where and {"at": where.at, "exact": where.exact},
    }


@dataclass(frozen=True, slots=True)
class _Finished:
    """A finished deal, identified by its head, so that results stay valid."""

    head: bytes
    deal: Deal = field(compare=False)


@lru_cache(REMEMBERED)
def _decided(finished: _Finished, states: int) -> Decided:
    return decided(finished.deal.game, finished.deal.events, states=states)


def _seen(deal: Deal, seat: Seat) -> list[EventJson]:
    """The record as a seat was shown it."""
    return [
        event_json(record, redact(event, seat))
        for record, event in zip(deal.records, deal.events, strict=True)
    ]


def decision_json(deal: Deal, at: int, language: Language) -> DecisionJson:
    """The move behind an event, what its seat saw then, and what each seat could have done.

    The move is the event itself, or the one that it followed from. Before the first move no seat
    had a choice.
    """
    moves = [place for place in range(at, 0, -1) if deal.events[place - 1].MOVE is not None]
    if not moves:
        return {
            "at": at,
            "move_at": None,
            "seat": None,
            "move": None,
            "trick": None,
            "explanation": None,
            "state": None,
            "seats": [],
        }
    made = moves[0]
    move = cast("Any", deal.events[made - 1])
    before = deal.at(made - 1)
    views = [_view(deal, deal.events[: made - 1], seat) for seat in range(deal.opened.seats)]
    return {
        "at": at,
        "move_at": made,
        "seat": move.seat,
        "move": say(move),
        "trick": deal.at(made).trick or None,
        "explanation": explanation_json(before, move, language),
        "state": to_json(views[move.seat]),
        "seats": [
            {
                "seat": seat,
                "legal_moves": [legal_json(each) for each in legal_moves(deal.game, view, seat)],
            }
            for seat, view in enumerate(views)
        ],
    }


def _view(deal: Deal, events: Iterable[Event], seat: Seat) -> Any:
    """The state of the deal as a seat saw it after some events."""
    return fold(deal.game, [redact(event, seat) for event in events])


def _timing(deal: Deal) -> Iterator[MoveTimingJson]:
    """The time of each move, and how long its player had had since the previous event."""
    for place, event in enumerate(deal.events):
        if event.MOVE is not None:
            made, before = deal.records[place].at, deal.records[place - 1].at
            yield {
                "position": place + 1,
                "seat": cast("Any", event).seat,
                "at": timestamp(made),
                "took_us": max(0, made - before),
            }
