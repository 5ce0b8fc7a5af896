"""`fairdeal verify`: check the evidence of deals and series, offline."""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from io import BufferedReader
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TypeVar

from domain.kernel.event import Id
from events.translog.notes import BadNote, VerifierKey
from formats.text_transcript import plain
from verifier import ledger
from verifier.archives import ENDINGS, STANDARD_INPUT, files_of, standard_input
from verifier.bundle import DEAL, LONGEST, Bundle, Unreadable, read, read_growth, read_receipt
from verifier.case import Case
from verifier.command_archives import line_of, verify_all
from verifier.comparing import Named, are_rivals, compare
from verifier.cores import cores
from verifier.disputed import DisputedDeal, disputed_deals
from verifier.evidence import Evidence
from verifier.exports import begins_as_export, begins_as_tournament, opened
from verifier.forks import read_fork, verify_fork
from verifier.form import Malformed
from verifier.report import Checked, as_json, as_page
from verifier.seed_file import read_seed_file
from verifier.summary import lines_of
from verifier.tournament_files import verify_tournament
from verifier.verdicts import FAILS, HAND, OPEN, NotYet, Verdict
from verifier.verify import verify

T = TypeVar("T")

DESCRIPTION: Final = """\
Check evidence bundles, offline: no service is contacted, and no claim is trusted.

Prints first in words what the record shows, what rests on the word of the service, and what no
record can show. Then it prints one line for each thing that a bundle can prove:
  holds  the check passed.
  FAILS  with event, field and clause.
  open   the evidence given does not suffice. For example, the bundle is not in the log yet. Or it
         is a player's bundle, and the check needs cards that this player may not know. Or the
         bundles of a series' deals are missing.
  none   there is nothing to check: no bot has moved, no seat has a key, or no receipt was given.
  HAND   the deal belongs to a branch or to a test table: its deck was laid by hand and follows
         from no seed. If the deal is rated, this is a forgery.

Only evidence from outside the bundle proves a record against the service that keeps it. Such
evidence is the receipts of your own moves, a checkpoint of the log kept by you (or by someone you
trust), and the key. With --seed, the output says that the seed which you added is in the record,
and that your receipts fit. Give the bundle of a table with the bundles of its deals to check the
whole series. Two bundles of the same deal are compared: where they differ, whether one key has
signed both, and which of them the log holds.

The first line, key, says which key of a service is trusted, and why. A key that only the bundle
names proves nothing, whatever its name is: key, receipts and log are then open. Give --key, or the
seed file of a client that had the key from the service over HTTPS.

The evidence of a tournament is one file. Of its tables and deals only those in doubt are printed,
then the tournament: draws (every round follows from the seeds), tables (every result is that of
the table's own record) and standings.

Exports, archives and folders of evidence are read as they are, compressed or not, by all cores.
Each of their deals is checked alone. Those that do not hold are printed, then the number by
their worst verdict. A line that cannot be read is named, and the others are verified."""
EPILOG: Final = """\
exit codes:
  0  every check passed.
  1  a check failed.
  2  a file, or a line of an archive, cannot be read.
  3  no check failed, but a deal belongs to a branch, or a table is a test: laid BY HAND, it
     counts nowhere.
  4  no check failed, but a check is open: the record is not proved."""

HELD, FAILED, UNREADABLE, LAID, UNTOLD = 0, 1, 2, 3, 4
_CODES: Final = {ledger.UNREADABLE: UNREADABLE, FAILS: FAILED, HAND: LAID, OPEN: UNTOLD}
"""The first that applies."""
_REPEATED: Final = {
    "--receipt": ("FILE", "the receipt of a move, or the whole answer that contained it"),
    "--checkpoint": ("FILE", "a checkpoint of the log, as returned by /v1/log/checkpoint"),
    "--consistency": (
        "FILE",
        "a proof that one log begins with another, as returned by /v1/log/consistency",
    ),
    "--seat-key": (
        "SEAT=FILE",
        "the key, in hex, of a player whom you know, and their seat in these deals",
    ),
    "--seed": (
        "SEAT=FILE",
        "your seat in these deals, and the seed file of your client, or your seed in hex",
    ),
}
"""The options that may be given more than once, with their value and help text."""


class _Unreadable(Exception):
    """A file cannot be read; the message names it."""


def alone() -> int:
    """Run as the command of the small wheel."""
    return main(sys.argv[1:], name="fairdeal-verify")


def main(arguments: Sequence[str], *, name: str) -> int:
    """Verify the bundles and print the verdicts; the command has a name."""
    parser = _parser(name)
    args = parser.parse_args(arguments)
    records: list[Checked] = []
    statuses: set[str] = set()
    try:
        tournaments = [name for name in args.bundles if _is_tournament(name)]
        archives = [name for name in args.bundles if name not in tournaments and _is_archive(name)]
        if archives and (args.json or args.report):
            parser.error("--json and --report are for bundles, not for archives")
        given = _given(args)
        names = [name for name in args.bundles if name not in (*archives, *tournaments)]
        cases, found = _verified(names, given)
        show = partial(_show, records, is_json=args.json, titled=len(args.bundles) > 1)
        for each in tournaments:
            _open(each, partial(_show_tournament, given=given, name=each, show=show))
        for checked in found:
            show(checked)
        if archives:
            statuses |= verify_all(archives, given, jobs=args.jobs, resume=args.resume)
        disputed = [*_disputed(cases, records)]
        lines = [line for each in disputed for line in each.lines]
        if args.report:
            _write(args.report, as_page(records, lines))
    except (_Unreadable, Unreadable) as fault:
        print(plain(str(fault)), file=sys.stderr)
        return UNREADABLE
    statuses |= {verdict.status for checked in records for verdict in checked.verdicts}
    if args.disputed:
        statuses &= {FAILS, ledger.UNREADABLE}
    statuses |= {each.verdict.status for each in disputed}
    code = next((code for status, code in _CODES.items() if status in statuses), HELD)
    if args.json:
        print(json.dumps(as_json(records, lines, code=code), ensure_ascii=False))
        return code
    for each in disputed:
        print(*(plain(f"dispute  {line}") for line in each.lines), sep="\n")
        print(line_of(each.verdict))
    return code


def _verified(
    names: Sequence[str], given: Evidence
) -> tuple[list[tuple[str, Case | Verdict]], Iterator[Checked]]:
    """The cases of some files, and the verdicts on each file; on forks of a log first."""
    files = [name for name in names if name != STANDARD_INPUT]
    forks = {name: fork for name in files if (fork := _read(name, read_fork)) is not None}
    names = [name for name in names if name not in forks]
    cases = _cases(given, [(name, _read(name, _bundle)) for name in names])

    def checked() -> Iterator[Checked]:
        pins = [pin for file in given.seeds.values() for pin in file.pins]
        for name, fork in forks.items():
            found = [*verify_fork(fork, key=given.key, pins=pins)]
            yield Checked(name, Id(""), found, "fork")
        yield from _reports(cases)

    return cases, checked()


def _show_tournament(
    file: "BufferedReader[Any]", given: Evidence, *, name: str, show: Callable[[Checked], None]
) -> None:
    for checked in verify_tournament(file, given, name=name):
        show(checked)


def _show(records: list[Checked], checked: Checked, *, is_json: bool, titled: bool) -> None:
    """Keep the verdicts on a record, and print them; of parts only what is in doubt."""
    if checked.kind == "part" and not is_json:
        checked = checked._replace(verdicts=checked.doubts)
    records.append(checked)
    if not is_json:
        _print(checked, titled=titled)


def _print(checked: Checked, *, titled: bool) -> None:
    """Print the verdicts on a record after their summary; of a part only what is in doubt."""
    if checked.kind == "part":
        if checked.doubts:
            print(plain(f"{checked.title}: {checked.stream}:"))
            print(*map(line_of, checked.doubts), sep="\n")
        return
    if titled:
        print(plain(f"{checked.title}:"))
    summed = [] if checked.summary is None else lines_of(checked.summary)
    print(*map(plain, summed), *map(line_of, checked.verdicts), sep="\n")


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, "utf-8")
    except OSError as error:
        raise _Unreadable(f"{name}: {error.strerror or error}") from None


def _disputed(
    cases: Sequence[tuple[str, Case | Verdict]], records: Sequence[Checked]
) -> Iterator[DisputedDeal]:
    """The disputed deals of every table; none of a table whose record cannot be read."""
    verdicts: dict[Id, list[Verdict]] = {}
    for checked in records:
        verdicts.setdefault(checked.stream, []).extend(checked.verdicts)
    for _, case in cases:
        with suppress(NotYet):
            yield from disputed_deals(case, verdicts) if isinstance(case, Case) else ()


def _reports(cases: Sequence[tuple[str, Case | Verdict]]) -> Iterator[Checked]:
    """The verdicts on each bundle, then on every pair of bundles of the same deal or table."""
    for name, case in cases:
        if isinstance(case, Verdict):
            yield Checked(name, Id(""), [case])
        else:
            yield Checked(name, Id(str(case.bundle.stream)), [*verify(case)])
    read = [Named(name, case) for name, case in cases if isinstance(case, Case)]
    for one, other in combinations(read, 2):
        if are_rivals(one.case.bundle, other.case.bundle):
            title, stream = f"{one.name} and {other.name}", Id(str(one.case.bundle.stream))
            yield Checked(title, stream, [*compare(one, other)], "rivals")


def _is_tournament(name: str) -> bool:
    """Whether a path names the evidence of a tournament."""
    return not Path(name).is_dir() and _open(name, begins_as_tournament)


def _is_archive(name: str) -> bool:
    """Whether a path names an export, an archive, or a folder of evidence.

    Raises:
        _Unreadable: It cannot be read, or a folder has no evidence.
    """
    if not Path(name).is_dir():
        return _open(name, begins_as_export)
    if not files_of(name):
        raise _Unreadable(f"{name}: this folder has no evidence ({', '.join(ENDINGS)})")
    return True


def _given(args: argparse.Namespace) -> Evidence:
    return Evidence(
        receipts=tuple((name, _read(name, read_receipt)) for name in args.receipt),
        notes=tuple(_read(name, bytes.decode) for name in args.checkpoint),
        growths=tuple(_read(name, read_growth) for name in args.consistency),
        key=_read(args.key, _key) if args.key else None,
        seat_keys=dict(_of_seat(given, _seat_key) for given in args.seat_key),
        seeds=dict(_of_seat(given, read_seed_file) for given in args.seed),
    )


def _cases(
    given: Evidence, bundles: Sequence[tuple[str, Bundle | Verdict]]
) -> list[tuple[str, Case | Verdict]]:
    """Each bundle together with the evidence for it; a malformed one gives a verdict at once."""
    streams = {each.stream for _, each in bundles if isinstance(each, Bundle)}
    for name, receipt in given.receipts:
        if receipt.deal not in streams and len(bundles) > 1:
            raise _Unreadable(f"{name}: this receipt is for none of the bundles")
    deals = {each.stream for _, each in bundles if isinstance(each, Bundle) and each.kind == DEAL}
    if len(deals) > 1 and any(file.alone is not None for file in given.seeds.values()):
        raise _Unreadable("a seed in hex does not say of which of the deals it is")
    others = tuple(Case(each) for _, each in bundles if isinstance(each, Bundle))
    alone = len(bundles) == 1
    return [
        (name, given.case(each, alone=alone, others=others) if isinstance(each, Bundle) else each)
        for name, each in bundles
    ]


def _bundle(raw: bytes) -> Bundle | Verdict:
    try:
        return read(raw)
    except Malformed as fault:
        return Verdict("form", FAILS, fault.sentence)


def _key(raw: bytes) -> VerifierKey:
    return VerifierKey.read(raw.decode().strip())


def _of_seat(given: str, how: Callable[[bytes], T]) -> tuple[int, T]:
    """A seat and the content of its player's file, from ``SEAT=FILE``."""
    found = re.fullmatch("(0|[1-9][0-9]{0,2})=(.+)", given, re.ASCII | re.DOTALL)
    if found is None:
        raise _Unreadable(f"{given}: this is not SEAT=FILE")
    return int(found[1]), _read(found[2], how)


def _seat_key(raw: bytes) -> bytes:
    """The public key that a player is known to have."""
    key = raw.decode().strip()
    if re.fullmatch("[0-9a-f]{64}", key, re.ASCII) is None:
        raise Unreadable("this is no key of a seat")
    return bytes.fromhex(key)


def _read(name: str, how: Callable[[bytes], T]) -> T:
    """Read and parse a file.

    Raises:
        _Unreadable: it cannot be read, or has another content.
    """
    return _open(name, lambda file: how(file.read(LONGEST + 1)))


def _open(name: str, how: "Callable[[BufferedReader[Any]], T]") -> T:
    """Read a file, decompressed if it is compressed.

    Raises:
        _Unreadable: it cannot be read, or has another content.
    """
    shown = "standard input" if name == "-" else name
    try:
        if name == STANDARD_INPUT:
            return how(standard_input())
        with open(name, "rb") as file:  # noqa: PTH123 - a path from the command line, as it is
            return how(opened(file))
    except OSError as error:
        raise _Unreadable(f"{shown}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise _Unreadable(f"{shown}: this is no text") from None
    except (Unreadable, BadNote) as fault:
        raise _Unreadable(f"{shown}: {fault}") from None


def _jobs(words: str) -> int:
    if re.fullmatch("[1-9][0-9]{0,2}", words, re.ASCII) is None:
        raise argparse.ArgumentTypeError("must be a whole number from 1")
    return int(words)


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=name,
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bundles", nargs="+", metavar="BUNDLE", help="- is standard input")
    parser.add_argument(
        "--disputed",
        action="store_true",
        help="exit by the disputed deals, and by failures: what is open besides does not count, "
        "such as bundles of other deals",
    )
    parser.add_argument(
        "--key", metavar="FILE", help="the service's key, as returned by /v1/log/key"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for programs")
    parser.add_argument(
        "--report", default="", metavar="FILE", help="write a page of HTML, to be read and printed"
    )
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=cores(),
        metavar="N",
        help="how many processes verify an archive (the number of cores)",
    )
    parser.add_argument(
        "--resume",
        default="",
        metavar="FILE",
        help="keep in FILE what was verified of archives; the same command goes on from there",
    )
    for option, (metavar, words) in _REPEATED.items():
        parser.add_argument(option, action="append", default=[], metavar=metavar, help=words)
    return parser
