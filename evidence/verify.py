"""Verifying: one verdict for each thing that a bundle can prove."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from evidence import chain, rules, seeds, series, signatures
from evidence.bundle import DEAL
from evidence.case import Case
from evidence.verdicts import FAILS, HOLDS, OPEN, Failure, NotYet, Verdict

Check: TypeAlias = Callable[[Case], str]
"""Says how something holds, or raises `Failure` or `NotYet`."""

OF_A_DEAL: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "form": chain.form,
        "chain": chain.chain,
        "openings": chain.openings,
        "commitments": seeds.commitments,
        "seeds": seeds.seeds,
        "pack": seeds.pack,
        "root": seeds.root,
        "receipts": signatures.receipts,
        "log": signatures.log,
        "moves": rules.moves,
        "consequences": rules.consequences,
        "score": rules.score,
    }
)

OF_A_TABLE: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "form": chain.form,
        "chain": chain.chain,
        "openings": chain.openings,
        "receipts": signatures.receipts,
        "log": signatures.log,
        "consequences": series.consequences,
        "score": series.score,
        "series": series.deals,
    }
)


def verify(case: Case) -> Iterator[Verdict]:
    """Check all that can be checked; each check is made when its verdict is asked for."""
    checks = OF_A_DEAL if case.bundle.kind == DEAL else OF_A_TABLE
    for name, check in checks.items():
        yield _verdict(name, check, case)


def _verdict(name: str, check: Check, case: Case) -> Verdict:
    try:
        return Verdict(name, HOLDS, check(case))
    except Failure as failure:
        return Verdict(name, FAILS, str(failure), failure.position)
    except NotYet as missing:
        return Verdict(name, OPEN, str(missing))
