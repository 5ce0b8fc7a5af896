"""The parties by which an owner finds tables and tournaments: what they noted on them."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any
from uuid import UUID


def noted_parties(summary: Mapping[str, Any]) -> Iterator[UUID]:
    """The parties of a table or a tournament by what its summary has of its owner's notes."""
    owner = UUID(summary["owner"])
    yield from (ref_party(owner, ref) for ref in summary["refs"])
    if summary["ref"] is not None:
        yield own_ref_party(owner, summary["ref"])
    yield from (note_party(owner, *note) for note in (summary["metadata"] or {}).items())


def ref_party(owner: UUID, ref: str) -> UUID:
    """The party of what an owner has opened where a person has a reference."""
    return _noted_party("ref", owner, ref)


def own_ref_party(owner: UUID, ref: str) -> UUID:
    """The party of what an owner has opened under a reference."""
    return _noted_party("table-ref", owner, ref)


def note_party(owner: UUID, name: str, value: str) -> UUID:
    """The party of what an owner has opened with a name and value in its metadata."""
    return _noted_party("note", owner, f"{name}={value}")


def _noted_party(kind: str, owner: UUID, noted: str) -> UUID:
    return UUID(bytes=sha256(f"fairdeal/1/{kind}:{owner}:{noted}".encode()).digest()[:16])
