"""The same deals of Skat by our bots and by XSkat, side by side.

XSkat plays all three seats here; `lab/ladders/seat.py` puts our bot beside two of it. The hands are
given to it by its option `-game`, and the contracts and results are read from its log and its list.
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, cast

from domain.games import GAMES
from domain.games.skat.cards import KINDS
from domain.games.skat.lists import list_points
from domain.games.skat.model import PLAYERS, Settled
from domain.games.skat.phases import State
from domain.kernel.cards import Cards
from lab.ladders.matches import played
from lab.ladders.players import bot
from tests.bots.deals import dealt
from tests.oracles import xskat

DEALS: Final = 120
SHOWN: Final = 20
"""The deals that are listed one by one."""

HEADING: Final = "\n## Beside XSkat\n"
ABSENT: Final = "\nXSkat was not installed (`apt install xskat`), so nothing was compared.\n"
ABOUT: Final = """
XSkat 4.0 at its best has played the deals 1 to {deals} of the ladder on all three seats, and so has
`{ours}`. This shows where the two bid and win differently with the same cards. It
cannot show which one is stronger: a declarer wins more against weaker defenders. XSkat's rules and
ours agree (`tests/oracles`).

The points are Seeger-Fabian points of the declarer, a deal. In the list, F, M and R are forehand,
middlehand and rearhand, and a lost game counts twice.

"""


class Result(NamedTuple):
    """The contract and the result of a deal."""

    declarer: int | None
    """0: forehand, 1: middlehand, 2: rearhand; None: all passed."""
    contract: str
    won: bool
    value: int
    """As it is entered in the list, with its sign."""

    @property
    def cell(self) -> str:
        """The result in a table."""
        if self.declarer is None:
            return "passed"
        return f"{'FMR'[self.declarer]} {self.contract} {self.value:+d}"


def section(deals: int = DEALS) -> str:
    """The section of LADDERS.md."""
    if xskat.PROGRAM is None:
        return HEADING + ABSENT
    player = bot("hard")(GAMES["skat"])
    ours, theirs = our_results(deals), their_results(deals)
    text = HEADING + ABOUT.format(deals=deals, ours=player.name)
    return text + tables(player.name, ours, theirs)


def our_results(deals: int) -> list[Result]:
    """The deals, played by our bots."""
    skat = GAMES["skat"]
    player = bot("hard")(skat)
    states = (played(skat, number, [player] * PLAYERS) for number in range(1, deals + 1))
    return [_our_result(cast("State", state)) for state in states]


def _our_result(state: State) -> Result:
    settled = cast("Settled", GAMES["skat"].outcome(state))
    if settled.declarer is None:
        return Result(None, "", won=False, value=0)
    declarer = state.players.index(settled.declarer)
    return Result(declarer, str(settled.contract), settled.won, settled.value)


def their_results(deals: int) -> list[Result]:
    """The same deals, played by XSkat."""
    dealt_ = [hands_and_skat(number) for number in range(1, deals + 1)]
    found: list[Result] = []
    for first in range(0, deals, xskat.BATCH):
        found += _batch(dealt_[first : first + xskat.BATCH])
    return found


def hands_and_skat(number: int) -> tuple[tuple[Cards, ...], Cards]:
    """The hands of forehand, middlehand and rearhand, and the skat."""
    state = cast("State", dealt(GAMES["skat"], number).state)
    return tuple(state.hands[seat] for seat in state.players), state.skat


def _batch(deals: Sequence[tuple[tuple[Cards, ...], Cards]]) -> list[Result]:
    """Some deals by one run of the program, which reads the hand of forehand last."""
    given = [((middle, rear, fore), skat) for (fore, middle, rear), skat in deals]
    with TemporaryDirectory() as folder:
        games = xskat.play(Path(folder), len(deals), deals=xskat.predefined(given)).games
    found: list[Result] = []
    for game, (hands, skat) in zip(games, deals, strict=True):
        dealt_to = [game.dealt[(game.forehand + at) % PLAYERS] for at in range(PLAYERS)]
        assert [*map(set, dealt_to)] == [*map(set, hands)]
        assert {*game.found} == {*skat}
        found.append(_their_result(game))
    return found


def _their_result(game: xskat.Game | xskat.Passed) -> Result:
    if isinstance(game, xskat.Passed):
        return Result(None, "", won=False, value=0)
    declarer = (game.declarer - game.forehand) % PLAYERS
    won, _, value = game.settlement
    return Result(declarer, game.contract.kind, won, value)


# --- Tables -------------------------------------------------------------------------------------


def tables(name: str, ours: Sequence[Result], theirs: Sequence[Result]) -> str:
    """The totals, the contracts, and the first deals."""
    text = f"| | {name} | XSkat |\n|---|---|---|\n"
    text += _row(
        "deals that all pass", *(sum(r.declarer is None for r in s) for s in (ours, theirs))
    )
    text += _row("points a deal", *(f"{fmean(map(_points, s)):.1f}" for s in (ours, theirs)))
    text += _row("games won", *(_won(s) for s in (ours, theirs)))
    for kind in KINDS:
        text += _row(f"{kind}, won", *(_won(s, kind) for s in (ours, theirs)))
    same = [pair for pair in zip(ours, theirs, strict=True) if _alike(*pair)]
    text += _row("same declarer and contract, won", *(_won(s) for s in zip(*same, strict=True)))
    text += f"\n| deal | {name} | XSkat |\n|---|---|---|\n"
    for number, pair in enumerate(zip(ours, theirs, strict=True), start=1):
        text += _row(str(number), *(each.cell for each in pair)) if number <= SHOWN else ""
    return text


def _row(head: str, *cells: object) -> str:
    return f"| {' | '.join([head, *map(str, cells)])} |\n"


def _alike(one: Result, other: Result) -> bool:
    return one.declarer is not None and one[:2] == other[:2]


def _won(results: Sequence[Result], kind: str | None = None) -> str:
    games = [each for each in results if each.declarer is not None]
    games = [each for each in games if kind in (None, each.contract)]
    won = sum(each.won for each in games)
    return f"{won} of {len(games)}" + (f" ({won / len(games):.0%})" if games else "")


def _points(result: Result) -> int:
    """The declarer's points in the list."""
    if result.declarer is None:
        return 0
    won, value = result.won, result.value
    given = list_points("seeger_fabian", PLAYERS, declarer=result.declarer, won=won, value=value)
    return given[result.declarer]
