"""Checking a record: every move legal when it was made, every consequence as the rules demand."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.deal import (
    Beginning,
    Opened,
    Revealed,
    Shuffled,
    Voided,
    beginning,
    follows,
    opens,
    opens_own,
)
from domain.event import Clause, Digest, Event
from domain.game import Game, S, breaches, evolve
from domain.options import BadOption


class Finding(NamedTuple):
    """Something in a record that the rules do not bear out."""

    position: int
    """The event, from 1."""
    clauses: tuple[Clause, ...]
    detail: str


def check(game: Game[S], events: Sequence[Event]) -> tuple[Finding, ...]:
    """Play a full record through the rules: every move legal, every consequence as they demand.

    The first finding ends the check: what comes after an event that could not happen says nothing.
    """
    if not events or not isinstance(events[0], Opened):
        return (Finding(1, (), "a deal begins with deal.opened"),)
    begun = beginning(events)
    found = _check_opening(game, begun.opened) or _check_beginning(game, begun)
    if found is not None:
        return (found._replace(position=min(found.position, len(events))),)
    if not begun.dealt:
        return ()
    return _check_play(game, begun.opened, events, shuffle=len(begun.shown) + 1)


def _check_play(
    game: Game[S], opened: Opened, events: Sequence[Event], *, shuffle: int
) -> tuple[Finding, ...]:
    """All that follows the shuffle, which stands at this index."""
    state = game.evolve(game.initial(opened), events[shuffle])
    for position, event in enumerate(events[shuffle + 1 :], start=shuffle + 2):
        if isinstance(event, Revealed):
            settled = game.outcome(state) is not None and position == len(events)
            found = _check_reveal(opened, event) if settled else _OUT_OF_PLACE
        else:
            found = _check_one(game, state, event)
        if found is not None:
            return (found._replace(position=position),)
        state = evolve(game, state, event)
    if (missing := game.consequence(state)) is not None:
        return (Finding(len(events), (), f"{missing.TYPE} should have followed"),)
    return ()


def _check_opening(game: Game[Any], opened: Opened) -> Finding | None:
    if opened.seats not in game.seats:
        return Finding(1, (), f"there is no table of {opened.seats} seats")
    try:
        game.initial(opened)
    except BadOption as bad:
        return Finding(1, (), str(bad))
    if opened.seed is not None and not opens(opened, Digest(opened.seed)):
        return Finding(1, (), "the seed does not open the commitment")
    if len(opened.commitments) not in (0, opened.seats):
        return Finding(1, ("F1",), "there is a commitment, or none, for each seat")
    return None


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
        case [Voided(), *end]:
            if begun.rest[0] == Voided(begun.owing):
                return _check_void(begun.opened, end, at + 1)
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


def _check_void(opened: Opened, end: Sequence[Event], at: int) -> Finding | None:
    """What follows where there is no deal: the server shows its seed, and no more."""
    match end:
        case [Revealed() as revealed]:
            found = _check_reveal(opened, revealed)
            return found and found._replace(position=at)
        case _:
            return Finding(at, ("F4",), "a voided deal ends with deal.revealed")


def _check_reveal(opened: Opened, revealed: Revealed) -> Finding | None:
    if opens(opened, revealed.seed):
        return None
    return Finding(0, (), "the seed does not open the commitment")


_OUT_OF_PLACE: Final = Finding(0, (), "the seed is revealed at the end of a deal, and once")


def _check_one(game: Game[S], state: S, event: Event) -> Finding | None:
    due = game.consequence(state)
    if due is not None:
        if due == event:
            return None
        return Finding(0, (), f"{due.TYPE} follows by itself, and is not what stands here")
    if type(event) not in game.moves:
        return Finding(0, (), f"{event.TYPE} does not follow here")
    clauses = breaches(game, state, event)
    return Finding(0, clauses, f"{event.MOVE} was not legal") if clauses else None
