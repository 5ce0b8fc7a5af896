"""Lessons: the steps for the learner in a deal of a lesson."""

from typing import cast

from domain.kernel.event import Json, Seat
from domain.kernel.lesson import Lesson
from domain.kernel.moves import say
from languages.catalogue import Language
from service.responses.deals import LessonJson
from service.streams import Deal


def lesson_of(deal: Deal) -> Lesson | None:
    """The lesson whose deck a deal has; None: it is no lesson.

    Args:
        deal: The full deal.
    """
    lesson, shuffled = deal.game.lesson, deal.progress.shuffled
    is_its = lesson is not None and shuffled is not None and shuffled.deck == lesson.deck
    return lesson if is_its else None


def lesson_json(deal: Deal, seat: Seat, language: Language) -> LessonJson:
    """The steps of a lesson for a seat now: in the seat's turn, and at the end of the deal.

    Args:
        deal: The full deal.
        seat: The seat that asks.
        language: The language of the texts.
    """
    lesson = lesson_of(deal)
    if lesson is None or lesson.seat != seat:
        return {"lesson": None, "at": deal.version, "of": 0, "left": False, "steps": []}
    made = [say(each) for each in deal.events if each.MOVE and cast("Seat", each.seat) == seat]  # type: ignore[attr-defined]
    shown = lesson.after(made)
    waits = not deal.played and deal.progress.to_act != seat
    steps: list[Json] = [
        {
            "number": at + 1,
            "key": step.key,
            "text": language.message(step.key),
            "clause": step.clause,
            "move": None if step.move is None else dict(step.move),
            "otherwise": language.find(step.key, attribute="otherwise"),
        }
        for at in ((shown or ()) if not waits else ())
        for step in [lesson.steps[at]]
    ]
    return {
        "lesson": deal.game.key,
        "at": deal.version,
        "of": len(lesson.steps),
        "left": shown is None,
        "steps": steps,
    }
