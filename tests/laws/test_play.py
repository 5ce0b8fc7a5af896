"""Every deal and every series ends; every variant, kind of move and event occurs on the way."""

import random
import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from domain.games import GAMES
from domain.judge.deal_rules import check
from domain.kernel.deal import Opened, Revealed, Shuffled, Terms
from domain.kernel.event import event_classes
from domain.kernel.game import Game, Score
from domain.kernel.options import options_of, parse_options
from tests.laws.play import (
    DEALS,
    POLICIES,
    Run,
    by_kind,
    commonest,
    deals,
    dealt_by_hand,
    every_game,
    played,
    random_deal,
    rarest,
    steps,
    terms,
)

LONGEST_SERIES = 500


def variants() -> Iterator[Any]:
    """Every variant of every option of every game, at every number of seats."""
    for game, seats in sizes():
        for option in options_of(game.options):
            at = option.at(seats)
            for value in at.values or (at.low, at.high):
                name = f"{game.key}-{seats}-{option.name}-{value}"
                is_longest = option.name == game.target and value == at.high
                marks = [pytest.mark.long] if is_longest else []
                yield pytest.param(game, seats, {option.name: value}, id=name, marks=marks)


def sizes() -> Iterator[tuple[Game[Any], int]]:
    """Every game with each of its numbers of seats."""
    return ((game, seats) for game in GAMES.values() for seats in game.seats)


@pytest.mark.parametrize(("game", "seats", "options"), list(variants()))
def test_every_variant_is_played(game: Game[Any], seats: int, options: dict[str, Any]) -> None:
    for seed in range(max(2, DEALS // 5)):
        chance = random.Random(seed)
        run = played(random_deal(game, chance, options=options, seats=seats), chance)
        assert check(game, run.events) == ()


@pytest.mark.parametrize(("game", "seats", "options"), list(variants()))
def test_a_series_ends(game: Game[Any], seats: int, options: dict[str, Any]) -> None:
    chance = random.Random(1)
    score: Score = game.opening_score(parse_options(game.options, options, seats=seats), seats)
    on = terms(game, options, seats=seats)
    for _, policy in zip(range(LONGEST_SERIES), cycle((by_kind, rarest, commonest)), strict=False):
        assert score.ranks == ()
        assert score.winner is None
        run = played(_next(game, score, on, chance), chance, policy)
        score = game.tally(score, game.outcome(run.state))
        if score.ranks:
            break
    assert len(score.points) == len(score.titles) == len(game.sides(seats)) == len(score.ranks)
    assert score.ranks == tuple(1 + sum(o < rank for o in score.ranks) for rank in score.ranks)
    first = [side for side, rank in enumerate(score.ranks) if rank == 1]
    assert score.winner == (first[0] if len(first) == 1 else None)


def _next(game: Game[Any], score: Score, first: Terms, chance: random.Random) -> Run:
    """The next deal of a series, with dealer and leader from the score."""
    on = first._replace(dealer=score.dealer, leader=score.leader)
    deck = tuple(chance.sample(game.pack, len(game.pack)))
    lots = tuple(chance.randrange(lot.below) for lot in game.lots(on.seats))
    return Run(game, *dealt_by_hand(deck, lots=lots, on=on))


@every_game
def test_every_kind_of_move_and_of_event_is_met(game: Game[Any]) -> None:
    many = deals(game, count=max(60, DEALS))
    met = {type(event) for run, chance in many for event in played(run, chance).events}
    own = {kind for kind in event_classes() if kind.TYPE.startswith(f"{game.key}.")}
    assert set(game.moves) <= own
    assert met == own | {Opened, Shuffled}
    assert Revealed not in met


@every_game
def test_rare_kinds_of_moves_come_up_under_the_policies_that_want_them(game: Game[Any]) -> None:
    """The other laws are worth something: all kinds of moves are made out of turn and in turn."""
    made: set[str] = set()
    for policy in ("rarest", "commonest"):
        for run, chance in deals(game, count=max(20, DEALS)):
            made.update(str(move.MOVE) for move in steps(run, chance, POLICIES[policy]))
    assert made == {kind.MOVE for kind in game.moves}


@every_game
def test_sides_are_the_seats(game: Game[Any]) -> None:
    for count in game.seats:
        assert sorted(seat for side in game.sides(count) for seat in side) == list(range(count))


@every_game
def test_labels_of_lots_begin_as_the_recipe_says_and_are_different(game: Game[Any]) -> None:
    for count in game.seats:
        labels = [lot.label for lot in game.lots(count)]
        assert len(set(labels)) == len(labels)
        assert all(re.fullmatch(r"fairdeal/1/[a-z_]+", label) for label in labels)


@every_game
def test_the_target_is_an_option(game: Game[Any]) -> None:
    assert game.target in {option.name for option in options_of(game.options)}
