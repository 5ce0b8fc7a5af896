"""Test tables in every verifier: given decks, a moved clock, and the end of an idle table."""

from dataclasses import replace
from functools import cache
from typing import Any
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.deal import NO_DIGEST, Shuffled, by_hand
from domain.kernel.event import Event, Id, Text
from domain.kernel.game import start
from domain.kernel.leaving import Abandoned
from domain.table import next_deal, series
from domain.table.decks import deck_of, deck_text
from domain.table.events import (
    MOST_AHEAD,
    ClockMoved,
    DealAbandoned,
    DealOpened,
    TableClosed,
    TableOpened,
)
from tests.verifier.javascript import base64, said_of
from tests.verifier.making import Step, bundled, failing, kept, verdicts
from tests.verifier.test_by_the_format import as_mutants, differences
from tests.verifier.test_series import PERSON, TABLE, events_of, pinned, table_bundle, taken
from verifier.bundle import Bundle, write
from verifier.case import Case
from verifier.verdicts import FAILS, HAND, Verdict

OWNER = f"key:{PERSON}"
DURAK = GAMES["durak"]
DECK = tuple(reversed(DURAK.pack))


@cache
def a_test(*, test: bool = True, moves: tuple[int, ...] = (60,)) -> tuple[list[Step], list[Step]]:
    """A table with one given deck, closed while its first deal was on; and that deal."""
    rules = (Text("durak"), Text(DURAK.version))
    opened = TableOpened(TABLE, PERSON, Text("x"), *rules, {}, 2, "public", spectators=True)
    opened = replace(opened, test=test, decks=(deck_text(DECK),))
    sitting = [replace(taken(seat), commits=False, key=None) for seat in range(2)]
    steps: list[Step] = [(OWNER, (opened, *sitting))]
    steps += [(OWNER, (ClockMoved(seconds),)) for seconds in moves]
    deal = Id(str(UUID(int=3 << 96, version=4)))
    first = by_hand(next_deal.terms(series.fold_table(events_of(steps)), deal=deal))
    deck = deck_of(opened, 1)
    assert deck is not None
    dealt, _ = start(DURAK, first, Shuffled(NO_DIGEST, NO_DIGEST, deck, (0,)))
    ended: tuple[Event, ...] = (Abandoned((), "closed"),)
    played: list[Step] = [("system", dealt), ("system", ended)]
    steps.append(("system", (DealOpened(1, deal),)))
    over = DealAbandoned(1, deal, (), "closed", **pinned(played))
    return [*steps, ("system", (over, TableClosed("idle")))], played


def deal_bundle(deal: list[Step]) -> Bundle:
    return bundled(kept(deal), receipts=False, logged=False)


def in_python(table: list[Step], deal: list[Step]) -> dict[str, Verdict]:
    return verdicts(table_bundle(table), others=(Case(deal_bundle(deal)),))


def in_javascript(table: list[Step], deal: list[Step]) -> dict[str, Verdict]:
    others = [base64(write(deal_bundle(deal)))]
    [said] = said_of([{"raw": base64(write(table_bundle(table))), "others": others}])
    return {each.check: each for each in said}


both = pytest.mark.parametrize("judge", [in_python, in_javascript])


@both
def test_a_test_with_a_given_deck_is_by_hand(judge: Any) -> None:
    said = judge(*a_test())
    assert said["series"].status == HAND
    assert "a test table, where decks may be laid by hand" in said["series"].detail
    assert FAILS not in {each.status for each in said.values()}


@both
def test_such_a_deck_at_another_table_fails(judge: Any) -> None:
    said = judge(*a_test(test=False, moves=()))
    assert said["series"].status == FAILS
    assert "the table is neither a branch nor a test" in said["series"].detail


@both
@pytest.mark.parametrize(
    ("test", "moves", "fails"),
    [
        (True, (1, MOST_AHEAD - 1), False),
        (True, (1, MOST_AHEAD), True),
        (True, (0,), True),
        (True, (-5,), True),
        (False, (1,), True),
    ],
)
def test_the_clock_of_a_test_moves_forward_within_bounds(
    judge: Any, *, test: bool, moves: tuple[int, ...], fails: bool
) -> None:
    said = judge(*a_test(test=test, moves=moves))
    assert (said["consequences"].status == FAILS) is fails
    if fails:
        assert said["consequences"].position == 3 + len(moves)


@both
def test_only_the_owner_moves_the_clock_and_only_the_service_finds_a_table_idle(judge: Any) -> None:
    table, deal = a_test()
    for at, actor, position in ((1, "system", 4), (-1, OWNER, 6)):
        forged = [*table]
        forged[at] = (actor, forged[at][1])
        assert (judge(forged, deal)["actors"].status, judge(forged, deal)["actors"].position) == (
            FAILS,
            position,
        )


def test_the_verifier_of_the_document_agrees() -> None:
    table, deal = a_test()
    forged = [(OWNER if at == 1 else "system", events) for at, (_, events) in enumerate(table)]
    by_owner = [deal[0], (OWNER, deal[1][1])]
    every = [table_bundle(table), deal_bundle(deal), deal_bundle(by_owner), table_bundle(forged)]
    assert differences(as_mutants(every)) == []
    assert failing(deal_bundle(deal)) == failing(deal_bundle(by_owner)) == []
