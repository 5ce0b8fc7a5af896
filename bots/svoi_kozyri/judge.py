"""Values of every move of Svoi Kozyri, for analyses.

The bots search for the best move, and the values of the others are bounds. Here the same core
searches every move with a full window, all at the same depth. An answer has room for the values of
60 moves, so where there are more, the search is done again for the next ones.
"""

from functools import lru_cache
from itertools import accumulate, repeat
from typing import Final

from bots import core
from bots.svoi_kozyri import decision, question, twin
from domain.games.svoi_kozyri.model import TrumpChosen
from domain.kernel.policy import Decision, Numbers, Policy, Sight

SCALE: Final = 1_000
"""A value is the chance to win in thousandths, less one half."""

_ONE: Final = 10**12
_STEP: Final = 1_010_050_167_084
"""e to the power of 0.01, in parts of `_ONE`: values of the search are hundredths of log odds."""
_FARTHEST: Final = 1_000
_POWERS: Final = [
    *accumulate(repeat(_STEP, _FARTHEST), lambda power, step: power * step // _ONE, initial=_ONE)
]
_PROVED: Final = SCALE // 2
_OPTIONS: Final = 2
"""The place of the word that asks for all values."""


def choose(sight: Sight, _: Numbers) -> Decision:
    """The move with the highest value; the trumps get none, as no card has been seen."""
    if isinstance(sight.legal[0], TrumpChosen) or len(sight.legal) == 1:
        return Decision(sight.legal[0])
    pages = -(-len(sight.legal) // twin.MOST_VALUES)
    given = question(sight._replace(budget=sight.budget // pages))
    found = [decision(sight, _answer(_on_page(given, page))) for page in range(1, pages + 1)]
    values = tuple((move, _chance(value)) for each in found for move, value in each.values)
    positions = sum(each.positions for each in found)
    return found[0]._replace(values=values, positions=positions)


def _on_page(given: list[int], page: int) -> tuple[int, ...]:
    words = given.copy()
    words[_OPTIONS] += 2 * page
    return tuple(words)


@lru_cache(maxsize=16)
def _answer(given: tuple[int, ...]) -> tuple[int, ...]:
    """The answer. All cards are known, so the seat and a reader of the full record ask the same."""
    return core.run("svoi_kozyri", given) if core.is_available() else twin.decide(given)


def _chance(value: int) -> int:
    """The chance to win, less one half; only a proved win or loss has the whole half."""
    if abs(value) >= twin.WIN:
        return _PROVED if value > 0 else -_PROVED
    power = _POWERS[min(abs(value), _FARTHEST)]
    chance = min(SCALE * power // (power + _ONE) - _PROVED, _PROVED - 1)
    return chance if value > 0 else -chance


JUDGE: Final = Policy("judge", 1, choose, scale=SCALE, core=True)
"""It plays at no table."""
