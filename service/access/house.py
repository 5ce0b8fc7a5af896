"""The house: the owner, built in, of the tables that people open on the page without a key.

It has no credential. So its tables are in no public list, have no webhooks and no notes, and all of
them together have the share of one owner.
"""

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from domain.kernel.event import Id
from domain.kernel.sentence import Sentence
from service.access.credentials import ApiKey
from service.access.scopes import Scope
from service.problems import Code, Problem

_ID: Final = UUID("0f4153e0-0000-8000-8000-000000000000")
HOUSE: Final = ApiKey(
    id=_ID,
    name="house",
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
    root=_ID,
    maker=None,
    scopes=frozenset({Scope.TABLES, Scope.PLAY}),
)
OPEN_OF_ADDRESS: Final = 3
"""The most tables of the house that people at one address have open."""
IDLE_SECONDS: Final = 3_600
"""After so long without an event the service closes a table of the house."""


def require_not_house(owner: Id) -> None:
    """Check that a table has another owner than the house, which offers play alone.

    Raises:
        Problem: ``not-allowed``.
    """
    if owner == HOUSE.owner:
        raise Problem(Code.NOT_ALLOWED, Sentence("not-at-house-tables"))
