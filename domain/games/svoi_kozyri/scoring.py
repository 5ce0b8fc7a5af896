"""The score of a deal of Svoi Kozyri, and of a match of deals (S4, S10-S13)."""

from typing import Final, NamedTuple, assert_never

from domain.games.svoi_kozyri.model import Ended, Options, Reason, State, opponent
from domain.kernel.cards import Card
from domain.kernel.event import Json, Seat
from domain.kernel.game import ranks_of
from domain.kernel.sentence import Sentence


def won(winner: Seat) -> Ended:
    """A deal with a winner (S10): the loser deals next (S4)."""
    return Ended(winner, "out", None, next_dealer=opponent(winner))


def drawn(reason: Reason, *, dealer: Seat, last_card: Card | None = None) -> Ended:
    """A deal without a winner (S11, S12): the deal alternates (S4)."""
    return Ended(None, reason, last_card, next_dealer=opponent(dealer))


def report(state: State) -> dict[str, Json]:
    """The result so far in the fields of the transcript format."""
    ended = state.ended
    return {
        "winner": ended.winner if ended else None,
        "reason": ended.reason if ended else None,
        "hands": [len(hand) for hand in state.hands],
    }


OF_NEXT_DEAL: Final = ("svoi_kozyri-deals",)


def explain(ended: Ended) -> tuple[Sentence, ...]:
    """The reason for the end of the deal, and the next dealer."""
    return (_why(ended), Sentence("svoi_kozyri-deals", {"seat": ended.next_dealer}, "S4"))


def _why(ended: Ended) -> Sentence:
    match ended.reason:
        case "out":
            return Sentence("svoi_kozyri-won", {"seat": ended.winner}, "S10")
        case "last_card":
            return Sentence("svoi_kozyri-drawn-last-card", {"card": ended.last_card}, "S11")
        case "repetition":
            return Sentence("svoi_kozyri-drawn-repetition", clause="S12")
        case "max_plies":
            return Sentence("svoi_kozyri-drawn-max-plies", clause="S12")
        case _:
            assert_never(ended.reason)


class MatchScore(NamedTuple):
    """The score of a match."""

    options: Options
    points: tuple[int, ...] = (0, 0)
    """Deals won, by seat."""
    dealer: Seat | None = None
    leader: Seat | None = None
    """Always None: the non-dealer leads every deal (S4)."""
    winner: int | None = None
    titles: tuple[str, ...] = ("", "")

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each side at the end."""
        return ranks_of(self.winner, sides=len(self.points))


def opening_score(options: Options, _seats: int) -> MatchScore:
    """The score before the first deal."""
    return MatchScore(options)


def tally(score: MatchScore, ended: Ended) -> MatchScore:
    """The score after a deal (S13): a drawn one only passes the deal."""
    points = tuple(had + (seat == ended.winner) for seat, had in enumerate(score.points))
    return score._replace(
        points=points,
        dealer=ended.next_dealer,
        winner=ended.winner if max(points) == score.options.wins else None,
    )
