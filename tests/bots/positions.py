"""Views of seat 0 at the table, by hand, and what a bot does there. ``?`` is an unknown card."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import bots
from domain.games.durak import DURAK
from domain.games.durak import model as durak
from domain.games.goat import GOAT
from domain.games.goat import model as goat
from domain.games.skat import SKAT
from domain.games.skat.model import Contract, Options
from domain.games.skat.phases import Bidding, Contracting, Offer, Phase, Playing, State
from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.kernel.cards import UNKNOWN, Card, Cards, unknown
from domain.kernel.event import Seat
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves, say
from domain.kernel.policy import FRESH, MEDIUM, Decision
from tests.bots.decisions import SEED
from tests.domain.svoi_kozyri import positions as svoi_kozyri

ME: Seat = 0
PLAYERS = (0, 1, 2)


def cards(text: str) -> Cards:
    return tuple(UNKNOWN if word == "?" else Card(word.replace("10", "T")) for word in text.split())


class Seen(NamedTuple):
    """What seat 0 sees of a deal whose bots have this version of their policies, or the newest."""

    game: Game[Any]
    state: Any
    opened: int = bots.NEWEST

    def decision(self, level: str) -> Decision:
        legal = legal_moves(self.game, self.state, ME)
        given: Any = {"seat": ME, "shown": (), "view": self.state, "legal": legal, "seed": SEED}
        opened = min(self.opened, FRESH) if level == MEDIUM else self.opened  # later ones slip
        return bots.choose(self.game, level, **given, opened=opened)

    def answer(self, level: str) -> str:
        """The move in words: its kind and its fields."""
        move = self.decision(level).move
        return "waits" if move is None else " ".join(_words(say(move)))


def _words(said: Any) -> Sequence[str]:
    if isinstance(said, dict):
        return [
            word
            for name, value in said.items()
            if value is not False
            for word in ([name] if value is True else _words(value))
        ]
    if isinstance(said, list):
        return [word for value in said for word in _words(value)]
    return [str(said)]


def in_durak(
    hand: str, *table: str, attacker: Seat = ME, stock: int = 12, taking: bool = False
) -> Seen:
    """Clubs are trump; a pair on the table is ``9H TH``, an attack ``9H``."""
    state = durak.State(
        durak.Options(),
        dealer=1,
        attacker=attacker,
        trump="C",
        shown=Card("AC"),
        hands=(cards(hand), unknown(6)),
        stock=unknown(stock),
        table=tuple(durak.Pair(*cards(pair)) for pair in table),
        taking=taking,
    )
    return Seen(DURAK, state, opened=4)


def in_goat(
    hand: str,
    *laid: str,
    turn: Seat = ME,
    stock: int = 4,
    theirs: str = "",
    tricks: tuple[int, int] = (1, 1),
    left: str = "",
    opened: int = 4,
) -> Seen:
    """Hearts are trump; ``2 ?``: seat 2 has discarded a card. `theirs` is the pile of the others,
    `left` the hand on the left, if it is known.
    """
    trick = tuple(
        goat.Laid(int(seat), cards(text), face_up="?" not in text)
        for seat, text in (each.split(" ", 1) for each in laid)
    )
    sizes = [len(cards(hand))] * 4
    for each in trick:
        sizes[each.seat] -= len(each.cards)
    hands = [cards(hand), *map(unknown, sizes[1:])]
    state = goat.State(
        goat.Options(),
        dealer=3,
        leader=trick[0].seat if trick else turn,
        trump="H",
        shown=Card("6H"),
        hands=(hands[0], cards(left) or hands[1], *hands[2:]),
        stock=unknown(stock),
        laid=trick,
        best=next((each for each in reversed(trick) if each.face_up), None),
        turn=turn,
        piles=((), cards(theirs)),
        tricks=tricks,
    )
    return Seen(GOAT, state, opened=opened)


def in_svoi_kozyri(mine: str, theirs: str) -> Seen:
    """Seat 0 (trumps S) is to move; all other cards lie on the pile, ``9S`` on top."""
    pile = f"{svoi_kozyri.rest(mine, theirs, '9S')} 9S"
    state: Any = svoi_kozyri.position(mine, theirs, pile=pile).state
    hidden = state._replace(hands=(state.hands[0], unknown(len(state.hands[1]))))
    return Seen(SVOI_KOZYRI, hidden, opened=4)


# --- Skat -----------------------------------------------------------------------------------------


def _in_skat(phase: Phase, hand: str, *, skat: str = "? ?", others: tuple[int, int]) -> Seen:
    """Seat 0 is forehand."""
    hands = (cards(hand), unknown(others[0]), unknown(others[1]))
    view = State(
        Options(), 3, 2, players=PLAYERS, lots=(0,), hands=hands, skat=cards(skat), phase=phase
    )
    return Seen(SKAT, view)


def bidding(hand: str, **phase: Any) -> Seen:
    return _in_skat(Bidding(**phase), hand, others=(10, 10))


def contracting(hand: str, skat: str = "? ?", *, bid: int = 18) -> Seen:
    """Seat 0 declares; the skat is laid away if it is known."""
    laid = UNKNOWN not in cards(skat)
    picked = laid or len(cards(hand)) > 10
    return _in_skat(Contracting(ME, bid, picked, laid), hand, skat=skat, others=(10, 10))


def playing(
    hand: str,
    *,
    contract: str,
    declarer: Seat,
    trick: str = "",
    skat: str = "? ?",
    offer: Any = None,
    leader: Seat | None = None,
) -> Seen:
    """Seat 0 is to play, or to answer an offer; it is the only card but for those of a trick."""
    laid, size = cards(trick), len(cards(hand))
    first = -len(laid) % 3 if leader is None else leader
    phase = Playing(
        declarer,
        18,
        Contract(cast("Any", contract)),
        held=(),
        leader=first,
        trick=laid,
        offer=offer and Offer(offer, (ME, 1)),
    )
    played = {(first + step) % 3 for step in range(len(laid))}
    others = (size - (1 in played), size - (2 in played))
    return _in_skat(phase, hand, skat=skat, others=others)
