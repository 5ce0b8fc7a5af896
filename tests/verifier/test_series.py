"""Series: the evidence of a table holds together with its deals', and alterations are detected."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast
from uuid import UUID

from domain.kernel.event import Digest, Event, Id, Text
from domain.table import series
from domain.table.disputes import DisputeOpened, DisputeRuled
from domain.table.events import (
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    SeriesEnded,
    TableBranched,
    TableClosed,
)
from domain.table.guests import AuditorAdmitted, WatcherAdmitted, WatcherDismissed
from events.chain import genesis, link
from tests.sampling import cases
from tests.verifier.making import (
    LATE,
    NOW,
    Step,
    bundled,
    failing,
    kept,
    signed_by_players,
    verdicts,
)
from tests.verifier.series import (
    ADDING,
    MOST,
    PERSON,
    a_series,
    complete,
    events_of,
    every_table,
    table_bundle,
)
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS, OPEN


@every_table
def test_a_series_holds_with_its_deals(key: str, seats: int) -> None:
    made = a_series(key, seats)
    bundle = bundled(kept(complete(made.table)), view="public")
    said = verdicts(bundle, others=made.cases())
    assert {each.status for each in said.values()} == {HOLDS}, said
    alone = verdicts(bundle, others=made.cases()[:1])
    assert alone["series"].status == (OPEN if len(made.deals) > 1 else HOLDS)
    assert failing(bundle) == []


def altered(event: Any) -> Iterator[Event]:
    """The event with an altered field that the rules or the deals protect."""
    other = Id("00000000-0000-7000-8000-00000000beef")
    match event:
        case SeatTaken() | SeatLeft():
            yield from (replace(event, seat=seat) for seat in (-1, 9))
        case SeatCommitted():
            yield replace(event, number=event.number + 1)
            yield replace(event, seat=2)
            yield replace(event, deal=other)
            yield replace(event, commitment=Digest("ab" * 32))
        case DealOpened():
            yield replace(event, number=event.number + 1)
            yield replace(event, deal=other)
        case DealVoided():
            yield from (replace(event, seats=seats) for seats in ((), (0,), (1, 1), (9,)))
            yield replace(event, number=9)
            yield replace(event, version=None)
            yield replace(event, version=None, head=None)
            yield replace(event, version=2)
            yield replace(event, head=Digest("ab" * 32))
        case DealRecorded():
            yield replace(event, number=event.number + 1)
            yield replace(event, head=Digest("ab" * 32))
            yield from (replace(event, version=event.version + by) for by in (1, -1))
            yield replace(event, version=0)
            yield replace(event, result={})
            yield replace(event, result={**event.result, "data": {}})
            yield replace(event, result={**event.result, "schema": "1"})
            wrong = dict.fromkeys(event.result["data"], "?")
            yield replace(event, result={**event.result, "data": wrong})
            for name, value in event.result["data"].items():
                data = {**event.result["data"], name: otherwise(value)}
                if data != event.result["data"]:
                    yield replace(event, result={**event.result, "data": data})
        case SeriesEnded():
            yield replace(event, winner=None if event.winner is not None else 0)
            yield replace(event, points=tuple(each + 1 for each in event.points))
        case _:
            return


def otherwise(value: Any) -> Any:
    """Another whole number; other values unchanged."""
    if isinstance(value, list) and value:
        return [*value[:-1], otherwise(value[-1])]
    return value + 1 if type(value) is int else value


@every_table
def test_every_alteration_is_detected_by_the_rules_or_the_deals(key: str, seats: int) -> None:
    made, found = a_series(key, seats), 0
    others = made.cases()
    for at, (actor, events) in enumerate(made.table):
        for place, event in enumerate(events):
            for wrong in altered(event):
                forged = (*events[:place], wrong, *events[place + 1 :])
                steps = [*made.table[:at], (actor, forged), *made.table[at + 1 :]]
                found += 1
                if found % cases(sample=3, full=1):
                    continue
                names = set(failing(table_bundle(steps), others=others))
                assert names & {"form", "consequences", "score", "series"}, (event, wrong)
    assert found > 20


@every_table
def test_events_dropped_or_repeated_are_found(key: str, seats: int) -> None:
    made = a_series(key, seats)
    others = made.cases()
    for at in range(1, len(made.table) - 1):
        for steps in (
            made.table[:at] + made.table[at + 1 :],
            made.table[:at] + [made.table[at]] * 2 + made.table[at + 1 :],
        ):
            assert failing(table_bundle(steps), others=others), made.table[at]


def test_a_seat_commits_to_the_deal_that_is_opened_then() -> None:
    """The table alone shows it: no bundle of a deal is needed."""
    made = a_series("durak", 2)
    other = Id("00000000-0000-7000-8000-00000000beef")
    for kind in (SeatCommitted, DealOpened, DealVoided):
        altered_at = next(
            at for at, (_, events) in enumerate(made.table) if isinstance(events[0], kind)
        )
        actor, (event, *rest) = made.table[altered_at]
        wrong = replace(cast("Any", event), deal=other)
        steps = list(made.table)
        steps[altered_at] = (actor, (wrong, *rest))
        assert set(failing(table_bundle(steps))) & {"consequences", "score"}, kind


def test_after_the_end_nothing_follows() -> None:
    made = a_series("durak", 2)
    shut = [*made.table[:1], ("system", (TableClosed(),)), *made.table[1:]]
    assert failing(table_bundle(shut)) == ["signatures", "consequences"]
    assert failing(table_bundle(shut[:2])) == []
    late = [*made.table, ("system", (TableClosed(),))]
    assert failing(table_bundle(late)) == []
    assert failing(table_bundle([*late, ("system", (TableClosed(),))])) == ["consequences"]


def test_unknown_options_of_a_table_are_detected() -> None:
    made = a_series("durak", 2)
    actor, (opened, *rest) = made.table[0]
    wrong = replace(cast("Any", opened), options={"no": 1})
    names = failing(table_bundle([(actor, (wrong, *rest)), *made.table[1:]]))
    assert set(names) == {"signatures", "consequences", "score", "series"}


def test_the_end_of_a_series_is_not_left_out() -> None:
    steps = a_series("durak", 2).table[:4]
    for number in range(1, 4):
        table = series.fold_table(events_of(steps))
        deal = Id(str(UUID(int=number << 96, version=4)))
        steps.append(("system", series.voided(table, deal=deal, seats=ADDING)))
    assert series.fold_table(events_of(steps)).ended is not None
    assert failing(table_bundle(steps)) == []
    actor, last = steps[-1]
    cut = [*steps[:-1], (actor, last[:1])]
    assert failing(table_bundle(cut)) == ["score"]


def test_a_deal_with_another_record_is_found() -> None:
    made = a_series("goat", 4)
    one = made.cases()[0]
    events, head = [], genesis(one.bundle.stream)
    for entry in one.bundle.events:
        body = entry.body.replace(b'"correlation":null', b'"correlation":"x"')
        head = link(head, body)
        events.append(entry._replace(body=body, hash=head))
    other = Case(one.bundle._replace(events=tuple(events), head=head))
    assert failing(other.bundle) == ["signatures"], "the signed record is another one"
    said = verdicts(table_bundle(made.table), others=(other,))["series"]
    assert (said.status, "head" in said.detail) == (FAILS, True)


def test_disputes_and_rulings_follow_each_other_also_after_the_end() -> None:
    made = a_series("durak", 2)
    deal = next(each.deal for each in events_of(made.table) if isinstance(each, DealRecorded))
    admitted = AuditorAdmitted(1, Text("Elder"), Digest("ab" * 32), until=NOW + MOST * LATE)
    claimed = DisputeOpened(deal, 1, 0, 3, "deal", Text("No."))
    ruled = DisputeRuled(deal, 1, "upheld", (1, -1), Text("So."), auditor=1)
    steps = [
        *made.table,
        (f"key:{PERSON}", (admitted,)),
        ("seat:0", (claimed,)),
        ("auditor:1", (ruled,)),
    ]
    steps = signed_by_players(steps)
    assert failing(table_bundle(steps), others=made.cases()) == []
    for odd in (admitted, claimed, ruled):
        assert "consequences" in failing(
            table_bundle([*steps, ("system", (odd,))]), others=made.cases()
        )


def test_watchers_come_and_go_at_any_time_each_once() -> None:
    made = a_series("durak", 2)
    first = WatcherAdmitted(1, Text("Screen"), None, Digest("ab" * 32), until=1)
    second = replace(first, watcher=2, by=1)
    gone = WatcherDismissed(1)
    key = f"key:{PERSON}"
    steps = [*made.table, (key, (first,)), ("seat:1", (second,)), (key, (gone,))]
    assert failing(table_bundle(steps), others=made.cases()) == []
    strangers = replace(first, watcher=3, by=9), WatcherDismissed(0), WatcherDismissed(3)
    for odd in (first, gone, *strangers):
        assert "consequences" in failing(
            table_bundle([*steps, ("system", (odd,))]), others=made.cases()
        )


def test_a_table_is_a_branch_from_its_beginning_or_never() -> None:
    (actor, (opened, *rest)), *others = a_series("durak", 2).table
    branched = TableBranched(Id("00000000-0000-7000-8000-00000000beef"), 3, "true", None)
    first: Step = (actor, (opened, branched))
    assert failing(table_bundle([first])) == []
    assert "consequences" in failing(table_bundle([first, (actor, (branched,))]))
    assert "consequences" in failing(
        table_bundle([(actor, (opened, *rest)), *others[:2], (actor, (branched,))])
    )
