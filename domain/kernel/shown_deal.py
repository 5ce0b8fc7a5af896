"""A deal as one viewer sees it, carried forward event by event."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.deal import Opened
from domain.kernel.event import Event, Viewer, redact
from domain.kernel.game import Game, evolve


class ShownDeal:
    """The events that a viewer was shown, and their fold.

    Args:
        game: The rules.
        opened: The first event of the deal.
        viewer: A seat, the public, or `FULL`.
    """

    def __init__(self, game: Game[Any], opened: Opened, viewer: Viewer) -> None:
        first = redact(opened, viewer)
        self._game = game
        self._viewer: Viewer = viewer
        self.shown: list[Event] = [first]
        """Every event so far, as the viewer was shown it."""
        self.view: Any = game.initial(first)
        """The state of the deal, as far as the viewer knows it."""

    def follow(self, events: Sequence[Event], *, to: int | None = None) -> None:
        """Look at the events of the full record that are new.

        Args:
            events: The record so far.
            to: The position of the last event to look at; None: all.
        """
        for event in events[len(self.shown) : to]:
            self.shown.append(redact(event, self._viewer))
            self.view = evolve(self._game, self.view, self.shown[-1])
