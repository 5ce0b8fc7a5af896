"""The report of a campaign, in Markdown."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import median, quantiles
from typing import Final, NamedTuple

from tests.campaign.checks import Findings
from tests.campaign.clocks import SECONDS as JUMP
from tests.campaign.disks import FULL_SECONDS, SLOW_SECONDS, WRITES
from tests.campaign.links import DELAY, SECONDS
from tests.campaign.patroni import MEANINGS as PATRONI
from tests.campaign.plan import Fault
from tests.campaign.processes import STOPPED_SECONDS

FEW: Final = 20
"""Below so many values the 95th percentile is the greatest."""
HOW: Final = (
    "Written by `make faults`. A service plays all games at {tables} tables. Recovery: from the "
    "end of a fault until a move that began after it was acknowledged, a bot has moved, and the "
    "log has grown; all tables: until every table has gone on. Paused: the longest time "
    "without an acknowledged move, and without a read of a deal that is over by a stranger, from "
    "the begin of a fault on."
)
HEAD: Final = (
    "| part | fault | times | median, s | 95 % within, s | longest, s | waited for "
    "| all tables, longest, s | moves paused, s | reads paused, s |"
)
MEANINGS: Final = {
    **PATRONI,
    "stopped": f"for {STOPPED_SECONDS:g} s, as a machine that hangs",
    "silent": f"for {SECONDS:g} s nothing passes a connection; it arrives afterwards",
    "cut": f"for {SECONDS:g} s connections are reset, and new ones too",
    "slow": f"a connection brings everything {DELAY:g} s later for {SECONDS:g} s; a disk does "
    f"{WRITES} writes a second for {SLOW_SECONDS:g} s",
    "connections ended": "the server ends all connections of the service",
    "full": f"the disk with all data is full until a request is refused, and {FULL_SECONDS:g} s on",
    "an hour ahead": f"the clock of a machine is wrong for {JUMP:g} s",
    "an hour behind": f"the clock of a machine is wrong for {JUMP:g} s",
}


class Recovery(NamedTuple):
    """How a service has recovered from a fault.

    Attributes:
        fault: the fault.
        seconds: until it had recovered.
        waited: what had recovered last.
        tables: the seconds until every table had gone on.
        last: the last one of them.
        moves: the longest time without an acknowledged move from the begin of the fault on.
        reads: the same without a read of a deal that is over.
    """

    fault: Fault
    seconds: float
    waited: str
    tables: float
    last: str
    moves: float
    reads: float


def report(
    name: str,
    recoveries: Sequence[Recovery],
    found: Findings,
    *,
    tables: int,
    about: Iterable[tuple[str, str]],
    missing: Sequence[str],
) -> str:
    """The report of a set-up."""
    kinds = sorted({each.fault.kind for each in recoveries} & set(MEANINGS))
    lines = [
        f"# A campaign of faults: {name}",
        "",
        HOW.format(tables=tables),
        "",
        *(f"- {kind}: {MEANINGS[kind]}" for kind in kinds),
        *(f"- Not tried here: {each}" for each in missing),
        "",
        "| | |",
        "|---|---|",
        *(f"| {what} | {value} |" for what, value in about),
        "",
        HEAD,
        "|---|---|---|---|---|---|---|---|---|---|",
        *_rows(recoveries),
        "",
        f"{len(recoveries)} faults; {found}",
        *(f"- {each}" for each in found.wrong),
        "",
    ]
    return "\n".join(lines)


def _rows(recoveries: Iterable[Recovery]) -> Iterator[str]:
    by_fault: dict[Fault, list[Recovery]] = defaultdict(list)
    for each in recoveries:
        by_fault[each.fault].append(each)
    for fault, values in sorted(by_fault.items()):
        ordered = sorted(each.seconds for each in values)
        late = quantiles(ordered, n=20)[-1] if len(ordered) >= FEW else ordered[-1]
        longest = max(values, key=lambda each: each.seconds)
        yield (
            f"| {fault.part} | {fault.kind} | {len(values)} | {median(ordered):.1f} | {late:.1f} "
            f"| {longest.seconds:.1f} | {longest.waited} "
            f"| {max(each.tables for each in values):.1f} "
            f"| {max(each.moves for each in values):.1f} "
            f"| {max(each.reads for each in values):.1f} |"
        )
