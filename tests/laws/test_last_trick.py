"""The last trick of a view: its cards, the seats that laid them, and the seat that took them."""

from typing import Any

from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.event import FULL, Viewer, redact
from domain.kernel.game import Game
from domain.kernel.progress import begin, evolve
from domain.kernel.tricks import LastTrick, last_trick
from tests.laws.play import Run, named, seat_of
from tests.laws.policies import SAMPLE, every_policy, played_by


def tricks(run: Run, viewer: Viewer) -> list[LastTrick | None]:
    """The last trick after each event, as a viewer saw it."""
    seen = [redact(event, viewer) for event in run.events]
    deal = begin(run.game, run.opened)
    found = [last_trick(deal, seen)]
    for event in seen[1:]:
        deal = evolve(deal, event)
        found.append(last_trick(deal, seen))
    return found


def laid(trick: LastTrick) -> list[tuple[int | None, Card]]:
    return [(place.seat, card) for place in trick.laid for card in place.cards]


@every_policy
def test_every_view_has_the_last_trick(game: Game[Any], policy: str, count: int) -> None:
    assert game.tricks is not None
    for run, _ in played_by(game, policy, count=min(count, SAMPLE)):
        true = tricks(run, FULL)
        last, layers = None, dict[str, int]()
        for event, trick in zip(run.events, true, strict=True):
            if event.MOVE is not None:
                layers.update(dict.fromkeys(named(event), seat_of(event)))
            if isinstance(event, game.tricks.ends):
                assert trick is not None
                assert all(layers[card] == seat for seat, card in laid(trick)), event
                assert trick.taker == getattr(event, "seat", None)
                last = trick
            assert trick == last
        for viewer in run.views:
            for mine, theirs in zip(tricks(run, viewer), true, strict=True):
                assert (mine is None) == (theirs is None)
                if mine is not None and theirs is not None:
                    agree(mine, theirs)


def agree(mine: LastTrick, true: LastTrick) -> None:
    """A viewer has the same trick, perhaps with cards that it does not know."""
    assert mine._replace(laid=()) == true._replace(laid=())
    for (seat, card), (other, there) in zip(laid(mine), laid(true), strict=True):
        assert seat == other
        assert card in (there, UNKNOWN)
