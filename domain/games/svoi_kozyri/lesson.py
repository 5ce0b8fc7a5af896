"""The lesson of Svoi Kozyri: own trumps, beat and play, and how much is taken."""

from typing import Final

from domain.kernel.lesson import Lesson, Step, cards_of, scene

LESSON: Final = Lesson(
    seat=1,
    deck=cards_of(
        "TD 8S TS 8H 6H 7S KH TH 6C QS KD 8D 8C 9S JS 9D JC JD 6D KS JH AD AH 7H AS QC QD 6S 9H AC "
        "KC 7D 9C 7C TC QH"
    ),
    steps=(
        Step("lesson-svoi_kozyri-aim", "S10"),
        Step("lesson-svoi_kozyri-choose", "S2", {"type": "choose_trump", "suit": "C"}),
        Step("lesson-svoi_kozyri-hands", "S3"),
        Step("lesson-svoi_kozyri-lead", "S4", {"type": "lead", "card": "TS"}),
        Step("lesson-svoi_kozyri-taken", "S5", {"type": "lead", "card": "JS"}),
        Step("lesson-svoi_kozyri-low", "S4", {"type": "lead", "card": "6D"}),
        Step("lesson-svoi_kozyri-beat", "S7", {"type": "beat", "card": "8C", "then": "6H"}),
        Step("lesson-svoi_kozyri-own", "S6", {"type": "beat", "card": "KC", "then": "AS"}),
        Step("lesson-svoi_kozyri-pile", "S8"),
        Step("lesson-svoi_kozyri-again", "S9", {"type": "lead", "card": "JH"}),
        Step("lesson-svoi_kozyri-take", "S8", {"type": "take"}),
        Step("lesson-svoi_kozyri-ace", "S7", {"type": "beat", "card": "TD", "then": "AH"}),
        Step("lesson-svoi_kozyri-end"),
    ),
    scenes=(
        scene("scene-svoi_kozyri-trumps", "S2", "AS 6H"),
        scene("scene-svoi_kozyri-beat", "S7", "8S JS 7D"),
        scene("scene-svoi_kozyri-take", "S8", "9C KD AS"),
    ),
)
