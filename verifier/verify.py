"""Verification: one verdict for each thing that a bundle can prove."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

from domain.kernel.sentence import Sentence
from verifier import (
    actors,
    boards,
    chain,
    counting,
    course,
    drawn,
    policies,
    receipts,
    rules,
    seeds,
    series,
    signatures,
    translog,
    trust,
)
from verifier.bundle import DEAL, TABLE, TOURNAMENT
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


OF_A_TOURNAMENT: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "key": trust.key,
        "form": chain.form,
        "chain": chain.chain,
        "openings": chain.openings,
        "receipts": receipts.receipts,
        "log": translog.in_log,
        "actors": actors.actors,
        "draws": course.draws,
        "tables": drawn.tables,
        "boards": boards.boards,
        "standings": course.standings,
    }
)

OF_A_KIND: Final = {DEAL: OF_A_DEAL, TABLE: OF_A_TABLE, TOURNAMENT: OF_A_TOURNAMENT}


def verify(case: Case) -> Iterator[Verdict]:
    """Run all checks; each is computed when its verdict is taken from the iterator."""
    for name, check in OF_A_KIND[case.bundle.kind].items():
        yield judged(name, partial(check, case))
