"""Tournaments with real tables: two rounds of Durak, in which every deal was played."""

from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from domain.games import GAMES
from domain.judge.record_rules import SYSTEM
from domain.kernel.event import Event, Id, Text
from domain.kernel.game import fold
from domain.table import next_deal, series
from domain.table.events import (
    DealOpened,
    DealRevealed,
    SeatTaken,
    TableClosed,
    TableDrawn,
    TableOpened,
)
from domain.tournaments import lots
from domain.tournaments.boards import results_of
from domain.tournaments.events import (
    PlayerErased,
    ScoreCorrected,
    TournamentClosed,
    TournamentTableOpened,
)
from domain.tournaments.standings import recorded
from domain.tournaments.tournament import options_of
from tests.domain.tournaments.evening import HEAD, Evening, board_seed, opened
from tests.verifier.making import Step, bundled, kept, played_on_terms
from tests.verifier.series import pinned
from verifier.bundle import TABLE, Bundle, write
from verifier.case import Case

GAME: Final = GAMES["durak"]


class Played(NamedTuple):
    """The appends to a tournament, to each of its tables, and to the deals of these."""

    evening: list[Step]
    tables: list[list[Step]]
    deals: list[list[Step]]

    @property
    def bundle(self) -> Bundle:
        """The bundle of the tournament."""
        return evening_bundle(self.evening)

    @property
    def others(self) -> tuple[Case, ...]:
        """The bundles of tables and deals."""
        tables = (bundled(kept(each), view="public", receipts=False) for each in self.tables)
        return tuple(map(Case, (*tables, *(bundled(kept(each)) for each in self.deals))))

    @property
    def lines(self) -> list[bytes]:
        """The lines of its evidence: the tournament, then each table with its deals."""
        tables, deals = list[Case](), list[Case]()
        for each in self.others:
            (tables if each.bundle.kind == TABLE else deals).append(each)
        bundles = [self.bundle]
        for table in tables:
            bundles.append(table.bundle)
            bundles += [each.bundle for each in deals if each.opened.table == table.opened.table]
        return [line_of(write(each)) for each in bundles]


def line_of(bundle: bytes) -> bytes:
    """The line of a bundle in the evidence of a tournament."""
    return b'{"format":"fairdeal/1/tournament","bundle":%b}\n' % bundle


def evening_bundle(steps: list[Step]) -> Bundle:
    """The bundle of a tournament."""
    return bundled(kept(steps), view="public")


def steps_of(evening: Evening) -> list[Step]:
    """The appends of an evening, one for each event."""
    return [(actor, (each,)) for actor, each in zip(evening.actors, evening.events, strict=True)]


@cache
def an_evening() -> Played:
    """A Swiss of five players and a bot; one table is closed early, one player is erased."""
    first = opened(format="swiss", rounds=2, table_terms={"reveal_seconds": 30, "hints": False})
    options = {**first.options, "points_to_win": 2}
    evening = Evening(_with(first, options=options))
    evening.join(5, commits=(1, 3), teams=("Reds", None))
    chance, tables, deals = Random(1), list[list[Step]](), list[list[Step]]()
    for number in (1, 2):
        evening.call().show(*(player for player in evening.now.owing)).draw()
        for at in range(1, len(evening.now.rounds[-1].tables) + 1):
            steps, played = _a_table(evening, number, at, chance)
            tables.append(steps)
            deals += played
            table = series.fold_table(_events(steps))
            pin = pinned(steps)
            result = recorded(number, at, table, **pin)
            named = TournamentTableOpened(number, at, Id(table.opened.table))
            evening.add(named, result, actor=SYSTEM)
    evening.add(ScoreCorrected(2, 2, 1, Text("Late")))
    evening.add(TournamentClosed("over"), actor=SYSTEM)
    evening.add(PlayerErased(4, 5))
    return Played(steps_of(evening), tables, deals)


def _with(event: Any, **changes: Any) -> Any:
    return type(event)(**{name: getattr(event, name) for name in event.KINDS} | changes)


@cache
def with_boards() -> Played:
    """Two boards at two tables, scored by their mean; each table is revealed after the last one."""
    terms: Any = {"format": "lot", "rounds": 1, "boards": 2, "scoring": "mean"}
    evening = Evening(opened(**terms)).join(4, commits=(2,)).call().show(2).draw().open_tables()
    chance, number = Random(2), 1
    played = [_at_boards(evening, number, at, chance) for at in (1, 2)]
    for board in range(1, terms["boards"] + 1):
        tables = [series.fold_table(_events(steps)) for steps, _ in played]
        evening.reveal(*results_of(tables, board))
        for steps, deals in played:
            opening: Any = deals[board - 1][0][1][0]
            shown = DealRevealed(board, opening.deal, **pinned(deals[board - 1]))
            steps.append((SYSTEM, (shown,)))
    for at, (steps, _) in enumerate(played, start=1):
        table = series.fold_table(_events(steps))
        evening.add(recorded(number, at, table, **pinned(steps)), actor=SYSTEM)
    evening.add(TournamentClosed("over"), actor=SYSTEM)
    deals = [deal for _, of_table in played for deal in of_table]
    return Played(steps_of(evening), [steps for steps, _ in played], deals)


def _at_boards(
    evening: Evening, number: int, at: int, chance: Random
) -> tuple[list[Step], list[list[Step]]]:
    """A table that has played all boards of a round, before one of them is revealed."""
    steps = [_first(evening, number, at)]
    deals = list[list[Step]]()
    for board in range(1, evening.now.opened.boards + 1):
        state = series.fold_table(_events(steps))
        deal = Id(str(UUID(int=number << 96 | at << 80 | board, version=4)))
        on = next_deal.terms(state, deal=deal)
        steps.append((SYSTEM, (DealOpened(board, deal),)))
        state = series.fold_table(_events(steps))
        seed = bytes.fromhex(board_seed(number, board))
        whole = played_on_terms(GAME, on, seeds={}, chance=chance, seed=seed)
        actor, last = whole[-1]
        deals.append([*whole[:-1], (actor, last[:-1]), (SYSTEM, last[-1:])])
        outcome = GAME.outcome(fold(GAME, _events(deals[-1])))
        pin = pinned(deals[-1][:-1])
        steps.append((SYSTEM, series.recorded(state, cast("Event", outcome), **pin)))
    return steps, deals


def _first(evening: Evening, number: int, at: int) -> Step:
    """The events that open a table of a round, with all players on their seats."""
    terms, place = evening.now.opened, evening.now.rounds[-1].tables[at - 1]
    table = place.table or Id(str(UUID(int=number << 96 | at << 80, version=4)))
    first = TableOpened(
        *(table, terms.owner, Text("x"), terms.game, terms.rules),
        options_of(terms, len(place.players)),
        *(len(place.players), terms.visibility, True),
        **cast("Any", terms.table_terms),
    )
    seats = [
        SeatTaken(seat, player.name, None, player.holder, HEAD)
        for seat, each in enumerate(place.players)
        if (player := evening.now.player(each)) is not None
    ]
    shown = evening.now.rounds[-1].shown
    seeds = lots.digest(terms.tournament, number, shown) if terms.boards else None
    drawn = TableDrawn(terms.tournament, number, at, terms.boards, seeds)
    return SYSTEM, (first, drawn, *seats)


def _a_table(
    evening: Evening, number: int, at: int, chance: Random
) -> tuple[list[Step], list[list[Step]]]:
    """A table of a round with its deals; the first of the second round is closed."""
    steps = [_first(evening, number, at)]
    deals = list[list[Step]]()
    while (state := series.fold_table(_events(steps))).ended is None:
        if number == 2 and at == 1 and deals:
            steps.append((SYSTEM, (TableClosed("idle"),)))
            break
        deal = Id(str(UUID(int=number << 96 | at << 80 | len(deals) + 1, version=4)))
        on = next_deal.terms(state, deal=deal)
        steps.append((SYSTEM, (DealOpened(state.next_number, deal),)))
        state = series.fold_table(_events(steps))
        deals.append(played_on_terms(GAME, on, seeds={}, chance=chance))
        outcome = GAME.outcome(fold(GAME, _events(deals[-1])))
        steps.append((SYSTEM, series.recorded(state, cast("Event", outcome), **pinned(deals[-1]))))
    return steps, deals


def _events(steps: list[Step]) -> list[Event]:
    return [event for _, events in steps for event in events]
