"""A command is one act and its consequences: it contains no second act, and has one time.

Otherwise a signature could be used twice, or one player could act within another's command.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

import pytest

from domain.games import GAMES
from domain.judge.deal_rules import follow_append
from domain.judge.record_rules import CannotFollow, Fact
from domain.kernel.deal import Opened
from tests.sampling import cases
from tests.verifier.making import NOW, TABLES, Step, bundled, kept, played
from tests.verifier.series import a_series, complete, every_table, table_bundle
from tests.verifier.verifiers import as_it_is, disagree, in_python
from verifier.bundle import Bundle
from verifier.verdicts import FAILS


def merged(steps: Sequence[Step], *, first: int) -> Iterator[list[Step]]:
    """The record with each command in turn merged into the one before it, from one on."""
    for at in range(first, len(steps)):
        actor, events = steps[at - 1]
        yield [*steps[: at - 1], (actor, (*events, *steps[at][1])), *steps[at + 1 :]]


def assert_found(bundle: Bundle) -> None:
    verdicts = in_python(as_it_is(bundle))
    assert "actors" in {each.check for each in verdicts if each.status == FAILS}
    assert [*disagree(as_it_is(bundle), verdicts)] == []


@every_table
def test_two_commands_of_a_deal_are_not_one(key: str, seats: int) -> None:
    steps = played(GAMES[key], seats=seats, number=1)
    for each in islice(merged(steps, first=1), 0, None, cases(sample=20, full=1)):
        assert_found(bundled(kept(each), receipts=False, logged=False))


def test_two_commands_of_a_table_are_not_one() -> None:
    """Except that seats may be taken one after the other, or at once."""
    steps = complete(a_series("durak", 2).table)
    start = next(at for at, (actor, _) in enumerate(steps) if actor.startswith("seat:"))
    for each in merged(steps, first=start):
        assert_found(table_bundle(each))


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_service_and_the_verifier_judge_appends_alike(key: str, seats: int) -> None:
    """The function that the service uses refuses two commands in one append."""
    game, progress = GAMES[key], None
    steps = played(game, seats=seats, number=1)[:12]
    for (actor, events), (_, more) in pairwise(steps):
        facts = [Fact(event, event.VERSION, NOW, actor) for event in (*events, *more)]
        rules = game if isinstance(facts[0].event, Opened) else None
        with pytest.raises(CannotFollow):
            follow_append(progress, facts, game=rules)
        progress = follow_append(progress, facts[: len(events)], game=rules)
