"""`fairdeal replay`: execute deal transcripts again under today's rules."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, cast

from domain.games import GAMES, rules_of
from domain.kernel.deal import Opened
from domain.kernel.moves import forms
from domain.kernel.progress import progress_at
from formats import NOTATIONS
from formats.diagram import diagram
from formats.position import position
from formats.text_transcript import lines_of, plain
from formats.transcript import NotATranscript, read
from languages.catalogue import IN_ENGLISH
from offline.replay import Replay, replay
from run.cli.records import records
from service.games.representation import names
from service.runtime import Runtime
from verifier.bundle import Unreadable
from verifier.exports import (
    IncompleteDeal,
    bundle_of,
    is_export,
    lines,
    opened,
    read_line,
    transcript_of,
)
from verifier.form import Malformed

DESCRIPTION: Final = """\
Execute deal transcripts again under today's rules.

A file has one deal a line, as a JSON object with these fields:
  id, game, seats (their number, unless the named seats imply it), options, dealer;
  leader, unless it follows from the deal;
  deck, in the order in which it is dealt;
  the result of each of the game's lots, under its name;
  moves;
  refused (optional): moves that the rules must refuse after a given number of moves, each with a
  clause that the refusal must name;
  expect (optional): the result, compared field by field.

Lines that begin with # are comments.

Exports and archives are read as they are, compressed or not: every deal is executed from its
evidence.

With --format, the files are records in a foreign notation: {notations}.
They may have any length, and text between the records, such as the lines of a log, is skipped. It
is a fault only if a part of a record is in it, or if there is no record at all. Every move must be
legal by our rules, and every field of the result must agree with them. A deal that ended early (a
player resigned or left) is settled by the foreign rules. If a record cannot be compared, it is
named with the reason, and neither passes nor fails.

Prints the differences, then the numbers of transcripts that passed and failed; for records, also
the numbers of those that could not be compared or read."""
EPILOG: Final = """\
exit codes: 0 none failed (a record that cannot be compared is no failure), 1 some failed,
2 a file or a line of it cannot be read; the line and the fault are named

moves, each with its seat, its type and these fields:
{moves}"""

PASSED, FAILED, UNREADABLE = 0, 1, 2
_COMMENT: Final = b"#"
"""The beginning of a line that is a comment."""
INCOMPARABLE: Final = "not comparable"


def main(arguments: Sequence[str], _runtime: Runtime) -> int:
    """Replay the files and print the differences."""
    args = _parser().parse_args(arguments)
    found: Counter[str] = Counter()
    for done in _replays(args):
        if isinstance(done, str):
            found["unreadable"] += 1
            sys.stdout.flush()
            print(plain(done), file=sys.stderr)
        else:
            found[_verdict(done)] += 1
            _print(done, as_json=args.json, shown=args.show, at=args.at)
    verdicts = ["passed", "failed"]
    if args.format is not None:
        verdicts += [INCOMPARABLE, "unreadable"]
    elif found[INCOMPARABLE]:
        verdicts += [INCOMPARABLE]
    summary = ", ".join(f"{found[verdict]} {verdict}" for verdict in verdicts)
    print(summary, file=sys.stderr if args.json else sys.stdout)
    if found["unreadable"]:
        return UNREADABLE
    return FAILED if found["failed"] else PASSED


def _verdict(done: Replay) -> str:
    if done.incomparable:
        return INCOMPARABLE
    return "passed" if done.ok else "failed"


def _replays(args: argparse.Namespace) -> Iterator[Replay | str]:
    if args.format is not None:
        return records(NOTATIONS[args.format], args.files)
    return (done for file in args.files for done in _transcripts(file))


def _transcripts(file: str) -> Iterator[Replay | str]:
    """Every transcript of a file, executed; or its error and line if that is impossible."""
    name = "standard input" if file == "-" else file
    try:
        for number, line in enumerate(_lines(file), start=1):
            try:
                if line.strip() and not line.lstrip().startswith(_COMMENT):
                    yield _exported(line) if is_export(line) else replay(read(line))
            except NotATranscript as fault:
                yield f"{name}:{number}: {fault}{_hint(line)}"
            except (Unreadable, Malformed) as fault:
                yield f"{name}:{number}: {fault}"
    except OSError as error:
        yield f"{name}: {error.strerror or error}"
    except Unreadable as fault:
        yield f"{name}: {fault}"


def _exported(line: bytes) -> Replay:
    """A deal of an export or an archive, executed from its evidence."""
    exported = read_line(line)
    try:
        transcript = transcript_of(bundle_of(exported))
    except IncompleteDeal as fault:
        return Replay(exported.deal, (), (), {}, incomparable=str(fault))
    return replay(read(json.dumps(transcript)))


def _hint(line: bytes) -> str:
    """The foreign notation that an invalid line may be in."""
    text = line.decode("utf-8-sig", errors="replace").lstrip()
    keys = (key for key, notation in NOTATIONS.items() if text.startswith(notation.begins))
    return "".join(f"; is it of another notation? --format {key}" for key in keys)


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from lines(opened(sys.stdin.buffer))
        return
    with open(file, "rb") as found:  # noqa: PTH123 - a path from the command line, as it is
        yield from lines(opened(found))


def _print(done: Replay, *, as_json: bool, shown: bool, at: int | None) -> None:
    if as_json:
        line = {
            "id": done.id,
            "ok": None if done.incomparable else done.ok,
            "differences": [each._asdict() for each in done.differences],
            "outcome": done.outcome,
        }
        reason = {"incomparable": done.incomparable} if done.incomparable else {}
        print(json.dumps({**line, **reason}))
        return
    if shown:
        text_lines = lines_of(done.events, name=done.id, notes=done.notes, ending=done.ending)
        print("\n".join(text_lines), end="\n\n")
    if at is not None:
        print(_position(done, at))
    for field, expected, got in done.differences:
        print(plain(f"{done.id}: {field}: expected {_words(expected)}, got {_words(got)}"))
    if done.incomparable:
        print(plain(f"{done.id}: {INCOMPARABLE}: {done.incomparable}"))


def _position(done: Replay, at: int) -> str:
    """A deal with all its cards after an event; the last one if there are not so many."""
    first = cast("Opened", done.events[0])
    game, last = rules_of(first.game, first.rules), max(1, min(at, len(done.events)))
    known = names(game, [f"seat {seat}" for seat in range(first.seats)], IN_ENGLISH)
    shown = position(game, progress_at(game, done.events[:last]).state)
    title = f"{done.id}: {first.game}, event {last} of {len(done.events)}"
    return diagram(shown, known, title=title, language=IN_ENGLISH)


def _words(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _parser() -> argparse.ArgumentParser:
    notations = ", ".join(f"{key} ({each.title})" for key, each in NOTATIONS.items())
    moves = "\n".join(f"  {key}: {' '.join(forms(game))}" for key, game in GAMES.items())
    parser = argparse.ArgumentParser(
        prog="fairdeal replay",
        description=DESCRIPTION.format(notations=notations),
        epilog=EPILOG.format(moves=moves),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="transcripts; - is standard input")
    parser.add_argument(
        "--format", choices=NOTATIONS, help="the files are records in this notation"
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--show", action="store_true", help="print every deal, event by event")
    output.add_argument(
        "--at", type=int, metavar="EVENT", help="print who holds what after an event, from 1"
    )
    output.add_argument(
        "--json", action="store_true", help="print id, ok, differences and outcome of each as JSON"
    )
    return parser
