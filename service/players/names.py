"""Names of people: they must be visible, and distinguishable from each other.

A name that looks like another one at the same table would let its player impersonate the other.
Names are compared by their appearance. Letters that look alike are one letter (Unicode TR39, see
`service.players.lookalikes`). So are similar signs, upper and lower case, wide and narrow forms.
"""

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from bots import LEVELS
from domain.games import GAMES
from domain.kernel.sentence import Sentence
from domain.table.players import bot_name
from service.players.lookalikes import PROTOTYPES, SIGNS

NAMES_OF_BOTS: Final = tuple(
    bot_name(level, number)
    for level in LEVELS
    for number in range(1, max(max(game.seats) for game in GAMES.values()) + 1)
)
"""Every name that a bot can have: no person has such a name."""
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Categories of invisible, private or unassigned characters. The unassigned ones (Cn) are unknown
to the Unicode version of this Python; the newest emoji may be among them.
"""
_IGNORABLE: Final = (
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF)),
)
"""Characters of other categories that are not shown (`Default_Ignorable_Code_Point`)."""
_BLANK: Final = frozenset({0x2800, 0xFFFC, 0xFFFD, 0x16FE4, 0x1D159})
"""Signs that show nothing, or are placeholders: the Braille pattern without dots, replacements, the
filler of Khitan, the empty note.
"""
_SEEN: Final = frozenset("LNPS")
"""The first letters of the categories of base characters; marks need a base."""


def unseen(name: str) -> Sentence | None:
    """The reason why a name is not fully visible; None: it is."""
    for character in name:
        if _is_hidden(character):
            return Sentence("form-hidden-character", {"code": f"{ord(character):04X}"})
    if not any(category(character)[0] in _SEEN for character in name):
        return Sentence("form-no-letter")
    return None


def _is_hidden(character: str) -> bool:
    code = ord(character)
    ignorable = any(low <= code <= high for low, high in _IGNORABLE)
    return ignorable or code in _BLANK or category(character) in _HIDDEN


def like_another(name: str, others: Iterable[str]) -> str | None:
    """The first of some names that a name could be mistaken for; None: none of them."""
    looks = _looks(name)
    return next((other for other in others if looks & _looks(other)), None)


def _looks(name: str) -> frozenset[str]:
    """The appearance of a name: as it is written, and in lower case.

    Both are needed: a capital I looks like a small l, and is the same letter as a small i.
    """
    plain = normalize("NFKC", name.translate(SIGNS))
    return frozenset(_skeleton(each) for each in (plain, plain.casefold()))


def _skeleton(text: str) -> str:
    """The text with each character replaced by its prototype."""
    letters = normalize("NFD", text.translate(SIGNS))
    prototypes = "".join(PROTOTYPES.get(each, each) for each in letters)
    return "".join(normalize("NFD", prototypes).casefold().split())
