"""A record, read word by word and played through the rules."""

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from domain.games.skat.model import FIRST_VERSION
from domain.kernel.deal import NO_DIGEST, Opened, Shuffled
from domain.kernel.event import Json
from domain.kernel.moves import IllegalMove
from formats.iss import ours, result
from formats.iss.cards import said_cards
from formats.iss.ours import PLACE, OwnRerun
from formats.iss.pack import deck_of
from formats.iss.profile import Settling, settle
from formats.iss.properties import properties
from formats.iss.server import SERVER, ServerRerun
from formats.notation import Illegal, Reading, UnreadableNotation

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""A pair of an actor and an action."""

_PLAYERS: Final = frozenset("012")
_COMMENT: Final = re.compile(r"#[^\r\n]*")
_SERVERS: Final = ours.opened(FIRST_VERSION, seats=3, dealer=2, options={}, properties={})
"""The opening of every deal of the server, according to its records: rearhand deals."""

OLDER: Final = (
    "the server left the missed step of a lost announced game out of its value, K22 does not"
)
STOPS: Final = "it stops before the end"


def read(text: str) -> Reading:
    """A record, played through the rules.

    Raises:
        Unreadable: It is none; what is wrong is named, in the words of the record.
    """
    found = properties(text.strip())
    said, words = result.said(found["R"]), _words(found["MV"])
    name = "/".join(filter(None, (found.get("SE"), found.get("ID"))))
    if found.get("PC") == PLACE:
        return _of_ours(Reading(name, (), said, {}), words, ours.opened_by(found))
    return _of_server(Reading(name, (), said, {}), words)


def _of_server(reading: Reading, words: Pairs) -> Reading:
    rerun = ServerRerun(_SERVERS, _shuffled(words[0]))
    illegal = _play(rerun, words)
    said = {name: value for name, value in reading.said.items() if not rerun.is_open(name, value)}
    played = reading._replace(
        events=tuple(rerun.events), said=said, illegal=illegal, notes=rerun.notes
    )
    return played if illegal is not None else _held_against(played, settle(rerun))


def _held_against(played: Reading, settling: Settling) -> Reading:
    """The settlement of a record of the server, or the reason why it cannot be compared."""
    if settling.incomparable:
        return played._replace(incomparable=settling.incomparable)
    due = settling.due._asdict()
    played = played._replace(ending=settling.ending)
    if settling.older is not None and _differ(played.said, due):
        is_older = not _differ(played.said, settling.older._asdict())
        return played._replace(due=due, incomparable=OLDER if is_older else "")
    return played._replace(due=due)


def _of_ours(reading: Reading, words: Pairs, opened: Opened) -> Reading:
    assert opened.dealer is not None, "a record of ours says who dealt"
    rerun = OwnRerun(opened, _shuffled(words[0], dealer=opened.dealer))
    illegal = _play(rerun, words)
    played = reading._replace(events=tuple(rerun.events), illegal=illegal)
    if illegal is not None:
        return played
    return played._replace(due=rerun.due(), incomparable="" if rerun.over else STOPS)


def _differ(said: Mapping[str, Json], due: Mapping[str, Json]) -> bool:
    return any(due[name] != value for name, value in said.items())


# --- Moves --------------------------------------------------------------------------------------


def _words(moves: str) -> Pairs:
    """Pairs of an actor and an action; the first deals. A comment lasts to the end of its line."""
    words = _COMMENT.sub("", moves).split()
    if len(words) % 2:
        raise UnreadableNotation(f"MV[{len(words) // 2}]: {words[-1][:20]} does nothing")
    pairs = tuple(zip(words[::2], words[1::2], strict=True))
    for at, (who, _) in enumerate(pairs):
        if who != SERVER and who not in _PLAYERS:
            raise UnreadableNotation(f"MV[{at}]: {who[:20]} is no player")
    if pairs[0][0] != SERVER:
        raise UnreadableNotation("MV[0]: the cards are not dealt")
    return pairs


def _shuffled(first: tuple[str, str], *, dealer: int = 2) -> Shuffled:
    cards = said_cards(first[1].replace("|", "."), what="MV[0]: the deal")
    return Shuffled(NO_DIGEST, NO_DIGEST, deck=deck_of(cards), lots=(dealer,))


def _play(rerun: ServerRerun | OwnRerun, words: Pairs) -> Illegal | None:
    """Play on as far as the rules allow; where and why they do not."""
    for at, (who, does) in enumerate(words[1:], start=1):
        try:
            rerun.hear(who, does)
        except IllegalMove as illegal:
            return Illegal(f"MV[{at}]", illegal.clauses)
        except UnreadableNotation as wrong:
            raise UnreadableNotation(f"MV[{at}]: {wrong}") from None
    return None
