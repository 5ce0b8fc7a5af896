"""Findings: the results of checking a record."""

from typing import NamedTuple

from domain.kernel.event import Clause
from domain.kernel.sentence import Sentence


class Finding(NamedTuple):
    """Something in a record that the rules do not bear out."""

    position: int
    """The event, from 1."""
    clauses: tuple[Clause, ...]
    detail: Sentence
    field: str | None = None
    """The field of the event that it shows in, where there is one."""
