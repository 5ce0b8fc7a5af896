"""Check the actor of each event: a player, the bot that plays for a seat, or the server."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast

from bots.actor import Actor, is_bot, read
from domain.judge.record_rules import (
    SIGNATURES,
    Names,
    givers_at_table,
    givers_at_tournament,
    givers_in_deal,
    is_one_of,
    may_follow,
)
from domain.kernel.deal import is_by_hand
from domain.kernel.event import Text
from domain.kernel.leaving import LEAVING, players
from domain.kernel.sentence import Sentence
from verifier.bundle import DEAL, TABLE
from verifier.case import Case
from verifier.record import Decoded
from verifier.verdicts import Failure, seats


class BotMove(NamedTuple):
    """A move made by a bot."""

    decoded: Decoded
    actor: Actor


def actors(case: Case) -> Sentence:
    """Each command was given by an actor who may give it; no move or seed is for another's seat."""
    made = len(_turns(case)) if case.bundle.kind == DEAL else sum(1 for _ in _commands(case))
    return Sentence("finding-commands", {"count": made})


def bot_turns(case: Case) -> tuple[BotMove, ...]:
    """Return every bot move, after checking that each actor may act.

    Raises:
        Failure: an event is by an actor who may not give it.
    """
    return tuple(turn for turn in _turns(case) if turn is not None)


# --- Deals --------------------------------------------------------------------------------------


@lru_cache(maxsize=1)  # for the checks of one case
def _turns(case: Case) -> tuple[BotMove | None, ...]:
    return tuple(_in_a_deal(case))


def _in_a_deal(case: Case) -> Iterator[BotMove | None]:
    """Check the actor of every command of a deal; yield each bot move, else None."""
    levels, before = case.opened.bots, None
    first, by_hand = case.decoded[0], is_by_hand(case.opened)
    for decoded in case.decoded:
        copied = by_hand and decoded is not first and decoded.command == first.command
        if not copied:  # a move of a branch that has an actor only in its source
            if _follows(decoded, before):
                _see_follower(decoded, cast("Decoded", before))
            elif decoded.event.MOVE is not None:
                yield _mover(decoded, levels)
            else:
                _see_one_of(decoded, givers_in_deal(decoded.event))
                yield None
        if isinstance(decoded.event, LEAVING):
            levels = players(levels, (decoded.event,))
        before = _last(decoded, before)


def _mover(decoded: Decoded, levels: tuple[Text | None, ...]) -> BotMove | None:
    """The bot that made a move; None if the player of the seat made it."""
    seat = cast("Any", decoded.event).seat
    level = levels[seat] if 0 <= seat < len(levels) else None
    if not is_bot(decoded.actor):
        if level is not None:
            raise _at(decoded, Sentence("finding-bot-plays", {"seats": seats([seat])}))
        _see_one_of(decoded, (f"seat:{seat}",))
        return None
    if level is None:
        raise _at(decoded, Sentence("finding-no-bot-plays", {"seats": seats([seat])}))
    try:
        actor = read(decoded.actor)
    except ValueError:
        raise _at(decoded, Sentence("finding-no-bot-named")) from None
    if (actor.seat, actor.policy) != (seat, level):
        raise _at(
            decoded, Sentence("finding-other-bot-plays", {"seats": seats([seat]), "level": level})
        )
    return BotMove(decoded, actor)


# --- Tables and tournaments ---------------------------------------------------------------------


def _commands(case: Case) -> Iterator[Decoded]:
    """Check the actors in the record of a table or a tournament, as far as it shows them.

    At a table only the first event of a command has an actor of its own.
    """
    before, at_a_table = None, case.bundle.kind == TABLE
    for decoded in case.decoded:
        follows = _follows(decoded, before)
        if follows:
            _see_follower(decoded, cast("Decoded", before))
        if not (follows and at_a_table):
            event = decoded.event
            named = givers_at_table(event) if at_a_table else givers_at_tournament(event)
            if named is not None:
                _see_one_of(decoded, named)
        if not follows:
            yield decoded
        before = _last(decoded, before)


# --- Commands -----------------------------------------------------------------------------------


def _follows(decoded: Decoded, before: Decoded | None) -> bool:
    """Whether an event is a consequence that was recorded together with the event before it."""
    return before is not None and decoded.command == before.command


def _last(decoded: Decoded, before: Decoded | None) -> Decoded:
    """The last event that is not itself a signature."""
    is_signature = before is not None and isinstance(decoded.event, SIGNATURES)
    return before if is_signature and _follows(decoded, before) else decoded  # type: ignore[return-value]


def _see_follower(decoded: Decoded, before: Decoded) -> None:
    """Check that an event can follow another event within the same command."""
    if decoded.actor != before.actor:
        raise _at(decoded, Sentence("finding-follows-another"))
    if decoded.at != before.at:
        raise _at(decoded, Sentence("finding-other-time"), field="at")
    if not isinstance(decoded.event, SIGNATURES) and not may_follow(decoded.event, before.event):
        raise _at(decoded, Sentence("finding-begins-command"), field="command")


def _see_one_of(decoded: Decoded, named: Names) -> None:
    if not is_one_of(decoded.actor, named):
        whom = [each.removesuffix(":") for each in named]
        raise _at(decoded, Sentence("finding-for-others", {"whom": whom, "actor": decoded.actor}))


def _at(decoded: Decoded, detail: Sentence, *, field: str = "actor") -> Failure:
    return Failure(detail, position=decoded.position, type=decoded.type, field=field)
