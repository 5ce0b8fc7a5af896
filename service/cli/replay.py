"""`fairdeal replay`: execute deal transcripts again under today's rules."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from service.replay import Replay, replay
from service.telling import plain, tell
from service.transcript import Fault, read

DESCRIPTION: Final = """\
Execute deal transcripts again under today's rules.

A file has one deal a line, as JSON: id, game, options, dealer, leader (where it does not follow
from the deal), deck (in the order in which it is dealt), what the game's lots fell on (goat: shown)
and moves; where wanted, refused (moves that the rules must refuse after so many moves, with a
clause that the refusal must name) and expect (the result, compared field by field). Without seats,
the table is the smallest one of the game that has all seats named by dealer, leader and moves.

Prints what differs and closes with the numbers of those that passed and failed."""
EPILOG: Final = """\
exit codes: 0 all passed, 1 some failed, 2 a file can not be read; its line and fault are named"""

PASSED, FAILED, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    """Replay the files and say what differs."""
    asked = _parser().parse_args(arguments)
    counts = [0, 0]
    unreadable = False
    for file in asked.files:
        for done in _replays(file):
            if isinstance(done, str):
                unreadable = True
                sys.stdout.flush()
                print(plain(done), file=sys.stderr)
            else:
                counts[not done.ok] += 1
                _print(done, as_json=asked.json, shown=asked.show)
    passed, failed = counts
    print(f"{passed} passed, {failed} failed", file=sys.stderr if asked.json else sys.stdout)
    if unreadable:
        return UNREADABLE
    return FAILED if failed else PASSED


def _replays(file: str) -> Iterator[Replay | str]:
    """Every transcript of a file, executed; where that can not be, what is wrong and where."""
    name = "standard input" if file == "-" else file
    try:
        for number, line in enumerate(_lines(file), start=1):
            try:
                if line.strip():
                    yield replay(read(line))
            except Fault as fault:
                yield f"{name}:{number}: {fault}"
    except OSError as error:
        yield f"{name}: {error.strerror or error}"


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from sys.stdin.buffer
        return
    with open(file, "rb") as lines:  # noqa: PTH123 - a path from the command line, as it is
        yield from lines


def _print(done: Replay, *, as_json: bool, shown: bool) -> None:
    if as_json:
        line = {
            "id": done.id,
            "ok": done.ok,
            "differences": [each._asdict() for each in done.differences],
            "outcome": done.outcome,
        }
        print(json.dumps(line))
        return
    if shown:
        print("\n".join(tell(done.events, name=done.id)), end="\n\n")
    for field, expected, got in done.differences:
        print(plain(f"{done.id}: {field}: expected {_words(expected)}, got {_words(got)}"))


def _words(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal replay",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="transcripts; - is standard input")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--show", action="store_true", help="print every deal, event by event")
    output.add_argument(
        "--json", action="store_true", help="print id, ok, differences and outcome of each as JSON"
    )
    return parser
