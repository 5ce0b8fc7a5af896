"""Skat against XSkat: games that it has played, replayed and scored by our rules.

Its log gives the winner and the value of the auction, but not the bids. It never overbids and never
announces schneider or schwarz, so K12, K27 and the missed steps of K22 are not compared here. No
game with a different score has been found: the comparison below has no exceptions.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Final

import pytest

from domain.games.skat.cards import NULL
from domain.games.skat.lists import opening_score, tally
from domain.games.skat.model import (
    PLAYERS,
    Declared,
    Discarded,
    Options,
    PickedUp,
    Played,
    Settled,
    players_after,
)
from domain.games.skat.model import Passed as Pass
from domain.kernel.cards import PACK_32, Cards
from domain.kernel.event import Event
from tests.laws.play import striped
from tests.missing import needs
from tests.oracles.deals import DEALS, Deal, auction, deck_of
from tests.oracles.xskat import (
    BATCH,
    PROGRAM,
    Batch,
    Game,
    Passed,
    Settlement,
    play,
    predefined,
    seeded,
)

pytestmark = [pytest.mark.long, needs("XSkat", PROGRAM)]

STYLES: Final = ("masters", "unequal", "rare")
EVER: Final = {
    "masters": ("won", "lost", "schneider", "hand"),
    "unequal": ("won", "lost", "schneider"),
    "rare": ("won", "lost", "schneider", "schwarz", "hand", "null", "ouvert"),
}
"""The events that each style of play causes, even in one batch."""


def batches(style: str, folder: Path) -> Iterator[Batch]:
    """Games in one style: at its best, against weak players, or with badly shuffled packs."""
    for seed in range(-(-DEALS // len(STYLES) // BATCH)):
        chance = random.Random(f"{style} {seed}")
        within = folder / str(seed)
        within.mkdir()
        if style == "rare":
            yield play(within, BATCH, deals=predefined(_rare(chance) for _ in range(BATCH)))
        elif style == "unequal":
            skill = [-chance.randrange(5) for _ in range(PLAYERS)]
            yield play(within, BATCH, deals=seeded(seed + 1), skill=skill)
        else:
            yield play(within, BATCH, deals=seeded(seed + 1))


def _rare(chance: random.Random) -> tuple[Sequence[Cards], Cards]:
    """Long suits in one hand, or all suits alike."""
    pack = list(PACK_32)
    deck = striped(pack, chance) if chance.random() < 1 / 2 else pack
    for _ in range(chance.randrange(3, 12)):
        one, other = chance.sample(range(len(deck)), 2)
        deck[one], deck[other] = deck[other], deck[one]
    return [tuple(deck[at : at + 10]) for at in (0, 10, 20)], tuple(deck[30:])


@pytest.mark.parametrize("style", STYLES)
def test_the_same_games_come_to_the_same(style: str, tmp_path: Path) -> None:
    """K3, K9, K15-K26 and K32 over whole lists."""
    seen: Counter[str] = Counter()
    for batch in batches(style, tmp_path):
        settled = [played_again(game) for game in batch.games]
        forehands = [game.forehand for game in batch.games[1:]]
        assert [(each.next_dealer + 1) % PLAYERS for each in settled[:-1]] == forehands
        score = reduce(tally, settled, opening_score(Options(), PLAYERS))
        assert score.points == batch.totals
        assert score.deals == len(batch.games)
        seen.update(what for each in settled for what in _features(each))
    assert not set(EVER[style]) - set(seen)


def played_again(game: Game | Passed) -> Settled:
    """One of its games under our rules: every card legal, the same tricks, and the same score."""
    dealer = (game.forehand - 1) % PLAYERS
    players = players_after(dealer, PLAYERS)
    deal = Deal(deck_of([game.dealt[player] for player in players], game.found), dealer=dealer)
    if isinstance(game, Passed):
        deal.make(*(Pass(player) for player in (*players[1:], players[0])))
    else:
        deal.make(*auction(dealer, game.declarer, game.bid), *_contract(game))
        _play(deal, game)
    settled = deal.settled
    assert settled is not None
    if isinstance(game, Game):
        points = None if game.contract.kind == NULL else settled.points
        assert Settlement(settled.won, points, settled.value) == game.settlement
    assert settled.declarer == (game.declarer if isinstance(game, Game) else None)
    return settled


def _contract(game: Game) -> Iterator[Event]:
    if not game.contract.hand:
        yield from (PickedUp(game.declarer), Discarded(game.declarer, game.laid))
    yield Declared(game.declarer, *game.contract)


def _play(deal: Deal, game: Game) -> None:
    for trick in game.tricks:
        assert deal.waits_for == trick.leader
        for step in range(PLAYERS):
            player = (trick.leader + step) % PLAYERS
            deal.make(Played(player, trick.cards[player]))
        assert deal.waits_for in (trick.taker, None)


def _features(settled: Settled) -> Iterator[str]:
    """The special features of a game."""
    if settled.declarer is None:
        yield "passed"
        return
    yield from settled.steps
    yield "won" if settled.won else "lost"
    yield str(settled.contract)
    if settled.contract == NULL and settled.base in (46, 59):
        yield "ouvert"
