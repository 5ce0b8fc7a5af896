"""Play the ladders and write LADDERS.md: `python -m lab.ladders`, called by `make ladders`."""

import argparse
import platform
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from domain.games import GAMES
from domain.kernel.game import Game
from lab.ladders import costs, levels, seat, xskat
from lab.ladders.matches import Gain, Result, gain, match
from lab.ladders.players import FROZEN, Player, bot, flat_goat, greedy, greedy_skat, playouts

RESULTS: Final = Path(__file__).parent / "LADDERS.md"

HEAD: Final = """\
# Ladders

`make ladders` plays these matches and writes this file. Both players get identical deals, and each
deal is played twice, with the seats exchanged. A drawn deal counts as lost. The interval is a
Wilson interval of 95 %; a target is met when its lower end is. Times are processor time for a move
of the first player, on {machine}.

- *greedy*: the cheapest card that will do, and a take only if it must; in Durak it adds no trump
  while there is a stock. In Goat it beats no partner and pulls a molodka at once. In Skat it
  declares as `medium/1` and takes no trick from its partner.
- *one-ply playouts*: one way to deal the unseen cards; after each of its moves both sides play on
  greedily. *Flat Monte Carlo* does the same with more worlds and adds the results.
- `medium/1` plays as in deals that were opened by earlier releases.

| game | player | against | deals | won | 95 % interval | target | met | mean | worst |
|---|---|---|---|---|---|---|---|---|---|
"""

GAINS: Final = """
In Skat the first player takes one seat between two of the second, on each seat in turn, and is
compared with the second player in that seat. The points are Seeger-Fabian points a deal; each seat
of a deal counts as a deal, but the interval takes the seats of a deal as one value. A target is met
when the lower end is.

| game | player | instead of | deals | points more | 95 % interval | target | met | mean | worst |
|---|---|---|---|---|---|---|---|---|---|
"""


class Rung(NamedTuple):
    """A match of a ladder."""

    game: str
    first: Callable[[Game[Any]], Player]
    second: Callable[[Game[Any]], Player]
    deals: int
    target: float | None = None
    """The least part of the deals for the lower end of the interval."""
    why: str = ""
    """The explanation, if the target is missed."""


GOAT: Final = (
    "a player who searches and sees all hands, but not the stock, wins 65.3 % (± 4.7) in the same "
    "deals, so the bar lies near the most that can be won; "
    "[0032](../../docs/decisions/0032-bots-of-goat.md) lists what was tried"
)
SKAT: Final = (
    "the interval is wide, and the bar lies just outside. 2,001 other deals gave 9.4 points, from "
    "7.0 to 11.9; [0035](../../docs/decisions/0035-hard-of-skat.md) says how"
)

MEDIUM_1: Final = bot("medium", opened=FROZEN)
SKAT_MEDIUM_1: Final = bot("medium", opened=FROZEN - 1)

LADDERS: Final = (
    Rung("durak", bot("hard"), greedy, 1_000, 0.8),
    Rung("durak", bot("hard"), MEDIUM_1, 1_000),
    Rung("durak", bot("hard"), bot("medium"), 1_000),
    Rung("durak", bot("hard"), playouts(1), 400),
    Rung("durak", bot("hard"), playouts(10), 100),
    Rung("durak", bot("medium"), greedy, 2_000, 0.5),
    Rung("durak", bot("medium"), MEDIUM_1, 2_000),
    Rung("durak", MEDIUM_1, greedy, 2_000),
    Rung("goat", bot("expert"), flat_goat, 1_000),
    Rung("goat", bot("expert"), greedy, 1_000),
    Rung("goat", bot("expert"), bot("hard"), 1_000),
    Rung("goat", bot("hard"), flat_goat, 1_000, 0.6, GOAT),
    Rung("goat", bot("hard"), greedy, 1_000),
    Rung("goat", bot("hard"), MEDIUM_1, 400),
    Rung("goat", bot("hard"), bot("medium"), 400),
    Rung("goat", bot("medium"), greedy, 1_000, 0.5),
    Rung("goat", bot("medium"), flat_goat, 400),
    Rung("goat", bot("medium"), MEDIUM_1, 400),
    Rung("goat", MEDIUM_1, greedy, 400),
    Rung("goat", MEDIUM_1, flat_goat, 400),
    Rung("svoi_kozyri", bot("hard"), greedy, 1_000, 0.9),
    Rung("svoi_kozyri", bot("hard"), playouts(1), 400, 0.65),
    Rung("svoi_kozyri", bot("hard"), MEDIUM_1, 400),
    Rung("svoi_kozyri", bot("hard"), bot("medium"), 400),
    Rung("svoi_kozyri", bot("medium"), greedy, 1_000, 0.5),
    Rung("svoi_kozyri", bot("medium"), playouts(1), 100),
    Rung("svoi_kozyri", bot("medium"), MEDIUM_1, 400),
    Rung("svoi_kozyri", MEDIUM_1, greedy, 400),
)

SEATS: Final = (
    Rung("skat", bot("hard"), SKAT_MEDIUM_1, 2_001, 6.0, SKAT),
    Rung("skat", bot("medium"), SKAT_MEDIUM_1, 150),
    Rung("skat", bot("medium"), greedy_skat, 600, 0.0),
)
"""One seat between two."""


def line(rung: Rung, *, deals: int) -> str:
    """Play a match; return its row."""
    game = GAMES[rung.game]
    first, second = rung.first(game), rung.second(game)
    if rung in SEATS:
        return _row_of_gain(rung, (first.name, second.name), gain(game, first, second, deals=deals))
    return _row(rung, (first.name, second.name), match(game, first, second, deals=deals))


def _row(rung: Rung, names: tuple[str, str], result: Result) -> str:
    won = result.share
    target, met = "", ""
    if rung.target is not None:
        target, met = f"≥ {rung.target:.0%}", "yes" if won.low >= rung.target else "no"
    cells = (
        *(GAMES[rung.game].title, *names, f"{won.of:,}", f"{won.part:.1%}"),
        *(f"{won.low:.1%} to {won.high:.1%}", target, met),
        *(f"{1e3 * result.mean:.2f} ms", f"{1e3 * result.worst:.1f} ms"),
    )
    return f"| {' | '.join(cells)} |\n"


def _row_of_gain(rung: Rung, names: tuple[str, str], found: Gain) -> str:
    low, high = found.mean - found.half, found.mean + found.half
    target, met = "", ""
    if rung.target is not None:
        target, met = f"≥ {rung.target:g}", "yes" if low >= rung.target else "no"
    cells = (
        *(GAMES[rung.game].title, *names, f"{found.deals:,}", f"{found.mean:.1f}"),
        *(f"{low:.1f} to {high:.1f}", target, met),
        *(f"{1e3 * fmean(found.times):.2f} ms", f"{1e3 * max(found.times):.1f} ms"),
    )
    return f"| {' | '.join(cells)} |\n"


def explained(rung: Rung, row: str) -> str:
    """Why a target is missed; empty: it is met, or there is none."""
    if rung.target is None or "| no |" not in row:
        return ""
    return f"\n- {GAMES[rung.game].title}, {row.split(' | ')[1]}: {rung.why}.\n"


def main() -> None:
    """Play every match, or the matches of one game."""
    parser = argparse.ArgumentParser(prog="lab.ladders")
    parser.add_argument("--game", help="play the ladder of one game, and write nothing")
    parser.add_argument("--xskat", action="store_true", help="only write the sections on XSkat")
    parser.add_argument("--levels", action="store_true", help="only write LEVELS.md")
    parser.add_argument("--deals", type=int, help="play so many deals at most")
    given = parser.parse_args()
    if given.levels:
        levels.write(given.deals or levels.DEALS, key=given.game)
        return
    if given.xskat:
        kept = RESULTS.read_text("utf-8").split(xskat.HEADING)[0]
        sections = (
            xskat.section(given.deals or xskat.DEALS),
            seat.section(given.deals or seat.DEALS),
        )
        RESULTS.write_text(kept + "".join(sections), "utf-8")
        return
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    text, missed = HEAD.format(machine=machine), ""
    for rung in (*LADDERS, *SEATS):
        if rung == SEATS[0]:
            text += GAINS
        if given.game in (None, rung.game):
            row = line(rung, deals=min(given.deals or rung.deals, rung.deals))
            print(row, end="", flush=True)
            text += row
            missed += explained(rung, row)
    print(missed)
    if given.game is None and given.deals is None:
        text += missed + costs.section() + xskat.section() + seat.section()
        RESULTS.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
