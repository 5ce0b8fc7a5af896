"""`fairdeal simulate`: let bots play whole series, without a server."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Final, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

import bots
from domain.games import GAMES
from domain.kernel.event import Json
from domain.kernel.game import Game
from domain.kernel.options import BadOption, Option, options_of, parse_options
from languages.catalogue import IN_ENGLISH
from offline.simulate import SeriesDone, Setting, play_many
from offline.statistics import Statistics
from service.runtime import Runtime

SHORTEST: Final = 0.001
"""In seconds: a coarse clock may not go on while a few deals are played."""

DESCRIPTION: Final = """\
Let bots play whole series against each other, without a server.

Every shuffle and every random choice of a bot follows from the seed: the same command plays the
same series. A side wins a series if it ends on the first place, shared or not."""


def main(arguments: Sequence[str], runtime: Runtime) -> int:
    """Play, and print the statistics."""
    parser = _parser()
    args = parser.parse_args(arguments)
    statistics = Statistics(GAMES[args.game])
    with ExitStack() as stack:
        try:
            setting = _setting(statistics.game, args)
            saved = stack.enter_context(_opened(args.save)) if args.save else None
        except BadOption as bad:
            parser.error(IN_ENGLISH.text(bad.detail))
        except (ValueError, OSError) as wrong:
            parser.error(str(wrong))
        began = runtime.monotonic()
        series = play_many(setting, deals=args.deals, jobs=args.jobs)
        for done in _watched(series, deals=args.deals):
            statistics.add(done)
            _save(done, saved)
    seconds = runtime.monotonic() - began
    print("\n".join(_report(setting, statistics, seconds=seconds)))
    return 0


# --- Arguments ------------------------------------------------------------------------------------


def _setting(game: Game[Any], args: argparse.Namespace) -> Setting:
    """The simulation to run; `ValueError` if it is impossible."""
    options = _options(game, args.options)
    levels = args.bots.split(",")
    for level in levels:
        if level not in bots.levels(game):
            raise ValueError(f"{game.key} has no bot {level!r}, but {', '.join(bots.levels(game))}")
    if len(levels) > max(game.seats):
        raise ValueError(f"{game.key} has {max(game.seats)} seats, not {len(levels)}")
    seats = next(seats for seats in game.seats if seats >= len(levels))
    parse_options(game.options, options, seats=seats)
    seated = tuple(levels[seat % len(levels)] for seat in range(seats))
    return Setting(game.key, options, seated, args.seed, kept=args.save is not None)


def _options(game: Game[Any], words: Sequence[str]) -> dict[str, Json]:
    known = {option.name: option for option in options_of(game.options)}
    options: dict[str, Json] = {}
    for word in words:
        name, is_given, value = word.partition("=")
        if not is_given:
            raise ValueError(f"{word}: an option is name=value")
        options[name] = _option_value(known[name], value) if name in known else value
    return options


def _option_value(option: Option, words: str) -> Json:
    """The value that the words stand for; the words themselves if they stand for none."""
    if not option.values:
        return int(words) if words.isascii() and words.isdecimal() else words
    return next((value for value in option.values if str(value).lower() == words), words)


def _positive(words: str) -> int:
    if not words.isascii() or not words.isdecimal() or not 0 < int(words) < 1 << 32:
        raise argparse.ArgumentTypeError("must be a whole number from 1")
    return int(words)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal simulate",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("game", metavar="GAME", choices=GAMES, help=", ".join(GAMES))
    add("--deals", type=_positive, default=100, help="begin no series after so many deals (100)")
    add("--bots", default="medium", help="the levels of the seats, over and over (medium)")
    add("--seed", default="1", help="any text (1)")
    add("--options", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    add("--save", metavar="FILE", help="write the transcript of every deal to a file")
    add("--jobs", type=_positive, default=1, help="how many processes play (1)")
    return parser


# --- Progress -------------------------------------------------------------------------------------


def _opened(file: str) -> TextIO:
    return open(file, "w", encoding="utf-8")  # noqa: PTH123 - as given; closed by the caller


def _save(done: SeriesDone, file: TextIO | None) -> None:
    if file is not None:
        file.writelines(json.dumps(deal.transcript) + "\n" for deal in done.deals)


def _watched(series: Iterator[SeriesDone], *, deals: int) -> Iterator[SeriesDone]:
    """The series, with a progress bar on a terminal."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), "deals", TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=deals)
        for done in series:
            progress.update(task, advance=len(done.deals))
            yield done


# --- Results --------------------------------------------------------------------------------------


def _report(setting: Setting, statistics: Statistics, *, seconds: float) -> Iterator[str]:
    game, series, deals = statistics.game, statistics.series, statistics.deals
    yield (
        f"{game.title}: {deals} deals in {series} series, "
        f"{deals / max(seconds, SHORTEST):.0f} deals/s, seed {setting.seed}"
    )
    yield ""
    yield "series won, with the interval that holds the true share with 95 % certainty"
    for side, seats in enumerate(game.sides(len(setting.levels))):
        share = statistics.won(side)
        players = ", ".join(f"{setting.levels[seat]} on {seat}" for seat in seats)
        yield (
            f"  side {side} ({players}): {share.won} of {share.of}, {_percent(share.part)}"
            f" ({_percent(share.low)} to {_percent(share.high)})"
        )
    for title, count in sorted(statistics.titles.items()):
        yield f"  {title}: {count}"
    yield ""
    yield "the result of a deal, on average"
    yield from _averages(statistics.came_to())
    yield ""
    yield "the number of times it happened in a deal, on average"
    yield from _averages(statistics.happened())


def _averages(named: Mapping[str, float]) -> Iterator[str]:
    return (f"  {name:26}{average:8.2f}" for name, average in named.items())


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
