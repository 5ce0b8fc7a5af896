"""Goat (Козёл), the yard game; the rules are in RULES.md."""

from operator import attrgetter
from typing import Final

from domain.games.goat import bot, lesson, model, reasons, rules, scoring
from domain.kernel.cards import PACK_36
from domain.kernel.game import Counting, Game, Tricks

GOAT: Final = Game(
    key="goat",
    title="Goat",
    version="1",
    seats=(model.SEATS,),
    sides=lambda _: model.SIDES,
    pack=PACK_36,
    lots=lambda _: (model.SHOWN, model.DEALER),
    options=model.Options,
    target="loss_target",
    moves=(model.Led, model.Beaten, model.Discarded, model.Pulled),
    initial=rules.initial,
    evolve=rules.evolve,
    consequence=rules.consequence,
    to_act=rules.to_act,
    legal=rules.legal,
    breaches=rules.breaches,
    outcome=attrgetter("scored"),
    ground=reasons.ground,
    explain=scoring.explain,
    aim=rules.aim,
    card_points=scoring.card_points,
    report=scoring.report,
    opening_score=scoring.opening_score,
    tally=scoring.tally,
    counting=Counting("low", sentences=scoring.OF_RESULT, next_deal=scoring.OF_NEXT_DEAL),
    most_moves=32,  # a hand of four has 15 sets of cards
    policies=(bot.POLICY,),
    tricks=Tricks("trick", (model.TrickTaken,)),
    lesson=lesson.LESSON,
    reasons=reasons.REASONS,
)
