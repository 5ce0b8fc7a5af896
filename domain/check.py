"""Checking a record: every move legal when it was made, every consequence as the rules demand."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, cast

from domain.check_leaving import check_leaving
from domain.conforming import misfit
from domain.deal import (
    Beginning,
    MoveSigned,
    Opened,
    Revealed,
    Shuffled,
    Voided,
    beginning,
    follows,
    is_by_hand,
    opens,
    opens_own,
)
from domain.event import Digest, Event
from domain.finding import Finding
from domain.game import NOT_A_MOVE, Game, S, breaches, evolve
from domain.leaving import PASSING, Abandoned
from domain.options import BadOption


def check(game: Game[S], events: Sequence[Event]) -> tuple[Finding, ...]:
    """Play a full record through the rules: every move legal, every consequence as they demand.

    The first finding ends the check: what comes after an event that could not happen says nothing.
    Whether moves are signed is asked by `domain.signing`, and no rule of a game.
    """
    for position, event in enumerate(events, start=1):
        if event.MOVE is None and (name := misfit(event)) is not None:
            return (Finding(position, (), f"{name} can not hold this", name),)
    if not events or not isinstance(events[0], Opened):
        return (Finding(1, (), "a deal begins with deal.opened"),)
    places = [at for at, event in enumerate(events) if not isinstance(event, PASSING)]
    found = _check_staying(game, [events[at] for at in places])
    if found is not None:
        found = found._replace(position=places[found.position - 1] + 1)
    sound = events if found is None else events[: max(1, found.position - 1)]
    found = check_leaving(game, sound) or found
    return () if found is None else (found,)


def _check_staying(game: Game[S], events: Sequence[Event]) -> Finding | None:
    """A record without those who come and go."""
    begun = beginning(events)
    found = _check_opening(game, begun.opened) or _check_beginning(game, begun)
    if found is not None:
        return found._replace(position=min(found.position, len(events)))
    if not begun.dealt:
        return None
    return _check_play(game, begun.opened, events, shuffle=len(begun.shown) + 1)


def _check_play(
    game: Game[S], opened: Opened, events: Sequence[Event], *, shuffle: int
) -> Finding | None:
    """All that follows the shuffle, which stands at this index."""
    state = game.evolve(game.initial(opened), events[shuffle])
    for position, event in enumerate(events[shuffle + 1 :], start=shuffle + 2):
        match event:
            case MoveSigned():
                continue
            case Revealed():
                settled = game.outcome(state) is not None and position == len(events)
                found = _check_reveal(opened, event) if settled else _OUT_OF_PLACE
            case Abandoned() if game.consequence(state) is None:
                found = _check_end(opened, events[position:], position + 1, _ABANDONED)
                return found and found._replace(position=min(found.position, len(events)))
            case _:
                found = _check_one(game, state, event)
        if found is not None:
            return found._replace(position=position)
        state = evolve(game, state, event)
    if (missing := game.consequence(state)) is not None:
        return Finding(len(events), (), f"{missing.TYPE} should have followed")
    return None


def _check_opening(game: Game[Any], opened: Opened) -> Finding | None:
    if (found := check_table(game, opened)) is not None:
        return found
    if opened.seed is not None and not opens(opened, Digest(opened.seed)):
        return Finding(1, (), "the seed does not open the commitment", "seed")
    if len(opened.commitments) not in (0, opened.seats):
        detail = "there is a commitment, or none, for each seat"
        return Finding(1, ("F1",), detail, "commitments")
    return None


def check_table(game: Game[Any], opened: Opened) -> Finding | None:
    """Whether the game is played at such a table: what a deal was opened on, and nothing more."""
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
    """Where a bot is said to have committed to a seed (F1), or to have a key (F7)."""
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


def _check_beginning(game: Game[Any], begun: Beginning) -> Finding | None:
    """From the first seed shown to the shuffle, or to the end of a deal that was voided."""
    return _check_seeds(begun) or (_check_owed if begun.owing else _check_shuffle)(game, begun)


def _check_seeds(begun: Beginning) -> Finding | None:
    for place, each in enumerate(begun.shown):
        if any(each.seat == before.seat for before in begun.shown[:place]):
            return Finding(place + 2, ("F3",), "a seat shows its seed once")
        if not opens_own(begun.opened, each):
            return Finding(place + 2, ("F3",), "the seed does not open the seat's commitment")
    return None


def _check_owed(_: Game[Any], begun: Beginning) -> Finding | None:
    """Seeds are still owed: the deal waits for them, or is voided."""
    at = len(begun.shown) + 2
    match begun.rest:
        case []:
            return None
        case [Abandoned(), *end]:
            return _check_end(begun.opened, end, at + 1, _ABANDONED)
        case [Voided(), *end]:
            if begun.rest[0] == Voided(begun.owing):
                return _check_end(begun.opened, end, at + 1, _VOIDED)
            return Finding(at, ("F4",), "voided by others than those who owed a seed")
        case _:
            return Finding(at, ("F3",), "not all seeds were shown, and it goes on")


def _check_shuffle(game: Game[Any], begun: Beginning) -> Finding | None:
    at = len(begun.shown) + 2
    match begun.rest:
        case [Shuffled() as given, *_]:
            lots = game.lots(begun.opened.seats)
            if follows(begun.opened, given, pack=game.pack, lots=lots, shown=begun.shown):
                return None
            return Finding(at, (), "the shuffle does not follow from what was fixed before it")
        case _:
            return Finding(at, (), "deal.shuffled should have followed")


def _check_end(opened: Opened, end: Sequence[Event], at: int, missing: Finding) -> Finding | None:
    """What follows where the deal is not played out: the server shows its seed, and no more."""
    match end:
        case [] if is_by_hand(opened):
            return None
        case [Revealed() as revealed]:
            found = _check_reveal(opened, revealed)
            return found and found._replace(position=at)
        case _:
            return missing._replace(position=at)


_VOIDED: Final = Finding(0, ("F4",), "a voided deal ends with deal.revealed")
_ABANDONED: Final = Finding(0, ("L4",), "an abandoned deal ends with deal.revealed")


def _check_reveal(opened: Opened, revealed: Revealed) -> Finding | None:
    if opens(opened, revealed.seed):
        return None
    return Finding(0, (), "the seed does not open the commitment", "seed")


_OUT_OF_PLACE: Final = Finding(0, (), "the seed is revealed at the end of a deal, and once")


def _check_one(game: Game[S], state: S, event: Event) -> Finding | None:
    due = game.consequence(state)
    if due is not None:
        if due == event:
            return None
        detail = f"{due.TYPE} follows by itself, and is not what stands here"
        return Finding(0, (), detail, difference(due, event))
    if type(event) not in game.moves:
        return Finding(0, (), f"{event.TYPE} does not follow here")
    if (name := misfit(event)) is not None:
        return Finding(0, (NOT_A_MOVE,), f"{name} can not hold this", name)
    clauses = breaches(game, state, event)
    return Finding(0, clauses, f"{event.MOVE} was not legal") if clauses else None


def difference(due: Event, event: Event) -> str | None:
    """The first field in which an event is not what was due; None where it is another event."""
    if type(due) is not type(event):
        return None
    names = (each.name for each in fields(cast("Any", due)))
    return next(name for name in names if getattr(due, name) != getattr(event, name))
