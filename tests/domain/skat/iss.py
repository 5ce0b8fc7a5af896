"""Records of the International Skat Server, and changes to them for tests."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from formats.iss import ISS
from formats.notation import Reading

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


ANY: Final = "d:0 win v:0 p:0 t:0"
LOST_FIRST = (
    "(;GM[Skat]SE[43795]ID[1039093]MV[w DA.S7.DK.CA.D9.CQ.CK.H9.S8.C7.HJ.DT.HA.CT.S9.C9.ST.H8."
    "D7.DJ.HQ.DQ.SK.HK.SQ.H7.C8.D8.SJ.HT.SA.CJ 1 18 0 p 2 p 1 s w SA.CJ 1 G.CT.DT 0 CA 1 C9 2 C8 "
    f"1 RE ]R[{ANY}] ;)"
)
"""The declarer of a grand takes no trick; 20 points were laid away."""
CASES: Final = tomllib.loads((Path(__file__).parent / "iss_cases.toml").read_text("utf-8"))


def cases(kind: str) -> dict[str, tuple[str, str]]:
    """Changed records by name, each with what is expected of it, from `iss_cases.toml`."""
    return {
        name: (changed(record, changes), expected)
        for name, (record, *changes, expected) in CASES[kind].items()
    }


def changed(name: str, changes: Sequence[str]) -> str:
    """The record that has this name, or that comes after ``=``, with changes."""
    record: str = name[1:] if name[0] == "=" else globals()[name]
    for change in changes:
        kind, _, words = change.partition(" ")
        if kind == "until":
            last, more = words.split(" then")
            record = with_moves(record, until(record, last) + more, ANY)
        elif kind == "moves":
            record = with_moves(record, words, ANY)
        elif kind == "result":
            record = record[: record.index("]R[")] + f"]R[{words}] ;)"
        else:
            old, new = change.split(" => ")
            assert old in record, change
            record = record.replace(old, new)
    return record


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
