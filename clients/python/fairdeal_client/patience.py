"""Retry limits for requests without an answer."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException
from itertools import count
from typing import Final, TypeVar

from fairdeal_client.problems import Problem, Unreachable
from fairdeal_client.runtime import Runtime

BROKEN: Final = (OSError, HTTPException)
"""The exceptions of a connection that fails."""
TEMPORARY: Final = (408, 429)
"""The request did not arrive in time, as if the network loses packets; too many requests."""
GOOD: Final = range(200, 300)
FAULTS: Final = range(500, 600)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Retries with pauses of full jitter, whose upper bound doubles.

    Attributes:
        seconds: after this time, the last error is raised.
        first: the upper bound of the first pause, in seconds.
        longest: the largest upper bound, in seconds.
    """

    seconds: float = 60.0
    first: float = 0.1
    longest: float = 5.0

    def pause(self, failures: int, runtime: Runtime) -> float:
        """Seconds to wait after this number of failures: random, up to the bound."""
        return runtime.jitter(min(self.longest, self.first * 2.0 ** min(failures, 30)))


def passes(problem: Problem) -> bool:
    """Whether the same request may be answered later: it may be a fault of the server, too.

    So may a foreign answer in the place of a good one, as of a proxy while the service restarts.
    """
    status = problem.status
    return status in TEMPORARY or status in FAULTS or status in GOOD


def patiently(attempt: Callable[[], T], patience: Patience, runtime: Runtime) -> T:
    """Repeat a request until there is a final answer. Only for requests that are safe to repeat.

    Raises:
        Problem: the service refuses, or its answer was "not now" until the limit was reached.
        Unreachable: there was no answer until the limit was reached.
    """
    deadline = runtime.monotonic() + patience.seconds
    for failures in count():
        try:
            return attempt()
        except Problem as problem:
            if not passes(problem):
                raise
            failed: Exception = problem
            pause = (problem.retry_after or 0.0) + patience.pause(failures, runtime)
        except ssl.SSLCertVerificationError as error:
            raise Unreachable(str(error)) from error
        except BROKEN as error:
            failed = Unreachable(f"{type(error).__name__}: {error}")
            failed.__cause__ = error
            pause = patience.pause(failures, runtime)
        if runtime.monotonic() + pause > deadline:
            raise failed
        runtime.sleep(pause)
    raise AssertionError("it counts for ever")
