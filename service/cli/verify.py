"""`fairdeal verify`: check the evidence of deals and series, offline."""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from io import BufferedReader
from itertools import combinations
from typing import Any, BinaryIO, Final, TypeVar

from domain.kernel.event import Id
from events.translog.notes import BadNote, VerifierKey
from events.translog.receipts import Receipt
from service.offline.exports import begins_as_export, lines, opened, read_line
from service.offline.text_transcript import plain
from verifier.bundle import (
    DEAL,
    LONGEST,
    Bundle,
    Growth,
    Unreadable,
    read,
    read_growth,
    read_receipt,
)
from verifier.case import Case
from verifier.comparing import Named, are_rivals, compare
from verifier.disputed import DisputedDeal, disputed_deals
from verifier.form import Malformed
from verifier.seed_file import SeedFile, read_seed_file
from verifier.verdicts import FAILS, HAND, HOLDS, NONE, OPEN, NotYet, Verdict
from verifier.verify import verify

T = TypeVar("T")

DESCRIPTION: Final = """\
Check evidence bundles, offline: no service is contacted, and no claim is trusted.

Prints one line for each thing that a bundle can prove:
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
signed both, and which of them the log holds. A key is not trusted because a bundle names it: to
settle which record is in the log, give --key, or a --checkpoint that you have from elsewhere.

Exports and archives are read as they are, compressed or not. Each of their deals is checked alone.
What does not hold is printed, then the number of deals by their worst verdict."""
EPILOG: Final = """\
exit codes:
  0  every check passed.
  1  a check failed.
  2  a file cannot be read.
  3  no check failed, but a deal belongs to a branch, or a table is a test: laid BY HAND, it
     counts nowhere.
  4  no check failed, but a check is open: the record is not proved."""

HELD, FAILED, UNREADABLE, LAID, UNTOLD = 0, 1, 2, 3, 4
_CODES: Final = {FAILS: FAILED, HAND: LAID, OPEN: UNTOLD}
"""The worst first."""
_COUNTED: Final = {
    HOLDS: "hold",
    FAILS: "FAIL",
    OPEN: "open",
    HAND: "by HAND",
    NONE: "without evidence",
}
"""How a summary counts deals by their worst verdict."""
_SHOWN: Final = {HOLDS: "holds", FAILS: "FAILS", OPEN: "open ", HAND: "HAND ", NONE: "none "}


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


def main(arguments: Sequence[str]) -> int:
    """Verify the bundles and print the verdicts."""
    args = _parser().parse_args(arguments)
    statuses: set[str] = set()
    of_deals: dict[Id, list[Verdict]] = {}
    try:
        exports = [name for name in args.bundles if _open(name, begins_as_export)]
        given, names = _given(args), [name for name in args.bundles if name not in exports]
        cases = _cases(given, [(name, _read(name, _bundle)) for name in names])
        for title, deal, verdicts in _reports(cases):
            if len(cases) > 1:
                print(plain(f"{title}:"))
            found = _print(verdicts)
            statuses |= {verdict.status for verdict in found}
            of_deals.setdefault(deal, []).extend(found)
        for name in exports:
            statuses |= _open(name, partial(_verify_export, name, given))
    except _Unreadable as fault:
        print(plain(str(fault)), file=sys.stderr)
        return UNREADABLE
    if args.disputed:
        statuses &= {FAILS}
    for disputed in _disputed(cases, of_deals):
        for line in disputed.lines:
            print(plain(f"dispute  {line}"))
        statuses |= {verdict.status for verdict in _print([disputed.verdict])}
    return next((code for status, code in _CODES.items() if status in statuses), HELD)


def _print(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Print each verdict as soon as it is computed, and return them."""
    found: list[Verdict] = []
    for verdict in verdicts:
        found.append(verdict)
        print(plain(f"{_SHOWN[verdict.status]}  {verdict.check:12}  {verdict.detail}"))
    return found


def _verify_export(name: str, given: "_Given", file: "BufferedReader[Any]") -> set[str]:
    """Verify every deal of an export or an archive, and print what does not hold and a summary."""
    found: Counter[str] = Counter()
    for number, line in enumerate(lines(file), start=1):
        try:
            exported = read_line(line)
            bundle = None if exported.bundle is None else _bundle(exported.bundle)
        except Unreadable as fault:
            raise Unreadable(f"line {number}: {fault}") from None
        verdicts = [*_verdicts(given, bundle)]
        statuses = {verdict.status for verdict in verdicts}
        worst = next((status for status in _CODES if status in statuses), HOLDS)
        found[NONE if bundle is None else worst] += 1
        if worst != HOLDS:
            print(plain(f"{name}:{number}: deal {exported.deal}:"))
            _print(verdict for verdict in verdicts if verdict.status in _CODES)
    summary = ", ".join(f"{count} {_COUNTED[status]}" for status, count in sorted(found.items()))
    print(plain(f"{name}: {found.total()} deals: {summary or 'nothing to check'}"))
    return {*found}


def _verdicts(given: "_Given", bundle: Bundle | Verdict | None) -> Iterable[Verdict]:
    if bundle is None:
        return ()
    return verify(given.case(bundle)) if isinstance(bundle, Bundle) else (bundle,)


def _disputed(
    cases: Sequence[tuple[str, Case | Verdict]], verdicts: Mapping[Id, Sequence[Verdict]]
) -> Iterator[DisputedDeal]:
    """The disputed deals of every table; none of a table whose record cannot be read."""
    for _, case in cases:
        with suppress(NotYet):
            yield from disputed_deals(case, verdicts) if isinstance(case, Case) else ()


def _reports(
    cases: Sequence[tuple[str, Case | Verdict]],
) -> Iterator[tuple[str, Id, Iterable[Verdict]]]:
    """The verdicts on each bundle, then on every pair of bundles of the same deal or table.

    Each with a title and the id of the deal or table, which is empty where it cannot be read.
    """
    for name, case in cases:
        if isinstance(case, Verdict):
            yield name, Id(""), [case]
        else:
            yield name, Id(str(case.bundle.stream)), verify(case)
    read = [Named(name, case) for name, case in cases if isinstance(case, Case)]
    for one, other in combinations(read, 2):
        if are_rivals(one.case.bundle, other.case.bundle):
            title = f"{one.name} and {other.name}"
            yield title, Id(str(one.case.bundle.stream)), compare(one, other)


@dataclass(frozen=True)
class _Given:
    """The evidence besides the bundles."""

    receipts: tuple[tuple[str, Receipt], ...]
    """Each with the name of its file."""
    notes: tuple[str, ...]
    growths: tuple[Growth, ...]
    key: VerifierKey | None
    seat_keys: Mapping[int, bytes]
    seeds: Mapping[int, SeedFile]

    def case(self, bundle: Bundle, *, alone: bool = False, others: tuple[Case, ...] = ()) -> Case:
        """A bundle with the evidence for it; if it is alone, all receipts must be for it."""
        own = tuple(each for _, each in self.receipts if alone or each.deal == bundle.stream)
        held = Case(bundle, receipts=own, checkpoints=self.notes, key=self.key)
        held = _with_seeds(held, self.seeds)
        return replace(held, growths=self.growths, seat_keys=self.seat_keys, others=others)


def _given(args: argparse.Namespace) -> _Given:
    return _Given(
        receipts=tuple((name, _read(name, read_receipt)) for name in args.receipt),
        notes=tuple(_read(name, bytes.decode) for name in args.checkpoint),
        growths=tuple(_read(name, read_growth) for name in args.consistency),
        key=_read(args.key, _key) if args.key else None,
        seat_keys=dict(_of_seat(given, _seat_key) for given in args.seat_key),
        seeds=dict(_of_seat(given, read_seed_file) for given in args.seed),
    )


def _cases(
    given: _Given, bundles: Sequence[tuple[str, Bundle | Verdict]]
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
        return Verdict("form", FAILS, str(fault))


def _key(raw: bytes) -> VerifierKey:
    return VerifierKey.read(raw.decode().strip())


def _with_seeds(case: Case, seeds: Mapping[int, SeedFile]) -> Case:
    """A bundle with the seeds that players kept for it, and with the receipts for them."""
    deal = case.bundle.stream
    kept = (each for file in seeds.values() for each in file.receipts if each.deal == deal)
    return replace(
        case,
        receipts=(*case.receipts, *kept),
        own_seeds={seat: file.seed(deal, seat) for seat, file in seeds.items()},
    )


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
        if name == "-":
            return how(_opened_once(sys.stdin.buffer))
        with open(name, "rb") as file:  # noqa: PTH123 - a path from the command line, as it is
            return how(opened(file))
    except OSError as error:
        raise _Unreadable(f"{shown}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise _Unreadable(f"{shown}: this is no text") from None
    except (Unreadable, BadNote) as fault:
        raise _Unreadable(f"{shown}: {fault}") from None


@lru_cache(maxsize=1)
def _opened_once(file: BinaryIO) -> "BufferedReader[Any]":
    """Standard input, which cannot be opened again."""
    return opened(file)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal verify",
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
    for option, (metavar, words) in _REPEATED.items():
        parser.add_argument(option, action="append", default=[], metavar=metavar, help=words)
    return parser
