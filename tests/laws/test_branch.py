"""Branches: the same deal up to an event, or one that a seat cannot distinguish from it."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any, cast

from bots.worlds import worlds
from domain.fairness.shuffle import stream
from domain.judge.deal_rules import check
from domain.kernel import branch as kernel
from domain.kernel.branch import begun_as, played_again
from domain.kernel.deal import Opened, Shuffled, is_by_hand, shuffle_at
from domain.kernel.event import redact
from domain.kernel.game import Game, fold, settle
from tests.laws.play import (
    DEALS,
    Run,
    deals,
    every_game,
    jointly_seeded_deal,
    named,
    played,
    seeded_deal,
    terms,
)

TRIES = 2_000


def branch_of(run: Run) -> Opened:
    return begun_as(run.opened, terms(run.game, run.opened.options, seats=run.opened.seats))


def positions(run: Run, chance: random.Random) -> list[int]:
    count = len(run.events)
    return sorted({1, 2, 3, count - 1, *(chance.randrange(1, count) for _ in range(3))})


@every_game
def test_with_the_true_cards_it_begins_with_the_very_events(game: Game[Any]) -> None:
    for run, chance in deals(game, count=max(3, DEALS // 6)):
        played(run, chance)
        for at in positions(run, chance):
            begun = played_again(game, run.events, at=at, opened=branch_of(run))
            assert list(begun.events[2:at]) == run.events[2:at]
            assert begun.state == settle(game, fold(game, run.events[: max(at, 2)]))[1]
            assert check(game, begun.events) == ()


@every_game
def test_of_a_deal_with_seeds_of_seats_it_begins_with_the_shuffle(game: Game[Any]) -> None:
    run = played(jointly_seeded_deal(game, 7), random.Random(7))
    shuffle, last = shuffle_at(run.events), len(run.events) - 1
    assert shuffle == 4
    for at in (1, shuffle, shuffle + 1, last):
        begun = played_again(game, run.events, at=at, opened=branch_of(run))
        other = anew(run, at, 0, random.Random(1))
        assert list(begun.events[2:])[: max(0, at - shuffle)] == run.events[shuffle:at]
        shown = [redact(event, 0) for event in run.events[shuffle:at]]
        assert [redact(event, 0) for event in other.events[2:]][: len(shown)] == shown
        assert check(game, begun.events) == check(game, other.events) == ()


@every_game
def test_its_deck_follows_from_no_seed_and_it_says_so(game: Game[Any]) -> None:
    run = played(seeded_deal(game, 7), random.Random(7))
    begun = played_again(game, run.events, at=5, opened=branch_of(run))
    opened, shuffled = cast("tuple[Opened, Shuffled]", begun.events[:2])
    assert not is_by_hand(run.opened)
    assert is_by_hand(opened)
    assert shuffled.deck == cast("Shuffled", run.events[1]).deck
    assert shuffled.root != cast("Shuffled", run.events[1]).root
    assert check(game, begun.events) == ()
    pretended = (replace(opened, seed=run.opened.seed), *begun.events[1:])
    assert check(game, pretended)


@every_game
def test_a_redealt_deal_looks_the_same_to_the_seat(game: Game[Any]) -> None:
    fitted: Counter[bool] = Counter()
    for run, chance in deals(game, count=max(3, DEALS // 6)):
        played(run, chance)
        for at in positions(run, chance):
            for seat in run.seats:
                begun = anew(run, at, seat, chance)
                fitted[begun is not None] += 1
                if begun is not None:
                    _compare(run, begun, at, seat)
    assert fitted[True] > 9 * fitted[False]


def anew(run: Run, at: int, seat: int, chance: random.Random, *, tries: int = TRIES) -> Any:
    last = max(at, shuffle_at(run.events))
    shown = [redact(event, seat) for event in run.events[:last]]
    numbers = stream(chance.randbytes(32), "branch")
    opened = branch_of(run)
    found = worlds(run.game, shown, seat=seat, numbers=numbers, opened=opened, tries=tries)
    return next(found, None)


def _compare(run: Run, begun: Any, at: int, seat: int) -> None:
    seen = [redact(event, seat) for event in run.events[2:at]]
    assert [redact(event, seat) for event in begun.events[2:at]] == seen
    assert check(run.game, begun.events) == ()
    assert begun.state == fold(run.game, begun.events)
    assert named(begun.state) == set(run.game.pack)


@every_game
def test_unseen_cards_may_be_anywhere(game: Game[Any]) -> None:
    run = played(seeded_deal(game, 3), random.Random(3))
    chance = random.Random(1)
    deck = cast("Shuffled", run.events[1]).deck
    seen = frozenset[str]().union(*(named(redact(event, 0)) for event in run.events[2:3]))
    own = getattr(run.events[2], "hands", [()])[0]
    positions: dict[int, set[str]] = {}
    for _ in range(60):
        begun = anew(run, 3, 0, chance)
        assert begun is not None
        for place, card in enumerate(begun.events[1].deck):
            positions.setdefault(place, set()).add(card)
    for place, card in enumerate(deck):
        if card in own or card not in seen:  # others were seen, but not where they lay
            assert (len(positions[place]) == 1) == (card in own)


@every_game
def test_where_nothing_fits_none_is_found(game: Game[Any]) -> None:
    run = played(seeded_deal(game, 5), random.Random(5))
    assert anew(run, 3, 0, random.Random(1), tries=0) is None


@every_game
def test_a_deal_that_the_seat_was_not_shown_or_cannot_be_played_is_none(game: Game[Any]) -> None:
    run = played(seeded_deal(game, 3), random.Random(3))
    shown = [redact(event, 0) for event in run.events[2:]]

    def made(moves: list[Any]) -> Any:
        return kernel.played(game, branch_of(run), kernel.unsealed(run.events), moves)

    moves = list(kernel.moves_of(run.events))
    assert kernel.as_shown(made(moves), shown, 0) is not None
    assert kernel.as_shown(made(moves), shown[1:], 0) is None
    assert kernel.as_shown(made(moves[::-1]), (), 0) is None
