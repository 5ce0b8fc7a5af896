"""The result of a deal of Durak, and a match of deals (D10, D11)."""

from typing import Final, NamedTuple

from domain.games.durak.model import SIDES, Ended, Options, State
from domain.kernel.event import Json, Seat
from domain.kernel.game import ranks_of
from domain.kernel.sentence import Sentence

FOOL: Final = "durak"
"""The titles for the loser of a match."""


def report(state: State) -> dict[str, Json]:
    """The result so far in the fields of the transcript format."""
    return {
        "winner": state.ended.winner if state.ended else None,
        "stock": len(state.stock),
        "hands": [len(hand) for hand in state.hands],
    }


OF_NEXT_DEAL: Final = ("durak-attacks-first", "durak-cards-name-attacker", "durak-deals")


def explain(ended: Ended) -> tuple[Sentence, ...]:
    """Why the deal ended, and how the next one begins."""
    deals = Sentence("durak-deals", {"seat": ended.next_dealer})
    if ended.winner is None:
        return (
            Sentence("durak-drawn", clause="D10"),
            Sentence("durak-cards-name-attacker", clause="D3"),
            deals,
        )
    winner: dict[str, Json] = {"seat": ended.winner}
    return (
        Sentence("durak-won", winner, "D10"),
        Sentence("durak-attacks-first", winner, "D3"),
        deals,
    )


class DurakScore(NamedTuple):
    """The score of a match of Durak."""

    options: Options
    points: tuple[int, ...] = (0, 0)
    """Deals won, by seat."""
    deals: int = 0
    dealer: Seat | None = None
    leader: Seat | None = None
    """The first attacker of the next deal; None: the seat that its cards name (D3)."""
    winner: int | None = None
    titles: tuple[str, ...] = ("", "")

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each side at the end."""
        return ranks_of(self.winner, sides=len(self.points))


def opening_score(options: Options, _seats: int) -> DurakScore:
    """The score before the first deal."""
    return DurakScore(options)


def tally(score: DurakScore, ended: Ended) -> DurakScore:
    """The score after a deal: its winner has a point, and attacks first in the next (D3, D10)."""
    points = tuple(old + (seat == ended.winner) for seat, old in enumerate(score.points))
    over = max(points) >= score.options.points_to_win
    return score._replace(
        points=points,
        deals=score.deals + 1,
        dealer=ended.next_dealer,
        leader=ended.winner,
        winner=ended.winner if over else None,
        titles=tuple(FOOL if over and side != ended.winner else "" for side in range(len(SIDES))),
    )
