"""Pauses in the record of a table: a next deal before its time is refused, and every verifier
finds it. So is readiness that nobody could have said."""

from dataclasses import replace
from functools import cache
from typing import Any, cast

import orjson
import pytest

from domain.judge.record_rules import CannotFollow, Fact
from domain.judge.table_rules import follow_append
from domain.table.events import (
    ActSigned,
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatReady,
)
from events.canonical import canonical
from tests.verifier import by_the_format
from tests.verifier.javascript import question, said_of
from tests.verifier.making import TABLES, Step, failing, signed_by_players
from tests.verifier.mutations import Mutant, rechained
from tests.verifier.test_series import a_series, table_bundle
from verifier.bundle import Bundle, write
from verifier.case import Case
from verifier.following import fact
from verifier.verdicts import FAILS

PAUSE = 30
SECOND = 1_000_000
every_table = pytest.mark.parametrize(
    ("key", "seats"), [each for each in TABLES if each != ("svoi_kozyri", 2)]
)
"""But for the one whose first deal ends the series."""


@cache
def plain(key: str, seats: int) -> tuple[Step, ...]:
    """A series at a table with a pause, without signatures: nobody says that they are ready."""
    first, *rest = (
        (actor, tuple(each for each in events if not isinstance(each, ActSigned)))
        for actor, events in a_series(key, seats).table
    )
    actor, (opened, *taken) = first
    return ((actor, (replace(cast("Any", opened), pause_seconds=PAUSE), *taken)), *rest)


def paused(key: str, seats: int, *, silent: int | None = None) -> list[Step]:
    """The series where all are ready before each next deal, but for one seat."""
    steps = list[Step]()
    for actor, events in plain(key, seats):
        if isinstance(events[0], DealOpened) and events[0].number > 1:
            number = events[0].number
            steps += [said(seat, number) for seat in range(seats) if seat != silent]
        steps.append((actor, events))
    return steps


def said(seat: int, number: int, actor: str | None = None) -> Step:
    return actor or f"seat:{seat}", (SeatReady(seat, number),)


def bundle_of(steps: list[Step]) -> Bundle:
    return table_bundle(signed_by_players(steps))


def failing_everywhere(bundle: Bundle, *others: Case) -> list[set[str]]:
    """The checks that fail in Python, JavaScript, and the verifier made from the document."""
    raw = write(bundle)
    [found] = said_of([question(Mutant("one", raw, frozenset(), {"others": others}))])
    document = by_the_format.verify(raw).items()
    return [
        set(failing(bundle, others=others)),
        {each.check for each in found if each.status == FAILS},
        {check for check, (status, *_) in document if status == FAILS},
    ]


def place_of(steps: list[Step], kind: type) -> int:
    """The place of the last command of a kind."""
    return max(at for at, (_, events) in enumerate(steps) if isinstance(events[0], kind))


@every_table
def test_a_series_with_pauses_holds(key: str, seats: int) -> None:
    bundle = bundle_of(paused(key, seats))
    assert failing_everywhere(bundle, *a_series(key, seats).cases()) == [set()] * 3


@every_table
def test_a_next_deal_that_does_not_wait_for_a_seat_is_found(key: str, seats: int) -> None:
    for silent in range(seats):
        python, javascript, _ = failing_everywhere(bundle_of(paused(key, seats, silent=silent)))
        assert python == javascript == {"consequences"}


@every_table
def test_a_next_deal_that_does_not_wait_is_not_appended(key: str, seats: int) -> None:
    """The same function judges before an append."""
    steps = paused(key, seats, silent=seats - 1)
    opened = [at for at, (_, each) in enumerate(steps) if isinstance(each[0], DealOpened)][1]
    table, ended = None, 0
    for each in facts_of(steps[:opened]):
        table = follow_append(table, each)
        ended = each[0].at if isinstance(each[0].event, DealRecorded | DealVoided) else ended
    [on] = facts_of(steps)[opened]
    with pytest.raises(CannotFollow):
        follow_append(table, [on._replace(at=ended + PAUSE * SECOND - 1)])
    after = follow_append(table, [on._replace(at=ended + PAUSE * SECOND)])
    assert after.status == "playing"


def facts_of(steps: list[Step]) -> list[list[Fact]]:
    """The facts of each command."""
    given = iter(Case(table_bundle(signed_by_players(steps))).decoded)
    return [[fact(next(given)) for _ in events] for _, events in signed_by_players(steps)]


@pytest.mark.parametrize(("waited", "fails"), [(PAUSE * SECOND - 1, True), (PAUSE * SECOND, False)])
def test_a_next_deal_may_be_opened_when_the_pause_is_over(waited: int, *, fails: bool) -> None:
    steps = paused("durak", 2, silent=1)[: place_of(paused("durak", 2, silent=1), DealOpened) + 1]
    second = [at for at, (_, events) in enumerate(steps) if isinstance(events[0], DealOpened)][1]
    bundle = table_bundle(steps[: second + 1])
    ended = max(at for at, each in enumerate(bundle.events) if b"table.deal_recorded" in each.body)
    since = orjson.loads(bundle.events[ended].body)["at"]
    last = orjson.loads(bundle.events[-1].body)
    altered = bundle.events[-1]._replace(body=canonical({**last, "at": since + waited}))
    made = rechained(bundle, [*bundle.events[:-1], altered])
    python, javascript, _ = failing_everywhere(made)
    assert {"consequences" in python, "consequences" in javascript} == {fails}


@pytest.mark.parametrize(
    "wrong", [said(0, 3), said(0, 1), said(2, 2), said(-1, 2)], ids=["late", "early", "2", "-1"]
)
def test_readiness_that_nobody_could_have_said_is_found(wrong: Step) -> None:
    steps = paused("durak", 2)
    first = min(at for at, (_, events) in enumerate(steps) if isinstance(events[0], SeatReady))
    python, javascript, _ = failing_everywhere(bundle_of([*steps[:first], wrong, *steps[first:]]))
    assert python == javascript == {"consequences"}


def test_to_be_ready_twice_or_during_a_deal_is_found() -> None:
    steps = paused("durak", 2)
    first = min(at for at, (_, events) in enumerate(steps) if isinstance(events[0], SeatReady))
    opened = place_of(steps[:first], DealOpened)
    for at, number in ((first + 1, 2), (opened, 1), (opened + 1, 2)):
        wrong = [*steps[:at], said(0, number), *steps[at:]]
        python, javascript, _ = failing_everywhere(bundle_of(wrong))
        assert python == javascript == {"consequences"}


def test_at_a_table_without_a_pause_nobody_is_ready() -> None:
    steps = [*a_series("durak", 2).table]
    opened = place_of(steps, DealOpened)
    wrong = table_bundle([*steps[:opened], said(1, 3), *steps[opened:]])
    python, javascript, _ = failing_everywhere(wrong)
    assert "consequences" in python & javascript


def test_a_table_of_an_older_version_knows_no_readiness() -> None:
    """Its record has the older form, and otherwise all that the pause would need."""
    steps = paused("durak", 2)
    bundle = bundle_of(steps[: place_of(steps, SeatReady) + 1])
    envelope = orjson.loads(bundle.events[0].body)
    envelope["schema"] -= 1
    for name in ("pause_seconds", "bot_delay_ms", "hints", "decks"):
        del envelope["data"][name]
    older = bundle.events[0]._replace(body=canonical(envelope))
    assert failing_everywhere(rechained(bundle, [older, *bundle.events[1:]])) == [{"form"}] * 3
    opened, *_ = rechained(bundle, [older]).events
    assert failing_everywhere(rechained(bundle, [opened])) == [set()] * 3


def test_the_server_calls_only_absent_players_ready() -> None:
    """Whether a player was absent is in the record of the deal."""
    steps = [each for each in paused("durak", 2) if each != said(1, 2)]
    recorded = min(at for at, (_, each) in enumerate(steps) if isinstance(each[0], DealRecorded))
    actor, events = steps[recorded]
    steps[recorded] = actor, (*events, SeatReady(1, 2))
    bundle, deals = bundle_of(steps), a_series("durak", 2).cases()
    assert failing_everywhere(bundle) == [set()] * 3
    python, javascript, _ = failing_everywhere(bundle, *deals)
    assert python == javascript == {"series"}


def test_readiness_begins_a_command_or_follows_the_end_of_a_deal() -> None:
    steps = paused("durak", 2)
    first = min(at for at, (_, events) in enumerate(steps) if isinstance(events[0], SeatReady))
    commits = place_of(steps[:first], SeatCommitted)
    actor, (event,) = steps[commits]
    one = [*steps[:commits], (actor, (event, SeatReady(1, 2))), *steps[commits + 1 :]]
    for found in failing_everywhere(bundle_of(one)):
        assert "actors" in found


def test_a_seat_with_a_key_signs_that_it_is_ready() -> None:
    steps = signed_by_players(paused("durak", 2))
    stripped = [
        (actor, events[:1] if isinstance(events[0], SeatReady) else events)
        for actor, events in steps
    ]
    assert stripped != steps
    for found in failing_everywhere(table_bundle(stripped)):
        assert "signatures" in found
