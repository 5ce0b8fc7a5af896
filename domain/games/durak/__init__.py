"""Durak (podkidnoy, for two, at the Georgian table); the rules are in RULES.md."""

from operator import attrgetter
from typing import Final

from domain.games.durak import bot, lesson, model, reasons, rules, scoring
from domain.kernel.cards import PACK_36
from domain.kernel.game import Counting, Game, Tricks

DURAK: Final = Game(
    key="durak",
    title="Durak",
    version="1",
    seats=(model.SEATS,),
    sides=lambda _: model.SIDES,
    pack=PACK_36,
    lots=lambda _: (model.DEALER,),
    options=model.Options,
    target="points_to_win",
    moves=(model.Attacked, model.Beaten, model.TakeAnnounced, model.DoneSaid),
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
    played_for=rules.played_for,
    report=scoring.report,
    opening_score=scoring.opening_score,
    tally=scoring.tally,
    counting=Counting("high", next_deal=scoring.OF_NEXT_DEAL),
    most_moves=48,  # one card of 36
    policies=(bot.POLICY,),
    tricks=Tricks("bout", (model.PutAway, model.PickedUp)),
    lesson=lesson.LESSON,
    reasons=reasons.REASONS,
)
