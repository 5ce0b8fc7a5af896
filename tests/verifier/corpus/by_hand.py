"""Branches: decks laid by hand are marked as such, and do not pass as deals of a series.

A forger could claim that a deck was laid by hand, since it then follows from no seed. So such a
deal never simply holds: it is marked, and it fails beside the table of a series.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from domain.games import GAMES
from domain.kernel.branch import begun_as, played_again
from domain.kernel.deal import NO_DIGEST, Opened, Revealed, SeedRevealed, Shuffled
from domain.kernel.event import Digest, Event, Id
from domain.table import next_deal, series
from domain.table.events import DealOpened, TableBranched
from tests.verifier.entries import Entry
from tests.verifier.making import TABLES, Step, bundled, kept, played
from tests.verifier.series import Series, a_series, events_of, table_bundle
from verifier.bundle import Bundle
from verifier.case import Case


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


def with_first(kind: type[Event], **values: Any) -> Callable[[list[Event]], list[Event]]:
    def alter(events: list[Event]) -> list[Event]:
        at = next(at for at, each in enumerate(events) if isinstance(each, kind))
        return [*events[:at], replace(cast("Any", events[at]), **values), *events[at + 1 :]]

    return alter


SEED: Final = Digest("ab" * 32)
ALTERED: Final[dict[str, Callable[[list[Event]], list[Event]]]] = {
    "a seed in it": with_first(Opened, seed=SEED),
    "a seat's commitment": with_first(Opened, commitments=(SEED, None)),
    "a seat's seed": lambda events: [events[0], SeedRevealed(0, SEED), *events[1:]],
    "the server's": lambda events: [*events, Revealed(SEED)],
    "T": with_first(Shuffled, transcript=SEED),
    "a root": with_first(Shuffled, root=SEED),
    "no pack": with_first(Shuffled, deck=GAMES["durak"].pack[:1] * 36),
    "an early end": lambda events: events[:9],
    "no shuffle": lambda events: events[:1],
}


def altered(name: str) -> Bundle:
    events = ALTERED[name](events_of(a_branch("durak", 2).deal))
    return bundled(kept([("system", tuple(events))]), receipts=False, logged=False)


def branch(key: str, seats: int) -> Bundle:
    return a_branch(key, seats).bundle()


def view(key: str, seats: int, seat: int) -> Bundle:
    return bundled(kept(a_branch(key, seats).deal, viewer=seat), view=f"seat:{seat}")


def with_seeds() -> Case:
    """The deal of a branch, which follows from seeds."""
    seeded = events_of(played(GAMES["durak"], seats=2, number=2))
    opened = cast("Opened", events_of(a_branch("durak", 2).deal)[0])
    first = replace(cast("Opened", seeded[0]), deal=opened.deal, table=opened.table)
    deal: list[Step] = [("system", (first, *seeded[1:]))]
    return Case(bundled(kept(deal), receipts=False, logged=False))


def stripped() -> Bundle:
    """A rated deal whose commitment is removed, so that no seed has to open it."""
    record = events_of(played(GAMES["durak"], seats=2, number=2))
    first = replace(cast("Opened", record[0]), commitment=NO_DIGEST)
    deal: list[Step] = [("system", (first, *record[1:]))]
    return bundled(kept(deal), receipts=False, logged=False)


def branch_table() -> Bundle:
    return table_bundle(a_branch("durak", 2).table)


def series_table() -> Bundle:
    return table_bundle(a_series("durak", 2).table)


ENTRIES: Final = {
    **{
        f"a branch of {key} with {seats}": Entry(partial(branch, key, seats))
        for key, seats in TABLES
    },
    **{
        f"a branch of {key} with {seats} for its last seat": Entry(
            partial(view, key, seats, seats - 1)
        )
        for key, seats in TABLES
    },
    "the table of a branch": Entry(branch_table),
    "the table of a branch and its deal": Entry(
        branch_table, held=lambda: {"others": (a_branch("durak", 2).case(),)}
    ),
    "the table of a branch and another deal": Entry(
        branch_table, held=lambda: {"others": a_series("durak", 2).cases()[:1]}
    ),
    "a deal that claims it": Entry(lambda: claimed("durak", 2)[1].bundle),
    "a deal of a series that claims it": Entry(
        series_table, held=lambda: {"others": (claimed("durak", 2)[1],)}
    ),
    "a branch with seeds": Entry(branch_table, held=lambda: {"others": (with_seeds(),)}),
    "a commitment to nothing": Entry(stripped),
    **{f"vouched for by {name}": Entry(partial(altered, name)) for name in ALTERED},
}
