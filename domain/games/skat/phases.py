"""The phases of a Skat deal, each with its own state."""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from domain.games.skat.model import Contract, Options, Settled
from domain.kernel.cards import Cards, Hands
from domain.kernel.event import Seat
from domain.kernel.progress import record
from domain.kernel.zones import MENTIONED, SEAT, counts_tricks, holds_trick, lies, role


@record
class Bidding(NamedTuple):
    """The auction (K6): the junior names values, the senior holds them, and rearhand waits."""

    senior: Seat | None
    """None: all have passed."""
    junior: Seat | None
    """The seat that names values; null: there is none left."""
    waiting: Seat | None
    """The seat that will be the next junior."""
    value: int = 0
    """The last value named; 0: none yet."""
    asked: bool = False
    """Whether the senior has still to answer it."""
    name: Literal["bidding"] = "bidding"


@record
class Contracting(NamedTuple):
    """The declarer chooses the game (K10-K14)."""

    declarer: Annotated[Seat, role("declarer")]
    bid: int
    picked_up: bool = False
    """Whether the declarer has picked up the skat."""
    discarded: bool = False
    """Whether the declarer has laid two cards away."""
    name: Literal["contracting"] = "contracting"


@record
class Offer(NamedTuple):
    """A request of the declarer to the defenders, and their answers so far (K28, K30)."""

    kind: Literal["concession", "claim"]
    """The kind of request."""
    answering: tuple[Seat, ...] = ()
    """The defenders that have not answered, in their order."""
    agreed: bool = False
    """Whether it is agreed to."""


@record
class Playing(NamedTuple):
    """Ten tricks, or fewer (K15-K18, K28-K30). Pairs are the declarer's and the defenders'."""

    declarer: Annotated[Seat, role("declarer")]
    bid: int
    contract: Contract
    held: Annotated[Cards, MENTIONED]
    """The ten cards that the declarer went into the play with."""
    leader: Annotated[Seat, role("leader")]
    trick: Annotated[Cards, lies("trick", by="trick_seats", shape="laid")] = ()
    """The cards of the trick that is on, in the order of play."""
    best: Annotated[Seat | None, holds_trick()] = None
    """The seat whose card would take the trick now (K17)."""
    piles: Annotated[tuple[Cards, Cards], lies("pile", by="parties", shape="heap")] = ((), ())
    tricks: Annotated[tuple[int, int], counts_tricks("pile")] = (0, 0)
    takers: tuple[Seat, ...] = ()
    """The taker of each trick. With the piles it shows who played which card: all have seen it."""
    opened: bool = False
    """Whether the declarer's hand lies open (K13, K30)."""
    conceded: tuple[Seat, ...] = ()
    """The seats that have given the game up."""
    offer: Offer | None = None
    """The request of the declarer to the defenders; null: none."""
    asked_in: int | None = None
    """The trick, from 0, in which the declarer last asked to concede."""
    claimed: bool = False
    """Whether the declarer has claimed before, in vain."""
    name: Literal["playing"] = "playing"


class Over(NamedTuple):
    """The deal has been settled."""

    settled: Settled
    """How the deal was counted."""
    played: Playing | None
    """How the play stood at the end; None: it was passed out."""
    name: Literal["over"] = "over"


Phase: TypeAlias = Bidding | Contracting | Playing | Over


@record
class State(NamedTuple):
    """How a Skat deal stands; as an observer sees it, with unknown cards in it."""

    options: Options
    seats: int
    dealer: Annotated[Seat | None, role("dealer")]
    players: Annotated[
        tuple[Seat, ...], role("forehand", "middlehand", "rearhand", others="sits_out")
    ] = ()
    """Forehand, middlehand and rearhand (K3)."""
    parties: Annotated[tuple[tuple[Seat, ...], ...], role(None, "defender")] = ()
    """The declarer, and the two defenders; empty until the contract is declared."""
    lots: tuple[int, ...] | None = None
    hands: Annotated[Hands, lies("hand", by=SEAT, shape="hand")] = ()
    skat: Annotated[Cards, lies("skat", shape="deck")] = ()
    """First the whole pack, then the skat, then what the declarer has discarded."""
    phase: Phase | None = None
    """None: nothing has been dealt."""

    @property
    def play(self) -> Playing | None:
        """The play, on or over; None: it has not begun, or there is none."""
        return self.phase.played if isinstance(self.phase, Over) else _playing(self.phase)

    @property
    def trick_seats(self) -> tuple[Seat, ...]:
        """The seats that play the cards of the trick, in the order of play (K15)."""
        if self.play is None:
            return ()
        first = self.players.index(self.play.leader)
        return self.players[first:] + self.players[:first]


def _playing(phase: Phase | None) -> Playing | None:
    return phase if isinstance(phase, Playing) else None
