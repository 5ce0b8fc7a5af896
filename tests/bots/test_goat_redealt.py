"""A bot of Goat does not use unseen cards: its moves are the same wherever they are."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import cast

import pytest

import bots
from domain.games.goat import GOAT
from domain.games.goat.model import HAND, SEATS, Dealt, Discarded, Drawn, State
from domain.judge.deal_rules import check
from domain.kernel.cards import Card, Cards
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Event, Json, redact
from domain.kernel.game import view
from domain.kernel.moves import legal_moves
from tests.bots.decisions import Question, decisions, variants
from tests.sampling import cases

DEALT = HAND * SEATS


@pytest.mark.parametrize("options", variants(GOAT), ids=str)
@pytest.mark.parametrize("level", bots.levels(GOAT))
def test_the_move_stays_the_same_when_unseen_cards_change_places(
    level: str, options: dict[str, Json]
) -> None:
    chance = Random(7)
    moved = 0
    for number in range(cases(sample=1, full=3)):
        for position in decisions("goat", level, options, number):
            other = redealt(position, chance)
            moved += other != position.events
            assert check(GOAT, other) == ()
            seen = view(GOAT, other, position.seat)
            assert seen == position.view
            legal = legal_moves(GOAT, seen, position.seat)
            answer = bots.choose(
                GOAT,
                level,
                seat=position.seat,
                shown=[redact(event, position.seat) for event in other],
                view=seen,
                legal=legal,
                seed=position.seed,
            )
            assert answer == position.decision
    assert moved


def redealt(position: Question, chance: Random) -> tuple[Event, ...]:
    """The same events in the seat's view, with the cards that it cannot locate dealt anew."""
    state = cast("State", position.view)
    deck = cast("Shuffled", position.events[1]).deck
    shown = cast("Card", state.shown)
    placed = {card for cards in (*state.hands, *state.piles, state.stock) for card in cards}
    for event in view_events(position):
        # it was there then, whatever happened to it later
        placed.update(getattr(event, "cards", ()))
    if state.options.trump_card == "bottom":
        placed.add(shown)
    hidden = [card for card in deck if card not in placed]
    while True:
        exchanged = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
        order = tuple(exchanged.get(card, card) for card in deck)
        if order.index(shown) >= DEALT:  # it was shown in the stock
            break
    return tuple(_moved(event, exchanged, order, shown) for event in position.events)


def view_events(position: Question) -> Iterator[Event]:
    return (redact(event, position.seat) for event in position.events)


def _moved(event: Event, exchanged: dict[Card, Card], order: Cards, shown: Card) -> Event:
    def changed(cards: Cards) -> Cards:
        return tuple(exchanged.get(card, card) for card in cards)

    match event:
        case Opened():
            return replace(event, seed=None)  # another order would follow from it
        case Shuffled(lots=(_, dealer)):
            return replace(event, deck=order, lots=(order.index(shown) - DEALT, dealer))
        case Dealt() | Drawn():
            return replace(event, hands=tuple(map(changed, event.hands)))
        case Discarded():
            return replace(event, cards=changed(event.cards))
        case _:
            return event
