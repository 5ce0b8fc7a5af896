"""The records of a text that comes bit by bit: where each begins and ends, and what is none."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from domain.games.skat.iss.stream import LONGEST, pieces
from domain.notation import Piece
from tests.domain.skat.iss import FILE, RECORDS, SPADES

TEXT = FILE.read_text("utf-8")
SHORT = "(;MV[w x]R[passed] ;)"


def bits(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


@pytest.mark.parametrize("size", [1, 7, 997, 1 << 16])
def test_the_size_of_the_bits_does_not_matter(size: int) -> None:
    found = list(pieces(bits(TEXT, size)))
    assert found == [Piece(line, record) for line, record in enumerate(RECORDS, start=1)]


CASES: dict[str, tuple[str, list[Piece]]] = {
    "nothing": ("", []),
    "blank": (" \n\r\n\t", []),
    "no end of line": (SHORT, [Piece(1, SHORT)]),
    "two on a line": (f"{SHORT}{SHORT} {SHORT}\n", [Piece(1, SHORT)] * 3),
    "other ends of lines": (f"{SHORT}\r\n\r\n{SHORT}\r\n", [Piece(1, SHORT), Piece(3, SHORT)]),
    "a record over lines": (
        f"\n(;MV[a\nb]\nR[x]\n;\n)\n{SHORT}",
        [Piece(2, "(;MV[a\nb]\nR[x]\n;\n)"), Piece(7, SHORT)],
    ),
    "an end within a name": (r"(;P0[;) \];) (;]R[x];)", [Piece(1, r"(;P0[;) \];) (;]R[x];)")]),
    "no end": (f"(;MV[x\n{SHORT}\n(;R", [Piece(1, "(;MV[x\n"), Piece(2, SHORT), Piece(3, "(;R")]),
    "junk": (
        f"one\ntwo {SHORT}\nthree",
        [
            Piece(1, "one\ntwo ", "no record: one\ntwo"),
            Piece(2, SHORT),
            Piece(3, "three", "no record: three"),
        ],
    ),
}


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("case", CASES)
def test_records_are_found(case: str, size: int) -> None:
    text, expected = CASES[case]
    assert list(pieces(bits(text, size))) == expected


def test_much_junk_is_one_fault_and_is_not_kept() -> None:
    junk = chain(repeat("x" * 1000, 1000), [f"\n{SHORT}\n"])
    first, second = pieces(junk)
    assert first.fault == f"no record: {'x' * 40}…"
    assert (len(first.text), second) == (LONGEST + 1, Piece(2, SHORT))


@pytest.mark.parametrize("after", ["\n", ";)", ";) \n "])
@pytest.mark.parametrize("size", [11, 1000, 1 << 20])
def test_what_is_too_long_is_one_fault(after: str, size: int) -> None:
    text = f"(;CO[{'x' * 3 * LONGEST}{after}{SHORT}\n{SPADES}"
    first, second, third = pieces(bits(text, size))
    assert first.fault == f"longer than {LONGEST:,} characters"
    assert (second.text, third.text) == (SHORT, SPADES)
    assert third.line == 2 + after.count("\n")


def test_what_is_too_long_may_be_all() -> None:
    (only,) = pieces(["(;CO[", "x" * 2 * LONGEST])
    assert only.fault == f"longer than {LONGEST:,} characters"


def test_many_blank_lines_are_no_fault() -> None:
    assert list(pieces(["\n" * 10_000] * 10 + [SHORT])) == [Piece(100_001, SHORT)]
