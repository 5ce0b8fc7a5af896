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
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import NOW, TABLES, Step, bundled, failing, kept, played, verdicts
from tests.verifier.mutations import rechained
from tests.verifier.test_series import a_series, complete, table_bundle
from verifier.bundle import Bundle, write
from verifier.verdicts import FAILS, HOLDS

every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def merged(steps: Sequence[Step], *, first: int) -> Iterator[list[Step]]:
    """The record with each command in turn merged into the one before it, from one on."""
    for at in range(first, len(steps)):
        actor, events = steps[at - 1]
        yield [*steps[: at - 1], (actor, (*events, *steps[at][1])), *steps[at + 1 :]]


def in_javascript(bundles: Sequence[Bundle]) -> list[str]:
    """The verdicts of the JavaScript verifier on the actors of each."""
    said = said_of([{"raw": base64(write(each))} for each in bundles])
    return [next(each.status for each in one if each.check == "actors") for one in said]


@every_table
def test_two_commands_of_a_deal_are_not_one(key: str, seats: int) -> None:
    steps = played(GAMES[key], seats=seats, number=1)
    some = islice(merged(steps, first=1), 0, None, cases(sample=7, full=1))
    bundles = [bundled(kept(each), receipts=False, logged=False) for each in some]
    for each in bundles:
        assert "actors" in failing(each)
    assert set(in_javascript(bundles[:10])) == {FAILS}


def test_two_commands_of_a_table_are_not_one() -> None:
    """Except that seats may be taken one after the other, or at once."""
    steps = complete(a_series("durak", 2).table)
    start = next(at for at, (actor, _) in enumerate(steps) if actor.startswith("seat:"))
    bundles = [table_bundle(each) for each in merged(steps, first=start)]
    assert {verdicts(each)["actors"].status for each in bundles} == {FAILS}
    assert set(in_javascript(bundles)) == {FAILS}


def test_the_events_of_a_command_have_one_time() -> None:
    whole = bundled(kept(played(GAMES["durak"], seats=2, number=1)), receipts=False, logged=False)
    last = whole.events[-1]
    at = b'"at":'
    before, _, rest = last.body.partition(at)
    time, _, end = rest.partition(b",")
    later = last._replace(body=before + at + str(int(time) + 1).encode() + b"," + end)
    altered = rechained(whole, [*whole.events[:-1], later])
    said = verdicts(altered)["actors"]
    assert (said.status, said.position) == (FAILS, len(whole.events))
    assert in_javascript([altered, whole]) == [FAILS, HOLDS]


@every_table
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
