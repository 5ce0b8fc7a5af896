"""Goat on the ladders: the greedy rule, and flat Monte Carlo fast enough for hundreds of deals.

The yardstick is `goat.c`, beside this file; `test_goat.py` compares it with the rules.
"""

import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

import wasmtime

from bots.core import WORDS, build
from bots.goat.search import decision, question
from domain.fairness.framing import tagged_hash, u32
from domain.games.goat.model import Beaten, Discarded, Led, Pulled, State
from domain.games.goat.rules import RANK, side_of
from domain.kernel.cards import SUITS, Card
from domain.kernel.event import Event, Seat
from domain.kernel.policy import Decision, Sight

TRUMP: Final = 9
"""The price of a trump over another card of its rank, in ranks."""
SOURCES: Final = (Path(__file__).parent / "goat.c", build.FOLDER / "core.c")


def cheapest(state: State, legal: tuple[Event, ...]) -> Event:
    """Lead the cheapest card; beat the enemy as cheaply as possible, and the partner never.

    A molodka is pulled at once.
    """
    suits = [*(suit for suit in SUITS if suit != state.trump), state.trump]

    def price(card: Card) -> int:
        return RANK[card] + (TRUMP if card[1] == state.trump else 0)

    def cost(move: Any) -> tuple[int, list[tuple[int, int]]]:
        cards = sorted((price(card), suits.index(cast("Any", card[1]))) for card in move.cards)
        return sum(price for price, _ in cards), cards

    best = state.best
    enemy = best is not None and side_of(best.seat) != side_of(cast("Seat", state.turn))
    order = (Pulled, Led, *((Beaten,) if enemy else ()), Discarded)
    kind = next(kind for kind in order if any(isinstance(move, kind) for move in legal))
    return cast("Event", min((move for move in legal if isinstance(move, kind)), key=cost))


def flat(sight: Sight) -> Decision:
    """Flat Monte Carlo: as many worlds as the budget has, played out by the cheapest cards.

    A molodka is pulled at once.
    """
    pulls = [move for move in sight.legal if isinstance(move, Pulled)]
    if pulls or len(sight.legal) == 1:
        return Decision((*pulls, *sight.legal)[0])
    deal = cast("Any", sight.shown[0]).deal
    seed = tagged_hash("ladders", deal.encode(), u32(len(sight.shown)), u32(sight.seat))
    return decision(sight, _run(question(sight, seed=int.from_bytes(seed[:8]))))


def _run(given: list[int]) -> list[int]:
    store, exports = _instance()
    memory, start = exports["memory"], exports["words"](store)
    content = b"".join(word.to_bytes(8, "little") for word in given)
    memory.write(store, content.ljust(8 * WORDS, b"\0"), start)
    exports["flat"](store)
    answer = memory.read(store, start, start + 8 * WORDS)
    return [int.from_bytes(answer[at : at + 8], "little") for at in range(0, 8 * WORDS, 8)]


@cache
def _instance() -> tuple[Any, Any]:
    with TemporaryDirectory() as folder:
        module = Path(folder) / "yardstick.wasm"
        command = (sys.executable, "-m", "ziglang", "cc", *build.OPTIONS, "-o", str(module))
        subprocess.run((*command, *map(str, SOURCES)), check=True)
        content = module.read_bytes()
    store = wasmtime.Store()
    instance = wasmtime.Instance(store, wasmtime.Module(store.engine, content), [])
    return store, instance.exports(store)
