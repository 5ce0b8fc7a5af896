"""Players of a ladder: bots, and yardsticks that do not change."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias, cast

import bots
from domain.fairness.framing import tagged_hash, u32
from domain.games.durak import model as durak
from domain.games.durak.rules import RANK as DURAK_RANK
from domain.games.goat.model import Scored
from domain.games.skat import model as skat
from domain.games.skat.cards import NULL, POINTS, STRENGTH, taker
from domain.games.skat.phases import Playing as SkatPlaying
from domain.games.skat.phases import State as SkatState
from domain.games.svoi_kozyri import model as svoi_kozyri
from domain.games.svoi_kozyri.rules import RANK as SVOI_KOZYRI_RANK
from domain.kernel.branch import Begun
from domain.kernel.deal import Opened, by_hand
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game
from domain.kernel.moves import decide, legal_moves
from domain.kernel.policy import Sight
from lab.ladders import goat
from offline.deals import RunningDeal
from tests.bots.deals import chosen, terms
from tests.redealing import dealt_anew

FROZEN: Final = 4
"""The last version of `deal.opened` that has `medium/1`; of Skat it is the version before."""
TRUMP: Final = 9
"""The price of a trump over another card of its rank, in ranks."""
TRIES: Final = 200
"""How many shuffles are tried for a world."""
WORLDS: Final = 100
"""The worlds of the yardstick of Goat."""
LONGEST: Final = 400
"""A playout of more moves counts as drawn."""

Rule: TypeAlias = Callable[[Any, tuple[Event, ...]], Event]
"""A move by a view and the legal moves."""
Choose: TypeAlias = Callable[[RunningDeal, Seat], Event | None]
"""None: the seat waits, where it may move out of turn."""


class Player(NamedTuple):
    """A player of a ladder."""

    name: str
    choose: Choose


def bot(level: str, *, opened: int = bots.NEWEST) -> Callable[[Game[Any]], Player]:
    """The bot of a level, as it plays deals of a version of `deal.opened`."""

    def of(game: Game[Any]) -> Player:
        def choose(playing: RunningDeal, seat: Seat) -> Event | None:
            return chosen(playing, seat, level, opened=opened)

        return Player(bots.actor(game, level, seat=0, opened=opened).label, choose)

    return of


def greedy(game: Game[Any]) -> Player:
    """The player that plays its cheapest card that will do."""
    rule = RULES[game.key]

    def choose(playing: RunningDeal, seat: Seat) -> Event:
        view = playing.view(seat)
        return rule(view, legal_moves(game, view, seat))

    return Player("greedy", choose)


def greedy_skat(game: Game[Any]) -> Player:
    """The player of Skat that declares as `medium/1`, and plays its cheapest card that will do.

    It takes no trick from its partner.
    """
    declares = bot("medium", opened=FROZEN - 1)(game)

    def choose(playing: RunningDeal, seat: Seat) -> Event | None:
        view = playing.view(seat)
        play = view.phase
        cards = [each for each in legal_moves(game, view, seat) if isinstance(each, skat.Played)]
        if not cards or play.contract.kind == NULL:
            return declares.choose(playing, seat)
        kind, trick = play.contract.kind, play.trick
        taking = [each for each in cards if taker((*trick, each.card), kind) == len(trick)]
        if trick and play.declarer not in {seat, _taking(view)}:
            taking = []
        return min(taking or cards, key=lambda each: (POINTS[each.card], STRENGTH[kind][each.card]))

    return Player("greedy", choose)


def _taking(view: SkatState) -> Seat:
    """The seat that would take the trick now."""
    play = cast("SkatPlaying", view.phase)
    at = view.players.index(play.leader) + taker(play.trick, play.contract.kind)
    return view.players[at % len(view.players)]


def playouts(worlds: int) -> Callable[[Game[Any]], Player]:
    """The player that plays some worlds out greedily after each of its moves.

    Each world is one way to deal the cards that it has not seen. With one world, this is the
    one-ply player; with many, flat Monte Carlo.
    """

    def of(game: Game[Any]) -> Player:
        def choose(playing: RunningDeal, seat: Seat) -> Event:
            view = playing.view(seat)
            legal = legal_moves(game, view, seat)
            if len(legal) == 1:
                return legal[0]
            values = [0] * len(legal)
            for number in range(worlds):
                state = _world(playing, seat, number).state
                for at, move in enumerate(legal):
                    values[at] += _played_out(game, state, move, seat)
            return legal[values.index(max(values))]

        name = "one-ply playouts" if worlds == 1 else f"flat Monte Carlo, {worlds} worlds"
        return Player(name, choose)

    return of


def flat_goat(game: Game[Any]) -> Player:
    """Flat Monte Carlo of Goat, much faster than `playouts`."""

    def choose(playing: RunningDeal, seat: Seat) -> Event | None:
        view = playing.view(seat)
        sight = Sight(
            *(seat, playing.shown(seat), view, legal_moves(game, view, seat)),
            may_wait=False,
            budget=WORLDS,
        )
        return goat.flat(sight).move

    return Player(f"flat Monte Carlo, {WORLDS} worlds", choose)


def _world(playing: RunningDeal, seat: Seat, number: int) -> Begun:
    events = playing.events
    first = cast("Opened", events[0])
    world = dealt_anew(
        playing.game,
        events,
        at=len(events),
        seat=seat,
        opened=by_hand(terms(playing.game, first.number, first.options)),
        key=tagged_hash("ladders", first.deal.encode(), u32(len(events)), u32(number)),
        tries=TRIES,
    )
    return world or Begun((), playing.state)


def _played_out(game: Game[Any], state: Any, move: Event, seat: Seat) -> int:
    """1 if the seat wins, -1 if the other one does, else 0."""
    rule = RULES[game.key]
    for _ in range(LONGEST):
        state = decide(game, state, move, seen=state)[1]
        turn = game.to_act(state)
        if turn is None:
            break
        move = rule(state, legal_moves(game, state, turn))
    return value(game, state, seat)


def value(game: Game[Any], state: Any, seat: Seat) -> int:
    """1 if the seat's side of two has won, -1 if the other one has, else 0."""
    outcome = game.outcome(state)
    if isinstance(outcome, Scored):
        mine, theirs = outcome.points[seat % 2], outcome.points[1 - seat % 2]
        return (mine > theirs) - (mine < theirs)
    winner = getattr(outcome, "winner", None)
    return 0 if winner is None else 1 if winner == seat else -1


# --- Greedy rules -------------------------------------------------------------------------------


def _durak(view: durak.State, legal: tuple[Event, ...]) -> Event:
    """The cheapest card; no trump is added while there is a stock. Takes only if it must."""

    def price(move: durak.Attacked | durak.Beaten) -> int:
        return DURAK_RANK[move.card] + (TRUMP if move.card[1] == view.trump else 0)

    cards = [move for move in legal if isinstance(move, durak.Attacked | durak.Beaten)]
    words = [move for move in legal if not isinstance(move, durak.Attacked | durak.Beaten)]
    if not cards:
        return words[0]
    cheapest = min(cards, key=price)
    adds = bool(words) and isinstance(cheapest, durak.Attacked)
    return words[0] if adds and view.stock and price(cheapest) >= TRUMP else cheapest


def _svoi_kozyri(view: svoi_kozyri.State, legal: tuple[Event, ...]) -> Event:
    """Beats with the cheapest card, and plays the cheapest one on top. Takes only if it must."""

    def price(card: str | None, seat: Seat) -> int:
        if card is None:
            return 0
        trump = TRUMP if card[1] == view.trumps[seat] else 0
        return SVOI_KOZYRI_RANK[cast("Any", card)] + trump

    def cost(move: Event) -> tuple[int, ...]:
        match move:
            case svoi_kozyri.Led():
                return (0, price(move.card, move.seat))
            case svoi_kozyri.Beaten():
                return (0, price(move.card, move.seat), price(move.then, move.seat))
            case _:
                return (1,)

    return min(legal, key=cost)


RULES: Final[dict[str, Rule]] = {
    "durak": _durak,
    "goat": goat.cheapest,
    "svoi_kozyri": _svoi_kozyri,
}
