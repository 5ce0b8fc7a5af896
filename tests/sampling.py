"""How many cases a test takes: a sample in `make test`, all in `make test-long`."""

import os
from typing import Final

FULL: Final = os.environ.get("FAIRDEAL_TESTS") == "full"


def cases(*, sample: int, full: int) -> int:
    """The number of cases, by the target that runs the test."""
    return full if FULL else sample
