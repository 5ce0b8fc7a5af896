"""A record, read word by word and played through the rules."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from domain.deal import Shuffled
from domain.event import Json
from domain.game import IllegalMove
from domain.games.skat.iss import house, result
from domain.games.skat.iss.cards import said_cards
from domain.games.skat.iss.deal import deck_of
from domain.games.skat.iss.house import NO_DIGEST, PLACE, HouseTable
from domain.games.skat.iss.profile import Settling, settle
from domain.games.skat.iss.properties import properties
from domain.games.skat.iss.server import SERVER, ServerTable
from domain.games.skat.iss.table import Table
from domain.notation import Illegal, Reading, Unreadable

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""Who does what."""

_PLAYERS: Final = frozenset("012")
_SERVERS: Final = house.opened(seats=3, dealer=2, options={}, properties={})
"""How the server opens every deal, as far as its records tell: rearhand deals."""

OLDER: Final = (
    "the server left the missed step of a lost announced game out of its value, K22 does not"
)


def read(text: str) -> Reading:
    """A record, played through the rules.

    Raises:
        Unreadable: It is none; what is wrong is named, in the words of the record.
    """
    found = properties(text.strip())
    said = result.said(found["R"])
    words = _words(found["MV"])
    if found.get("PC") == PLACE:
        return _read_ours(found, words, said)
    table = ServerTable(_SERVERS, _shuffled(words[0]))
    illegal = _play(table, words)
    told = {name: value for name, value in said.items() if name not in table.untold}
    due, why = _held_against(told, settle(table))
    return _reading(found, table, illegal, Reading("", (), told, due, incomparable=why))


def _held_against(told: Mapping[str, Json], settling: Settling) -> tuple[Mapping[str, Json], str]:
    """What a record of the server comes to, and why that is not to be compared."""
    if settling.incomparable:
        return {}, settling.incomparable
    due, older = settling.due._asdict(), settling.older
    if older is None or not _differ(told, due) or _differ(told, older._asdict()):
        return due, ""
    return due, OLDER


def _read_ours(found: Mapping[str, str], words: Pairs, said: Mapping[str, Json]) -> Reading:
    opened = house.opened_by(found)
    assert opened.dealer is not None, "a record of ours says who dealt"
    shuffled = _shuffled(words[0], dealer=opened.dealer)
    table = HouseTable(opened, shuffled)
    illegal = _play(table, words)
    why = "" if table.over else "it stops before the end"
    return _reading(found, table, illegal, Reading("", (), said, table.due(), incomparable=why))


def _reading(
    found: Mapping[str, str], table: Table, illegal: Illegal | None, results: Reading
) -> Reading:
    """The results of a record that has been played; where the rules refuse it, it has none."""
    name = "/".join(filter(None, (found.get("SE"), found.get("ID"))))
    played = results._replace(id=name, events=tuple(table.events))
    return played if illegal is None else played._replace(due={}, illegal=illegal, incomparable="")


def _differ(said: Mapping[str, Json], due: Mapping[str, Json]) -> bool:
    return any(due[name] != value for name, value in said.items())


# --- Moves --------------------------------------------------------------------------------------


def _words(moves: str) -> Pairs:
    """Who does what, in pairs; the first deals."""
    words = moves.split()
    if len(words) % 2:
        raise Unreadable(f"MV[{len(words) // 2}]: {words[-1][:20]} does nothing")
    pairs = tuple(zip(words[::2], words[1::2], strict=True))
    for at, (who, _) in enumerate(pairs):
        if who != SERVER and who not in _PLAYERS:
            raise Unreadable(f"MV[{at}]: {who[:20]} is no player")
    if pairs[0][0] != SERVER:
        raise Unreadable("MV[0]: the cards are not dealt")
    return pairs


def _shuffled(first: tuple[str, str], *, dealer: int = 2) -> Shuffled:
    cards = said_cards(first[1].replace("|", "."), what="MV[0]: the deal")
    return Shuffled(NO_DIGEST, NO_DIGEST, deck=deck_of(cards), lots=(dealer,))


def _play(table: ServerTable | HouseTable, words: Pairs) -> Illegal | None:
    """Play on as far as the rules allow; where and why they do not."""
    for at, (who, does) in enumerate(words[1:], start=1):
        try:
            table.hear(who, does)
        except IllegalMove as illegal:
            return Illegal(f"MV[{at}]", illegal.clauses)
        except Unreadable as wrong:
            raise Unreadable(f"MV[{at}]: {wrong}") from None
    return None
