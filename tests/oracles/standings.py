"""The standings of a tournament, calculated again from its answers alone, by C15 to C19.

It shares no code with the service. It draws no lot: who shares a place shares it.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from statistics import median
from typing import Any

Line = tuple[int, tuple[int, ...], int]
"""A place, the players who have it, and their points."""
FEW_ARE_GOOD = ("goat",)
"""The games whose points are losses."""


def ranking(  # noqa: C901, PLR0912 - one calculation, read from the top
    evening: dict[str, Any], events: list[dict[str, Any]]
) -> list[Line]:
    """The places of a tournament, the best first; who share one in the order of their numbers.

    Args:
        evening: The answer of ``GET /v1/tournaments/{tournament}``.
        events: All its events.
    """
    first = {each["player"]: each["player"] for each in evening["players"]}
    if evening["pairs"]:
        first = {}
        for each in evening["players"]:
            if each["partner"] is not None:
                first |= {each["partner"]: each["partner"], each["player"]: each["partner"]}
    by_matches = evening["scoring"] == "matchpoints"
    by_boards = evening["scoring"] in ("mean", "median")
    points, won, lost, reached = (Counter[int]() for _ in range(4))
    met = defaultdict[int, list[int]](list)
    for data in of_type(events, "score_corrected"):
        points[first[data["player"]]] += data["points"]
    for data in of_type(events, "round_drawn"):
        for number in {first[player] for player in data["byes"]}:
            points[number] += 2 * (by_matches and evening["format"] != "round_robin")
            reached[number] = data["round"] + 1
    seats = {
        (data["round"], number): players
        for data in of_type(events, "round_drawn")
        for number, players in enumerate(data["tables"], start=1)
    }
    for data in of_type(events, "result_recorded"):
        players = seats[data["round"], data["number"]]
        apart = 2 if evening["pairs"] else len(players)
        sides = {seat: first.get(players[seat]) for seat in range(apart)}
        for seat, number in sides.items():
            if number is None:
                continue
            others = [data["ranks"][other] for other in sides if other != seat]
            mine = data["ranks"][seat]
            beaten = sum(2 * (rank > mine) + (rank == mine) for rank in others)
            if not by_boards:
                points[number] += beaten if by_matches else data["points"][seat]
            won[number] += data["won"][seat]
            lost[number] += data["lost"][seat]
            met[number] += [each for each in sides.values() if each not in (None, number)]
            if mine < min(others):
                reached[number] = data["round"] + 1

    for data in of_type(events, "board_revealed") if by_boards else ():
        for number, own in enumerate(data["results"], start=1):
            table = seats[data["round"], number]
            for seat in range(2 if evening["pairs"] else len(table)):
                if table[seat] in first:
                    points[first[table[seat]]] += beside(evening, data["results"], own, seat)

    def order(number: int) -> tuple[int, ...]:
        few = not by_matches and evening["game"] in FEW_ARE_GOOD
        own = points[number] if few else -points[number]
        out = -reached[number] if evening["format"] == "knock_out" else 0
        swiss = evening["format"] == "swiss"
        opponents = -sum(points[each] for each in met[number]) if swiss else 0
        return (out, own, opponents, -won[number], lost[number])

    numbers = sorted(set(first.values()), key=lambda number: (order(number), number))
    return [
        (
            1 + sum(order(other) < order(number) for other in numbers),
            tuple(player for player, one in first.items() if one == number),
            points[number],
        )
        for number in numbers
    ]


def beside(evening: dict[str, Any], results: list[list[int]], own: list[int], seat: int) -> int:
    """The points of a seat for a board beside those of all tables, in hundredths (C27)."""
    played = [each[seat] for each in results if each]
    if not played:
        return 0
    worst = max(played) if evening["game"] in FEW_ARE_GOOD else min(played)
    usual = Fraction(sum(played), len(played))
    if evening["scoring"] == "median":
        usual = Fraction(median(played))
    return round(100 * ((own[seat] if own else worst) - usual))


def of_type(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The data of the events of a type."""
    return [each["data"] for each in events if each["type"] == f"tournament.{name}"]


def shown(evening: dict[str, Any]) -> list[Line]:
    """The places as the service shows them, in the same form."""
    lines = [
        (each["rank"], tuple(each["players"]), each["points"]) for each in evening["standings"]
    ]
    return sorted(lines, key=lambda line: line[:2])
