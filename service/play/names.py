"""What people may be called: names that can be seen, and that can be told from each other.

A name that looks like another one at the same table would let its player pass for somebody else.
Names are compared as people see them: letters that look alike are one letter (Unicode TR39,
`service.play.lookalikes`), signs that look alike one sign, and so are capitals and small letters,
wide and narrow forms.
"""

from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

from service.play.lookalikes import PROTOTYPES, SIGNS

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Categories of characters that are not seen, or that mean nothing to anybody else. What is not
assigned (Cn) is what the Unicode of this Python does not know; the newest emoji may be among it."""
_IGNORABLE: Final = (
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF)),
)
"""Characters of other categories that are not shown (`Default_Ignorable_Code_Point`)."""
_BLANK: Final = frozenset({0x2800, 0xFFFC, 0xFFFD, 0x16FE4, 0x1D159})
"""Signs that show nothing, or stand for something that is not there: the Braille pattern without
dots, replacements, the filler of Khitan, the empty note."""
_SEEN: Final = frozenset("LNPS")
"""The first letters of the categories of what stands for itself; marks stand on something."""


def unseen(name: str) -> str | None:
    """Why a name can not be seen whole; None: it can."""
    for character in name:
        if _is_hidden(character):
            return f"Must not have U+{ord(character):04X}, which is not seen."
    if not any(category(character)[0] in _SEEN for character in name):
        return "Must have a letter, a digit or a sign."
    return None


def _is_hidden(character: str) -> bool:
    code = ord(character)
    ignorable = any(low <= code <= high for low, high in _IGNORABLE)
    return ignorable or code in _BLANK or category(character) in _HIDDEN


def like_another(name: str, others: Iterable[str]) -> str | None:
    """The first of some names for which a name could be taken; None: none of them."""
    looks = _looks(name)
    return next((other for other in others if looks & _looks(other)), None)


def _looks(name: str) -> frozenset[str]:
    """How a name looks: as it is written, and where capitals count as small letters.

    Both, as a capital I looks like a small l, and is the same letter as a small i.
    """
    plain = normalize("NFKC", name.translate(SIGNS))
    return frozenset(_skeleton(each) for each in (plain, plain.casefold()))


def _skeleton(text: str) -> str:
    """The text with the prototype of each character; what looks alike has the same."""
    letters = normalize("NFD", text.translate(SIGNS))
    prototypes = "".join(PROTOTYPES.get(each, each) for each in letters)
    return "".join(normalize("NFD", prototypes).casefold().split())
