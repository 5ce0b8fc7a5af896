"""The average gain of contracts: the estimates of `medium`, for a stronger player."""

from typing import Final, NamedTuple

from domain.games.skat.bot.plans import Plan, covering
from domain.games.skat.lists import GAME
from domain.games.skat.model import Options
from domain.kernel.odds import CERTAIN


class Odds(NamedTuple):
    """How much higher the odds of winning are than `medium` estimates, in thousandths."""

    suit: int
    grand: int
    null: int
    ouvert: int
    """Null ouvert."""


ODDS: Final = Odds(suit=1_250, grand=1_900, null=1_000, ouvert=1_300)


def estimated(plan: Plan, odds: Odds, *, bid: int) -> Plan | None:
    """The plan of a stronger player at a bid; None: it is refused.

    Args:
        plan: The plan, with its chance for `medium`.
        odds: How much higher its odds are.
        bid: The value to cover.
    """
    return covering(plan._replace(chance=_raised(plan, odds)), bid)


def gain(plan: Plan, *, bonus: int) -> int:
    """The average gain of a plan, in thousandths of a point; a game that is won has a bonus."""
    lost = (CERTAIN - plan.chance) * (2 * plan.value + bonus)
    return plan.chance * (plan.value + bonus) - lost


def _raised(plan: Plan, odds: Odds) -> int:
    contract = plan.contract
    match contract.kind:
        case "null":
            factor = odds.ouvert if contract.ouvert else odds.null
        case "grand":
            factor = odds.grand
        case _:
            factor = odds.suit
    won = plan.chance * factor
    return CERTAIN * won // (won + (CERTAIN - plan.chance) * CERTAIN)


def bonus_of(options: Options) -> int:
    """The points in the list for a game that is won, besides its value (K32)."""
    return GAME if options.scoring == "seeger_fabian" else 0
