"""Skat: options of a table, and events."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, NamedTuple, Self, TypeAlias

from domain.fairness.shuffle import Lot
from domain.games.skat.cards import JACKS, NULL, TRUMPS, Kind
from domain.kernel.cards import Card, Cards, Hands
from domain.kernel.event import EACH, EVERYONE, Event, Seat, event, seen_by
from domain.kernel.options import number
from domain.kernel.zones import names_trumps

KEY: Final = "skat"
VERSION: Final = "2"
"""Of the rules."""
FIRST_VERSION: Final = "1"
"""The version without the option `claims`."""
SEATS: Final = (3, 4)
PLAYERS: Final = 3
"""How many play a deal; at a table of four the dealer sits out."""
HAND: Final = 10
SKAT: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstOptions:
    """The variants of a table in the first version of the rules."""

    all_pass: Literal["next_deal", "redeal"] = "next_deal"
    """The result if all pass: a deal of the list, or none (K8)."""
    deals: int = number(12, low=1, high=40, per_seat=True)
    """How many deals the list has (K31)."""
    scoring: Literal["seeger_fabian", "classic", "bierlachs"] = "seeger_fabian"
    """How the list counts (K32)."""
    limit: int = number(301, low=1, high=10_000)
    """The lost points with which a Bierlachs ends (K32)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(FirstOptions):
    """The variants of a table."""

    claims: Literal["exact", "order"] = "exact"
    """Whether exact play judges a claim, or play goes on with open cards (K30)."""


def dealer_lot(seats: int) -> Lot:
    """The lot for the first dealer (K3)."""
    return Lot("fairdeal/1/dealer", seats)


def players_after(dealer: Seat, seats: int) -> tuple[Seat, ...]:
    """Forehand, middlehand and rearhand (K3)."""
    return tuple((dealer + step) % seats for step in range(1, PLAYERS + 1))


class Contract(NamedTuple):
    """The contract (K11): a set of announcements on a kind of game."""

    kind: Annotated[Kind, names_trumps(TRUMPS, before=JACKS)]
    """A suit, grand or null."""
    hand: bool = False
    schneider: bool = False
    """Whether schneider is announced (K12)."""
    schwarz: bool = False
    """Whether schwarz is announced (K12)."""
    ouvert: bool = False


# --- Dealing and bidding ------------------------------------------------------------------------


@event("skat.dealt")
class Dealt(Event):
    """Ten cards each to the three who play, and two to the skat (K4)."""

    dealer: Seat
    hands: Hands = seen_by(EACH)


@event("skat.bid", move="bid", clause="K6", tells="value")
class Bid(Event):
    """The junior names a value; or forehand, where all others have passed, plays at 18 (K7)."""

    seat: Seat
    value: int
    """The value that is named."""


@event("skat.held", move="hold", clause="K6", tells="value", tells_of="skat.bid")
class Held(Event):
    """The senior holds the value that was named."""

    seat: Seat


@event("skat.passed", move="pass", clause="K6")
class Passed(Event):
    """A player is out of the auction, for good."""

    seat: Seat


@event("skat.auction_won")
class AuctionWon(Event):
    """The last one in is the declarer, at the last value that this player named or held (K9)."""

    declarer: Seat
    bid: int


# --- The contract -------------------------------------------------------------------------------


@event("skat.picked_up", move="pick_up", clause="K10")
class PickedUp(Event):
    """The declarer picks up the skat, and so does not play hand."""

    seat: Seat


@event("skat.skat_taken")
class SkatTaken(Event):
    """The skat comes to the declarer's hand. No other seat sees it."""

    seat: Seat
    cards: Cards = seen_by("seat")


@event("skat.discarded", move="discard", clause="K10", tells="cards")
class Discarded(Event):
    """The declarer lays two of twelve cards away. They count for the declarer (K19)."""

    seat: Seat
    cards: Cards = seen_by("seat")


@event("skat.declared", move="declare", clause="K11", tells="contract", strong=True)
class Declared(Event):
    """The declarer names the contract, once and for all (K13)."""

    seat: Seat
    contract: Kind
    """A suit, grand or null."""
    hand: bool = False
    schneider: bool = False
    """Whether schneider is announced."""
    schwarz: bool = False
    """Whether schwarz is announced."""
    ouvert: bool = False

    @property
    def says(self) -> Contract:
        """The contract as it was said."""
        return Contract(self.contract, self.hand, self.schneider, self.schwarz, self.ouvert)

    def meant(self) -> Self:
        """Ouvert includes schwarz announced, which includes schneider announced (K12)."""
        if self.contract == NULL:
            return self
        schwarz = self.schwarz or self.ouvert
        return replace(self, schneider=self.schneider or schwarz, schwarz=schwarz)


@event("skat.hand_opened")
class HandOpened(Event):
    """The hand of an ouvert game is laid open before the first lead (K13), or to claim (K30)."""

    seat: Seat
    cards: Cards = seen_by(EVERYONE)


# --- Play ---------------------------------------------------------------------------------------


@event("skat.played", move="play", clause="K16", tells="card")
class Played(Event):
    """A player plays a card to the trick."""

    seat: Seat
    card: Card = seen_by(EVERYONE)


@event("skat.trick_taken")
class TrickTaken(Event):
    """The highest card takes the trick (K17); who took it leads the next one (K15)."""

    seat: Seat


@event("skat.conceded", move="concede", clause="K28", early=True)
class Conceded(Event):
    """A player gives the game up: the declarer alone (K28), a defender if the other does (K29)."""

    seat: Seat


@event("skat.concession_asked", move="ask_to_concede", clause="K28", early=True)
class ConcessionAsked(Event):
    """The declarer, who may no longer concede alone, asks the defenders to consent (K28)."""

    seat: Seat


@event("skat.claimed", move="claim", clause="K30", early=True, strong=True)
class Claimed(Event):
    """The declarer claims all the remaining tricks, or in a null game none of them (K30)."""

    seat: Seat


Finding: TypeAlias = Literal["proved", "refuted", "unknown"]
"""The result of exact play for a claim; ``unknown``: the search would take too long."""


@event("skat.claim_judged")
class ClaimJudged(Event):
    """The result of exact play for the claim (K30)."""

    seat: Seat
    finding: Finding
    """Whether the claim holds whatever is played."""


@event("skat.accepted", move="accept", clause="K30", early=True)
class Accepted(Event):
    """A defender agrees to what the declarer asks (K28, K30)."""

    seat: Seat


@event("skat.declined", move="decline", clause="K30")
class Declined(Event):
    """A defender does not agree; the play goes on."""

    seat: Seat


# --- The end ------------------------------------------------------------------------------------

Ending: TypeAlias = Literal["passed_out", "played_out", "conceded", "given_up", "claimed"]
"""All passed (K8); played (K18); by the declarer (K28), by the defenders (K29); a claim (K30)."""

Step: TypeAlias = Literal[
    "game",
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
]
"""The steps that raise the multiplier by one, besides each matador (K22)."""

Reason: TypeAlias = Literal["K8", "K19", "K24", "K25", "K26", "K27", "K28", "K29", "K30"]


@event("skat.settled")
class Settled(Event):
    """The deal is over and counted, with every step of the reckoning (K19-K30).

    A deal that was passed out has no declarer, and nothing in it counts.
    """

    ending: Ending
    """How the deal ended."""
    declarer: Seat | None
    contract: Kind | None
    """A suit, grand or null; JSON null if no contract was declared."""
    bid: int
    points: int
    """The declarer's, with the skat or the discards (K19)."""
    tricks: int
    """The declarer's."""
    schneider: bool
    """Whether a side has come to 90 points, so that the other has 30 at the most (K20)."""
    schwarz: bool
    """Whether a side took all ten tricks (K20)."""
    matadors: int
    """The matadors; a negative number: without so many (K21)."""
    steps: tuple[Step, ...]
    """The other steps that raised the multiplier by one each (K22); none in a null game."""
    base: int
    """The base of the multiplication (K23); of a null game its whole value."""
    multiplier: int
    """Matadors and steps; if the game was overbid, the requirement of the bid (K27); 1 in null."""
    overbid: bool
    """Whether the bid was higher than the game is worth (K27)."""
    won: bool
    """Whether the declarer has won."""
    value: int
    """The value in the list: positive if won, twice as much and negative if lost (K25, K26)."""
    clauses: tuple[Reason, ...]
    """The clauses by which it was won or lost."""
    list_points: tuple[int, ...]
    """The points of each seat in the list (K32)."""
    next_dealer: Seat
    skat: Cards = seen_by(EVERYONE)
    """The two cards that counted for the declarer, now shown."""


BiddingMove = Bid | Held | Passed
ContractMove = PickedUp | Discarded | Declared
PlayMove = Played | Conceded | ConcessionAsked | Claimed | Accepted | Declined
Move = BiddingMove | ContractMove | PlayMove
