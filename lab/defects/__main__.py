"""`make defects`: plant each defect of the list in a copy, and say which test notices it.

Results are kept beside the commit that they are of: the same command goes on where it was stopped.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lab.defects.planted import ROOT, Defect, Part, all_parts
from lab.defects.running import (
    Selection,
    commit,
    copy_of_project,
    first_failure,
    planted,
    selection,
)

RESULTS = ROOT / ".cache" / "defects.jsonl"
WANTED = {"quick": 0.8, "test": 1.0}
"""The share of the defects that a target has to catch, in the domain and outside."""


class Result(NamedTuple):
    """The result for a defect; `test` is the one that noticed it, None: no test did."""

    commit: str
    target: str
    whole: bool
    defect: str
    test: str | None
    seconds: float


def main(words: Sequence[str]) -> int:
    """Measure; the exit code is 1 if too few defects are caught, 2 if tests fail without one."""
    args, last = _parser().parse_args(words), commit()
    chosen = [part for each in all_parts() if (part := _wanted(each, args)).defects]
    kept = {} if args.again else dict(_kept(args, last))
    tests = selection(args.target)
    found = dict[Defect, Result]()
    with copy_of_project() as tree:
        for part in chosen:
            own = tests.own(part.tests)
            missing = [each for each in part.defects if each.name not in kept]
            if missing and (failed := first_failure(tree, tests, own, whole=False)):
                print(f"{part.name}: {failed} fails without a defect")
                return 2
            for defect in part.defects:
                result = kept.get(defect.name)
                if result is None:
                    began = time.monotonic()
                    with planted(tree, defect):
                        test = first_failure(tree, tests, own, whole=not args.own)
                    seconds = round(time.monotonic() - began, 1)
                    result = Result(last, args.target, not args.own, defect.name, test, seconds)
                    _keep(result)
                found[defect] = result
                print(_line(result), flush=True)
    return _report(args.target, tests, chosen, found)


def _wanted(part: Part, args: argparse.Namespace) -> Part:
    """A part with the defects that are asked for."""
    is_wanted = not args.parts or part.name in args.parts
    ids = [each for each in part.defects if not args.ids or each.id in args.ids]
    return part._replace(defects=ids if is_wanted else [])


def _kept(args: argparse.Namespace, last: str) -> Iterator[tuple[str, Result]]:
    lines = RESULTS.read_text("utf-8").splitlines() if RESULTS.exists() else []
    for result in (Result(**json.loads(line)) for line in lines):
        if result[:3] == (last, args.target, not args.own):
            yield result.defect, result


def _keep(result: Result) -> None:
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(result._asdict()) + "\n")


def _line(result: Result) -> str:
    return f"{result.defect:60} {result.seconds:6.0f} s  {result.test or 'NOT CAUGHT'}"


def _report(
    target: str, tests: Selection, chosen: Sequence[Part], found: Mapping[Defect, Result]
) -> int:
    """Print the shares; return the exit code."""
    print()
    for part in chosen:
        own = "" if tests.own(part.tests) else "  none of its tests are in this target"
        print(_share(part.name, [found[each] for each in part.defects]) + own)
    inside = [result for defect, result in found.items() if defect.is_in_domain]
    outside = [result for defect, result in found.items() if not defect.is_in_domain]
    print(_share("in the domain", inside), _share("outside", outside), sep="\n")
    shares = [_caught(results) / len(results) for results in (inside, outside) if results]
    return int(min(shares, default=1) < WANTED[target])


def _share(name: str, results: Sequence[Result]) -> str:
    part = _caught(results) / len(results) if results else 1
    return f"{name:22} {_caught(results):4} of {len(results):4}  {part:5.0%}"


def _caught(results: Sequence[Result]) -> int:
    return sum(each.test is not None for each in results)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lab.defects", description=__doc__)
    parser.add_argument("--target", choices=WANTED, default="quick", help="of the Makefile (quick)")
    parser.add_argument("--parts", nargs="+", default=[], metavar="PART", help="only these parts")
    parser.add_argument("--ids", nargs="+", default=[], metavar="ID", help="only these defects")
    parser.add_argument("--own", action="store_true", help="run only the tests of the part")
    parser.add_argument("--again", action="store_true", help="use no result that was kept")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
