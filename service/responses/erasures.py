"""Erasures of what is stored of people."""

from typing_extensions import TypedDict


class ErasureJson(TypedDict):
    """The erased data."""

    persons: int
    """How many times the user had sat down at these tables."""
    tables: int
    """The number of tables."""
    more: bool
    """Whether there are more tables or tournaments: send the request again."""
