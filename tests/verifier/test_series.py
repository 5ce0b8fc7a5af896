"""Series: the evidence of a table holds together with its deals', and alterations are detected."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from domain.games import GAMES
from domain.kernel.event import Digest, Event, Id, to_json
from domain.table.events import (
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    SeriesEnded,
)
from tests import node
from tests.sampling import cases
from tests.verifier.making import KEY, bundled, failing, kept, verdicts
from tests.verifier.mutations import Mutant
from tests.verifier.series import a_series, complete, every_table, table_bundle
from tests.verifier.verifiers import disagree, in_python
from verifier.bundle import write
from verifier.verdicts import FAILS, HOLDS, OPEN

POINTS: Final = node.ROOT / "verifier" / "points.mjs"


@pytest.mark.parametrize("scoring", ["seeger_fabian", "classic", "bierlachs"])
def test_a_list_ends_at_the_same_deal_in_javascript(scoring: Any) -> None:
    chance, skat = Random(scoring), GAMES["skat"]
    for _ in range(60):
        options = replace(skat.options(), scoring=scoring, deals=chance.choice([3, 36]), limit=100)
        score, events = skat.opening_score(options, 3), list[Any]()
        while not score.ranks:
            declarer, won = chance.choice([None, 0, 1, 2]), chance.random() < 0.5
            points = [0, 0, 0] if declarer is None else [chance.randint(-2, 1) * 50, 0, 0]
            data = {"declarer": declarer, "won": won, "list_points": points}
            score = skat.tally(score, cast("Any", SimpleNamespace(**data, next_dealer=0)))
            result = {"type": "skat.settled", "data": data}
            events.append({"type": "table.deal_recorded", "data": {"result": result}})
        about = {"game": "skat", "rules": skat.version, "options": to_json(options)}
        table = {"opened": about, "sides": [[0], [1], [2]]}
        made = node.call(POINTS, "pointsIn", table, events)
        assert made[-1] == [*score.points]
        with pytest.raises(AssertionError, match="at pointsIn"):
            node.call(POINTS, "pointsIn", table, [*events, {"type": "table.deal_opened"}])


@every_table
def test_a_series_holds_with_its_deals(key: str, seats: int) -> None:
    made = a_series(key, seats)
    raw = write(bundled(kept(complete(made.table)), view="public"))
    held = {"others": made.cases(), "key": KEY.verifier}
    given = Mutant("series", raw, frozenset(), held)
    said = in_python(given)
    assert {each.status for each in said} == {HOLDS}, said
    assert [*disagree(given, said)] == []
    alone = in_python(given._replace(held={**held, "others": made.cases()[:1]}))
    assert alone[-1].status == (OPEN if len(made.deals) > 1 else HOLDS)


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


def test_a_cut_record_never_passes_as_complete() -> None:
    made = a_series("durak", 2)
    whole = complete(made.table)
    for stop in range(1, len(whole) + 1):
        cut = bundled(kept(whole[:stop]), view="public", receipts=False, logged=False)
        said = verdicts(cut, others=made.cases())
        assert FAILS not in {each.status for each in said.values()}, stop
        expected = HOLDS if stop == len(whole) else OPEN
        assert (said["score"].status, said["series"].status) == (expected, expected), stop
