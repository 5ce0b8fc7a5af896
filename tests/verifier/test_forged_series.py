"""Forged series, in both languages."""

from dataclasses import replace
from random import Random
from typing import Any, Final, cast

import pytest

from domain.games import GAMES
from domain.judge.beginning import check_table
from domain.kernel.deal import Opened, Revealed
from domain.kernel.event import Digest, Text
from events.record import PUBLIC
from events.translog.receipts import Receipt
from tests.keys import key_of
from tests.verifier.forged_series import forged, judged, played_and_voided
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import KEY, TABLES, bundled, failing, kept, verdicts
from tests.verifier.mutations import drop, insert, rechained, swap, truncate
from tests.verifier.older import in_old_form
from tests.verifier.parity import are_alike
from tests.verifier.test_series import a_series, table_bundle, taken
from verifier.bundle import Bundle, Entry, write
from verifier.case import Case
from verifier.verdicts import FAILS, OPEN, Verdict

SERIES: Final = {"actors", "consequences", "score", "series"}
SERIES_ALTERED: Final = 40
"""How many bundles of a series are altered, of each kind."""

every_forgery = pytest.mark.parametrize("name", forged())


def found(said: list[Verdict]) -> list[Verdict]:
    return [each for each in said if each.status == FAILS]


@every_forgery
def test_it_is_found_and_named(name: str) -> None:
    one = forged()[name]
    fails = found(list(verdicts(one.bundle, others=tuple(map(Case, one.others))).values()))
    assert {each.check for each in fails} <= SERIES, fails
    assert any(one.says in each.detail and one.event in each.detail for each in fails), fails


def test_each_is_found_in_javascript_too() -> None:
    questions = [
        {"raw": base64(write(one.bundle)), "others": [base64(write(each)) for each in one.others]}
        for one in forged().values()
    ]
    for (name, one), said in zip(forged().items(), said_of(questions), strict=True):
        mine = verdicts(one.bundle, others=tuple(map(Case, one.others)))
        assert any(one.event in each.detail for each in found(said)), (name, said)
        for each in said:
            assert are_alike(mine[each.check], each), (name, mine[each.check], each)


def test_a_void_of_a_deal_that_was_opened_is_open_without_its_bundle() -> None:
    one = played_and_voided(taken(0), taken(1), times=1)
    said = verdicts(one.bundle)["series"]
    assert (said.status, "0 of 1 deals were given" in said.detail) == (OPEN, True)
    made = a_series("durak", 2)
    counted = (made.cases()[0], *made.cases()[2:])
    assert verdicts(table_bundle(made.table), others=counted)["series"].status == OPEN


def test_the_score_names_voids_and_rulings() -> None:
    detail = verdicts(judged().bundle)["score"].detail
    assert "the ledger is " in detail
    assert "voids: 1, charged to seat 1 (1)" in detail


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_alteration_of_a_deal_is_detected_by_its_series(key: str, seats: int) -> None:
    """The reader holds the table's bundle, so its deals need no signatures of their own."""
    made, chance = a_series(key, seats), Random(seats)
    table, deals = table_bundle(made.table), [case.bundle for case in made.cases()]
    for _ in range(SERIES_ALTERED):
        at = chance.randrange(len(deals))
        forged = altered(deals[at], chance)
        others = tuple(Case(forged if n == at else each) for n, each in enumerate(deals))
        assert failing(table, others=others) or failing(forged), forged


def altered(bundle: Bundle, chance: Random) -> Bundle:
    """A deal with events dropped, inserted, swapped or cut off, or at another time."""
    while True:
        how = chance.choice((drop, insert, swap, truncate, an_hour_earlier))
        events = how(bundle.events, chance)
        if [each.body for each in events] != [each.body for each in bundle.events]:
            return rechained(bundle, events)


def an_hour_earlier(events: tuple[Entry, ...], chance: Random) -> tuple[Entry, ...]:
    at = chance.randrange(len(events))
    body = events[at].body.replace(b'"at":17', b'"at":16')
    return (*events[:at], events[at]._replace(body=body), *events[at + 1 :])


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_alteration_of_a_table_is_detected_by_a_receipt(key: str, seats: int) -> None:
    """The bundle has no signatures, and all its hashes fit."""
    made, chance = a_series(key, seats), Random(seats)
    records = kept(made.table)
    last = records[-1]
    held = Receipt(last.stream, last.version, last.hash, last.at).by(KEY)
    bundle = table_bundle(made.table)
    for _ in range(SERIES_ALTERED):
        forged = altered(bundle, chance)
        assert "receipts" in failing(forged, receipts=(held,)), forged


@pytest.mark.parametrize(
    ("own", "clause"),
    [({"commitments": (None, Digest("ab" * 32))}, "F1"), ({"keys": (None, key_of(1))}, "F7")],
)
def test_a_bot_brings_no_seed_and_no_key(own: dict[str, Any], clause: str) -> None:
    bots = (None, Text("medium"))
    opened = cast("Opened", a_series("durak", 2).deals[0][0][1][0])
    opened = replace(opened, bots=bots, commitments=(), keys=())
    for view in ("full", "public", "seat:0"):
        forged = kept([("system", (replace(opened, **own), Revealed(Digest("cd" * 32))))])
        bundle = bundled(forged, view=view, receipts=False, logged=False)
        said = verdicts(bundle)["commitments"]
        assert (said.status, f"[{clause}]" in said.detail) == (FAILS, True)
        ((*_, other),) = said_of([{"raw": base64(write(bundle)), "until": ["commitments"]}])
        assert other == said
    finding = check_table(GAMES["durak"], replace(opened, **own))
    assert finding is not None
    assert finding.clauses == (clause,)


def test_a_deal_has_a_number_from_1_up() -> None:
    opened = cast("Opened", a_series("durak", 2).deals[0][0][1][0])
    for number in (0, -1):
        forged = kept([("system", (replace(opened, number=number),))], viewer=PUBLIC)
        bundle = bundled(forged, view="public", receipts=False, logged=False)
        assert failing(bundle) == ["form"]
        (said,) = said_of([{"raw": base64(write(bundle))}])
        assert [each.check for each in found(said)] == ["form"]


def test_a_bundle_without_form_among_those_given_is_not_this_ones_fault() -> None:
    made = a_series("durak", 2)
    bad = write(made.cases()[0].bundle).replace(b'"kind":"deal"', b'"kind":"dael"')
    (said,) = said_of([{"raw": base64(write(table_bundle(made.table))), "others": [base64(bad)]}])
    assert found(said) == []
    assert said[-1].status == OPEN


def test_a_table_so_old_that_it_names_no_record_of_a_void_leaves_it_open() -> None:
    made = a_series("durak", 2)

    def unpinned(envelope: dict[str, Any]) -> None:
        if envelope["type"] == "table.deal_voided":
            envelope["schema"] = 1
            del envelope["data"]["version"], envelope["data"]["head"]

    old = in_old_form(table_bundle(made.table), unpinned)
    said = verdicts(old, others=made.cases())
    assert found(list(said.values())) == []
    assert (said["series"].status, "which record" in said["series"].detail) == (OPEN, True)
    others = [base64(write(case.bundle)) for case in made.cases()]
    (other,) = said_of([{"raw": base64(write(old)), "others": others}])
    assert other[-1].detail.startswith(said["series"].detail)


def test_a_deal_that_comes_after_the_record_of_the_table_is_open() -> None:
    made = a_series("durak", 2)
    before = next(at for at, (_, events) in enumerate(made.table) if "Recorded" in repr(events[0]))
    cut = table_bundle(made.table[: before + 1])
    said = verdicts(cut, others=made.cases()[:2])["series"]
    assert (said.status, "ends before deal 2" in said.detail) == (OPEN, True)
