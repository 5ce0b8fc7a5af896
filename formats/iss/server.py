"""A record of the server: played by our rules until the server ends it."""

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.games.skat.cards import ALL_POINTS, points_of
from domain.games.skat.model import Passed
from domain.games.skat.play import defenders
from domain.games.skat.scoring import SCHNEIDER
from domain.kernel.event import Json, Seat
from domain.kernel.game import DEAL_OVER
from domain.kernel.moves import IllegalMove
from formats.iss.rerun import Rerun
from formats.iss.result import NOBODY
from formats.notation import Note, UnreadableNotation

SERVER: Final = "w"
_GONE: Final = re.compile(r"(TI|LE)\.([012])")

How: TypeAlias = Literal["l", "to"]
"""A field of the result: the player who has left, or whose time has run out."""
_HOW: Final[dict[str, How]] = {"LE": "l", "TI": "to"}
_SAYS: Final[dict[How, str]] = {"l": "seat {} left", "to": "the time of seat {} ran out"}


class Gone(NamedTuple):
    """A player who was gone after the end."""

    player: Seat
    how: How


class ServerRerun(Rerun):
    """A deal by the rules of that server. Seats are its players: 0, 1, 2.

    A player who resigns cannot take it back. The play goes on until the declarer resigns, or both
    defenders have. Cards that are shown change nothing there. A player who leaves, or has no time
    left, ends the game.
    """

    resigned: tuple[Seat, ...] = ()
    timed_out: Seat = NOBODY
    left: Seat = NOBODY
    stopped: bool = False
    """Whether a player has ended it before its time."""
    gone: tuple[Gone, ...] = ()
    """The players who were gone after the end. The server's result may count that, or not."""
    notes: tuple[Note, ...] = ()
    """Words besides moves, such as a resignation."""

    @property
    def missed(self) -> str:
        """The announced step that can no longer be made; empty: there is none."""
        play = self.play
        if play is not None and play.contract.schwarz and play.tricks[1]:
            return "ouvert" if play.contract.ouvert else "schwarz"
        most = ALL_POINTS - SCHNEIDER
        if play is not None and play.contract.schneider and points_of(play.piles[1]) > most:
            return "schneider"
        return ""

    @property
    def ended(self) -> bool:
        """Whether it has ended, however."""
        return self.stopped or self.over or bool(self.missed)

    def hear(self, who: str, words: str) -> None:
        """Apply the next words of the record.

        Raises:
            IllegalMove: The rules refuse it.
            Unreadable: It has no meaning.
        """
        if who == SERVER:
            self._by_itself(words)
            return
        seat = int(who)
        if words == "RE":
            self._resign(seat)
        elif words == "SC" or words.startswith("SC."):
            if words != "SC":
                self.shows(seat, words)
            self._note(f"seat {seat} shows cards")
        elif self.stopped:
            raise IllegalMove(Passed(seat), (DEAL_OVER,))  # a pass stands for any move
        else:
            self.say(seat, words)

    def _by_itself(self, words: str) -> None:
        found = _GONE.fullmatch(words)
        if found is None:
            self.skat_is(words)
            return
        player, how = gone = Gone(int(found[2]), _HOW[found[1]])
        self._note(_SAYS[how].format(player))
        if self.ended:
            self.gone = (*self.gone, gone)
        elif how == "to":
            self.timed_out, self.stopped = player, True
        else:
            self.left, self.stopped = player, True

    def is_open(self, field: str, value: Json) -> bool:
        """Whether a result may list this player, who was gone after the end."""
        return any(
            (field == how and value == player) or (field == f"p{player}" and value in {0, 1})
            for player, how in self.gone
        )

    def _note(self, text: str) -> None:
        self.notes = (*self.notes, Note(len(self.events), text))

    def _resign(self, seat: Seat) -> None:
        self._note(f"seat {seat} resigned")
        if self.ended:
            return
        play = self.play
        if play is None:
            raise UnreadableNotation("RE where nothing is played")
        self.resigned = (*self.resigned, seat)
        others = defenders(play, self.state.players)
        self.stopped = seat == play.declarer or {*others} <= {*self.resigned}
