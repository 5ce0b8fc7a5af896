"""The lesson of Durak: attack, throw in, defend, take."""

from typing import Final

from domain.kernel.lesson import Lesson, Step, cards_of, scene

_DONE: Final = {"type": "done"}

LESSON: Final = Lesson(
    seat=0,
    deck=cards_of(
        "TD JS 7S 7C JD 8S 9D KC QD 6H TC 8C JC 7D 9C 6C 9H 9S TS AC 6S QC 6D AH AD 8D TH QH 8H JH "
        "AS QS KS KD 7H KH"
    ),
    steps=(
        Step("lesson-durak-aim", "D10"),
        Step("lesson-durak-trump", "D2"),
        Step("lesson-durak-attack", "D4", {"type": "attack", "card": "8S"}),
        Step("lesson-durak-throw-in", "D7", {"type": "attack", "card": "8C"}),
        Step("lesson-durak-done", "D8", _DONE),
        Step("lesson-durak-draw", "D9", {"type": "attack", "card": "7D"}),
        Step("lesson-durak-add", "D4", {"type": "attack", "card": "7C"}),
        Step("lesson-durak-beaten", "D8", _DONE),
        Step("lesson-durak-beat", "D6", {"type": "beat", "card": "JS"}),
        Step("lesson-durak-by-trump", "D6", {"type": "beat", "card": "6H"}),
        Step("lesson-durak-turn", "D8", {"type": "attack", "card": "6C"}),
        Step("lesson-durak-same-rank", "D4", {"type": "attack", "card": "TS"}),
        Step("lesson-durak-beaten", "D8", _DONE),
        Step("lesson-durak-take", "D7", {"type": "take"}),
        Step("lesson-durak-end"),
    ),
    scenes=(
        scene("scene-durak-order", "D1", "6S 7S 8S 9S TS JS QS KS AS"),
        scene("scene-durak-beat", "D6", "8S JS"),
        scene("scene-durak-trump", "D6", "AS 6H"),
        scene("scene-durak-add", "D4", "8S JS", "8D"),
    ),
)
