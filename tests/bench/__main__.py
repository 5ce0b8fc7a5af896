"""``python -m tests.bench [NAME …]``: run all benchmarks and write RESULTS.md, or print some."""

import argparse
import sys
from importlib import import_module
from typing import Final

from tests.bench import report
from tests.bench.results import FULL, TINY, Benchmark, Section, Size, plain

NAMES: Final = (
    "appends",
    "sequencing",
    "moves",
    "round_trips",
    "live",
    "loading",
    "replies",
    "first_move",
    "dealing",
    "notation",
    "matches",
    "declarers",
    "web_servers",
)
"""The benchmarks, each a module of its name with a function `run`."""


def benchmark(name: str) -> Benchmark:
    """A benchmark by name."""
    run: Benchmark = import_module(f"tests.bench.{name}").run
    return run


def main() -> int:
    """Run the requested benchmarks."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--tiny", action="store_true", help="only see that they run")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    about = report.about()
    sections = [
        _measured(name, TINY if arguments.tiny else FULL) for name in arguments.names or NAMES
    ]
    if not arguments.names and not arguments.tiny:
        report.write(about, sections)
        print(f"written to {report.RESULTS}")
    return 0


def _measured(name: str, size: Size) -> Section:
    section = benchmark(name)(size)
    print("\n".join(plain(section)), flush=True)
    return section


if __name__ == "__main__":
    sys.exit(main())
