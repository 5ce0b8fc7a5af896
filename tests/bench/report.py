"""RESULTS.md: the measurements and, below them, notes written by hand, which are kept."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench import machine
from tests.bench.results import Section, markdown, table

RESULTS: Final = Path(__file__).with_name("RESULTS.md")
BY_HAND: Final = "<!-- From here on written by hand: `make bench` keeps it. -->"

HEAD: Final = """# Results

Written by `make bench`; only what stands below the mark at the end is written by hand.
`.venv/bin/python -m tests.bench NAME …` measures some of it again and only shows it. Ratios hold
elsewhere; absolute numbers are this machine's, and other programs ran on it."""


def about() -> list[tuple[str, str]]:
    """The state of the machine before it is loaded."""
    return [*machine.describe(), ("began", str(time.monotonic()))]


def write(about: Sequence[tuple[str, str]], sections: Sequence[Section]) -> None:
    """Replace the results in the file."""
    *facts, (_, began) = about
    facts.append(("took", f"{time.monotonic() - float(began):.0f} s"))
    text = [HEAD, "", *table(["", ""], facts), ""]
    for section in sections:
        text += markdown(section)
    RESULTS.write_text("\n".join([*text, BY_HAND, *_by_hand()]), encoding="utf-8")


def _by_hand() -> list[str]:
    if not RESULTS.exists():
        return [""]
    return RESULTS.read_text(encoding="utf-8").partition(BY_HAND)[2].split("\n")[1:]
