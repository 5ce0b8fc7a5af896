"""A record of the server itself: played by our rules until somebody gives up or is gone."""

import re
from typing import Final

from domain.event import Seat
from domain.game import DEAL_OVER, IllegalMove
from domain.games.skat.iss.cards import said_cards
from domain.games.skat.iss.rerun import Rerun
from domain.games.skat.iss.result import NOBODY
from domain.games.skat.model import Passed
from domain.games.skat.play import defenders
from domain.notation import Unreadable

SERVER: Final = "w"
_GONE: Final = re.compile(r"(TI|LE)\.([012])")


class ServerRerun(Rerun):
    """A deal as that server plays it. Seats are its players: 0, 1, 2.

    Whoever resigns does not take it back; the play goes on until the declarer does, or both
    defenders have. Cards that are shown change nothing there. Who leaves, or has no time left, ends
    the game.
    """

    resigned: tuple[Seat, ...] = ()
    timed_out: Seat = NOBODY
    left: Seat = NOBODY
    stopped: bool = False
    """Whether somebody has ended it before its time."""
    untold: frozenset[str] = frozenset()
    """Fields of the result of which nothing can be said."""

    @property
    def ended(self) -> bool:
        """Whether it has ended, however."""
        return self.stopped or self.over

    def hear(self, who: str, words: str) -> None:
        """Do what the record says next.

        Raises:
            IllegalMove: The rules refuse it.
            Unreadable: It means nothing.
        """
        if who == SERVER:
            self._by_itself(words)
            return
        seat = int(who)
        if words == "RE":
            self._resign(seat)
        elif words == "SC" or words.startswith("SC."):
            _shown(words)
        elif self.stopped:
            raise IllegalMove(Passed(seat), (DEAL_OVER,))  # whatever it was that he did
        else:
            self.say(seat, words)

    def _by_itself(self, words: str) -> None:
        gone = _GONE.fullmatch(words)
        if gone is None:
            self.skat_is(words)
        elif self.ended:
            self.untold = frozenset(("l", "to", "p0", "p1", "p2"))
        elif gone[1] == "TI":
            self.timed_out, self.stopped = int(gone[2]), True
        else:
            self.left, self.stopped = int(gone[2]), True

    def _resign(self, seat: Seat) -> None:
        if self.ended:
            return
        play = self.play
        if play is None:
            raise Unreadable("RE where nothing is played")
        self.resigned = (*self.resigned, seat)
        others = defenders(play, self.state.players)
        self.stopped = seat == play.declarer or {*others} <= {*self.resigned}


def _shown(words: str) -> None:
    if words != "SC":
        said_cards(words.removeprefix("SC."), what="SC")
