"""The hints of a deal in the API: how many each seat was given, and the one for the next move."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from domain.kernel.chance import parse_words
from domain.kernel.event import PUBLIC, Event, Seat, Viewer
from domain.kernel.hints import HintGiven
from domain.kernel.moves import legal_moves, say
from domain.kernel.progress import Progress
from domain.kernel.reasons import reason_of
from domain.kernel.sentence import Sentence
from domain.table.series import Table
from events.archives import place_of
from languages.catalogue import Language
from service.context import PlayContext
from service.problems import Code, Problem
from service.responses.deals import HintJson, HintsJson
from service.responses.problems import sentence_json


def hints_json(was: Progress, viewer: Viewer, language: Language) -> HintsJson:
    """The hints of a deal after one of its events, as its viewer saw them."""
    hint = None if was.hint is None else hint_json(was, was.hint, viewer, language)
    return {"hints": _counts(was), "hint": hint}


def hint_json(was: Progress, hint: HintGiven, viewer: Viewer, language: Language) -> HintJson:
    """A hint in its deal as its viewer saw it.

    Its move is null for viewers who may not see it; its reason, which follows from what its seat
    sees, for all other viewers.
    """
    move = parse_words(was.game, hint.seat, hint.move or "")
    reason = None if move is None or viewer != hint.seat else _reason(was, hint, move)
    return {
        "seat": hint.seat,
        "policy": hint.policy,
        "move": None if move is None else say(move),
        "reason": None if reason is None else sentence_json(reason, language),
    }


def _reason(was: Progress, hint: HintGiven, move: Event) -> Sentence:
    legal = legal_moves(was.game, was.state, hint.seat)
    searched = int(hint.policy.partition("@")[2])
    return reason_of(was.game, was.state, move, legal, searched=searched)


def hints_of_series(context: PlayContext, table: Table) -> Mapping[str, Sequence[int] | None]:
    """How many hints each seat was given, for the deals of a table that are over and have hints.

    The table's own record does not say this, so these deals are read. None: a record that does not
    hold.
    """
    if not table.opened.hints:
        return {}
    over = (line.deal for line in table.deals if not line.on)
    known = ((deal, _given(context, UUID(deal))) for deal in over)
    return {
        deal: None if given is None else [given.count(seat) for seat in range(table.opened.seats)]
        for deal, given in known
    }


def _given(context: PlayContext, deal: UUID) -> Sequence[Seat] | None:
    """The seats of the hints of a deal that is over; one that is remembered gets no others."""
    read = context.streams.remembered_deal(deal)
    if read is None or not read.over:
        try:
            read = context.streams.deal(deal, viewer=PUBLIC)
        except Problem as problem:
            if problem.code is not Code.BROKEN_RECORD:
                raise
            return None
    if read is not None:
        return read.progress.hints
    summary = context.streams.archived_deal(deal)
    place = None if summary is None else place_of(summary)
    return () if place is None else place["hints"]


def _counts(was: Progress) -> list[int]:
    return [was.hints.count(seat) for seat in range(was.opened.seats)]
