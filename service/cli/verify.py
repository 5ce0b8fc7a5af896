"""`fairdeal verify`: check the evidence of deals and series, offline."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from evidence.bundle import LONGEST, Bundle, Unreadable, read, read_receipt
from evidence.case import Case
from evidence.form import Malformed
from evidence.verdicts import FAILS, HOLDS, OPEN, Verdict
from evidence.verify import verify
from proofs.notes import BadNote, VerifierKey
from service.telling import plain

T = TypeVar("T")

DESCRIPTION: Final = """\
Check evidence bundles, offline: nothing is asked of any service, and nothing is believed.

Prints one line for each thing that a bundle can prove: that it holds, that it FAILS (with event,
field and clause), or that it is open, as what was given does not suffice to tell. A player's bundle
of a deal that is on leaves open what hangs on cards that he may not know.

What proves a record against whoever keeps it comes from outside the bundle: the receipts of your
own moves, a checkpoint of the log that you (or somebody whom you trust) have kept, and the key.
Give the bundle of a table with those of its deals, and the whole series is checked."""
EPILOG: Final = """\
exit codes: 0 nothing fails, 1 something fails, 2 a file can not be read"""

HELD, FAILED, UNREADABLE = 0, 1, 2
_SHOWN: Final = {HOLDS: "holds", FAILS: "FAILS", OPEN: "open "}


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
    failed = False
    for name, case in cases:
        if len(cases) > 1:
            print(plain(f"{name}:"))
        for verdict in _verdicts(case):
            failed = failed or verdict.status == FAILS
            print(plain(f"{_SHOWN[verdict.status]}  {verdict.check:12}  {verdict.detail}"))
    return FAILED if failed else HELD


def _verdicts(case: Case | Verdict) -> Sequence[Verdict]:
    return [case] if isinstance(case, Verdict) else list(verify(case))


def _cases(asked: argparse.Namespace) -> list[tuple[str, Case | Verdict]]:
    """Each bundle with what it is checked by; one without form is a verdict already."""
    receipts = [_read(name, read_receipt) for name in asked.receipt]
    notes = [_read(name, bytes.decode) for name in asked.checkpoint]
    key = _read(asked.key, _key) if asked.key else None
    bundles = [(name, _read(name, _bundle)) for name in asked.bundles]
    streams = {each.stream for _, each in bundles if isinstance(each, Bundle)}
    for name, given in zip(asked.receipt, receipts, strict=True):
        if given.deal not in streams and len(bundles) > 1:
            raise _Unreadable(f"{name}: this receipt is for none of the bundles")
    others = tuple(Case(each) for _, each in bundles if isinstance(each, Bundle))

    def case(bundle: Bundle) -> Case:
        alone = len(bundles) == 1
        own = tuple(each for each in receipts if alone or each.deal == bundle.stream)
        return Case(bundle, receipts=own, checkpoints=tuple(notes), key=key, others=others)

    return [(name, case(each) if isinstance(each, Bundle) else each) for name, each in bundles]


def _bundle(raw: bytes) -> Bundle | Verdict:
    try:
        return read(raw)
    except Malformed as fault:
        return Verdict("form", FAILS, str(fault))


def _key(raw: bytes) -> VerifierKey:
    return VerifierKey.read(raw.decode().strip())


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
        "--receipt",
        action="append",
        default=[],
        metavar="FILE",
        help="the receipt of a move, or the whole answer that it came with",
    )
    parser.add_argument(
        "--checkpoint",
        action="append",
        default=[],
        metavar="FILE",
        help="a checkpoint of the log, as /v1/log/checkpoint has given it",
    )
    parser.add_argument(
        "--key", metavar="FILE", help="the service's key, as /v1/log/key has given it"
    )
    return parser
