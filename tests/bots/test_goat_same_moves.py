"""The medium bot of Goat decides as it was first written, and by as many random numbers."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from domain.games.goat import GOAT, bot
from domain.games.goat.model import Lay, Options, Pulled
from domain.kernel.event import Event
from domain.kernel.moves import legal_moves
from domain.kernel.options import options_of
from domain.kernel.policy import Numbers, Sight
from tests.bots import goat_medium_plainly as plainly
from tests.laws.play import Run, by_kind, commonest, lasting, random_deal
from tests.sampling import cases

DEALS: Final = cases(sample=40, full=1500)
VALUES: Final = [
    [(option.name, value) for value in option.values]
    for option in options_of(Options)
    if option.values
]


def sights(run: Run) -> Iterator[Sight]:
    """The sight of each seat that may move."""
    for seat in run.seats:
        view = run.views[seat]
        if legal := legal_moves(GOAT, view, seat):
            yield Sight(seat, (), view, legal, may_wait=GOAT.to_act(view) != seat, budget=0)


def numbers(seed: int) -> tuple[Numbers, list[int]]:
    """Random numbers, and the numbers that were taken."""
    chance, taken = Random(seed), list[int]()

    def endless() -> Numbers:
        while True:
            taken.append(chance.getrandbits(32))
            yield taken[-1]

    return endless(), taken


def test_every_decision_is_the_same() -> None:
    chance, seen = Random(3), Counter[str]()
    tables = [dict(chosen) for chosen in product(*VALUES)]
    for number in range(DEALS):
        run = random_deal(GOAT, chance, options=tables[number % len(tables)])
        while not run.over:
            best: list[Event] = []
            for sight in sights(run):
                (mine, taken), (theirs, also) = numbers(number), numbers(number)
                due = plainly.choose(sight, theirs)
                assert bot.choose(sight, mine) == due
                assert taken == also
                seen[type(due).__name__] += 1
                seen["waits"] += sight.may_wait
                seen["by chance"] += bool(taken)
                best += [due] if due is not None else []
            other = (by_kind, commonest)[number % 2](chance, lasting(run.kinds()))
            run.make(best[0] if best and chance.random() < 2 / 3 else other)
    assert {each.__name__ for each in Lay.__args__} <= seen.keys()
    assert min(seen["waits"], seen["by chance"], seen[Pulled.__name__]) >= DEALS // 20, seen


def test_every_value_is_the_same() -> None:
    """Not only the best move: the value of each, so that no near tie hides a difference."""
    chance = Random(4)
    for _ in range(DEALS // 2):
        run = random_deal(GOAT, chance)
        while not run.over:
            for sight in sights(run):
                mine = bot.Mind(sight.seat, sight.view)
                theirs = plainly.Mind(sight.seat, sight.view)
                assert mine.worth(mine.trick) == theirs.worth(sight.view)
                for move in sight.legal:
                    after = GOAT.evolve(sight.view, move)
                    assert mine.worth(mine.after(move)) == theirs.worth(after)  # type: ignore[arg-type]
                for card in sight.view.hands[sight.seat]:
                    assert mine.keep(card) == theirs.keep(card)
            run.make(by_kind(chance, lasting(run.kinds())))
