"""Rules for a deal: which events can come next, one by one, in an append, and in a whole record.

The service applies them before each append, and the verifier to each record.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, TypeAlias, cast

from domain.judge.beginning import judge_beginning, judge_opening
from domain.judge.hints import judge_hint
from domain.judge.leaving import OWING, judge_leaving, judge_owed
from domain.judge.record_rules import (
    DEAL,
    SIGNATURES,
    CannotFollow,
    Fact,
    givers_in_deal,
    is_allowed,
    not_for,
    see_actor,
    see_command,
)
from domain.judge.signing import Statement, check_keys, check_signature_positions, statement_in_deal
from domain.judge.times import judge_time
from domain.kernel.deal import (
    ActSigned,
    MoveSigned,
    Opened,
    Revealed,
    Shuffled,
    Voided,
    ends_unrevealed,
    is_by_hand,
    opens,
)
from domain.kernel.event import Event, misfit
from domain.kernel.finding import Finding
from domain.kernel.game import NOT_A_MOVE, Game, S
from domain.kernel.hints import HintGiven
from domain.kernel.leaving import LEAVING, Abandoned
from domain.kernel.moves import breaches
from domain.kernel.progress import Progress, begin, evolve, timed
from domain.kernel.sentence import Sentence

Said: TypeAlias = tuple[Event, Statement | None]
"""An event, with what must be signed of it."""

_SIGNED: Final = (MoveSigned, ActSigned)

# --- An event -----------------------------------------------------------------------------------


def judge(before: Progress, event: Event) -> Finding | None:
    """The reason why an event cannot come next in a deal; None: it can.

    Args:
        before: The full deal before it.
        event: The proposed next event.
    """
    position = before.position + 1
    if event.MOVE is None and (found := _misfit(event, position)) is not None:
        return found
    if isinstance(before.last, OWING) and (found := judge_owed(before, event)) is not None:
        return found
    if isinstance(event, _SIGNED):
        return None
    if before.revealed:
        return _seed_is_due(before)
    if before.ended is not None:
        found = _judge_end(before, event)
    elif isinstance(event, LEAVING):
        found = judge_leaving(before, event)
    elif isinstance(event, HintGiven):
        found = judge_hint(before, event)
    elif before.shuffled is not None:
        found = _judge_play(before, event)
    else:
        found = judge_beginning(before, event)
    return found and found._replace(position=position)


def unfinished(after: Progress) -> Finding | None:
    """The event that should have followed the last one by itself; None: the deal may wait there."""
    last = after.position
    if after.ended is not None:
        complete = after.revealed or ends_unrevealed(after.opened)
        return None if complete else _seed_is_due(after)
    if isinstance(after.last, OWING) and (found := judge_owed(after, None)) is not None:
        return found
    if after.shuffled is None:
        return (
            None
            if after.owing
            else Finding(last, (), Sentence("finding-should-follow", {"event": Shuffled.TYPE}))
        )
    missing = after.game.consequence(after.state)
    return (
        None
        if missing is None
        else Finding(last, (), Sentence("finding-should-follow", {"event": missing.TYPE}))
    )


def _misfit(event: Event, position: int) -> Finding | None:
    name = misfit(event)
    return (
        None
        if name is None
        else Finding(position, (), Sentence("finding-cannot-hold", {"field": name}), name)
    )


def _judge_play(before: Progress, event: Event) -> Finding | None:
    game, state = before.game, before.state
    if isinstance(event, Revealed):
        return _judge_reveal(before, event) if before.outcome is not None else _OUT_OF_PLACE
    due = game.consequence(state)
    if due is not None:
        if due == event:
            return None
        detail = Sentence("finding-follows-by-itself", {"event": due.TYPE})
        return Finding(0, (), detail, difference(due, event))
    if type(event) not in game.moves:
        return Finding(0, (), Sentence("finding-does-not-follow", {"event": event.TYPE}))
    if (name := misfit(event)) is not None:
        return Finding(0, (NOT_A_MOVE,), Sentence("finding-cannot-hold", {"field": name}), name)
    clauses = breaches(game, state, event)
    return (
        Finding(0, clauses, Sentence("finding-illegal", {"move": event.MOVE})) if clauses else None
    )


def difference(due: Event, event: Event) -> str | None:
    """The first field in which an event is not what was due; None where it is another event."""
    if type(due) is not type(event):
        return None
    names = (each.name for each in fields(cast("Any", due)))
    return next(name for name in names if getattr(due, name) != getattr(event, name))


_OUT_OF_PLACE: Final = Finding(0, (), Sentence("finding-seed-at-end"))


def _judge_reveal(before: Progress, revealed: Revealed) -> Finding | None:
    if opens(before.opened, revealed.seed):
        return None
    return Finding(0, (), Sentence("finding-seed-commitment"), "seed")


def _judge_end(before: Progress, event: Event) -> Finding | None:
    """After an early end only one event may follow: the server reveals its seed."""
    return _judge_reveal(before, event) if isinstance(event, Revealed) else _seed_is_due(before)


def _seed_is_due(before: Progress) -> Finding:
    """Nothing but the server's seed follows the end of a deal."""
    match before.ended:
        case Voided():
            return Finding(before.position, ("F4",), Sentence("finding-voided-ends"))
        case Abandoned():
            return Finding(before.position, ("L4",), Sentence("finding-abandoned-ends"))
        case _:
            return _OUT_OF_PLACE._replace(position=before.position)


# --- An append ----------------------------------------------------------------------------------


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
    if before is None:
        start, following = _opened(facts[0], cast("Game[Any]", game)), facts[1:]
    else:
        _see_actor(before, facts[0])
        start, following = before, facts
    if before is not None or not is_by_hand(start.opened):
        see_command(facts)
    after, said = _followed(start, following, begins=before is not None)
    return _complete(after, [fact.event for fact in facts], said, at=facts[-1].at)


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
    _see_actor(before, facts[0])
    after, said = _followed(before, facts, begins=True)
    events, seed = list(given), before.opened.seed
    while (due := before.game.consequence(after.state)) is not None:
        events.append(due)
        after = evolve(after, due)
    if after.outcome is not None and seed is not None and not ends_unrevealed(after.opened):
        events.append(Revealed(seed))
        after = evolve(after, events[-1])
    return tuple(events), _complete(after, events, said, at=at)


def _followed(
    before: Progress, facts: Sequence[Fact], *, begins: bool
) -> tuple[Progress, list[Said]]:
    """The deal after events of one append, each of which can come next, and what they say.

    Args:
        before: The full deal before the append, or after the event of it that opened the deal.
        facts: The events.
        begins: Whether the first of them begins the command.

    Returns:
        The deal, and the events with what must be signed of them, if seats of the deal sign.

    Raises:
        CannotFollow: One of them cannot, in its version or at its time.
    """
    signed = any(before.opened.keys) or any(isinstance(fact.event, SIGNATURES) for fact in facts)
    said: list[Said] = []
    after = before
    for fact in facts:
        event = fact.event
        if not is_allowed(DEAL, before.first_version, event.TYPE, fact.version):
            raise CannotFollow(event, Sentence("finding-deal-version"))
        found = judge(after, event)
        if found is None and before.clock is not None:
            found = judge_time(before, event, at=fact.at)
        if found is not None:
            raise CannotFollow(event, found.detail)
        if signed:
            said.append((event, statement(after, fact, begins=begins and fact is facts[0])))
        after = evolve(after, event)
    return after, said


def _complete(
    after: Progress, events: Sequence[Event], said: Sequence[Said], *, at: int
) -> Progress:
    """The deal after a complete append.

    Raises:
        CannotFollow: An event is missing that must follow at once.
    """
    if (found := unfinished(after)) is not None:
        raise CannotFollow(events[-1], found.detail)
    if after.outcome is not None and not (after.revealed or ends_unrevealed(after.opened)):
        raise CannotFollow(events[-1], Sentence("finding-seed-at-once"))
    if said and (missing := check_signature_positions(said)) is not None:
        raise CannotFollow(events[-1], missing.detail)
    return after if after.clock is None else timed(after, events, at=at)


def _opened(fact: Fact, game: Game[Any]) -> Progress:
    opened = fact.event
    if not isinstance(opened, Opened) or misfit(opened) is not None:
        raise CannotFollow(opened, Sentence("finding-deal-begins"))
    if (found := judge_opening(game, opened) or check_keys(opened)) is not None:
        raise CannotFollow(opened, found.detail)
    see_actor(fact, givers_in_deal(opened))
    return begin(game, opened, first_version=fact.version)


def _see_actor(before: Progress, first: Fact) -> None:
    """Check that the actor of a command may begin it with this event.

    Raises:
        CannotFollow: The actor may not.
    """
    if first.event.MOVE is None:
        see_actor(first, givers_in_deal(first.event))
        return
    seat: int = cast("Any", first.event).seat
    level = before.bots[seat]
    name = f"seat:{seat}" if level is None else f"bot:{seat}:{level}/"
    if first.actor != name if level is None else not first.actor.startswith(name):
        raise not_for(first)


def statement(before: Progress, fact: Fact, *, begins: bool) -> Statement | None:
    """The statement of an event that must be signed; None: no signature is needed."""
    return statement_in_deal(
        before.opened,
        fact.event,
        first_version=before.first_version,
        bots=before.bots,
        actor=fact.actor,
        begins=begins,
    )


# --- A record -----------------------------------------------------------------------------------


def check(game: Game[S], events: Sequence[Event]) -> tuple[Finding, ...]:
    """Play a full record through the rules: every move legal, every consequence as they demand.

    The first finding ends the check: events after an impossible event prove nothing.
    Signatures are checked by `domain.judge.signing`, times by `domain.judge.times`.
    """
    found, _ = play_record(game, events)
    return () if found is None else (found,)


def play_record(game: Game[S], events: Sequence[Event]) -> tuple[Finding | None, Progress | None]:
    """The first finding of `check`, and the deal up to there; None: it does not even begin."""
    if not events or not isinstance(events[0], Opened):
        return Finding(1, (), Sentence("finding-deal-begins")), None
    opened = events[0]
    found = _misfit(opened, 1) or judge_opening(game, opened)
    if found is not None:
        return found, None
    progress = begin(game, opened)
    for event in events[1:]:
        if (found := judge(progress, event)) is not None:
            return found, progress
        progress = evolve(progress, event)
    return unfinished(progress), progress
