"""How long, and how often, a request is sent that was not answered."""

import random
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from itertools import count
from typing import Final, TypeVar

from fairdeal_client.problems import Problem, Unreachable

BROKEN: Final = (OSError, HTTPException)
"""What a connection that fails comes as."""
TOO_MANY: Final = 429
FAULTS: Final = range(500, 600)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """When a request is sent again: after pauses of full jitter, whose ceiling doubles.

    Attributes:
        seconds: after so many, what went wrong last is raised.
        first: the ceiling of the first pause, in seconds.
        longest: the highest ceiling, in seconds.
        sleep: waits for so many seconds.
    """

    seconds: float = 60.0
    first: float = 0.1
    longest: float = 5.0
    sleep: Callable[[float], object] = time.sleep

    def pause(self, failures: int) -> float:
        """Seconds to wait after so many failures: any from none up to the ceiling."""
        ceiling = min(self.longest, self.first * 2.0 ** min(failures, 30))
        return random.uniform(0, ceiling)  # noqa: S311  nobody gains by guessing it


def passes(problem: Problem) -> bool:
    """Whether it may be otherwise in a moment: too many requests, or a fault over there."""
    return problem.status == TOO_MANY or problem.status in FAULTS


def patiently(attempt: Callable[[], T], patience: Patience) -> T:
    """Try until there is an answer that is worth having. Only for what is safe to repeat.

    Raises:
        Problem: the answer is no; or it was "not now" until the patience was over.
        Unreachable: there was no answer until the patience was over.
    """
    deadline = time.monotonic() + patience.seconds
    for failures in count():
        try:
            return attempt()
        except Problem as problem:
            if not passes(problem):
                raise
            failed: Exception = problem
            pause = (problem.retry_after or 0.0) + patience.pause(failures)
        except ssl.SSLCertVerificationError as error:
            raise Unreachable(str(error)) from error
        except BROKEN as error:
            failed = Unreachable(f"{type(error).__name__}: {error}")
            failed.__cause__ = error
            pause = patience.pause(failures)
        if time.monotonic() + pause > deadline:
            raise failed
        patience.sleep(pause)
    raise AssertionError("it counts for ever")
