"""A deal that is run again from the words of a record, every move judged on the full state."""

import re
from typing import Final

from domain.games.skat import rules
from domain.games.skat.cards import Kind
from domain.games.skat.model import (
    HAND,
    SKAT,
    Bid,
    Declared,
    Discarded,
    Held,
    Move,
    Passed,
    PickedUp,
    Played,
)
from domain.games.skat.phases import Contracting, Over, Playing, State
from domain.kernel.cards import Cards
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import DEAL_OVER, NOT_IN_THIS_PHASE, NOT_YOUR_TURN
from domain.kernel.moves import IllegalMove
from formats.iss.cards import CARDS, CODES, said_cards
from formats.notation import UnreadableNotation

KINDS: Final[dict[str, Kind]] = {
    "C": "clubs",
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "G": "grand",
    "N": "null",
}
_DECLARATION: Final = re.compile(r"([CSHDGN])([OHSZ]*)(?:\.(.*))?")
_BID: Final = re.compile(r"[1-9][0-9]{0,3}")
_DECLARED: Final[Clause] = "K13"
"""A contract was declared; there is no other after it."""


class Rerun:
    """A deal that is run again: its events, and how it stands."""

    def __init__(self, opened: Opened, shuffled: Shuffled) -> None:
        self.state: State = rules.initial(opened)
        self.events: list[Event] = [opened]
        self.declaring: Declared | None = None
        """The declaration of a player who has still to discard two cards."""
        self._skat_shown = False
        self._happen(shuffled)

    @property
    def play(self) -> Playing | None:
        """The play, while it is on."""
        phase = self.state.phase
        return phase if isinstance(phase, Playing) else None

    @property
    def over(self) -> bool:
        """Whether the rules have brought it to its end."""
        return isinstance(self.state.phase, Over)

    def make(self, move: Move) -> None:
        """Make a move, and let the table do what follows.

        Raises:
            IllegalMove: The rules refuse it.
        """
        if clauses := tuple(rules.breaches(self.state, move)):
            raise IllegalMove(move, self._all_of(clauses))
        self._happen(move)

    def _all_of(self, clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
        every = {*clauses, DEAL_OVER} - {NOT_IN_THIS_PHASE} if self.over else {*clauses}
        return tuple(sorted(every, key=lambda clause: (clause[0], int(clause[1:]))))

    def _happen(self, event: Event | None) -> None:
        while event is not None:
            self.events.append(event)
            self.state = rules.evolve(self.state, event)
            event = rules.consequence(self.state)

    def skat_is(self, words: str) -> None:
        """The record shows the skat that was picked up: it must be the one that was dealt."""
        phase = self.state.phase
        if not isinstance(phase, Contracting) or not phase.picked_up or phase.discarded:
            raise UnreadableNotation(f"{words[:20]}: the skat was not picked up just before")
        held = self.state.hands[phase.declarer]
        if {*said_cards(words, what="the skat")} != {*held[HAND:]}:
            raise UnreadableNotation(f"{words[:20]} is not the skat that was dealt")
        if self._skat_shown:
            raise UnreadableNotation("the skat is shown a second time")
        self._skat_shown = True

    def shows(self, seat: Seat, words: str) -> None:
        """A player shows cards: ``SC.CJ.ST``. They must be in the player's hand."""
        for card in said_cards(words.removeprefix("SC."), what="SC"):
            if card not in self.state.hands[seat]:
                raise UnreadableNotation(f"SC: {CODES[card]} is not in the hand that is shown")

    def say(self, seat: Seat, words: str) -> None:
        """Apply a word of a player: a bid, the contract, a card.

        Raises:
            IllegalMove: The rules refuse it.
            Unreadable: It has no meaning.
        """
        if card := CARDS.get(words):
            self.make(Played(seat, card))
        elif words in _SHORT:
            self.make(_SHORT[words](seat))
        elif _BID.fullmatch(words):
            self.make(Bid(seat, int(words)))
        elif declared := _DECLARATION.fullmatch(words):
            self._declare(seat, *declared.groups())
        elif self.declaring is not None and "." in words:
            self._lay_away(seat, self.declaring, words)
        else:
            raise UnreadableNotation(f"{words[:20]} means nothing")

    def _declare(self, seat: Seat, letter: str, flags: str, listed: str | None) -> None:
        declared = declaration(seat, letter, flags)
        phase = self.state.phase
        if not isinstance(phase, Contracting) or not phase.picked_up or phase.discarded:
            self.make(declared)
            if listed is not None:
                self._shows_hand(said_cards(listed, what="the hand"))
        elif seat != phase.declarer:
            raise IllegalMove(declared, (NOT_YOUR_TURN,))
        elif self.declaring is not None:
            raise IllegalMove(declared, (_DECLARED,))
        elif listed is None:
            self._check_alone(phase, declared)
            self.declaring = declared
        else:
            self._lay_away(seat, declared, listed)

    def _check_alone(self, phase: Contracting, declared: Declared) -> None:
        """Check a declaration that comes before the discards, as if they had been made."""
        discarded = self.state._replace(phase=phase._replace(discarded=True))
        if clauses := tuple(rules.breaches(discarded, declared)):
            raise IllegalMove(declared, self._all_of(clauses))

    def _lay_away(self, seat: Seat, declared: Declared, listed: str) -> None:
        cards = said_cards(listed, what="the discards")
        self.declaring = None
        self.make(Discarded(seat, cards[:SKAT]))
        self.make(declared)
        if len(cards) > SKAT:
            self._shows_hand(cards[SKAT:])

    def _shows_hand(self, cards: Cards) -> None:
        play = self.play
        if play is None or not play.contract.ouvert or {*cards} != {*play.held}:
            raise UnreadableNotation(
                f"{len(cards)} cards that are not an open hand follow the contract"
            )


_SHORT: Final[dict[str, type[Held | Passed | PickedUp]]] = {"y": Held, "p": Passed, "s": PickedUp}


def declaration(seat: Seat, letter: str, flags: str) -> Declared:
    """Parse a game such as ``CHS``; the announcements are a set, some include others."""
    kind = KINDS[letter]
    ouvert, schwarz, schneider = (flag in flags for flag in "OZS")
    announced = kind != "null" and (ouvert or schwarz or schneider)
    declared = Declared(seat, kind, "H" in flags or announced, schneider, schwarz, ouvert)
    return declared.meant()
