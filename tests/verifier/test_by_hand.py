"""Branches: decks laid by hand are marked as such, and do not pass as deals of a series.

A forger could claim that a deck was laid by hand, since it then follows from no seed. So such a
deal never simply holds: it is marked, and it fails beside the table of a series.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.branch import begun_as, played_again
from domain.kernel.deal import NO_DIGEST, Opened, Revealed, SeedRevealed, Shuffled
from domain.kernel.event import Digest, Event, Id
from domain.table import next_deal, series
from domain.table.events import DealOpened, TableBranched
from tests.verifier.making import Step, bundled, failing, kept, played, verdicts
from tests.verifier.test_series import Series, a_series, events_of, every_table, table_bundle
from verifier.bundle import Bundle
from verifier.case import Case
from verifier.verdicts import FAILS, HAND, HOLDS, NONE

OF_THE_SEEDS: Final = {"commitments", "seeds", "pack", "root"}


class Branch(NamedTuple):
    """A table that is a branch, and its one deal."""

    table: list[Step]
    deal: list[Step]

    def bundle(self) -> Bundle:
        return bundled(kept(self.deal))

    def case(self) -> Case:
        return Case(bundled(kept(self.deal), receipts=False, logged=False))


@cache
def a_branch(key: str, seats: int) -> Branch:
    """The deal is played like its source, to its end."""
    game, source = GAMES[key], events_of(played(GAMES[key], seats=seats, number=1))
    (actor, (opened, *_)), *_ = a_series(key, seats).table
    first = cast("Opened", source[0])
    branched = TableBranched(first.deal, 5, "true", None)
    sat = [(who, each) for who, each in a_series(key, seats).table[2 : seats + 2]]
    steps: list[Step] = [(actor, (opened, branched)), *sat]
    deal = Id(str(UUID(int=77 << 96 | seats, version=4)))
    on = next_deal.terms(series.fold_table(events_of(steps)), deal=deal)
    made = played_again(game, source, at=len(source), opened=begun_as(first, on))
    record = kept([("system", made.events)])
    steps.append(("system", (DealOpened(1, deal),)))
    due = series.recorded(
        series.fold_table(events_of(steps)),
        cast("Event", game.outcome(made.state)),
        version=len(record),
        head=Digest(record[-1].hash.hex()),
    )
    return Branch([*steps, ("system", due)], [("system", made.events)])


@every_table
def test_a_branch_is_marked_and_what_can_hold_holds(key: str, seats: int) -> None:
    made = a_branch(key, seats)
    said = verdicts(made.bundle())
    assert {name for name, each in said.items() if each.status == HAND} == OF_THE_SEEDS
    assert {each.status for each in said.values()} == {HAND, HOLDS, NONE}
    assert "laid by hand: it follows from no seed" in said["pack"].detail
    for seat in range(seats):
        view = bundled(kept(made.deal, viewer=seat), view=f"seat:{seat}")
        assert {verdicts(view)[name].status for name in OF_THE_SEEDS} == {HAND}


@every_table
def test_its_table_says_that_it_is_one(key: str, seats: int) -> None:
    made = a_branch(key, seats)
    table = table_bundle(made.table)
    assert failing(table, others=(made.case(),)) == []
    for others in ((), (made.case(),)):
        said = verdicts(table, others=others)["series"]
        assert (said.status, "from event 5, by hand" in said.detail) == (HAND, True)


def claimed(key: str, seats: int) -> tuple[Series, Case]:
    """A series whose first deal has another deck, claimed to be laid by hand."""
    made, game = a_series(key, seats), GAMES[key]
    source = events_of(made.deals[0])
    first = cast("Opened", source[0])
    hand = replace(first, commitment=NO_DIGEST, seed=None, commitments=(), keys=())
    other = events_of(played(game, seats=seats, number=3))
    options = replace(cast("Opened", other[0]), options=first.options)
    forged = played_again(game, [options, *other[1:]], at=len(other), opened=hand)
    return made, Case(bundled(kept([("system", forged.events)]), receipts=False, logged=False))


def test_a_deal_of_a_series_is_not_laid_by_hand() -> None:
    made, forged = claimed("durak", 2)
    assert verdicts(forged.bundle)["pack"].status == HAND, "by itself it is marked"
    said = verdicts(table_bundle(made.table), others=(forged,))["series"]
    assert said.status == FAILS
    assert (
        "deal.commitment: the deck is laid by hand, and the table is neither a branch nor a test"
        in said.detail
    )


def test_the_deal_of_a_branch_has_no_seeds() -> None:
    made = a_branch("durak", 2)
    seeded = events_of(played(GAMES["durak"], seats=2, number=2))
    opened = cast("Opened", events_of(made.deal)[0])
    first = replace(cast("Opened", seeded[0]), deal=opened.deal, table=opened.table)
    other = Case(bundled(kept([("system", (first, *seeded[1:]))]), receipts=False, logged=False))
    said = verdicts(table_bundle(made.table), others=(other,))["series"]
    assert (said.status, "the deal of a branch follows from no seed" in said.detail) == (
        FAILS,
        True,
    )


def with_first(kind: type[Event], **values: Any) -> Callable[[list[Event]], list[Event]]:
    def alter(events: list[Event]) -> list[Event]:
        at = next(at for at, each in enumerate(events) if isinstance(each, kind))
        return [*events[:at], replace(cast("Any", events[at]), **values), *events[at + 1 :]]

    return alter


SEED: Final = Digest("ab" * 32)
VOUCHED: Final[dict[str, tuple[Callable[[list[Event]], list[Event]], str, str]]] = {
    "a seed in it": (with_first(Opened, seed=SEED), "commitments", "and there are seeds"),
    "a seat's commitment": (
        with_first(Opened, commitments=(SEED, None)),
        "commitments",
        "and there are seeds",
    ),
    "a seat's seed": (
        lambda events: [events[0], SeedRevealed(0, SEED), *events[1:]],
        "commitments",
        "a seed is shown",
    ),
    "the server's": (lambda events: [*events, Revealed(SEED)], "commitments", "a seed is shown"),
    "T": (with_first(Shuffled, transcript=SEED), "commitments", "this vouches for it"),
    "a root": (with_first(Shuffled, root=SEED), "commitments", "this vouches for it"),
    "no pack": (
        with_first(Shuffled, deck=GAMES["durak"].pack[:1] * 36),
        "consequences",
        "does not follow",
    ),
    "an early end": (
        lambda events: events[:9],
        "score",
        "a full record ends when the deal is over",
    ),
    "no shuffle": (lambda events: events[:1], "consequences", "should have followed"),
}


def vouched(name: str) -> Bundle:
    events = VOUCHED[name][0](events_of(a_branch("durak", 2).deal))
    return bundled(kept([("system", tuple(events))]), receipts=False, logged=False)


@pytest.mark.parametrize("name", VOUCHED)
def test_evidence_that_contradicts_a_deck_laid_by_hand_fails(name: str) -> None:
    _, check, words = VOUCHED[name]
    said = verdicts(vouched(name))[check]
    assert (said.status, words in said.detail) == (FAILS, True), said


def test_a_commitment_to_nothing_is_none() -> None:
    """A rated deal whose commitment is removed, so that no seed has to open it."""
    record = events_of(played(GAMES["durak"], seats=2, number=2))
    stripped = [replace(cast("Opened", record[0]), commitment=NO_DIGEST), *record[1:]]
    forged = bundled(kept([("system", tuple(stripped))]), receipts=False, logged=False)
    assert "commitments" in failing(forged)
