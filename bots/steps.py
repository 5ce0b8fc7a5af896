"""Levels that are steps for people: they play as another policy does, but slip.

A slip passes over the best card; a second one over the next best, and so on. Which kind of move to
make, what to discard into the skat and what to declare is never a slip. So the mistakes are those
of a player who does not see the best card. In Skat such a player also takes its hand for better or
worse than it is when it bids.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from bots import durak, goat, svoi_kozyri
from bots.goat import search
from domain.fairness.shuffle import below
from domain.games.durak import bot as durak_bot
from domain.games.durak.model import Attacked
from domain.games.durak.model import Beaten as DurakBeaten
from domain.games.goat import bot as goat_bot
from domain.games.goat.model import Beaten as GoatBeaten
from domain.games.goat.model import Discarded, Led
from domain.games.skat import bot as skat_bot
from domain.games.skat.model import Played
from domain.games.svoi_kozyri.model import Beaten
from domain.games.svoi_kozyri.model import Led as SvoiKozyriLed
from domain.kernel.event import Event
from domain.kernel.odds import CERTAIN
from domain.kernel.policy import (
    CASUAL,
    EASY,
    MEDIUM,
    TAUGHT,
    Choose,
    Decision,
    Numbers,
    Policy,
    Sight,
    by_move,
)

CARDS: Final = (Attacked, DurakBeaten, Led, GoatBeaten, Discarded, Played, SvoiKozyriLed, Beaten)
"""The kinds of moves in which a slip is possible."""


def slipping(choose: Choose, slips: int, *, most: int = 2) -> Choose:
    """The decisions of a policy that slips.

    Args:
        choose: The policy without slips. It values moves, or is a rule for any legal moves.
        slips: The chance of a slip, and of each further one, in thousandths.
        most: The most slips in a move.
    """

    def slipped(sight: Sight, numbers: Numbers) -> Decision:
        found = choose(sight, numbers)
        move, rest = found.move, sight.legal
        if isinstance(move, CARDS):
            rest = tuple(each for each in rest if type(each) is type(move))
            for _ in range(most):
                if len(rest) == 1 or below(CERTAIN, numbers) >= slips:
                    break
                rest = tuple(each for each in rest if each != move)
                move = _next_best(choose, sight._replace(legal=rest), found, numbers)
        return found._replace(move=move)

    return slipped


def _next_best(choose: Choose, sight: Sight, found: Decision, numbers: Numbers) -> Event | None:
    values = dict(found.values)
    if not values:
        return choose(sight, numbers).move
    return max(sight.legal, key=lambda move: values.get(move, min(values.values())))


def _misjudging(points: int) -> Choose:
    """The choices of `medium/2` of Skat, with bids that are so many thousandths of a point off."""
    return by_move(partial(skat_bot.choose, strict=True, misjudged=points))


def _policy(level: str, version: int, choose: Choose, budget: int = 0) -> Policy:
    return Policy(level, version, choose, budget, since=TAUGHT)


POLICIES: Final[Mapping[str, tuple[Policy, ...]]] = {
    "durak": (
        _policy(EASY, 2, slipping(durak_bot.POLICY.choose, 600)),
        _policy(MEDIUM, 3, slipping(durak.medium, 260), durak.MEDIUM_POSITIONS),
    ),
    "goat": (
        _policy(EASY, 2, slipping(goat_bot.POLICY.choose, 945, most=4)),
        _policy(MEDIUM, 3, slipping(search.choose, 600), goat.MEDIUM_POSITIONS),
    ),
    "skat": (
        _policy(EASY, 2, slipping(_misjudging(160_000), 970, most=5)),
        _policy(MEDIUM, 3, slipping(_misjudging(100_000), 500), skat_bot.POSITIONS),
    ),
    "svoi_kozyri": (
        _policy(EASY, 2, slipping(svoi_kozyri.choose, 850), svoi_kozyri.MEDIUM_POSITIONS),
        _policy(CASUAL, 1, slipping(svoi_kozyri.choose, 600), svoi_kozyri.MEDIUM_POSITIONS),
    ),
}
"""By game. `lab/ladders/LEVELS.md` has their strength."""
