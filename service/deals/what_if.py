"""The deal of a branch: its source replayed, with a different continuation.

It depends only on the source and the table, so it is the same every time.
"""

from typing import Final
from uuid import UUID

from bots.worlds import worlds
from domain.fairness.shuffle import stream
from domain.kernel.branch import Begun, begun_as, played_again
from domain.kernel.deal import Terms, shuffle_at
from domain.kernel.event import redact
from domain.table.events import TableBranched
from service import ids
from service.commands import Command
from service.context import PlayContext
from service.deals.streams import find_deal, open_stream
from service.streams import Deal

TRIES: Final = 200
"""How often other cards are tried: a request waits for them."""

_RESAMPLE: Final = "fairdeal/1/resample"


def begun(context: PlayContext, source: Deal, branch: TableBranched, terms: Terms) -> Begun | None:
    """The deal of a branch, up to where it waits for a player.

    Args:
        context: The service.
        source: The full deal that the branch is of.
        branch: The event at which it branches, and the choice of cards.
        terms: The id of the new deal, and its players.

    Returns:
        None if no other cards are consistent with the seat's knowledge.
    """
    opened = begun_as(source.opened, terms)
    if branch.from_seat is None:
        return played_again(source.game, source.events, at=branch.at, opened=opened)
    last = max(branch.at, shuffle_at(source.events))
    shown = [redact(event, branch.from_seat) for event in source.events[:last]]
    numbers = stream(ids.digest(context.secret, _RESAMPLE, terms.table), _RESAMPLE)
    found = worlds(
        source.game,
        shown,
        seat=branch.from_seat,
        numbers=numbers,
        opened=opened,
        tries=TRIES,
    )
    return next(found, None)


def open_branch_deal(
    context: PlayContext,
    branch: TableBranched,
    terms: Terms,
    command: Command,
    *,
    at: int,
    version: int,
) -> None:
    """Open the deal of a branch, unless it is already open; see `open_deal`."""
    made = begun(context, find_deal(context, UUID(branch.deal)), branch, terms)
    assert made is not None, "the branch was opened because there is one"
    open_stream(context, made.events, command=command, at=at, version=version)
