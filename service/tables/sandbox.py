"""Terms that only test tables have: given decks, and the delay of bots."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.kernel.event import Json, Text
from domain.kernel.game import Game
from domain.kernel.sentence import Sentence
from domain.table.decks import deck_text
from domain.table.events import TableOpened
from service.access.credentials import ApiKey
from service.problems import Code, Problem

NAMED: Final = 5
"""The most cards that a refusal names of each fault."""


def is_test(principal: ApiKey, wanted: bool | None) -> bool:  # noqa: FBT001 - as requested
    """Whether a new table is a test: as requested, and always with a test key.

    Raises:
        Problem: ``invalid`` where a test key requests a table that is no test.
    """
    if principal.test and wanted is False:
        raise Problem(Code.INVALID, Sentence("test-key-tests-only"), pointer="/test")
    return principal.test or bool(wanted)


def require_test(terms: Mapping[str, Json], decks: Sequence[Sequence[str]] | None) -> None:
    """Check that a new table has the terms of tests only if it is one.

    Raises:
        Problem: ``invalid``, with the pointer of the term.
    """
    for name, value in (("bot_delay_ms", terms["bot_delay_ms"]), ("decks", decks)):
        if value and not terms["test"]:
            raise Problem(Code.INVALID, Sentence("only-at-tests"), pointer=f"/{name}")


def given_decks(game: Game[Any], decks: Sequence[Sequence[str]] | None) -> tuple[Text, ...] | None:
    """The given decks in the form of the record.

    Raises:
        Problem: ``invalid`` with the pointer of a deck, and the cards that are missing, doubled or
            of another pack.
    """
    if not decks:
        return None
    for place, deck in enumerate(decks):
        count, pack = Counter(deck), frozenset(game.pack)
        missing = [card for card in game.pack if not count[card]]
        doubled = [card for card, times in count.items() if times > 1 and card in pack]
        unknown = [card for card in count if card not in pack]
        if missing or doubled or unknown:
            faults: dict[str, Json] = {
                "missing": _named(missing),
                "doubled": _named(doubled),
                "unknown": _named(unknown),
            }
            raise Problem(
                Code.INVALID, Sentence("deck-not-the-pack", faults), pointer=f"/decks/{place}"
            )
    return tuple(map(deck_text, decks))


def _named(cards: Sequence[str]) -> str:
    """The first of some cards, and how many more there are."""
    more = f" +{len(cards) - NAMED}" if len(cards) > NAMED else ""
    return " ".join(cards[:NAMED]) + more if cards else "-"


def require_no_seed(opened: TableOpened, *, commits: bool, pointer: str) -> None:
    """Check that no seat adds seeds at a table with given decks: they would decide nothing.

    Raises:
        Problem: ``invalid`` with the pointer.
    """
    if opened.decks and commits:
        raise Problem(Code.INVALID, Sentence("no-seeds-with-decks"), pointer=pointer)
