"""`fairdeal verify`: check the evidence of deals and series, offline."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, TypeVar

from events.translog.notes import BadNote, VerifierKey
from service.offline.text_transcript import plain
from verifier.bundle import DEAL, LONGEST, Bundle, Unreadable, read, read_growth, read_receipt
from verifier.case import Case
from verifier.comparing import Named, are_rivals, compare
from verifier.form import Malformed
from verifier.seed_file import SeedFile, read_seed_file
from verifier.verdicts import FAILS, HAND, HOLDS, NONE, OPEN, Verdict
from verifier.verify import verify

T = TypeVar("T")

DESCRIPTION: Final = """\
Check evidence bundles, offline: nothing is asked of any service, and nothing is believed.

Prints one line for each thing that a bundle can prove: that it holds, that it FAILS (with event,
field and clause), or that it is open, as what was given does not suffice to tell: a bundle that is
not in the log yet, a player's bundle, as what hangs on cards that he may not know can not be made
again, a series without the bundles of its deals. none: there is nothing to check, as where no bot
has moved, no seat has a key, or no receipt was given. HAND: the deal is that of a branch, its deck
was laid by hand and follows from no seed; of a rated deal that is a forgery.

What proves a record against whoever keeps it comes from outside the bundle: the receipts of your
own moves, a checkpoint of the log that you (or somebody whom you trust) have kept, and the key.
With --seed it says that the seed which you added is in the record, and that your receipts fit.
Give the bundle of a table with those of its deals, and the whole series is checked. Two bundles of
the same deal are compared: where they part, whether one key has signed both, and which of them the
log holds. No key is believed for being named in a bundle: to settle it takes --key, or a
--checkpoint that you have from elsewhere."""
EPILOG: Final = """\
exit codes: 0 all holds that there is to check, 1 something fails, 2 a file can not be read,
3 nothing fails, but a deal is that of a branch: laid BY HAND, it counts nowhere,
4 nothing fails, but something is open: do not take it for proved"""

HELD, FAILED, UNREADABLE, LAID, UNTOLD = 0, 1, 2, 3, 4
_CODES: Final = {FAILS: FAILED, HAND: LAID, OPEN: UNTOLD}
"""The worst first."""
_SHOWN: Final = {HOLDS: "holds", FAILS: "FAILS", OPEN: "open ", HAND: "HAND ", NONE: "none "}


_REPEATED: Final = {
    "--receipt": ("FILE", "the receipt of a move, or the whole answer that it came with"),
    "--checkpoint": ("FILE", "a checkpoint of the log, as /v1/log/checkpoint has given it"),
    "--consistency": (
        "FILE",
        "a proof that one log begins with another, as /v1/log/consistency has given it",
    ),
    "--seat-key": (
        "SEAT=FILE",
        "the key in hex of a player whom you know, and the seat where he sat in these deals",
    ),
    "--seed": (
        "SEAT=FILE",
        "your seat in these deals, and the seed file of your client, or your seed in hex",
    ),
}
"""The options that may be given more than once: what they take, and what that is."""


class _Unreadable(Exception):
    """A file can not be read; the message names it."""


def main(arguments: Sequence[str]) -> int:
    """Verify the bundles and say what holds."""
    asked = _parser().parse_args(arguments)
    try:
        cases = _cases(asked)
    except _Unreadable as fault:
        print(plain(str(fault)), file=sys.stderr)
        return UNREADABLE
    statuses: set[str] = set()
    for title, verdicts in _parts(cases):
        if len(cases) > 1:
            print(plain(f"{title}:"))
        for verdict in verdicts:
            statuses.add(verdict.status)
            print(plain(f"{_SHOWN[verdict.status]}  {verdict.check:12}  {verdict.detail}"))
    return next((code for status, code in _CODES.items() if status in statuses), HELD)


def _parts(cases: Sequence[tuple[str, Case | Verdict]]) -> Iterator[tuple[str, Iterable[Verdict]]]:
    """What is said of each bundle, and then of every two that are of the same deal or table."""
    for name, case in cases:
        yield name, [case] if isinstance(case, Verdict) else verify(case)
    read = [Named(name, case) for name, case in cases if isinstance(case, Case)]
    for one, other in combinations(read, 2):
        if are_rivals(one.case.bundle, other.case.bundle):
            yield f"{one.name} and {other.name}", compare(one, other)


def _cases(asked: argparse.Namespace) -> list[tuple[str, Case | Verdict]]:
    """Each bundle with what it is checked by; one without form is a verdict already."""
    receipts = [_read(name, read_receipt) for name in asked.receipt]
    notes = [_read(name, bytes.decode) for name in asked.checkpoint]
    growths = tuple(_read(name, read_growth) for name in asked.consistency)
    key = _read(asked.key, _key) if asked.key else None
    seat_keys = dict(_of_seat(given, _seat_key) for given in asked.seat_key)
    seeds = dict(_of_seat(given, read_seed_file) for given in asked.seed)
    bundles = [(name, _read(name, _bundle)) for name in asked.bundles]
    streams = {each.stream for _, each in bundles if isinstance(each, Bundle)}
    for name, given in zip(asked.receipt, receipts, strict=True):
        if given.deal not in streams and len(bundles) > 1:
            raise _Unreadable(f"{name}: this receipt is for none of the bundles")
    deals = {each.stream for _, each in bundles if isinstance(each, Bundle) and each.kind == DEAL}
    if len(deals) > 1 and any(file.alone is not None for file in seeds.values()):
        raise _Unreadable("a seed in hex does not say of which of the deals it is")
    others = tuple(Case(each) for _, each in bundles if isinstance(each, Bundle))

    def case(bundle: Bundle) -> Case:
        alone = len(bundles) == 1
        own = tuple(each for each in receipts if alone or each.deal == bundle.stream)
        held = Case(bundle, receipts=own, checkpoints=tuple(notes), key=key)
        return replace(
            _with_seeds(held, seeds), growths=growths, seat_keys=seat_keys, others=others
        )

    return [(name, case(each) if isinstance(each, Bundle) else each) for name, each in bundles]


def _bundle(raw: bytes) -> Bundle | Verdict:
    try:
        return read(raw)
    except Malformed as fault:
        return Verdict("form", FAILS, str(fault))


def _key(raw: bytes) -> VerifierKey:
    return VerifierKey.read(raw.decode().strip())


def _with_seeds(case: Case, seeds: Mapping[int, SeedFile]) -> Case:
    """A bundle with the seeds that players kept for it, and with their receipts."""
    deal = case.bundle.stream
    kept = (each for file in seeds.values() for each in file.receipts if each.deal == deal)
    return replace(
        case,
        receipts=(*case.receipts, *kept),
        own_seeds={seat: file.seed(deal, seat) for seat, file in seeds.items()},
    )


def _of_seat(given: str, how: Callable[[bytes], T]) -> tuple[int, T]:
    """A seat with what a file has of its player, from ``SEAT=FILE``."""
    found = re.fullmatch("(0|[1-9][0-9]{0,2})=(.+)", given, re.ASCII | re.DOTALL)
    if found is None:
        raise _Unreadable(f"{given}: this is not SEAT=FILE")
    return int(found[1]), _read(found[2], how)


def _seat_key(raw: bytes) -> bytes:
    """The key that a player is known to have."""
    key = raw.decode().strip()
    if re.fullmatch("[0-9a-f]{64}", key, re.ASCII) is None:
        raise Unreadable("this is no key of a seat")
    return bytes.fromhex(key)


def _read(name: str, how: Callable[[bytes], T]) -> T:
    """What a file holds.

    Raises:
        _Unreadable: it can not be read, or holds something else.
    """
    shown = "standard input" if name == "-" else name
    try:
        if name == "-":
            return how(sys.stdin.buffer.read(LONGEST + 1))
        with open(name, "rb") as file:  # noqa: PTH123 - a path from the command line, as it is
            return how(file.read(LONGEST + 1))
    except OSError as error:
        raise _Unreadable(f"{shown}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise _Unreadable(f"{shown}: this is no text") from None
    except (Unreadable, BadNote) as fault:
        raise _Unreadable(f"{shown}: {fault}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fairdeal verify",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bundles", nargs="+", metavar="BUNDLE", help="- is standard input")
    parser.add_argument(
        "--key", metavar="FILE", help="the service's key, as /v1/log/key has given it"
    )
    for option, (metavar, words) in _REPEATED.items():
        parser.add_argument(option, action="append", default=[], metavar=metavar, help=words)
    return parser
