"""Time slices taken in turn, and their summaries."""

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from threading import Thread
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def in_turn(contestants: Mapping[K, Callable[[], V]], *, slices: int) -> dict[K, list[V]]:
    """Run one slice of each, then the next of each, so that a disturbance affects all of them."""
    found: dict[K, list[V]] = {name: [] for name in contestants}
    for _ in range(slices):
        for name, measure in contestants.items():
            found[name].append(measure())
    return found


def ratio(values: Sequence[float], others: Sequence[float]) -> float:
    """The median of the ratios of neighbouring slices."""
    return median(one / other for one, other in zip(values, others, strict=True))


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which this proportion (0 to 1) of the values lies."""
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def per_second(
    work: Callable[[], object], *, seconds: float, clock: Callable[[], float] = time.perf_counter
) -> float:
    """How often a second one thread can do the work; of processor time, by that clock."""
    done, start = 0, clock()
    while (now := clock()) < start + seconds:
        work()
        done += 1
    return done / (now - start)


def cpu_time(work: Callable[[], object], *, times: int) -> float:
    """The least CPU time of this process, in seconds, that the work took in so many runs."""
    took: list[float] = []
    for _ in range(times):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return min(took)


def per_second_together(works: Sequence[Callable[[], object]], *, seconds: float) -> float:
    """How often a second the works are done, each by a thread of its own."""
    rates: list[float] = []
    threads = [
        Thread(target=lambda work=work: rates.append(per_second(work, seconds=seconds)))
        for work in works
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rates) == len(works), "a thread has failed"
    return sum(rates)
