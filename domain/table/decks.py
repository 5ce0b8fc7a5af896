"""Given decks: the exact order of the pack in the first deals of a test table."""

from collections.abc import Sequence

from domain.kernel.cards import Card, Cards
from domain.kernel.event import Text
from domain.table.events import TableOpened


def deck_of(opened: TableOpened, number: int) -> Cards | None:
    """The given deck of a deal of the table; None: its pack is shuffled."""
    decks = opened.decks or ()
    return tuple(map(Card, decks[number - 1].split())) if number <= len(decks) else None


def deck_text(deck: Sequence[str]) -> Text:
    """A deck in the form of the record."""
    return Text(" ".join(deck))
