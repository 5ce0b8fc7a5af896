"""Records in a text that arrives in blocks: where each begins and ends, and malformed ones."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from formats.iss.stream import LONGEST, pieces
from formats.notation import Piece
from tests.domain.skat.iss import FILE, GRAND, RECORDS, SPADES, differences, read

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
            Piece(1, "one\ntwo ", "no record: one\ntwo", is_text=True),
            Piece(2, SHORT),
            Piece(3, "three", "no record: three", is_text=True),
        ],
    ),
    "talk": (
        f"a (; b\n{SHORT} ;)",
        [
            Piece(1, "a ", "no record: a", is_text=True),
            Piece(1, "(; b\n", "no record: (; b", is_text=True),
            Piece(2, SHORT),
            Piece(2, ";)", "no record: ;)", is_text=True),
        ],
    ),
    "the rest of a record": (
        f"0 H8 ]R[d:0 win] ;)\n{SHORT}",
        [Piece(1, "0 H8 ]R[d:0 win] ;)\n", "no record: 0 H8 ]R[d:0 win] ;)"), Piece(2, SHORT)],
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
    assert first.fault == f"no record: {'x' * 40}… (1,000,001 characters)"
    assert (len(first.text), second) == (LONGEST + 1, Piece(2, SHORT))


@pytest.mark.parametrize(("after", "more"), [("\n", 1), (";)", 2), (";) \n ", 2)])
@pytest.mark.parametrize("size", [11, 1000, 1 << 20])
def test_an_overlong_record_is_one_fault(after: str, more: int, size: int) -> None:
    text = f"(;CO[{'x' * 3 * LONGEST}{after}{SHORT}\n{SPADES}"
    first, second, third = pieces(bits(text, size))
    assert first.fault == f"longer than {LONGEST:,} characters: {60_005 + more:,} are let go"
    assert (second.text, third.text) == (SHORT, SPADES)
    assert third.line == 2 + after.count("\n")


def test_an_overlong_record_may_be_the_whole_file() -> None:
    (only,) = pieces(["(;CO[", "x" * 2 * LONGEST])
    assert only.fault == f"longer than {LONGEST:,} characters: 40,005 are let go"


def test_many_blank_lines_are_no_fault() -> None:
    assert list(pieces(["\n" * 10_000] * 10 + [SHORT])) == [Piece(100_001, SHORT)]


# --- A record that is cut off or too long takes no other with it ----------------------------------

CUT_IN = ["GM[Sk", "CO[", "P0[fore", "MV[w C9.SQ", "w C7.SA 0", "]R[d:0 win", "l:-1 to:-1 r:0", "]"]
BEFORE = {
    "a line": "\n",
    "another end of line": "\r",
    "a few blanks": "\n   ",
    "many blanks": "\n" + " " * 200,
    "a number": "\n2) ",
    "a few words": "\r\n[2] game two\t",
    "nothing": "",
}


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
@pytest.mark.parametrize("last", CUT_IN)
@pytest.mark.parametrize("before", BEFORE)
def test_a_record_that_was_cut_off_does_not_swallow_the_next(
    before: str, last: str, size: int
) -> None:
    cut = SPADES[: SPADES.rindex(last) + len(last)]
    found = list(pieces(bits(f"{cut}{BEFORE[before]}{GRAND}\n{SPADES}", size)))
    assert [piece.text for piece in found[-2:]] == [GRAND, SPADES]
    assert found[0].text.startswith(cut)
    assert "R[" not in found[0].text.removeprefix(cut)


@pytest.mark.parametrize("before", BEFORE)
def test_all_records_that_were_cut_off_are_reported(before: str) -> None:
    cut = SPADES[:-3]
    found = list(pieces([BEFORE[before].join([cut] * 4)]))
    assert len([piece for piece in found if piece.text.startswith(cut) and not piece.fault]) == 4


def test_a_record_cut_off_within_a_value_that_the_next_closes_is_reported() -> None:
    """The value of PC, or of the moves, seems to continue to the next record's first bracket."""
    nameless = GRAND.replace("PC[International Skat Server]", "")
    for text in (f"(;GM[Skat]PC[Inter\n{nameless}", f"(;MV[w x\n1) {SHORT}"):
        first, *_, last = pieces([text])
        assert "R[" not in first.text
        assert last.text in {nameless, SHORT}


NAMES = ["(;", ";) (;", "(;GM[", "a (;GM[Skat b", "(;GM[1", "\n(; ", "x\n(;b", "\\] ;) (;GM[ "]


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_have_in_it_what_a_record_begins_with(name: str, size: int) -> None:
    record = SPADES.replace("P0[forehand]", f"P0[{name}]")
    found = list(pieces(bits(f"{record}\n{GRAND}", size)))
    assert [(piece.text, piece.fault) for piece in found] == [(record, ""), (GRAND, "")]
    assert differences(read(record)) == {}


@pytest.mark.parametrize("size", [11, 997, 1 << 20])
@pytest.mark.parametrize("before", BEFORE)
def test_every_record_after_an_overlong_one_is_found(before: str, size: int) -> None:
    between = BEFORE[before]
    for length in (*range(LONGEST - 90, LONGEST + 10, 7), 3 * LONGEST):
        text = f"(;CO[{'x' * length}{between}{between.join(RECORDS)}"
        found = list(pieces(bits(text, size)))
        assert [piece.text.strip() for piece in found if piece.text.startswith("(;GM")] == RECORDS
        assert found[0].text.startswith("(;CO[xxx")
        assert [piece.line for piece in found] == sorted(piece.line for piece in found)


@pytest.mark.parametrize("size", [1, 80, 1 << 20])
@pytest.mark.parametrize("more", range(3))
def test_a_record_after_much_junk_is_found_wherever_it_begins(more: int, size: int) -> None:
    first, second = pieces(bits("x" * (LONGEST - 1 + more) + SHORT, size))
    assert first.fault == f"no record: {'x' * 40}… ({LONGEST - 1 + more:,} characters)"
    assert second.text == SHORT


@pytest.mark.parametrize("size", [1, 3, 80, 1 << 20])
def test_the_end_of_a_long_record_does_not_depend_on_the_blocks(size: int) -> None:
    text = f"(;CO[{'x' * 2 * LONGEST}\n 1 ;) {SHORT}\n{SHORT}"
    assert [piece.text for piece in pieces(bits(text, size))][1:] == ["1 ;) ", SHORT, SHORT]
