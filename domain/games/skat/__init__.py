"""Skat, three or four at the table, from the auction to the list; the rules are in RULES.md."""

from dataclasses import replace
from typing import Final

from domain.games.skat import bot, lesson, lists, model, reasons, rules, scoring, words
from domain.games.skat.phases import Over, State
from domain.kernel.cards import PACK_32
from domain.kernel.game import Counting, Game, Tricks

__all__ = ["SKAT"]


def _outcome(state: State) -> model.Settled | None:
    return state.phase.settled if isinstance(state.phase, Over) else None


_BEFORE_PLAY: Final = (
    model.Bid,
    model.Held,
    model.Passed,
    model.PickedUp,
    model.Discarded,
    model.Declared,
)

_FIRST: Final = Game(
    key=model.KEY,
    title="Skat",
    version=model.FIRST_VERSION,
    seats=model.SEATS,
    sides=lambda seats: tuple((seat,) for seat in range(seats)),
    pack=PACK_32,
    lots=lambda seats: (model.dealer_lot(seats),),
    options=model.FirstOptions,
    target="deals",
    moves=(
        *_BEFORE_PLAY,
        model.Played,
        model.Conceded,
        model.ConcessionAsked,
        model.Claimed,
        model.Accepted,
        model.Declined,
    ),
    initial=rules.initial,
    evolve=rules.evolve,
    consequence=rules.consequence,
    to_act=rules.to_act,
    legal=rules.legal,
    breaches=rules.breaches,
    aim=rules.aim,
    outcome=_outcome,
    report=scoring.report,
    ground=reasons.ground,
    explain=words.explain,
    card_points=scoring.card_points,
    played_for=words.played_for,
    opening_score=lists.opening_score,
    tally=lists.tally,
    counting=Counting(
        "high", until="deals", sentences=words.OF_RESULT, next_deal=words.OF_NEXT_DEAL
    ),
    most_moves=96,  # 66 pairs to discard
    policies=bot.POLICIES,
    tricks=Tricks("trick", (model.TrickTaken,), before=_BEFORE_PLAY),
    alliances=True,  # the defenders
    lesson=lesson.LESSON,
    reasons=reasons.REASONS,
)

SKAT: Final = replace(_FIRST, version=model.VERSION, options=model.Options, older=_FIRST)
