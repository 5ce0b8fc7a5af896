"""The chain and its commitments, against a literal implementation of their definition."""

import hashlib
from dataclasses import dataclass, field, replace
from uuid import UUID

import pytest

from domain.fairness.framing import tagged_hash
from events.chain import BrokenChain, commitment, genesis, link, verify
from events.record import Opening

STREAM = UUID("01a1fb42-ae32-722d-af3c-585c3bd0327e")


@dataclass(frozen=True)
class Event:
    version: int
    body: bytes
    hash: bytes
    openings: list[Opening] = field(default_factory=list)


def h(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def opening(payload: bytes = b'["7C"]') -> Opening:
    salt = bytes(range(32))
    return Opening("cards", 1, salt, payload, commitment(salt, b'["7C"]').hex())


def chain(*bodies: bytes) -> list[Event]:
    head, events = h(b"fairdeal/1/genesis", STREAM.bytes), []
    for version, body in enumerate(bodies, 1):
        head = h(b"\x02", head, h(body))
        events.append(Event(version, body, head))
    return events


def test_commitment_is_a_tagged_hash() -> None:
    assert commitment(b"s" * 32, b"[1]") == tagged_hash("fairdeal/1/secret", b"s" * 32, b"[1]")
    assert commitment(b"s" * 31, b"s[1]") != commitment(b"s" * 32, b"[1]")


def test_these_bytes_never_change() -> None:
    """Stored records depend on them."""
    assert genesis(STREAM).hex() == (
        "949c8175d3551be345e494ea6eb9ee2f81b8cc3d14cdce217f43309ffef61734"
    )
    assert link(bytes(32), b"{}").hex() == (
        "5b47f24cf01f6358dbdd62a6cb6ea1dee9d6e66a7f02bbb2026b4fadb2e12ae1"
    )
    assert commitment(bytes(32), b'["7C"]').hex() == (
        "71f824906cd34c2c89e5d5d4862216d8f6ead5b477218e300310690590619d55"
    )


def test_a_true_record_verifies() -> None:
    events = chain(b"one", b"two", b"three")
    assert verify([], stream=STREAM) == genesis(STREAM)
    assert verify(events, stream=STREAM) == events[-1].hash
    assert verify(events, stream=STREAM, head=events[-1].hash) == events[-1].hash
    assert verify(events[1:], stream=STREAM, since=(1, events[0].hash)) == events[-1].hash


def test_a_fitting_opening_verifies() -> None:
    [event] = chain(b"one")
    assert verify([replace(event, openings=[opening()])], stream=STREAM) == event.hash


@pytest.mark.parametrize(
    ("tampered", "version"),
    [
        (lambda e: [replace(e[0], body=b"One"), *e[1:]], 1),
        (lambda e: [e[0], replace(e[1], body=b"twO"), e[2]], 2),
        (lambda e: [e[0], replace(e[1], hash=bytes(32)), e[2]], 2),
        (lambda e: [e[0], e[2]], 2),
        (lambda e: [e[0], replace(e[2], version=2)], 2),
        (lambda e: [e[1], e[0], e[2]], 1),
        (lambda e: [e[0], e[0], e[1], e[2]], 2),
        (lambda e: e[1:], 1),
        (lambda e: e[:2], 3),
        (lambda e: e[:0], 1),
        (lambda e: [*e, replace(e[2], version=4)], 4),
        (lambda e: [e[0], replace(e[1], openings=[opening(b'["8C"]')]), e[2]], 2),
        (lambda e: [e[0], e[1], replace(e[2], openings=[opening(), opening(b"[]")])], 3),
    ],
)
def test_a_false_record_is_found_where_it_begins(tampered, version) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    events = chain(b"one", b"two", b"three")
    with pytest.raises(BrokenChain) as broken:
        verify(tampered(events), stream=STREAM, head=events[-1].hash)
    assert (broken.value.stream, broken.value.version) == (STREAM, version)
    assert str(broken.value) == f"{STREAM} at {version}: {broken.value.fault}"


def test_another_stream_has_another_chain() -> None:
    with pytest.raises(BrokenChain) as broken:
        verify(chain(b"one"), stream=UUID(int=1))
    assert broken.value.version == 1
