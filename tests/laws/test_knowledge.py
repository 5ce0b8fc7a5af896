"""Nobody learns what he may not know: from a view, an event, a refusal, or what follows."""

import json
import random
from dataclasses import fields, replace
from typing import Any, cast

import pytest

from domain.cards import UNKNOWN, Card
from domain.deal import Shuffled
from domain.event import (
    EACH,
    EVERYONE,
    FULL,
    PUBLIC,
    Audience,
    Event,
    Observer,
    redact,
    to_json,
)
from domain.game import Game, IllegalMove, breaches, legal_moves, view
from domain.openings import received
from tests.laws.play import (
    CARDS,
    DEALS,
    Run,
    by_kind,
    deals,
    every_game,
    named,
    played,
    proposal,
    seat_of,
    steps,
)


@every_game
def test_a_view_is_a_fold_of_redacted_events(game: Game[Any]) -> None:
    for run, chance in deals(game, count=max(2, DEALS // 6)):
        for _ in steps(run, chance):
            for observer, seen in run.views.items():
                assert seen == view(game, run.events, observer)


@every_game
def test_the_full_view_is_the_state(game: Game[Any]) -> None:
    for run, chance in deals(game):
        assert played(run, chance).views[FULL] == run.state


@every_game
def test_a_view_agrees_with_the_full_state(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for _ in steps(run, chance):
            for seen in run.views.values():
                _agree(seen, run.state)


def _agree(seen: Any, full: Any) -> None:
    """Known things are the same, hidden cards are as many, other hidden things are absent."""
    if seen is None or seen == full:
        return
    assert type(seen) is type(full)
    if isinstance(seen, tuple) and hasattr(seen, "_fields"):
        for name in seen._fields:
            _agree(getattr(seen, name), getattr(full, name))
        return
    assert isinstance(seen, tuple), f"{seen} instead of {full}"
    assert len(seen) == len(full)
    if UNKNOWN in seen:
        known = [card for card in seen if card != UNKNOWN]
        assert len(set(known)) == len(known)
        assert set(known) <= set(full)
        return
    for mine, theirs in zip(seen, full, strict=True):
        _agree(mine, theirs)


@every_game
def test_a_seat_knows_its_own_hand(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for _ in steps(run, chance):
            assert all(run.views[seat].hands[seat] == run.state.hands[seat] for seat in run.seats)


@every_game
def test_a_redacted_event_names_only_what_its_observer_may_know(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for event in played(run, chance).events:
            for observer in (PUBLIC, *run.seats):
                assert named(redact(event, observer)) == _may_know(event, observer)


def _may_know(event: Event, observer: Observer) -> frozenset[str]:
    """The cards of an event that are for an observer, read off its declaration."""
    cards: frozenset[str] = frozenset()
    for each in fields(cast("Any", event)):
        audience: Audience | str = each.metadata.get("audience", EVERYONE)
        value = getattr(event, each.name)
        if audience is EACH:
            cards |= named(value[observer]) if isinstance(observer, int) else frozenset()
        elif audience is EVERYONE or (
            not isinstance(audience, Audience) and getattr(event, audience) == observer
        ):
            cards |= named(value)
    return cards


@every_game
def test_a_view_names_only_what_was_shown(game: Game[Any]) -> None:
    for run, chance in deals(game):
        shown: dict[Observer, frozenset[str]] = dict.fromkeys(run.views, frozenset())
        told = 0
        for _ in steps(run, chance):
            for observer, seen in run.views.items():
                for event in run.events[told:]:
                    shown[observer] |= named(redact(event, observer))
                assert named(seen) <= shown[observer]
            told = len(run.events)


@every_game
def test_the_text_of_a_view_holds_no_other_card(game: Game[Any]) -> None:
    """The same by a search in the text, as somebody would who reads what a client got."""
    for run, chance in deals(game, count=max(2, DEALS // 6)):
        for _ in steps(run, chance):
            for seat in run.seats:
                record = json.dumps([to_json(redact(event, seat)) for event in run.events])
                text = json.dumps(to_json(run.views[seat]))
                secret = {card for card in CARDS if card not in record}
                assert not [card for card in secret if card in text]


@every_game
def test_a_refusal_names_no_card_but_the_movers(game: Game[Any]) -> None:
    for run, chance in deals(game, count=max(2, DEALS // 6)):
        for _ in steps(run, chance):
            move = proposal(run, chance)
            clauses = breaches(game, run.views[seat_of(move)], move)
            text = f"{IllegalMove(move, clauses)} {clauses}"
            assert not [card for card in CARDS if card in text]


@every_game
def test_what_a_seat_can_not_know_changes_nothing_for_it(game: Game[Any]) -> None:
    """Deal the cards anew that a seat has not seen: its record and its refusals stay the same."""
    tried = compared = 0
    for run, chance in deals(game):
        stop = chance.randrange(1, 60)
        for count, _ in enumerate(steps(run, chance), start=1):
            if count == stop:
                break
        for seat in run.seats if not run.over else ():
            tried += 1
            if (other := redealt(run, seat, chance)) is not None:
                compared += 1
                _compare(run, other, seat, chance)
    assert compared > tried / 4, "too few of the deals could be dealt anew"
    assert compared > DEALS / 4


def redealt(run: Run, seat: int, chance: random.Random) -> Run | None:
    """The same deal with the cards permuted that this seat has not seen.

    None: the cards that all saw could not have been played so, or the table would have shown all
    another card before the first move. What follows from a card that is shown may tell of hands.
    """
    seen = frozenset[str]().union(*(named(redact(event, seat)) for event in run.events))
    hidden = [card for card in run.game.pack if card not in seen]
    swapped = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    shuffled = cast("Shuffled", run.events[1])
    other = Run(run.game, run.opened, renamed(shuffled, swapped))
    if shown_to_all(other.events) != shown_to_all(run.events[: len(other.events)]):
        return None
    for move in (event for event in run.events if event.MOVE is not None):
        try:
            other.make(renamed(move, swapped))
        except IllegalMove:
            return None
    return other


def shown_to_all(events: list[Event]) -> frozenset[str]:
    """The cards that everybody saw."""
    return frozenset[str]().union(*(named(redact(event, PUBLIC)) for event in events))


def renamed(event: Any, names: dict[Card, Card]) -> Any:
    """The event with other cards."""
    return replace(
        event, **{each.name: _renamed(getattr(event, each.name), names) for each in fields(event)}
    )


def _renamed(value: Any, names: dict[Card, Card]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(item, names) for item in value)
    return names.get(value, value)


def _compare(run: Run, other: Run, seat: int, chance: random.Random) -> None:
    assert [redact(event, seat) for event in run.events] == [
        redact(event, seat) for event in other.events
    ]
    assert run.views[seat] == other.views[seat]
    assert proved(run, seat) == proved(other, seat)
    assert legal_moves(run.game, run.state, seat) == legal_moves(run.game, other.state, seat)
    for _ in range(10):
        move = proposal(run, chance, seat=seat)
        assert breaches(run.game, run.state, move) == breaches(run.game, other.state, move)


def proved(run: Run, seat: int) -> dict[str, int]:
    """The cards that a seat may have proved to it, and where they lay in the pack."""
    deck = cast("Shuffled", run.events[1]).deck
    return {card: deck.index(card) for card in received(run.events, seat)}


@every_game
def test_a_seat_is_proved_cards_that_came_to_it_alone(game: Game[Any]) -> None:
    for run, chance in deals(game, count=max(2, DEALS // 6)):
        for _ in steps(run, chance):
            each = [set(proved(run, seat)) for seat in run.seats]
            assert sum(map(len, each)) == len(set().union(*each)), "no card comes to two"
            for seat, own in enumerate(each):
                assert own <= frozenset().union(
                    *(named(redact(event, seat)) for event in run.events)
                )


@every_game
@pytest.mark.parametrize("observer", [PUBLIC, 0, 1])
def test_the_numbering_has_no_gaps(game: Game[Any], observer: Observer) -> None:
    """Every observer is told of every event: a gap would tell that something was hidden."""
    for run, chance in deals(game, count=3):
        events = played(run, chance, by_kind).events
        assert [redact(event, observer).TYPE for event in events] == [e.TYPE for e in events]
