"""Near names and cards: the known word that an unknown one may stand for."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from domain.kernel.cards import Card, Cards
from domain.kernel.sentence import Sentence

LONGEST: Final = 40
"""A longer word is near to no name: comparing takes time."""
LIKE: Final = 0.65
"""How alike a near name is at least; 1: the same."""
A_WORD: Final = 0.3
"""The addition for a common word, as in `turnLimit` and `turn_seconds`."""
_SUITS: Final = dict(zip("♣♠♥♦♧♤♡♢", "CSHD" * 2, strict=True))
_LONGEST_CARD: Final = 8
_TEN: Final = Card("TC")
_WORD: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")


def near_name(word: str, names: Iterable[str]) -> str | None:
    """The name that a word is nearest to, in any style of writing; None: none is near."""
    if len(word) > LONGEST:
        return None
    parts = _words(word)
    likeness = {each: _likeness(parts, _words(each)) for each in names}
    name = max(likeness, key=likeness.__getitem__, default="")
    return name if likeness.get(name, 0.0) >= LIKE else None


def _words(name: str) -> list[str]:
    return [each.lower() for each in _WORD.findall(name)]


def _likeness(words: list[str], others: list[str]) -> float:
    singular, other = ({each.removesuffix("s") for each in name} for name in (words, others))
    shared = A_WORD if singular & other else 0.0
    matcher = SequenceMatcher(None, "".join(words), "".join(others), autojunk=False)
    if matcher.quick_ratio() + shared < LIKE:
        return 0.0
    return matcher.ratio() + shared


def card_fault(text: str, pack: Cards) -> Sentence:
    """Why a text that is no card of a pack is none, and what would be right."""
    meant = _meant_card(text)
    example = meant if meant in pack else _TEN
    if len(text) > _LONGEST_CARD or not text.isprintable() or not text.strip():
        return card_form()
    if meant == text:
        ranks = " ".join(dict.fromkeys(card[0] for card in pack))
        return Sentence("form-other-pack", {"text": text, "ranks": ranks})
    return Sentence("form-no-card", {"text": text, "example": example})


def card_form() -> Sentence:
    """What a field of a card takes."""
    return Sentence("form-card", {"example": _TEN})


def _meant_card(text: str) -> Card | None:
    """The card that is written in another way: `10C`, `tc`, `T♣`, `CT`."""
    letters = text[:_LONGEST_CARD].replace("\ufe0f", "").replace("10", "T").upper()
    code = "".join(_SUITS.get(each, each) for each in letters if each not in " -")
    for each in (code, code[::-1]):
        if re.fullmatch("[2-9TJQKA][CSHD]", each):
            return Card(each)
    return None
