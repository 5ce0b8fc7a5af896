"""Rules for appending to a deal: all checks of the record except for signatures."""

from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from domain.judge import actors
from domain.judge.check import judge, judge_opening, unfinished
from domain.judge.facts import CannotFollow, Fact
from domain.judge.signing import Statement, check_keys, check_signature_positions, in_deal
from domain.judge.times import judge_time
from domain.judge.versions import DEAL, is_allowed
from domain.kernel.conforming import misfit
from domain.kernel.deal import Opened, Revealed, is_by_hand
from domain.kernel.event import Event
from domain.kernel.game import Game
from domain.kernel.progress import Progress, begin, evolve, timed

Said: TypeAlias = tuple[Event, Statement | None]
"""An event, with what must be signed of it."""


def follow_append(
    before: Progress | None, facts: Sequence[Fact], *, game: Game[Any] | None = None
) -> Progress:
    """The full deal after an append, if each of its events can come next.

    Args:
        before: The full deal before it; None: the append opens the deal.
        facts: The events appended together, at one time, by one actor.
        game: The rules, where the append opens the deal.

    Raises:
        CannotFollow: An event cannot come next.
    """
    start = _opened(facts[0], cast("Game[Any]", game)) if before is None else before
    if before is not None:
        actors.see_actor(facts[0], _givers(before, facts[0].event))
    if before is not None or not is_by_hand(start.opened):
        actors.see_command(facts)
    said: list[Said] = []
    after = start
    for fact in facts if before is not None else facts[1:]:
        _see(after, start, fact)
        said.append((fact.event, statement(after, fact, begins=fact is facts[0])))
        after = evolve(after, fact.event)
    return _complete(after, facts, said)


def play_on(
    before: Progress, given: Sequence[Event], *, actor: str, at: int
) -> tuple[tuple[Event, ...], Progress]:
    """A move and all its consequences, up to the next choice of a player.

    Args:
        before: The full deal before it.
        given: The move, and its signature if its seat signs.
        actor: The party that gave the command.
        at: The time that is recorded, in µs since the epoch.

    Returns:
        All events of the append, and the deal after it.

    Raises:
        CannotFollow: The move or its signature cannot come next.
    """
    facts = [Fact(event, event.VERSION, at, actor) for event in given]
    actors.see_actor(facts[0], _givers(before, given[0]))
    signs = len(given) > 1 or any(before.opened.keys)
    said: list[Said] = []
    after = before
    for fact in facts:
        _see(after, before, fact)
        if signs:
            said.append((fact.event, statement(after, fact, begins=fact is facts[0])))
        after = evolve(after, fact.event)
    while (due := _due(after)) is not None:
        facts.append(Fact(due, due.VERSION, at, actor))
        after = evolve(after, due)
    return tuple(fact.event for fact in facts), _complete(after, facts, said)


def _due(after: Progress) -> Event | None:
    """The next consequence of a move; at the end the server shows its seed, if it has one."""
    if (due := after.game.consequence(after.state)) is not None:
        return due
    seed = after.opened.seed
    if after.revealed or seed is None or after.outcome is None:
        return None
    return Revealed(seed)


def _complete(after: Progress, facts: Sequence[Fact], said: Sequence[Said]) -> Progress:
    """The deal after a complete append.

    Raises:
        CannotFollow: An event is missing that must follow at once.
    """
    last = facts[-1]
    if (found := unfinished(after)) is not None:
        raise CannotFollow(last.event, found.detail)
    if after.outcome is not None and not (after.revealed or is_by_hand(after.opened)):
        raise CannotFollow(last.event, "the server's seed must follow the end at once")
    if said and (missing := check_signature_positions(said)) is not None:
        raise CannotFollow(last.event, missing.detail)
    return timed(after, [fact.event for fact in facts], at=last.at)


def _opened(fact: Fact, game: Game[Any]) -> Progress:
    opened = fact.event
    if not isinstance(opened, Opened) or misfit(opened) is not None:
        raise CannotFollow(opened, "a deal begins with deal.opened")
    if (found := judge_opening(game, opened) or check_keys(opened)) is not None:
        raise CannotFollow(opened, found.detail)
    actors.see_actor(fact, actors.in_deal(opened))
    return begin(game, opened, first_version=fact.version)


def _see(before: Progress, start: Progress, fact: Fact) -> None:
    """Check that an event can come next, in its version, at its time and by its actor."""
    event = fact.event
    if not is_allowed(DEAL, before.first_version, event.TYPE, fact.version):
        raise CannotFollow(event, "this deal cannot hold this version of the event")
    found = judge(before, event)
    if found is None and start.clock is not None:
        found = judge_time(start, event, at=fact.at)
    if found is not None:
        raise CannotFollow(event, found.detail)


def _givers(before: Progress, event: Event) -> actors.Names:
    """The actors that may give a command that begins with this event."""
    if event.MOVE is None:
        return actors.in_deal(event)
    seat: int = cast("Any", event).seat
    level = before.bots[seat]
    return (f"seat:{seat}" if level is None else f"bot:{seat}:{level}/",)


def statement(before: Progress, fact: Fact, *, begins: bool) -> Statement | None:
    """The statement of an event that must be signed; None: no signature is needed."""
    return in_deal(
        before.opened,
        fact.event,
        first_version=before.first_version,
        bots=before.bots,
        actor=fact.actor,
        begins=begins,
    )
