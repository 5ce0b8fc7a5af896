"""Every declared audience is the one that the rules state; a wrong one does not pass.

Each RULES.md states in a table who sees which cards during a deal, by which clause. The table is
written from the rules and not from the code, so a wrong declaration must be wrong twice to pass.
"""

import re
from collections import Counter
from typing import Any, Final

import pytest

from domain.games import GAMES
from domain.kernel.deal import OF_ANY_GAME
from domain.kernel.event import EACH, EVERYONE, NOBODY, UndeclaredAudience, event_classes
from domain.kernel.game import Game
from tests.laws.knowledge import KNOWLEDGE
from tests.laws.law import hold
from tests.laws.play import every_game
from tests.laws.redeclared import Declared, Mutant, audiences, mutants, redeclare
from tests.laws.test_rules_text import OF_ALL, ROOT, RULES, clauses_of, folder

ROW: Final = re.compile(
    r"^\| `(?P<event>[a-z_.]+)` \| `(?P<field>[a-z_]+)` \| (?P<seen_by>[^|]+) \|(?P<by>[^|]*)\|$",
    re.MULTILINE,
)
WORDS: Final = {"everyone": EVERYONE, "each seat its own": EACH, "nobody": NOBODY}
A_SEAT: Final = re.compile(r"its `([a-z_]+)`")

TEXTS: Final = dict.fromkeys(OF_ANY_GAME, ROOT / "domain" / RULES) | {
    f"{game.key}.": folder(game) / RULES for game in GAMES.values()
}
"""The text that states the audiences of the events stored under each prefix."""
EVERY_MUTANT: Final = [
    pytest.param(mutant, id=str(mutant)) for prefix in TEXTS for mutant in mutants(prefix)
]


def stated(prefix: str) -> dict[tuple[str, str], Declared]:
    """The audience of each field of each event, by the table of a rule text."""
    text = TEXTS[prefix]
    rows = [
        row
        for row in ROW.finditer(text.read_text("utf-8"))
        if row["event"].startswith(prefix) or prefix not in OF_ANY_GAME
    ]
    assert rows, f"{text} does not state who sees which cards"
    twice = Counter((row["event"], row["field"]) for row in rows)
    assert set(twice.values()) == {1}, twice
    return {(row["event"], row["field"]): _audience(row["seen_by"]) for row in rows}


def _audience(words: str) -> Declared:
    seat = A_SEAT.fullmatch(words)
    return seat[1] if seat else WORDS[words]


def declared(prefix: str) -> dict[tuple[str, str], Declared]:
    """The audience of each field of each event, as declared by the classes."""
    return {
        (kind.TYPE, name): audience
        for kind in event_classes()
        if kind.TYPE.startswith(prefix)
        for name, audience in kind.AUDIENCES.items()
    }


def hold_audiences(prefix: str) -> None:
    assert declared(prefix) == stated(prefix)


@every_game
def test_the_declared_audiences_are_those_of_the_rules(game: Game[Any]) -> None:
    hold_audiences(f"{game.key}.")


@pytest.mark.parametrize("prefix", OF_ANY_GAME)
def test_those_of_all_deals_too(prefix: str) -> None:
    hold_audiences(prefix)


@pytest.mark.parametrize("prefix", TEXTS)
def test_each_is_stated_by_clauses_of_the_text(prefix: str) -> None:
    text = TEXTS[prefix]
    for row in ROW.finditer(text.read_text("utf-8")):
        by = set(re.findall(r"[A-Z]\d+", row["by"]))
        assert by <= clauses_of(text) | OF_ALL
        assert by or prefix in OF_ANY_GAME


# --- Mutation tests -------------------------------------------------------------------------------


@pytest.mark.parametrize("mutant", EVERY_MUTANT)
def test_a_wrong_declaration_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not imported, or the law that compares it with the rules fails."""
    try:
        redeclare(monkeypatch, mutant)
    except UndeclaredAudience:
        return
    assert audiences(mutant.kind)[mutant.field] == mutant.audience
    with pytest.raises(AssertionError):
        hold_audiences(f"{mutant.kind.TYPE.partition('.')[0]}.")


def test_open_hands_are_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [
        mutant
        for prefix in TEXTS
        for mutant in mutants(prefix)
        if audiences(mutant.kind)[mutant.field] is EACH
    ]
    assert {mutant.kind.TYPE.partition(".")[0] for mutant in hands} == set(GAMES)
    for mutant in hands:
        with pytest.raises(UndeclaredAudience):
            redeclare(monkeypatch, mutant)


def test_audiences_that_only_the_rules_determine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laws of knowledge find the other mutants by themselves, even if the table were wrong too.

    No other law can know that a player lays a card face down, or that a pile is only counted.
    """
    missed = set[str]()
    for game in GAMES.values():
        for mutant in filter(_is_imported_and_hides_less, mutants(f"{game.key}.")):
            redeclare(monkeypatch, mutant)
            try:
                hold(game, "by_kind", KNOWLEDGE, count=1)
            except AssertionError:
                continue
            finally:
                monkeypatch.undo()
            missed.add(str(mutant))
    assert missed == {
        "goat.discarded-cards-everyone",
        "skat.discarded-cards-everyone",
        "durak.put_away-cards-everyone",
    }


def _is_imported_and_hides_less(mutant: Mutant) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        try:
            redeclare(patch, mutant)
        except UndeclaredAudience:
            return False
    return audiences(mutant.kind)[mutant.field] is not EVERYONE and mutant.audience is not NOBODY
