"""Verification: one verdict for each thing that a bundle can prove."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

from domain.kernel.sentence import Sentence
from verifier import (
    actors,
    chain,
    counting,
    policies,
    receipts,
    rules,
    seeds,
    series,
    signatures,
    translog,
    trust,
)
from verifier.bundle import DEAL
from verifier.case import Case
from verifier.verdicts import Verdict, judged

Check: TypeAlias = Callable[[Case], Sentence]
"""Returns the sentence of a check that holds, or raises `Failure` or `NotYet`."""

OF_A_DEAL: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "key": trust.key,
        "form": chain.form,
        "chain": chain.chain,
        "openings": chain.openings,
        "commitments": seeds.commitments,
        "seeds": seeds.seeds,
        "pack": seeds.pack,
        "root": seeds.root,
        "receipts": receipts.receipts,
        "log": translog.in_log,
        "actors": actors.actors,
        "signatures": signatures.signatures,
        "moves": rules.moves,
        "consequences": rules.consequences,
        "score": rules.score,
        "bots": policies.moves,
        "hints": policies.hints,
    }
)

OF_A_TABLE: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "key": trust.key,
        "form": chain.form,
        "chain": chain.chain,
        "openings": chain.openings,
        "receipts": receipts.receipts,
        "log": translog.in_log,
        "actors": actors.actors,
        "signatures": signatures.signatures,
        "consequences": series.consequences,
        "score": series.score,
        "series": counting.deals,
    }
)


def verify(case: Case) -> Iterator[Verdict]:
    """Run all checks; each is computed when its verdict is taken from the iterator."""
    checks = OF_A_DEAL if case.bundle.kind == DEAL else OF_A_TABLE
    for name, check in checks.items():
        yield judged(name, partial(check, case))
