"""Results of declarers in Skat if every player is a medium bot: games won, and deals passed out."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from domain.games import GAMES
from lab.bench.results import Line, Section, Size, at_least, below
from offline.simulate import Setting, play_many
from offline.statistics import Share, share

HOW = """`fairdeal simulate skat --deals N --seed bench --bots …`, medium on every seat, in
whole lists. The table shows the deals that had a declarer, and the games won by the declarer, with
95 % Wilson intervals. It also shows the average last bid, the kinds of games, and how often one
side was schneider. The seed is fixed, so the same version gives the same numbers."""
COLUMNS = (
    *("seats", "deals", "declared", "95 % interval", "won", "95 % interval", "bid"),
    *("suit", "grand", "null", "hand", "schneider"),
)
SKAT = GAMES["skat"]
DEALS: Final = 1_000
FEW: Final = 4
"""Deals for each seat in the list of a tiny run."""


class Found(NamedTuple):
    """The results of the deals."""

    seats: int
    declared: Share
    won: Share
    outcomes: tuple[Any, ...]
    """The results of the deals that had a declarer."""

    def kinds(self) -> Iterator[int]:
        """The number of games of each kind, in the order of the columns."""
        kinds = [each.contract for each in self.outcomes]
        grand, null = kinds.count("grand"), kinds.count("null")
        yield from (len(kinds) - grand - null, grand, null)
        yield sum("hand" in each.steps for each in self.outcomes)
        yield sum(each.schneider for each in self.outcomes)


def run(size: Size) -> Section:
    """Run the simulation."""
    found = [_play(seats, size) for seats in SKAT.seats]
    return Section("Declarers", HOW, list(_lines(found[0])), COLUMNS, list(map(_row, found)))


def _play(seats: int, size: Size) -> Found:
    options = {} if size.whole else {SKAT.target: FEW * seats}
    setting = Setting(SKAT.key, options, ("medium",) * seats, "bench")
    played = play_many(setting, deals=DEALS if size.whole else 1)
    settled: list[Any] = [deal.outcome for series in played for deal in series.deals]
    declared = tuple(each for each in settled if each.declarer is not None)
    won = sum(each.won for each in declared)
    return Found(seats, share(len(declared), len(settled)), share(won, len(declared)), declared)


def _lines(found: Found) -> Iterator[Line]:
    yield Line("deals with a declarer", 100 * found.declared.part, "%", at_least(85))
    yield Line("games that the declarer wins", 100 * found.won.part, "%", at_least(70))
    yield Line("games that the declarer wins", 100 * found.won.part, "%", below(90))


def _row(found: Found) -> tuple[str, ...]:
    games = len(found.outcomes)
    bid = sum(each.bid for each in found.outcomes) / games
    return (
        str(found.seats),
        f"{found.declared.of:,}",
        *_share(found.declared),
        *_share(found.won),
        f"{bid:.1f}",
        *(f"{count / games:.0%}" for count in found.kinds()),
    )


def _share(part: Share) -> tuple[str, str]:
    return f"{part.part:.1%}", f"{part.low:.1%} to {part.high:.1%}"
