"""How a deal ended, in words of a language."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.event import Event, Seat
from domain.kernel.game import Game
from domain.kernel.leaving import Abandoned
from domain.table.events import DealAbandoned
from languages.catalogue import Language
from service.deals.fairness_statement import (
    abandoned_sentences,
    voided_sentences,
)
from service.responses.problems import sentence_json
from service.responses.shared import (
    EndJson,
    ExplainedJson,
)


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
