"""A record is judged as the rules played it, it survives the store, and its end is explained."""

import json
import re
from typing import Any, Final

from domain.judge.deal_rules import check, judge, unfinished
from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.event import FULL, PUBLIC, Event, Json, Viewer, redact, to_data
from domain.kernel.moves import breaches
from domain.kernel.stored import from_data
from tests.domain.in_english import in_english
from tests.laws.law import Happened, Laws, Walk, cards_in, text_of
from tests.laws.play import named, proposal
from tests.laws.test_rules_text import GENERAL, RULES, clauses_of, folder

RECORDS: Final = Laws()
IN_BRACKETS: Final = re.compile(r" \[([A-Z]\d+(?:, [A-Z]\d+)*)\]\.$")
CLAUSE: Final = re.compile(r"\b[A-Z]\d{1,2}\b")
CARD: Final = re.compile(r"\b[6-9TJQKA][CSHD]\b")


# --- The judge ----------------------------------------------------------------------------------


@RECORDS.of_events
def each_event_may_follow_and_the_deal_waits_only_for_a_player(happened: Happened) -> None:
    assert judge(happened.before, happened.event) is None
    assert (unfinished(happened.after[FULL]) is None) == happened.is_last


@RECORDS.of_positions
def an_illegal_move_is_found_with_its_clauses(walk: Walk) -> None:
    deal, move = walk.progress[FULL], proposal(walk.run, walk.chance)
    if clauses := breaches(walk.run.game, walk.run.state, move):
        finding = judge(deal, move)
        assert finding is not None
        assert (finding.position, finding.clauses) == (len(walk.run.events) + 1, clauses)


@RECORDS.of_deals
def a_record_checks_clean(walk: Walk) -> None:
    assert check(walk.run.game, walk.run.events) == ()


# --- The store ----------------------------------------------------------------------------------


@RECORDS.of_events
def a_stored_event_opened_for_a_reader_is_the_redacted_event(happened: Happened) -> None:
    event = happened.event
    data = json.loads(json.dumps(to_data(event, seal=_sealed)))
    for viewer, seen in happened.seen.items():
        assert from_data(event.TYPE, event.VERSION, _opened_for(data, viewer)) == seen, viewer
        assert UNKNOWN not in text_of(seen), viewer
    assert cards_in(json.dumps(_opened_for(data, PUBLIC))) == happened.shown[PUBLIC]


def _sealed(value: Json, seat: int, count: int) -> Json:
    """A secret as the tests store it: closed, with its opening beside it."""
    return {"count": count, "sha256": "ab" * 32, "seat": seat, "value": value}


def _opened_for(data: Any, viewer: Viewer) -> Any:
    """The stored data with every secret of this viewer opened."""
    if isinstance(data, dict) and "sha256" in data:
        if viewer == FULL or data["seat"] == viewer:
            return data["value"]
        return {"count": data["count"], "sha256": data["sha256"]}
    if isinstance(data, dict):
        return {name: _opened_for(value, viewer) for name, value in data.items()}
    return [_opened_for(item, viewer) for item in data] if isinstance(data, list) else data


# --- The explanation of its end -----------------------------------------------------------------


@RECORDS.of_deals
def its_end_is_explained_by_clauses_to_all_alike(walk: Walk) -> None:
    game = walk.run.game
    outcome: Event | None = game.outcome(walk.run.state)
    assert outcome is not None
    said = in_english(game.explain(outcome))
    assert said
    assert any(map(IN_BRACKETS.search, said))
    brings = game.counting.sentences
    assert not brings or sum(each.key in brings for each in game.explain(outcome)) == 1
    following = game.counting.next_deal
    assert not following or game.explain(outcome)[-1].key in following
    for sentence in said:
        clauses = IN_BRACKETS.search(sentence)
        named_last = clauses[1].split(", ") if clauses else []
        assert CLAUSE.findall(sentence) == named_last
        assert set(named_last) <= clauses_of(folder(game) / RULES) | GENERAL
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
    assert set(map(Card, CARD.findall(" ".join(said)))) <= named(outcome)
    for viewer in walk.run.views:
        assert game.explain(redact(outcome, viewer)) == game.explain(outcome), viewer
