"""Whether each event is by whom it can be: a player, the bot that plays for a seat, the server."""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from bots.actor import Actor, is_bot, read
from domain.judge.actors import Names, at_table, in_deal, is_one_of, may_follow
from domain.judge.signing import SIGNATURES
from domain.kernel.deal import is_by_hand
from domain.kernel.event import Text
from domain.kernel.leaving import players
from verifier.bundle import DEAL
from verifier.case import Case
from verifier.record import Told
from verifier.verdicts import Failure


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
        if not _is_played_again(case, told):
            if _follows(told, before):
                _see_follower(told, cast("Told", before))
            elif told.event.MOVE is not None:
                yield _mover(told, levels)
            else:
                _see_one_of(told, in_deal(told.event))
                yield None
        levels = players(levels, (told.event,))
        before = _last(told, before)


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


# --- Tables -------------------------------------------------------------------------------------


def _at_a_table(case: Case) -> Iterator[Told]:
    """Every command of a table, once it is seen by whom it is, where the record can say."""
    before = None
    for told in case.told:
        if _follows(told, before):
            _see_follower(told, cast("Told", before))
        else:
            named = at_table(told.event)
            if named is not None:
                _see_one_of(told, named)
            yield told
        before = _last(told, before)


# --- Commands -----------------------------------------------------------------------------------


def _follows(told: Told, before: Told | None) -> bool:
    """Whether an event came by itself with the one before it."""
    return before is not None and told.command == before.command


def _last(told: Told, before: Told | None) -> Told:
    """The last event that is no signature of the one before it."""
    is_signature = before is not None and isinstance(told.event, SIGNATURES)
    return before if is_signature and _follows(told, before) else told  # type: ignore[return-value]


def _see_follower(told: Told, before: Told) -> None:
    """See that an event can stand within a command, after another event of it."""
    if told.actor != before.actor:
        raise _at(told, "it follows by itself from what another did")
    if told.at != before.at:
        raise _at(told, "it was recorded at another time than what it came with", field="at")
    if not isinstance(told.event, SIGNATURES) and not may_follow(told.event, before.event):
        raise _at(told, "it begins a command of its own", field="command")


def _see_one_of(told: Told, named: Names) -> None:
    if not is_one_of(told.actor, named):
        whom = " or ".join(each.removesuffix(":") for each in named)
        raise _at(told, f"this is for {whom} to do, and it is by {told.actor}")


def _at(told: Told, detail: str, *, field: str = "actor") -> Failure:
    return Failure(detail, position=told.position, type=told.type, field=field)
