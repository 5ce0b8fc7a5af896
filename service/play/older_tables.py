"""Tables that an older release can read, as long as it runs beside this one or may come back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from bots import levels
from domain.games import GAMES
from domain.judge.record_rules import TABLE, deal_version, written_version
from domain.kernel.event import Event, Json
from domain.kernel.sentence import Sentence
from domain.kernel.stored import added_to
from domain.table.events import SeatTaken, TableOpened
from domain.table.fields import terms
from service.problems import Code, Problem


def as_written(events: Sequence[Event], *, version: int) -> tuple[Event, ...]:
    """The first events of a table, as they are read once they were written in an older version.

    Args:
        events: The table's opening, and its first players.
        version: The version of the opening.

    Raises:
        Problem: ``invalid`` with the pointer of a field that the version does not have;
            ``level-not-available``.
    """
    if version == TableOpened.VERSION:
        return tuple(events)
    opened = cast("TableOpened", events[0])
    oldest = [*GAMES[opened.game].versions][-1]
    if opened.rules != oldest.version:
        raise Problem(Code.INVALID, Sentence("unknown-to-older-release"), pointer="/options")
    known = levels(GAMES[opened.game], opened=deal_version(version))
    _require(known, opened.stand_in, pointer="/stand_in")
    for event in events:
        if isinstance(event, SeatTaken) and event.bot is not None:
            _require(known, event.bot, pointer=f"/seats/{event.seat}/bot")
    return tuple(_as_written(each, written_version(TABLE, version, each.TYPE)) for each in events)


def _require(known: Sequence[str], level: str, *, pointer: str) -> None:
    if level not in known:
        raise Problem(
            Code.LEVEL_NOT_AVAILABLE,
            Sentence("level-not-available", {"level": level}),
            pointer=pointer,
        )


def _as_written(event: Event, version: int) -> Event:
    """An event without what a later version has added. A term that nobody has chosen is lost."""
    older = dict[str, Json]()
    for at in range(version, event.VERSION):
        older |= added_to(event.TYPE, version=at)
    defaults = {name: each.default for name, each in terms(type(event)).items()}
    where = f"/seats/{event.seat}" if isinstance(event, SeatTaken) else ""
    for name, value in older.items():
        if getattr(event, name) not in (value, defaults.get(name)):
            unknown = Sentence("unknown-to-older-release")
            raise Problem(Code.INVALID, unknown, pointer=f"{where}/{name}")
    written: Event = replace(cast("Any", event), **older)
    return written
