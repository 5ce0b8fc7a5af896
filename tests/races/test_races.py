"""Every writing operation of a table and its deal against every other: all records verify.

A whole service with two web processes. Whatever the answers are, afterwards the bundle of every
table and of every deal passes both verifiers.
"""

import os
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random
from threading import Barrier
from typing import Any, Final

import httpx
import pytest

from tests import plain
from tests.e2e.conftest import key, started, url
from tests.races.stages import STAGES, Do, Table
from tests.sampling import cases
from tests.serving import Serve
from tests.verifier.javascript import base64, said_of
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS
from verifier.verify import verify

COPIES: Final = 2
"""Each operation is asked for so often at the same moment."""
SAMPLED: Final = cases(sample=3, full=40)
"""Pairs that are tried once in the ordinary run."""
INTERLEAVINGS: Final = int(os.environ.get("RACES", "20"))
"""How often each pair is tried in the long run."""
SERVER_ERROR: Final = 500

PAIRS: Final = [
    (stage, one, other)
    for stage, (_, operations) in STAGES.items()
    for one, other in combinations_with_replacement(operations, 2)
]


@pytest.fixture(scope="module")
def service() -> Generator[Serve]:
    unlimited = dict.fromkeys(("READS", "WRITES", "OPENINGS", "OPEN_TABLES"), "0")
    guests = dict.fromkeys(("WATCHERS", "READERS", "INVITATIONS"), "1000")
    environment = {"WEB_PROCESSES": "2", "LOG_LEVEL": "warning", **guests, **unlimited}
    own = {f"FAIRDEAL_{name}": value for name, value in environment.items()}
    with started("races", **own) as serve:
        yield serve


@pytest.fixture(scope="module")
def http(service: Serve) -> Generator[httpx.Client]:
    with plain.Client(base_url=url(service)) as made:
        yield made


def race(table: Table, *operations: Do) -> Iterator[httpx.Response]:
    """Send all of them at the same moment, several times each."""
    acts = [operation for operation in operations for _ in range(COPIES)]
    together = Barrier(len(acts))

    def act(operation: Do) -> Any:
        together.wait()
        with plain.Client(base_url=table.http.base_url) as own:  # with separate connections
            mine = replace(table, http=own, tokens={**table.tokens})
            try:
                return operation(mine)
            # the resource that it had to read first is gone
            except (AssertionError, KeyError):
                return None

    with ThreadPoolExecutor(len(acts)) as pool:
        yield from (answer for answer in pool.map(act, acts) if answer is not None)


def tried(http: httpx.Client, owner: str, pair: tuple[str, str, str]) -> Table:
    stage, one, other = pair
    reach, operations = STAGES[stage]
    table = Table(http, owner)
    reach(table)
    for answer in race(table, operations[one], operations[other]):
        assert answer.status_code < SERVER_ERROR, (pair, answer.text)
    return table


def bundles(table: Table) -> tuple[bytes, list[bytes]]:
    """The evidence of a table, and of its deals."""
    series = table.good("GET", f"{table.path}/series", table.owner)
    paths = [f"/v1/deals/{line['deal']}/bundle" for line in series["deals"]]
    of_table, *answers = [
        table.ask("GET", path, table.owner) for path in (f"{table.path}/bundle", *paths)
    ]
    return of_table.content, [each.content for each in answers if each.is_success]


def assert_verifies(given: list[tuple[Any, bytes, list[bytes]]]) -> None:
    """Nothing fails, in either language."""
    lines = list[dict[str, Any]]()
    for about, table, deals in given:
        cases = tuple(Case(read(deal)) for deal in deals)
        for case in (*cases, Case(read(table), others=cases)):
            found = [each for each in verify(case) if each.status == FAILS]
            assert not found, (about, found)
        files = [base64(deal) for deal in deals]
        lines += [{"raw": base64(table), "others": files}, *({"raw": file} for file in files)]
    for said in said_of(lines):
        assert FAILS not in {each.status for each in said}, said


def campaign(service: Serve, http: httpx.Client, pairs: list[tuple[str, str, str]]) -> None:
    owner = key(service)
    given = []
    for pair in pairs:
        table = tried(http, owner, pair)
        given.append((pair, *bundles(table)))
    assert_verifies(given)


def test_a_sample_of_pairs(service: Serve, http: httpx.Client) -> None:
    campaign(service, http, Random(1).sample(PAIRS, SAMPLED))


@pytest.mark.long
@pytest.mark.parametrize("stage", STAGES)
def test_every_pair(stage: str, service: Serve, http: httpx.Client) -> None:
    pairs = [pair for pair in PAIRS if pair[0] == stage]
    campaign(service, http, pairs * INTERLEAVINGS)
