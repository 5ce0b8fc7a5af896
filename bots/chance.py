"""Chances that follow from a seed and from what a bot sees: on every machine the same."""

import json
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from bots.policy import Numbers
from domain.event import Seat, to_json
from domain.fairness import below, stream, tagged_hash, u32

T = TypeVar("T")

_LABEL: Final = "fairdeal/1/bot"


def chance(seed: bytes, *, seat: Seat, view: Any) -> Numbers:
    """Endless numbers that follow from the seed and from what the seat sees, and nothing else."""
    yield from stream(tagged_hash(_LABEL, seed, u32(seat), _canonical(view)), _LABEL)


def pick(items: Sequence[T], numbers: Numbers) -> T:
    """One of the items, each as likely."""
    return items[below(len(items), numbers)] if len(items) > 1 else items[0]


def _canonical(view: Any) -> bytes:
    """A view as bytes: records as lists in the order of their fields, which no hash can change."""
    text = json.dumps(view, default=to_json, sort_keys=True, separators=(",", ":"))
    return text.encode()
