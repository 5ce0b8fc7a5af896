"""Hypothesis plays: it chooses deck, options and moves, and shrinks counterexamples."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.judge.deal_rules import check
from domain.kernel.event import FULL, redact
from domain.kernel.game import Game, view
from domain.kernel.moves import breaches, legal_moves
from domain.kernel.options import Option, options_of
from tests.laws.play import LONGEST, Run, dealt_by_hand, every_game, lasting, named, seat_of, terms
from tests.sampling import cases


@st.composite
def runs(draw: st.DrawFn, game: Game[Any]) -> Run:
    """A deal of any pack under any options; often almost sorted, so that suits lie together."""
    deck = list(game.pack)
    for one, other in draw(st.lists(_pairs(len(deck)), max_size=60)):
        deck[one], deck[other] = deck[other], deck[one]
    if draw(st.booleans()):
        size = len(deck) // 4
        deck = [deck[at % 4 * size + at // 4] for at in range(4 * size)] + deck[4 * size :]
    seats = draw(st.sampled_from(game.seats))
    options = {option.name: draw(_values(option.at(seats))) for option in options_of(game.options)}
    on = terms(game, options, seats=seats)
    lots = tuple(draw(st.integers(0, lot.below - 1)) for lot in game.lots(seats))
    return Run(game, *dealt_by_hand(tuple(deck), lots=lots, on=on))


def _values(option: Option) -> st.SearchStrategy[Any]:
    if option.values:
        return st.sampled_from(option.values)
    return st.integers(option.low // option.step, option.high // option.step).map(
        lambda times: times * option.step
    )


def _pairs(size: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))


FOLDED_ANEW = 50
"""The first events, and each of these later: then the whole record is folded anew."""


@every_game
@settings(max_examples=cases(sample=15, full=40))
@given(data=st.data())
def test_any_deal_keeps_the_laws(game: Game[Any], data: st.DataObject) -> None:
    run = data.draw(runs(game))
    shown = Shown(run)
    for _ in range(LONGEST):
        if run.over:
            break
        kinds = run.kinds()
        if lasting(kinds) != kinds and data.draw(st.integers(0, 29)):
            kinds = lasting(kinds)
        kind = data.draw(st.sampled_from(sorted(kinds)))
        move = data.draw(st.sampled_from(kinds[kind]))
        assert breaches(game, run.state, move) == ()
        run.make(move)
        _keeps_the_laws(run, seat_of(move), shown)
    assert run.over
    assert check(game, run.events) == ()


class Shown:
    """The cards that each seat has been shown, as far as requested."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.cards = dict.fromkeys(run.seats, frozenset[str]())
        self.seen_up_to = dict.fromkeys(run.seats, 0)

    def to(self, seat: int) -> frozenset[str]:
        new = self.run.events[self.seen_up_to[seat] :]
        self.cards[seat] = self.cards[seat].union(*(named(redact(event, seat)) for event in new))
        self.seen_up_to[seat] = len(self.run.events)
        return self.cards[seat]


def _keeps_the_laws(run: Run, seat: int, shown: Shown) -> None:
    assert named(run.state) == set(run.game.pack)
    assert run.views[FULL] == run.state
    if len(run.events) < FOLDED_ANEW or len(run.events) % FOLDED_ANEW == 0:
        assert run.views[seat] == view(run.game, run.events, seat)
    assert run.views[seat].hands[seat] == run.state.hands[seat]
    assert legal_moves(run.game, run.views[seat], seat) == legal_moves(run.game, run.state, seat)
    assert named(run.views[seat]) <= shown.to(seat)
