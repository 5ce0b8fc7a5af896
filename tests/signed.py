"""Whether the moves and acts of a deal are signed, from events without actors and commands."""

from collections.abc import Iterator, Sequence
from typing import cast

from domain.judge.record_rules import FIRST_FIXED, SIGNATURES
from domain.judge.signing import Statement, check_keys, check_signature_positions, statement_in_deal
from domain.kernel.deal import Opened
from domain.kernel.event import Event
from domain.kernel.finding import Finding
from domain.kernel.leaving import Abandoned, Resigned, players


def _actor(event: Event) -> str:
    """The only permitted actor of an event by which a player leaves for good; otherwise empty."""
    match event:
        case Abandoned(reason="left", seats=(seat,)):
            return f"seat:{seat}"
        case _:
            return ""


def check_signed(events: Sequence[Event], *, first_version: int = FIRST_FIXED) -> Finding | None:
    """The first move or act of a deal without its signature, or signature without its act.

    Args:
        events: The record of a deal in any view; the first event opened it.
        first_version: The version of the event that opened it.
    """
    opened = cast("Opened", events[0])
    if (found := check_keys(opened)) is not None:
        return found

    def statements() -> Iterator[Statement | None]:
        bots, before = opened.bots, None
        for event in events:
            begins = not isinstance(before, Resigned)
            yield statement_in_deal(
                opened,
                event,
                first_version=first_version,
                bots=bots,
                actor=_actor(event),
                begins=begins,
            )
            bots = players(bots, (event,))
            before = before if isinstance(event, SIGNATURES) else event

    return check_signature_positions(zip(events, statements(), strict=True))
