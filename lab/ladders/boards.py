"""``python -m lab.ladders.boards``: how many boards a comparison needs beside raw scores.

The method was fixed before the first run. Two levels of bots play 200 boards of each game. Each
board is played at as many tables as there are sides: the first level has another side at each
table, the second level all the others. A board has one figure: the mean over its tables of the
points of the first level, less the points of the second.

- Raw scores: every table has cards of its own, as where nothing is duplicate.
- The comparison: all tables of a board have the same cards, and each result counts less the mean of
  all results on the same side.

The first level is better by the same amount in both. The certainty of a match is the mean of its
figures in standard errors, so the boards that are needed for a certainty grow with the square of
the standard deviation over the mean. The share is that number with the comparison, divided by that
with raw scores. Its interval of 95 % is from 2,000 samples of the boards, drawn with their
repetitions.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, quantiles, stdev
from typing import Any, Final, NamedTuple, cast

from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.options import parse_options
from lab.bench import machine
from lab.ladders.matches import played
from lab.ladders.players import Player, bot

RESULTS: Final = Path(__file__).with_name("BOARDS.md")
BOARDS: Final = 200
SAMPLES: Final = 2_000
SEED: Final = 1
LEVELS: Final = ("medium", "easy")
HEAD: Final = (
    "| game | first | second | gain, raw | sd | gain, comparison | sd | share of boards | 95 % |"
)


class Measured(NamedTuple):
    """The figures of the boards of two levels."""

    raw: tuple[float, ...]
    compared: tuple[float, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the boards, and print or write what was found."""
    parser = argparse.ArgumentParser(prog="python -m lab.ladders.boards", description=__doc__)
    parser.add_argument("--game", choices=[*GAMES], nargs="*", default=[*GAMES])
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--write", action="store_true", help="write BOARDS.md")
    args = parser.parse_args(arguments)
    rows = list[str]()
    for key in args.game:
        one, other = (bot(level)(GAMES[key]) for level in LEVELS)
        rows.append(row(GAMES[key], one, other, measured(GAMES[key], one, other, args.boards)))
        print(rows[-1], flush=True)
    if args.write:
        facts = "\n".join(f"- {name}: {value}" for name, value in machine.describe())
        how = str(__doc__).partition("\n\n")[2]
        head = f"# Boards\n\nWritten by `python -m lab.ladders.boards --write`.\n\n{how}\n{facts}"
        table = "\n".join((HEAD, "|---" * 9 + "|", *rows))
        RESULTS.write_text(f"{head}\n\n{table}\n", encoding="utf-8")
    return 0


def measured(game: Game[Any], first: Player, second: Player, boards: int) -> Measured:
    """The figures of so many boards."""
    sides = game.sides(game.seats[0])
    raw, compared = list[float](), list[float]()
    for board in range(1, boards + 1):
        apart = [
            points(game, boards + board * len(sides) + at, first, second, at)
            for at in range(len(sides))
        ]
        same = [points(game, board, first, second, at) for at in range(len(sides))]
        raw.append(fmean(_gain(each, at) for at, each in enumerate(apart)))
        usual = [fmean(each[side] for each in same) for side in range(len(sides))]
        less = [[mine - mean for mine, mean in zip(each, usual, strict=True)] for each in same]
        compared.append(fmean(_gain(each, at) for at, each in enumerate(less)))
    return Measured(tuple(raw), tuple(compared))


def points(
    game: Game[Any], deal: int, first: Player, second: Player, own: int
) -> tuple[float, ...]:
    """The points of each side in a deal in which one side plays as the first level."""
    seats = game.seats[0]
    sides = game.sides(seats)
    players = [first if seat in sides[own] else second for seat in range(seats)]
    outcome = game.outcome(played(game, deal, players))
    if outcome is None:
        return (0.0,) * len(sides)
    options = parse_options(game.options, {}, seats=seats)
    tallied = cast("Any", game.tally(game.opening_score(options, seats), outcome)).points
    sign = game.counting.sign
    return tuple(float(sign * each) for each in tallied)


def _gain(scores: Sequence[float], own: int) -> float:
    return scores[own] - fmean(each for side, each in enumerate(scores) if side != own)


def row(game: Game[Any], first: Player, second: Player, found: Measured) -> str:
    """The line of a pair of levels."""
    chance = random.Random(SEED)
    indices = range(len(found.raw))
    samples = [
        share(_picked(found, chance.choices(indices, k=len(indices)))) for _ in range(SAMPLES)
    ]
    low, high = (quantiles(samples, n=40)[at] for at in (0, -1))
    cells = [game.title, first.name, second.name]
    for figures in found:
        cells += [f"{fmean(figures):+.3f}", f"{stdev(figures):.3f}"]
    cells += [f"{share(found):.2f}", f"{low:.2f}-{high:.2f}"]
    return "| " + " | ".join(cells) + " |"


def _picked(found: Measured, chosen: Sequence[int]) -> Measured:
    return Measured(*(tuple(figures[at] for at in chosen) for figures in found))


def share(found: Measured) -> float:
    """The boards that the comparison needs, divided by those that raw scores need."""
    needed = [(stdev(figures) / (fmean(figures) or 1e-9)) ** 2 for figures in found]
    return needed[1] / (needed[0] or 1e-9)


if __name__ == "__main__":
    sys.exit(main())
