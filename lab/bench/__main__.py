"""``python -m lab.bench [NAME …]``: run all benchmarks and write RESULTS.md, or print some."""

import argparse
import sys
from importlib import import_module
from typing import Final

from lab.bench import bar, growth, report
from lab.bench.results import FULL, TINY, Benchmark, Section, Size, aligned, plain

NAMES: Final = (
    "peers",
    "round_trips",
    "appends",
    "loading",
    "dealing",
    "verifying",
    "web_processes",
    "moves",
    "reads",
    "sequencing",
    "live",
    "replies",
    "many_tables",
    "webhooks",
    "first_move",
)
"""The benchmarks of `make bench`, each a module of its name with a function `run`."""

BY_NAME: Final = (
    *("growth", "profile", "web_servers", "pooler", "notation", "matches", "declarers"),
    *("many_streams", "strangers", "prices", "silent"),
)
"""Benchmarks that run only when named. The profile is for work on the code. The others compare
choices, formats and bots, which change rarely. Growth takes long (`--to`), and many streams need
20,000 open files."""


def benchmark(name: str) -> Benchmark:
    """A benchmark by name."""
    run: Benchmark = import_module(f"lab.bench.{name}").run
    return run


def main() -> int:
    """Run the requested benchmarks."""
    parser = argparse.ArgumentParser(prog="python -m lab.bench", description=__doc__)
    known = (*NAMES, *BY_NAME)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(known)}")
    parser.add_argument("--tiny", action="store_true", help="only see that they run")
    parser.add_argument("--to", type=float, metavar="N", help="growth: the most events, like 1e6")
    parser.add_argument("--cache", metavar="SIZE", help="growth: shared_buffers, like 4GB")
    parser.add_argument("--write", action="store_true", help="growth alone: write GROWTH.md")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(known):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    if arguments.write and arguments.names != ["growth"]:
        parser.error("--write is for growth alone")
    about = report.about()
    names = arguments.names or NAMES
    size = TINY if arguments.tiny else FULL
    if arguments.to is not None:
        size = size._replace(events=int(arguments.to))
    if arguments.cache is not None:
        size = size._replace(cache=arguments.cache)
    if arguments.write:
        for section in growth.sections(size):
            print("\n".join(plain(section)), flush=True)
            report.write_growth(about, section)
        return 0
    sections = {name: _measured(name, size) for name in names}
    if not arguments.names:
        print("\n".join(("The bar", *aligned(bar.COLUMNS, bar.table(sections)))))
        if not arguments.tiny:
            report.write(about, sections)
            print(f"written to {report.RESULTS}")
    return 0


def _measured(name: str, size: Size) -> Section:
    section = benchmark(name)(size)
    print("\n".join(plain(section)), flush=True)
    return section


if __name__ == "__main__":
    sys.exit(main())
