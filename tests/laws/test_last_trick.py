"""The last trick of a view: its cards, the seats that laid them, and the seat that took them."""

from typing import Any

from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.event import FULL, Viewer, redact
from domain.kernel.game import Game, lying
from domain.kernel.progress import Progress, begin, evolve
from domain.kernel.tricks import LastTrick, last_trick
from tests.laws.play import DEALS, Run, deals, every_game, named, played, seat_of
from tests.laws.policies import every_policy, played_by


def tricks(run: Run, viewer: Viewer) -> list[tuple[Progress, LastTrick | None]]:
    """The deal after each event with its last trick, as a viewer saw it."""
    seen = [redact(event, viewer) for event in run.events]
    deal = begin(run.game, run.opened)
    found = [(deal, last_trick(deal, seen))]
    for event in seen[1:]:
        deal = evolve(deal, event)
        found.append((deal, last_trick(deal, seen)))
    return found


def laid(trick: LastTrick) -> list[tuple[int | None, Card]]:
    return [(each.seat, card) for each in trick.laid for card in each.cards]


def on_table(game: Game[Any], deal: Progress) -> list[Card]:
    """The cards of the tricks' zone."""
    assert game.tricks is not None
    groups = [each for each in lying(game, deal.state) if each.zone == game.tricks.zone]
    return [card for place in groups for card in place.cards]


@every_policy
def test_the_last_trick_has_the_cards_that_left_the_table(
    game: Game[Any], policy: str, count: int
) -> None:
    assert game.tricks is not None
    for run, _ in played_by(game, policy, count=count):
        last, layers = None, dict[str, int]()
        before = begin(game, run.opened)
        for event, (deal, trick) in zip(run.events, tricks(run, FULL), strict=True):
            if event.MOVE is not None:
                layers.update(dict.fromkeys(named(event), seat_of(event)))
            if isinstance(event, game.tricks.ends):
                assert trick is not None
                cards = [card for _, card in laid(trick)]
                assert sorted(cards + on_table(game, deal)) == sorted(on_table(game, before))
                assert all(layers[card] == seat for seat, card in laid(trick)), event
                assert trick.taker == getattr(event, "seat", None)
                last = trick
            assert trick == last
            before = deal


@every_game
def test_every_view_has_the_same_trick_with_cards_that_it_may_not_know(game: Game[Any]) -> None:
    for run, chance in deals(game, count=max(2, DEALS // 10)):
        played(run, chance)
        true = [trick for _, trick in tricks(run, FULL)]
        for viewer in run.views:
            mine = [trick for _, trick in tricks(run, viewer)]
            assert [each and each._replace(laid=()) for each in mine] == [
                each and each._replace(laid=()) for each in true
            ]
            for seen, there in zip(filter(None, mine), filter(None, true), strict=True):
                for (seat, card), (other, real) in zip(laid(seen), laid(there), strict=True):
                    assert seat == other
                    assert card in (real, UNKNOWN)
