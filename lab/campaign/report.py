"""The report of a campaign, in Markdown."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from statistics import median, quantiles
from typing import Final, NamedTuple

from lab.campaign.checks import Findings
from lab.campaign.clocks import SECONDS as JUMP
from lab.campaign.disks import FULL_SECONDS, SLOW_SECONDS, WRITES
from lab.campaign.hosts import AWAY
from lab.campaign.links import SECONDS
from lab.campaign.patroni import MEANINGS as PATRONI
from lab.campaign.plan import Fault
from lab.campaign.processes import STOPPED_SECONDS
from lab.campaign.rabbitmq import MEANINGS as RABBITMQ
from tests.links import DELAY

FEW: Final = 20
"""Below so many values the 95th percentile is the greatest."""
HOW: Final = (
    "Written by `make faults`. A service plays all games at {tables} tables. Recovery: from the "
    "end of a fault until a move that began after it was acknowledged, a bot has answered such a "
    "move, the log has grown, and a webhook has got a notice; all tables: until such a move was "
    "acknowledged at each. Paused: "
    "the longest time without an acknowledged move, and without a read of a deal that is over by a "
    "stranger, from the start of a fault on."
)
BAR_HEAD: Final = "| what | times | 95 % within | longest | the bar | |"
BAR_LINE: Final = "|---|---|---|---|---|---|"
PARTS: Final[Mapping[str, Collection[str]]] = {
    "web": ("web", "one web process"),
    "worker": ("worker",),
    "sequencer": ("sequencer",),
    "process of webhooks": ("webhooks",),
}
"""The processes that have a bar, each with its parts in the plan."""
KILLED: Final = "killed"
SERVERS: Final = ("primary", "standby")
"""The servers of a cluster of PostgreSQL."""
RESTARTED: Final = "postgres killed"
"""The fault of a primary that starts again in its place: no other server takes over."""
MOST_95: Final = 2.0
MOST: Final = 5.0
MOST_TABLES: Final = 10.0
MOST_PAUSED: Final = 25.0
MOST_READS: Final = 10.0
HEAD: Final = (
    "| part | fault | times | median, s | 95 % within, s | longest, s | waited for "
    "| all tables, longest, s | moves paused, s | reads paused, s |"
)
MEANINGS: Final = {
    **PATRONI,
    **RABBITMQ,
    "stopped": f"for {STOPPED_SECONDS:g} s, as a machine that hangs",
    "disconnected": f"for {AWAY:g} s all packets from and to a machine are lost",
    "silent": f"for {SECONDS:g} s nothing passes a connection; it arrives afterwards",
    "cut": f"for {SECONDS:g} s connections are reset, and new ones too",
    "slow": f"a connection brings everything {DELAY:g} s later for {SECONDS:g} s; a disk does "
    f"{WRITES} writes a second for {SLOW_SECONDS:g} s",
    "connections ended": "the server, or haproxy before it, ends all connections of the service",
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


class Result(NamedTuple):
    """The findings of a campaign.

    Attributes:
        name: of the set-up.
        recoveries: one for each fault.
        found: the comparison with the record.
        about: the machine, the versions, and so on.
        missing: what could not be tried, and why.
    """

    name: str
    recoveries: Sequence[Recovery]
    found: Findings
    about: Mapping[str, str]
    missing: Sequence[str]


def report(result: Result, *, tables: int) -> str:
    """The report of a set-up, in Markdown."""
    kinds = sorted({each.fault.kind for each in result.recoveries} & set(MEANINGS))
    lines = [
        f"# A campaign of faults: {result.name}",
        "",
        HOW.format(tables=tables),
        "",
        *(f"- {kind}: {MEANINGS[kind]}" for kind in kinds),
        *(f"- Not tried here: {each}" for each in result.missing),
        "",
        "| | |",
        "|---|---|",
        *(f"| {what} | {value} |" for what, value in result.about.items()),
        "",
        *(BAR_HEAD, BAR_LINE),
        *map(str, bar(result.recoveries)),
        "",
        HEAD,
        "|---|---|---|---|---|---|---|---|---|---|",
        *_rows(result.recoveries),
        "",
        f"{_counted(result.recoveries)}; {result.found}",
        *(f"- {each}" for each in result.found.wrong),
        "",
    ]
    return "\n".join(lines)


def total(results: Sequence[Result]) -> str:
    """The report of all set-ups together."""
    recoveries = [each for result in results for each in result.recoveries]
    wrong = [each for result in results for each in result.found.wrong]
    lines = [
        "# A campaign of faults: all set-ups",
        "",
        "Written by `make faults SETUP=all`. Each set-up has a report of its own beside this one.",
        "",
        "| set-up | faults | moves | events by streams | deliveries | bundles | wrong | the bar |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {each.name} | {len(each.recoveries)} | {each.found.moves:,} "
            f"| {each.found.streamed:,} | {each.found.deliveries:,} | {each.found.bundles:,} "
            f"| {len(each.found.wrong)} | {_alone(each.recoveries)} |"
            for each in results
        ),
        "",
        *(BAR_HEAD, BAR_LINE),
        *map(str, bar(recoveries)),
        "",
        f"{_counted(recoveries)}. Wrong: {len(wrong)}.",
        *(f"- {each}" for each in wrong),
        "",
    ]
    return "\n".join(lines)


class Row(NamedTuple):
    """A row of the bar.

    Attributes:
        what: is measured, with its unit.
        values: those seen.
        most_95: the limit for 95 of 100, or None.
        most: the limit for all.
    """

    what: str
    values: Sequence[float]
    most_95: float | None
    most: float

    @property
    def is_met(self) -> bool:
        """Whether no limit is exceeded."""
        if not self.values:
            return True
        is_late = self.most_95 is not None and _late(self.values) > self.most_95
        return not is_late and max(self.values) <= self.most

    def __str__(self) -> str:
        limits = (f"95 % within {self.most_95:g}, " if self.most_95 else "") + (
            f"longest {self.most:g}"
        )
        if not self.values:
            return f"| {self.what} | 0 | | | {limits} | not tried |"
        seen = f"{len(self.values)} | {_late(self.values):.1f} | {max(self.values):.1f}"
        return f"| {self.what} | {seen} | {limits} | {'met' if self.is_met else 'missed'} |"


def bar(recoveries: Sequence[Recovery]) -> list[Row]:
    """The rows of the bar."""
    killed = {
        f"recovery of the {name} after a kill, s": [
            each.seconds
            for each in recoveries
            if each.fault.part in parts and each.fault.kind == KILLED
        ]
        for name, parts in PARTS.items()
    }
    taken_over = [each for each in recoveries if _is_taken_over(each.fault)]
    own = [each.tables for each in recoveries if not _is_taken_over(each.fault)]
    moves, reads = [each.moves for each in taken_over], [each.reads for each in taken_over]
    return [
        *(Row(what, values, MOST_95, MOST) for what, values in killed.items()),
        Row("until every table goes on, s", own, None, MOST_TABLES),
        Row("moves paused while PostgreSQL fails over, s", moves, None, MOST_PAUSED),
        Row("reads of deals that are over paused meanwhile, s", reads, None, MOST_READS),
    ]


def _is_taken_over(fault: Fault) -> bool:
    """Whether another server takes the place of a primary or of a synchronous standby."""
    return fault.part in SERVERS and fault.kind != RESTARTED


def _alone(recoveries: Sequence[Recovery]) -> str:
    """Whether a set-up meets the bar alone, with a few faults of each kind; if not, what misses."""
    missed = [row for row in bar(recoveries) if not row.is_met]
    late = (f"{each.what}: up to {max(each.values):.1f} ({len(each.values)})" for each in missed)
    return f"missed: {'; '.join(late)}" if missed else "met"


def _counted(recoveries: Sequence[Recovery]) -> str:
    """How many faults there were, and how many of them were kills."""
    kills = sum(each.fault.kind.endswith(KILLED) for each in recoveries)
    return f"{len(recoveries)} faults, {kills} of them kills"


def _late(values: Sequence[float]) -> float:
    """The 95th percentile, or of few values the greatest."""
    return quantiles(values, n=20, method="inclusive")[-1] if len(values) >= FEW else max(values)


def _rows(recoveries: Iterable[Recovery]) -> Iterator[str]:
    by_fault: dict[Fault, list[Recovery]] = defaultdict(list)
    for each in recoveries:
        by_fault[each.fault].append(each)
    for fault, values in sorted(by_fault.items()):
        ordered = sorted(each.seconds for each in values)
        longest = max(values, key=lambda each: each.seconds)
        yield (
            f"| {fault.part} | {fault.kind} | {len(values)} | {median(ordered):.1f} "
            f"| {_late(ordered):.1f} | {longest.seconds:.1f} | {longest.waited} "
            f"| {max(each.tables for each in values):.1f} "
            f"| {max(each.moves for each in values):.1f} "
            f"| {max(each.reads for each in values):.1f} |"
        )
