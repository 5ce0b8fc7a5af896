"""The fold of a deal: the state of its game, and all other facts that the record determines.

The fold judges nothing and tolerates unknown cards, so every reader's view is the same fold.
The rules for the next event are in `domain.judge.deal_rules`.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple, TypeVar, cast

from domain.kernel.clock import Clock, ticked, wound
from domain.kernel.deal import (
    ASIDE,
    ActSigned,
    MoveSigned,
    Opened,
    Revealed,
    SeedRevealed,
    Shuffled,
    Voided,
)
from domain.kernel.event import Event, Seat, Text
from domain.kernel.game import Game
from domain.kernel.hints import HintGiven
from domain.kernel.leaving import (
    Abandoned,
    ClockSet,
    Resigned,
    SeatReturned,
    SeatTakenOver,
)
from domain.kernel.reasons import explanation_of
from domain.kernel.sentence import Sentence

R = TypeVar("R", bound=tuple[Any, ...])


def record(cls: type[R]) -> type[R]:
    """Give a class of named tuples a `_replace` that takes half the time of the usual one.

    A fold calls it for every event. The usual one looks every field up among the changes; this one
    copies the fields and sets those that change.
    """
    index: dict[str, int] = {name: at for at, name in enumerate(cls.__match_args__)}  # type: ignore[attr-defined]

    def _replace(self: R, /, **changes: Any) -> R:
        values = [*self]
        for name, value in changes.items():
            values[index[name]] = value
        return new(cls, values)

    new = tuple.__new__
    cls._replace = _replace  # type: ignore[attr-defined]
    return cls


class TrickEnd(NamedTuple):
    """The end of a trick: the state before it, the event, its position, and the trick's number."""

    before: Any
    event: Event
    position: int
    number: int


@record
class Progress(NamedTuple):
    """A deal up to one of its events.

    Attributes:
        game: Its rules.
        opened: Its first event.
        first_version: The version that its first event was recorded in.
        state: The state of the game.
        bots: The level of the bot on each seat now, or None for the person.
        position: The position of the last event, from 1.
        last: The last event that is not the signature of another one.
        shown: The seeds that seats have shown.
        shuffled: The shuffle; None: there was none yet.
        ended: The void or the abandonment that ended it early.
        revealed: Whether the server has shown its seed: nothing follows.
        resigned: The seats whose players have resigned.
        returned: The seats whose players have come back since the last move.
        outcome: The event that settled the deal; None while it is on, and where it ended early.
        clock: How much time the seats have, as after the last append; None: there is no clock.
        trick: The number of the trick to which the last move belongs; 0: to none yet.
        taken: The end of the last trick; None: there was none yet.
        hints: The seats that were given hints, one for each hint.
        hint: The hint that was given since the last move; None: there was none.
    """

    game: Game[Any]
    opened: Opened
    first_version: int
    state: Any
    bots: tuple[Text | None, ...]
    position: int
    last: Event
    shown: tuple[SeedRevealed, ...] = ()
    shuffled: Shuffled | None = None
    ended: Voided | Abandoned | None = None
    revealed: bool = False
    resigned: frozenset[Seat] = frozenset()
    returned: frozenset[Seat] = frozenset()
    outcome: Event | None = None
    clock: Clock | None = None
    trick: int = 0
    taken: TrickEnd | None = None
    hints: tuple[Seat, ...] = ()
    hint: HintGiven | None = None

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that have not shown their seeds."""
        given = {each.seat for each in self.shown}
        return tuple(seat for seat in self.opened.adding if seat not in given)

    @property
    def is_played(self) -> bool:
        """Whether it was settled, voided or abandoned: its series can go on."""
        return self.ended is not None or self.outcome is not None

    @property
    def is_over(self) -> bool:
        """Whether it was settled, voided or abandoned, and everything of it is shown.

        A board that was played is not over before it is revealed: other tables still play it (C25).
        """
        return self.is_played and (self.revealed or self.opened.board is None)

    @property
    def is_off(self) -> bool:
        """Whether it ended before a card was dealt."""
        return self.ended is not None and self.shuffled is None

    @property
    def voided(self) -> Voided | None:
        """The void that ended it."""
        return self.ended if isinstance(self.ended, Voided) else None

    @property
    def abandoned(self) -> Abandoned | None:
        """The abandonment that ended it."""
        return self.ended if isinstance(self.ended, Abandoned) else None

    @property
    def absent(self) -> dict[Seat, Text]:
        """The seats of persons for whom bots play, with their levels."""
        there = self.opened.bots
        return {seat: bot for seat, bot in enumerate(self.bots) if bot and there[seat] is None}

    @property
    def to_act(self) -> Seat | None:
        """The seat that the game waits for."""
        return self.game.to_act(self.state)

    def is_played_by_person(self, seat: Seat) -> bool:
        """Whether there is such a seat, and its player plays for themselves."""
        return 0 <= seat < len(self.bots) and self.bots[seat] is None

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that win together with a seat."""
        return next(side for side in self.game.sides(self.opened.seats) if seat in side)

    def has_resigned(self, side: Sequence[Seat], *more: Seat) -> bool:
        """Whether all persons of a side who play for themselves have resigned (L5).

        Args:
            side: Its seats.
            more: Additional seats that resign.
        """
        persons = {seat for seat in side if self.bots[seat] is None}
        return bool(persons) and persons <= self.resigned | {*more}


def begin(game: Game[Any], opened: Opened, *, first_version: int = Opened.VERSION) -> Progress:
    """A deal after the event that opened it.

    Raises:
        BadOption: The game does not have such options.
    """
    return Progress(game, opened, first_version, game.initial(opened), opened.bots, 1, opened)


def evolve(before: Progress, event: Event) -> Progress:
    """The deal after one more event, all but its clock, which goes by appends (`grown`)."""
    position = before.position + 1
    if type(event) in ASIDE:
        if isinstance(event, MoveSigned | ActSigned):
            return before._replace(position=position)
        return _beside_the_game(before, event)._replace(position=position, last=event)
    state, tricks = before.game.evolve(before.state, event), before.game.tricks
    ends = tricks is not None and isinstance(event, tricks.ends)
    trick = before.trick
    if event.MOVE is not None and tricks is not None and not isinstance(event, tricks.before):
        trick = 1 if before.taken is None else before.taken.number + 1
    return before._replace(
        state=state,
        trick=trick,
        taken=TrickEnd(before.state, event, position, before.trick) if ends else before.taken,
        position=position,
        last=event,
        shuffled=event if isinstance(event, Shuffled) else before.shuffled,
        returned=before.returned if event.MOVE is None else frozenset(),
        hint=before.hint if event.MOVE is None else None,
        outcome=before.game.outcome(state),
    )


def explain_move(before: Progress, move: Event) -> Sentence:
    """Why the rules allowed a move, as the viewer of the deal knows it.

    Args:
        before: The deal before the move, folded from what the viewer was shown.
        move: The move as the viewer was shown it.
    """
    trick = evolve(before, move).trick
    return explanation_of(before.game, before.state, move, trick=trick)


def _beside_the_game(  # noqa: PLR0911 - by event
    before: Progress, event: Event
) -> Progress:
    match event:
        case SeedRevealed():
            return before._replace(shown=(*before.shown, event))
        case Voided() | Abandoned():
            return before._replace(ended=event)
        case Revealed():
            return before._replace(revealed=True)
        case ClockSet():
            return before._replace(clock=wound(before.opened, event))
        case SeatTakenOver(seat=seat, bot=bot):
            return before._replace(bots=_with(before.bots, seat, bot))
        case SeatReturned(seat=seat):
            bots = _with(before.bots, seat, None)
            return before._replace(bots=bots, returned=before.returned | {seat})
        case Resigned(seat=seat):
            return before._replace(resigned=before.resigned | {seat})
        case HintGiven(seat=seat):
            return before._replace(hints=(*before.hints, seat), hint=event)
        case _:
            return before  # a turn that is over changes nothing by itself


def _with(bots: tuple[Text | None, ...], seat: Seat, bot: Text | None) -> tuple[Text | None, ...]:
    return (*bots[:seat], bot, *bots[seat + 1 :])


def progress_at(game: Game[Any], events: Sequence[Event]) -> Progress:
    """A deal after its first events, the first of which opened it; without its clock."""
    opened, *rest = events
    return reduce(evolve, rest, begin(game, cast("Opened", opened)))


def grown(before: Progress, events: Sequence[Event], *, at: int) -> Progress:
    """The deal after an append.

    Args:
        before: The deal before it; `begin` gives it for the append that opened the deal.
        events: The events appended at one time, without the one that opened the deal.
        at: The time of recording, in µs since the epoch.
    """
    after = before
    for event in events:
        after = evolve(after, event)
    return timed(after, events, at=at)


def timed(after: Progress, events: Sequence[Event], *, at: int) -> Progress:
    """The deal with its clock, if it has one, set forward by an append that it has folded."""
    if after.clock is None:
        return after
    clock = ticked(after.clock, events, to_act=after.to_act, bots=after.bots, at=at)
    return after._replace(clock=clock)
