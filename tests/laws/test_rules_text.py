"""The rule text, the code and the tests name the same clauses."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.moves import breaches
from service.games import rulebook
from tests.domain.worked import cases
from tests.laws.play import deals, every_game, proposal, steps

ROOT = Path(__file__).parents[2]
RULES = "RULES.md"
SEARCH = 400
PROPOSALS = 3


def clauses_of(text: Path) -> set[str]:
    """The numbered clauses of a rule text."""
    return set(re.findall(r"\*\*([A-Z]\d+)\b", text.read_text("utf-8")))


OF_ALL = clauses_of(ROOT / "domain" / RULES)
GENERAL = {clause for clause in OF_ALL if clause[0] == "T"}
"""The clauses that refuse moves; the others cover seeds, keys, clocks and leaving."""


def folder(game: Game[Any]) -> Path:
    """The folder of a game."""
    return ROOT / "domain" / "games" / game.key


def trees_under(path: Path) -> Iterator[ast.AST]:
    """Every module under a path, parsed."""
    for module in sorted(path.rglob("*.py")):
        yield ast.parse(module.read_text("utf-8"))


def clauses_tested_in(path: Path) -> set[str]:
    """The clauses that tests and worked cases are named after: ``test_g07_…`` belongs to G7."""
    worked = " ".join(cases(path))
    names = (
        re.match(r"test_([a-z])0*(\d+)_", node.name)
        for tree in trees_under(path)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    )
    of_tests = {f"{name[1].upper()}{name[2]}" for name in names if name}
    return of_tests | {*re.findall(r"\b[A-Z]\d+\b", worked)}


def clauses_named_in(path: Path) -> set[str]:
    """The clauses that the code names, in strings and comments."""
    found: set[str] = set()
    for tree in trees_under(path):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(re.findall(r"\b[A-Z]\d{1,2}\b", node.value))
    return found


def refusing(path: Path) -> set[str]:
    """The clauses by which the code refuses moves, found in its `yield` statements."""
    return {
        node.value.value
        for tree in trees_under(path)
        for node in ast.walk(tree)
        if isinstance(node, ast.Yield)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def test_the_general_clauses_are_t1_to_t5_f1_to_f7_l1_to_l6_and_h1_to_h5() -> None:
    most = {"T": 5, "F": 7, "L": 6, "H": 5}
    assert {f"{letter}{n + 1}" for letter in most for n in range(most[letter])} == OF_ALL


def test_every_general_clause_has_tests_named_after_it() -> None:
    assert clauses_tested_in(ROOT / "tests" / "domain") >= OF_ALL


@every_game
def test_clauses_are_numbered_without_gaps(game: Game[Any]) -> None:
    clauses = clauses_of(folder(game) / RULES)
    letters = {clause[0] for clause in clauses}
    assert len(letters) == 1
    assert {int(clause[1:]) for clause in clauses} == set(range(1, len(clauses) + 1))


@every_game
def test_every_broken_clause_has_its_own_text(game: Game[Any]) -> None:
    listed = rulebook.clauses(game.key)
    assert listed.keys() == clauses_of(folder(game) / RULES) | OF_ALL
    assert not [text for text in listed.values() if re.search(r"\*\*[A-Z]\d", text)]


def test_no_clause_has_two_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / RULES).write_text("- **X1** One.\n- **X1** Another.\n", "utf-8")
    monkeypatch.setattr(rulebook, "files", lambda _: tmp_path)
    with pytest.raises(ValueError, match="two texts of X1"):
        rulebook.clauses("twice")


@every_game
def test_every_clause_has_tests_named_after_it(game: Game[Any]) -> None:
    missing = clauses_of(folder(game) / RULES) - clauses_tested_in(
        ROOT / "tests" / "domain" / game.key
    )
    assert not missing


@every_game
def test_every_clause_that_the_code_names_stands_in_the_text(game: Game[Any]) -> None:
    known = clauses_of(folder(game) / RULES) | GENERAL
    assert clauses_named_in(folder(game)) <= known
    assert {str(kind.CLAUSE) for kind in game.moves} <= known


@every_game
def test_every_clause_that_refuses_is_seen_to_bite(game: Game[Any]) -> None:
    wanted = refusing(folder(game)) | GENERAL
    seen: set[str] = set()
    for run, chance in deals(game, count=SEARCH):
        for _ in chain([None], steps(run, chance)):
            for _ in range(PROPOSALS):
                seen.update(breaches(game, run.state, proposal(run, chance)))
        if wanted <= seen:
            break
    assert seen == wanted, "and no other clause refuses"


def test_no_two_games_share_a_name_or_a_letter() -> None:
    letters = {next(iter(clauses_of(folder(game) / RULES)))[0] for game in GAMES.values()}
    general = {clause[0] for clause in OF_ALL}
    assert len(letters | general) == len(GAMES) + len(general)
    assert all(game.key == key for key, game in GAMES.items())
    kinds = [kind for game in GAMES.values() for kind in game.moves]
    assert len(set(kinds)) == len(kinds)
