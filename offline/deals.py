"""A deal played in memory, without a store: for transcripts and simulations."""

from collections.abc import Sequence
from typing import Any, cast

from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game, start
from domain.kernel.moves import decide
from domain.kernel.shown_deal import ShownDeal


class RunningDeal:
    """A running deal: its events, its full state, and its state as each seat sees it.

    Views are folds of the events as each seat may see them, brought up to date on demand.
    """

    def __init__(self, game: Game[Any], opened: Opened, shuffled: Shuffled) -> None:
        self.game = game
        first, self.state = start(game, opened, shuffled)
        self.events: list[Event] = list(first)
        self._shown = [ShownDeal(game, opened, seat) for seat in range(opened.seats)]

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.game.outcome(self.state) is not None

    def view(self, seat: Seat) -> Any:
        """The deal as far as a seat may know it."""
        return self._shown_to(seat).view

    def shown(self, seat: Seat) -> Sequence[Event]:
        """The events, as a seat was shown them."""
        return self._shown_to(seat).shown

    def _shown_to(self, seat: Seat) -> ShownDeal:
        known = self._shown[seat]
        known.follow(self.events)
        return known

    def make(self, move: Event) -> None:
        """Make a move for the seat that the move names, then all consequences of the rules.

        Raises:
            IllegalMove: The rules refuse it; nothing has changed.
        """
        seat = cast("Any", move).seat
        events, self.state = decide(self.game, self.state, move, seen=self.view(seat))
        self.events += events
