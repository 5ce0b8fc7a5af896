"""The worth of each move of a finished deal: with all cards open, and to its player.

A policy values the moves of a player twice: from what the seat was shown, and from the full record.
Both follow from the record alone, so every reader can make an analysis again.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, cast

from bots.actor import Actor
from domain.fairness.framing import tagged_hash
from domain.kernel.chance import chance
from domain.kernel.deal import Opened
from domain.kernel.event import FULL, Event, Seat
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from domain.kernel.policy import Decision, Policy, Sight
from domain.kernel.shown_deal import ShownDeal

POSITIONS: Final = 45_000_000
"""The most positions that are looked at for a deal; each value of a move has an equal share."""
MOST: Final = 1_000_000
"""The largest share."""
WHOLE: Final = 1_000
"""The value of a deal that is certainly won in the best way; 0: lost in the worst way."""
SMALL: Final = 20
"""A smaller loss is none: so much may be the chance of the sampled worlds."""
LARGE: Final = 100
"""The loss of a blunder."""

_LABEL: Final = "fairdeal/1/analysis"
_VALUES: Final = 2


class MoveVerdict(StrEnum):
    """A verdict on a move."""

    BEST = "best"
    """No other move was clearly better, as far as its player could know."""
    INACCURACY = "inaccuracy"
    BLUNDER = "blunder"
    UNLUCKY = "unlucky"
    """None was clearly better as far as its player could know; with all cards open, one was."""


def verdict(*, loss: int, open_loss: int) -> MoveVerdict:
    """The verdict on a move that loses so much, as far as its player could know, and in fact."""
    if loss >= LARGE:
        return MoveVerdict.BLUNDER
    if loss >= SMALL:
        return MoveVerdict.INACCURACY
    return MoveVerdict.UNLUCKY if open_loss >= LARGE else MoveVerdict.BEST


class Alternative(NamedTuple):
    """A legal move, and its values from 0 to `WHOLE`."""

    move: Event | None
    """None: to wait."""
    value: int
    """As far as its player could know."""
    open: int
    """With all cards of the players open."""


class Review(NamedTuple):
    """A move of a player who had a choice."""

    position: int
    """The position of its event."""
    seat: Seat
    played: Alternative
    best: Alternative
    """The choice of the policy."""
    alternatives: tuple[Alternative, ...]
    """Every legal move, the best first."""
    worlds: int
    """How many ways to deal the unseen cards were looked at."""
    cut: bool
    """Whether the budget ended a search."""

    @property
    def loss(self) -> int:
        """Its loss against the best move, as far as its player could know."""
        return max(self.best.value - self.played.value, 0)

    @property
    def open_loss(self) -> int:
        """The same with all cards of the players open."""
        return max(each.open for each in self.alternatives) - self.played.open

    @property
    def verdict(self) -> MoveVerdict:
        """The verdict on the move."""
        return verdict(loss=self.loss, open_loss=self.open_loss)


def label(policy: Policy) -> str:
    """The name of the method, such as ``hard/1@45000000``: the policy, and the budget of a deal."""
    return Actor(0, policy.name, policy.version, POSITIONS).label


def moves_of(events: Sequence[Event]) -> list[int]:
    """The positions of the moves in the full record of a deal, from 1."""
    return [at for at, event in enumerate(events, start=1) if event.MOVE is not None]


def reviews(
    game: Game[Any], events: Sequence[Event], policy: Policy, *, after: int = 0
) -> Iterator[Review | None]:
    """A review for each move of a deal; None where its player had no choice to value.

    Args:
        game: The rules.
        events: The full record of the deal.
        policy: One that can judge moves: `bots.judge`.
        after: The number of moves to skip.
    """
    opened = cast("Opened", events[0])
    full = ShownDeal(game, opened, FULL)
    seats = [ShownDeal(game, opened, seat) for seat in range(opened.seats)]
    moves = moves_of(events)
    budget = min(POSITIONS // (_VALUES * max(len(moves), 1)), MOST)
    for position in moves[after:]:
        move = events[position - 1]
        own = seats[cast("Any", move).seat]
        for known in (full, own):
            known.follow(events, to=position - 1)
        yield _review(game, policy._replace(budget=budget), position, move, own, full)


def _review(  # noqa: PLR0917 - what a review is made of
    game: Game[Any],
    policy: Policy,
    position: int,
    move: Event,
    own: ShownDeal,
    full: ShownDeal,
) -> Review | None:
    seat = cast("Any", move).seat
    legal = legal_moves(game, own.view, seat)
    if len(legal) == 1 and game.to_act(own.view) == seat:
        return None
    fair = open_ = _decided(game, policy, _Choice(seat, legal, own))
    if full.view != own.view:
        open_ = _decided(game, policy, _Choice(seat, legal, full))
    if not {move, fair.move} <= {*dict(fair.values)} & {*dict(open_.values)}:
        return None
    shares = [_shares(policy, decision) for decision in (fair, open_)]
    both = [each for each in shares[0] if each in shares[1]]
    values = {each: Alternative(each, shares[0][each], shares[1][each]) for each in both}
    played, best = values[move], values[fair.move]
    ordered = tuple(sorted(values.values(), key=lambda each: (-each.value, -each.open)))
    cut = fair.cut or open_.cut
    return Review(position, seat, played, best, ordered, fair.worlds, cut=cut)


class _Choice(NamedTuple):
    seat: Seat
    legal: tuple[Event, ...]
    deal: ShownDeal


def _decided(game: Game[Any], policy: Policy, choice: _Choice) -> Decision:
    seat, legal, known = choice
    shown, view = known.shown, known.view
    may_wait = game.to_act(view) != seat
    sight = Sight(seat, shown, view, legal, may_wait=may_wait, budget=policy.budget)
    seed = tagged_hash(_LABEL, cast("Opened", shown[0]).deal.encode())
    return policy.choose(sight, chance(seed, seat=seat, legal=legal, events=len(shown)))


def _shares(policy: Policy, decision: Decision) -> dict[Event | None, int]:
    """The value of each move, from 0 to `WHOLE`."""
    range_ = max(decision.worlds, 1) * policy.scale
    shares = {
        move: WHOLE // 2 + (2 * WHOLE * value + range_) // (2 * range_)
        for move, value in decision.values
    }
    return {move: max(0, min(share, WHOLE)) for move, share in shares.items()}
