"""Check a deal: whether an event may come next, and whether a whole record is valid.

`judge` runs before an event is appended, and again when a record is verified.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final, cast

from domain.kernel.conforming import misfit
from domain.kernel.deal import (
    ActSigned,
    MoveSigned,
    Opened,
    Revealed,
    SeedRevealed,
    Shuffled,
    Voided,
    follows,
    is_by_hand,
    opens,
    opens_own,
)
from domain.kernel.event import Digest, Event
from domain.kernel.finding import Finding
from domain.kernel.game import NOT_A_MOVE, Game, S, breaches
from domain.kernel.leaving import (
    LEAVING,
    Abandoned,
    ClockSet,
    Resigned,
    SeatReturned,
    SeatTakenOver,
    TimeOver,
)
from domain.kernel.options import BadOption
from domain.kernel.progress import Progress, begin, evolve


def check(game: Game[S], events: Sequence[Event]) -> tuple[Finding, ...]:
    """Play a full record through the rules: every move legal, every consequence as they demand.

    The first finding ends the check: events after an impossible event prove nothing.
    Signatures are checked by `domain.judge.signing`, times by `domain.judge.times`.
    """
    if not events or not isinstance(events[0], Opened):
        return (Finding(1, (), "a deal begins with deal.opened"),)
    opened = events[0]
    found = _misfit(opened, 1) or judge_opening(game, opened)
    if found is not None:
        return (found,)
    progress = begin(game, opened)
    for event in events[1:]:
        if (found := judge(progress, event)) is not None:
            return (found,)
        progress = evolve(progress, event)
    found = unfinished(progress)
    return () if found is None else (found,)


def judge(before: Progress, event: Event) -> Finding | None:
    """The reason why an event cannot come next in a deal; None: it can.

    Args:
        before: The full deal before it.
        event: The proposed next event.
    """
    position = before.position + 1
    if event.MOVE is None and (found := _misfit(event, position)) is not None:
        return found
    if (found := _owed_first(before, event)) is not None:
        return found
    if isinstance(event, MoveSigned | ActSigned):
        return None
    if before.revealed:
        return _complete(before)
    if before.ended is not None:
        found = _judge_end(before, event)
    elif isinstance(event, LEAVING):
        found = _judge_leaving(before, event)
    elif before.is_dealt:
        found = _judge_play(before, event)
    else:
        found = _judge_beginning(before, event)
    return found and found._replace(position=position)


def unfinished(after: Progress) -> Finding | None:
    """The event that should have followed the last one by itself; None: the deal may wait there."""
    last = after.position
    if after.ended is not None:
        complete = after.revealed or is_by_hand(after.opened)
        return None if complete else _complete(after)
    if (found := _owed(after)) is not None:
        return found
    if not after.is_dealt:
        return None if after.owing else Finding(last, (), f"{Shuffled.TYPE} should have followed")
    missing = after.game.consequence(after.state)
    return None if missing is None else Finding(last, (), f"{missing.TYPE} should have followed")


def _misfit(event: Event, position: int) -> Finding | None:
    name = misfit(event)
    return None if name is None else Finding(position, (), f"{name} cannot hold this", name)


# --- Opening ------------------------------------------------------------------------------------


def judge_opening(game: Game[Any], opened: Opened) -> Finding | None:
    """Why a deal cannot begin with this event; None: it can."""
    if (found := check_table(game, opened)) is not None:
        return found
    if opened.seed is not None and not opens(opened, Digest(opened.seed)):
        return Finding(1, (), "the seed does not open the commitment", "seed")
    if len(opened.commitments) not in (0, opened.seats):
        detail = "there is a commitment, or none, for each seat"
        return Finding(1, ("F1",), detail, "commitments")
    return None


def check_table(game: Game[Any], opened: Opened) -> Finding | None:
    """The finding if the game cannot be played on the terms of the opening; None: it can."""
    if opened.seats not in game.seats:
        return Finding(1, (), f"there is no table of {opened.seats} seats", "seats")
    for name in ("dealer", "leader"):
        if getattr(opened, name) not in (None, *range(opened.seats)):
            return Finding(1, (), f"{name} is no seat of the table", name)
    if len(opened.bots) != opened.seats:
        return Finding(1, (), "bots names each seat of the table", "bots")
    if (own := bots_own(opened)) is not None:
        return Finding(1, (BOTS_HAVE_NONE[own],), "a bot brings none of its own", own)
    try:
        game.initial(opened)
    except BadOption as bad:
        return Finding(1, (), str(bad), "options")
    return None


BOTS_HAVE_NONE: Final = {"commitments": "F1", "keys": "F7"}


def bots_own(opened: Opened) -> str | None:
    """The field in which a bot has a commitment to a seed (F1) or a key (F7); None: none has."""
    return next(
        (
            name
            for name in BOTS_HAVE_NONE
            if any(
                bot and own for bot, own in zip(opened.bots, getattr(opened, name), strict=False)
            )
        ),
        None,
    )


# --- Before the cards are dealt -----------------------------------------------------------------


def _judge_beginning(  # noqa: PLR0911 - by event
    before: Progress, event: Event
) -> Finding | None:
    """From the first seed shown to the shuffle, or to a void."""
    opened, owing = before.opened, before.owing
    match event:
        case SeedRevealed():
            return _judge_seed(before, event)
        case Voided() if owing:
            if event.seats == owing:
                return None
            return Finding(0, ("F4",), "voided by others than those who owed a seed")
        case _ if owing:
            return Finding(0, ("F3",), "not all seeds were shown, and it goes on")
        case Shuffled():
            lots = before.game.lots(opened.seats)
            if follows(opened, event, pack=before.game.pack, lots=lots, shown=before.shown):
                return None
            return Finding(0, (), "the shuffle does not follow from what was fixed before it")
        case _:
            return Finding(0, (), f"{Shuffled.TYPE} should have followed")


def _judge_seed(before: Progress, shown: SeedRevealed) -> Finding | None:
    if any(shown.seat == each.seat for each in before.shown):
        return Finding(0, ("F3",), "a seat shows its seed once")
    if not opens_own(before.opened, shown):
        return Finding(0, ("F3",), "the seed does not open the seat's commitment")
    return None


# --- Play ---------------------------------------------------------------------------------------


def _judge_play(before: Progress, event: Event) -> Finding | None:
    game, state = before.game, before.state
    if isinstance(event, Revealed):
        return _judge_reveal(before, event) if before.outcome is not None else _OUT_OF_PLACE
    due = game.consequence(state)
    if due is not None:
        if due == event:
            return None
        detail = f"{due.TYPE} follows by itself, and is not what stands here"
        return Finding(0, (), detail, difference(due, event))
    if type(event) not in game.moves:
        return Finding(0, (), f"{event.TYPE} does not follow here")
    if (name := misfit(event)) is not None:
        return Finding(0, (NOT_A_MOVE,), f"{name} cannot hold this", name)
    clauses = breaches(game, state, event)
    return Finding(0, clauses, f"{event.MOVE} was not legal") if clauses else None


def difference(due: Event, event: Event) -> str | None:
    """The first field in which an event is not what was due; None where it is another event."""
    if type(due) is not type(event):
        return None
    names = (each.name for each in fields(cast("Any", due)))
    return next(name for name in names if getattr(due, name) != getattr(event, name))


# --- The end ------------------------------------------------------------------------------------


_OUT_OF_PLACE: Final = Finding(0, (), "the seed is revealed at the end of a deal, and once")


def _judge_reveal(before: Progress, revealed: Revealed) -> Finding | None:
    if opens(before.opened, revealed.seed):
        return None
    return Finding(0, (), "the seed does not open the commitment", "seed")


def _judge_end(before: Progress, event: Event) -> Finding | None:
    """After an early end only one event may follow: the server reveals its seed."""
    return _judge_reveal(before, event) if isinstance(event, Revealed) else _complete(before)


def _complete(before: Progress) -> Finding:
    """Nothing but the server's seed follows the end of a deal."""
    match before.ended:
        case Voided():
            return Finding(before.position, ("F4",), "a voided deal ends with deal.revealed")
        case Abandoned():
            return Finding(before.position, ("L4",), "an abandoned deal ends with deal.revealed")
        case _:
            return _OUT_OF_PLACE._replace(position=before.position)


# --- Leaving ------------------------------------------------------------------------------------


def _judge_leaving(before: Progress, event: Event) -> Finding | None:
    due = before.game.consequence(before.state) if before.is_dealt else None
    if due is not None:
        detail = f"{due.TYPE} follows by itself, and is not what stands here"
        return Finding(0, (), detail)
    is_off = isinstance(event, Abandoned) and not before.is_dealt
    if is_off and not before.owing:
        return Finding(0, (), f"{Shuffled.TYPE} should have followed")
    may_leave, clause = _LEAVING[type(event)]
    if before.outcome is None and may_leave(before, event):
        return None
    return _not_here(0, event, clause)


def _not_here(position: int, event: Event, clause: str) -> Finding:
    return Finding(position, (clause,), f"{event.TYPE} cannot have happened here")


def _clock_set(before: Progress, event: ClockSet) -> bool:
    return before.position == 1 and event.turn > 0 and event.bank >= 0


def _time_over(before: Progress, event: TimeOver) -> bool:
    seat = event.seat
    waits_for_person = before.is_played_by_person(seat) and before.to_act == seat
    return waits_for_person and before.clock is not None


def _taken_over(before: Progress, event: SeatTakenOver) -> bool:
    last, seat = before.last, event.seat
    if not before.is_played_by_person(seat):
        return False
    if event.reason == "away":
        return isinstance(last, Opened | ClockSet) or (
            isinstance(last, SeatTakenOver) and last.reason == "away"
        )
    late = isinstance(last, TimeOver) and last.seat == seat
    return late == (event.reason == "time") and (late or not leaves_again(before, seat))


def leaves_again(before: Progress, seat: int) -> bool:
    """Whether a player has come back since the last move, where the record says that it counts.

    They may leave again only after the next move (L3). Otherwise the record could grow without
    limit while nothing happens in the deal.
    """
    counts = before.clock is not None and before.clock.turns_go_on
    return counts and seat in before.returned


def _returned(before: Progress, event: SeatReturned) -> bool:
    seat = event.seat
    there = 0 <= seat < before.opened.seats
    return there and before.opened.bots[seat] is None and before.bots[seat] is not None


def _resigned(before: Progress, event: Resigned) -> bool:
    return before.is_played_by_person(event.seat) and event.seat not in before.resigned


def _abandoned(before: Progress, event: Abandoned) -> bool:
    seats, last = event.seats, before.last
    match event.reason:
        case "closed":
            return not seats
        case "resigned":
            sides = before.game.sides(before.opened.seats)
            return seats in sides and before.has_resigned(seats)
        case "time":
            return isinstance(last, TimeOver) and seats == (last.seat,)
        case _:
            return len(seats) == 1 and before.is_played_by_person(seats[0])


_LEAVING: Final[Mapping[type[Event], tuple[Callable[[Progress, Any], bool], str]]] = (
    MappingProxyType(
        {
            ClockSet: (_clock_set, "L1"),
            TimeOver: (_time_over, "L2"),
            SeatTakenOver: (_taken_over, "L3"),
            SeatReturned: (_returned, "L3"),
            Resigned: (_resigned, "L5"),
            Abandoned: (_abandoned, "L4"),
        }
    )
)
"""Whether each of these events may come next, and the clause that it breaks otherwise."""


def _owed_first(before: Progress, event: Event) -> Finding | None:
    """Some of these events must be followed by another one at once."""
    match before.last:
        case TimeOver(seat=seat) as last:
            by_bot = isinstance(event, SeatTakenOver) and (event.seat, event.reason) == (
                seat,
                "time",
            )
            if by_bot or event == Abandoned((seat,), "time"):
                return None
            return _not_here(before.position, last, "L2")
        case Resigned(seat=seat) as last if (side := before.side_of(seat)) and before.has_resigned(
            side
        ):
            if isinstance(event, ActSigned) or event == Abandoned(side, "resigned"):
                return None
            return _not_here(before.position, last, "L5")
        case _:
            return None


def _owed(after: Progress) -> Finding | None:
    """The event that must follow one of these events immediately."""
    return _owed_first(after, after.opened)
