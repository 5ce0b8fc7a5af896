"""Transcripts, whole records and trees of moves never change."""

import json
from typing import Any

import pytest

from domain.judge.deal_rules import check
from domain.kernel.event import to_json
from domain.kernel.game import Game
from domain.kernel.moves import NotAMove, breaches, parse_move
from tests.laws.golden import GOLDEN, SEEDS, again, counts, deal_of, read_record, transcripts
from tests.laws.play import Run, every_game

EXPECTED = pytest.mark.parametrize("seed", SEEDS)


@every_game
def test_the_transcripts_come_out(game: Game[Any]) -> None:
    for transcript in transcripts(game):
        run = deal_of(game, transcript)
        for after, move in enumerate(transcript["moves"]):
            _refuse(run, transcript, after)
            run.make(_move(run, move))
        _refuse(run, transcript, len(transcript["moves"]))
        expected = transcript.get("expect", {})
        outcome = {"over": run.over, **game.report(run.state)}
        assert {name: outcome[name] for name in expected} == expected
        assert check(game, run.events) == ()


def _refuse(run: Run, transcript: dict[str, Any], after: int) -> None:
    for refused in transcript.get("refused", []):
        if refused["after"] == after:
            clauses = _clauses(run, refused)
            assert clauses
            assert refused.get("clause", clauses[0]) in clauses


def _clauses(run: Run, said: dict[str, Any]) -> tuple[str, ...]:
    words = {name: value for name, value in said.items() if name not in {"after", "clause"}}
    try:
        move = _move(run, words)
    except NotAMove:
        return ("T5",)
    return breaches(run.game, run.views[said["seat"]], move)


def _move(run: Run, words: dict[str, Any]) -> Any:
    said = {name: value for name, value in words.items() if name != "seat"}
    return parse_move(run.game, words["seat"], said, any_card=True)


@every_game
@EXPECTED
def test_a_whole_record_comes_out_again(game: Game[Any], seed: int) -> None:
    events = read_record(GOLDEN / f"{game.key}-{seed}.jsonl")
    assert check(game, events) == ()
    assert [to_json(event) for event in again(game, events)] == [to_json(e) for e in events]


@every_game
def test_trees_of_moves_have_as_many_leaves(game: Game[Any]) -> None:
    expected = json.loads((GOLDEN / f"{game.key}-trees.json").read_text("utf-8"))
    assert {each["id"]: counts(game, each) for each in transcripts(game)} == expected
