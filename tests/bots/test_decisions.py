"""Every policy of every game, released or not, under all options: its decisions are golden, legal,
and depend on nothing that its seat was not shown.
"""

from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, cast

import pytest

from domain.games import GAMES
from domain.kernel.deal import NO_DIGEST, Opened
from domain.kernel.event import redact
from domain.kernel.game import view
from domain.kernel.moves import legal_moves
from tests.bots.decisions import Question
from tests.bots.golden import Case, digest, every_case, golden
from tests.redealing import dealt_anew
from tests.sampling import cases

every_policy = pytest.mark.parametrize("case", every_case(), ids=str)

COMPARED: Final = cases(sample=3, full=30)
"""How many decisions are made again with other cards."""
TRIES: Final = 40
"""How many shuffles are tried until one shows the seat the same."""


@every_policy
def test_its_decisions_never_change_and_are_legal(case: Case) -> None:
    """They are the same in every process, whatever the order of hashes."""
    answers = [*case.answers()]
    for each in answers:
        assert each.answer in each.legal or (each.answer is None and not each.on_turn)
        early = each.answer is not None and each.answer.EARLY
        assert not early or all(move.EARLY for move in each.legal)
        assert len(each.legal) <= GAMES[case.key].most_moves
        assert each.decision.positions <= case.policy.budget or not case.policy.budget
    assert digest(answers) == golden()[str(case)], "released policies never change: see golden.py"


def test_no_golden_decisions_are_left_over() -> None:
    assert golden().keys() == {str(case) for case in every_case()}


@every_policy
def test_it_decides_the_same_when_unseen_cards_are_dealt_anew(case: Case) -> None:
    moved = 0
    for each in case.positions()[::-7]:
        events = _dealt_anew(case, each)
        if events is None or events[2:] == each.events[2:]:
            continue
        seen = view(GAMES[case.key], events, each.seat)
        again = case.decide(
            each,
            shown=[redact(event, each.seat) for event in events],
            view=seen,
            legal=legal_moves(GAMES[case.key], seen, each.seat),
        )
        assert again == case.decide(each)
        moved += 1
        if moved == COMPARED:
            break
    assert moved or "mirrored" in str(case), "mirrored hands follow from each other"


def _dealt_anew(case: Case, each: Question) -> tuple[Any, ...] | None:
    begun = dealt_anew(
        GAMES[case.key],
        each.events,
        at=len(each.events),
        seat=each.seat,
        opened=replace(cast("Opened", each.events[0]), seed=None, commitment=NO_DIGEST),
        key=sha256(each.seed).digest(),
        tries=TRIES,
    )
    return None if begun is None else begun.events
