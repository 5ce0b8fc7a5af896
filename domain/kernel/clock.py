"""The clock of a deal, from its events and the times at which they were recorded (L1-L3).

It never reads the system time: a caller that checks a deadline passes the current time.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from domain.kernel.deal import Opened
from domain.kernel.event import Event, Seat, Text
from domain.kernel.leaving import ClockSet

SECOND: Final = 1_000_000
"""In the µs in which times are recorded."""
Runs: TypeAlias = Literal["player", "stand-in"]
"""The owner of the running time: a player, or a bot that stands in while no player is present."""


class Turn(NamedTuple):
    """The current turn, from the event by which the table waits for its seat; all times in µs.

    It remains one turn until that seat has moved, even if players leave and come back. Otherwise a
    player could restart it again and again, and the others would wait for ever.
    """

    seat: Seat
    since: int | None = None
    """The start of the turn for the player in person; None: they have been away so far."""
    left: int = 0
    """The moment at which the player last left the turn."""
    waited: int | None = None
    """The moment at which the stand-in bot began to wait for the player; once in a turn."""
    is_renewed: bool = False
    """Whether the turn was restarted for a player who came back to a waiting bot; only once."""


class Clock(NamedTuple):
    """The time that the seats have. All times in µs, moments since the epoch."""

    turn: int
    banks: tuple[int, ...]
    """The time bank of each seat before the current turn."""
    on: Turn | None = None
    """The turn that is on; None: the table waits for no seat."""
    runs: Runs | None = None
    """The owner of the running time; None: a bot plays that need not wait."""
    waited_for: tuple[Seat, ...] = ()
    """The players for whom a stand-in waits while none of them is playing in person (L3)."""
    turns_go_on: bool = False
    """Whether returning players continue the turn that they left; not in old records."""

    @property
    def stands_in(self) -> bool:
        """Whether a bot stands in and lets its time pass before it moves (L3)."""
        return self.runs == "stand-in"

    @property
    def seat(self) -> Seat | None:
        """The seat whose time is running; None: no time is counted."""
        return None if self.on is None or self.runs is None else self.on.seat

    @property
    def since(self) -> int | None:
        """When the time began that is counted; None where none is."""
        if self.on is None or self.runs is None:
            return None
        return self.on.waited if self.stands_in else self.on.since

    @property
    def until(self) -> int | None:
        """The deadline of a player, or the moment from which a stand-in may move.

        None where no time is counted.
        """
        seat, since = self.seat, self.since
        if seat is None or since is None:
            return None
        return since + self.turn + (0 if self.stands_in else self.banks[seat])

    def is_over(self, at: int) -> bool:
        """Whether a player's deadline has passed at a moment."""
        return not self.stands_in and self.until is not None and at >= self.until

    def is_too_soon(self, seat: Seat, at: int) -> bool:
        """Whether a bot that stands in on a seat must still wait at a moment."""
        until = self.until
        return until is not None and self.stands_in and seat == self.seat and at < until

    def is_used_up(self, seat: Seat, at: int) -> bool:
        """Whether an absent player has already had the current turn: the bot is to move (L3).

        False if that bot had to wait: no other player was present, so the player may have the turn
        once more.
        """
        on = self.on
        if on is None or on.seat != seat or on.since is None:
            return False
        if self.stands_in and not on.is_renewed:
            return False
        return max(at, on.left) >= on.since + self.turn + self.banks[seat]


def wound(opened: Opened, given: ClockSet) -> Clock:
    """The clock of a deal before its first turn."""
    persons = tuple(seat for seat, bot in enumerate(opened.bots) if bot is None)
    return Clock(
        given.turn * SECOND,
        (given.bank * SECOND,) * opened.seats,
        waited_for=persons if given.stand_ins_wait else (),
        turns_go_on=given.stand_ins_wait,
    )


def ticked(
    clock: Clock,
    events: Sequence[Event],
    *,
    to_act: Seat | None,
    bots: Sequence[Text | None],
    at: int,
) -> Clock:
    """The clock after the events that were appended at one time.

    A turn begins when the table begins to wait for a seat. It ends when the seat has moved, even
    by a bot, or when a move out of turn makes the turn another seat's. Leaving and coming back does
    not end it. A stand-in waits from the start of the turn, or from when the last player left.

    Args:
        clock: The clock before it.
        events: All events of the append. The deal does not wait between them.
        to_act: The seat that the deal waits for after them.
        bots: The level of the bot on each seat after them, or None for the person.
        at: The time of recording, in µs since the epoch.
    """
    if clock.on is not None and (to_act != clock.on.seat or _has_moved(events, clock.on.seat)):
        clock = clock._replace(banks=_spent(clock, at), on=None, runs=None)
    if to_act is not None:
        clock = clock._replace(on=clock.on or Turn(to_act))
        clock = _begun(clock, at) if bots[to_act] is None else _left(clock, bots, to_act, at)
    return clock


def _begun(clock: Clock, at: int) -> Clock:
    """The clock while the player in person is waited for: the turn begins, or continues."""
    on = cast("Turn", clock.on)
    if on.since is None or (clock.stands_in and not on.is_renewed):
        banks, on = _spent(clock, at), on._replace(since=at, is_renewed=clock.stands_in)
        return clock._replace(banks=banks, on=on, runs="player")
    return clock._replace(runs="player")


def _left(clock: Clock, bots: Sequence[Text | None], seat: Seat, at: int) -> Clock:
    """The clock while a bot is to move: a stand-in waits once if no player is present."""
    on = cast("Turn", clock.on)
    if clock.runs == "player":
        on = on._replace(left=at)
        if not clock.turns_go_on:
            clock, on = clock._replace(banks=_spent(clock, at)), Turn(seat)
    if None in bots or seat not in clock.waited_for:
        return clock._replace(on=on, runs=None)
    waited = at if on.waited is None else on.waited
    return clock._replace(on=on._replace(waited=waited), runs="stand-in")


def _has_moved(events: Sequence[Event], seat: Seat) -> bool:
    return any(each.MOVE is not None and getattr(each, "seat", None) == seat for each in events)


def _spent(clock: Clock, at: int) -> tuple[int, ...]:
    """The banks after the current turn; a player pays nothing for the time after leaving."""
    on, banks = clock.on, clock.banks
    if on is None or on.since is None:
        return banks
    beyond = max(0, (at if clock.runs == "player" else on.left) - on.since - clock.turn)
    left = max(0, banks[on.seat] - beyond)
    return (*banks[: on.seat], left, *banks[on.seat + 1 :])
