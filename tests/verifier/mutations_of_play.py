"""Deals that were played, dealt or recorded differently, with everything else consistent."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

import orjson

import bots
from bots.actor import is_bot
from domain.games import GAMES
from domain.kernel.deal import MoveSigned, Opened, Revealed, SeedRevealed, Shuffled, Terms, shuffled
from domain.kernel.event import Digest, Event
from domain.kernel.game import Game, evolve, fold, settle, view
from domain.kernel.moves import breaches, legal_moves
from events.canonical import canonical
from tests.laws.play import proposal, seat_of
from tests.laws.test_record import altered_events
from tests.verifier.making import Step, begun, bundled, kept, played_by_bots
from tests.verifier.mutations import SIGNED, Mutant, Whole, rechained, unsigned, with_entry
from verifier.bundle import Bundle, write

E = TypeVar("E", bound=Event)

BOTS: Final = frozenset({"actors", "bots"})


@cache
def _whole_of_bots(key: str, seats: int, number: int) -> Bundle:
    return bundled(kept(Whole(key, seats, number).steps_of_bots), receipts=False, logged=False)


# --- Another deal -------------------------------------------------------------------------------


def played_on(game: Game[Any], steps: list[Step], move: Event, chance: Random) -> list[Step]:
    """The commands so far, a move, and a random continuation to the end."""
    made, seed = list(steps), cast("Any", steps[0][1][0]).seed
    state = fold(game, [event for _, events in steps for event in events])
    while True:
        follow, state = settle(game, evolve(game, state, move))
        made.append((f"seat:{seat_of(move)}", (move, *follow)))
        if game.outcome(state) is not None:
            actor, last = made[-1]
            return [*made[:-1], (actor, (*last, Revealed(seed)))]
        move = chance.choice(lasting(legal(game, state)))


def first_move(steps: Sequence[Step]) -> int:
    return next(at for at, (_, events) in enumerate(steps) if events[0].MOVE is not None)


def legal(game: Game[Any], state: Any) -> list[Event]:
    return [each for seat in range(len(state.hands)) for each in legal_moves(game, state, seat)]


def lasting(moves: list[Event]) -> list[Event]:
    return [each for each in moves if not each.EARLY] or moves


def another_move(whole: Whole, chance: Random) -> Mutant | None:
    """A move replaced by another legal one, with a new continuation and new hashes."""
    game, steps = GAMES[whole.key], whole.steps
    at = chance.randrange(first_move(steps), len(steps))
    state = fold(game, [event for _, events in steps[:at] for event in events])
    others = [each for each in legal(game, state) if each != steps[at][1][0]]
    if not others:
        return None
    record = kept(played_on(game, steps[:at], chance.choice(others), chance))
    forged = bundled(record)._replace(receipts=whole.bundle.receipts, log=whole.bundle.log)
    return Mutant("another_move", write(forged), SIGNED)


def dealt_anew(whole: Whole, chance: Random, *, seed: bytes, commitment: str | None) -> Bundle:
    """Another deal under the same id, from another seed of the server, played at random."""
    game, opened = GAMES[whole.key], cast("Opened", whole.steps[0][1][0])
    terms = Terms(**{name: getattr(opened, name) for name in Terms._fields})
    shown = {e.seat: bytes.fromhex(e.seed) for e in events_of(whole.steps, SeedRevealed)}
    steps = begun(game, terms, seed=seed, seeds=shown)
    if commitment is not None:
        steps = [*steps]
        altered = replace(cast("Opened", steps[0][1][0]), commitment=Digest(commitment))
        lots, seeds = game.lots(opened.seats), events_of(steps, SeedRevealed)
        order = shuffled(altered, pack=game.pack, lots=lots, seed=seed, shown=seeds)
        follow = settle(game, evolve(game, game.initial(altered), order))[0]
        first = [(actor, events[:1]) for actor, events in steps]
        first[0] = ("system", (altered,))
        steps = [*first[:-1], (first[-1][0], (*first[-1][1], order, *follow))]
    state = fold(game, [event for _, events in steps for event in events])
    return bundled(kept(played_on(game, steps, chance.choice(legal(game, state)), chance)))


def events_of(steps: Sequence[Step], kind: type[E]) -> list[E]:
    return [event for _, events in steps for event in events if isinstance(event, kind)]


def redealt(whole: Whole, chance: Random) -> Mutant:
    """Another seed under the old commitment; pack, play, hashes and signatures fit it."""
    old = cast("Opened", whole.steps[0][1][0]).commitment
    forged = dealt_anew(whole, chance, seed=chance.randbytes(32), commitment=old)
    return Mutant("redealt", write(forged), frozenset({"seeds"}))


def redealt_and_committed(whole: Whole, chance: Random) -> Mutant:
    """Another deal from the first event on, complete and legal, in place of this one."""
    forged = dealt_anew(whole, chance, seed=chance.randbytes(32), commitment=None)
    forged = forged._replace(receipts=whole.bundle.receipts, log=whole.bundle.log)
    return Mutant("redealt_and_committed", write(forged), SIGNED)


# --- Bots -------------------------------------------------------------------------------------


def another_move_of_a_bot(whole: Whole, chance: Random) -> Mutant | None:
    """A bot's move replaced by another legal one, and a continuation; hashes and signatures fit."""
    game, steps = GAMES[whole.key], whole.steps_of_bots
    at = chance.choice([at for at, (actor, _) in enumerate(steps) if is_bot(actor)])
    (actor, (move, *_)), before = steps[at], [event for _, each in steps[:at] for event in each]
    seat = seat_of(move)
    others = {*legal_moves(game, view(game, before, seat), seat)} - {move}
    if not others:
        return None
    other = chance.choice(lasting(sorted(others, key=str)))
    made = [(who, events[0]) for who, events in steps[first_move(steps) : at]]
    forged = played_by_bots(*whole, first=[*made, (actor, other)])
    raw = write(bundled(kept(forged)))
    return Mutant("another_move_of_a_bot", raw, BOTS, position=len(before) + 1)


def another_actor(whole: Whole, chance: Random) -> Mutant:
    """An event with another bot, or a person, as its actor; hashes and signatures fit."""
    opened = cast("Opened", whole.steps_of_bots[0][1][0])
    bundle = _whole_of_bots(*whole)
    at = chance.randrange(len(bundle.events))
    envelope = orjson.loads(bundle.events[at].body)
    names = [
        f"bot:{seat}:{level}/1@{budget}"
        for seat in range(whole.seats)
        for level in ("easy", "medium")
        for budget in (7, bots.actor(GAMES[whole.key], level, seat=seat).budget)
    ]
    if is_bot(envelope["actor"]):
        names += ["system", *(f"seat:{seat}" for seat in range(opened.seats))]
    envelope["actor"] = chance.choice([name for name in names if name != envelope["actor"]])
    altered = with_entry(bundle, at, body=canonical(envelope))
    raw = write(rechained(altered, altered.events))
    after = altered.events[at + 1 : at + 2]
    followed = any(orjson.loads(each.body)["command"] == envelope["command"] for each in after)
    return Mutant("another_actor", raw, BOTS, position=None if followed else at + 1)


# --- Illegal records, with nothing signed ---------------------------------------------------------


def an_illegal_move(whole: Whole, chance: Random) -> Mutant | None:
    """An illegal move in place of a legal one."""
    game, steps = GAMES[whole.key], whole.steps
    at = chance.randrange(first_move(steps), len(steps))
    before = [event for _, events in steps[:at] for event in events]
    state = fold(game, before)
    run: Any = SimpleNamespace(game=game, state=state, seats=range(whole.seats))
    move = proposal(run, chance)
    if not breaches(game, state, move):
        return None
    actor, (_, *follow) = steps[at]
    forged = [*steps[:at], (actor, (move, *follow)), *steps[at + 1 :]]
    found_by = frozenset({"form", "moves"})  # fails `form`: there is no such card
    return Mutant("an_illegal_move", unsigned(forged), found_by, position=len(before) + 1)


def a_false_fact(whole: Whole, chance: Random) -> Mutant | None:
    """One field of an event of the table is altered, including the shuffle and the score."""
    game, steps = GAMES[whole.key], whole.steps
    at = chance.randrange(len(steps))
    actor, events = steps[at]
    place = chance.randrange(len(events))
    event = events[place]
    if event.MOVE is not None or isinstance(event, Opened):
        return None
    altered = [each for each in altered_events(event, game, chance) if each != event]
    if not altered:
        return None
    forged = (*events[:place], chance.choice(altered), *events[place + 1 :])
    raw = unsigned([*steps[:at], (actor, forged), *steps[at + 1 :]])
    position: int | None = sum(len(each) for _, each in steps[:at]) + place + 1
    found_by = frozenset({"form", "consequences", "score"})
    if isinstance(event, Shuffled):
        found_by = frozenset({"form", "pack", "root"})
    elif isinstance(event, Revealed | SeedRevealed):
        found_by = frozenset({"form", "commitments", "seeds"})
        position = None  # another seat's name is detected where that seat shows its own
    elif isinstance(event, MoveSigned):
        found_by = frozenset({"form", "signatures"})
        position = None  # another seat's name is detected at the move
    return Mutant("a_false_fact", raw, found_by, position=position)
