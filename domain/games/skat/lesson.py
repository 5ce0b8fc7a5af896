"""The lesson of Skat: a game of hearts, from the auction to its value."""

from typing import Final

from domain.kernel.event import Json
from domain.kernel.lesson import Lesson, Step, cards_of, scene

_HOLD: Final = {"type": "hold"}
_HEARTS: Final = {
    "type": "declare",
    "contract": "hearts",
    "hand": False,
    "schneider": False,
    "schwarz": False,
    "ouvert": False,
}


def _play(card: str) -> dict[str, Json]:
    return {"type": "play", "card": card}


LESSON: Final = Lesson(
    seat=1,
    deck=cards_of(
        "JC JS JD 7H AC QD QS JH QH TD 9D AH KH 9H 8H AD TS 8C 8D TH 8S QC 9S AS KS 7C 9C 7D 7S TC "
        "KD KC"
    ),
    steps=(
        Step("lesson-skat-aim", "K19"),
        Step("lesson-skat-points", "K1"),
        Step("lesson-skat-hold", "K6", _HOLD),
        Step("lesson-skat-hold-again", "K23", _HOLD),
        Step("lesson-skat-pick-up", "K10", {"type": "pick_up"}),
        Step("lesson-skat-discard", "K19", {"type": "discard", "cards": ["TD", "9D"]}),
        Step("lesson-skat-declare", "K2", _HEARTS),
        Step("lesson-skat-trump", "K15", _play("JS")),
        Step("lesson-skat-follow", "K16", _play("JC")),
        Step("lesson-skat-catch", "K17", _play("AH")),
        Step("lesson-skat-ace", "K17", _play("AS")),
        Step("lesson-skat-king", "K2", _play("KS")),
        Step("lesson-skat-ruff", "K16", _play("KH")),
        Step("lesson-skat-rest", "K17", _play("JD")),
        Step("lesson-skat-rest", "K17", _play("9H")),
        Step("lesson-skat-rest", "K17", _play("8H")),
        Step("lesson-skat-last", "K16", _play("7C")),
        Step("lesson-skat-value", "K22"),
        Step("lesson-skat-end"),
    ),
    scenes=(
        scene("scene-skat-trumps", "K2", "JC JS JH JD AH TH KH QH 9H 8H 7H"),
        scene("scene-skat-points", "K1", "AS TS KS QS JS"),
        scene("scene-skat-trick", "K16", "KS 7S AS"),
    ),
)
