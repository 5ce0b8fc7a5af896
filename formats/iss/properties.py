"""The properties of a record: ``NAME[value]``, each once."""

import re
from collections.abc import Mapping
from typing import Final

from formats.notation import UnreadableNotation

_COMMENTS: Final = r"(?:\s|#[^\r\n]*+)*+"
"""Blanks, and comments to the end of their lines."""
_PROPERTY: Final = re.compile(
    _COMMENTS + r"([A-Za-z0-9]{1,8})\s*\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL
)
_OPENED: Final = re.compile(r"([A-Za-z0-9]{1,8})\s*\[")
BEGINS: Final = "(;"
"""The beginning of every record."""
_NEXT: Final = re.compile(r"(?:\(;GM\[Skat|[\r\n][^\r\n\[\]]{0,60}\(;[A-Za-z0-9]{1,8}\[[^\[\]]*)\Z")
"""The end of a truncated value: its closing bracket belongs to the beginning of the next record."""
_CLOSES: Final = re.compile(_COMMENTS + r";\s*\)\s*")
_QUOTED: Final = 20
"""The maximum number of invalid characters that an error quotes."""


def properties(text: str) -> Mapping[str, str]:
    """The properties of a record, with the names in their order.

    Raises:
        Unreadable: It has another form, or none of what a record of a deal must have.
    """
    if not text.startswith(BEGINS):
        raise UnreadableNotation(f"a record begins with {BEGINS}")
    found: dict[str, str] = {}
    at = len(BEGINS)
    while each := _PROPERTY.match(text, at):
        name, value = each.groups()
        if name in found:
            raise UnreadableNotation(f"{name} stands twice")
        found[name] = value
        at = each.end()
    if not _CLOSES.fullmatch(text, at):
        raise UnreadableNotation(_broken(text[at:].strip()))
    if found.get("GM", "Skat") != "Skat":
        raise UnreadableNotation("GM is not Skat")
    for name in ("MV", "R"):
        if not found.get(name, "").strip():
            raise UnreadableNotation(f"{name} is {'empty' if name in found else 'missing'}")
    return found


def is_whole(text: str) -> bool:
    """Whether a text is one record, and not one that was cut off and the next one after it.

    A name may have in it what a record begins with, but none ends with the first property of one.
    """
    try:
        return not any(map(_NEXT.search, properties(text).values()))
    except UnreadableNotation:
        return False


def _broken(rest: str) -> str:
    if not rest:
        return "truncated: no ;) at its end"
    if opened := _OPENED.match(rest):
        return f"truncated: {opened[1]} is not closed"
    return f"neither a property nor the end: {rest[:_QUOTED]}{'…' if len(rest) > _QUOTED else ''}"
