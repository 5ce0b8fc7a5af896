"""Games that XSkat has played against itself, read from its log and its list.

`xskat -auto 200 -log LOG -list LIST` needs no screen. A game in the log:

     Computer1   Computer2   Computer3          players, clockwise; the columns of all that follows
    ----------------------------------------
      CLUB J      Spade 7     Spade_A           a trick: _ marks the lead, capitals the taker
      …
    ---- random_seed 1795226663 0 2 --------
      CLUB J      DIAMOND J   Club 8            the hands that were played; capitals: trumps
      …
    ----------------------------------------
    Skat is: Spade 9,Spade K                    after the discard
    Skat was: Heart 7,Spade J                   before it
    Last bid: 18
    Computer1 played Grand                      and then: Played Hand, Played ouvert Hand
    Lost with: 59 points                        in null only: Lost

The list has a line for each game: ``e``, the declarer, two variants, the value (doubled if it was
lost), and 1 if it was won.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from domain.games.skat.cards import KINDS, Kind
from domain.games.skat.model import Contract
from domain.kernel.cards import SUITS, Card, Cards

PROGRAM: Final = shutil.which("xskat") or shutil.which("/usr/games/xskat")
"""Debian has games in a folder of their own."""
BATCH: Final = 200
"""Its list keeps the last 360 games."""

OFFICIAL: Final = (
    *("-noramsch", "-nokontra", "-nobock", "-nospitze", "-norevolution", "-noklopfen"),
    *("-noschenken", "-newrules", "-noshortcut", "-tlist", "-lang", "english"),
)
"""No variants, lost hand games count twice, every trick played, the list by Seeger and Fabian."""
_CARD: Final = re.compile(r"(Diamond|Heart|Spade|Club)([ _])(10|[AKQJ987])", re.IGNORECASE)
_KINDS: Final[dict[str, Kind]] = {kind.capitalize().rstrip("s"): kind for kind in KINDS}
_SAID: Final = {
    "Played Hand": ("hand",),
    "Played ouvert": ("ouvert",),
    "Played ouvert Hand": ("hand", "ouvert"),
    "Schneider announced": ("schneider",),
    "Schwarz announced": ("schneider", "schwarz"),
}
_LINE: Final = re.compile(r"^-{4}.*\n", re.MULTILINE)
_GAME: Final = re.compile(r"^=+\n", re.MULTILINE)


class Trick(NamedTuple):
    """A trick; the cards are by player."""

    cards: Cards
    leader: int
    taker: int


class Settlement(NamedTuple):
    """The score of a game."""

    won: bool
    points: int | None
    """The declarer's; not said in null."""
    value: int
    """As it is entered in the list, with its sign."""


class Game(NamedTuple):
    """A finished game; players are 0 to 2, clockwise."""

    hands: tuple[Cards, ...]
    """With which the tricks were played."""
    found: Cards
    """The skat before the discard."""
    laid: Cards
    """The skat after it."""
    forehand: int
    tricks: tuple[Trick, ...]
    declarer: int
    bid: int
    contract: Contract
    settlement: Settlement

    @property
    def dealt(self) -> tuple[Cards, ...]:
        """The hands as they were dealt."""
        twelve = {*self.hands[self.declarer], *self.laid}
        own = tuple(sorted(twelve - set(self.found)))
        return (*self.hands[: self.declarer], own, *self.hands[self.declarer + 1 :])


class Passed(NamedTuple):
    """A deal in which all players have passed."""

    dealt: tuple[Cards, ...]
    found: Cards
    forehand: int


class Batch(NamedTuple):
    """Consecutive games, with rotating dealers."""

    games: tuple[Game | Passed, ...]
    totals: tuple[int, ...]
    """The total of the list, for each player."""


def play(folder: Path, count: int, *, deals: str, skill: Sequence[int] = (0, 0, 0)) -> Batch:
    """Run the program.

    Args:
        folder: An empty one.
        count: The number of games; at most `BATCH`.
        deals: The source of the cards, as program arguments.
        skill: How well each player plays, from 0 down to -4.
    """
    assert PROGRAM is not None, "it is installed"
    output, listed = folder / "log", folder / "list"
    files = ("-log", str(output), "-list", str(listed), "-game", "-")
    printed = subprocess.run(
        [PROGRAM, "-auto", str(count), *OFFICIAL, *skills(skill), *files],
        input=deals,
        env={"HOME": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    texts = _GAME.split(output.read_text("ascii"))[:-1]
    lines = [line for line in listed.read_text("ascii").splitlines() if line[0] == "e"]
    games = tuple(_game(text, line) for text, line in zip(texts, lines, strict=True))
    return Batch(games, tuple(map(int, printed.split())))


def skills(levels: Sequence[int]) -> tuple[str, ...]:
    """How well each player plays, as program arguments."""
    given = (f"-s{player} {level}" for player, level in enumerate(levels, start=1))
    return tuple(" ".join(given).split())


def seeded(seed: int) -> str:
    """Cards from the program's own shuffle."""
    return f"random_seed {seed} 0 2\n"


def predefined(deals: Iterable[tuple[Sequence[Cards], Cards]]) -> str:
    """Cards from these hands, one for each player, and skats."""
    return "".join(_predefined(hands, skat) for hands, skat in deals)


def _predefined(hands: Sequence[Cards], skat: Cards) -> str:
    place = {card: at for at, cards in enumerate((skat, *hands)) for card in cards}
    rows = ([place[Card(rank + suit)] for rank in "ATKQJ987"] for suit in reversed(SUITS))
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


# --- Reading ------------------------------------------------------------------------------------


def _game(text: str, listed: str) -> Game | Passed:
    _, tricks, held, end = _LINE.split(text)
    _, player, _, _, value, won = listed.split()
    hands = tuple(zip(*map(_cards, held.splitlines()), strict=True))
    facts = dict(line.split(": ") for line in end.splitlines() if ": " in line)
    laid = _cards(facts["Skat is"])
    if "Pass" in tricks:
        assert value == "0"
        return Passed(hands, laid, re.findall(r"[ _]Pass", tricks).index("_Pass"))
    played = tuple(map(_trick, tricks.splitlines()))
    counted = next((words for fact, words in facts.items() if fact.endswith(" with")), None)
    return Game(
        hands=hands,
        found=_cards(facts["Skat was"]),
        laid=laid,
        forehand=played[0].leader,
        tricks=played,
        declarer=int(player),
        bid=int(facts["Last bid"]),
        contract=_contract(end, int(player)),
        settlement=Settlement(
            won=won == "1",
            points=None if counted is None else int(counted.split()[0]),
            value=int(value) if won == "1" else -int(value),
        ),
    )


def _contract(end: str, declarer: int) -> Contract:
    """The contract; every word must be understood."""
    kind, *words = (line for line in end.splitlines() if line and ": " not in line)
    *who, what = kind.split()
    assert who == [f"Computer{declarer + 1}", "played"]
    said = {each for line in words if line not in {"Won", "Lost"} for each in _SAID[line]}
    return Contract(_KINDS[what], **dict.fromkeys(said, True))


def _trick(line: str) -> Trick:
    found = tuple(_CARD.finditer(line))
    taker = next(at for at, card in enumerate(found) if card[1].isupper())
    leader = next((at for at, card in enumerate(found) if card[2] == "_"), taker)
    return Trick(tuple(map(_card, found)), leader, taker)


def _cards(line: str) -> Cards:
    return tuple(map(_card, _CARD.finditer(line)))


def _card(found: re.Match[str]) -> Card:
    suit, _, rank = found.groups()
    return Card(rank.replace("10", "T") + suit[0].upper())
