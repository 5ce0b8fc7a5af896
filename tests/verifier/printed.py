"""What `fairdeal verify` prints."""

import re
from typing import Final

_VERDICT: Final = re.compile("(holds|FAILS|open |HAND |none )  ")


def verdict_lines(printed: str) -> list[str]:
    """The lines with verdicts: the summary of a record stands before them."""
    return [line for line in printed.splitlines() if _VERDICT.match(line)]
