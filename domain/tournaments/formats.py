"""The formats: how the contestants of a round are divided among tables (C8-C14).

Pure functions on numbers of contestants. Each takes them in the order of the draw, and returns
groups, one for each table, with `EMPTY` for a place that bots of the house fill.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

EMPTY: Final = 0
"""The place of a contestant that bots of the house fill."""
TWO: Final = 2
STEPS: Final = 20_000
"""The choices that are tried for a round of a Swiss without, and then with more, repetitions."""

Group: TypeAlias = tuple[int, ...]
Pair: TypeAlias = tuple[int, int]


class Groups(NamedTuple):
    """The contestants of each table, and those who have a bye."""

    tables: tuple[Group, ...]
    byes: tuple[int, ...] = ()


class Sizes(NamedTuple):
    """The places of each table, and how many contestants are left over (C8)."""

    tables: tuple[int, ...]
    over: int = 0


def sizes(count: int, *, size: int, least: int) -> Sizes:
    """How many contestants sit at each table; the numbers differ by one at most.

    Args:
        count: The contestants.
        size: The contestants of a full table.
        least: The fewest at a table, the others being bots or left out.
    """
    for over in range(count):
        playing = count - over
        tables = -(-playing // size)
        each, more = divmod(playing, tables)
        if each >= least:
            return Sizes((each + 1,) * more + (each,) * (tables - more), over)
    return Sizes((), count)


def without_byes(order: Sequence[int], over: int, byes: Mapping[int, int]) -> Groups:
    """The contestants who play, as one group, and those with a bye (C8)."""
    rows = sorted(range(len(order)), key=lambda row: (byes.get(order[row], 0), -row))
    out = {order[row] for row in rows[:over]}
    playing = tuple(each for each in order if each not in out)
    return Groups((playing,), tuple(each for each in order if each in out))


def in_order(
    order: Sequence[int], sized: Sizes, *, byes: Mapping[int, int], teams: Mapping[int, str | None]
) -> Groups:
    """Tables in the order of the draw, the players of one team apart (C5, C10, C11)."""
    (playing,), out = without_byes(order, sized.over, byes)
    return Groups(tuple(_apart(playing, sized.tables, teams)), out)


def _apart(
    order: Sequence[int], tables: Sequence[int], teams: Mapping[int, str | None]
) -> list[Group]:
    """The first who fits is seated next; who would meet a team mate waits for a later table."""
    waiting, groups = [*order], list[list[int]]()
    for size in tables:
        group = list[int]()
        for _ in range(size):
            here = _teams_of(group, teams)
            at = next((n for n, each in enumerate(waiting) if teams.get(each) not in here), 0)
            group.append(waiting.pop(at))
        groups.append(group)
    _exchange(groups, teams)
    small = _of_small_teams(order, tables, teams)
    if any(_clashes(group, small) for group in groups):
        groups = _dealt_by_teams(order, tables, teams)
    return [tuple(group) for group in groups]


def _teams_of(group: Sequence[int], teams: Mapping[int, str | None]) -> set[str]:
    return {team for each in group if (team := teams.get(each)) is not None}


def _fits(one: int, group: Sequence[int], teams: Mapping[int, str | None]) -> bool:
    team = teams.get(one)
    return team is None or all(teams.get(other) != team for other in group)


def _clashes(group: Sequence[int], teams: Mapping[int, str | None]) -> bool:
    return any(not _fits(one, group[:at], teams) for at, one in enumerate(group))


def _exchange(groups: list[list[int]], teams: Mapping[int, str | None]) -> None:
    """Exchange who meets a team mate for the nearest contestant with whom no team mates meet."""
    chairs = [(table, seat) for table, group in enumerate(groups) for seat in range(len(group))]
    tables_of = Counter(team for group in groups for team in _teams_of(group, teams))
    for at in range(len(chairs) - 1, -1, -1):
        table, seat = chairs[at]
        group = groups[table]
        is_everywhere = tables_of[teams.get(group[seat]) or ""] == len(groups)
        if is_everywhere or _fits(group[seat], group[:seat], teams):
            continue
        for other in sorted(range(len(chairs)), key=lambda each: (abs(each - at), each)):
            there, chair = chairs[other]
            if there == table:
                continue
            mine = [*group[:seat], *group[seat + 1 :]]
            theirs = [*groups[there][:chair], *groups[there][chair + 1 :]]
            if _fits(groups[there][chair], mine, teams) and _fits(group[seat], theirs, teams):
                tables_of.subtract([*_teams_of(group, teams), *_teams_of(groups[there], teams)])
                group[seat], groups[there][chair] = groups[there][chair], group[seat]
                tables_of.update([*_teams_of(group, teams), *_teams_of(groups[there], teams)])
                break


def _of_small_teams(
    order: Sequence[int], tables: Sequence[int], teams: Mapping[int, str | None]
) -> Mapping[int, str | None]:
    """The contestants of the teams that are no larger than the number of tables."""
    known = Counter(teams.get(each) for each in order)
    return {each: team for each in order if known[team := teams.get(each)] <= len(tables)}


def _dealt_by_teams(
    order: Sequence[int], tables: Sequence[int], teams: Mapping[int, str | None]
) -> list[list[int]]:
    """Team by team, the largest first, each contestant to the next table with a free seat.

    Consecutive contestants sit at different tables, so no contestant meets a mate needlessly.
    """
    known = Counter(teams.get(each) for each in order)
    rank = {each: at for at, each in enumerate(order)}
    line = sorted(
        order,
        key=lambda each: (
            teams.get(each) is None,
            -known[teams.get(each)],
            teams.get(each) or "",
            rank[each],
        ),
    )
    groups: list[list[int]] = [[] for _ in tables]
    cells = [at for row in range(max(tables)) for at, size in enumerate(tables) if row < size]
    for at, each in zip(cells, line, strict=True):
        groups[at].append(each)
    return groups


# --- Two at a table -----------------------------------------------------------------------------


def cycle(count: int) -> int:
    """The rounds in which each of so many contestants meets each other one."""
    return max(0, count - 1 + count % TWO)


def round_robin(lot: Sequence[int], number: int) -> Groups:
    """The pairings of a round by the circle method; a second cycle exchanges the seats (C12)."""
    circle = [*lot, *([EMPTY] if len(lot) % TWO else [])]
    if len(circle) < TWO:
        return Groups((), tuple(lot))
    before, turn = divmod(number - 1, cycle(len(lot)))
    rest = deque(circle[1:])
    rest.rotate(turn)
    line = [circle[0], *rest]
    half = len(line) // TWO
    met = zip(line[:half], reversed(line[half:]), strict=True)
    pairs = [
        (one, other) if (at + turn + before) % TWO == 0 else (other, one)
        for at, (one, other) in enumerate(met)
    ]
    return Groups(
        tuple(pair for pair in pairs if EMPTY not in pair),
        tuple(one or other for one, other in pairs if EMPTY in (one, other)),
    )


def bracket(lot: Sequence[int]) -> tuple[int, ...]:
    """The first round of a knock-out: neighbours meet, and byes come first (C14)."""
    size = max(TWO, 1 << max(0, len(lot) - 1).bit_length())
    byes = size - len(lot)
    first = [slot for each in lot[:byes] for slot in (each, EMPTY)]
    return (*first, *lot[byes:])


def knock_out(slots: Sequence[int]) -> Groups:
    """The pairings of the slots of a bracket; `EMPTY` is a slot without a contestant."""
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    return Groups(
        tuple(pair for pair in pairs if EMPTY not in pair),
        tuple(one or other for one, other in pairs if (one == EMPTY) != (other == EMPTY)),
    )


def swiss(order: Sequence[int], met: Mapping[Pair, int], *, byes: Mapping[int, int]) -> Groups:
    """Neighbours of the standings who have not met, by the Monrad method (C13).

    Args:
        order: The contestants.
        met: How often two have met, the lower number first.
        byes: How many byes each has had.
    """
    (playing,), out = without_byes(order, len(order) % TWO, byes)
    for allowed in range(max(met.values(), default=0)):
        pairs = _paired(playing, lambda a, b: met.get(pair(a, b), 0) <= allowed)  # noqa: B023
        if pairs is not None:
            return Groups(pairs, out)
    return Groups(tuple(zip(playing[::2], playing[1::2], strict=True)), out)


def pair(one: int, other: int) -> Pair:
    """Two contestants, the lower number first."""
    return (one, other) if one < other else (other, one)


def _paired(
    order: Sequence[int], may_meet: Callable[[int, int], bool]
) -> tuple[tuple[int, int], ...] | None:
    """The first complete pairing that a depth-first search finds in `STEPS` choices."""
    free, pairs, tried = [*order], list[tuple[int, int]](), [0]
    for _ in range(STEPS + len(order)):
        if not free:
            return tuple(pairs)
        one, first = free[0], tried[-1] + 1
        at = next((n for n in range(max(1, first), len(free)) if may_meet(one, free[n])), None)
        if at is not None:
            tried[-1] = at
            tried.append(0)
            pairs.append((one, free[at]))
            del free[at], free[0]
            continue
        if not pairs:
            return None
        tried.pop()
        one, other = pairs.pop()
        free.insert(0, one)
        free.insert(tried[-1], other)
    return None
