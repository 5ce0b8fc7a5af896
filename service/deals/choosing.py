"""The choice of a policy for a seat, by what that seat was shown."""

from typing import Final

import bots
from domain.kernel.deal import bot_seed
from domain.kernel.event import Seat
from domain.kernel.lesson import SEED
from domain.kernel.moves import legal_moves
from domain.kernel.policy import Decision
from service import ids
from service.context import PlayContext
from service.games.lessons import lesson_of
from service.games.levels import require_level
from service.streams import Deal

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
