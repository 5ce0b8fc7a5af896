"""A history is what a tuple of the same texts is."""

from random import Random

import pytest

from domain.kernel.event import to_json
from domain.kernel.history import RECENT, History


@pytest.mark.parametrize("length", [0, 1, RECENT - 1, RECENT, RECENT + 1, 3 * RECENT])
def test_a_history_is_read_like_a_tuple(length: int) -> None:
    texts = tuple(Random(length).choices("abcdefgh", k=length))
    grown = History()
    for at, text in enumerate(texts):
        grown = grown.and_then(text)
        assert grown.last == text
        assert len(grown) == at + 1
    assert (*grown,) == texts
    assert grown[-2:] == texts[-2:]
    assert [grown.count(text) for text in "abcx"] == [texts.count(text) for text in "abcx"]
    assert [text in grown for text in "abcx"] == [text in texts for text in "abcx"]
    assert to_json(grown) == to_json(texts)
    assert grown == History.of(texts)
    assert hash(grown) == hash(History.of(texts))
    assert grown != History.of((*texts, "a"))
    assert grown != texts
    assert repr(grown) == f"History.of({[*texts]})"


def test_a_history_that_two_others_continue_is_unchanged() -> None:
    first = History.of(map(str, range(RECENT - 1)))
    one, other = first.and_then("one"), first.and_then("other")
    assert len(first) == RECENT - 1
    assert (one.last, other.last) == ("one", "other")
    assert "one" not in other
