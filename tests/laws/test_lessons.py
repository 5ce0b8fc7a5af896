"""Laws of lessons: every game has one, which goes on as it was laid.

The bots decide as the service lets them: by what their seat was shown, with the seed of lessons.
"""

from collections.abc import Mapping
from typing import Any, Final

import pytest

import bots
from domain.games import GAMES
from domain.kernel.event import Event, Seat, redact
from domain.kernel.game import Game
from domain.kernel.lesson import SEED, Lesson
from domain.kernel.moves import legal_moves, parse_move, say
from service.games.rulebook import clauses
from tests.languages.messages import COMPLETE, ENGLISH, by_tag, messages
from tests.laws.play import Run, dealt_by_hand, terms

WITHOUT: Final[Mapping[str, str]] = {}
"""The games that need no lesson, each with the reason."""
LONGEST: Final = 20
"""Steps that a person reads and plays in five minutes."""
WORDS: Final = 45
"""The most words of a step: so many are read in a quarter of a minute."""

every_game = pytest.mark.parametrize(
    "game", [each for each in GAMES.values() if each.key not in WITHOUT], ids=lambda each: each.key
)


def lesson_of(game: Game[Any]) -> Lesson:
    assert game.lesson is not None, f"{game.key} has no lesson: see docs/adding-a-game.md"
    return game.lesson


def decided(run: Run, seat: Seat) -> Event | None:
    """The decision of a bot of the lesson."""
    return bots.choose(
        run.game,
        lesson_of(run.game).level,
        seat=seat,
        shown=[redact(event, seat) for event in run.events],
        view=run.views[seat],
        legal=legal_moves(run.game, run.views[seat], seat),
        seed=SEED,
    ).move


@every_game
def test_the_asked_line_is_played_to_its_end(game: Game[Any]) -> None:
    """Each asked move is legal, no bot comes in between, and every step comes."""
    lesson = lesson_of(game)
    assert sorted(lesson.deck) == sorted(game.pack)
    on = terms(game, {})
    run = Run(game, *dealt_by_hand(lesson.deck, lots=(0,) * len(game.lots(on.seats)), on=on))
    made: list[Any] = []
    shown: list[int] = []
    while not run.over:
        turn = game.to_act(run.state)
        assert turn is not None
        for seat in run.seats:
            if seat not in {turn, lesson.seat}:
                assert decided(run, seat) is None, "a bot moves out of turn"
        if turn != lesson.seat:
            move = decided(run, turn)
            assert move is not None
            run.make(move)
            continue
        steps = lesson.after(made)
        assert steps is not None
        shown += steps
        wanted = lesson.steps[steps[-1]].move
        if wanted is None:
            break
        move = parse_move(game, lesson.seat, dict(wanted))
        assert say(move) == wanted, "an asked move is written in full"
        legal = legal_moves(game, run.views[lesson.seat], lesson.seat)
        others = [each for each in legal if not each.EARLY and each != move]
        key = lesson.steps[steps[-1]].key
        has_answer = any(each.id.name == "otherwise" for each in messages(ENGLISH)[key].attributes)
        assert has_answer or not others, f"{key} answers no other move"
        run.make(move)
        made.append(say(move))
    else:
        shown += lesson.after(made) or ()
    assert shown == [*range(len(lesson.steps))]


@every_game
def test_another_move_is_none_of_the_lesson(game: Game[Any]) -> None:
    lesson = lesson_of(game)
    assert lesson.after([{"type": "none"}]) is None
    wanted = [dict(step.move) for step in lesson.steps if step.move is not None]
    assert lesson.after([*wanted, {"type": "none"}]) == range(0)


@every_game
def test_every_clause_that_a_lesson_names_is_there(game: Game[Any]) -> None:
    named = {step.clause for step in lesson_of(game).steps if step.clause is not None}
    assert named
    assert named <= clauses(game.key).keys()


@pytest.mark.parametrize("language", [ENGLISH, *COMPLETE], ids=by_tag)
@every_game
def test_a_lesson_is_short_in_every_language(game: Game[Any], language: Any) -> None:
    steps = lesson_of(game).steps
    assert len(steps) <= LONGEST
    for step in steps:
        for attribute in (None, "otherwise"):
            text = language.find(step.key, attribute=attribute)
            assert len((text or "").split()) <= WORDS, (step.key, text)


@every_game
def test_scenes_show_cards_of_the_pack_and_have_a_text_in_each_language(game: Game[Any]) -> None:
    scenes = lesson_of(game).scenes
    assert scenes, f"{game.key} has no scenes: see docs/adding-a-game.md"
    known = clauses(game.key)
    for scene in scenes:
        cards = [card for group in scene.groups for card in group]
        assert len(cards) == len({*cards}) > 0
        assert {*cards} <= game.cards
        assert scene.clause in known
        for language in (ENGLISH, *COMPLETE):
            assert scene.key in messages(language)
