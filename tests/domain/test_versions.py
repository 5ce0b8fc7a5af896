"""The first event of a stream fixes the versions of all others in it."""

import pytest

from domain.judge.record_rules import (
    ADDED,
    DEAL,
    FIRST_FIXED,
    TABLE,
    TOURNAMENT,
    VERSIONS,
    is_allowed,
    least_deal_version,
)
from domain.kernel.event import event_classes
from tests.domain.test_specimens import OWN

OLDEST = """
deal: opened clock_set seed_revealed shuffled move_signed time_over seat_taken_over seat_returned
deal: resigned voided abandoned revealed
table: opened branched rematched rematch_opened seat_taken seat_left seat_committed closed
table: deal_opened deal_voided deal_abandoned deal_recorded series_ended dispute_opened
table: dispute_ruled auditor_admitted auditor_dismissed watcher_admitted watcher_dismissed
table: person_erased seat_token_issued
"""
"""The events of release 0.1, and in the last line two that a host needs at old tables."""
CURRENT = {kind.TYPE: kind.VERSION for kind in OWN}


def stream_of(name: str) -> str:
    by_prefix = {"table": TABLE, "tournament": TOURNAMENT}
    return by_prefix.get(name.partition(".")[0], DEAL)


@pytest.mark.parametrize("name", sorted(CURRENT.keys() - {DEAL, TABLE, TOURNAMENT}))
def test_todays_version_of_every_event_is_the_one_that_new_streams_hold(name: str) -> None:
    """A new version of an event without a new version of the first event fails here."""
    first = stream_of(name)
    held = [each for each in range(1, 9) if is_allowed(first, CURRENT[first], name, each)]
    assert held == [CURRENT[name]]


@pytest.mark.parametrize("first", [DEAL, TABLE])
def test_entries_begin_with_the_first_fixed_version_and_name_events(first: str) -> None:
    assert min(VERSIONS[first]) == FIRST_FIXED
    assert max(VERSIONS[first]) <= CURRENT[first]
    known = {kind.TYPE for kind in event_classes()}
    assert known >= {name for each in VERSIONS[first].values() for name in each}
    assert known >= ADDED.keys()


def test_no_older_stream_holds_a_new_event() -> None:
    own = {name for name in CURRENT if name.partition(".")[0] in ("deal", "table", "hint")}
    lines = [line.split(": ") for line in OLDEST.split("\n") if line]
    oldest = {f"{kind}.{name}" for kind, names in lines for name in names.split()}
    assert own - ADDED.keys() == oldest, "a new event is in `ADDED`"


@pytest.mark.parametrize(
    ("first", "version", "name", "allowed"),
    [
        (DEAL, 4, "deal.clock_set", [2]),
        (DEAL, 3, "deal.clock_set", [1, 2]),
        (DEAL, 1, "deal.clock_set", [1, 2]),
        (DEAL, 4, "goat.scored", [1]),
        (DEAL, 4, "deal.act_signed", [1]),
        (DEAL, 3, "deal.act_signed", []),
        (TABLE, 4, "table.seat_taken", [4]),
        (TABLE, 5, "table.seat_taken", [5]),
        (TABLE, 6, "table.seat_taken", [5]),
        (TABLE, 4, "table.person_erased", [1]),
        (TABLE, 1, "table.person_erased", [1]),
        (TABLE, 1, "table.seat_token_issued", [1]),
        (TABLE, 3, "table.seat_taken", [1, 2, 3, 4]),
        (TABLE, 4, "table.dispute_answered", [1]),
        (TABLE, 3, "table.dispute_answered", []),
        (TABLE, 6, "table.seat_ready", [1]),
        (TABLE, 6, "table.drawn", [1]),
        (TABLE, 6, "table.deal_revealed", []),
        (TABLE, 7, "table.drawn", [2]),
        (TABLE, 7, "table.deal_revealed", [1]),
        (TOURNAMENT, 1, "tournament.board_revealed", []),
        (TOURNAMENT, 2, "tournament.board_revealed", [1]),
        (TABLE, 5, "table.seat_ready", []),
    ],
)
def test_which_versions_a_stream_holds(
    first: str, version: int, name: str, allowed: list[int]
) -> None:
    assert [each for each in range(1, 6) if is_allowed(first, version, name, each)] == allowed


def test_the_deals_of_a_table_are_no_older_than_it() -> None:
    assert [least_deal_version(each) for each in (1, 3, 4)] == [1, 1, 4]
