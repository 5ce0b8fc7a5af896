"""Legal moves: equal from a seat and from the full state, complete, and refused by clauses."""

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Any, Literal, cast, get_args, get_origin

from domain.kernel.cards import Card, Cards
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game, breaches, legal_moves
from domain.kernel.moves import move_fields
from tests.laws.play import DEALS, POLICIES, Run, deals, every_game, proposal, seat_of, steps


@every_game
def test_legal_moves_are_the_same_from_the_seat_and_from_above(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for _ in steps(run, chance):
            for seat in run.seats:
                seen = legal_moves(game, run.views[seat], seat)
                assert seen == legal_moves(game, run.state, seat)


@every_game
def test_refusals_are_the_same_from_the_seat_and_from_above(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for _ in steps(run, chance):
            for _ in range(3):
                move = proposal(run, chance)
                seen = breaches(game, run.views[seat_of(move)], move)
                assert seen == breaches(game, run.state, move)


@every_game
def test_legal_moves_break_no_clause_and_are_listed_once(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for _ in steps(run, chance):
            for seat in run.seats:
                moves = legal_moves(game, run.state, seat)
                assert len(set(moves)) == len(moves)
                assert all(seat_of(move) == seat for move in moves)
                assert all(breaches(game, run.state, move) == () for move in moves)


@every_game
def test_a_proposal_is_legal_exactly_when_it_is_listed(game: Game[Any]) -> None:
    for run, chance in deals(game):
        for _ in steps(run, chance):
            listed = {
                key(move) for seat in run.seats for move in legal_moves(game, run.state, seat)
            }
            for _ in range(3):
                move = proposal(run, chance)
                assert (key(move) in listed) == (breaches(game, run.state, move) == ())


@every_game
def test_legal_moves_are_complete(game: Game[Any]) -> None:
    """By brute force: every move that can be formed with the cards of a hand."""
    for run, chance in deals(game, count=max(2, DEALS // 10)):
        for _ in steps(run, chance):
            for seat in run.seats:
                listed = {key(move) for move in legal_moves(game, run.state, seat)}
                legal = {
                    key(move)
                    for move in sayable(run, seat)
                    if breaches(game, run.state, move) == ()
                }
                assert listed == legal


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
        names = [name for name, _, _ in move_fields(kind)]
        choices = [list(_values(hint, run.state.hands[seat])) for _, hint, _ in move_fields(kind)]
        for values in product(*choices):
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


@every_game
def test_rare_kinds_of_moves_come_up_under_the_policies_that_want_them(game: Game[Any]) -> None:
    """The other laws are worth something: all kinds of moves are made out of turn and in turn."""
    made: set[str] = set()
    for policy in ("rarest", "commonest"):
        for run, chance in deals(game, count=max(20, DEALS)):
            made.update(str(move.MOVE) for move in steps(run, chance, POLICIES[policy]))
    assert made == {kind.MOVE for kind in game.moves}
