"""The result of a record, ``R[…]``: the meaning of its fields."""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from domain.games.skat.model import Settled
from domain.games.skat.scoring import GameVerdict
from domain.kernel.event import Json
from formats.notation import UnreadableNotation

NOBODY: Final = -1

Outcome: TypeAlias = Literal["win", "loss", "penalty", "passed", "unknown"]
BidWord: TypeAlias = Literal["bidok", "overbid"]


class IssResult(NamedTuple):
    """The fields of a result. Players are 0, 1, 2: forehand, middlehand, rearhand."""

    result: Outcome
    d: int = NOBODY
    """The declarer."""
    v: int = 0
    """The declarer's score: the value, or minus twice that."""
    m: int = 0
    """Matadors; minus: without."""
    bid: BidWord = "bidok"
    p: int = 0
    """The declarer's points."""
    t: int = 0
    """The declarer's tricks."""
    s: int = 0
    """1: schneider counts, and was not lost as announced."""
    z: int = 0
    """1: schwarz, likewise."""
    p0: int = 0
    """1: that player has to pay a penalty."""
    p1: int = 0
    p2: int = 0
    l: int = NOBODY  # noqa: E741 - so it is called
    """The player who has left."""
    to: int = NOBODY
    """The player whose time has run out."""
    r: int = 0
    """1: it ended by a resignation."""


_NUMBERS: Final = {*IssResult._fields} - {"result", "bid"}
_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(get_args(Outcome), "result"),
    **dict.fromkeys(("bidok", "overbid"), "bid"),
}
_ORDER: Final = ("d", "result", "v", "m", "bid", *IssResult._fields[5:])
_NEEDED: Final = ("d", "v", "p", "t")
_ALONE: Final = ("passed", "unknown")
"""Outcomes without any further field; of an unknown one, the game had not ended."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


def said(words: str) -> dict[str, Json]:
    """The recorded result of a record: the fields that it has.

    Raises:
        Unreadable: It has other content as well, or a field is missing.
    """
    found: dict[str, Json] = {}
    value: Json
    for word in words.split():
        name, colon, number = word.partition(":")
        if colon and name in _NUMBERS and _NUMBER.fullmatch(number):
            field, value = name, int(number)
        elif word in _WORDS:
            field, value = _WORDS[word], word
        else:
            raise UnreadableNotation(f"R: {word[:20]} says nothing")
        if field in found:
            raise UnreadableNotation(f"R: {field} stands twice")
        found[field] = value
    if "result" not in found:
        raise UnreadableNotation("R: neither win, loss, penalty nor passed")
    if found["result"] not in _ALONE:
        for name in _NEEDED:
            if name not in found:
                raise UnreadableNotation(f"R: {name} is missing")
    return found


def of_verdict(
    verdict: GameVerdict | Settled, *, declarer: int, points: int, tricks: int
) -> IssResult:
    """The result of a game that was played.

    An announced schneider or schwarz that was missed is not listed, even if it counts (K22).
    """
    steps = verdict.steps if missed(verdict) else ()
    schwarz = verdict.schwarz and "schwarz_announced" not in steps
    schneider = verdict.schneider and "schneider_announced" not in steps
    return IssResult(
        "win" if verdict.won else "loss",
        d=declarer,
        v=verdict.value,
        m=verdict.matadors,
        bid=bid_word(overbid=verdict.overbid),
        p=points,
        t=tricks,
        s=int(schneider or schwarz),
        z=int(schwarz),
    )


def bid_word(*, overbid: bool) -> BidWord:
    """The word of a result that says whether the game was worth the bid."""
    return "overbid" if overbid else "bidok"


def missed(verdict: GameVerdict | Settled) -> bool:
    """Whether the declarer missed the required result; overbidding alone is no miss (K27)."""
    return not verdict.won and not {"K19", "K24", "K28"}.isdisjoint(verdict.clauses)


def written(result: IssResult) -> str:
    """A result in the format of a record."""
    if result.result == "passed":
        return "passed"
    words: Mapping[str, str] = {"result": result.result, "bid": result.bid}
    return " ".join(words.get(name, f"{name}:{getattr(result, name)}") for name in _ORDER)
