"""A record of our own in that notation: by our rules from the first card to the settlement.

The comment says what the server's records need not: how many sit at the table, who dealt, and the
options that are not as usual: ``CO[seats 4 dealer 2 scoring classic]``.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from domain.deal import Opened
from domain.event import Digest, Id, Json, Seat, Text
from domain.games.skat.iss.cards import said_cards
from domain.games.skat.iss.rerun import Rerun
from domain.games.skat.iss.result import Result, of_verdict
from domain.games.skat.model import (
    Accepted,
    Claimed,
    Conceded,
    ConcessionAsked,
    Declined,
    Options,
    Settled,
)
from domain.games.skat.phases import Over
from domain.games.skat.play import ALONE
from domain.notation import Unreadable
from domain.options import BadOption, options_of, parse_options

PLACE: Final = "Fairdeal"
"""What such a record says under PC."""
GAME: Final = Text("skat")
RULES: Final = Text("1")
SEATS: Final = (3, 4)
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_TOLD: Final = 100
"""So many characters of what is no option are told."""

NO_ID: Final = Id("00000000-0000-0000-0000-000000000000")
NO_DIGEST: Final = Digest("0" * 64)


class OwnRerun(Rerun):
    """A deal as it was played here."""

    def hear(self, who: str, words: str) -> None:
        """Do what the record says next."""
        if who == "w":
            self.skat_is(words)
            return
        seat = self.state.players[int(who)]
        if self._answers(seat, words):
            return
        if words == "RE" and self.play is not None:
            self._give_up(seat)
        elif words.startswith("SC."):
            said_cards(words.removeprefix("SC."), what="SC")
            self.make(Claimed(seat))
        else:
            self.say(seat, words)

    def _answers(self, seat: Seat, words: str) -> bool:
        """Whether this answers what the declarer asks; anything else is said after a refusal."""
        while self.play is not None and self.play.offer is not None:
            asked = self.play.offer.answering[0]
            if seat == asked and words in {"RE", "p"}:
                self.make(Accepted(seat) if words == "RE" else Declined(seat))
                return True
            self.make(Declined(asked))
        return False

    def _give_up(self, seat: Seat) -> None:
        assert self.play is not None, "somebody plays"
        alone = len(self.state.hands[seat]) >= ALONE
        asks = seat == self.play.declarer and not alone
        self.make(ConcessionAsked(seat) if asks else Conceded(seat))

    def due(self) -> Mapping[str, Json]:
        """What it came to; nothing while it is on."""
        phase = self.state.phase
        return due(phase.settled, self.state.players)._asdict() if isinstance(phase, Over) else {}


def due(settled: Settled, players: tuple[Seat, ...]) -> Result:
    """What a deal came to by our rules."""
    if settled.declarer is None:
        return Result("passed")
    declarer = players.index(settled.declarer)
    result = of_verdict(settled, declarer=declarer, points=settled.points, tricks=settled.tricks)
    return result._replace(r=int(settled.ending in {"conceded", "given_up"}))


# --- What the comment says ----------------------------------------------------------------------


def comment(opened: Opened, *, dealer: Seat) -> str:
    """How many sit, who dealt, and what is not as usual."""
    said = {"seats": opened.seats, "dealer": dealer}
    for option in options_of(Options):
        value = opened.options.get(option.name, default := option.at(opened.seats).default)
        if value != default:
            said[option.name] = value
    return " ".join(f"{name} {value}" for name, value in said.items())


def opened_by(properties: Mapping[str, str]) -> Opened:
    """How the deal of a record was opened; at a table of three, the dealer is rearhand.

    Raises:
        Unreadable: The comment says something else.
    """
    words = properties.get("CO", "").split()
    said: dict[str, Json] = {
        name: int(value) if _NUMBER.fullmatch(value) else value
        for name, value in zip(words[::2], words[1::2], strict=False)
    }
    seats, dealer = said.pop("seats", SEATS[0]), said.pop("dealer", SEATS[0] - 1)
    if seats not in SEATS or dealer not in range(cast("int", seats)) or len(words) % 2:
        raise Unreadable("CO names no seats and dealer of a table")
    try:
        parse_options(Options, said, seats=seats)
    except BadOption as bad:
        raise Unreadable(f"CO: {str(bad)[:_TOLD]}") from None
    return opened(seats=seats, dealer=dealer, options=said, properties=properties)


def opened(
    *, seats: int, dealer: Seat, options: Mapping[str, Json], properties: Mapping[str, Any]
) -> Opened:
    """The first event of a deal that is known from a record alone."""
    return Opened(
        deal=Id(properties.get("ID", NO_ID)),
        table=Id(properties.get("SE", NO_ID)),
        number=1,
        game=GAME,
        rules=RULES,
        options=options,
        seats=seats,
        dealer=dealer,
        leader=None,
        bots=(None,) * seats,
        commitment=NO_DIGEST,
        seed=None,
    )
