"""The lesson of Goat: five tricks, with a discard for the partner and a molodka."""

from typing import Final

from domain.kernel.event import Json
from domain.kernel.lesson import Lesson, Step, cards_of, scene


def _lay(move: str, *cards: str) -> dict[str, Json]:
    return {"type": move, "cards": [*cards]}


LESSON: Final = Lesson(
    seat=1,
    deck=cards_of(
        "QS 8D 8H KD TS 9H 8S JS 7H 6S AD 9S JH TC TH 8C 9C KH AH 9D QD 7C QH TD AS KC 6H 6C 7S AC "
        "JD JC KS 7D QC 6D"
    ),
    steps=(
        Step("lesson-goat-aim", "G17"),
        Step("lesson-goat-rank", "G3"),
        Step("lesson-goat-trump", "G6"),
        Step("lesson-goat-lead", "G8", _lay("lead", "QS")),
        Step("lesson-goat-beat", "G10", _lay("beat", "TS")),
        Step("lesson-goat-discard", "G11", _lay("discard", "TD")),
        Step("lesson-goat-molodka", "G13", _lay("pull", "7H", "JH", "KH", "6H")),
        Step("lesson-goat-pair", "G9", _lay("lead", "7S", "KS")),
        Step("lesson-goat-score", "G17"),
        Step("lesson-goat-end"),
    ),
    scenes=(
        scene("scene-goat-order", "G3", "6S 7S 8S 9S JS QS KS TS AS"),
        scene("scene-goat-set", "G10", "7S 9S", "JS 6H"),
        scene("scene-goat-molodka", "G13", "6D 9D KD AD"),
    ),
)
