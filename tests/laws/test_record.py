"""An altered record does not pass the check; `records.py` has the laws about genuine ones."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import accumulate, cycle
from typing import Any, NamedTuple, cast

from domain.judge.deal_rules import check, judge, unfinished
from domain.kernel.cards import Card, Cards, Hands
from domain.kernel.deal import Opened, Revealed, SeedRevealed, Voided
from domain.kernel.event import Digest, Event
from domain.kernel.game import Game, settle, start
from domain.kernel.progress import Progress, begin, evolve, progress_at
from tests.laws.play import (
    DEALS,
    Run,
    every_game,
    jointly_seeded_deal,
    played,
    sampled_positions,
    seat_of,
    seeded_deal,
)

BOUND_BY_THE_SEED = ("deal", "game", "rules", "commitment", "seed", "commitments")
"""The fields of a deal's first event that the seeds protect. The store protects the rest."""


@every_game
def test_records_of_a_seeded_deal_check_clean(game: Game[Any]) -> None:
    for seed in range(5):
        assert check(game, _finished(seeded_deal(game, seed), seed)) == ()
        whole = _finished(jointly_seeded_deal(game, seed), seed)
        assert check(game, whole) == ()
        assert all(check(game, whole[:stop]) == () for stop in (1, 2)), "while seeds are owed"


@every_game
def test_a_voided_record_checks_clean(game: Game[Any]) -> None:
    opened = jointly_seeded_deal(game, 1).opened
    revealed = Revealed(cast("Digest", opened.seed))
    assert check(game, [opened, Voided(opened.adding), revealed]) == ()
    assert check(game, [opened, Voided(opened.adding[1:]), revealed])


class Genuine(NamedTuple):
    """A record that checks clean, and the deal before each of its events but the first."""

    events: list[Event]
    before: list[Progress | None]

    def is_refused(self, at: int, rest: list[Event]) -> bool:
        """Whether the record is refused if these events stand from there on."""
        deal = self.before[at]
        if deal is None:
            return bool(check(cast("Progress", self.before[-1]).game, rest))
        for event in rest:
            if judge(deal, event) is not None:
                return True
            deal = evolve(deal, event)
        return unfinished(deal) is not None

    def is_of_another_deal(self, at: int, rest: list[Event]) -> bool:
        """Whether the record consists exactly of its moves and their consequences."""
        game, record = cast("Progress", self.before[-1]).game, [*self.events[:at], *rest]
        deal = progress_at(game, record)
        events, state = start(game, deal.opened, cast("Any", deal.shuffled), shown=deal.shown)
        again = list(events)
        for move in (event for event in record if event.MOVE is not None):
            follow, state = settle(game, game.evolve(state, move))
            again += [move, *follow]
        return again == [event for event in record if not isinstance(event, Revealed)]


@every_game
def test_a_dropped_event_is_found(game: Game[Any]) -> None:
    """Otherwise nothing depended on that move, and the record belongs to another possible deal."""
    for genuine in _records(game):
        events = genuine.events
        for at in sampled_positions(events[:-1]):
            rest = events[at + 1 :]
            if not genuine.is_refused(at, rest):
                assert events[at].MOVE is not None, events[at]
                assert genuine.is_of_another_deal(at, rest), events[at]


@every_game
def test_two_events_swapped_are_found(game: Game[Any]) -> None:
    """Otherwise the moves were possible in the other order, too.

    This concerns moves of two players, two moves of one kind, and a move that ends the deal early.
    Two seats might also have shown their seeds in the other order.
    """
    for genuine in _records(game):
        events = genuine.events
        for at in sampled_positions(events[:-1]):
            one, other = events[at], events[at + 1]
            swapped = [other, one, *events[at + 2 :]]
            if isinstance(one, SeedRevealed) and isinstance(other, SeedRevealed):
                assert not genuine.is_refused(at, swapped)
            elif not genuine.is_refused(at, swapped):
                assert one.MOVE is not None
                assert other.MOVE is not None
                early = one.EARLY or other.EARLY
                assert early or type(one) is type(other) or seat_of(one) != seat_of(other)
                assert genuine.is_of_another_deal(at, swapped)


@every_game
def test_an_event_twice_or_inserted_is_found(game: Game[Any]) -> None:
    for n, genuine in enumerate(_records(game)):
        chance, events = random.Random(n), genuine.events
        for at in (*sampled_positions(events), len(events)):
            rest, foreign = events[at:], chance.choice(events)
            assert not rest or genuine.is_refused(at, [rest[0], *rest]), rest[0]
            inserted = [foreign, *rest]
            assert inserted[:-1] == rest or genuine.is_refused(at, inserted), (at, foreign)


@every_game
def test_an_altered_field_is_found(game: Game[Any]) -> None:
    """Otherwise the altered move was legal too, and the record belongs to another possible deal."""
    missed = total = 0
    for n, genuine in enumerate(_records(game)):
        events = genuine.events
        for at in sampled_positions(events):
            for altered in altered_events(events[at], game, random.Random(n)):
                total += 1
                rest = [altered, *events[at + 1 :]]
                if not genuine.is_refused(at, rest):
                    missed += 1
                    assert events[at].MOVE is not None, altered
                    assert genuine.is_of_another_deal(at, rest), altered
    assert missed < total / 100


@every_game
def test_a_finding_names_the_event(game: Game[Any]) -> None:
    """If there is one: sometimes nothing depends on a player's announcement."""
    for n, (events, _) in enumerate(_records(game)):
        at = random.Random(n).randrange(2, len(events) - 1)
        found = check(game, [*events[:at], *events[at + 1 :]])
        if not found:
            assert events[at].MOVE is not None, "the record of another possible deal"
            continue
        assert [finding.position for finding in found] == [found[0].position]
        assert at + 1 <= found[0].position <= len(events)
        assert found[0].detail


def _finished(run: Run, seed: int) -> list[Event]:
    """A whole record, from the commitment to the seed."""
    played(run, random.Random(seed))
    return [*run.events, Revealed(cast("Digest", run.opened.seed))]


@cache
def _records(game: Game[Any]) -> tuple[Genuine, ...]:
    kinds = cycle((seeded_deal, jointly_seeded_deal))
    seeds = range(max(2, DEALS // 12))
    records = [
        _finished(dealt(game, seed), seed) for seed, dealt in zip(seeds, kinds, strict=False)
    ]
    return tuple(
        Genuine(
            events,
            [None, *accumulate(events[1:], evolve, initial=begin(game, cast("Opened", events[0])))],
        )
        for events in records
    )


def altered_events(event: Event, game: Game[Any], chance: random.Random) -> Iterator[Event]:
    """The event with one field altered, for every field that the rules protect."""
    for each in fields(cast("Any", event)):
        if isinstance(event, Opened) and each.name not in BOUND_BY_THE_SEED:
            continue
        value, hint = getattr(event, each.name), event.KINDS[each.name]
        others = (other for other in _altered(value, hint, game, chance) if other != value)
        for other in others:
            yield replace(cast("Any", event), **{each.name: other})


def _altered(value: Any, hint: Any, game: Game[Any], chance: random.Random) -> Iterator[Any]:
    if hint == Cards:
        yield from altered_cards(value, game, chance)
    elif hint == Hands:
        for seat, hand in enumerate(value):
            for other in altered_cards(hand, game, chance):
                yield (*value[:seat], other, *value[seat + 1 :])
    elif hint is Card:
        yield chance.choice([card for card in game.pack if card != value])
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, str):
        yield ("1" if value[:1] == "0" else "0") + value[1:]
    elif isinstance(value, tuple) and value:
        yield (value[0] + 1, *value[1:]) if isinstance(value[0], int) else value[1:]


def altered_cards(cards: Cards, game: Game[Any], chance: random.Random) -> Iterator[Cards]:
    """One card too few, too many, a duplicate, and another one."""
    yield cards[1:]
    others = [card for card in game.pack if card not in cards]
    if others:
        yield (*cards, chance.choice(others))
        yield (chance.choice(others), *cards[1:])
    yield cards + cards[:1]
