"""Records of the International Skat Server, and changes to them for tests."""

from pathlib import Path
from typing import Any, Final

from domain.games.skat.iss import ISS
from domain.kernel.notation import Reading

FILE: Final = Path(__file__).parents[2] / "vectors" / "skat_iss.sgf"
RECORDS: Final = FILE.read_text("utf-8").splitlines()
MORE: Final = FILE.with_name("skat_iss_more.sgf").read_text("utf-8").splitlines()
"""More public records: cards shown and both defenders gone; one who left; a hand game."""

(
    TIME_OUT,
    NULL_LOST,
    GRAND_OUVERT,
    CLUBS_OUVERT,
    SCHWARZ,
    OVERBID,
    PASSED,
    NULL_WON,
    CLUBS_LOST,
    SPADES,
    GRAND,
    SCHNEIDER,
) = RECORDS


def moves(record: str) -> str:
    return record.partition("MV[")[2].partition("]")[0]


def with_moves(record: str, words: str, result: str | None = None) -> str:
    """A record of the same deal, with other moves after it; optionally with another result."""
    dealt = " ".join(moves(record).split()[:2])
    changed = record.replace(moves(record), f"{dealt} {words} ")
    if result is None:
        return changed
    return changed[: changed.index("]R[")] + f"]R[{result}] ;)"


def until(record: str, last: str) -> str:
    """The moves after the deal, up to some words."""
    words = " ".join(moves(record).split()[2:])
    return words[: words.index(last) + len(last)]


def read(record: str) -> Reading:
    return ISS.read(record)


def differences(reading: Reading) -> dict[str, tuple[Any, Any]]:
    """The fields in which the record differs from our result."""
    return {
        name: (value, reading.due[name])
        for name, value in reading.said.items()
        if reading.due[name] != value
    }
