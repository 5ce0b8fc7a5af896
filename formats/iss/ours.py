"""A record of our own in that notation: by our rules from the first card to the settlement.

The comment holds the facts that the server's records do not need: the version of the rules, the
number of seats, the dealer, and the options that differ from the defaults:
``CO[rules 1 seats 4 dealer 2 scoring classic]``.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, cast

from domain.games.skat.model import (
    FIRST_VERSION,
    KEY,
    SEATS,
    VERSION,
    Accepted,
    Claimed,
    Conceded,
    ConcessionAsked,
    Declined,
    FirstOptions,
    Options,
    Settled,
)
from domain.games.skat.phases import Over
from domain.games.skat.play import ALONE
from domain.kernel.deal import NO_ID, Opened, Terms, by_hand
from domain.kernel.event import Id, Json, Seat
from domain.kernel.options import BadOption, options_of, parse_options
from formats.iss.rerun import Rerun
from formats.iss.result import IssResult, of_verdict
from formats.notation import UnreadableNotation

PLACE: Final = "Fairdeal"
"""The value of PC in such a record."""
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_WORD: Final = 20
"""The maximum number of characters of a word that an error quotes."""


class OwnRerun(Rerun):
    """A deal played by this program."""

    def hear(self, who: str, words: str) -> None:
        """Apply the next words of the record."""
        if who == "w":
            self.skat_is(words)
            return
        seat = self.state.players[int(who)]
        if self._answers(seat, words):
            return
        if words == "RE" and self.play is not None:
            self._give_up(seat)
        elif words.startswith("SC."):
            self.shows(seat, words)
            self.make(Claimed(seat))
        else:
            self.say(seat, words)

    def _answers(self, seat: Seat, words: str) -> bool:
        """Whether this answers the declarer's request; any other word comes after a refusal."""
        while self.play is not None and self.play.offer is not None:
            answering = self.play.offer.answering[0]
            if seat == answering and words in {"RE", "p"}:
                self.make(Accepted(seat) if words == "RE" else Declined(seat))
                return True
            self.make(Declined(answering))
        return False

    def _give_up(self, seat: Seat) -> None:
        assert self.play is not None, "somebody plays"
        alone = len(self.state.hands[seat]) >= ALONE
        asks = seat == self.play.declarer and not alone
        self.make(ConcessionAsked(seat) if asks else Conceded(seat))

    def due(self) -> Mapping[str, Json]:
        """The result of the deal; empty while it is on."""
        phase = self.state.phase
        return due(phase.settled, self.state.players)._asdict() if isinstance(phase, Over) else {}


def due(settled: Settled, players: tuple[Seat, ...]) -> IssResult:
    """The result of a deal by our rules."""
    if settled.declarer is None:
        return IssResult("passed")
    declarer = players.index(settled.declarer)
    result = of_verdict(settled, declarer=declarer, points=settled.points, tricks=settled.tricks)
    return result._replace(r=int(settled.ending in {"conceded", "given_up"}))


# --- What the comment says ----------------------------------------------------------------------


def comment(opened: Opened, *, dealer: Seat) -> str:
    """The version of the rules, the seats, the dealer, and options other than the defaults."""
    said = {"rules": opened.rules, "seats": opened.seats, "dealer": dealer}
    for option in options_of(Options):
        value = opened.options.get(option.name, default := option.at(opened.seats).default)
        if value != default:
            said[option.name] = value
    return " ".join(f"{name} {value}" for name, value in said.items())


def opened_by(properties: Mapping[str, str]) -> Opened:
    """The opening of the deal of a record; at a table of three, the dealer is rearhand.

    Raises:
        Unreadable: The comment has other content.
    """
    said = _said(properties.get("CO", ""))
    rules = str(said.pop("rules", FIRST_VERSION))
    if rules not in (FIRST_VERSION, VERSION):
        raise UnreadableNotation(
            f"CO: played by rules {rules[:_WORD]}, which are later than {VERSION}"
        )
    seats, dealer = said.pop("seats", SEATS[0]), said.pop("dealer", SEATS[0] - 1)
    if seats not in SEATS or dealer not in range(cast("int", seats)):
        raise UnreadableNotation("CO names no seats and dealer of a table")
    try:
        parse_options(Options if rules == VERSION else FirstOptions, said, seats=seats)
    except BadOption as bad:
        raise UnreadableNotation(f"CO: {bad.name[:_WORD]}: no such option or value") from None
    return opened(rules, seats=seats, dealer=dealer, options=said, properties=properties)


def _said(words: str) -> dict[str, Json]:
    """The words of the comment, each once."""
    names, values = words.split()[::2], words.split()[1::2]
    if len(names) > len(values):
        raise UnreadableNotation(f"CO: {names[-1][:_WORD]} says nothing")
    for at, name in enumerate(names):
        if name in names[:at]:
            raise UnreadableNotation(f"CO: {name[:_WORD]} stands twice")
    return {
        name: int(value) if _NUMBER.fullmatch(value) else value
        for name, value in zip(names, values, strict=True)
    }


def opened(
    rules: str,
    *,
    seats: int,
    dealer: Seat,
    options: Mapping[str, Json],
    properties: Mapping[str, Any],
) -> Opened:
    """The first event of a deal that is known from a record alone."""
    terms = Terms(
        deal=Id(properties.get("ID", NO_ID)),
        table=Id(properties.get("SE", NO_ID)),
        number=1,
        game=KEY,
        rules=rules,
        options=options,
        seats=seats,
        dealer=dealer,
        leader=None,
        bots=(None,) * seats,
    )
    return by_hand(terms)
