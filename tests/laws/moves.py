"""Legal moves: equal from a seat and from the full state, complete, refused by clauses, and the
same in words.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product
from typing import Any, Final, Literal, cast, get_args, get_origin

import pytest

from domain.kernel.cards import Card, Cards
from domain.kernel.choices import choices, expanded
from domain.kernel.event import Event, Json, Seat
from domain.kernel.moves import IllegalMove, breaches, legal_moves, parse_move, say
from tests.laws.law import Happened, Laws, Walk
from tests.laws.play import Run, proposal, seat_of

MOVES: Final = Laws()
BY_FORCE: Final = 1 / 15
"""How often all moves are formed that a seat could say."""


@MOVES.of_positions
def some_seat_has_a_legal_move_until_the_deal_is_over(walk: Walk) -> None:
    run = walk.run
    turn = run.game.to_act(run.state)
    assert (turn is None) == run.over
    assert all(run.game.to_act(seen) == turn for seen in run.views.values())
    able = {seat for seat, moves in walk.legal if moves}
    assert not able if run.over else turn in able


@MOVES.of_positions
def legal_moves_are_the_same_from_above_break_no_clause_and_are_listed_once(walk: Walk) -> None:
    game, state = walk.run.game, walk.run.state
    for seat, moves in walk.legal:
        assert moves == legal_moves(game, state, seat)
        assert len(set(moves)) == len(moves)
        assert all(seat_of(move) == seat for move in moves)
        assert all(breaches(game, state, move) == () for move in moves)


@MOVES.of_positions
def proposals_are_judged_the_same_from_above_and_change_nothing_where_refused(walk: Walk) -> None:
    run, game = walk.run, walk.run.game
    listed = {key(move) for seat in run.seats for move in legal_moves(game, run.state, seat)}
    for _ in range(3):
        move = proposal(run, walk.chance)
        clauses = breaches(game, run.state, move)
        assert breaches(game, run.views[seat_of(move)], move) == clauses
        assert (key(move) in listed) == (clauses == ()), move
        meant = move.meant()
        assert parse_move(game, seat_of(move), say(move), any_card=True) == meant
        assert meant.meant() == meant
        if clauses:
            before = run.state, len(run.events), dict(run.views)
            with pytest.raises(IllegalMove) as refused:
                run.make(move)
            assert refused.value.clauses == clauses
            assert (run.state, len(run.events), run.views) == before


@MOVES.of_positions
def legal_moves_are_complete(walk: Walk) -> None:
    """By brute force: every move that can be formed with the cards of a hand."""
    run = walk.run
    if walk.chance.random() < BY_FORCE:
        for seat in run.seats:
            listed = {key(move) for move in legal_moves(run.game, run.state, seat)}
            every = sayable(run, seat)
            assert listed == {key(m) for m in every if not breaches(run.game, run.state, m)}


def key(move: Event) -> tuple[Any, ...]:
    """A key for a move that ignores the order of its cards."""
    values = (getattr(move, name) for name in move.KINDS)
    return (
        type(move),
        *(tuple(sorted(value)) if isinstance(value, tuple) else value for value in values),
    )


def sayable(run: Run, seat: Seat) -> Iterator[Event]:
    """Every move that a seat could form with its cards."""
    for kind in run.game.moves:
        names = [name for name, _, _ in kind.GIVEN]
        possible = [list(_values(hint, run.state.hands[seat])) for _, hint, _ in kind.GIVEN]
        for values in product(*possible):
            yield cast("Any", kind)(seat=seat, **dict(zip(names, values, strict=True)))


def _values(hint: Any, hand: Cards) -> Iterator[Any]:
    if hint == Cards:
        return chain.from_iterable(combinations(hand, size) for size in range(len(hand) + 1))
    if hint is Card:
        return iter(hand)
    if Card in get_args(hint):
        return iter((*hand, None))
    if get_origin(hint) is Literal:
        return iter(get_args(hint))
    return iter((False, True)) if hint is bool else iter(range(300))


# --- In words -----------------------------------------------------------------------------------


@MOVES.of_events
def a_move_in_words_is_the_move_again(happened: Happened) -> None:
    move, run = happened.event, happened.walk.run
    if move.MOVE is not None:
        words = json.loads(json.dumps(say(move)))
        assert parse_move(run.game, seat_of(move), words) == move
        assert move.meant() == move
        assert "seat" not in words
        assert say(happened.seen[seat_of(move)]) == say(move), "a player knows their own move"


@MOVES.of_positions
def choices_stand_for_exactly_the_legal_moves(walk: Walk) -> None:
    for _, moves in walk.legal:
        compact = choices(moves)
        assert _texts(each for one in compact for each in expanded(one)) == _texts(map(say, moves))
        assert len(compact) <= len(moves)


def _texts(moves: Iterable[dict[str, Json]]) -> list[str]:
    return sorted(json.dumps(move, sort_keys=True) for move in moves)
