"""Skat against OpenSpiel: the deal, the legal cards, the takers of tricks, the points."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from domain.games.skat.auction import LOWEST
from domain.games.skat.cards import ALL_POINTS, KINDS, NULL, STRENGTH, Kind
from domain.games.skat.model import PLAYERS, Declared, Discarded, PickedUp, Played, Settled
from domain.kernel.cards import PACK_32, Card
from tests.laws.play import striped
from tests.oracles.deals import DEALS, Deal, auction
from tests.oracles.open_spiel import Spiel

DEALER = 2
"""With this dealer, forehand has seat 0 in our rules as well."""
DUCKS = 0.95
"""How often the players of a null game play low: by chance alone null games are never won."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_cards_the_same_tricks_the_same_points(kind: Kind) -> None:
    """K1, K2, K4, K15-K19 and the result of K24, card by card."""
    results: Counter[bool] = Counter()
    for seed in range(DEALS // len(KINDS)):
        chance = random.Random(f"{kind} {seed}")
        deal, spiel, declarer = _declared(kind, chance)
        _play(deal, spiel, chance, kind)
        assert spiel.over
        settled = deal.settled
        assert settled is not None
        _compare_ends(settled, spiel, kind)
        assert settled.declarer == declarer
        results[settled.won] += 1
    assert min(results[True], results[False]) > sum(results.values()) / 20, "both occur"


def _declared(kind: Kind, chance: random.Random) -> tuple[Deal, Spiel, int]:
    """A random deal, in our program and in theirs, after the declaration."""
    deck = chance.sample(PACK_32, len(PACK_32))
    pack = tuple(striped(deck, chance) if chance.random() < 1 / 3 else deck)
    deal, spiel = Deal(pack, dealer=DEALER), Spiel(pack)
    assert spiel.hands() == tuple(map(set, deal.state.hands))
    declarer = chance.randrange(PLAYERS)
    deal.make(*auction(DEALER, declarer, LOWEST), PickedUp(declarer))
    spiel.declare(declarer, kind)
    hand = deal.state.hands[declarer]
    away = _by_height(hand, kind)[-2:] if kind == NULL else tuple(chance.sample(hand, 2))
    for card in away:
        assert spiel.player == deal.waits_for == declarer
        assert card in spiel.cards()
        spiel.play(card)
    deal.make(Discarded(declarer, away), Declared(declarer, kind))
    assert spiel.hands() == tuple(map(set, deal.state.hands))
    return deal, spiel, declarer


def _play(deal: Deal, spiel: Spiel, chance: random.Random, kind: Kind) -> None:
    """Card by card; the player on turn shows who has taken the trick before."""
    while not spiel.over:
        player = spiel.player
        assert deal.waits_for == player
        cards = deal.cards()
        assert cards == spiel.cards()
        low = kind == NULL and chance.random() < DUCKS
        card = _by_height(cards, kind)[0] if low else chance.choice(sorted(cards))
        spiel.play(card)
        deal.make(Played(player, card))


def _by_height(cards: Iterable[Card], kind: Kind) -> tuple[Card, ...]:
    """The lowest first."""
    return tuple(sorted(cards, key=lambda card: (STRENGTH[kind][card], card)))


def _compare_ends(settled: Settled, spiel: Spiel, kind: Kind) -> None:
    """Theirs has no points in null, only the winner."""
    own, others = spiel.points()
    assert settled.won == spiel.won(kind)
    assert settled.ending == "played_out"
    if kind != NULL:
        assert settled.points == own
        assert own + others == ALL_POINTS
