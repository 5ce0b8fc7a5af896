"""Help for a player: hints of the strongest bot here, and the steps of a lesson."""

from collections.abc import Mapping, Sequence
from typing import Final, cast
from uuid import UUID

import bots
from bots.actor import Actor
from domain.judge.hints import refusing_clause
from domain.kernel.chance import parse_words, words
from domain.kernel.deal import bot_seed
from domain.kernel.event import PUBLIC, Event, Json, Seat, Text, Viewer
from domain.kernel.hints import HintGiven
from domain.kernel.lesson import SEED, Lesson
from domain.kernel.moves import legal_moves, say
from domain.kernel.policy import Decision
from domain.kernel.progress import Progress
from domain.kernel.reasons import reason_of
from domain.kernel.sentence import Sentence
from domain.table.series import Table
from events.archives import place_of
from languages.catalogue import Language
from service import ids
from service.clocks.deadlines import require_nobody_late
from service.clocks.table_time import deal_time
from service.commands import SYSTEM, Command
from service.context import PlayContext
from service.deals.streams import announce, decision, given_before, in_deal
from service.games.representation import require_level
from service.problems import Code, Problem
from service.responses.deals import HintJson, HintsJson, LessonJson
from service.responses.problems import sentence_json
from service.streams import Deal, Done, Effect


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


_BY_HAND: Final = "fairdeal/1/bot"


def choose(context: PlayContext, on: Deal, seat: Seat, level: str) -> Decision:
    """The decision of the policy of a level for a seat of a full deal in play.

    Verifiers recompute it, where the deck follows from a seed.

    Raises:
        Problem: ``level-not-available``.
    """
    require_level(on.game, level)
    view = on.view(seat)
    legal = legal_moves(on.game, view, seat)
    if not legal:
        return Decision(None)
    return bots.choose(
        on.game,
        level,
        seat=seat,
        shown=on.shown(seat),
        view=view,
        legal=legal,
        seed=bot_seed(on.opened, on.progress.shuffled, seat) or _seed_by_hand(context, on, seat),
        opened=on.progress.first_version,
    )


def _seed_by_hand(context: PlayContext, on: Deal, seat: Seat) -> bytes:
    """The seed of random choices, if the deck does not follow from a seed (F6).

    A seed known to others would let them predict the choices for guessed cards. In a lesson they
    shall be the same each time.
    """
    if lesson_of(on) is not None:
        return SEED
    return ids.digest(context.secret, _BY_HAND, str(on.id), str(seat))


def give_hint(context: PlayContext, deal: UUID, seat: Seat, command: Command) -> Done[Deal]:
    """Give a seat a hint for its turn, and record it (H1-H5).

    Until the next move the same hint is the answer again.

    Raises:
        Problem: ``not-found``, ``hints-not-allowed``, ``deal-over``, ``away``, ``not-allowed`` for
            a player who has resigned, ``not-your-turn``, ``idempotency-key-reused``.
    """

    def decide(on: Deal) -> Effect | None:
        require_nobody_late(context, on, deal_time(context, on))
        clause = refusing_clause(on.progress, seat)
        if clause == "H4":
            return None
        if clause is not None:
            raise _refused(on, seat, clause)
        hint = _hint(context, on, seat)
        # after the search, so that the times of the event and of its arrival do not show how long
        require_nobody_late(context, on, at := deal_time(context, on))
        return decision(on, (hint,), command, at=at)

    command = command._replace(actor=SYSTEM)
    done = in_deal(context, deal, command, decide)
    if not done.replayed:
        announce(context, done.stream)
    if done.records:
        return done
    given = done.stream.progress.hint
    assert given is not None, "otherwise a hint was given now, or refused"
    return given_before(done.stream, given)


def _hint(context: PlayContext, on: Deal, seat: Seat) -> HintGiven:
    policy = _strongest(on, seat)
    chosen = choose(context, on, seat, policy.policy)
    return HintGiven(seat, Text(policy.label), Text(words(chosen.move)))


def _strongest(on: Deal, seat: Seat) -> Actor:
    """The policy of the strongest level that this machine can play such a deal at."""
    levels = (each for each in reversed(bots.levels(on.game)) if bots.is_available(on.game, each))
    return next(policy for level in levels if (policy := _policy(on, seat, level)) is not None)


def _policy(on: Deal, seat: Seat, level: str) -> Actor | None:
    """The policy of a level; None: deals opened like this one have no such level."""
    try:
        return bots.actor(on.game, level, seat=seat, opened=on.progress.first_version)
    except KeyError:
        return None


def _refused(on: Deal, seat: Seat, clause: str) -> Problem:
    if clause == "H1":
        return Problem(Code.HINTS_NOT_ALLOWED, Sentence("no-hints-here"), clauses=(clause,))
    if on.played:
        return Problem(Code.DEAL_OVER, Sentence("deal-is-over"), clauses=("T3",))
    if on.is_away(seat):
        return Problem(Code.AWAY, Sentence("come-back-first"), clauses=(clause,))
    if clause == "H2":
        return Problem(Code.NOT_ALLOWED, Sentence("no-hint-resigned"), clauses=(clause,))
    return Problem(Code.NOT_YOUR_TURN, Sentence("not-your-turn"), clauses=(clause,))


def hints_json(was: Progress, viewer: Viewer, language: Language) -> HintsJson:
    """The hints of a deal after one of its events, as its viewer saw them."""
    hint = None if was.hint is None else hint_json(was, was.hint, viewer, language)
    return {"hints": _counts(was), "hint": hint}


def hint_json(was: Progress, hint: HintGiven, viewer: Viewer, language: Language) -> HintJson:
    """A hint in its deal as its viewer saw it.

    Its move is null for viewers who may not see it; its reason, which follows from what its seat
    sees, for all other viewers.
    """
    move = parse_words(was.game, hint.seat, hint.move or "")
    reason = None if move is None or viewer != hint.seat else _reason(was, hint, move)
    return {
        "seat": hint.seat,
        "policy": hint.policy,
        "move": None if move is None else say(move),
        "reason": None if reason is None else sentence_json(reason, language),
    }


def _reason(was: Progress, hint: HintGiven, move: Event) -> Sentence:
    legal = legal_moves(was.game, was.state, hint.seat)
    searched = int(hint.policy.partition("@")[2])
    return reason_of(was.game, was.state, move, legal, searched=searched)


def hints_of_series(context: PlayContext, table: Table) -> Mapping[str, Sequence[int] | None]:
    """How many hints each seat was given, for the deals of a table that are over and have hints.

    The table's own record does not say this, so these deals are read. None: a record that does not
    hold.
    """
    if not table.opened.hints:
        return {}
    over = (line.deal for line in table.deals if not line.on)
    known = ((deal, _given(context, UUID(deal))) for deal in over)
    return {
        deal: None if given is None else [given.count(seat) for seat in range(table.opened.seats)]
        for deal, given in known
    }


def _given(context: PlayContext, deal: UUID) -> Sequence[Seat] | None:
    """The seats of the hints of a deal that is over; one that is remembered gets no others."""
    read = context.streams.remembered_deal(deal)
    if read is None or not read.over:
        try:
            read = context.streams.deal(deal, viewer=PUBLIC)
        except Problem as problem:
            if problem.code is not Code.BROKEN_RECORD:
                raise
            return None
    if read is not None:
        return read.progress.hints
    summary = context.streams.archived_deal(deal)
    place = None if summary is None else place_of(summary)
    return () if place is None else place["hints"]


def _counts(was: Progress) -> list[int]:
    return [was.hints.count(seat) for seat in range(was.opened.seats)]
