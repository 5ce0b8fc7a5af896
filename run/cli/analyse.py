"""`fairdeal analyse`: what each move of finished deals was worth."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import bots
from bots.analysis import MoveVerdict, Review, label, moves_of, reviews
from domain.kernel.policy import Policy
from formats.text_transcript import plain
from service.analyses.use_cases import HEADING, FinishedDeal, deals_in, line_of, review_json
from service.runtime import Runtime
from verifier.archives import STANDARD_INPUT
from verifier.bundle import Unreadable
from verifier.form import Malformed

DESCRIPTION: Final = """\
Say what each move of finished deals was worth, offline.

The strongest bot of the game values every legal move twice: from what the player's seat had been
shown, and with the cards of all players open. A loss is the difference to the best move, as a part
of the way from the worst result of a deal to the best.

  best        no other move was clearly better, as far as the player could know.
  inaccuracy  another one was better by 2 % or more.
  blunder     another one was better by 10 % or more.
  unlucky     none was clearly better as far as the player could know; with all cards open, one was
              better by 10 % or more.

The files are bundles with all cards, exports and archives, compressed or not. The values follow
from the record and the method that is printed: every reader gets the same ones."""
EPILOG: Final = """\
exit codes: 0 every deal was analysed, 1 some have no full record or their game has no bot that can
judge moves, 2 a file cannot be read"""

DONE, INCOMPLETE, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Analyse the deals of files, and print their moves."""
    args = _parser().parse_args(arguments)
    code = DONE
    for name in args.files:
        try:
            for found in _deals(name):
                why = found if isinstance(found, str) else _analysed(found, args)
                if why:
                    print(plain(why), file=sys.stderr)
                    code = max(code, INCOMPLETE)
        except (OSError, Unreadable, Malformed) as error:
            said = error.strerror if isinstance(error, OSError) else None
            print(plain(f"{name}: {said or error}"), file=sys.stderr)
            return UNREADABLE
    return code


def _deals(name: str) -> Iterator[FinishedDeal | str]:
    if name == STANDARD_INPUT:
        yield from deals_in(sys.stdin.buffer, name="standard input")
        return
    with open(name, "rb") as file:  # noqa: PTH123 - a path from the command line, as it is
        yield from deals_in(file, name=name)


def _analysed(deal: FinishedDeal, args: argparse.Namespace) -> str:
    """Print the analysis of a deal; returns why there is none."""
    policy = bots.judge(deal.game)
    if policy is None:
        return f"{deal.id}: no bot of {deal.game.key} can judge moves"
    if args.json:
        for review in _reviewed(deal, policy):
            line = {"deal": deal.id, "method": label(policy), **review_json(review)}
            print(json.dumps(line))
        return ""
    print(f"{deal.id}: {deal.game.key}, by {label(policy)}")
    print(HEADING)
    counts: Counter[tuple[int, MoveVerdict]] = Counter()
    for review in _reviewed(deal, policy):
        counts[review.seat, review.verdict] += 1
        if args.all or review.verdict is not MoveVerdict.BEST:
            print(line_of(review))
    for seat in sorted({seat for seat, _ in counts}):
        found = ", ".join(f"{counts[seat, verdict]} {verdict}" for verdict in MoveVerdict)
        print(f"seat {seat}: {found}")
    return ""


def _reviewed(deal: FinishedDeal, policy: Policy) -> Iterator[Review]:
    """The reviews of a deal, with a progress bar on a terminal."""
    with _progress(len(moves_of(deal.events))) as advance:
        for review in reviews(deal.game, deal.events, policy):
            advance()
            if review is not None:
                yield review


@contextmanager
def _progress(total: int) -> Generator[Any]:
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("moves"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal analyse",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--all", action="store_true", help="print the best moves as well")
    output.add_argument("--json", action="store_true", help="print each review as JSON")
    return parser
