"""Whether each event is by whom it can be: a player, the bot that plays for a seat, the server."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, cast

from bots.actor import Actor, is_bot, read
from domain.deal import SeedRevealed, is_by_hand
from domain.event import Event, Text
from domain.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver, players
from domain.table import (
    DealAbandoned,
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeriesEnded,
)
from evidence.bundle import DEAL
from evidence.case import Case
from evidence.record import Told
from evidence.verdicts import Failure

SYSTEM: Final = "system"
"""What the record calls the server, where nobody has asked it."""

Names: TypeAlias = tuple[str, ...]
"""Whom an event may be by: whole names, or with ``:`` at the end what they begin with."""


class Turn(NamedTuple):
    """A move that a bot has made."""

    told: Told
    actor: Actor


def actors(case: Case) -> str:
    """Who acted may have: nobody moved, or showed a seed, for another's seat."""
    made = sum(1 for _ in (_turns if case.bundle.kind == DEAL else _at_a_table)(case))
    return f"{made} commands are by those whom they were for"


def bot_turns(case: Case) -> tuple[Turn, ...]:
    """Every move of a bot, once it is seen that whoever acted may have.

    Raises:
        Failure: somebody may not.
    """
    return tuple(turn for turn in _turns(case) if turn is not None)


# --- Deals --------------------------------------------------------------------------------------


def _turns(case: Case) -> Iterator[Turn | None]:
    """Every command of a deal, once it is seen by whom it is; None where it is no bot's move."""
    levels, before = case.opened.bots, None
    for told in case.told:
        if _is_played_again(case, told):
            pass
        elif told.event.MOVE is not None:
            yield _mover(told, levels)
        elif _follows(told, before):
            _see_same(told, cast("Told", before))
        else:
            _see_one_of(told, _givers(told.event))
            yield None
        levels = players(levels, (told.event,))
        before = told


def _is_played_again(case: Case, told: Told) -> bool:
    """Whether a branch has this move from its source: nobody made it here."""
    first = case.told[0]
    return is_by_hand(case.opened) and told is not first and told.command == first.command


def _mover(told: Told, levels: tuple[Text | None, ...]) -> Turn | None:
    """The bot that made a move; None: the player has, who sits there himself."""
    seat = cast("Any", told.event).seat
    level = dict(enumerate(levels)).get(seat)
    if not is_bot(told.actor):
        if level is not None:
            raise _at(told, f"a bot plays on seat {seat}, and did not make this move")
        _see_one_of(told, (f"seat:{seat}",))
        return None
    if level is None:
        raise _at(told, f"no bot plays on seat {seat}")
    try:
        actor = read(told.actor)
    except ValueError as bad:
        raise _at(told, str(bad)) from None
    if (actor.seat, actor.policy) != (seat, level):
        raise _at(told, f"on seat {seat} plays the bot {level}")
    return Turn(told, actor)


def _givers(event: Event) -> Names:
    """Whom the first event of a command may be by, that is no move."""
    match event:
        case SeedRevealed() | SeatReturned() | Resigned() | SeatTakenOver(reason="left"):
            return (f"seat:{event.seat}",)
        case Abandoned(reason="closed"):
            return ("key:",)
        case Abandoned(reason="left" | "resigned"):
            return tuple(f"seat:{seat}" for seat in event.seats)
        case _:
            return (SYSTEM,)


# --- Tables -------------------------------------------------------------------------------------

_OF_THE_SERVER = (DealOpened, DealVoided, DealAbandoned, DealRecorded, SeriesEnded)
_AT_A_TABLE: Final[Mapping[type[Event], Callable[[Any], Names]]] = MappingProxyType(
    {
        SeatCommitted: lambda event: (f"seat:{event.seat}",),
        **dict.fromkeys(_OF_THE_SERVER, lambda _: (SYSTEM,)),
    }
)


def _at_a_table(case: Case) -> Iterator[Told]:
    """Every command of a table; what commits a seat is by it, what is the server's by the server.

    Of all else, keys and tokens that the table's own record names are given, and who had them is
    not in it.
    """
    before = None
    for told in case.told:
        if _follows(told, before):
            _see_same(told, cast("Told", before))
        else:
            named = _AT_A_TABLE.get(type(told.event))
            if named is not None:
                _see_one_of(told, named(told.event))
            yield told
        before = told


# --- Commands -----------------------------------------------------------------------------------


def _follows(told: Told, before: Told | None) -> bool:
    """Whether an event came by itself with the one before it."""
    return before is not None and told.command == before.command


def _see_same(told: Told, before: Told) -> None:
    if told.actor != before.actor:
        raise _at(told, "it follows by itself from what another did")


def _see_one_of(told: Told, named: Names) -> None:
    if not any(told.actor == each or _is_kind(told.actor, each) for each in named):
        whom = " or ".join(each.removesuffix(":") for each in named)
        raise _at(told, f"this is for {whom} to do, and it is by {told.actor}")


def _is_kind(actor: str, each: str) -> bool:
    return each.endswith(":") and actor.startswith(each)


def _at(told: Told, detail: str) -> Failure:
    return Failure(detail, position=told.position, type=told.type, field="actor")
