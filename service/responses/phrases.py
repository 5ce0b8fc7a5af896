"""Phrases, reports, rematches and the people at a table."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from domain.table.phrases import Phrase
from service.responses.base import Id, Time

RematchSeats: TypeAlias = Literal["next", "same"]
"""Whether all players sit one seat to the right of the old one, or on the same seats."""


class PhraseTextJson(TypedDict):
    """A phrase that people can say."""

    phrase: Phrase
    """Its key."""
    text: str
    """Its text for people."""


class PhraseListJson(TypedDict):
    """The phrases that people can say."""

    phrases: list[PhraseTextJson]
    """In a fixed order."""


class PhraseJson(TypedDict):
    """A phrase as a seat has said it."""

    number: int
    """At the table, growing."""
    seat: int
    """The seat that said it."""
    phrase: Phrase
    """Its key."""
    at: Time
    """When it was said."""


class AgreementJson(TypedDict):
    """A rematch, and who has agreed to it."""

    table: Id
    """The new table."""
    seats: RematchSeats
    """Whether all players keep their seats or take the next ones."""
    agreed: list[int]
    """The seats of this table whose players sit at the new one."""


class PeopleJson(TypedDict):
    """The people at a table."""

    present: list[int]
    """The seats whose players have a stream with `people` open."""
    phrases: list[PhraseJson]
    """The last phrases, ten at most, the oldest of them first."""
    rematch: AgreementJson | None
    """After the series; null until a player wants a rematch."""


class ReportJson(TypedDict):
    """A report of a phrase, with the phrases before it."""

    table: Id
    number: int
    """The number of the phrase."""
    seat: int
    """The seat that reports it."""
    at: Time
    """When it was reported."""
    phrases: list[PhraseJson]
    """The reported phrase is the last; phrases of persons who are erased are missing."""


class ReportListJson(TypedDict):
    """Reports of phrases."""

    reports: list[ReportJson]
    """The newest first."""
