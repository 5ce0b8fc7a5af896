"""Checking a record: every move legal when it was made, every consequence as the rules demand."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.deal import Opened, Revealed, Shuffled, follows, opens
from domain.event import Clause, Digest, Event
from domain.game import Game, S, breaches
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
    match events:
        case [Opened() as opened, Shuffled() as shuffled, *rest]:
            found = _check_opening(game, opened, shuffled)
        case _:
            return (Finding(1, (), "a deal begins with deal.opened and deal.shuffled"),)
    if found is not None:
        return (found,)
    state = game.evolve(game.initial(opened), shuffled)
    for position, event in enumerate(rest, start=3):
        if isinstance(event, Revealed):
            settled = game.outcome(state) is not None and position == len(events)
            found = _check_reveal(opened, event) if settled else _OUT_OF_PLACE
        else:
            found = _check_one(game, state, event)
        if found is not None:
            return (found._replace(position=position),)
        state = game.evolve(state, event)
    if (missing := game.consequence(state)) is not None:
        return (Finding(len(events), (), f"{missing.TYPE} should have followed"),)
    return ()


def _check_opening(game: Game[Any], opened: Opened, shuffled: Shuffled) -> Finding | None:
    if opened.seats not in game.seats:
        return Finding(1, (), f"there is no table of {opened.seats} seats")
    try:
        game.initial(opened)
    except BadOption as bad:
        return Finding(1, (), str(bad))
    if opened.seed is not None and not opens(opened, Digest(opened.seed)):
        return Finding(1, (), "the seed does not open the commitment")
    if not follows(opened, shuffled, pack=game.pack, lots=game.lots(opened.seats)):
        return Finding(2, (), "the shuffle does not follow from what was fixed before it")
    return None


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
