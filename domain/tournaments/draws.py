"""The draw of a round: the seats that follow from the record and the seeds (C6-C14)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from domain.kernel.event import Digest, Text
from domain.tournaments import formats, lots
from domain.tournaments.events import RoundDrawn
from domain.tournaments.formats import EMPTY, TWO, Groups, Pair
from domain.tournaments.standings import number_of, standings, winners
from domain.tournaments.tournament import Contestant, Round, Tournament, TournamentTable

TWO_AT_A_TABLE: Final = ("round_robin", "swiss", "knock_out")
BY_STANDINGS: Final = ("by_standings", "swiss")
CLOSED_FIELD: Final = ("round_robin", "knock_out")
"""The formats that admit no player after the first call (C2)."""


def draw(
    tournament: Tournament, seed: Digest, *, fixed: Sequence[Sequence[int]] | None = None
) -> RoundDrawn:
    """The draw of the round that is called.

    Args:
        tournament: The tournament, whose last round is called and not drawn.
        seed: The operator's seed of the round.
        fixed: The players of each table by seats, in the format `fixed` (C9).
    """
    called = tournament.rounds[-1]
    here = entitled(tournament)
    numbers = [each.number for each in here]
    if tournament.opened.format == "fixed":
        tables = tuple(map(tuple, fixed or ()))
        seated = {player for table in tables for player in table}
        groups = Groups((), tuple(number for number in numbers if number not in seated))
    else:
        groups = _groups(tournament, numbers, lot_of(tournament, called, seed))
        tables = _seats(tournament, groups.tables)
    known = {each.number: each for each in tournament.contestants}
    byes = tuple(player for number in groups.byes for player in known[number].players)
    return RoundDrawn(called.number, seed, tables, byes, tournament.owing)


def entitled(tournament: Tournament) -> tuple[Contestant, ...]:
    """The contestants of the round that is called; all, if seeds left fewer than two (C6, C8)."""
    owing, field = set(tournament.owing), _field(tournament)
    there = tuple(each for each in field if owing.isdisjoint(each.players))
    return there if len(there) >= TWO else field


def _field(tournament: Tournament) -> tuple[Contestant, ...]:
    """Those who can be contestants of the round after the last one drawn, whatever their seeds."""
    form, drawn = tournament.opened.format, [each for each in tournament.rounds if each.drawn]
    staying = tuple(each for each in tournament.contestants if tournament.stays(each))
    if not drawn or form not in CLOSED_FIELD:
        return staying
    is_out = form == "knock_out"
    known = _through(tournament, drawn[-1]) if is_out else drawn[0].called_for
    return tuple(each for each in staying if each.number in known)


def lot_of(tournament: Tournament, called: Round, seed: Digest) -> tuple[int, ...]:
    """All contestants in the order of the lot of a round (C7)."""
    opened = tournament.opened
    key = lots.key(
        opened.tournament,
        called.number,
        committed=opened.commitments[called.number - 1],
        seed=seed,
        shown=called.shown,
    )
    return lots.lot([each.number for each in tournament.contestants], key)


def last_lot(tournament: Tournament) -> tuple[int, ...]:
    """The lot of the last round that was drawn; before the first one, the order of joining."""
    for each in reversed(tournament.rounds):
        if each.drawn is not None:
            return lot_of(tournament, each, each.drawn.seed)
    return tuple(each.number for each in tournament.contestants)


# --- Formats ------------------------------------------------------------------------------------


def _groups(tournament: Tournament, here: Sequence[int], lot: Sequence[int]) -> Groups:
    form, number = tournament.opened.format, tournament.rounds[-1].number
    order = [each for each in lot if each in set(here)]
    if number > 1 and form in BY_STANDINGS:
        ranked = standings(tournament, lot=lot)
        order = [row.contestant.number for row in ranked if row.contestant.number in set(here)]
    byes = _byes(tournament)
    if form == "swiss":
        return _filled(tournament, formats.swiss(order, _met(tournament), byes=byes))
    if form == "round_robin":
        every = formats.round_robin(_first_order(tournament, lot), number)
        return _filled(tournament, _present(every, set(here)))
    if form == "knock_out":
        return formats.knock_out(_reached(tournament, set(here), lot))
    teams = {each: _team(tournament, each) for each in order}
    return formats.in_order(order, _table_sizes(tournament, len(order)), byes=byes, teams=teams)


def _table_sizes(tournament: Tournament, count: int) -> formats.Sizes:
    size, game = len(tournament.sides), tournament.game
    may_be_smaller = len(tournament.sides[0]) == 1 and not tournament.opened.boards
    smaller = may_be_smaller and tournament.opened.seats - 1 in game.seats
    least = 1 if tournament.opened.fill else size - smaller
    return formats.sizes(count, size=size, least=least)


def _filled(tournament: Tournament, groups: Groups) -> Groups:
    """Bots of the house play those who would have a bye, where the terms name them (C8)."""
    if not tournament.opened.fill:
        return groups
    return Groups((*groups.tables, *((each, EMPTY) for each in groups.byes)))


def _present(groups: Groups, here: set[int]) -> Groups:
    """The pairings without those who are not there; their opponents have a bye."""
    left = tuple(each for group in groups.tables if not here.issuperset(group) for each in group)
    return Groups(
        tuple(group for group in groups.tables if here.issuperset(group)),
        tuple(each for each in (*groups.byes, *left) if each in here),
    )


def _first_order(tournament: Tournament, lot: Sequence[int]) -> tuple[int, ...]:
    """The contestants of the first call in the order of the first lot.

    Args:
        tournament: The tournament, whose last round is called and not drawn.
        lot: The lot of that round.
    """
    first = tournament.rounds[0]
    if first.drawn is not None:
        lot = lot_of(tournament, first, first.drawn.seed)
    return tuple(each for each in lot if each in first.called_for)


def _through(tournament: Tournament, each: Round) -> set[int]:
    """The contestants of a knock-out that go on after a round (C14)."""
    return {*winners(tournament, each), *(() if each.drawn is None else each.drawn.byes)}


def _reached(tournament: Tournament, here: set[int], lot: Sequence[int]) -> tuple[int, ...]:
    """The contestants in the slots of the bracket in the round that is called (C14)."""
    slots = formats.bracket(_first_order(tournament, lot))
    for each in tournament.rounds[:-1]:
        through = _through(tournament, each)
        pairs = zip(slots[::2], slots[1::2], strict=True)
        slots = tuple(next((one for one in pair if one in through), EMPTY) for pair in pairs)
    return tuple(each if each in here else EMPTY for each in slots)


def is_decided(tournament: Tournament) -> bool:
    """Whether no further round can be drawn: the last was played, or one is left (C21)."""
    if tournament.status != "break":
        return False
    if len(tournament.rounds) >= tournament.opened.rounds:
        return True
    if tournament.opened.format == "round_robin":
        cycle = formats.cycle(len(tournament.rounds[0].called_for))
        if len(tournament.rounds) >= _cycles(tournament) * cycle:
            return True
    return len(_field(tournament)) < TWO


def _cycles(tournament: Tournament) -> int:
    """How often each contestant of a round robin meets each other one (C12)."""
    opened, size = tournament.opened, len(tournament.sides[0])
    return max(1, opened.rounds // max(1, formats.cycle(opened.most // size)))


# --- What was before ----------------------------------------------------------------------------


def _byes(tournament: Tournament) -> Mapping[int, int]:
    """How often each had a bye, or only bots of the house as opponents (C8)."""
    byes = Counter[int]()
    for each in tournament.rounds:
        byes.update(() if each.drawn is None else each.drawn.byes)
        groups = (_group(tournament, table) for table in each.tables)
        byes.update(group[0] for group in groups if len(group) == 1)
    return byes


def _met(tournament: Tournament) -> Mapping[Pair, int]:
    met = Counter[Pair]()
    for each in tournament.rounds:
        for table in each.tables:
            met.update(combinations(_group(tournament, table), TWO))
    return met


def _group(tournament: Tournament, table: TournamentTable) -> tuple[int, ...]:
    """The contestants at a table, in the order of their numbers."""
    return tuple(sorted({number_of(tournament, player) for player in table.players if player}))


def _team(tournament: Tournament, number: int) -> Text | None:
    return tournament.players[number - 1].team


def _seats(tournament: Tournament, groups: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """The players of tables by seats: each contestant takes the seats of a side.

    A table with bots of the house is full; without them it is as small as its group.
    """
    opened, known = tournament.opened, {each.number: each for each in tournament.contestants}
    is_full = opened.fill is not None or len(tournament.sides[0]) > 1
    sides_of, tables = tournament.game.sides, list[tuple[int, ...]]()
    for group in groups:
        seats = opened.seats if is_full else len(group)
        players = [EMPTY] * seats
        for number, side in zip(group, sides_of(seats), strict=False):
            for seat, player in zip(side, known[number].players if number else (), strict=False):
                players[seat] = player
        tables.append(tuple(players))
    return tuple(tables)
