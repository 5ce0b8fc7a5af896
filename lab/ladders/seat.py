"""A bot of ours in one seat beside two XSkats, on each seat of each deal in turn.

XSkat has no seat for another program. So it runs in a debugger, which stops it where a seat
decides, and the decision of our bot takes the place of its own. The places are those of one build:
of Debian's `xskat` 4.0-8 for x86-64. The code inside the debugger runs in the Python of gdb, which
has to be of the version of `.venv`.
"""

import json
import os
import shutil
import subprocess
import sysconfig
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, cast

import bots
from domain.games import GAMES
from domain.games.skat.model import (
    PLAYERS,
    Bid,
    Contract,
    Declared,
    Discarded,
    Held,
    Passed,
    PickedUp,
    Played,
    Settled,
)
from domain.games.skat.phases import Bidding, Contracting, State
from domain.games.skat.phases import Playing as Play
from domain.kernel.cards import Card
from domain.kernel.event import Event, Seat
from domain.kernel.moves import legal_moves
from lab.ladders.matches import points
from lab.ladders.players import Player, bot
from lab.ladders.xskat import hands_and_skat
from tests.bots.deals import dealt
from tests.oracles import xskat

ROOT: Final = Path(__file__).parents[2]
DEALS: Final = 720
FIRST: Final = 10_001
"""Deals that no choice of a bot has looked at."""
GDB: Final = shutil.which("gdb")
BUILD: Final = "743489a71e8497e198c7f67832f363da9b1c34ca"
"""The build that the places belong to, by its notes."""

# Where it stops.
AUCTION: Final = 0xEDC0
"""Before the auction: the cards are dealt, and each player has its limit."""
CONTRACT: Final = 0xA5C0
"""Before the declarer decides: the function returns without a value."""
CARD: Final = 0x134D2
"""Before a card is played: its place is in `edi`, the player in `esi`."""

# Its knowledge.
CARDS: Final = 0x6D520
"""Ten of each player, and two of the skat; -1: played."""
LIMITS: Final = 0x6D8F0
FOREHAND: Final = 0x6D488
"""Of the auction, before it."""
DECLARER: Final = 0x6D480
TRUMPS: Final = 0x6D420
HAND: Final = 0x6D41C
OUVERT: Final = 0x6D3A8
LAID: Final = 0x6D474
"""How many cards have been laid away."""
SEEN: Final = 0x6D4A0
"""By card: 1: the declarer knows where it is, 2: it was played."""
CHANCE: Final = 0x6B668

GAMES_OF_XSKAT: Final = ("diamonds", "hearts", "spades", "clubs", "grand", "null")
NULL: Final = -1
RANKS: Final = "ATKQJ987"
ONE_BID: Final = 17
"""A limit: 18 is named, and not held."""

HEADING: Final = "\n## Between two XSkats\n"
ABSENT: Final = "\nDebian's XSkat 4.0-8 or gdb was not installed, so nothing was played.\n"
ABOUT: Final = """
`{player}` has played {deals} deals from {first} on between two XSkats at their best, on each
seat of each deal, by a debugger (`lab/ladders/seat.py`). The points are Seeger-Fabian points of
a list; XSkat's own list has the same totals. Intervals of 95 % take the seats of a deal as one
value.

| | {player} | each XSkat |
|---|---|---|
"""
GAMES_DECLARED: Final = """\
| games that it declares | number | won | points each |
|---|---|---|---|
"""


class Memory:
    """The program, stopped by the debugger."""

    def __init__(self, arguments: str) -> None:
        self._gdb = gdb = import_module("gdb")  # only its own Python has it
        for setting in ("pagination off", "confirm off", "print thread-events off"):
            gdb.execute(f"set {setting}")
        gdb.execute(f"starti {arguments}", to_string=True)
        self._inferior: Any = gdb.selected_inferior()
        maps = Path(f"/proc/{self._inferior.pid}/maps").read_text("ascii")
        self._base = int(maps.split("-", 1)[0], 16)
        for place in (AUCTION, CONTRACT, CARD):
            gdb.execute(f"break *{self._base + place}", to_string=True)

    def stops(self) -> Iterator[int]:
        """The places where it stops, until it ends."""
        while True:
            self._gdb.execute("continue", to_string=True)
            if not self._inferior.pid:
                return
            yield self.register("pc") - self._base

    def register(self, name: str) -> int:
        """The value of a register."""
        return int(self._gdb.parse_and_eval(f"(long)${name}"))

    def set_register(self, name: str, value: int) -> None:
        """Change a register."""
        self._gdb.execute(f"set ${name} = {value}")

    def leave(self) -> None:
        """Return from the function that has just been called."""
        stack = self.register("rsp")
        back = int.from_bytes(bytes(self._inferior.read_memory(stack, 8)), "little")
        self.set_register("rsp", stack + 8)
        self.set_register("pc", back)

    def read(self, place: int, count: int = 1) -> tuple[int, ...]:
        """Integers from a place on."""
        found = bytes(self._inferior.read_memory(self._base + place, 4 * count))
        four = (found[at : at + 4] for at in range(0, len(found), 4))
        return tuple(int.from_bytes(each, "little", signed=True) for each in four)

    def write(self, place: int, *values: int) -> None:
        """Integers from a place on."""
        data = b"".join(value.to_bytes(4, "little", signed=True) for value in values)
        self._inferior.write_memory(self._base + place, data)


def card_of(number: int) -> Card:
    """A card by XSkat's number."""
    return Card(RANKS[number & 7] + "DHSC"[number >> 3])


def number_of(card: Card) -> int:
    """XSkat's number of a card."""
    return "DHSC".index(card[1]) << 3 | RANKS.index(card[0])


class Table:
    """A deal, played by XSkat and by ours at the same time."""

    def __init__(self, memory: Memory, number: int, own: int, player: Player) -> None:
        self.memory = memory
        self.playing = dealt(GAMES["skat"], number)
        self.player = player
        self.forehand = memory.read(FOREHAND)[0]
        self.own = self.state.players[own]
        """Our seat."""
        held = [*map(card_of, memory.read(CARDS, 30))]
        for at, seat in enumerate(self.state.players):
            first = 10 * ((self.forehand + at) % PLAYERS)
            assert {*held[first : first + 10]} == {*self.state.hands[seat]}
        memory.write(CHANCE, number, 0)

    @property
    def result(self) -> "Outcome":
        """The outcome, once it is over."""
        settled = cast("Settled", GAMES["skat"].outcome(self.state))
        got = points(GAMES["skat"], self.state)
        by_player = tuple(got[self.seat_of(player)] for player in range(PLAYERS))
        own, declarer = self.player_of(self.own), settled.declarer
        if declarer is None:
            return Outcome(by_player, own, None, "", won=False)
        return Outcome(by_player, own, self.player_of(declarer), str(settled.contract), settled.won)

    @property
    def state(self) -> State:
        """The deal."""
        return cast("State", self.playing.state)

    @property
    def turn(self) -> Seat | None:
        """The seat to act."""
        return GAMES["skat"].to_act(self.state)

    def seat_of(self, player: int) -> Seat:
        """Our number of a seat of XSkat."""
        return self.state.players[(player - self.forehand) % PLAYERS]

    def player_of(self, seat: Seat) -> int:
        """The reverse."""
        return (self.forehand + self.state.players.index(seat)) % PLAYERS

    def ours(self) -> Event:
        """Make our move."""
        move = self.player.choose(self.playing, self.own)
        assert move is not None
        self.playing.make(move)
        return move

    def theirs(self, wanted: Any) -> None:
        """Make the one legal move that is wanted."""
        seat = cast("Seat", self.turn)
        legal = legal_moves(GAMES["skat"], self.playing.view(seat), seat)
        self.playing.make(next(filter(wanted, legal)))

    def auction(self) -> None:
        """Play the auction; then XSkat plays it with the same end."""
        limits = [*self.memory.read(LIMITS, PLAYERS)]
        last = 0
        while isinstance(bidding := self.state.phase, Bidding) and self.turn is not None:
            if self.turn == self.own:
                move = self.ours()
                if isinstance(move, Bid | Held):
                    last = move.value if isinstance(move, Bid) else bidding.value
            else:
                limit = limits[self.player_of(self.turn)]
                self.theirs(lambda move, at=bidding, to=limit: _bids(move, at, to))
        limits[self.player_of(self.own)] = last
        self.memory.write(LIMITS, *limits)

    def contract(self) -> None:
        """Declare as ours, if it is the declarer."""
        declarer = self.memory.read(DECLARER)[0]
        assert cast("Contracting", self.state.phase).declarer == self.seat_of(declarer)
        if self.seat_of(declarer) != self.own:
            return
        while isinstance(self.state.phase, Contracting):
            self.ours()
        contract = cast("Play", self.state.phase).contract
        memory = self.memory
        if not contract.hand:
            memory.write(CARDS + 40 * declarer, *map(number_of, self.state.hands[self.own]))
            laid = [*map(number_of, self.state.skat)]
            memory.write(CARDS + 120, *laid)
            for each in laid:
                memory.write(SEEN + 4 * each, 1)
        kind = GAMES_OF_XSKAT.index(contract.kind)
        memory.write(TRUMPS, NULL if contract.kind == "null" else kind)
        memory.write(HAND, contract.hand)
        memory.write(OUVERT, contract.ouvert)
        memory.write(LAID, 2)
        memory.leave()

    def card(self) -> None:
        """Play a card: XSkat's, or ours instead."""
        memory = self.memory
        if isinstance(self.state.phase, Contracting):
            self._declared()
        at, player = memory.register("rdi") & 0xFFFFFFFF, memory.register("rsi") & 0xFFFFFFFF
        held = memory.read(CARDS, 32)
        assert self.turn == self.seat_of(player), (self.turn, self.state)
        if self.turn == self.own:
            move = cast("Played", self.ours())
            memory.set_register("rdi", held.index(number_of(move.card)))
        else:
            card = card_of(held[at])
            self.theirs(lambda move: isinstance(move, Played) and move.card == card)

    def _declared(self) -> None:
        kind = GAMES_OF_XSKAT[self.memory.read(TRUMPS)[0]]
        hand, ouvert = (bool(self.memory.read(place)[0]) for place in (HAND, OUVERT))
        says = Contract(cast("Any", kind), hand=hand, ouvert=ouvert)
        if not hand:
            laid = {*map(card_of, self.memory.read(CARDS + 120, 2))}
            self.theirs(lambda move: isinstance(move, PickedUp))
            self.theirs(lambda move: isinstance(move, Discarded) and {*move.cards} == laid)
        self.theirs(lambda move: isinstance(move, Declared) and move.says == says)


def _bids(move: Event, bidding: Bidding, limit: int) -> bool:
    if bidding.asked:
        return isinstance(move, Held if limit >= bidding.value else Passed)
    match move:
        case Bid():
            return limit >= move.value or (limit == ONE_BID and move.value == 18)
        case _:
            return isinstance(move, Passed)


def inside() -> None:
    """Play the deals, inside of the debugger; write a line for each seat of each."""
    given = json.loads(os.environ["PLAYED"])
    player = bot(given["level"], opened=given["opened"])(GAMES["skat"])
    first, deals = given["first"], given["deals"]
    left = ((number, own) for number in range(first, first + deals) for own in range(PLAYERS))
    memory = Memory(given["arguments"])
    table: Table | None = None
    with Path(given["results"]).open("w", encoding="ascii") as results:
        for place in memory.stops():
            if place == AUCTION:
                if table is not None:
                    results.write(json.dumps(table.result) + "\n")
                table = Table(memory, *next(left), player)
                table.auction()
            elif place == CONTRACT:
                cast("Table", table).contract()
            else:
                cast("Table", table).card()
        results.write(json.dumps(cast("Table", table).result) + "\n")


# --- Outside of the debugger --------------------------------------------------------------------


class Outcome(NamedTuple):
    """The outcome of a deal for our bot."""

    points: tuple[int, ...]
    """By player of XSkat, in the list."""
    own: int
    """Our player."""
    declarer: int | None
    """None: all have passed."""
    kind: str
    won: bool

    @property
    def ours(self) -> int:
        """The points of our bot."""
        return self.points[self.own]

    @property
    def theirs(self) -> float:
        """The mean of the points of both XSkats."""
        return (sum(self.points) - self.ours) / (PLAYERS - 1)


def is_available() -> bool:
    """Whether gdb is there, and the build of XSkat whose places are known."""
    program = xskat.PROGRAM
    return bool(GDB and program) and bytes.fromhex(BUILD) in Path(cast("str", program)).read_bytes()


def play(
    deals: int, *, first: int = FIRST, level: str = "hard", opened: int = bots.NEWEST
) -> tuple[list[Outcome], tuple[int, ...]]:
    """Play each deal three times, with our bot on each seat in turn.

    Returns:
        The outcomes, and the totals of XSkat's own list.
    """
    given = [hands_and_skat(number) for number in range(first, first + deals)]
    rotated = [((middle, rear, fore), skat) for (fore, middle, rear), skat in given]
    with TemporaryDirectory() as folder:
        cards, results, totals = (Path(folder, name) for name in ("cards", "results", "totals"))
        cards.write_text(xskat.predefined(each for each in rotated for _ in range(PLAYERS)))
        arguments = ("-auto", str(deals * PLAYERS), *xskat.OFFICIAL, *xskat.skills((0, 0, 0)))
        files = (
            "-game",
            str(cards),
            "-list",
            f"{folder}/list",
            "-log",
            f"{folder}/log",
            ">",
            str(totals),
        )
        played = {"level": level, "opened": opened, "first": first, "deals": deals}
        played |= {"results": str(results), "arguments": " ".join((*arguments, *files))}
        paths = [str(ROOT), sysconfig.get_path("purelib")]
        commands = (f"import sys; sys.path[:0] = {paths}", f"from {__name__} import *; inside()")
        run = [cast("str", GDB), "-batch", "-nx"]
        run += [word for each in commands for word in ("-ex", f"python {each}")]
        subprocess.run(
            [*run, cast("str", xskat.PROGRAM)],
            env={"HOME": folder, "PLAYED": json.dumps(played)},
            capture_output=True,
            check=True,
        )
        found = [Outcome(*json.loads(line)) for line in results.read_text("ascii").splitlines()]
        return found, tuple(map(int, totals.read_text("ascii").split()))


def section(deals: int = DEALS) -> str:
    """The section of LADDERS.md."""
    if not is_available():
        return HEADING + ABSENT
    outcomes = play(deals)[0]
    player = bots.actor(GAMES["skat"], "hard", seat=0).label
    ours, theirs = (mean_of([*each]) for each in zip(*_by_deal(outcomes), strict=True))
    text = HEADING + ABOUT.format(player=player, deals=f"{deals:,}", first=f"{FIRST:,}")
    text += f"| points a deal | {ours} | {theirs} |\n\n" + GAMES_DECLARED
    declared = defaultdict[str, list[Outcome]](list)
    for each in outcomes:
        if each.declarer == each.own:
            declared[each.kind].append(each)
            declared["all"].append(each)
    for kind, games in sorted(declared.items(), key=lambda each: len(each[1])):
        won = fmean(each.won for each in games)
        mean = fmean(each.ours for each in games)
        text += f"| {kind} | {len(games)} | {won:.1%} | {mean:.1f} |\n"
    return text


def _by_deal(outcomes: list[Outcome]) -> Iterator[tuple[float, float]]:
    for at in range(0, len(outcomes), PLAYERS):
        seats = outcomes[at : at + PLAYERS]
        yield fmean(each.ours for each in seats), fmean(each.theirs for each in seats)


def mean_of(values: list[float]) -> str:
    """The mean, and half of its 95 % interval."""
    return f"{fmean(values):.1f} ± {1.96 * stdev(values) / sqrt(len(values)):.1f}"
