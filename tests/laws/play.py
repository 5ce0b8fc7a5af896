"""Play any game at random, or by a policy, for the laws. It knows no game by name."""

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any, Final, Literal, cast, get_args, get_origin

import pytest

from domain.games import GAMES
from domain.kernel.cards import SUITS, Card, Cards
from domain.kernel.deal import Opened, SeedRevealed, Shuffled, Terms, commit
from domain.kernel.deal import shuffled as shuffled_by
from domain.kernel.event import FULL, PUBLIC, Digest, Event, Id, Json, Viewer, redact, to_json
from domain.kernel.game import Game, evolve, fold, start
from domain.kernel.moves import decide, legal_moves
from tests.sampling import cases
from tests.seeding import commitment_of, seed_of

DEALS: Final = int(os.environ.get("LAW_DEALS", cases(sample=6, full=60)))
"""How many deals of each game a law is tried on; raise it to search for longer."""
MOVES: Final = 50
"""How many events a deal has, about; of a game whose deals are longer, laws see fewer deals."""
EARLY_END: Final = 1 / 30
"""How often a policy looks at moves that end a deal early, where there are others."""
LONGEST: Final = 2000
"""No deal has more moves than this, however it is played."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
"""Runs a law once for each game."""

NO_CARD: Final = Card("1C")
"""A card that no pack has."""
SOMEWHERE: Final = Id("00000000-0000-7000-8000-000000000001")


class Run:
    """A running deal: its record, its full state, and its state as every viewer sees it."""

    def __init__(
        self,
        game: Game[Any],
        opened: Opened,
        shuffled: Shuffled,
        *,
        shown: Sequence[SeedRevealed] = (),
    ) -> None:
        self.game = game
        self.opened = opened
        self.seats = range(opened.seats)
        first, self.state = start(game, opened, shuffled, shown=shown)
        self.events: list[Event] = list(first)
        self.views: dict[Viewer, Any] = {
            viewer: fold(game, [redact(event, viewer) for event in first])
            for viewer in (PUBLIC, FULL, *self.seats)
        }

    @property
    def over(self) -> bool:
        """Whether the deal has been settled."""
        return self.game.outcome(self.state) is not None

    def make(self, move: Event) -> tuple[Event, ...]:
        """Make a move, judged on its player's view; return its consequences."""
        happened, self.state = decide(self.game, self.state, move, seen=self.views[seat_of(move)])
        self.events += happened
        for viewer, seen in self.views.items():
            self.views[viewer] = fold_on(self.game, seen, happened, viewer)
        return happened

    def kinds(self) -> dict[str, list[Event]]:
        """Every move that any seat may make now, by its kind."""
        found: dict[str, list[Event]] = defaultdict(list)
        for seat in self.seats:
            for move in legal_moves(self.game, self.views[seat], seat):
                found[str(move.MOVE)].append(move)
        return found


def fold_on(game: Game[Any], seen: Any, events: tuple[Event, ...], viewer: Viewer) -> Any:
    """A view after some more events."""
    for event in events:
        seen = evolve(game, seen, redact(event, viewer))
    return seen


def seat_of(move: Event) -> int:
    """The seat that makes a move."""
    return cast("Any", move).seat  # type: ignore[no-any-return]


# --- Deals --------------------------------------------------------------------------------------


def terms(game: Game[Any], options: Mapping[str, Json], *, seats: int | None = None) -> Terms:
    """The terms of a first deal."""
    count = seats or game.seats[0]
    fitting, known = game.fitting(options)
    rules = (game.key, fitting.version)
    nobody = (None,) * count
    return Terms(SOMEWHERE, SOMEWHERE, 1, *rules, known, count, None, None, nobody)


def dealt_by_hand(deck: Cards, *, lots: tuple[int, ...], on: Terms) -> tuple[Opened, Shuffled]:
    """A deal whose order was not drawn from a seed."""
    opened = replace(commit(on, seed=bytes(32)), seed=None)
    return opened, Shuffled(Digest("00" * 32), Digest("00" * 32), deck, lots)


def random_deal(
    game: Game[Any],
    chance: random.Random,
    *,
    options: Mapping[str, Json] | None = None,
    seats: int | None = None,
) -> Run:
    """A deal of a random pack; every third one has striped suits, so that rare hands come up."""
    deck = list(chance.sample(game.pack, len(game.pack)))
    if chance.random() < 1 / 3:
        deck = striped(deck, chance)
    on = terms(game, options or {}, seats=seats or chance.choice(game.seats))
    lots = tuple(chance.randrange(lot.below) for lot in game.lots(on.seats))
    return Run(game, *dealt_by_hand(tuple(deck), lots=lots, on=on))


def striped(deck: list[Card], chance: random.Random) -> list[Card]:
    """One card of each suit in turn, with a few swaps."""
    suits = [[card for card in deck if card[1] == suit] for suit in SUITS]
    result = [card for card in chain(*zip_longest(*suits)) if card is not None]
    for _ in range(chance.randrange(4)):
        one, other = chance.sample(range(len(result)), 2)
        result[one], result[other] = result[other], result[one]
    return result


def seeded_deal(game: Game[Any], seed: int, *, options: Mapping[str, Json] | None = None) -> Run:
    """A deal whose pack follows from a seed, as in the service."""
    secret = seed.to_bytes(32, "big")
    opened = commit(terms(game, options or {}), seed=secret)
    lots = game.lots(opened.seats)
    return Run(game, opened, shuffled_by(opened, pack=game.pack, lots=lots, seed=secret))


def jointly_seeded_deal(game: Game[Any], seed: int) -> Run:
    """A deal whose pack follows from the seeds of the server, of the first seat and of the last."""
    on, secret = terms(game, {}), seed.to_bytes(32, "big")
    adding = (0, on.seats - 1)
    committed = tuple(
        Digest(commitment_of(on.deal, seat)) if seat in adding else None for seat in range(on.seats)
    )
    opened = commit(on._replace(commitments=committed), seed=secret)
    shown = [SeedRevealed(seat, Digest(seed_of(on.deal, seat))) for seat in adding]
    random.Random(seed).shuffle(shown)
    lots = game.lots(opened.seats)
    order = shuffled_by(opened, pack=game.pack, lots=lots, seed=secret, shown=shown)
    return Run(game, opened, order, shown=shown)


# --- Policies -----------------------------------------------------------------------------------

Policy = Callable[[random.Random, dict[str, list[Event]]], Event]


def deep(chance: random.Random, kinds: dict[str, list[Event]]) -> dict[str, list[Event]]:
    """The kinds, mostly without those that end a deal early, so that deals are long."""
    others = lasting(kinds)
    return others if others == kinds or chance.random() >= EARLY_END else kinds


def lasting(kinds: dict[str, list[Event]]) -> dict[str, list[Event]]:
    """The kinds without those that end a deal early, unless there are no others."""
    return {name: moves for name, moves in kinds.items() if not moves[0].EARLY} or kinds


def by_kind(chance: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """The kind first, then the move, so that rare kinds are as frequent as common ones."""
    kinds = deep(chance, kinds)
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def rarest(chance: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """Always a move of the kind with the fewest moves; random among equals."""
    kinds = deep(chance, kinds)
    least = min(map(len, kinds.values()))
    rare = sorted(name for name, moves in kinds.items() if len(moves) == least)
    return chance.choice(kinds[chance.choice(rare)])


def commonest(chance: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """Always a move of the kind with the most moves."""
    return chance.choice(max(kinds.values(), key=len))


def longest(chance: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """As many cards at once as possible."""
    return max(_mixed(chance, kinds), key=lambda move: len(named(move)))


def shortest(chance: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """As few cards at once as possible."""
    return min(_mixed(chance, deep(chance, kinds)), key=lambda move: len(named(move)))


def stubborn(_: random.Random, kinds: dict[str, list[Event]]) -> Event:
    """The first move of the last kind, every time: not random, so that it runs in circles."""
    return kinds[max(kinds)][0]


def _mixed(chance: random.Random, kinds: dict[str, list[Event]]) -> list[Event]:
    moves = [move for name in sorted(kinds) for move in kinds[name]]
    return chance.sample(moves, len(moves))


POLICIES: Final[Mapping[str, Policy]] = {
    policy.__name__: policy for policy in (by_kind, rarest, commonest, longest, shortest, stubborn)
}


def steps(run: Run, chance: random.Random, policy: Policy = by_kind) -> Iterator[Event]:
    """Play a deal to its end; yield after every move."""
    for _ in range(LONGEST):
        if run.over:
            return
        kinds = run.kinds()
        assert kinds, f"a deal of {run.game.key} is not over, and no seat has a legal move"
        move = policy(chance, kinds)
        run.make(move)
        yield move
    raise AssertionError(f"a deal of {run.game.key} does not end")


def played(run: Run, chance: random.Random, policy: Policy = by_kind) -> Run:
    """The deal, played out."""
    for _ in steps(run, chance, policy):
        pass
    return run


def deals(
    game: Game[Any],
    *,
    count: int = DEALS,
    salt: str = "",
    options: Mapping[str, Json] | None = None,
) -> Iterator[tuple[Run, random.Random]]:
    """Random deals, each with its own source of randomness; fewer in games with long deals.

    Another salt gives other deals.
    """
    seen = 0
    for seed in range(count):
        chance = random.Random(f"{salt}{seed}" if salt else seed)
        run = random_deal(game, chance, options=options)
        yield run, chance
        seen += len(run.events)
        if seen > count * MOVES:
            return


def sampled_positions(events: Sequence[Event]) -> list[int]:
    """Every place of a record; for a long one all at its beginning, and then some."""
    return [*range(len(events))[:MOVES], *range(len(events))[MOVES :: 1 + len(events) // MOVES]]


# --- Proposals ----------------------------------------------------------------------------------


def proposal(run: Run, chance: random.Random, *, seat: int | None = None) -> Event:
    """A proposed move, mostly an illegal one."""
    who = chance.choice(run.seats) if seat is None else seat
    kind = chance.choice(run.game.moves)
    values = {name: _something(run, chance, hint, who) for name, hint, _ in kind.GIVEN}
    return cast("Any", kind)(seat=who, **values)  # type: ignore[no-any-return]


def _something(run: Run, chance: random.Random, hint: Any, seat: int) -> Any:
    held = run.state.hands[seat]
    if hint == Cards:
        source = held if held and chance.random() < 0.7 else run.game.pack
        cards = tuple(chance.sample(source, min(len(source), chance.randrange(6))))
        return cards + cards[:1] if chance.random() < 0.1 else cards
    if hint is Card or Card in get_args(hint):
        others = (*chance.sample(run.game.pack, 3), NO_CARD)
        choices = (*held, *others, *([] if hint is Card else [None]))
        return chance.choice(choices)
    if get_origin(hint) is Literal:
        return chance.choice(get_args(hint))
    return chance.random() < 0.5 if hint is bool else chance.randrange(300)


# --- Named cards ----------------------------------------------------------------------------------


def named(value: Any) -> frozenset[str]:
    """Every known card in a value, found in its JSON."""
    return frozenset(_strings(to_json(value))) & CARDS


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))


CARDS: Final = frozenset(card for game in GAMES.values() for card in game.pack)
