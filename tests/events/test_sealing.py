"""Secrets leave the body and come back, each to viewers who may have it."""

import re
from collections.abc import Iterable
from typing import Any

import orjson
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from events.canonical import NotCanonical
from events.chain import BrokenChain, commitment
from events.record import (
    FULL,
    NOBODY,
    OWNER,
    PUBLIC,
    CommandMetadata,
    NewEvent,
    Row,
    Secret,
    Viewer,
    audiences,
    read,
    seal,
    summarized,
)
from tests.events.making import DEALT, MOVE, Countable, command
from tests.events.test_canonical import KEYS, VALUES
from tests.memory.store import rows_of
from tests.sampling import cases
from tests.simulation.runtime import RUNTIME


def rows(event: NewEvent, *, viewer: Viewer) -> Iterable[Row]:
    sealed = seal(event, command=command(), entropy=Countable())
    return rows_of(sealed, 1, 0, b"head", audiences(viewer))


def test_body_is_the_canonical_envelope() -> None:
    by = CommandMetadata(
        id=RUNTIME.uuid(), actor="bot", at=5, cause="c", correlation="r", fingerprint=b"secret"
    )
    sealed = seal(NewEvent("x", 3, {"b": (1, 2), "a": None}), command=by, entropy=Countable())
    assert sealed.body == rfc8785.dumps(
        {
            "actor": "bot",
            "at": 5,
            "cause": "c",
            "command": str(by.id),
            "correlation": "r",
            "data": {"a": None, "b": [1, 2]},
            "schema": 3,
            "type": "x",
        }
    )
    assert (sealed.type, sealed.schema, sealed.secrets) == ("x", 3, [])


def test_a_commitment_stands_for_a_secret() -> None:
    sealed = seal(MOVE, command=command(), entropy=Countable())
    [secret] = sealed.secrets
    assert secret.salt == Countable()(32)
    assert secret.payload == b'["7C","AC"]'
    assert secret.sha256 == commitment(secret.salt, secret.payload).hex()
    assert orjson.loads(sealed.body)["data"] == {
        "cards": {"count": 2, "sha256": secret.sha256},
        "seat": 2,
    }
    assert b"7C" not in sealed.body


def test_every_secret_has_its_own_salt() -> None:
    sealed = seal(DEALT, command=command(), entropy=Countable())
    assert [secret.slot for secret in sealed.secrets] == [f"hands/{seat}" for seat in range(4)]
    assert len({secret.salt for secret in sealed.secrets}) == 4


@pytest.mark.parametrize(
    ("viewer", "seats"), [(FULL, [0, 1, 2, 3]), (PUBLIC, []), (0, [0]), (3, [3]), (4, [])]
)
def test_a_viewer_gets_the_allowed_secrets(viewer: Viewer, seats: list[int]) -> None:
    [record] = read(RUNTIME.uuid(), rows(DEALT, viewer=viewer))
    hands = record.data["hands"]
    assert [seat for seat in range(4) if isinstance(hands[seat], list)] == seats
    assert all(hands[seat] == [f"{'6789'[seat]}H"] for seat in seats)
    assert all(hands[seat].keys() == {"count", "sha256"} for seat in {0, 1, 2, 3} - {*seats})
    assert [opening.audience for opening in record.openings] == seats


def test_a_secret_for_nobody_is_only_in_the_full_view() -> None:
    event = NewEvent("x", 1, {"seed": Secret("ab", NOBODY, 0)})
    assert read(RUNTIME.uuid(), rows(event, viewer=FULL))[0].data == {"seed": "ab"}
    for viewer in (PUBLIC, 0, 7):
        [record] = read(RUNTIME.uuid(), rows(event, viewer=viewer))
        assert record.data["seed"]["count"] == 0
        assert record.openings == []


@pytest.mark.parametrize("viewer", [-1, -2, 2**15, 1.5, "seat", "FULL", None])
def test_an_invalid_viewer_gets_nothing(viewer: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        audiences(viewer)


def test_an_audience_is_a_seat_or_nobody() -> None:
    for audience in (OWNER - 1, 2**15):
        with pytest.raises(ValueError, match="audience"):
            Secret(1, audience, 1)


def test_a_secret_stands_only_where_it_can_be_opened() -> None:
    hidden = Secret(["7C"], 1, 1)
    deep: list[Any] = [{"b": hidden}, [[hidden]], Secret(hidden, 1, 1)]
    for value in deep:
        with pytest.raises(NotCanonical):
            seal(NewEvent("x", 1, {"a": value}), command=command(), entropy=Countable())
    for data in ({"a/b": hidden}, {"a/b": [hidden]}, {"\0": hidden}):
        with pytest.raises(ValueError, match="slash"):
            seal(NewEvent("x", 1, data), command=command(), entropy=Countable())


def test_printed_values_contain_no_secret() -> None:
    sealed = seal(MOVE, command=command(), entropy=Countable())
    [record] = read(RUNTIME.uuid(), rows(MOVE, viewer=FULL))
    assert record.data["cards"] == ["7C", "AC"]
    for shown in (MOVE, sealed.secrets, record, record.openings, [record]):
        assert not re.search("7C|AC|5b22|salt|payload", repr(shown))


@pytest.mark.costly
@settings(max_examples=cases(sample=25, full=100), deadline=None)
@given(
    st.dictionaries(
        KEYS.filter(lambda key: not {"/", "\0"} & {*key}),
        VALUES
        | st.builds(Secret, VALUES, st.integers(-1, 3), st.integers(0, 9))
        | st.lists(st.builds(Secret, VALUES, st.integers(-1, 3), st.integers(0, 9)) | VALUES),
    )
)
def test_all_that_is_sealed_can_be_opened(data: dict[str, Any]) -> None:
    [record] = read(RUNTIME.uuid(), rows(NewEvent("x", 1, data), viewer=FULL))
    assert record.data == {
        key: [revealed(item) for item in value] if isinstance(value, list) else revealed(value)
        for key, value in data.items()
    }


def revealed(value: Any) -> Any:
    return value.value if isinstance(value, Secret) else value


@pytest.mark.parametrize(
    "row",
    [
        (1, None, b"", b"", 0),
        (1, None, b"{", b"", 0),
        (1, None, b"[]", b"", 0),
        (1, None, b"{}", b"", 0),
        (1, "cards", b"{", b"", 0),
        (1, "other", b"1", b"", 0),
        (1, "hands/4", b"1", b"", 0),
        (1, "hands/x", b"1", b"", 0),
        (1, "cards/1", b"1", b"", 0),
        (1, "seat", b"1", b"", 0),
    ],
)
def test_unreadable_input_is_named(row: Row) -> None:
    good = [(1, None, b'{"data":{"cards":{"sha256":""},"hands":[],"seat":1}}', b"", 0)]
    stream = RUNTIME.uuid()
    with pytest.raises(BrokenChain) as broken:
        read(stream, [*good, row] if row[1] else [row])
    assert (broken.value.stream, broken.value.version) == (stream, 1)


def test_a_secret_without_its_event_is_left_out() -> None:
    event, secret = rows(MOVE, viewer=FULL)
    first, third = read(RUNTIME.uuid(), [event, secret, (2, *secret[1:]), (3, *event[1:])])
    assert (first.version, third.version) == (1, 3)
    assert len(first.openings) == 1
    assert third.openings == []


def test_summaries_hold_no_nul() -> None:
    assert summarized({"name": "a\\u0000"}) == b'{"name":"a\\\\u0000"}'
    for name in ("\0", "a\\\0", "\\\\\0"):
        with pytest.raises(ValueError, match="NUL"):
            summarized({"names": [name]})
    with pytest.raises(NotCanonical):
        summarized({"points": 0.5})
