"""Findings: the results of checking a record."""

from typing import NamedTuple

from domain.kernel.event import Clause


class Finding(NamedTuple):
    """Something in a record that the rules do not bear out."""

    position: int
    """The event, from 1."""
    clauses: tuple[Clause, ...]
    detail: str
    field: str | None = None
    """The field of the event that it shows in, where there is one."""
