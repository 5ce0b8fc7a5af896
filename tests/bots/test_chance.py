import os
import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest

from domain.games.goat.model import Discarded, Led
from domain.kernel.cards import Card
from domain.kernel.chance import chance, pick

LEGAL = (Led(2, (Card("7C"), Card("JC"))), Led(2, (Card("7C"),)), Discarded(2, (Card("JC"),)))


def test_the_numbers_are_the_same_on_every_machine() -> None:
    numbers = chance(b"seed", seat=2, legal=LEGAL)
    assert list(islice(numbers, 3)) == [3269916002, 1232592242, 2300767659]


def test_seed_seat_and_moves_count_and_the_order_of_the_moves_does_not() -> None:
    firsts = {
        next(chance(seed, seat=seat, legal=legal))
        for seed in (b"a", b"b")
        for seat in (0, 1)
        for legal in (LEGAL, LEGAL[:2], LEGAL[::-1])
    }
    assert len(firsts) == 8


def test_pick_is_even_and_does_not_mind_the_order() -> None:
    numbers = chance(b"even", seat=2, legal=LEGAL)
    choice = (*LEGAL, None)
    counts = Counter(pick(choice, numbers) for _ in range(4000))
    assert all(900 < counts[move] < 1100 for move in choice)
    assert pick(choice, iter((6,))) == pick(choice[::-1], iter((6,)))


def test_the_only_move_costs_no_chance() -> None:
    assert pick(LEGAL[:1], iter(())) == LEGAL[0]


@pytest.mark.long
def test_no_move_depends_on_the_order_of_hashes() -> None:
    program = (
        "from itertools import islice\n"
        "from tests.bots.decisions import CASES, decisions\n"
        "for key, level, options in CASES:\n"
        "    if not options:\n"
        "        for each in islice(decisions(key, level, {}, 1), 50): print(each.answer)\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(printed) == 1


def test_the_number_of_events_gives_other_numbers_to_those_that_count_it() -> None:
    firsts = {next(chance(b"a", seat=2, legal=LEGAL, events=at)) for at in (None, 0, 1, 2)}
    assert len(firsts) == 4
