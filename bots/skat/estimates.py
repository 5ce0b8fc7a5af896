"""The average gain of contracts: the estimates of `medium`, for a stronger player."""

from typing import Final, NamedTuple

from domain.games.skat.bot.plans import Plan, covering
from domain.games.skat.cards import JACKS, TRUMPS
from domain.games.skat.lists import GAME
from domain.games.skat.model import Options
from domain.kernel.cards import Cards
from domain.kernel.odds import CERTAIN


class Odds(NamedTuple):
    """How much higher the odds of winning are than `medium` estimates, in thousandths."""

    suit: int
    grand: int
    null: int
    ouvert: int
    """Null ouvert."""
    thin: int
    """The remaining odds of a suit game for each trump that is missing. Without a jack, one
    more is missing.
    """

    def times(self, factor: int) -> "Odds":
        """Higher or lower odds of every game."""
        suit, grand, null, ouvert = (each * factor // CERTAIN for each in self[:-1])
        return Odds(suit, grand, null, ouvert, self.thin)


ENOUGH_TRUMPS: Final = 5
ODDS_1: Final = Odds(suit=1_250, grand=1_900, null=1_000, ouvert=1_300, thin=CERTAIN)
"""Of `hard/1`."""
ODDS: Final = Odds(suit=1_250, grand=1_900, null=700, ouvert=1_300, thin=500)
"""`hard/1` won too few games with few trumps, and too few null games after it picked up."""


def estimated(plan: Plan, odds: Odds, cards: Cards, *, bid: int) -> Plan | None:
    """The plan of a stronger player at a bid; None: it is refused.

    Args:
        plan: The plan, with its chance for `medium`.
        cards: The ten cards with which it is played.
        odds: How much higher its odds are.
        bid: The value to cover.
    """
    return covering(plan._replace(chance=_raised(plan, odds, cards)), bid)


def gain(plan: Plan, *, bonus: int) -> int:
    """The average gain of a plan, in thousandths of a point; a game that is won has a bonus."""
    lost = (CERTAIN - plan.chance) * (2 * plan.value + bonus)
    return plan.chance * (plan.value + bonus) - lost


def _raised(plan: Plan, odds: Odds, cards: Cards) -> int:
    contract = plan.contract
    match contract.kind:
        case "null":
            factor = odds.ouvert if contract.ouvert else odds.null
        case "grand":
            factor = odds.grand
        case _:
            factor = odds.suit
            trumps = sum(card in TRUMPS[contract.kind] for card in cards)
            trumps -= not any(jack in cards for jack in JACKS)
            for _ in range(trumps, ENOUGH_TRUMPS):
                factor = factor * odds.thin // CERTAIN
    won = plan.chance * factor
    return CERTAIN * won // (won + (CERTAIN - plan.chance) * CERTAIN)


def bonus_of(options: Options) -> int:
    """The points in the list for a game that is won, besides its value (K32)."""
    return GAME if options.scoring == "seeger_fabian" else 0
