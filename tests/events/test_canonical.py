"""RFC 8785, against another implementation of it."""

from typing import Any
from uuid import UUID

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from events.canonical import MAX_INTEGER, NotCanonical, canonical

INTEGERS = st.integers(-MAX_INTEGER, MAX_INTEGER)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.text(st.characters(max_codepoint=127))
LEAVES = st.none() | st.booleans() | INTEGERS | TEXTS
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=20
)


@pytest.mark.costly
@given(VALUES)
def test_bytes_are_those_of_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_examples() -> None:
    assert canonical({"b": [1, True, None], "a": 'é\u2028\x1f"\\/\x7f\n'}) == (
        '{"a":"é\u2028\\u001f\\"\\\\/\x7f\\n","b":[1,true,null]}'.encode()
    )
    assert canonical({"10": 0, "9": 0, "a": 0, "B": 0}) == b'{"10":0,"9":0,"B":0,"a":0}'
    assert canonical((1, (2,))) == b"[1,[2]]"


class Number(int):
    pass


class Word(str):
    __slots__ = ()


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        [float("nan")],
        MAX_INTEGER + 1,
        -MAX_INTEGER - 1,
        {1: "a"},
        {None: 1},
        {"é": 1},
        {Word("a"): 1},
        {"a": {"\ud800": 1}},
        "\ud800",
        ["a\udfff"],
        b"bytes",
        {1, 2},
        UUID(int=1),
        object(),
        Number(1),
        Word("a"),
        nested(300),
        nested(100_000),
    ],
    ids=lambda value: type(value).__name__,
)
def test_ambiguous_values_are_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


def test_a_refusal_does_not_contain_the_value() -> None:
    for value in (1.25, {"AC": {"é": 1}}, "AC\ud800", 2**60 + 12345):
        with pytest.raises(NotCanonical) as refused:
            canonical([value])
        assert not any(word in str(refused.value) for word in ("1.25", "AC", "12345"))


def test_limits_are_inside() -> None:
    assert canonical([MAX_INTEGER, -MAX_INTEGER, True]) == (
        b"[9007199254740991,-9007199254740991,true]"
    )
