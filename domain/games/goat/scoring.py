"""Counting a deal of Goat, and a series of deals (G3, G17-G19)."""

from typing import Final, NamedTuple

from domain.games.goat.model import SIDES, Options, Scored, State
from domain.kernel.cards import PACK_36, Card, Cards
from domain.kernel.event import Json, Seat
from domain.kernel.game import CardPoints, ranks_of
from domain.kernel.sentence import Sentence

POINTS: Final[dict[Card, int]] = {
    card: {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}.get(card[0], 0) for card in PACK_36
}
"""G3."""
ALL_POINTS: Final = 120
HALF: Final = 60
SAVED: Final = 31
"""From here on a losing side loses the least."""

NARROW, WIDE, BARE = 2, 4, 6
"""The loss points of G17: with 31 to 59 points, with fewer, without a trick."""
EGGS_EACH: Final = 2
"""The cost of 60:60 for both sides under ``eggs: two_each``."""


def points_of(cards: Cards) -> int:
    """The card points of known cards (G3)."""
    return sum(POINTS[card] for card in cards)


def score_deal(
    piles: tuple[Cards, ...],
    tricks: tuple[int, ...],
    options: Options,
    *,
    next_leader: Seat,
    next_dealer: Seat,
) -> Scored:
    """Count a deal that has been played out.

    Args:
        piles: The cards that each side has taken.
        tricks: How many tricks each side has taken.
        options: The variants of the table.
        next_leader: The seat that took the last trick (G7).
        next_dealer: The seat to the dealer's left (G7).
    """
    points = tuple(map(points_of, piles))
    assert sum(points) == ALL_POINTS, "a deal has 120 points"
    assert all(t or not p for p, t in zip(points, tricks, strict=True)), "no trick, no points"
    return Scored(
        points=points,
        tricks=tricks,
        loss_points=loss_points(points, tricks, options),
        eggs=points[0] == HALF,
        next_leader=next_leader,
        next_dealer=next_dealer,
    )


def report(state: State) -> dict[str, Json]:
    """The result so far in the fields of the transcript format; of the full state only."""
    scored = state.scored
    costs = scored.loss_points if scored else (0, 0)
    return {
        "sides": [
            {"points": points_of(pile), "tricks": tricks, "loss_points": cost}
            for pile, tricks, cost in zip(state.piles, state.tricks, costs, strict=True)
        ],
        "next_leader": scored.next_leader if scored else None,
        "eggs": scored.eggs if scored else False,
    }


def loss_points(
    points: tuple[int, ...], tricks: tuple[int, ...], options: Options
) -> tuple[int, ...]:
    """The loss of each side from the deal (G17, G18), counted singly."""
    if points[0] == points[1]:
        each = EGGS_EACH if options.eggs == "two_each" else 0
        return (each, each)
    return tuple(_loss(p, t) for p, t in zip(points, tricks, strict=True))


def _loss(points: int, tricks: int) -> int:
    if points > HALF:
        return 0
    if points >= SAVED:
        return NARROW
    return WIDE if tricks else BARE


# --- In sentences -------------------------------------------------------------------------------


def card_points(scored: Scored) -> CardPoints:
    """The card points of the side that won; or, at 60:60, of the first side."""
    side = scored.points.index(max(scored.points))
    return CardPoints(
        SIDES[side],
        SIDES[1 - side],
        scored.points[side],
        least=HALF + 1,
        all=ALL_POINTS,
        tricks=(scored.tricks[side], scored.tricks[1 - side]),
    )


OF_RESULT: Final = ("goat-eggs", "goat-lost-narrow", "goat-lost-wide", "goat-lost-bare")
OF_NEXT_DEAL: Final = ("goat-leads", "goat-deals")


def explain(scored: Scored) -> tuple[Sentence, ...]:
    """The count of a deal, singly: doubling is decided by its series."""
    took: list[Json] = [
        {"side": side, "points": points, "tricks": tricks}
        for side, (points, tricks) in enumerate(zip(scored.points, scored.tricks, strict=True))
    ]
    return (
        Sentence("goat-took", {"sides": took}, "G3"),
        *(_explain_eggs(scored) if scored.eggs else _explain_loss(scored)),
        Sentence("goat-leads", {"seat": scored.next_leader}, "G7"),
        Sentence("goat-deals", {"seat": scored.next_dealer}, "G7"),
    )


def _explain_eggs(scored: Scored) -> tuple[Sentence, ...]:
    return (Sentence("goat-eggs", {"loss_points": scored.loss_points[0]}, "G18"),)


def _explain_loss(scored: Scored) -> tuple[Sentence, ...]:
    winner, loser = (0, 1) if scored.points[0] > HALF else (1, 0)
    missed = "wide" if scored.tricks[loser] else "bare"
    why = "narrow" if scored.points[loser] >= SAVED else missed
    lost: dict[str, Json] = {"side": loser, "loss_points": scored.loss_points[loser]}
    return (
        Sentence("goat-won", {"side": winner}, "G17"),
        Sentence(f"goat-lost-{why}", lost, "G17"),
    )


# --- A series -----------------------------------------------------------------------------------


class GoatScore(NamedTuple):
    """The score of a series of Goat."""

    options: Options
    points: tuple[int, ...] = (0, 0)
    """Loss points, by side."""
    deals: int = 0
    eggs: int = 0
    """How many deals of the series were eggs."""
    doubled: bool = False
    """Whether the next deal that costs points costs double (``eggs: double_next``)."""
    dealer: Seat | None = None
    leader: Seat | None = None
    winner: int | None = None
    titles: tuple[str, ...] = ("", "")

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each side at the end."""
        return ranks_of(self.winner, sides=len(self.points))


def opening_score(options: Options, _seats: int) -> GoatScore:
    """The score before the first deal."""
    return GoatScore(options)


def tally(score: GoatScore, scored: Scored) -> GoatScore:
    """The score after a deal (G7, G18, G19).

    The series continues while both sides have reached the target with the same loss points. Only
    ``eggs: two_each`` makes this possible.
    """
    times = 2 if score.doubled else 1
    points = tuple(
        old + times * new for old, new in zip(score.points, scored.loss_points, strict=True)
    )
    loser = _loser(points, score.options.loss_target)
    eggs = score.eggs + scored.eggs
    title = "goats with eggs" if eggs else "goats"
    return score._replace(
        points=points,
        deals=score.deals + 1,
        eggs=eggs,
        doubled=score.options.eggs == "double_next" and scored.eggs,
        dealer=scored.next_dealer,
        leader=scored.next_leader,
        winner=None if loser is None else 1 - loser,
        titles=tuple(title if side == loser else "" for side in range(len(SIDES))),
    )


def _loser(points: tuple[int, ...], target: int) -> int | None:
    if max(points) < target or points[0] == points[1]:
        return None
    return points.index(max(points))
