"""A second scorer of Skat, written from K19-K33 of the rule text alone, to check the first.

It shares nothing with the rules: it reads a finished deal as the API shows it in full, takes the
tricks in again on a table of its own, and computes with plain numbers and words.

facts = Facts(contract="clubs", twelve=twelve, bid=36, points=80, tricks=8) assert
reckon(facts).value == -72 assert must_be(events)["list_points"] == [-122, 40, 40]
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULLS = {"": 23, "hand": 35, "ouvert": 46, "hand ouvert": 59}
COUNTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
JACKS = ["JC", "JS", "JH", "JD"]
WORDS = ["hand", "schneider", "schwarz", "ouvert"]

Json = Any


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Everything that counts in a deal with a declarer; if ended early, some cards go to neither
    side.
    """

    contract: str
    says: frozenset[str] = frozenset()
    """Of ``hand schneider schwarz ouvert``, all that it includes."""
    twelve: Sequence[str]
    bid: int
    points: int
    """The declarer's, with the skat."""
    tricks: int
    other_points: int | None = None
    """The defenders'; None: the rest of 120."""
    other_tricks: int | None = None
    """The defenders'; None: the rest of ten."""
    given_up: bool = False
    """Both defenders have."""

    @property
    def against(self) -> tuple[int, int]:
        """Points and tricks of the defenders."""
        points = 120 - self.points if self.other_points is None else self.other_points
        tricks = 10 - self.tricks if self.other_tricks is None else self.other_tricks
        return points, tricks


class Reckoned(NamedTuple):
    """The result of the facts."""

    matadors: int
    steps: frozenset[str]
    base: int
    multiplier: int
    value: int
    won: bool
    overbid: bool
    schneider: bool
    schwarz: bool


def counted(cards: Iterable[str]) -> int:
    """Card points (K1)."""
    return sum(COUNTS[card[0]] for card in cards)


def matadors_of(twelve: Sequence[str], contract: str) -> int:
    """K21, by a ladder of ones and zeros."""
    suit = "" if contract == "grand" else contract[0].upper()
    rungs = JACKS + [rank + suit for rank in "ATKQ987" if suit]
    ladder = "".join(str(int(rung in twelve)) for rung in rungs)
    lacking = len(ladder) - len(ladder.lstrip("0"))
    return -lacking or len(ladder) - len(ladder.lstrip("1"))


def reckon(facts: Facts) -> Reckoned:
    """Matadors, value, and who has won (K19-K29)."""
    if facts.contract == "null":
        worth = NULLS[" ".join(word for word in WORDS if word in facts.says)]
        won = facts.tricks == 0 and (facts.given_up or facts.against[1] == 10)
        value = worth if won else -2 * worth
        return Reckoned(0, frozenset(), worth, 1, value, won, *[False] * 3)
    points, tricks = facts.against
    schneider = max(facts.points, points) >= 90
    schwarz = max(facts.tricks, tricks) == 10
    matadors = matadors_of(facts.twelve, facts.contract)
    steps = _steps(facts.says, schneider=schneider, schwarz=schwarz)
    base, multiplier = BASES[facts.contract], abs(matadors) + len(steps)
    if facts.given_up and base * multiplier < facts.bid:
        low: set[str] = {"schneider"} if points <= 30 else set()
        for granted in (low, low | {"schwarz"} if tricks == 0 else low):
            if base * (abs(matadors) + len(steps | granted)) >= facts.bid:
                steps |= granted
                multiplier = abs(matadors) + len(steps)
                break
    overbid = base * multiplier < facts.bid
    while base * multiplier < facts.bid:
        multiplier += 1
    won = _reached(facts) and not overbid
    value = base * multiplier * (1 if won else -2)
    return Reckoned(matadors, steps, base, multiplier, value, won, overbid, schneider, schwarz)


def _steps(says: frozenset[str], *, schneider: bool, schwarz: bool) -> frozenset[str]:
    """K22: a set, as every step counts once."""
    steps = {"game"} | (says & {"hand", "ouvert"})
    for word, made in (("schneider", schneider), ("schwarz", schwarz)):
        steps |= {word, f"{word}_announced"} if word in says else {word} if made else set()
    return frozenset(steps)


def _reached(facts: Facts) -> bool:
    """The requirements of K24; for a side that gave up, that they could still be reached (K29)."""
    points, tricks = facts.against
    if facts.given_up:
        done = points < 60, points <= 30, tricks == 0
    else:
        done = facts.points > 60, facts.points >= 90, facts.tricks == 10
    return done[0] and all(
        reached
        for word, reached in zip(["schneider", "schwarz"], done[1:], strict=True)
        if word in facts.says
    )


def for_the_list(
    reckoned: tuple[int, bool], *, declarer: int, seats: int, scoring: str
) -> list[int]:
    """The points of each seat for a value, as entered, and whether it was won (K32)."""
    value, won = reckoned
    points = [0] * seats
    points[declarer] = value
    if scoring == "seeger_fabian":
        points[declarer] += 50 if won else -50
        if not won:
            bonus = {3: 40, 4: 30}[seats]
            points = [each + bonus * (seat != declarer) for seat, each in enumerate(points)]
    return points


# --- A deal from its record ---------------------------------------------------------------------


class _Deal:
    """The facts of a deal's record, event by event."""

    def __init__(self) -> None:
        self.seats, self.options = 0, dict[str, Json]()
        self.dealer = 0
        self.hands: list[list[str]] = []
        self.skat: list[str] = []
        self.speaker: int | None = None
        self.bid = 0
        self.contract, self.says = "", frozenset[str]()
        self.trick: list[tuple[int, str]] = []
        self.taken: dict[int, list[str]] = {}
        self.tricks: dict[int, int] = {}
        self.gave_up: list[int] = []
        self.offered = ""
        self.last = ""

    def read(self, kind: str, data: Mapping[str, Json]) -> None:
        """Process an event; of the table's events, only information found nowhere else is used."""
        if kind.startswith("skat.") and kind not in {"skat.settled", "skat.trick_taken"}:
            self.last = kind.removeprefix("skat.")
        match kind:
            case "deal.opened":
                self.seats, self.options = data["seats"], data["options"]
            case "skat.dealt":
                self.dealer, self.hands = data["dealer"], [list(hand) for hand in data["hands"]]
                held = {card for hand in self.hands for card in hand}
                pack = [rank + suit for suit in "CSHD" for rank in COUNTS]
                self.skat = [card for card in pack if card not in held]
            case "skat.bid" | "skat.held":
                self.speaker, self.bid = data["seat"], data.get("value", self.bid)
            case "skat.discarded":
                self.hands[data["seat"]] += self.skat
                self.skat = list(data["cards"])
            case "skat.declared":
                self.contract = data["contract"]
                self.says = frozenset(word for word in WORDS if data[word])
            case "skat.played":
                self._play(data["seat"], data["card"])
            case _:
                self._hear(kind, data)

    def _hear(self, kind: str, data: Mapping[str, Json]) -> None:
        """Process announcements about ending the deal."""
        match kind:
            case "skat.conceded":
                self.gave_up.append(data["seat"])
            case "skat.concession_asked" | "skat.claimed":
                self.offered = self.last
            case "skat.claim_judged":
                self.last = f"claim_{data['finding']}"
            case _:
                pass

    def _play(self, seat: int, card: str) -> None:
        self.trick.append((seat, card))
        if len(self.trick) == 3:
            led = self._rank(self.trick[0][1])
            winner = max(self.trick, key=lambda laid: self._height(laid[1], led))[0]
            self.taken.setdefault(winner, []).extend(card for _, card in self.trick)
            self.tricks[winner] = self.tricks.get(winner, 0) + 1
            self.trick = []

    def _rank(self, card: str) -> tuple[str, int]:
        """The suit or trump that the card follows, and its rank within it (K2, K16)."""
        rank, suit = card[0], card[1]
        if self.contract == "null":
            return suit, "789TJQKA".index(rank)
        if rank == "J":
            return "trump", 10 + "DHSC".index(suit)
        trump = self.contract != "grand" and suit == self.contract[0].upper()
        return "trump" if trump else suit, "789QKTA".index(rank)

    def _height(self, card: str, led: tuple[str, int]) -> int:
        group, height = self._rank(card)
        return height + {"trump": 100, led[0]: 50}.get(group, 0)

    @property
    def ending(self) -> str:
        """How the deal ended."""
        if self.speaker is None:
            return "passed_out"
        match self.last:
            case "conceded":
                return "conceded" if self.gave_up[-1] == self.speaker else "given_up"
            case "claim_proved":
                return "claimed"
            case "accepted":
                return "claimed" if self.offered == "claimed" else "conceded"
            case _:
                return "played_out"

    def facts(self) -> Facts:
        """The facts of the deal. A claim gives the declarer the rest, in null the others (K30)."""
        me = self.speaker
        assert me is not None
        mine, others = list(self.taken.get(me, [])), self.tricks.copy()
        tricks = others.pop(me, 0)
        lost = [card for seat, pile in self.taken.items() if seat != me for card in pile]
        against = sum(others.values())
        if self.ending == "claimed" and self.contract == "null":
            against = 10 - tricks
        elif self.ending == "claimed":
            tricks = 10 - against
            mine = [card for hand in self.hands for card in hand if card not in lost]
            mine = [card for card in mine if card not in self.skat]
        return Facts(
            contract=self.contract,
            says=self.says,
            twelve=[*{*self.hands[me], *self.skat}],
            bid=self.bid,
            points=counted([*mine, *self.skat]),
            tricks=tricks,
            other_points=counted(lost),
            other_tricks=against,
            given_up=self.ending == "given_up",
        )


def must_be(events: Iterable[Mapping[str, Json]]) -> dict[str, Json]:
    """The required settlement of a finished deal, from all its events as the API shows them.

    Args:
        events: ``{"type": …, "data": …}``, each in full, from the first on.
    """
    deal = _Deal()
    for event in events:
        deal.read(event["type"], event["data"])
    redeal = deal.speaker is None and deal.options.get("all_pass") == "redeal"
    after = deal.dealer if redeal else (deal.dealer + 1) % deal.seats
    if deal.speaker is None:
        return {
            "ending": "passed_out",
            "declarer": None,
            "contract": None,
            "won": False,
            "value": 0,
            "list_points": [0] * deal.seats,
            "next_dealer": after,
        }
    facts = deal.facts()
    reckoned = reckon(facts)
    listed = for_the_list(
        (reckoned.value, reckoned.won),
        declarer=deal.speaker,
        seats=deal.seats,
        scoring=deal.options.get("scoring", "seeger_fabian"),
    )
    return {
        **reckoned._asdict(),
        "ending": deal.ending,
        "declarer": deal.speaker,
        "contract": deal.contract,
        "bid": deal.bid,
        "points": facts.points,
        "tricks": facts.tricks,
        "list_points": listed,
        "next_dealer": after,
    }


def differences(events: Sequence[Mapping[str, Json]]) -> dict[str, tuple[Json, Json]]:
    """The fields in which a recorded settlement differs: the recorded and the required values."""
    says = next(event["data"] for event in events if event["type"] == "skat.settled")
    wanted = must_be(events)
    got = {name: set(says[name]) if name == "steps" else says[name] for name in wanted}
    return {name: (got[name], wanted[name]) for name in wanted if got[name] != wanted[name]}


# --- The list -----------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """The state of a list, seat by seat (K31-K33)."""

    points: list[int]
    won: list[int]
    lost: list[int]
    passed: int
    ranks: list[int]
    over: bool


def sheet(
    deals: Sequence[Mapping[str, Json]], *, seats: int, length: int, limit: int | None = None
) -> Sheet:
    """The list after some settlements (as `must_be` makes them): its places, and whether it is
    over.

    Args:
        deals: Settlements; without passed-out deals where these are dealt again.
        seats: The number of seats at the table.
        length: The number of deals of the list.
        limit: Of a Bierlachs: the number of points below zero at which it ends.
    """
    columns = [[deal["list_points"][seat] for deal in deals] for seat in range(seats)]
    points = [sum(column) for column in columns]
    won, lost = (
        [
            sum(deal["declarer"] == seat and deal["won"] is end for deal in deals)
            for seat in range(seats)
        ]
        for end in (True, False)
    )
    merits = list(zip(points, won, [-games for games in lost], strict=True))
    ranks = [1 + sum(other > merit for other in merits) for merit in merits]
    passed = sum(deal["declarer"] is None for deal in deals)
    assert sum(won) + sum(lost) + passed == len(deals), "K33"
    over = len(deals) >= length or (limit is not None and min(points) <= -limit)
    return Sheet(points, won, lost, passed, ranks, over)
