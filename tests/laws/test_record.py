"""A genuine record passes the check; an altered one does not."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache, reduce
from itertools import cycle
from typing import Any, cast

from domain.judge.deal_rules import check, judge
from domain.kernel.cards import Card, Cards, Hands
from domain.kernel.deal import Opened, Revealed, SeedRevealed, Voided
from domain.kernel.event import Digest, Event
from domain.kernel.game import Game, settle, start
from domain.kernel.moves import breaches
from domain.kernel.progress import begin, evolve, progress_at
from tests.laws.play import (
    DEALS,
    Run,
    deals,
    every_game,
    fold_on,
    jointly_seeded_deal,
    played,
    proposal,
    sampled_positions,
    seat_of,
    seeded_deal,
    steps,
)
from tests.sampling import cases

CHECKED_ANEW = 50
"""The first moves, and each of these later: then the whole record is checked again."""
BOUND_BY_THE_SEED = ("deal", "game", "rules", "commitment", "seed", "commitments")
"""The fields of a deal's first event that the seeds protect. The store protects the rest."""


@every_game
def test_own_records_check_clean(game: Game[Any]) -> None:
    for run, chance in deals(game):
        assert check(game, played(run, chance).events) == ()


@every_game
def test_records_of_running_deals_check_clean(game: Game[Any]) -> None:
    for run, chance in deals(game, count=max(2, DEALS // 10)):
        for at, _ in enumerate(steps(run, chance)):
            if at < CHECKED_ANEW or at % CHECKED_ANEW == 0:
                assert check(game, run.events) == ()


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


@every_game
def test_a_record_that_stops_within_consequences_is_detected(game: Game[Any]) -> None:
    for run, chance in deals(game, count=5):
        before = len(run.events)
        for _ in steps(run, chance):
            for stop in range(before + 1, len(run.events)):
                assert check(game, run.events[:stop])
            before = len(run.events)


@every_game
def test_a_dropped_event_is_found(game: Game[Any]) -> None:
    """Otherwise nothing depended on that move, and the record belongs to another possible deal."""
    for events in _records(game):
        for at in sampled_positions(events[:-1]):
            dropped = events[:at] + events[at + 1 :]
            if not check(game, dropped):
                assert events[at].MOVE is not None, events[at]
                assert _is_what_follows(game, dropped), events[at]


@every_game
def test_two_events_swapped_are_found(game: Game[Any]) -> None:
    """Otherwise the moves were possible in the other order, too.

    This concerns moves of two players, two moves of one kind, and a move that ends the deal early.
    Two seats might also have shown their seeds in the other order.
    """
    for events in _records(game):
        for at in sampled_positions(events[:-1]):
            one, other = events[at], events[at + 1]
            swapped = [*events[:at], other, one, *events[at + 2 :]]
            if isinstance(one, SeedRevealed) and isinstance(other, SeedRevealed):
                assert check(game, swapped) == ()
            elif not check(game, swapped):
                assert one.MOVE is not None
                assert other.MOVE is not None
                early = one.EARLY or other.EARLY
                assert early or type(one) is type(other) or seat_of(one) != seat_of(other)
                assert _is_what_follows(game, swapped)


@every_game
def test_an_event_twice_is_found(game: Game[Any]) -> None:
    for events in _records(game):
        for at in sampled_positions(events):
            event = events[at]
            assert check(game, [*events[:at], event, *events[at:]]), event


@every_game
def test_an_event_inserted_is_found(game: Game[Any]) -> None:
    for n, events in enumerate(_records(game)):
        chance = random.Random(n)
        for at in (*sampled_positions(events), len(events)):
            foreign = chance.choice(events)
            altered = [*events[:at], foreign, *events[at:]]
            assert altered == events or check(game, altered), (at, foreign)


@every_game
def test_an_altered_field_is_found(game: Game[Any]) -> None:
    """Otherwise the altered move was legal too, and the record belongs to another possible deal."""
    missed = total = 0
    for n, events in enumerate(_records(game)):
        for at in sampled_positions(events):
            event = events[at]
            for altered in altered_events(event, game, random.Random(n)):
                total += 1
                record = [*events[:at], altered, *events[at + 1 :]]
                if not check(game, record):
                    missed += 1
                    assert event.MOVE is not None, altered
                    assert _is_what_follows(game, record), altered
    assert missed < total / 100


@every_game
def test_a_finding_names_the_event(game: Game[Any]) -> None:
    """If there is one: sometimes nothing depends on a player's announcement."""
    for n, events in enumerate(_records(game)):
        chance = random.Random(n)
        at = chance.randrange(2, len(events) - 1)
        found = check(game, [*events[:at], *events[at + 1 :]])
        if not found:
            assert events[at].MOVE is not None, "the record of another possible deal"
            continue
        assert [finding.position for finding in found] == [found[0].position]
        assert at + 1 <= found[0].position <= len(events)
        assert found[0].detail


@every_game
def test_an_illegal_move_in_a_record_is_found_with_its_clauses(game: Game[Any]) -> None:
    for run, chance in deals(game, count=cases(sample=3, full=5)):
        progress, folded = begin(game, run.opened), 1
        for _ in steps(run, chance):
            progress = reduce(evolve, run.events[folded:], progress)
            folded = len(run.events)
            move = proposal(run, chance)
            if clauses := breaches(game, run.state, move):
                finding = judge(progress, move)
                assert finding is not None
                assert (finding.position, finding.clauses) == (folded + 1, clauses)
        assert check(game, run.events) == ()


def _finished(run: Run, seed: int) -> list[Event]:
    """A whole record, from the commitment to the seed."""
    played(run, random.Random(seed))
    return [*run.events, Revealed(cast("Digest", run.opened.seed))]


@cache
def _records(game: Game[Any]) -> tuple[list[Event], ...]:
    kinds = cycle((seeded_deal, jointly_seeded_deal))
    seeds = range(max(2, DEALS // 12))
    return tuple(
        _finished(dealt(game, seed), seed) for seed, dealt in zip(seeds, kinds, strict=False)
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


def _is_what_follows(game: Game[Any], record: list[Event]) -> bool:
    """Whether the record consists exactly of its moves and their consequences."""
    deal = progress_at(game, record)
    events, state = start(game, deal.opened, cast("Any", deal.shuffled), shown=deal.shown)
    again = list(events)
    for move in (event for event in record if event.MOVE is not None):
        follow, state = settle(game, game.evolve(state, move))
        again += [move, *follow]
    return again == [event for event in record if not isinstance(event, Revealed)]


@every_game
def test_the_state_follows_from_the_record_alone(game: Game[Any]) -> None:
    for run, chance in deals(game, count=5):
        _folds_to_its_state(played(run, chance))


def _folds_to_its_state(run: Run) -> None:
    opened, *rest = run.events
    first = run.game.initial(cast("Opened", opened))
    assert fold_on(run.game, first, tuple(rest), "full") == run.state
