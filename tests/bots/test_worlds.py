"""Worlds against full enumeration: every world of a small position comes up as often as it should.

The enumeration knows nothing of the sampler. It plays every deck with every hidden move again.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import combinations, islice, permutations
from typing import Any, Final, NamedTuple, cast

import pytest

from bots.worlds import Model, worlds
from domain.fairness.shuffle import Lot, stream
from domain.games import GAMES
from domain.games.durak import rules as durak
from domain.games.goat import rules as goat
from domain.games.goat.model import DEALER
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Event, Seat, redact
from domain.kernel.game import Game, fold, start
from domain.kernel.moves import IllegalMove, decide
from domain.kernel.odds import CERTAIN
from domain.kernel.policy import Sight
from tests.laws.play import Run, by_kind, deals, random_deal, steps
from tests.sampling import FULL, cases

SAMPLES: Final = cases(sample=400, full=5_000)
POSITIONS: Final = cases(sample=1, full=4)
FEWEST: Final = 6
"""A position with fewer worlds shows little."""
MOST: Final = SAMPLES // 5
"""Every world must be expected five times at least, for the statistic to mean anything."""


class Position(NamedTuple):
    """A deal as far as a seat has seen it."""

    run: Run
    seat: Seat
    at: int
    """The number of its events."""

    @property
    def shown(self) -> list[Event]:
        """The events, as the seat was shown them."""
        return [redact(event, self.seat) for event in self.run.events[: self.at]]


# --- The enumeration --------------------------------------------------------------------------


def enumerated(position: Position) -> list[list[Event]]:
    """Every record that shows the seat the same, by trying every deck and every hidden move."""
    run, shown = position.run, position.shown
    shuffled = cast("Shuffled", run.events[1])
    own = {shuffled.deck.index(card): card for card in _dealt_to(position.seat, shown)}
    every_lots = _lots(run.game, run.opened, cast("tuple[int, ...]", shuffled.lots))
    others = [card for card in run.game.pack if card not in own.values()]
    found: list[list[Event]] = []
    for order in permutations(others):
        rest = iter(order)
        deck = tuple(own[at] if at in own else next(rest) for at in range(len(run.game.pack)))
        for lots in every_lots:
            first = start(run.game, run.opened, replace(shuffled, deck=deck, lots=lots))
            found += _continued(position, shown, *first)
    return found


def _lots(
    game: Game[Any], opened: Opened, true: tuple[int, ...]
) -> Sequence[tuple[int, ...]]:
    """The lots that the seat cannot tell: the dealer is known, and a trump card at the bottom."""
    if len(true) == 1 or opened.options.get("trump_card") == "bottom":
        return [true]
    return [(lot, true[1]) for lot in range(game.lots(opened.seats)[0].below)]


def _dealt_to(seat: Seat, shown: Sequence[Event]) -> Iterator[Card]:
    for event in shown:
        yield from getattr(event, "hands", ((),) * (seat + 1))[seat]


def _continued(
    position: Position, shown: Sequence[Event], events: Sequence[Event], state: Any
) -> Iterator[list[Event]]:
    """Every way to go on with the moves that were shown."""
    run, seat, count = position.run, position.seat, len(events)
    if [redact(event, seat) for event in events[2:count]] != shown[2:count]:
        return
    if count >= len(shown):
        yield list(events)
        return
    for move in _meant(shown[count], state):
        try:
            made, after = decide(run.game, state, move, seen=state)
        except IllegalMove:
            continue
        yield from _continued(position, shown, [*events, *made], after)


def _meant(move: Event, state: Any) -> Iterator[Event]:
    cards: Cards = getattr(move, "cards", ())
    if UNKNOWN not in cards:
        yield move
        return
    for chosen in combinations(state.hands[cast("Any", move).seat], len(cards)):
        yield replace(cast("Any", move), cards=chosen)


# --- The comparison ---------------------------------------------------------------------------


def key(game: Game[Any], events: Sequence[Event]) -> str:
    """Where each card lies after some events, and where the hidden ones were laid."""
    state = game.initial(cast("Opened", events[0]))
    for event in events[1:]:
        state = game.evolve(state, event)
    hands = tuple(tuple(sorted(hand)) for hand in state.hands)
    return str(state._replace(hands=hands, lots=None))


def deviation(counts: Counter[str], chances: Mapping[str, float]) -> float:
    """How far counts are from what is expected, in standard deviations of chi-square."""
    total = counts.total()
    assert set(counts) <= set(chances)
    square = sum((counts[each] - total * p) ** 2 / (total * p) for each, p in chances.items())
    freedom = len(chances) - 1
    return float((square - freedom) / (2 * freedom) ** 0.5)


def chances_of(game: Game[Any], records: Sequence[Sequence[Event]]) -> dict[str, float]:
    counts = Counter(key(game, each) for each in records)
    return {each: count / counts.total() for each, count in counts.items()}


def sampled(position: Position, count: int, *, model: Model | None = None) -> Counter[str]:
    run = position.run
    found = worlds(
        run.game,
        position.shown,
        seat=position.seat,
        numbers=stream(b"law", f"{position.at} {position.seat}"),
        opened=run.opened,
        model=model,
    )
    return Counter(key(run.game, each.events) for each in islice(found, count))


# --- Skat, in its full size -------------------------------------------------------------------


def enumerated_late(position: Position) -> list[list[Event]]:
    """A record for every way to give out the unseen cards of a late position.

    Each stands for as many others: those in which the declarer found other cards in the skat.
    """
    run, seat, at = position.run, position.seat, position.at
    full = fold(run.game, run.events[:at])
    places = [*full.hands, full.skat]
    hidden = [cards for cards in places if cards != full.hands[seat]]
    if run.views[seat].skat == full.skat:
        hidden.remove(full.skat)
    unseen = [card for cards in hidden for card in cards]
    found: list[list[Event]] = []
    for order in _orders(tuple(unseen), [len(cards) for cards in hidden]):
        names = dict(zip(unseen, order, strict=True))
        events = [_renamed(event, names) for event in run.events[1:at]]
        moves = [event for event in events if event.MOVE is not None]
        found += _replayed(position, cast("Shuffled", events[0]), moves)
    return found


def _orders(cards: Cards, sizes: Sequence[int]) -> Iterator[Cards]:
    """Every way to give cards to places of some sizes."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in chosen)
        yield from ((*chosen, *more) for more in _orders(rest, sizes[1:]))


def _renamed(event: Event, names: Mapping[Card, Card]) -> Event:
    def of(value: Any) -> Any:
        return tuple(map(of, value)) if isinstance(value, tuple) else names.get(value, value)

    return replace(cast("Any", event), **{
        each.name: of(getattr(event, each.name)) for each in fields(cast("Any", event))
    })


def _replayed(
    position: Position, shuffled: Shuffled, moves: Sequence[Event]
) -> Iterator[list[Event]]:
    run, shown = position.run, position.shown
    first, state = start(run.game, run.opened, shuffled)
    events = list(first)
    try:
        for move in moves:
            made, state = decide(run.game, state, move, seen=state)
            events += made
    except IllegalMove:
        return
    if [redact(event, position.seat) for event in events[2:]] == shown[2:]:
        yield events
