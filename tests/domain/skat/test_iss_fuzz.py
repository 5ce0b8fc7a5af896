"""However a record is altered: it is read, refused, or a named fault; nothing else, and soon."""

import time
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from formats.iss import ISS
from formats.iss.stream import LONGEST
from formats.notation import UnreadableNotation
from tests.domain.skat.iss import FILE, RECORDS
from tests.sampling import cases

FUZZED = settings(max_examples=cases(sample=30, full=400))
LONG = 2.0
"""No record takes so many seconds of CPU time."""
WORDS = ["RE", "SC", "SC.CJ", "p", "y", "s", "18", "w", "0", "1", "2", "w TI.0", "w LE.2", "CJ"]
WORDS += ["G", "NO", "GO", "CHZ", "]", "[", ";)", "(;", "\\", "??", "PC[Fairdeal]", "Fairdeal"]

change = st.tuples(
    st.integers(0, 1500), st.integers(0, 30), st.one_of(st.sampled_from(WORDS), st.text(max_size=3))
)


def assert_handled(text: str) -> None:
    began = time.thread_time()
    for piece in ISS.pieces([text]):
        fault, reading = "", None
        try:
            reading = ISS.read(piece.text)
        except UnreadableNotation as wrong:
            fault = str(wrong)
        if reading is None:
            assert 0 < len(fault) < 200
        else:
            assert set(reading.due) >= set(reading.said) or not reading.due
    assert time.thread_time() - began < LONG


@FUZZED
@given(st.sampled_from(RECORDS), st.lists(change, min_size=1, max_size=4))
def test_a_changed_record_is_detected(record: str, changes: list[Any]) -> None:
    for at, count, words in changes:
        record = f"{record[:at]}{words}{record[at + count :]}"
    assert_handled(record)


@FUZZED
@given(st.sampled_from(RECORDS), st.lists(st.tuples(st.integers(0, 120), st.sampled_from(WORDS))))
def test_changed_words_are_detected(record: str, changes: list[tuple[int, str]]) -> None:
    words = record.split(" ")
    for at, word in changes:
        words.insert(at, word)
    assert_handled(" ".join(words))


@FUZZED
@given(st.binary(max_size=300), st.integers(0, 10_000))
def test_junk_bytes_in_a_file_are_reported(junk: bytes, at: int) -> None:
    text = FILE.read_bytes()
    assert_handled((text[:at] + junk + text[at:]).decode("utf-8", errors="replace"))


WHOLE = st.sampled_from(RECORDS)
CUT = st.tuples(WHOLE, st.integers(0, 1500)).map(lambda cut: cut[0][: cut[1]][:-1])
JUNK = st.text(alphabet="(;)x1 \n\r", max_size=90)
LONG_ONE = st.integers(LONGEST - 100, 2 * LONGEST).map(lambda length: "(;CO[" + "x" * length)
BETWEEN = st.sampled_from(["\n", "\r\n", "\n  ", "\n\t3) ", "\r", "", " "])


@FUZZED
@given(
    st.lists(st.tuples(st.one_of(WHOLE, CUT, JUNK, LONG_ONE), BETWEEN), max_size=9),
    st.integers(1, 3 * LONGEST),
)
def test_every_complete_record_is_found_between_junk(
    parts: list[tuple[str, str]], size: int
) -> None:
    text = "".join(map("".join, parts))
    found = list(ISS.pieces([text]))
    whole = [part for part, _ in parts if part in RECORDS]
    assert [piece.text for piece in found if piece.text in RECORDS] == whole
    assert list(ISS.pieces(text[at : at + size] for at in range(0, len(text), size))) == found


@FUZZED
@given(st.text(alphabet="(;)[]\\ \nMVR0123wCJ.", max_size=200))
def test_any_text_of_its_characters_is_handled(text: str) -> None:
    assert_handled(text)


def test_possibly_slow_inputs_are_fast() -> None:
    for text in (
        "(;MV[" + "\\" * 19_000,
        "(;MV[" + "\\a" * 9_000,
        "(;" + "A[]" * 6_000,
        "(;" + "\n" * 19_000,
        "(;R[d:0" + " " * 19_000 + "]",
        "];" * 9_000,
        "(;" * 9_000,
        ";) " * 9_000,
    ):
        assert_handled(text)
