"""Explanations of a deal's end: public, and by the rules."""

import re
from typing import Any, cast

from domain.kernel.cards import Card
from domain.kernel.event import FULL, PUBLIC, Event, redact
from domain.kernel.game import Game
from tests.domain.in_english import in_english
from tests.laws.play import POLICIES, deals, every_game, named, played
from tests.laws.test_rules_text import GENERAL, RULES, clauses_of, folder

IN_BRACKETS = re.compile(r" \[([A-Z]\d+(?:, [A-Z]\d+)*)\]\.$")
CLAUSE = re.compile(r"\b[A-Z]\d{1,2}\b")
CARD = re.compile(r"\b[6-9TJQKA][CSHD]\b")


@every_game
def test_every_outcome_is_explained_by_clauses_and_names_no_other_card(game: Game[Any]) -> None:
    known = clauses_of(folder(game) / RULES) | GENERAL
    for policy in POLICIES.values():
        for run, chance in deals(game, count=10):
            outcome = game.outcome(played(run, chance, policy).state)
            said = in_english(game.explain(outcome))
            assert said
            for sentence in said:
                clauses = IN_BRACKETS.search(sentence)
                named_last = clauses[1].split(", ") if clauses else []
                assert CLAUSE.findall(sentence) == named_last
                assert set(named_last) <= known
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence.endswith(".")
            assert set(map(Card, CARD.findall(" ".join(said)))) <= named(outcome)
            assert any(map(IN_BRACKETS.search, said))


@every_game
def test_all_viewers_get_the_same_text(game: Game[Any]) -> None:
    for run, chance in deals(game, count=10):
        outcome = cast("Event", game.outcome(played(run, chance).state))
        said = game.explain(outcome)
        assert all(game.explain(redact(outcome, who)) == said for who in (PUBLIC, FULL, *run.seats))
