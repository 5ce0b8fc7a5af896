"""Svoi Kozyri (Свои козыри), a trump suit for each player; the rules are in RULES.md."""

from operator import attrgetter
from typing import Final

from domain.games.svoi_kozyri import bot, lesson, model, reasons, rules, scoring
from domain.kernel.cards import PACK_36
from domain.kernel.game import Counting, Game, Tricks

SVOI_KOZYRI: Final = Game(
    key="svoi_kozyri",
    title="Svoi Kozyri",
    version="1",
    seats=(model.SEATS,),
    sides=lambda _: model.SIDES,
    pack=PACK_36,
    lots=lambda _: (model.DEALER,),
    options=model.Options,
    target="wins",
    moves=(model.TrumpChosen, model.Led, model.Beaten, model.Yielded),
    initial=rules.initial,
    evolve=rules.evolve,
    consequence=rules.consequence,
    to_act=rules.to_act,
    legal=rules.legal,
    breaches=rules.breaches,
    outcome=attrgetter("ended"),
    ground=reasons.ground,
    explain=scoring.explain,
    aim=rules.aim,
    report=scoring.report,
    opening_score=scoring.opening_score,
    tally=scoring.tally,
    counting=Counting("high", next_deal=scoring.OF_NEXT_DEAL),
    most_moves=1_300,  # two cards of 36, in order
    policies=(bot.POLICY,),
    tricks=Tricks("pile", (model.Taken,), before=(model.TrumpChosen,)),
    lesson=lesson.LESSON,
    reasons=reasons.REASONS,
)
