"""The verifier written from the document agrees with the project's verifier."""

import ast
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from domain.games import GAMES
from domain.judge.record_rules import FIRST, LATER
from events.translog.notes import VerifierKey
from events.translog.receipts import receipt_json
from tests.sampling import cases
from tests.verifier import by_the_format
from tests.verifier.by_the_format_parts import SIGNED_AT
from tests.verifier.corpus import OF_EVERY_KIND, mutants
from tests.verifier.making import TABLES, bundled, deal, kept, played
from tests.verifier.mutations import Mutant
from tests.verifier.test_actors import FORGED
from tests.verifier.test_by_hand import VOUCHED, a_branch, vouched
from tests.verifier.test_checks import ALL
from tests.verifier.test_commands import merged
from tests.verifier.test_hints import steps_with_hints
from tests.verifier.test_javascript import bundles
from tests.verifier.test_parity import in_python
from tests.verifier.test_series import a_series, complete, table_bundle
from verifier.bundle import Bundle, read, write
from verifier.case import Case
from verifier.verdicts import FAILS, OPEN, Verdict
from verifier.verify import verify

HERE: Final = Path(__file__).parent
RECORDS: Final = HERE / "records" / "0.1"
FILES: Final = ("by_the_format.py", "by_the_format_parts.py")
LINES: Final = 350
"""Each of its files has fewer."""
NOT_MADE: Final = {"moves", "consequences", "score", "bots", "hints", "series"}
"""Checks that it leaves open."""
SAMPLE: Final = len(OF_EVERY_KIND)
FEWER: Final = 20
"""The ordinary tests take every twentieth bundle."""
MANY: Final = 1_000
RIVAL: Final = "rival"
"""Two bundles are compared in these mutants; it compares none."""

Said = dict[str, by_the_format.Verdict]


def said_of(mutant: Mutant) -> Said:
    held = mutant.held
    return by_the_format.verify(
        mutant.raw,
        [receipt_json(each) for each in held.get("receipts", ())],
        held.get("checkpoints", ()),
        str(held["key"]) if "key" in held else None,
    )


def is_left_open(check: str, theirs: Verdict) -> bool:
    """Whether the verdict says that the check, or this part of it, is not made."""
    takes_rules = "it is not what the pack makes" in theirs.detail
    return check in NOT_MADE or (check == "pack" and takes_rules)


def unlike(mutant: Mutant, mine: Said) -> Iterator[str]:
    """The checks whose status, or position of failure, differs."""
    others = {each.check: each for each in in_python(mutant)}
    if [*mine] != [*others]:
        yield f"{mutant.kind}: it makes {[*mine]}, the project {others}"
        return
    for check, (status, position) in mine.items():
        other = others[check]
        if is_left_open(check, other):
            same = status == OPEN
        else:
            same = status == other.status and (status != FAILS or position == other.position)
        if not same:
            yield f"{mutant.kind}: {check} {status} at {position}, the project {other}"


def differences(every: Iterable[Mutant]) -> list[str]:
    single = (each for each in every if RIVAL not in each.held)
    return [*chain.from_iterable(unlike(each, said_of(each)) for each in single)]


def as_mutants(every: Iterable[Bundle]) -> Iterator[Mutant]:
    return (Mutant("as it is", write(each), frozenset()) for each in every)


def honest() -> Iterator[Bundle]:
    for key, seats in TABLES:
        yield table_bundle(a_series(key, seats).table)
        branch = a_branch(key, seats)
        yield from (table_bundle(branch.table), branch.bundle())
        yield bundled(kept(steps_with_hints(key, seats)))


def test_the_verifiers_agree_on_honest_bundles() -> None:
    every = [*as_mutants([*honest(), *bundles()[:: cases(sample=3 * FEWER, full=FEWER)]])]
    assert differences(every) == []
    assert not any(status == FAILS for each in every for status, _ in said_of(each).values())


@pytest.mark.long
def test_the_verifiers_agree_on_bundles_of_every_viewer_at_every_stage() -> None:
    assert differences(as_mutants(bundles())) == []


def test_the_verifiers_agree_on_forgeries() -> None:
    assert differences(as_mutants([*FORGED.values(), *map(vouched, VOUCHED)])) == []
    wrong = (Mutant(name, write(each.bundle), frozenset(), each.held) for name, each in ALL.items())
    assert differences(wrong) == []


def test_the_verifiers_agree_on_merged_commands() -> None:
    steps = played(GAMES["durak"], seats=2, number=1)
    deals = [bundled(kept(each), receipts=False, logged=False) for each in merged(steps, first=1)]
    tables = [table_bundle(each) for each in merged(complete(a_series("durak", 2).table), first=1)]
    assert differences(as_mutants([*deals[::FEWER], *tables])) == []


def test_the_document_says_where_events_stand_in_a_command() -> None:
    after: dict[str, str] = {}
    for each in LATER:
        line = each.after + " of its seat" * each.same
        after[each.event] = ", ".join(filter(None, (after.get(each.event), line)))
    forms = {name: [stands, rest] for name, (stands, rest) in SIGNED_AT.items() if name != "event"}
    assert forms.pop("a move") == ["first", ""]
    wanted = {key: ["first", ""] for key in FIRST}
    assert forms.pop("---") == ["---", "---"]
    assert forms == {**wanted, **{name: ["first or", line] for name, line in after.items()}}


def test_the_verifiers_agree_on_a_sample_of_mutants() -> None:
    assert differences(mutants("goat", 4, count=SAMPLE, seed=4, turns=OF_EVERY_KIND)) == []


@pytest.mark.long
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_verifiers_agree_on_thousands_of_mutants(key: str, seats: int) -> None:
    assert differences(mutants(key, seats, count=MANY, seed=2, turns=OF_EVERY_KIND)) == []


def test_a_difference_is_found() -> None:
    whole = bundled(deal("durak", 2))
    one, other = as_mutants([whole, whole._replace(head=bytes(32))])
    assert [*unlike(one, said_of(one))] == []
    assert [*unlike(one, said_of(other))]


@pytest.mark.parametrize("table", sorted(each.name for each in RECORDS.iterdir() if each.is_dir()))
def test_the_verifiers_agree_on_records_of_0_1(table: str) -> None:
    key = (RECORDS / "key.txt").read_text("utf-8").strip()
    for file in sorted((RECORDS / table).glob("*.json")):
        raw = file.read_bytes()
        mine = by_the_format.verify(raw, key=key)
        for other in verify(Case(read(raw), key=VerifierKey.read(key))):
            expected = OPEN if other.check in NOT_MADE else other.status
            assert mine[other.check] == (expected, None), (file.name, other)
            assert expected != FAILS


@pytest.mark.parametrize("name", FILES)
def test_it_is_short_and_takes_nothing_of_the_project(name: str) -> None:
    text = (HERE / name).read_text("utf-8")
    nodes = [*ast.walk(ast.parse(text))]
    modules = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    own = {f"tests.verifier.{Path(file).stem}" for file in FILES}
    others = {each.partition(".")[0] for each in modules - own}
    assert others - {"cryptography"} <= sys.stdlib_module_names
    assert len(text.splitlines()) < LINES
